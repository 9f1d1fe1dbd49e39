"""``livestone book`` on a small board: it makes a book, goes on with it, and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from livestone.cli.main import run
from livestone.games import load
from livestone.play.book import Book

SMALL = ["book", "freedom", "--option", "size=4", "--nodes", "200", "--plies", "4"]


def test_it_is_made_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "four.jsonl"
    assert run([*SMALL, "--positions", "2", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: 2 positions, 1 plies deep\n"
    assert run([*SMALL, "--positions", "4", "--out", str(out)]) == 0
    book = Book.read(load("freedom", size=4), out.read_text("utf-8"))
    assert len(book.entries) == 4
    assert book.plan.plies == 4
    assert run([*SMALL, "--lines", "2", "--out", str(out)]) == 2
    assert "is a book made otherwise" in capsys.readouterr().err
