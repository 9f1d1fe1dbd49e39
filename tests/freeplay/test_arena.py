"""A tournament played here: every result is written before it counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.freeplay.players import FIRST_FREE

from livestone.freeplay.arena import Arena
from livestone.freeplay.board import freeplay
from livestone.freeplay.contestants import read_contestants
from livestone.freeplay.crew import Crew, Setup
from livestone.freeplay.journal import Journal
from livestone.freeplay.limits import Limits
from livestone.play.tournament import Plan, Tournament
from livestone.records.record import Record

LIMITS = Limits(move=600.0, game=6000.0, load=600.0, cpu=6000.0)


@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
def test_what_is_played_is_written(kind: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FIRST_FREE, "utf-8")
    contestants = read_contestants(["random", "first-free", str(tmp_path / "mine.py")])
    names = [who.name for who in contestants]
    plan = Plan.of(kind, freeplay(size=4), rounds=2 if kind == "swiss" else None)
    head = {"plan": plan.as_json(), "entrants": names}
    told = []
    with (
        Journal(tmp_path, head) as journal,
        Crew(Setup(plan, tuple(contestants), LIMITS, tmp_path), 1) as crew,
    ):
        cup = Tournament(plan, names)
        arena = Arena(cup, crew, journal, lambda: told.append(len(cup.results)))
        for finished in arena.run():
            assert finished.result in cup.results
            assert {fixture.key for fixture, _ in arena.running()} <= {
                fixture.key for fixture in cup.open()
            }
            record = Record.read(arena.place(finished.result.record or "").read_text("utf-8"))
            assert tuple(who.name for who in record.players) == finished.result.players
        assert cup.over
        assert arena.running() == []
    assert told[-1] == len(cup.results)
    with Journal(tmp_path, head) as again:
        found = Tournament(plan, names, again.rounds, again.results)
    assert found.over
    assert found.results == cup.results
    assert found.standings() == cup.standings()
