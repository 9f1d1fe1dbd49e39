"""Perft: plain and compiled rules count the same, in turns and from anywhere."""

from __future__ import annotations

import pytest
from tests.cli.command import Call

from livestone.cli import perft as module
from livestone.cli.common import make_state
from livestone.cli.perft import count
from livestone.core import playouts
from livestone.core.state import State
from livestone.games import load


def by_hand(state: State, goal: int) -> int:
    if state.turn >= goal:
        return 1
    total = 0
    for move in state.legal:
        state.play(move)
        total += by_hand(state, goal)
        state.undo()
    return total


@pytest.mark.parametrize(
    ("game", "options", "moves", "turns"),
    [
        ("freedom", {"size": 4}, [], 3),
        ("freedom", {"size": 4}, ["b2", "c3"], 2),
        ("twins", {}, [], 2),
        ("twins", {}, ["c3", "a3"], 1),
        ("shuttle", {"repetition": "forbid"}, [], 4),
    ],
)
def test_plain_equals_compiled(
    game: str,
    options: dict[str, object],
    moves: list[str],
    turns: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = make_state(load(game, **options), moves)
    before = state.text
    expected = by_hand(state.copy(), state.turn + turns)
    monkeypatch.setattr(module, "PLAIN_PLIES", 10**9)
    assert count(state, turns) == expected
    monkeypatch.setattr(module, "PLAIN_PLIES", 0)
    assert count(state, turns) == expected
    monkeypatch.setattr(playouts, "PLIES_A_TURN", 1)
    assert count(state, turns) == expected
    assert (state.text, state.ply) == (before, len(moves))


def test_the_command(call: Call) -> None:
    assert call("perft freedom 2").out == "684\n"
    assert call("perft freedom 1 --option size=4 --moves a1").out == "3\n"
    text = "4/4/4/w3 b last=a1 turn=1"
    assert call("perft freedom 0 --option size=4 --from", text).out == "1\n"


def test_after_the_end() -> None:
    state = State(load("freedom", size=4))
    while not state.over:
        state.play(state.legal[0])
    assert (count(state, 0), count(state, 1)) == (1, 0)


def test_json(call: Call) -> None:
    asked = ["perft", "freedom", "2", "--option", "size=4", "--moves", "b2", "--json"]
    found = call(*asked).json
    assert list(found) == ["game", "options", "text", "depth", "count"]
    assert (found["game"], found["options"]["size"], found["depth"]) == ("freedom", 4, 2)
    state = State(load("freedom", size=4))
    state.play("b2")
    assert (found["text"], found["count"]) == (state.text, count(state, 2))
