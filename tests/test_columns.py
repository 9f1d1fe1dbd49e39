"""Tables and boards whose texts take other than one cell a character."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone import columns
from livestone.boards import Piece, square
from livestone.cli import tiles
from livestone.core.state import State
from livestone.draw import plain
from livestone.draw.scene import Scene
from livestone.games import load
from livestone.play.tournament import Plan, Tournament, report
from livestone.records.record import Participant, Record, Result

NAMES = ["Ana", "山田太郎", "e\u0301lise"]
GENERAL = Piece("general", "将", "disc", "red", mark="将")


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]) -> Call:
    return Call(capfd.readouterr)


def rows(lines: list[str]) -> list[str]:
    """The lines of tables: those that tell of a player."""
    found = [line for line in lines if any(name in line for name in NAMES)]
    assert len(found) > 1
    return found


def test_standings_and_crosstable() -> None:
    cup = Tournament(Plan.of("round-robin", load("freedom", size=4), games=1), NAMES)
    cup.begin(cup.next_round(NAMES))  # type: ignore[arg-type]
    win = cup.open()[0]
    cup.add(win.result(winners=[0], scores=[12, 8]))
    found = rows(list(report.lines(cup)))
    assert len(found) == 6
    for table in (found[:3], found[3:]):
        assert len({columns.width(line) for line in table}) == 1


def test_ratings(call: Call, tmp_path: Path) -> None:
    state = State(load("freedom", size=4))
    state.play("b2")
    for at, name in enumerate(NAMES[1:]):
        players = Participant(NAMES[0]), Participant(name)
        record = Record.of(state, players, result=Result.of(state, "resigned", by=1))
        (tmp_path / f"{at}.json").write_text(json.dumps(record.as_json()), "utf-8")
    assert len({columns.width(line) for line in rows(call("rate", tmp_path).out.splitlines())}) == 1


@pytest.mark.parametrize("marked", [frozenset[int](), frozenset({1, 2})])
def test_boards_in_text(marked: frozenset[int]) -> None:
    scene = Scene(square(4, 2), {1: GENERAL, 2: GENERAL, 6: GENERAL}, marked=marked, last=(2,))
    lower = plain.draw(scene).splitlines()[1:3]
    assert [columns.width(line) for line in lower] == [columns.width(lower[0])] * 2
    assert sum(line.count("将") for line in lower) == 3


@pytest.mark.parametrize("size", [(80, 24), (20, 6), (8, 4)])
@pytest.mark.parametrize("colour", [False, True])
def test_boards_on_the_screen(size: tuple[int, int], colour: bool) -> None:
    scene = Scene(square(4, 2), {1: GENERAL, 2: GENERAL, 6: GENERAL}, marked=frozenset({2}))
    plan = tiles.plan(scene.board, *size)
    for unicode in (False, True):
        lines = tiles.draw(scene, plan, tiles.Look(colour=colour, unicode=unicode))
        texts = ["".join(cell.text for cell in line) for line in lines]
        assert {columns.width(text) for text in texts} == {plan.width}
        assert sum(text.count("将") for text in texts) == 3
