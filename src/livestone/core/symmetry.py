"""Symmetries of games: a move or a whole game as its reflections have it."""

from __future__ import annotations

from collections.abc import Sequence

from livestone.core.game import Game
from livestone.core.state import State

Symmetry = tuple[int, ...]


def mirrored(game: Game, path: Sequence[str], symmetry: Symmetry) -> tuple[str, ...]:
    """Return a move's path as it is in a mirror; named choices stay what they are."""
    site, names = game.board.site, game.board.names
    return tuple(names[symmetry[site[token]]] if token in site else token for token in path)


def inverse(symmetry: Symmetry) -> Symmetry:
    """Return what leads back.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    return tuple(sorted(range(len(symmetry)), key=symmetry.__getitem__))


def canonical(state: State) -> tuple[str, Symmetry]:
    """Return the text that stands for a position and its mirrors, and what leads to it.

    That is the least of the texts that its moves lead to in each mirror. A state that did not
    begin at the usual opening has no mirrors; its symmetry is then the identity.
    """
    return min(_mirrors(state))


def order(state: State) -> int:
    """Return how many symmetries leave a position as it is: 1 where only the identity does."""
    return sum(text == state.text for text, _ in _mirrors(state))


def _mirrors(state: State) -> list[tuple[str, Symmetry]]:
    """The texts of a state in each mirror, its own first, and what leads to them."""
    game = state.game
    same = tuple(range(len(game.board)))
    found = [(state.text, same)]
    if game.symmetries and state.opening.tobytes() == State(game).position.tobytes():
        paths = state.view().steps
        others = (symmetry for symmetry in game.symmetries if symmetry != same)
        found += [(_replayed(game, paths, symmetry), symmetry) for symmetry in others]
    return found


def _replayed(game: Game, paths: Sequence[Sequence[str]], symmetry: Symmetry) -> str:
    mirror = State(game)
    for path in paths:
        mirror.play(" ".join(mirrored(game, path, symmetry)))
    return mirror.text
