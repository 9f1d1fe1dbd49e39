"""What is refused: moves that are not legal and positions that cannot be."""

from __future__ import annotations

import re

import pytest

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadPosition


def refuses(state: State, move: str, error: type[Exception], reason: str) -> None:
    """Assert that a move is refused with exactly this error and that nothing has changed."""
    before = state.text, state.move_texts
    with pytest.raises(error, match=re.escape(reason)) as refusal:
        state.play(move)
    assert type(refusal.value) is error
    assert (state.text, state.move_texts) == before


def refuses_opening_with(game: Game, old: str, new: str, reason: str) -> None:
    """Assert that the opening's text is no position once ``old`` in it has become ``new``."""
    opening = State(game).text
    assert old in opening
    with pytest.raises(BadPosition, match=re.escape(reason)):
        State.read(game, opening.replace(old, new, 1))
