"""UCT for any game and any number of players: a tree grown by random playouts.

The tree grows in compiled slices of a few hundredths of a second with the GIL released, so that
the caller stays responsive and may stop at any time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

import numpy as np

from livestone.copying import Uncopied
from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.playouts import MAX_PLIES
from livestone.core.random import seeded
from livestone.core.repetition import history_array
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.ranges import check_whole
from livestone.search import tree as trees
from livestone.search.choice import highest_prior_first, ranked, taking_back_first
from livestone.search.payoff import check_winners
from livestone.search.report import Limits, Line, Report, check_open, forced, never
from livestone.search.tree_records import SETTINGS, stats_type

# How long a slice and the time between two reports should be, in seconds.
SLICE = 0.025
REPORT = 0.1
# How far apart the seeds of two trees are: more than the plies of any game.
SEEDS = 2**20
# How many guesses at hidden things one search works on.
GUESSES = 8
# How far principal variations go, and how many lines show more than their move.
PV_PLIES = 16
PV_LINES = 6


class Weights(Protocol):
    """How a search weighs what it has seen."""

    def record(self, game: Game) -> Any:
        """Return them as the record that its kernels read."""
        ...


@dataclass(frozen=True)
class Settings:
    """How UCT weighs what it has seen.

    ``explore`` weighs the exploration term; None means the game's own. ``margin`` is the share of
    the lead in points in what is maximised, 0 to 1 (games of points only). A move not yet tried
    counts as ``fresh`` visits at its parent's value; a node gets children at ``ripe`` visits.
    ``cut`` ends playouts after so many plies where the game can evaluate; None means the game's
    own cut there, none elsewhere. Where a game has ``move_priors``, a node with ``v``
    visits looks at the ``wide + widen * sqrt(v)`` open moves of the highest prior; ``wide=0`` means
    at all. Where other players move than at the root, ``theirs`` takes the place of ``widen``.
    Without ``proofs`` only the end of a game is certain, and nothing follows from it. In playouts
    ``averages`` is the share of moves that are not random, but those that have brought their
    players most since this search began; None means the game's own.
    """

    explore: float | None = None
    margin: float = 0.2
    fresh: float = 0.5
    ripe: int = 2
    cut: int | None = None
    wide: float = 2.0
    widen: float = 0.7
    theirs: float = 0.2
    proofs: bool = True
    averages: float | None = None

    def record(self, game: Game) -> Any:
        """Return the settings as the record that the kernels read."""
        cut = self.cut
        if cut is None:
            cut = game.knobs.cut if game.plain_search.evaluate else MAX_PLIES
        cut = min(cut, MAX_PLIES)
        row = np.zeros(1, SETTINGS).view(np.recarray)
        explore = game.knobs.explore if self.explore is None else self.explore
        row[0] = (
            explore,
            self.margin,
            self.fresh,
            self.ripe,
            cut,
            self.wide,
            self.widen,
            self.theirs,
            self.proofs,
            game.knobs.averages if self.averages is None else self.averages,
        )
        return row[0]


class Tree:
    """One search tree over one position, with its own random numbers."""

    # The module that has its nodes and kernels.
    kernel: ClassVar[Any] = trees

    def __init__(self, game: Game, capacity: int) -> None:
        self._built = built = kernels(game)
        # Memory that is never touched costs nothing, so the whole room is asked for at once.
        self.nodes: Any = np.empty(capacity, self.kernel.node_type(game.players))
        self.rng = seeded(0)
        self.used = np.ones(1, np.int64)
        self.done = 0
        self._grow = self.kernel.grow(built)
        self._prune = self.kernel.prune(built)
        self._stack = game.layout.array(self.kernel.STACK)
        self._words = self._stack.view(np.uint64).reshape(self.kernel.STACK, -1)
        self._stats = np.zeros(game.max_moves, stats_type(game.players))
        self._averages = np.zeros((game.move_limit, game.players, 2))
        self._learned = False  # whether there is anything in them: most games have no use for them
        self._past = 0
        self._history = history_array(game, ())

    def plant(self, position: Any, history: Sequence[bytes]) -> None:
        """Start anew at a position; ``history`` are the placements at turn ends so far."""
        self.nodes[0] = np.zeros(1, self.nodes.dtype)[0]
        self.used[0] = 1
        self._root(position, history)

    def follow(self, moves: Sequence[int], position: Any, history: Sequence[bytes]) -> bool:
        """Keep what is known below these moves and make that the root; False when nothing is."""
        at = 0
        for move in moves:
            first, count = self.nodes[at]["first"], self.nodes[at]["children"]
            found = np.flatnonzero(self.nodes["move"][first : first + count] == move)
            if not len(found):
                return False
            at = int(first + found[0])
        if self.nodes[at]["children"] == 0:
            return False
        into = np.empty(len(self.nodes), self.nodes.dtype)
        self.used[0] = self._prune(self.nodes, at, into)
        self.nodes = into
        self._root(position, history)
        return True

    def _root(self, position: Any, history: Sequence[bytes]) -> None:
        self.done = 0
        self._stats[:] = 0
        if self._learned:
            self._averages[:] = 0.0
            self._learned = False
        self._place(position)
        self._past = len(history)
        self._history = history_array(self._built.game, history, trees.LONGEST)

    def _place(self, position: Any) -> None:
        """Put a position at the root."""
        self._stack[0] = position

    def parts(self, playouts: int, settings: Any) -> list[Callable[[], int]]:
        """What adds so many visits to the tree, for a thread each; says how many it added."""
        self._learned = settings.averages > 0.0

        def grow() -> int:
            return int(self._grow(
                self.nodes, self.used, self._stack, self._words, self._history, self._past,
                self._stats, self._averages, playouts, self.rng, settings,
            ))  # fmt: skip

        return [grow]

    def exact(self, nodes: Any) -> Any:
        """What proved nodes bring each player."""
        return nodes["value"]

    @property
    def proved(self) -> bool:
        """Whether the root's value is exact."""
        return bool(self.nodes[0]["proved"])

    def root_moves(self) -> range:
        """Where the root's children stand."""
        first = int(self.nodes[0]["first"])
        return range(first, first + int(self.nodes[0]["children"]))

    def stats_of(self, places: range) -> Any:
        """The sums of the root's children."""
        return self._stats[: len(places)]

    def best_line(self, at: int, plies: int) -> tuple[int, ...]:
        """The moves from a node on that were visited most, its own first."""
        line = [int(self.nodes[at]["move"])]
        while len(line) < plies and self.nodes[at]["children"] > 0:
            node = self.nodes[at]
            below = self.nodes[node["first"] : node["first"] + node["children"]]
            rank = below["visits"].astype(np.int64)
            if node["proved"]:
                as_good = (self.exact(below) == self.exact(node)).all(axis=1)
                rank[(below["proved"] != 0) & as_good] += 2**32
            at = int(node["first"] + rank.argmax())
            line.append(int(self.nodes[at]["move"]))
        return tuple(line)


class Uct(Uncopied):
    """UCT over a game; it fulfils :class:`~livestone.search.report.Search`.

    The same seed and node limit give the same move on one thread. ``threads`` grow a tree each
    and their visits are added up, unless they share one. With ``reuse`` a search goes on from the
    tree of the last one where the new position lies in it. Raises TypeError for a game that
    declares its own winners.
    """

    # What it grows, whether threads share that, and how it is weighed unless told.
    tree: ClassVar[type[Tree]] = Tree
    shares: ClassVar[bool] = False
    weights: ClassVar[type[Weights]] = Settings

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        threads: int = 1,
        megabytes: int = 128,
        reuse: bool = False,
        settings: Weights | None = None,
    ) -> None:
        check_winners(game)
        check_whole("threads", threads, 1)
        check_whole("megabytes", megabytes, 0)
        self.game = game
        self.threads = threads
        self._settings = settings or self.weights()
        self._seed = seed
        self._reuse = reuse
        self._hides = False  # whether the mover of the position searched cannot see all of it
        self._count = 1 if self.shares else threads
        if game.plain.determinise is not None:
            self._count = max(GUESSES, threads)
        node = self.tree.kernel.node_type(game.players)
        room = megabytes * 2**20 // node.itemsize // self._count
        self._capacity = max(room, 4 * (game.max_moves + 1))
        self._trees: list[Tree] = []
        self._planted: State | None = None

    def prepare(self) -> None:
        """Compile, or load from the cache; ``search`` does it otherwise."""
        if not self._trees:
            self._trees = [self._new_tree() for _ in range(self._count)]

    @property
    def nbytes(self) -> int:
        """The most memory that its trees take."""
        return sum(int(tree.nodes.nbytes) for tree in self._trees)

    def _new_tree(self) -> Tree:
        return self.tree(self.game, self._capacity)

    def search(
        self, state: State, limits: Limits, stop: Callable[[], bool] = never
    ) -> Iterator[Report]:
        """Report on ``state`` about ten times a second until the limits, ``stop`` or a proof.

        A node is one playout. A forced move is answered at once. Raises GameOver, and BadRequest
        for another game's state.
        """
        check_open(state, self.game)
        if len(state.unsorted) == 1:
            yield forced(state)
            return
        self.prepare()
        grown = self._plant(state)
        began = reported = time.perf_counter()
        for final in self._run(grown, limits, stop, began):
            now = time.perf_counter()
            if final or now - reported >= REPORT:
                reported = now
                yield self._report(grown, state, now - began, final)

    def _plant(self, state: State) -> list[Tree]:
        """Put trees at the position, or each at a guess at what the mover cannot see."""
        viewer = int(state.position.mover)
        seen = runtime(self.game).observed(state.position, viewer)
        self._hides = (
            self.game.plain.determinise is not None and seen.tobytes() != state.position.tobytes()
        )
        old, self._planted = self._planted, None if self._hides else state.copy()
        moves = _continuation(old, state) if self._reuse and not self._hides else None
        grown = self._trees if self._hides else self._trees[: self.threads]
        for index, tree in enumerate(grown):
            # Seeded anew for each ply, so that a move does not depend on earlier searches.
            tree.rng = seeded((self._seed * self._count + index) * SEEDS + state.ply)
            if self._hides:
                guess = seen.copy()
                kernels(self.game).rule("determinise")(guess, viewer, tree.rng)
                tree.plant(guess, state.history)
            elif moves is None or not tree.follow(moves, state.position, state.history):
                tree.plant(state.position, state.history)
        return grown

    def _run(
        self, grown: Sequence[Tree], limits: Limits, stop: Callable[[], bool], began: float
    ) -> Iterator[bool]:
        """Grow the trees slice by slice; yields whether that was the last one."""
        settings = self._settings.record(self.game)
        quotas: Sequence[int | None] = [None] * len(grown)
        if limits.nodes is not None:
            quotas = shared_out(limits.nodes, len(grown))
        size = 16
        with ThreadPoolExecutor(self.threads) if self.threads > 1 else nullcontext() as pool:
            while True:
                todo = [
                    size if quota is None else min(size, quota - tree.done)
                    for tree, quota in zip(grown, quotas, strict=True)
                ]
                start = time.perf_counter()
                _grow_all(pool, grown, todo, settings)
                now = time.perf_counter()
                final = stop() or self._finished(grown, limits, quotas, now - began)
                yield final
                if final:
                    return
                # Aim at a slice's time, or at what is left of the whole; double at most.
                aim = SLICE
                if limits.seconds is not None:
                    aim = min(aim, began + limits.seconds - now)
                ratio = aim / max(now - start, 1e-6)
                size = max(1, int(size * min(ratio, 2.0)))

    def _finished(
        self, grown: Sequence[Tree], limits: Limits, quotas: Sequence[int | None], seconds: float
    ) -> bool:
        if limits.seconds is not None and seconds >= limits.seconds:
            return True
        proofs = [tree.proved for tree in grown]
        if all(proofs) or (any(proofs) and not self._hides):
            return True
        return all(
            proved or (quota is not None and tree.done >= quota)
            for proved, tree, quota in zip(proofs, grown, quotas, strict=True)
        )

    def _report(self, grown: Sequence[Tree], state: State, seconds: float, final: bool) -> Report:
        lines = _merged(grown, state, self._hides)
        return Report(
            lines=lines,
            nodes=sum(tree.done for tree in grown),
            seconds=seconds,
            depth=len(lines[0].pv),
            final=final,
        )


def _continuation(old: State | None, new: State) -> list[int] | None:
    """The moves that lead from the old state to the new one, or None."""
    if old is None or old.opening != new.opening:
        return None
    before, after = old.moves, new.moves
    if after[: len(before)] != before:
        return None
    return after[len(before) :]


def shared_out(nodes: int, count: int) -> list[int]:
    """So many nodes in ``count`` parts as equal as can be."""
    return [nodes // count + (index < nodes % count) for index in range(count)]


def _grow_all(
    pool: ThreadPoolExecutor | None, grown: Sequence[Tree], todo: Sequence[int], settings: Any
) -> None:
    work = [
        (tree, part)
        for tree, n in zip(grown, todo, strict=True)
        if n > 0
        for part in tree.parts(n, settings)
    ]
    if pool is None:
        for tree, part in work:
            tree.done += part()
    else:
        for tree, future in [(tree, pool.submit(part)) for tree, part in work]:
            tree.done += future.result()


def _merged(grown: Sequence[Tree], state: State, hides: bool) -> tuple[Line, ...]:
    """The lines of all trees together, best first.

    Written for speed: where the search is short, most of its time could go into reporting.
    """
    sums = _Sums(state.game, state.unsorted)
    for tree in grown:
        sums.add(tree)
    mover, alike = int(state.position.mover), state.game.knobs.alike
    lines = ranked(sums.lines(hides), mover)
    if alike:
        places = grown[0].root_moves()  # highest prior first
        moves = grown[0].nodes["move"][places.start : places.stop].tolist()
        lines = highest_prior_first(lines, moves, mover, alike)
    lines = taking_back_first(lines, state, mover)
    best = [replace(line, pv=_pv(grown, line)) for line in lines[:PV_LINES]]
    return (*best, *lines[PV_LINES:])


class _Sums:
    """What all trees found out about the moves at the root, one row a move."""

    def __init__(self, game: Game, legal: Sequence[int]) -> None:
        self.game = game
        self.moves = np.array(legal, np.int64)
        self._order = np.argsort(self.moves)
        self.found = np.zeros(len(legal), stats_type(game.players))
        self.visits = np.zeros(len(legal), np.int64)
        self.earlier = np.zeros((len(legal), game.players))  # as the nodes remember it
        self.exact = np.zeros((len(legal), game.players))
        self.proved = np.zeros(len(legal), np.bool_)

    def add(self, tree: Tree) -> None:
        """Add what one tree knows; in a guessed position some of its moves may not be ours."""
        places = tree.root_moves()
        nodes = tree.nodes[places.start : places.stop]
        stats = tree.stats_of(places)
        place = np.searchsorted(self.moves, nodes["move"], sorter=self._order)
        rows = self._order[np.minimum(place, len(self.moves) - 1)]
        ours = self.moves[rows] == nodes["move"]
        if not ours.all():
            rows, nodes, stats = rows[ours], nodes[ours], stats[ours]
        for name in self.found.dtype.names or ():
            self.found[name][rows] += stats[name]
        self.visits[rows] += nodes["visits"]
        self.earlier[rows] += nodes["value"] * nodes["visits"][:, None]
        sure = nodes["proved"] != 0
        self.proved[rows] |= sure
        self.exact[rows[sure]] = tree.exact(nodes)[sure]

    def lines(self, hides: bool) -> list[Line]:
        """A line for each move, without its principal variation."""
        counted, playouts = self.found["visits"], self.found["playouts"]
        with np.errstate(invalid="ignore", divide="ignore"):
            values = self.found["results"] / counted[:, None]
            # Nothing new: what an earlier search left there, if anything.
            earlier = self.earlier / self.visits[:, None]
            points = self.found["points"] / playouts[:, None]
        values = np.where(counted[:, None] > 0, values, earlier)
        values[(counted == 0) & (self.visits == 0)] = 1 / self.game.players
        sure = self.proved & (not hides)
        values[sure] = self.exact[sure]
        told = (playouts > 0) & self.game.points
        rows = (self.moves, values, self.visits, sure, told, points)
        return [
            Line(move, tuple(value), visits, (move,), proved, tuple(point) if tells else None)
            for move, value, visits, proved, tells, point in zip(
                *(row.tolist() for row in rows), strict=True
            )
        ]


def _pv(grown: Sequence[Tree], line: Line) -> tuple[int, ...]:
    """The principal variation of a line, from the tree that knows most about its move."""
    places: list[tuple[tuple[bool, int], int, int, Tree]] = []
    for tree in grown:
        span = tree.root_moves()
        nodes = tree.nodes[span.start : span.stop]
        for at in np.flatnonzero(nodes["move"] == line.move)[:1].tolist():
            rank = bool(nodes["proved"][at]), int(nodes["visits"][at])
            places.append((rank, -len(places), span.start + at, tree))
    if not places:
        return line.pv
    _, _, at, tree = max(places, key=lambda place: place[:2])
    return tree.best_line(at, PV_PLIES)
