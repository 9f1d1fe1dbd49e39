"""One alpha-beta search at work: its arrays, the kernel that fills them, and threads that help."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import numba
import numpy as np

from livestone.core.forms import position_converter
from livestone.core.game import Game
from livestone.core.kernels import FLOATS, WORDS, Kernels, kernels
from livestone.core.maths import exp
from livestone.core.playouts import game_length
from livestone.core.repetition import DEPTH, history_array
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.search.alphabeta_kernel import (
    AGE,
    AT,
    FRAME,
    INFINITE,
    MAX_DEPTH,
    NODES,
    REDUCES,
    UNIT,
    UNTIL,
    alphabeta_kernel,
)
from livestone.search.report import Line
from livestone.search.table import AGES, ENTRY

# How far a deeper search is expected to stray from the one two plies before, in units.
ASPIRATION = UNIT // 2
# How many nodes a helping thread searches without looking up.
HELP_SLICE = 1 << 14
_LOG_2 = math.log(2.0)


class Work:
    """The arrays of one search and the compiled kernel that works on them."""

    def __init__(self, game: Game, form: Game, table: Any) -> None:
        self._game = game
        built = kernels(form)
        self._run = alphabeta(built)
        self._built = built
        self._convert, self._game_length = position_converter(game, form), game_length(built)
        most = game.max_moves + 1
        self._stack = built.game.layout.array(MAX_DEPTH + DEPTH + 2)
        self._words = self._stack.view(np.uint64).reshape(len(self._stack), -1)
        self._frames = np.zeros(MAX_DEPTH + 1, FRAME)
        self._moves = np.zeros((MAX_DEPTH + 2, most), np.int32)
        self._order = np.zeros((MAX_DEPTH + 2, most), np.int32)
        self._gains = np.zeros((MAX_DEPTH + 2, most), np.int32)
        self._lines = np.zeros((MAX_DEPTH + 1, MAX_DEPTH + 1), np.int32)
        self._age = 0
        self._values: dict[int, int] = {}
        self._legal: tuple[int, ...] = ()
        self._history = history_array(game, ())
        self._length: int | None = None
        self._whole = False
        self._table = table
        self._score, self._leads = np.zeros(2), np.zeros(most)
        self._meter = np.zeros(5, np.int64)

    def hurry(self) -> None:
        """Be quick to take up positions from now on, for the price of compiling once."""
        self._convert = position_converter(self._game, self._built.game, compiled=True)

    @property
    def nodes(self) -> int:
        """Positions searched since ``begin``."""
        return int(self._meter[NODES])

    def another(self) -> Work:
        """Another one that works on the same table."""
        return Work(self._game, self._built.game, self._table)

    def follow(self, other: Work) -> None:
        """Take up the position that another one has."""
        self._history = other._history.copy()
        self._stack[0] = other._stack[0]
        self._frames[0] = other._frames[0]
        self._meter[:] = other._meter
        self._legal, self._length, self._whole = other._legal, other._length, other._whole

    def begin(self, state: State, whole: bool = False) -> None:
        """Take up a new position; ``whole`` if nothing but its proved value is wanted."""
        self._legal = state.unsorted
        self._whole = whole
        self._values.clear()
        past = state.history
        self._history = history_array(self._game, past, MAX_DEPTH + 2)
        self._convert(self._stack[0], state.position)
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
        self._length = self._game_length(self._stack)
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
        self._meter[REDUCES] = not self._whole and depth < (self._length or MAX_DEPTH)

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
                self._history,
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
        # The points are added up only when the line is reported.
        points = (margin / 2, -margin / 2) if self._game.points and bound == INFINITE else None
        return Line(pv[0], value, self.nodes, pv, proved, points)


class Help:
    """Threads that search the same position beside the main one, through the same table."""

    def __init__(self, work: Work, count: int) -> None:
        self._work = work
        self._works = [work.another() for _ in range(count)]
        self._threads: list[threading.Thread] = []
        self._halt = threading.Event()

    @property
    def nodes(self) -> int:
        """Positions searched since ``begin``."""
        return sum(work.nodes for work in self._works)

    def begin(self, depths: Callable[[], Iterator[int]], bound: int, count: int) -> None:
        """Let so many of them, if there are, take up the main search's position."""
        self._halt = threading.Event()
        for index, work in enumerate(self._works[:count]):
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

    def _search(self, work: Work, depths: Iterator[int], bound: int) -> None:
        for depth in depths:
            work.open(depth, -bound, bound, ())
            while not work.run(work.nodes + HELP_SLICE):
                if self._halt.is_set():
                    return


def _value(game: Game, margin: float, proved: bool, bound: int) -> tuple[float, float]:
    """Each player's expected result when player 0 is so far ahead in the end.

    Within a narrow ``bound`` only the sign of the margin is known.
    """
    if proved and (game.points or bound < INFINITE):
        first = 0.5 + (margin > 0) / 2 - (margin < 0) / 2
    elif game.points:
        first = 1 / (1 + exp(-margin / game.knobs.spread * _LOG_2))
    else:
        first = min(max((1 + margin / game.stake) / 2, 0.0), 1.0)
    return first, 1 - first


def alphabeta(built: Kernels) -> Any:
    """The compiled alpha-beta of a game's form for search."""
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
        WORDS,
        FLOATS,
        FLOATS,
        meter,
    )
