"""``livestone bench``, ``book`` and ``games``: what they print, and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone.games import catalogue, described, load
from livestone.play.bench import Benchmark
from livestone.play.book import Book

FOUND = Benchmark("freedom", 250_000.4, 25e6, 180_000.0, 250_000.0, None, 3.456, 0.7)
BOOK = "book freedom --option size=4 --nodes 200 --plies 4"


def test_a_benchmark(monkeypatch: pytest.MonkeyPatch, call: Call) -> None:
    """The command without the minute of measuring, which has tests of its own."""
    monkeypatch.setattr("livestone.play.bench.measure", lambda game, seconds, progress: FOUND)
    out = call("bench freedom --option size=8").out
    assert "Freedom (size 8, " in out
    assert "     250,000  complete random games a second" in out
    assert "           -  solver nodes a second" in out
    # Options are told as they are typed.
    assert "adjacent_only true" in call("bench brainline --option adjacent_only=true").out
    found = call("bench --json").json
    assert (found["game"], found["random_games"], found["nodes"]) == ("freedom", 250_000, None)
    assert found["options"]["size"] == 10


def test_a_book_is_made_and_gone_on_with(tmp_path: Path, call: Call) -> None:
    out = tmp_path / "four.jsonl"
    assert call(f"{BOOK} --positions 2 --out", out).out == f"{out}: 2 positions, 1 plies deep\n"
    call(f"{BOOK} --positions 4 --out", out)
    book = Book.read(load("freedom", size=4), out.read_text("utf-8"))
    assert len(book.entries) == 4
    assert book.plan.plies == 4
    assert "is a book made otherwise" in call(f"{BOOK} --lines 2 --out", out, code=2).err


def test_the_contract_of_games() -> None:
    assert described(load("freedom")) == {
        "game": "freedom",
        "title": "Freedom",
        "author": "Veljko Ćirović and Nebojša Sanković",
        "year": 2010,
        "players": ["White", "Black"],
        "options": {
            "size": {"default": 10, "values": list(range(4, 17))},
            "scoring": {"default": "stones", "values": ["stones", "rows"]},
            "last_cell": {"default": "choice", "values": ["choice", "auto", "always"]},
        },
        "presets": {"beginner": {"size": 8}, "freeplay": {"scoring": "rows", "last_cell": "auto"}},
    }


def test_games_for_programs_and_people(call: Call) -> None:
    out = call("games --json").out
    assert [game["game"] for game in json.loads(out)] == list(catalogue())
    assert "Ćirović" in out
    out = call("games").out
    assert "size=10 (4 to 16)" in out
    assert "Freedom" in out
