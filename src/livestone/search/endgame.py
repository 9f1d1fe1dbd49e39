"""Alpha-beta that has the solver prove what it can near the end of a game.

For games whose rules define what the solver needs. The solver proves a lead several times as
quickly as alpha-beta, and keeps what it learned for the positions after it. Alpha-beta says where
to begin, and plays where nothing can be proved yet. With one thread the two take turns; with more
the solver has one for itself.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from threading import Event
from typing import Protocol

from livestone.copying import Uncopied
from livestone.core.game import Game
from livestone.core.maths import log
from livestone.core.state import State
from livestone.search.alphabeta import AlphaBeta, with_points
from livestone.search.clock import Clock
from livestone.search.endgame_solver import EndgameSolver
from livestone.search.report import Limits, Line, Report, Search, check_open, never

# The shares of the limits after which the solver begins, and gives up for this move.
BEGIN, END = 0.1, 0.55
# With so many nodes it is worth trying so many plies before the end, and with each ply more that
# many times as many.
NODES, PLIES, GROWTH = 1e6, 36, 1.5
# The solver's speed, in nodes a second, and what it gets where nothing limits the search.
SPEED, UNLIMITED = 3e6, Limits(nodes=40_000_000)
# How far a proved line is followed, and how many nodes each of its moves may take.
PV_PLIES, PV_NODES = 12, 50_000
# In a proved draw: the share of what is left of the limits, and the most nodes, in which the
# evaluator looks for tempting moves; and how many are tried.
TEMPTING, ENOUGH, TEMPTED = 0.8, 100_000, 6


@dataclass(frozen=True)
class Proof:
    """What is proved about a position: the mover leads by ``sure`` to ``most`` in the end.

    ``move`` makes sure of it; None while any move would.
    """

    sure: int
    most: int
    move: int | None = None

    @property
    def exact(self) -> bool:
        """Whether the lead is known."""
        return self.sure >= self.most

    def goal(self, lead: float) -> int:
        """The lead to ask for next, when ``lead`` is expected; the winner is asked for first."""
        if self.sure < 1 <= self.most and (lead > -0.5 or self.sure >= 0):
            return 1
        if self.sure < 0 <= self.most:
            return 0
        return min(max(round(lead), self.sure + 1), self.most)


class Evaluator(Search, Protocol):
    """A search that says what lead to expect, and plays where nothing is proved.

    ``threads`` is how many the next search uses.
    """

    threads: int

    def prepare(self) -> None:
        """Compile, or load from the cache."""
        ...

    @property
    def nbytes(self) -> int:
        """The most memory that what it has learned takes."""
        ...

    def plies_left(self, state: State) -> int | None:
        """How many plies are left, if every game from here has as many, as far as is known."""
        ...


class Endgame(Uncopied):
    """A search with the solver beside it; it fulfils ``Search``.

    ``evaluator`` is alpha-beta unless given. The solver has ``megabytes`` for what it learns, which
    it keeps from call to call, and so has alpha-beta. With ``tempts``, a proved draw is kept by the
    move that the evaluator values most, where others err soonest. Raises ValueError for a game that
    is not for two players.
    """

    def __init__(
        self,
        game: Game,
        *,
        megabytes: int = 64,
        evaluator: Evaluator | None = None,
        tempts: bool = False,
    ) -> None:
        self.game = game
        self._tempts = tempts
        self._evaluator = evaluator or AlphaBeta(game, megabytes=megabytes)
        self._megabytes = megabytes
        self._solver: EndgameSolver | None = None

    def prepare(self) -> None:
        """Compile, or load from the cache; ``search`` does it otherwise."""
        self._evaluator.prepare()
        if self._solver is None:
            self._solver = EndgameSolver(self.game, self._megabytes)
            self._solver.warm()

    @property
    def nbytes(self) -> int:
        """The most memory that what it has learned takes."""
        solver = 0 if self._solver is None else self._megabytes << 20
        return self._evaluator.nbytes + solver

    def search(
        self, state: State, limits: Limits, stop: Callable[[], bool] = never
    ) -> Iterator[Report]:
        """Report on ``state`` about ten times a second until the limits, ``stop`` or a proof."""
        check_open(state, self.game)
        self.prepare()
        if limits.lines > 1 or limits.depth is not None or not self._is_near(state, limits):
            yield from self._evaluator.search(state, limits, stop)
            return
        assert self._solver is not None
        # Nodes are counted for answers that can be had again: then the two take turns.
        both = self._evaluator.threads > 1 and limits.nodes is None
        whole = UNLIMITED if limits.seconds is None and limits.nodes is None else limits
        over = Event()
        clock = Clock(limits, over.is_set) if both else Clock(_part(whole, END), stop)
        for report in self._evaluator.search(state, _part(whole, BEGIN), stop):
            if not report.final:
                yield report
        if report.best.proved or stop():
            yield report
            return
        attempt = _Attempt(self._solver, state, _lead(report, state), clock, report.nodes)
        if not both:
            for _ in attempt.run():
                if clock.report_due():
                    yield replace(report, nodes=attempt.nodes, seconds=attempt.seconds, final=False)
        if not attempt.succeeded:
            with self._beside(attempt, over) if both else nullcontext():
                for report in self._go_on(state, limits, attempt, stop):
                    if not report.final:
                        yield report
        if attempt.succeeded:
            yield from self._told(state, limits, attempt, stop)
        else:
            yield made_sure(report, attempt.proof, state)

    @contextmanager
    def _beside(self, attempt: _Attempt, over: Event) -> Iterator[None]:
        """Let the solver work in a thread that the evaluator does not use meanwhile."""
        self._evaluator.threads -= 1
        try:
            with ThreadPoolExecutor(1) as pool:
                work = pool.submit(lambda: deque(attempt.run(), 0))
                try:
                    yield
                finally:
                    over.set()
                work.result()
        finally:
            self._evaluator.threads += 1

    def _go_on(
        self, state: State, limits: Limits, attempt: _Attempt, stop: Callable[[], bool]
    ) -> Iterator[Report]:
        """Let the evaluator use what is left of the limits; add both up, and what is proved."""
        spent = attempt.seconds
        rest = _rest(limits, spent, attempt.nodes)
        for report in self._evaluator.search(state, rest, lambda: attempt.succeeded or stop()):
            nodes, seconds = report.nodes + attempt.nodes, report.seconds + spent
            yield made_sure(replace(report, nodes=nodes, seconds=seconds), attempt.proof, state)

    def _told(
        self, state: State, limits: Limits, attempt: _Attempt, stop: Callable[[], bool]
    ) -> Iterator[Report]:
        """Report what is proved; a draw with its most tempting move, as far as time allows."""
        proof, nodes = attempt.proof, 0
        if self._tempts and proof.sure == 0:
            rest = _part(_rest(limits, attempt.seconds, attempt.nodes), TEMPTING)
            rest = replace(rest, nodes=min(rest.nodes or ENOUGH, ENOUGH))
            for liked in self._evaluator.search(state, rest, stop):
                nodes = liked.nodes
                if not liked.final:
                    now = replace(liked, nodes=attempt.nodes + nodes, seconds=attempt.seconds)
                    yield made_sure(now, proof, state)
            proof = self._tempting(state, proof, liked)
        line = with_points(self._line(state, proof), state)
        nodes += attempt.nodes
        yield Report((line,), nodes, attempt.seconds, len(line.pv), final=True)

    def _tempting(self, state: State, proof: Proof, liked: Report) -> Proof:
        """The proved draw by the most liked move that is shown at once to keep it."""
        for line in liked.lines[:TEMPTED]:
            if line.move == proof.move or self._draws(state, line.move):
                return replace(proof, move=line.move)
        return proof

    def _draws(self, state: State, move: int) -> bool:
        """Whether a move is shown at once to keep a proved draw."""
        assert self._solver is not None
        first = state.mover == 0
        self._solver.set_position(state)
        self._solver.step(move)
        self._solver.ask(0 if first else 1)
        done = self._solver.go_on(self._solver.nodes + PV_NODES)
        return done and (self._solver.value >= 0 if first else self._solver.value <= 0)

    def _is_near(self, state: State, limits: Limits) -> bool:
        """Whether the end is near enough for the solver to have a chance."""
        left = self._evaluator.plies_left(state)
        nodes = math.inf if limits.nodes is None else float(limits.nodes)
        if limits.seconds is not None:
            nodes = min(nodes, limits.seconds * SPEED)
        if math.isinf(nodes):
            nodes = float(UNLIMITED.nodes or 0)
        return left is not None and left <= PLIES + log(max(nodes, 1) / NODES) / log(GROWTH)

    def _line(self, state: State, proof: Proof) -> Line:
        """The proved line: each player plays what makes sure of the lead."""
        assert proof.move is not None
        assert self._solver is not None
        solver, ahead = self._solver, state.copy()
        solver.set_position(state)
        lead = proof.sure if state.mover == 0 else -proof.sure
        pv: list[int] = []
        move: int | None = proof.move
        while move is not None:
            pv.append(move)
            ahead.play(move)
            solver.step(move)
            move = self._answer(ahead, lead) if len(pv) < PV_PLIES else None
        points = (lead / 2, -lead / 2)
        return Line(pv[0], _value(proof.sure, state), 0, tuple(pv), proved=True, points=points)

    def _answer(self, state: State, lead: int) -> int | None:
        """A move that keeps a proved lead of player 0; None when it is not found at once."""
        assert self._solver is not None
        if len(state.unsorted) < 2:
            return next(iter(state.unsorted), None)
        self._solver.ask(lead if state.mover == 0 else lead + 1)
        done = self._solver.go_on(self._solver.nodes + PV_NODES)
        return self._solver.move if done else None


class _Attempt:
    """An attempt to prove by how much a position's mover leads, within what a clock allows.

    ``lead`` is what is expected; ``nodes`` counts the solver's and those spent before. What it
    knows may be read while another thread runs it.
    """

    def __init__(
        self, solver: EndgameSolver, state: State, lead: float, clock: Clock, spent: int
    ) -> None:
        self._solver, self._lead, self._clock = solver, lead, clock
        self._begun = solver.nodes - spent
        self._first = state.mover == 0
        solver.set_position(state)
        low, high = solver.extent()
        self.proof = Proof(low, high) if self._first else Proof(-high, -low)

    @property
    def nodes(self) -> int:
        """The nodes of it all."""
        return self._solver.nodes - self._begun

    @property
    def seconds(self) -> float:
        """The seconds since the search began."""
        return self._clock.seconds

    @property
    def succeeded(self) -> bool:
        """Whether the lead is known, and what to play for it."""
        return self.proof.exact and self.proof.move is not None

    def run(self) -> Iterator[None]:
        """Ask one question after the other; looks up every now and then."""
        solver, clock = self._solver, self._clock
        while not self.proof.exact:
            goal = self.proof.goal(self._lead)
            solver.ask(goal if self._first else 1 - goal)
            while not solver.go_on(self._begun + clock.slice(self.nodes)):
                yield
                if clock.is_over(self.nodes):
                    return
            self._learn(goal)

    def _learn(self, goal: int) -> None:
        """Take an answer into the proof."""
        value = self._solver.value if self._first else -self._solver.value
        if value >= goal:
            self.proof = Proof(value, self.proof.most, self._solver.move)
        else:
            self.proof = replace(self.proof, most=value)


def made_sure(report: Report, proof: Proof, state: State) -> Report:
    """The report, but with the move that is proved where it promises no less or wins."""
    better = proof.sure > 0 or proof.sure >= _lead(report, state)
    if proof.move is None or report.best.proved or not better:
        return report
    value = _value(1, state) if proof.sure > 0 else report.best.value
    line = Line(proof.move, value, report.nodes, (proof.move,), points=report.best.points)
    return replace(report, lines=(line,))


def _lead(report: Report, state: State) -> float:
    """How far the mover may lead in the end."""
    points = report.best.points
    if points is None:
        return 0.0
    lead = points[0] - points[1]
    return lead if state.mover == 0 else -lead


def _value(lead: int, state: State) -> tuple[float, float]:
    """What a lead of the mover is worth to each."""
    mine = 0.5 + (lead > 0) / 2 - (lead < 0) / 2
    return (mine, 1 - mine) if state.mover == 0 else (1 - mine, mine)


def _part(limits: Limits, share: float) -> Limits:
    """A share of the limits."""
    return replace(
        limits,
        seconds=None if limits.seconds is None else limits.seconds * share,
        nodes=None if limits.nodes is None else max(1, int(limits.nodes * share)),
    )


def _rest(limits: Limits, seconds: float, nodes: int) -> Limits:
    """What is left of the limits, if next to nothing."""
    return replace(
        limits,
        seconds=None if limits.seconds is None else max(0.0, limits.seconds - seconds),
        nodes=None if limits.nodes is None else max(1, limits.nodes - nodes),
    )
