"""The process that plays files which a server was handed, in their boxes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.freeplay.players import FIRST_LEGAL

from livestone.freeplay import box, hosting
from livestone.freeplay.hosting import Host

pytestmark = pytest.mark.skipif(box.missing() is not None, reason=f"no sandbox: {box.missing()}")
LAST = """from livestone import Player


class Mine(Player):
    def move(self):
        return self.board.legal[-1]
"""
WRONG = LAST.replace("[-1]", "[99]")


def job(*texts: str | None) -> dict[str, Any]:
    names = ("Ana", "greedy")
    seats = [{"name": name, "text": text} for name, text in zip(names, texts, strict=True)]
    limits = {"engine": True, "seed": 1, "words": "a game", "move": 5.0, "total": 60.0}
    return {"game": "freedom", "options": {"size": 4}, "seats": seats, **limits}


def test_any_game_is_played_against_a_level() -> None:
    straat = job(FIRST_LEGAL, None) | {"game": "straat", "options": {}, "engine": False}
    straat["seats"][1] |= {"name": "level 1", "level": 1}
    played = Host(lambda message: None).play(straat)
    assert played["fault"] is None
    assert set(played["movers"]) == {0, 1}
    assert len(played["movers"]) == len(played["moves"])


def test_a_file_is_checked_without_being_played() -> None:
    check = Host(lambda message: None).check
    assert check(LAST) == {"cells": True, "engine": False}
    assert check(f"from livestone import Bot\n{FIRST_LEGAL}") == {"cells": False, "engine": True}
    assert "my_player.py has no player" in check("x = 1")["fault"]


def test_a_file_plays_a_whole_game_and_moves_are_timed() -> None:
    played = Host(lambda message: None).play(job(LAST, LAST))
    assert (len(played["moves"]), played["fault"], played["loser"]) == (16, None, None)
    assert len(played["seconds"]) == 16


def test_what_is_printed_and_drawn_is_told_by_seat_and_ply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hosting, "MAX_SEAT_NOTES", 10)
    loud = LAST.replace("return", "print('I', len(self.board.legal))\n        return")
    first, second = Host(lambda message: None).play(job(LAST, loud))["notes"]
    assert first == {}
    assert (second[2], second[4]) == ("I 3", "I 4")
    assert list(second.values())[-1] == hosting.CUT
    assert len(second) < 8


def test_a_fault_is_told_with_its_line_and_loses_the_game() -> None:
    played = Host(lambda message: None).play(job(WRONG, LAST))
    assert (played["loser"], played["winners"], played["moves"]) == (0, (1,), ())
    assert played["fault"][0] == "failed"
    assert "line 6" in played["fault"][1]
    assert "Legal moves" in played["report"]
