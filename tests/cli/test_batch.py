"""``position --batch``: one line in, one line out, whatever the line is."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livestone.cli.batch import MAX_BYTES, MAX_GAMES, OFTEN, Batch
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.games import load

SMALL = {"game": "freedom", "options": {"size": 4}}


def ask(request: Any) -> dict[str, Any]:
    return Batch().answer(json.dumps(request).encode())


def test_the_same_as_a_single_position() -> None:
    state = State(load("freedom", size=4))
    opening = state.copy()
    state.play("b1")
    state.play("c2")
    assert ask({**SMALL, "moves": ["b1", "c2"]}) == state.view().as_json()
    assert ask({**SMALL, "from": state.text}) == {**state.view().as_json(), "ply": 0}
    assert ask({**SMALL, "viewer": 0})["mover"] == 0
    assert ask({**SMALL, "viewer": "spectator"}) == opening.view(ONLOOKER).as_json()


@pytest.mark.parametrize(
    ("line", "code", "why"),
    [
        (b"", "bad-request", "truncated"),
        (b"[]", "bad-request", "Expected `object`"),
        (b"\xff", "bad-request", "malformed"),
        (b"[" * 100_000, "bad-request", "object"),
        (b" " * (MAX_BYTES + 1), "bad-request", "over 200000 bytes"),
        (b"{}", "bad-request", "`game`"),
        ({"game": "chess"}, "unknown-game", "'chess'"),
        ({"game": "freedom", "size": 4}, "bad-request", "`size`"),
        ({"game": "freedom", "options": []}, "bad-request", "`$.options`"),
        ({"game": "freedom", "options": {"size": 400}}, "bad-option", "'400'"),
        ({"game": "freedom", "options": {"size": True}}, "bad-option", "'True'"),
        ({"game": "freedom", "options": {"size": [4]}}, "bad-option", "4 to 16"),
        ({"game": "freedom", "options": {"self": 1}}, "bad-option", "'self'"),
        ({**SMALL, "moves": [1]}, "bad-request", "`$.moves[0]`"),
        ({**SMALL, "moves": ["z9"]}, "move-syntax", "'z9'"),
        ({**SMALL, "moves": ["b1", "b1"]}, "illegal-move", "b1 is occupied"),
        ({**SMALL, "from": "junk"}, "bad-position", "'junk'"),
        ({**SMALL, "viewer": 2}, "bad-request", "viewer 2"),
        ({**SMALL, "viewer": True}, "bad-request", "`$.viewer`"),
        ({**SMALL, "viewer": "nobody"}, "bad-request", "'nobody'"),
    ],
)
def test_errors(line: Any, code: str, why: str) -> None:
    found = Batch().answer(line if isinstance(line, bytes) else json.dumps(line).encode())
    assert list(found) == ["error", "message"]
    assert found["error"] == code
    assert why in found["message"]
    assert "\n" not in found["message"]


@given(
    st.dictionaries(
        st.sampled_from(["game", "options", "moves", "from", "viewer", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner),
        ),
    )
)
def test_anything_gets_an_answer(request: dict[str, Any]) -> None:
    assert "error" in ask({**request, "game": request.get("game", "freedom"), "y": 0})
    ask({"game": "freedom", **request})


def test_many_games_and_often_the_same() -> None:
    batch = Batch()
    line = json.dumps({**SMALL, "moves": ["b1"]}).encode()
    first = batch.answer(line)
    assert all(batch.answer(line) == first for _ in range(OFTEN + 1))
    for size in range(MAX_GAMES + 5):
        batch.answer(json.dumps({"game": "freedom", "options": {"size": str(size)}}).encode())
    assert batch.answer(line) == first


def test_following_a_game_and_going_astray() -> None:
    """What came before makes no difference to an answer."""
    batch, start = Batch(), "4/4/4/w3 b last=a1 turn=1"
    requests = [
        *({**SMALL, "moves": ["b1", "c2", "d3", "c3"][:plies]} for plies in (1, 2, 4, 3, 4)),
        {**SMALL, "moves": ["b1", "c2", "a1"]},
        {**SMALL, "moves": ["b1", "c2", "a1", "d3"]},
        {**SMALL, "moves": ["b1", "c2", "d3"]},
        {**SMALL, "from": start, "moves": ["b1"]},
        {**SMALL, "from": start, "moves": ["b1", "c2"]},
        {**SMALL, "from": "junk", "moves": ["b1", "c2"]},
        {**SMALL, "moves": ["b1", "c2"]},
        {"game": "freedom", "moves": ["b1", "c2", "d3"]},
        {**SMALL, "moves": []},
    ]
    for request in requests * 3:
        assert batch.answer(json.dumps(request).encode()) == ask(request)


def test_a_conversation() -> None:
    """Every answer comes before the next question; bad lines of every kind are answered too."""
    command = [sys.executable, "-m", "livestone", "position", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        moves: list[str] = []
        for _ in range(6):
            child.stdin.write(json.dumps({**SMALL, "moves": moves}).encode() + b"\n")
            child.stdin.flush()
            found = json.loads(child.stdout.readline())
            assert found["ply"] == len(moves)
            moves.append(found["legal"][0])
        for line in (b"", b"x" * (3 * MAX_BYTES), b'"' + b"a" * MAX_BYTES):
            child.stdin.write(line + b"\n")
            child.stdin.flush()
            assert json.loads(child.stdout.readline())["error"] == "bad-request"
        child.stdin.write(json.dumps(SMALL).encode())
        child.stdin.close()
        assert json.loads(child.stdout.readline())["ply"] == 0
        assert child.stdout.read() == b""
        assert child.wait() == 0
