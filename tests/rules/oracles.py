"""A game against its rules written a second time: both are played alike and compared."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from tests.rules.positions import shown

from livestone.core.state import State


class Oracle(Protocol):
    """A running game by rules that share no code with the package."""

    def legal(self) -> set[str]:
        """The legal moves, none at the end."""

    def play(self, move: str) -> None:
        """Play a move."""

    def cells(self) -> dict[str, str]:
        """The pieces' letters by their sites."""

    def winners(self) -> tuple[int, ...] | None:
        """Nobody for a draw, None while the game runs."""


def agree(state: State, oracle: Oracle) -> None:
    """Assert that both have the same moves, pieces and winners."""
    assert set(state.legal_texts) == oracle.legal()
    assert shown(state) == oracle.cells()
    assert state.winners == oracle.winners()


def play_alike(
    state: State,
    oracle: Any,
    rng: Random,
    plies: int = 10_000,
    keen: Callable[[Any, str], bool] = lambda oracle, move: False,
    often: float = 0.5,
    also: Callable[[State, Any], None] = lambda state, oracle: None,
) -> None:
    """Play at random in both to the end or for so many plies, and compare them after each.

    Where a move is ``keen``, one of those is played so ``often``. ``also`` compares more.
    """
    for _ in range(plies):
        agree(state, oracle)
        also(state, oracle)
        if state.over:
            return
        moves = state.legal_texts
        if rng.random() < often:
            moves = [move for move in moves if keen(oracle, move)] or moves
        move = rng.choice(moves)
        state.play(move)
        oracle.play(move)
    agree(state, oracle)
