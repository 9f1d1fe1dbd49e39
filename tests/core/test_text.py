"""Position texts: read exactly as written, refused otherwise, never repaired."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.text import read, write
from livestone.errors import BadPosition
from livestone.games import load

FREEDOM = load("freedom", size=4)
TWINS = load("twins", secret=True, players=3)
SHUTTLE = load("shuttle")
# Everything that valid texts are made of, and what is easily mistaken for it.
ALPHABET = "0123456789wbrgx/ -+_=,.abcdeghlptu１٣²\t\n\xa0"


@cache
def texts(game: Game) -> tuple[str, ...]:
    """The texts of all positions of two random games."""
    rng, found = Random(4), []
    for _ in range(2):
        state = State(game)
        found.append(state.text)
        while not state.over:
            state.play(rng.choice(state.unsorted))
            found.append(state.text)
    return tuple(found)


def is_exact_or_refused(game: Game, text: str) -> None:
    try:
        position = read(game, text)
    except BadPosition as refusal:
        message = str(refusal)
    else:
        assert write(game, position) == text
        return
    assert "\n" not in message
    assert len(message) < 700


def test_the_worked_example() -> None:
    state = State(FREEDOM)
    assert state.text == "4/4/4/4 w"
    for move in ("b2", "b3", "c2"):
        state.play(move)
    assert state.text == "4/1b2/1ww1/4 b last=c2 turn=3"
    again = State.read(FREEDOM, state.text)
    assert again.legal == state.legal
    assert (again.turn, again.ply, again.mover) == (3, 0, 1)


def test_hidden_and_multiple_values() -> None:
    state = State(TWINS)
    state.play("heart=e3")
    assert state.text == "3/4/5/4/3 b hearts=e3,-,- chosen=1 turn=1"
    assert state.view(1).text == "3/4/5/4/3 b chosen=1 turn=1"
    assert State.read(TWINS, state.text).text == state.text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is no position: it needs the rows and who is to move"),
        ("4/4/4/4", "it needs the rows and who is to move"),
        ("4/4/4 w", "'4/4/4' has 3 rows, the board has 4"),
        ("4/4/5/4 w", "row 3 from the top, '5', describes 5 sites instead of 4"),
        ("4/4/4/ w", "row 4 from the top, '', describes 0 sites instead of 4"),
        ("4/4/4/99999999999999999999999 w", "describes 5 sites instead of 4"),
        ("4/4/4/4 x", "'x' is no player to move: use w or b"),
        ("4/4/4/r3 w", "'r' in row 'r3' is no piece: use w, b"),
        ("4/4/4/٤ w", "is no piece"),
        ("4１/4/4/4 w", "'１' in row '4１' is no piece: use w, b"),
        ("１4/4/4/4 w", "'１' in row '１4' is no piece: use w, b"),
        ("4/4/4/4 w size=4", "'size=4' is not one of last, passed, turn, each once"),
        ("4/4/4/4 w turn=1 turn=1", "each once"),
        ("4/4/4/4 w turn", "'turn' is not one of"),
        ("4/4/4/4 w turn=", "'turn=' needs a whole number that makes sense"),
        ("4/4/4/4 w turn=1,2", "'turn=1,2' has 2 values"),
        ("4/4/4/4 w turn=99999999999", "makes sense"),
        ("4/4/4/4 w turn=1e3", "makes sense"),
        ("4/4/4/4 w last=z9", "'last=z9' names no site of this board"),
        ("4/4/4/4 w last=-", "is not how this position is written: '4/4/4/4 w'"),
        ("4/4/4/04 w", "is not how this position is written: '4/4/4/4 w'"),
        ("4/4/4/4  w", "is not how this position is written"),
        ("4/4/4/4 w\n", "is not how this position is written"),
        ("4/4/4/4 w turn=0", "is not how this position is written"),
        ("4/4/4/w3 b turn=01 last=a1", "is not how this position is written"),
        ("4/4/4/w3 b turn=1 last=a1", "is not how .*: '4/4/4/w3 b last=a1 turn=1'"),
    ],
    ids=repr,
)
def test_refusals_quote_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason) as refusal:
        read(FREEDOM, text)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (FREEDOM, "4/4/4/4 w turn=-1"),
        (FREEDOM, "4/4/4/w3 b last=a1 turn=2147483647"),
        (FREEDOM, "4/4/4/4 w passed=2"),
        (TWINS, "3/4/5/4/3 b chosen=4 turn=4"),
        (TWINS, "3/4/5/4/3 b hearts=e3,e3,- chosen=1 turn=1"),
        (SHUTTLE, "ww3bb b left=58 turn=1"),
        (SHUTTLE, "ww3bb w hopper=b1"),
    ],
)
def test_numbers_that_cannot_be_are_refused(game: Game, text: str) -> None:
    with pytest.raises(BadPosition):
        read(game, text)


@pytest.mark.parametrize("game", [FREEDOM, TWINS, SHUTTLE], ids=lambda game: game.id)
@given(data=st.data())
def test_mutations_are_exact_or_refused(game: Game, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(texts(game)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 2))
        text = text[:at] + data.draw(st.text(ALPHABET, max_size=2)) + text[at + cut :]
    is_exact_or_refused(game, text)


@pytest.mark.parametrize("game", [FREEDOM, TWINS, SHUTTLE], ids=lambda game: game.id)
@given(st.text() | st.text(ALPHABET))
def test_junk_is_refused(game: Game, text: str) -> None:
    is_exact_or_refused(game, text)


def test_very_long_texts_are_refused_briefly() -> None:
    for text in ("4" * 100_000, "4/" * 50_000 + " w", "4/4/4/4 w " + "turn=1 " * 9999):
        is_exact_or_refused(FREEDOM, text)
