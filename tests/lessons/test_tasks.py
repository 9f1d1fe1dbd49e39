"""Which turns solve a task, and which conditions hold."""

from __future__ import annotations

import pytest

from livestone.core.state import State
from livestone.games import load
from livestone.lessons.conditions import failure
from livestone.lessons.tasks import right_turns, task_of

KOERIER = "c9/10/10/4h5/3G6/10/5g4/10/10/C9 y turn=10"
RACE = "8C1/10/10/10/3G6/10/8h1/10/10/8c1 y turn=40"


def solved(game: str, position: str, task: str) -> list[str]:
    state = State.read(load(game), position)
    return sorted(" ".join(turn) for turn in right_turns(state, task_of(task, state))[0])


@pytest.mark.parametrize(
    ("game", "position", "task", "right"),
    [
        ("koerier", KOERIER, "capture 1", ["F4xD6"]),
        ("koerier", KOERIER, "reach H2 D2", ["F4-D2", "F4-H2"]),
        ("koerier", KOERIER, "turn F4-D2", ["F4-D2"]),
        ("koerier", KOERIER, "play A1-B2 F4-D2", ["A1-B2", "F4-D2"]),
        ("koerier", RACE, "stop", ["J9-J10"]),
        ("koerier", RACE, "leave 1", []),
        ("koerier", RACE, "win", []),
        ("kasteel_1", "", "draw", []),
    ],
)
def test_tasks(game: str, position: str, task: str, right: list[str]) -> None:
    assert solved(game, position or State(load(game)).text, task) == right


def test_a_turn_of_several_plies_is_one() -> None:
    """Every whole turn is looked at, whatever its length, and none twice."""
    state = State(load("kamelen"))
    found, count = right_turns(state, task_of("any", state))
    assert len({*found}) == len(found) == count


def test_a_task_that_names_moves_looks_at_no_turns_that_begin_otherwise() -> None:
    state = State(load("coy_lips"))
    for move in ("m7", "pass"):
        state.play(move)
    found, count = right_turns(state, task_of("play pass", state), "play pass")
    assert (found, count) == ([("pass",)], len(state.legal))


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("legal F4-D2; illegal F4-H6; moves 4; running; mover Yellow; empty A2", ""),
        ("only A1-B2 F4-D2 F4-H2 F4xD6", ""),
        ("at yellow guard F4; at red horseman G5", ""),
        ("moves 5", "moves 5: there are 4 legal moves"),
        ("illegal F4-D2", "illegal F4-D2: F4-D2 may be played"),
        ("at yellow guard G5", "at yellow guard G5: G5 has Red horseman"),
        ("empty Z9", "empty Z9: there is no site 'Z9'"),
        ("winner Red", "winner Red: nobody has won"),
        ("drawn", "drawn: it is no draw"),
        ("at F4", "at F4: write the name of a piece and the sites where it stands"),
    ],
)
def test_conditions(condition: str, why: str) -> None:
    state = State.read(load("koerier"), KOERIER)
    assert failure(condition, state, state) == why


def test_what_a_move_captures_and_scores() -> None:
    before = State.read(load("koerier"), KOERIER)
    after = before.copy()
    after.play("F4xD6")
    assert failure("captures 1; gains 0", before, after) == ""
    assert failure("captures 2", before, after) == "captures 2: 1 are captured"
