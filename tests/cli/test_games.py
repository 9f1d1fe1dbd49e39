from __future__ import annotations

import json

from tests.cli.command import Call

from livestone.games import catalogue, described, load


def test_the_contract() -> None:
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


def test_json(call: Call) -> None:
    out = call("games --json").out
    assert [game["game"] for game in json.loads(out)] == list(catalogue())
    assert "Ćirović" in out


def test_for_people(call: Call) -> None:
    out = call("games").out
    assert "size=10 (4 to 16)" in out
    assert "Freedom" in out
