"""Keys: a piece on another site, one more or one less gives another key, in every game.

Asked of the plain referee about many positions at once, in arrays instead of numbers;
``test_compiled`` and ``tests/portable`` compare the others with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.conformance.cases import EVERY

from livestone.conformance.cases import looks, quick
from livestone.core.game import Game
from livestone.core.repetition import referee
from livestone.games import catalogue

EMPTY = 0
GAMES = pytest.mark.parametrize(
    "game", [quick(kind, {}) for kind in catalogue().values()], ids=[*catalogue()]
)
FORMS = pytest.mark.parametrize("game", [case for case in EVERY if case.id.endswith("-for-search")])
PAIRS = pytest.mark.parametrize(
    "pairs", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)], ids=["few", "million"]
)


def keys(game: Game, octets: Any, *, whole: bool) -> Any:
    """The keys of positions, given as bytes: of their placements, or of ``whole`` identities."""
    judge = referee(game, game.plain, lambda function: function)
    words = np.ascontiguousarray(octets.view(np.uint64).T)
    with np.errstate(over="ignore"):
        if whole:
            return judge.identity(words)
        history = np.zeros((1, game.layout.placement_words + 1, len(octets)), np.uint64)
        judge.note(words, history, 0)
        return history[0, 0]


def positions(game: Game) -> Iterator[Any]:
    """Positions of a game, and then the same with their sites shuffled, without end."""
    rng, sites = np.random.default_rng(1), len(game.board)
    known = [state.position for state in looks(game)]
    yield from known
    while True:
        for position in known:
            s = position.copy()
            s["cells"][:sites] = rng.permutation(s["cells"][:sites])
            yield s


def moved(game: Game, position: Any) -> Any:
    """A position, and every one in which one piece has gone to an empty site."""
    cells = position["cells"][: len(game.board)]
    origins, targets = pairs_of(np.flatnonzero(cells), np.flatnonzero(cells == EMPTY))
    found, board = copies(game, position, len(origins))
    rows = np.arange(len(origins)) + 1
    board[rows, targets] = cells[origins]
    board[rows, origins] = EMPTY
    return found


def changed(game: Game, position: Any) -> Any:
    """A position, and every one with a piece less, more, or of another kind."""
    cells = position["cells"][: len(game.board)]
    sites, kinds = pairs_of(np.arange(len(cells)), np.unique([EMPTY, *cells]))
    differ = np.flatnonzero(cells[sites] != kinds)
    found, board = copies(game, position, len(differ))
    board[np.arange(len(differ)) + 1, sites[differ]] = kinds[differ]
    return found


def pairs_of(these: Any, those: Any) -> Any:
    return np.repeat(these, len(those)), np.tile(those, len(these))


def copies(game: Game, position: Any, more: int) -> Any:
    """A position and so many more of it, as bytes, and the part of them that is the board."""
    layout = game.layout
    octets = np.frombuffer(position.tobytes(), np.uint8)[: layout.identity_words * 8]
    found = np.tile(octets, (1 + more, 1))
    begin = layout.dtype.fields["cells"][1]
    return found, found[:, begin : begin + len(game.board)]


def check(game: Game, change: Any, pairs: int, *, whole: bool) -> None:
    """Ask for different keys of a position and of all that one change makes of it."""
    done = 0
    for position in positions(game):
        octets = change(game, position)
        assert len(np.unique(keys(game, octets, whole=whole))) == len(octets)
        done += len(octets) - 1
        if done >= pairs:
            return


@PAIRS
@GAMES
def test_a_piece_on_another_site_gives_another_key(game: Game, pairs: int) -> None:
    check(game, moved, pairs, whole=False)


@PAIRS
@GAMES
def test_a_piece_more_or_less_gives_another_identity(game: Game, pairs: int) -> None:
    check(game, changed, pairs, whole=True)


@PAIRS
@FORMS
def test_so_it_does_in_the_form_for_search(game: Game, pairs: int) -> None:
    check(game, changed, pairs, whole=True)
