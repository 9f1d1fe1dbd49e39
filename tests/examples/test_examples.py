"""The example games: what every game must keep, slow second implementations, and counts."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tests.examples import oracles
from tests.examples.conftest import FOLDER, Example
from tests.rules.oracles import play_alike

from livestone.conformance.cases import corners
from livestone.conformance.checks import failures
from livestone.conformance.counts import read_counts, wrong_counts
from livestone.core.state import State
from livestone.lessons.report import report
from livestone.portable.compile import compile_game

EXAMPLES = sorted(path.parent.name for path in FOLDER.glob("*/rules.py"))
# Of each example its second implementation, the options it knows and the turns that it counts
# quickly.
SLOW = {
    "breakthrough": (oracles.Breakthrough, {}, 2),
    "connect_four": (oracles.ConnectFour, {}, 4),
    "gomoku": (oracles.Gomoku, {"size": 9}, 0),
    "hex": (oracles.Hex, {"size": 3}, 4),
    "kalah": (oracles.Kalah, {}, 3),
    "lines_of_action": (oracles.LinesOfAction, {}, 2),
    "mu_torere": (oracles.MuTorere, {}, 10),
    "othello": (oracles.Othello, {}, 4),
    "phantom_noughts": (oracles.PhantomNoughts, {}, 3),
    "yavalath_3": (oracles.Yavalath3, {}, 2),
}
GAMES = 2


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_keeps_what_every_game_must(name: str, example: Example) -> None:
    kind = type(example(name))
    for game in dict.fromkeys(kind(**chosen) for chosen in corners(kind)):
        assert [failure for _, failure in failures(game) if failure] == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_plays_as_its_rules_written_again(name: str, example: Example) -> None:
    slow, options, _ = SLOW[name]
    for seed in range(GAMES):
        play_alike(State(example(name, **options)), slow(), Random(seed))


@pytest.mark.parametrize("name", EXAMPLES)
def test_its_counts_are_those_of_its_rules_written_again(name: str, example: Example) -> None:
    slow, options, most = SLOW[name]
    given = {name: str(value).lower() for name, value in options.items()}
    counts = [one for one in read_counts(FOLDER / name / "perft.txt") if one.options == given]
    assert counts
    for one in counts:
        if one.turns <= most:
            assert oracles.count(slow(), one.turns) == one.ways


@pytest.mark.parametrize("name", EXAMPLES)
def test_its_rule_book_diagrams_and_lessons_hold(name: str, example: Example) -> None:
    told = report(type(example(name)))
    assert not [text for text in told.lacking if "words" in text]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_its_counts_agree_compiled(name: str, example: Example) -> None:
    kind = type(example(name))
    counts = read_counts(FOLDER / name / "perft.txt")
    assert [other for _, other in wrong_counts(kind, counts) if other is not None] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_it_compiles_to_webassembly(name: str, example: Example, tmp_path: Path) -> None:
    made = compile_game(example(name), tmp_path)
    assert made.module.read_bytes()[:4] == b"\0asm"
    assert json.loads(made.manifest.read_bytes())["id"] == name


# Positions after so many turns by Stefan Edelkamp and Peter Kissmann (2008), OEIS A212693.
POSITIONS = (1, 7, 49, 238, 1120, 4263, 16422, 54859)


@pytest.mark.parametrize("turns", [4, pytest.param(7, marks=pytest.mark.slow)])
def test_connect_four_has_the_published_numbers_of_positions(turns: int, example: Example) -> None:
    found = [State(example("connect_four"))]
    for wanted in POSITIONS[: turns + 1]:
        assert len(found) == wanted
        after = {}
        for state in found:
            for move in state.legal:
                state.play(move)
                after[state.text] = State(state.game, state.position)
                state.undo()
        found = [*after.values()]
