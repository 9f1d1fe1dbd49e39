"""Guided search: a tree of UCT that grows where moves look good, for games that appraise them.

It plays Freedom better than alpha-beta with the same judgement: what a move seems worth at first
sight leads the search, a short playout after it smooths what one look gets wrong, and the minimax
of all looks keeps it from walking into what a few plies refute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from livestone.core.forms import taking_up
from livestone.core.game import Game
from livestone.core.playouts import game_length
from livestone.core.state import State
from livestone.search import guided_kernel
from livestone.search.alphabeta import with_points
from livestone.search.report import Report
from livestone.search.uct import PV_LINES, Tree, Uct


def guides(game: Game) -> bool:
    """Whether a game tells what guided search needs."""
    rules = game.for_search.plain
    return (
        game.players == 2
        and game.points
        and game.repetition is None
        and rules.determinise is None
        and rules.appraise is not None
        and rules.evaluate is not None
    )


@dataclass(frozen=True)
class Guidance:
    """How guided search weighs what it sees; each was chosen by matches (docs/engine.md).

    ``explore`` weighs the exploration term; a move that looks ``sharp`` points worse is looked at
    e times less at first; ``trust`` is the share of the minimax of looks in what a visit goes by;
    playouts have ``cut`` plies and ``luck`` in points.
    """

    explore: float = 0.5
    sharp: float = 1.0
    trust: float = 0.3
    cut: int = 4
    luck: float = 0.3

    def record(self, game: Game) -> Any:
        """Return the settings as the record that the kernel reads."""
        row = np.zeros(1, guided_kernel.SETTINGS).view(np.recarray)
        draw = game.lead_odds.draw
        row[0] = self.explore, self.sharp, self.trust, self.cut, self.luck, draw
        return row[0]


class _Tree(Tree):
    """A tree over one position in the form that the game has for search."""

    kernel: ClassVar[Any] = guided_kernel

    def __init__(self, game: Game, capacity: int) -> None:
        super().__init__(game.for_search, capacity)
        self._lead_odds = game.lead_odds
        self._take_up = taking_up(game, game.for_search, compiled=True)
        self._length, self._odds = game_length(self._built), np.zeros((1, 2))

    def plies_left(self, position: Any) -> int | None:
        """The plies left where every game has as many, as far as random games tell."""
        self._take_up(self._stack[0], position)
        return self._length(self._stack)

    def _place(self, position: Any) -> None:
        self._odds = self._lead_odds.table(self.plies_left(position) or 0)

    def grow(self, playouts: int, settings: Any) -> None:
        """Add visits to the tree."""
        self.done += self._grow(
            self.nodes,
            self.used,
            self._stack,
            self._odds,
            self._stats,
            playouts,
            self.rng,
            settings,
        )


class Guided(Uct):
    """Guided search over a game for which :func:`guides` holds; it fulfils ``Search``.

    What holds for :class:`~livestone.search.uct.Uct` holds for it: a node is one playout, and the
    same seed and node limit give the same move on one thread. ``settings`` are a :class:`Guidance`.
    """

    tree = _Tree
    weights = Guidance

    def plies_left(self, state: State) -> int | None:
        """How many plies are left, if every game from here has as many, as far as is known."""
        self.prepare()
        tree = self._trees[0]
        assert isinstance(tree, _Tree)
        return tree.plies_left(state.position)

    def _report(self, grown: Sequence[Tree], state: State, seconds: float, final: bool) -> Report:
        report = super()._report(grown, state, seconds, final)
        told = (with_points(line, state) for line in report.lines[:PV_LINES])
        return replace(report, lines=(*told, *report.lines[PV_LINES:]))
