"""A player against the house: rows, colours, the ladder, lost games and their records."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.freeplay.players import FIRST_FREE, LIMITS

from livestone.core.game import Game
from livestone.freeplay import acceptance_match
from livestone.freeplay.acceptance_match import Row, opponents, record, tryout
from livestone.freeplay.board import freeplay
from livestone.freeplay.process import PlayerProcess
from livestone.play.levels import LEVELS
from livestone.play.review import Mistake

GAME = freeplay(size=4)


def rows(file: Path, text: str, **named: Any) -> list[Row]:
    file.write_text(text, "utf-8")
    with PlayerProcess(file, LIMITS) as process:
        found: list[Row] = []
        tryout(process, GAME, found, **named)
        return found


def test_house_players_and_the_record_of_a_lost_game(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    file = tmp_path / "mine.py"
    found = rows(file, FIRST_FREE, games=3, level=0, progress=lambda *now: told.append(now))
    assert told == [(done, 9) for done in range(9)]
    assert [(row.opponent, row.level) for row in found] == [
        ("random", None),
        ("first-free", None),
        ("greedy", None),
    ]
    for row in found:
        assert [each.seat for each in row.trials] == [0, 1, 0]
        assert [each.seat_name for each in row.trials] == ["white", "black", "white"]
        assert [each.played.names.index("mine") for each in row.trials] == [0, 1, 0]
        assert row.won + row.drawn + row.lost == 3
        assert row.score == (row.won + row.drawn / 2) / 3
        assert row.points is not None
    row = found[-1]
    kept = record(row, row.trials[1], Mistake(2, "b1", "c1", 4.2))
    assert kept.plies[1].note.comment == "Cost about 4 points: c1 (2, 0) was better."
    assert [who.name for who in kept.players] == ["greedy", "mine"]
    assert kept.replay().over


def test_the_ladder_stops_where_the_player_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Scripted:
        """Level 1 and 2 choose by chance, level 3 the last move there is."""

        def __init__(self, game: Game, seed: int, level: int, seconds: float | None) -> None:
            self.dice, self.level = random.Random(seed), level

        def think(self, state: object) -> list[object]:
            met.add(self.level)
            return iter([_Move(self.dice.choice(state.unsorted))])

    class _Move:
        nodes, best = 0, SimpleNamespace(proved=False)

        def __init__(self, move: int) -> None:
            self.move = move

    scores = iter([1.0, 0.5, 0.4])
    met: set[int] = set()
    monkeypatch.setattr(acceptance_match, "Bot", Scripted)
    monkeypatch.setattr(acceptance_match, "BASELINES", {})
    monkeypatch.setattr(acceptance_match, "compile_rules", lambda game: None)
    monkeypatch.setattr(Row, "score", property(lambda row: next(scores)))
    found = rows(tmp_path / "mine.py", FIRST_FREE, games=1, level=8)
    assert [row.opponent for row in found] == ["level 1", "level 2", "level 3"]
    assert met == {1, 2, 3}


def test_levels_are_bounded_by_nodes() -> None:
    seats = opponents(len(LEVELS))
    assert [seat.level for seat in seats] == [None] * 3 + [level.number for level in LEVELS]
    bots = [seat.make(GAME, seed=1) for seat in seats[3:]]
    for bot, level in zip(bots, LEVELS, strict=True):
        assert bot.seconds == level.patient
