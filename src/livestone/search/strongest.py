"""Chooses the strongest search for a game: guided search, alpha-beta with the solver, or UCT.

The choice follows from what a game's rules offer. Guided search plays games with
``evaluate_moves``; alpha-beta those with an estimate of the points to come, and it is the one that
estimates leads; UCT plays the others, until a position can be solved to the end. Where the rules
have ``bounds``, the endgame solver proves what it can.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from livestone.copying import Uncopied
from livestone.core.chance import draw
from livestone.core.game import Game
from livestone.core.maths import log
from livestone.core.random import seeded
from livestone.core.state import State
from livestone.processors import available_processors
from livestone.ranges import check_number, check_whole
from livestone.search.alphabeta import AlphaBeta
from livestone.search.endgame import Endgame, Evaluator
from livestone.search.endgame_solver import can_solve
from livestone.search.guided import Guidance, Guided, guides
from livestone.search.report import Limits, Report, check_open, forced, never
from livestone.search.uct import Uct

# The most threads UCT uses, and the memory of a tree.
THREADS, MEGABYTES = 4, 128
# The share of the time that trying to solve a position may take, and what is needed to try.
SOLVING = 0.25
SOLVER_SPEED = 1e6
# A draw is worth a half less this to a player of people and weaker programs (docs/engine-lab.md).
CONTEMPT = 0.1
# How many random games tell how much there is left to play.
SAMPLES = 5


def judges(game: Game) -> bool:
    """Whether alpha-beta judges positions of a game well enough to play it."""
    open_game = game.players == 2 and game.plain.determinise is None
    return open_game and game.points and game.plain_search.evaluate is not None


def _evaluator(
    game: Game, seed: int, threads: int, to_play: bool, megabytes: int, contempt: float
) -> Evaluator | Endgame | None:
    """The evaluator for a game, with the solver where it can be asked; None where there is none."""
    if not judges(game):
        return None
    evaluator: Evaluator = AlphaBeta(game, threads=threads)
    if to_play and guides(game):
        settings = Guidance(contempt=contempt)
        evaluator = Guided(
            game, seed=seed, threads=threads, megabytes=megabytes, reuse=True, settings=settings
        )
    return Endgame(game, evaluator=evaluator, tempts=to_play) if can_solve(game) else evaluator


class Strongest(Uncopied):
    """The strongest search there is for a game; it fulfils ``Search``.

    ``to_play`` asks for the best move only; else what is said about leads must hold as well. With
    one of ``threads`` and limits in nodes, the same questions have the same answers. A tree of
    ``megabytes`` is full after so many playouts, see docs/engine-lab.md. Who plays others that are
    weaker may count a draw as a half less ``contempt``.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        threads: int = THREADS,
        to_play: bool = False,
        megabytes: int = MEGABYTES,
        contempt: float = 0.0,
    ) -> None:
        check_whole("threads", threads, 1)
        check_whole("megabytes", megabytes, 0)
        check_number("contempt", contempt, 0, 0.5)
        self.game = game
        open_game = game.players == 2 and game.plain.determinise is None
        self._alphabeta = AlphaBeta(game) if open_game else None
        threads = min(available_processors(), threads)
        self._evaluator = _evaluator(game, seed, threads, to_play, megabytes, contempt)
        self._uct = Uct(game, seed=seed, threads=threads, megabytes=megabytes, reuse=True)
        self._rng = seeded(seed)

    def prepare(self) -> None:
        """Compile, or load from the cache; ``search`` does it otherwise."""
        if self._evaluator is not None:
            self._evaluator.prepare()
        else:
            self._uct.prepare()

    @property
    def nbytes(self) -> int:
        """The most memory that what it has learned takes."""
        parts = self._evaluator, self._uct, self._alphabeta
        return sum(part.nbytes for part in parts if part is not None)

    def search(
        self, state: State, limits: Limits, stop: Callable[[], bool] = never
    ) -> Iterator[Report]:
        """Report on ``state`` about ten times a second until the limits, ``stop`` or a proof.

        A forced move is answered at once. Raises GameOver, and BadRequest for another game's state.
        """
        check_open(state, self.game)
        if len(state.unsorted) == 1:
            yield forced(state)
        elif self._evaluator is not None:
            yield from self._evaluator.search(state, limits, stop)
        else:
            yield from self._solve_or_guess(state, limits, stop)

    def _solve_or_guess(
        self, state: State, limits: Limits, stop: Callable[[], bool]
    ) -> Iterator[Report]:
        """Solve the position where that looks possible in a part of the time, else UCT."""
        solver = self._alphabeta if self._is_near_the_end(state, limits) else None
        for each in (solver, self._uct):
            if each is not None:
                each.prepare()
        began = time.perf_counter()
        if solver is not None:
            seconds = None if limits.seconds is None else limits.seconds * SOLVING
            nodes = None if limits.nodes is None else max(1, int(limits.nodes * SOLVING))
            trying = Limits(seconds, nodes, limits.lines)
            for report in solver.solve(state, trying, stop):
                if all(line.proved for line in report.lines):
                    yield report
                    return
        if limits.seconds is not None:
            left = max(0.0, limits.seconds - (time.perf_counter() - began))
            limits = replace(limits, seconds=left)
        yield from self._uct.search(state, limits, stop)

    def _is_near_the_end(self, state: State, limits: Limits) -> bool:
        """Whether random games from here promise a tree that alpha-beta gets through in time.

        The product of the numbers of moves along a random game estimates the tree's leaves
        (Knuth 1975); alpha-beta needs about the square root of them.
        """
        reach = math.inf if limits.nodes is None else limits.nodes * SOLVING
        if limits.seconds is not None:
            reach = min(reach, limits.seconds * SOLVING * SOLVER_SPEED)
        if math.isinf(reach) or self._alphabeta is None:
            return False
        most: float = 2 * log(reach + 1)
        sizes = sorted(self._random_size(state, most) for _ in range(SAMPLES))
        return sizes[SAMPLES // 2] <= most

    def _random_size(self, state: State, most: float) -> float:
        """The logarithm of the product, looked at no further than ``most``."""
        size = 0.0
        game = state.copy()
        while not game.over and size <= most:
            size += log(len(game.unsorted))
            game.play(game.unsorted[draw(self._rng, len(game.unsorted))])
        return size
