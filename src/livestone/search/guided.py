"""Guided search: UCT led by ``evaluate_moves``, for games that have it.

The estimate of each move (a *look*) is its prior. A short playout averages out errors of single
looks, and the minimax of all looks avoids moves that a few plies refute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, NamedTuple

import numpy as np

from livestone.core.forms import position_converter
from livestone.core.game import Game
from livestone.core.playouts import game_length
from livestone.core.state import State
from livestone.search import guided_kernel
from livestone.search.alphabeta import with_points
from livestone.search.report import Line, Report
from livestone.search.uct import PV_LINES, Tree, Uct, shared_out

# How far apart the random numbers of threads begin, as a power of 2; and in how many pieces for
# each its work is cut, so that threads finish at about the same time.
APART, PIECES = 40, 8
# What a draw is worth.
EVEN = 0.5


def guides(game: Game) -> bool:
    """Whether a game tells what guided search needs."""
    hints = game.for_search.plain_search
    return (
        game.players == 2
        and game.points
        and game.repetition is None
        and game.plain.determinise is None
        and hints.evaluate_moves is not None
        and hints.evaluate is not None
        and game.stake == 1
    )


@dataclass(frozen=True)
class Guidance:
    """How guided search weighs what it sees; each was chosen by matches (docs/engine-lab.md).

    ``explore`` weighs the exploration term, which grows by ``swell`` with every e times as many
    visits; a move that looks ``sharp`` points worse is visited e times less at first; ``trust``
    is the share of the minimax of looks in the value that visits follow; playouts have ``cut``
    plies and ``luck`` in points. To the searching player a draw is worth a half less ``contempt``.
    """

    explore: float = 0.5
    swell: float = 0.2
    sharp: float = 2.0
    trust: float = 0.3
    cut: int = 16
    luck: float = 0.3
    contempt: float = 0.0

    def record(self, game: Game) -> Any:
        """Return the settings as the record that the kernel reads."""
        row = np.zeros(1, guided_kernel.SETTINGS).view(np.recarray)
        weights = self.explore, self.swell, self.sharp, self.trust, self.cut, self.luck
        row[0] = *weights, game.knobs.lead_odds.draw, EVEN
        return row[0]


class _Hand(NamedTuple):
    """What a thread has for itself: positions, sums, where its nodes go, and random numbers."""

    stack: Any
    stats: Any
    used: Any
    rng: Any


class _Tree(Tree):
    """A tree over one position, in the form that the game has for search, for several threads."""

    kernel: ClassVar[Any] = guided_kernel

    threads = 1
    even = EVEN  # what a draw is worth to the first player, as far as the search goes by it

    def __init__(self, game: Game, capacity: int) -> None:
        super().__init__(game.for_search, capacity)
        self._hands: list[_Hand] = []
        self._lead_odds = game.knobs.lead_odds
        self._convert = position_converter(game, game.for_search, compiled=True)
        self._luck = guided_kernel.luck_table()
        self._length, self._odds = game_length(self._built), np.zeros((1, 2))

    def plies_left(self, position: Any) -> int | None:
        """The plies left where every game has as many, as far as random games tell."""
        self._convert(self._stack[0], position)
        return self._length(self._stack)

    def _place(self, position: Any) -> None:
        self._odds = self._lead_odds.table(self.plies_left(position) or 0)
        ends = np.linspace(self.used[0], len(self.nodes), self.threads + 1).astype(np.int64)
        self._hands = [
            _Hand(
                self._stack.copy(),
                np.zeros_like(self._stats),
                ends[at : at + 2].copy(),
                self.rng + np.uint64(at << APART),
            )
            for at in range(self.threads)
        ]

    def parts(self, playouts: int, settings: Any) -> list[Callable[[], int]]:
        """What adds so many visits to the tree, for a thread each; says how many it added."""
        hands = self._hands
        settings.even = self.even
        if len(hands) > 1 and self.nodes[0]["children"] == 0:
            # Sums are told apart by the root's moves, so these stand before threads part.
            playouts -= self._add(hands[0], 1, settings)
            self.done += 1
        pieces = PIECES if len(hands) > 1 else 1
        todo = iter(shared_out(playouts, pieces * len(hands)))
        return [partial(self._work, hand, todo, settings) for hand in hands]

    def _work(self, hand: _Hand, todo: Iterator[int], settings: Any) -> int:
        """Add what is still to do, piece by piece, while other threads take theirs."""
        return sum(self._add(hand, playouts, settings) for playouts in todo)

    def _add(self, hand: _Hand, playouts: int, settings: Any) -> int:
        done = self._grow(
            self.nodes, hand.used, hand.stack, self._odds, self._luck, hand.stats, playouts,
            hand.rng, settings,
        )  # fmt: skip
        return int(done)

    def stats_of(self, places: range) -> Any:
        """The sums of the root's children."""
        found = self._hands[0].stats[: len(places)].copy()
        for hand in self._hands[1:]:
            for name in found.dtype.names:
                found[name] += hand.stats[name][: len(places)]
        return found

    def exact(self, nodes: Any) -> Any:
        """What proved nodes bring each player, as far as the search goes by it."""
        drawn = nodes["proved"] == guided_kernel.DRAW
        first = np.where(drawn, self.even, 0.5 * (nodes["proved"] - guided_kernel.LOSS))
        return np.stack([first, 1.0 - first], axis=-1)


class Guided(Uct):
    """Guided search over a game for which :func:`guides` holds; it fulfils ``Search``.

    What holds for :class:`~livestone.search.uct.Uct` holds for it: a node is one playout, and the
    same seed and node limit give the same move on one thread. Several grow one tree. ``settings``
    are a :class:`Guidance`.
    """

    tree = _Tree
    shares = True
    weights = Guidance

    def _plant(self, state: State) -> list[Tree]:
        assert isinstance(self._settings, Guidance)
        contempt = self._settings.contempt
        even = EVEN - contempt if state.mover == 0 else EVEN + contempt
        for tree in self._trees:
            assert isinstance(tree, _Tree)
            if tree.even != even:
                self._planted = None  # what the other player has seen goes by another worth
            tree.threads, tree.even = self.threads, even
        return super()._plant(state)

    def plies_left(self, state: State) -> int | None:
        """How many plies are left, if every game from here has as many, as far as is known."""
        self.prepare()
        tree = self._trees[0]
        assert isinstance(tree, _Tree)
        return tree.plies_left(state.position)

    def _report(self, grown: Sequence[Tree], state: State, seconds: float, final: bool) -> Report:
        report = super()._report(grown, state, seconds, final)
        lines = [self._as_it_is(line) for line in report.lines]
        told = (with_points(line, state) for line in lines[:PV_LINES])
        return replace(report, lines=(*told, *lines[PV_LINES:]))

    def _as_it_is(self, line: Line) -> Line:
        """The line, where a proved draw is one, whatever the search thinks of draws."""
        drawn = line.proved and 0.0 < line.value[0] < 1.0
        return replace(line, value=(EVEN, EVEN)) if drawn else line
