"""Alpha-beta: looks ahead in any two-player game, deeper and deeper, and knows when it is done.

The value searched is a player's score less the other's. Where the game guesses at outcomes the
leaves are guesses; a search whose leaves are all finished games has proved its result.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, takewhile
from typing import Any

import numba
import numpy as np

from livestone.core.game import Game
from livestone.core.kernels import FLOATS, INT32S, KEYS, RANDOM, WORDS, Kernels, kernels
from livestone.core.random import seeded
from livestone.core.repetition import DEPTH
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.search.alphabeta_kernel import (
    AGE,
    AT,
    FRAME,
    INFINITE,
    MOST_PLIES,
    NODES,
    REDUCES,
    UNIT,
    UNTIL,
    alphabeta_kernel,
    random_game_kernel,
)
from livestone.search.report import Limits, Line, Report, never
from livestone.search.table import AGES, ENTRY, new_table

# How often a search reports, and how long it runs without looking up, in seconds.
REPORT_SECONDS = 0.1
SLICE_SECONDS = 0.01
FIRST_SLICE = 2000
# Within so many plies of the end a search looks straight to it.
EARLY = 8
# How many random games show whether a game's length is fixed.
SAMPLES = 16
# How far a deeper search is expected to stray from the one two plies before, in units.
ASPIRATION = UNIT // 2
# How many nodes a helping thread searches without looking up.
HELP_SLICE = 1 << 14


class AlphaBeta:
    """Iterative deepening principal variation search; ``megabytes`` limit its table.

    With more than one of ``threads``, the others search the same position a ply deeper and share
    what they learn through the table; only one thread always gives the same answers. What has been
    learned is kept from call to call. ``form`` is the form of the game to search, if not its own.
    Raises ValueError for a game that is not for two players.
    """

    def __init__(
        self, game: Game, *, megabytes: int = 64, threads: int = 1, form: Game | None = None
    ) -> None:
        if game.players != 2:
            raise ValueError(f"alpha-beta needs a game for two players, not {game.players}")
        if threads < 1:
            raise ValueError(f"a search needs one thread or more, not {threads}")
        self.game = game
        self._form = form or game.for_search
        self._megabytes, self._threads = megabytes, threads
        self._work: _Work | None = None
        self._help: _Help | None = None

    def prepare(self) -> None:
        """Compile, or load from the cache; a search does it when nobody has."""
        if self._work is None:
            self._work = _Work(self.game, self._form, new_table(self._megabytes))
            self._help = _Help(self._work, self._threads - 1)

    def search(
        self, state: State, limits: Limits, stop: Callable[[], bool] = never
    ) -> Iterator[Report]:
        """Report on ``state`` about ten times a second until the limits, ``stop`` or a proof.

        Each report holds the best lines of one depth, as many as the limits ask for; of a depth
        that was not finished only the best move found in it, if no other line is wanted. A
        ``proved`` line is exact.
        """
        return self._deepen(state, limits, stop, INFINITE, EARLY)

    def solve(
        self,
        state: State,
        limits: Limits | None = None,
        stop: Callable[[], bool] = never,
        *,
        winner_only: bool = False,
    ) -> Iterator[Report]:
        """Search to the end of the game, reporting meanwhile; the last line is ``proved``.

        When the limits or ``stop`` come first, the last line is not ``proved``: not finished.
        ``winner_only`` asks only who wins, which is quicker; ``points`` are then left out.
        """
        bound = 1 if winner_only else INFINITE
        return self._deepen(state, limits or Limits(), stop, bound, MOST_PLIES)

    def choose(self, state: State, nodes: int) -> tuple[int, float, bool]:
        """The best move within so many nodes, how far player 0 then leads, and if that is proved.

        The same as ``search`` finds, without reports: several times as quick for few nodes.
        """
        self.prepare()
        assert self._work is not None
        work = self._work
        work.hurry()
        work.begin(state)
        move, lead, proved = state.legal[0], 0.0, False
        for depth in _depths(work.length(), EARLY, None):
            finished = False
            for alpha, beta in work.windows(depth, INFINITE, ()):
                work.open(depth, alpha, beta, ())
                finished = work.run(nodes)
                if not finished or work.settled(depth, ()):
                    break
            if found := work.found(finished):
                move, proved = found[0], finished and found[2]
                lead = found[1] if finished or depth == 1 else lead
            if proved or work.nodes >= nodes:
                break
        return move, lead, proved

    def _deepen(
        self, state: State, limits: Limits, stop: Callable[[], bool], bound: int, early: int
    ) -> Iterator[Report]:
        self.prepare()
        assert self._work is not None
        assert self._help is not None
        work, help_ = self._work, self._help
        # Of a search that nobody went on with.
        help_.end()
        clock = _Clock(limits, stop)
        work.begin(state, early == MOST_PLIES)
        length = work.length()
        depths = partial(_depths, length, early, limits.depth)
        help_.begin(depths, bound)
        try:
            yield from self._iterate(state, limits, clock, bound, depths())
        finally:
            help_.end()

    def _iterate(
        self, state: State, limits: Limits, clock: _Clock, bound: int, depths: Iterator[int]
    ) -> Iterator[Report]:
        """Search one depth after the other until it is over or all is proved."""
        assert self._work is not None
        work, points = self._work, self.game.points and bound == INFINITE

        def report(depth: int, final: bool = False) -> Report:
            told = tuple(_with_points(line, state) for line in lines) if points else lines
            return Report(told, self._nodes, clock.seconds, depth, final)

        wanted = min(limits.lines, len(state.legal))
        lines: tuple[Line, ...] = (_nothing(self.game, state),)
        over, complete, depth = False, False, 0
        for depth in depths:
            # What is proved is not asked again, unless something unproved stands before it.
            found = list(takewhile(lambda line: line.proved, lines))
            while len(found) < wanted and not over:
                finished = False
                barred = [line.move for line in found]
                for done in self._settle(clock, depth, bound, barred):
                    finished = done
                    if not done:
                        yield report(depth - 1)
                if (finished or wanted == 1) and (line := work.line(finished, bound)):
                    found.append(_below(line, found, state))
                over = not finished or clock.is_over(self._nodes)
            complete = finished and len(found) == wanted
            if found and (complete or wanted == 1 or depth == 1):
                lines = tuple(found)
            if over or all(line.proved for line in lines):
                break
        yield report(depth - (not complete), final=True)

    def _settle(
        self, clock: _Clock, depth: int, bound: int, barred: Sequence[int]
    ) -> Iterator[bool]:
        """Find the value at a depth; yield False when a report is due, True when it is found."""
        assert self._work is not None
        work = self._work
        for alpha, beta in work.windows(depth, bound, barred):
            work.open(depth, alpha, beta, barred)
            while not work.run(work.nodes + clock.slice(self._nodes) - self._nodes):
                if clock.is_over(self._nodes):
                    return
                if clock.report_due():
                    yield False
            if work.settled(depth, barred):
                break
        yield True

    @property
    def _nodes(self) -> int:
        """Positions searched by all threads."""
        assert self._work is not None
        assert self._help is not None
        return self._work.nodes + self._help.nodes


class _Help:
    """Threads that search the same position beside the main one, through the same table."""

    def __init__(self, work: _Work, count: int) -> None:
        self._work = work
        self._works = [work.another() for _ in range(count)]
        self._threads: list[threading.Thread] = []
        self._halt = threading.Event()

    @property
    def nodes(self) -> int:
        """Positions searched since ``begin``."""
        return sum(work.nodes for work in self._works)

    def begin(self, depths: Callable[[], Iterator[int]], bound: int) -> None:
        """Take up the main search's position."""
        self._halt = threading.Event()
        for index, work in enumerate(self._works):
            work.follow(self._work)
            # Half of them a ply ahead: threads at the same depth would do the same.
            ahead = islice(depths(), 1 - index % 2, None)
            thread = threading.Thread(target=self._search, args=(work, ahead, bound), daemon=True)
            self._threads.append(thread)
            thread.start()

    def end(self) -> None:
        """Stop, and wait until all have."""
        self._halt.set()
        while self._threads:
            self._threads.pop().join()

    def _search(self, work: _Work, depths: Iterator[int], bound: int) -> None:
        for depth in depths:
            work.open(depth, -bound, bound, ())
            while not work.run(work.nodes + HELP_SLICE):
                if self._halt.is_set():
                    return


class _Clock:
    """When to stop, to report, and to look up."""

    def __init__(self, limits: Limits, stop: Callable[[], bool]) -> None:
        self._limits, self._stop = limits, stop
        self._began = self._looked = self._reported = time.perf_counter()
        self._slice = FIRST_SLICE

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._began

    def is_over(self, nodes: int) -> bool:
        """Whether the limits or the stop signal end the search."""
        limits = self._limits
        return (
            (limits.nodes is not None and nodes >= limits.nodes)
            or (limits.seconds is not None and self.seconds >= limits.seconds)
            or self._stop()
        )

    def slice(self, nodes: int) -> int:
        """The node to look up at: about ``SLICE_SECONDS`` away, and never past the limit."""
        now = time.perf_counter()
        spent, self._looked = now - self._looked, now
        if spent > 2 * SLICE_SECONDS:
            self._slice = max(self._slice // 2, 16)
        elif spent < SLICE_SECONDS:
            self._slice = min(self._slice * 2, 1 << 16)
        until = nodes + self._slice
        return until if self._limits.nodes is None else min(until, self._limits.nodes)

    def report_due(self) -> bool:
        """Whether it is time for the next report."""
        now = time.perf_counter()
        due = now - self._reported >= REPORT_SECONDS
        if due:
            self._reported = now
        return due


class _Work:
    """The arrays of one search and the compiled kernel that works on them."""

    def __init__(self, game: Game, form: Game, table: Any) -> None:
        self._game = game
        built = kernels(form)
        self._run = _kernel(built)
        self._built = built
        self._derive = built.game.plain.derive if built.game != game else None
        most = game.max_moves + 1
        self._stack = built.game.layout.array(MOST_PLIES + DEPTH + 2)
        self._words = self._stack.view(np.uint64).reshape(len(self._stack), -1)
        self._frames = np.zeros(MOST_PLIES + 1, FRAME)
        self._moves = np.zeros((MOST_PLIES + 2, most), np.int32)
        self._order = np.zeros((MOST_PLIES + 2, most), np.int32)
        self._gains = np.zeros((MOST_PLIES + 2, most), np.int32)
        self._lines = np.zeros((MOST_PLIES + 1, MOST_PLIES + 1), np.int32)
        self._age = 0
        self._values: dict[int, int] = {}
        self._legal: tuple[int, ...] = ()
        self._keys = np.zeros(0, np.uint64)
        self._length: int | None = None
        self._whole = False
        self._table = table
        self._score, self._leads = np.zeros(2), np.zeros(most)
        self._meter = np.zeros(5, np.int64)
        # Where positions may repeat, no game is sure to have an end at all.
        self._random_game = None if game.repetition else _random_game(built)

    def hurry(self) -> None:
        """Be quick to take up positions from now on, for the price of compiling once."""
        if self._derive:
            self._derive = self._built.rule("derive")

    @property
    def nodes(self) -> int:
        """Positions searched since ``begin``."""
        return int(self._meter[NODES])

    def another(self) -> _Work:
        """Another one that works on the same table."""
        return _Work(self._game, self._built.game, self._table)

    def follow(self, other: _Work) -> None:
        """Take up the position that another one has."""
        self._keys = other._keys.copy()
        self._stack[0] = other._stack[0]
        self._frames[0] = other._frames[0]
        self._meter[:] = other._meter
        self._legal, self._length, self._whole = other._legal, other._length, other._whole

    def begin(self, state: State, whole: bool = False) -> None:
        """Take up a new position; ``whole`` if nothing but its proved value is wanted."""
        self._legal, self._whole = state.legal, whole
        self._values.clear()
        past = np.array(state._keys, np.uint64)
        self._keys = np.concatenate([past, np.zeros(MOST_PLIES + 2, np.uint64)])
        plain = self._game.layout
        for name in plain.placement + plain.identity + plain.derived:
            self._stack[0][name] = state.position[name]
        if self._derive:
            self._derive(self._stack[0])
        root = self._frames[0]
        root["ends"] = len(past)
        root["lead"] = 0
        if self._game.points:
            first, second = runtime(self._game).scores(state.position)
            root["lead"] = round((first - second) * UNIT)
        self._meter[:] = 0
        self._age = (self._age + 1) % AGES
        self._meter[AGE] = self._age

    def length(self) -> int | None:
        """The plies left when every game from here is that long, as far as random games tell."""
        self._length = None
        if self._random_game is None:
            return None
        rng = seeded(1)
        lengths = {int(self._random_game(self._stack, self._moves[0], rng)) for _ in range(SAMPLES)}
        self._length = lengths.pop() if len(lengths) == 1 else None
        return self._length

    def windows(self, depth: int, bound: int, barred: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The windows to search one after the other until the value lies in one.

        Two plies earlier the same player had the last word, so that value is the nearer guess.
        """
        if depth - 2 in self._values and bound == INFINITE and not barred:
            guess = self._values[depth - 2]
            yield guess - ASPIRATION, guess + ASPIRATION
        yield -bound, bound

    def settled(self, depth: int, barred: Sequence[int]) -> bool:
        """Whether the value lies within the window; if so, remember it."""
        root = self._frames[0]
        value = int(root["best"])
        if not barred:
            self._values[depth] = value
        return int(root["floor"]) < value < int(root["beta"])

    def open(self, depth: int, alpha: int, beta: int, barred: Sequence[int]) -> None:
        """Start a search so many plies deep of all moves but the ``barred``.

        Values beyond ``alpha`` and ``beta`` need not be exact.
        """
        root = self._frames[0]
        given = [move for move in self._legal if move not in barred]
        root["given"], root["barred"] = len(given), len(barred) > 0
        self._moves[0, : len(given)] = given
        root["depth"], root["alpha"], root["beta"], root["entered"] = depth, alpha, beta, 0
        root["best"], root["floor"] = -INFINITE, alpha
        self._meter[AT] = 0
        # What is to be proved is searched in full.
        self._meter[REDUCES] = not self._whole and depth < (self._length or MOST_PLIES)

    def run(self, until: int) -> bool:
        """Go on up to the node ``until``; return whether the search is finished."""
        self._meter[UNTIL] = until
        return bool(
            self._run(
                self._stack,
                self._words,
                self._frames,
                self._moves,
                self._order,
                self._gains,
                self._lines,
                self._table,
                self._keys,
                self._score,
                self._leads,
                self._meter,
            )
        )

    def found(self, finished: bool) -> tuple[int, float, bool] | None:
        """The root's best move, how far player 0 then leads, and whether that is no guess.

        None when not even the first move has been searched.
        """
        root = self._frames[0]
        if root["best_move"] < 0 or not root["entered"]:
            return None
        # Below its window a search knows no best move, unless that is all that was asked.
        if not finished and root["best"] <= root["floor"]:
            return None
        margin = float(root["best"]) / UNIT * (1 if self._stack[0].mover == 0 else -1)
        return int(root["best_move"]), margin, not root["open"]

    def line(self, finished: bool, bound: int) -> Line | None:
        """What the root knows but for points: None when not even its first move is searched."""
        found = self.found(finished)
        if found is None:
            return None
        move, margin, closed = found
        proved = finished and closed
        pv = tuple(int(move) for move in self._lines[0, : self._frames[0]["line"]]) or (move,)
        value = _value(self._game, margin, proved, bound)
        # What the points add up to nobody asks before the line is reported.
        points = (margin / 2, -margin / 2) if self._game.points and bound == INFINITE else None
        return Line(pv[0], value, self.nodes, pv, proved, points)


def _depths(length: int | None, early: int, most: int | None) -> Iterator[int]:
    """The depths to search, one after the other, up to ``most``.

    A game that fills a board ends after ``length`` plies whatever is played: from ``early`` plies
    before that the depths between teach less than they cost.
    """
    last = MOST_PLIES - 1 if most is None else min(most, MOST_PLIES - 1)
    depth = 1
    while depth <= last:
        if length is not None and depth < length <= min(depth + early, last):
            depth = length
        yield depth
        depth += 1


def _value(game: Game, margin: float, proved: bool, bound: int) -> tuple[float, float]:
    """Each player's expected result when player 0 is so far ahead in the end.

    Within a narrow ``bound`` only the sign of the margin is known.
    """
    if proved and (game.points or bound < INFINITE):
        first = 0.5 + (margin > 0) / 2 - (margin < 0) / 2
    elif game.points:
        first = 1 / (1 + 2 ** (-margin / game.spread))
    else:
        first = min(max((1 + margin / game.stake) / 2, 0.0), 1.0)
    return first, 1 - first


def _with_points(line: Line, state: State) -> Line:
    """The line with each player's final points where it ends, or the guess at them.

    The game guesses how much there will be to share, and the search how far somebody leads.
    """
    end = state.copy()
    for move in line.pv:
        end.play(move)
    guess = None if end.over else runtime(state.game).estimate(end.position)
    if line.points is None:
        return replace(line, points=guess or end.scores)
    lead = line.points[0] - line.points[1]
    behind = max(0.0, (sum(guess or end.scores) - abs(lead)) / 2)
    return replace(line, points=(behind + max(lead, 0.0), behind + max(-lead, 0.0)))


def _nothing(game: Game, state: State) -> Line:
    """What is known before the search: the first legal move is one."""
    move = state.legal[0]
    return Line(move, (0.5, 0.5), 0, (move,))


def _below(line: Line, above: list[Line], state: State) -> Line:
    """The line, thought no better than those that were found better than all moves after them.

    It may seem so when what the table knows comes from deeper searches, or when the best move is
    known to lose and how much the others lose is not.
    """
    mover = int(state.position.mover)
    if not above or line.value[mover] <= above[-1].value[mover]:
        return line
    return replace(line, value=above[-1].value, points=above[-1].points)


def _kernel(built: Kernels) -> Any:
    frames = numba.types.Array(numba.from_dtype(FRAME), 1, "C")
    entries = numba.types.Array(numba.from_dtype(ENTRY), 1, "C")
    grid = numba.types.Array(numba.int32, 2, "C")
    meter = numba.types.Array(numba.int64, 1, "C")
    return built.build(
        alphabeta_kernel,
        built.stack,
        WORDS,
        frames,
        grid,
        grid,
        grid,
        grid,
        entries,
        KEYS,
        FLOATS,
        FLOATS,
        meter,
    )


def _random_game(built: Kernels) -> Any:
    return built.build(random_game_kernel, built.stack, INT32S, RANDOM)
