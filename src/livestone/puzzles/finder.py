"""Finds puzzles in games of bots: positions near the end in which one move stands out."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle

from livestone.core.game import Game
from livestone.core.playouts import MAX_PLIES
from livestone.core.state import State
from livestone.play.bot import Bot
from livestone.play.levels import PATIENCE
from livestone.play.workers import Stop, Stopped
from livestone.puzzles.forcing import last_turn
from livestone.puzzles.proof import Prover, failure, keeps, kept_prover
from livestone.puzzles.puzzle import Goal, Puzzle
from livestone.puzzles.rating import WEAK, plays, rating
from livestone.puzzles.solution import exact_line, winning_line
from livestone.puzzles.theme import obvious, theme

# How many plies before the bots' are random.
OPENING = 6
# How many turns of each player from the end positions are looked at; more where none may come back,
# for then many can be proved to the end.
TURNS, LATE_TURNS = 4, 8
# The longest win, the longest threat, the fewest moves to choose from.
MAX_WIN, MAX_HOLD, MIN_MOVES = 3, 2, 3
# All questions about one position may take so many times what one of them may.
QUESTIONS = 4
# A question with a turn more takes about this power of the nodes.
GROWTH = 1.5
# After so many positions in a row that cannot be settled, earlier ones of the game are not tried.
MAX_UNSETTLED = 4
# How many tries of the weak level have to go wrong.
WEAK_MISSES = 2
# The most plies of one turn that may be played in any order.
MAX_BEST = 4
# The most puzzles of one bots' game.
MAX_OF_GAME = 3


@dataclass(frozen=True)
class Plan:
    """How to look: the ``levels`` that play by turns; a question may take so many ``nodes``.

    Where one level is far above another, games are decided soon, and often by force.
    """

    levels: tuple[int, ...] = (2, 3)
    nodes: int = 100_000


@dataclass(frozen=True)
class Task:
    """One game of bots to look through: its options and its number."""

    game: Game
    seed: int
    plan: Plan = Plan()


@dataclass(frozen=True)
class Found:
    """What came of it: puzzles, positions looked at and proved, and processor seconds."""

    puzzles: tuple[Puzzle, ...]
    looked: int
    proved: int
    seconds: float


@dataclass(frozen=True)
class _Candidate:
    state: State
    moves: tuple[int, ...]
    goal: Goal
    turns: int


def find(task: Task, stop: Stop) -> Found:
    """Play one game and find its puzzles, from its end on as far as can be settled. Raises Stopped.

    In half the games those nearest to the end are taken, and in the others the furthest, so that
    they are neither all short nor all long.
    """
    began = time.process_time()
    by, looked, unsettled = kept_prover(task.game), 0, 0
    candidates: list[_Candidate] = []
    for state in late_positions(task, stop):
        if stop():
            raise Stopped
        look = _Look(by, state, task.plan.nodes)
        found = look.candidate()
        looked += 1
        if found is not None:
            candidates.append(found)
        unsettled = unsettled + 1 if look.open else 0
        if unsettled == MAX_UNSETTLED:
            break
    kept: list[Puzzle] = []
    for candidate in candidates if task.seed % 2 else reversed(candidates):
        puzzle = None if _alike(candidate, kept) else _made(by, candidate, task.seed)
        if puzzle is not None:
            kept.append(puzzle)
        if len(kept) == MAX_OF_GAME:
            break
    return Found(tuple(kept), looked, len(candidates), time.process_time() - began)


def late_positions(task: Task, stop: Stop) -> list[State]:
    """Return positions of a bots' game, each as if it had no history, the last first.

    Raises Stopped.
    """
    state = _played(task, stop)
    game = task.game
    turns = game.players * (LATE_TURNS if game.repetition is None else TURNS)
    end, found = state.turn, []
    while state.ply and state.turn >= end - turns:
        state.undo()
        if len(state.unsorted) >= MIN_MOVES:
            found.append(State.read(game, state.text))
    return found


def _played(task: Task, stop: Stop) -> State:
    """Play a game between bots of the plan's levels, after some random plies. Raises Stopped."""
    game, choose = task.game, random.Random(task.seed)
    kept_prover(game)  # which compiles the rules
    state = State(game)
    for _ in range(choose.randrange(OPENING + 1)):
        if not state.over:
            state.play(choose.choice(state.unsorted))
    levels = choose.sample(task.plan.levels, len(task.plan.levels))
    bots = [
        Bot(game, level, task.seed, seconds=PATIENCE)
        for _, level in zip(game.seats, cycle(levels), strict=False)
    ]
    while not state.over and state.ply < MAX_PLIES:
        if stop():
            raise Stopped
        *_, report = bots[int(state.position["mover"])].think(state)
        state.play(report.move)
    return state


class _Look:
    """A look at one position; a question may take so many nodes."""

    def __init__(self, by: Prover, state: State, nodes: int) -> None:
        self._by, self._state, self._most = by, state, nodes
        self._mover = int(state.position["mover"])
        self._end = by.nodes + QUESTIONS * nodes
        self.open = False  # whether a question was not settled

    def candidate(self) -> _Candidate | None:
        """Return a goal that exactly one move reaches, and the weak level misses, if any."""
        if self._state.game.points:
            return self._exact()
        for turns in range(1, MAX_WIN + 1):
            begun = self._by.nodes
            last = last_turn(self._state, self._mover, turns)
            wins = self._by.ask(self._state, self._mover, 1, last, self._nodes())
            if wins:
                return self._only("win", turns)
            if wins is None and turns == 1:
                self.open = True
                return None  # the others' turn, and all the more the end, would be too much as well
            if wins is None or self._too_much_next(begun):
                break
        found = self._held()
        if found is None and self._state.game.repetition is None and not self.open:
            return self._exact()
        return found

    def _held(self) -> _Candidate | None:
        """The only move that does not lose soon, if there is one."""
        for turns in range(1, MAX_HOLD + 1):
            begun = self._by.nodes
            found = self._only("hold", turns)
            if found is not None or self.open or self._too_much_next(begun):
                return found
        return None

    def _too_much_next(self, begun: int) -> bool:
        """Whether the same question with a turn more would most likely not be settled."""
        return bool(float(self._by.nodes - begun) ** GROWTH > self._most)

    def _nodes(self) -> int:
        """What the next question may take."""
        return max(1, min(self._most, self._end - self._by.nodes))

    def _exact(self) -> _Candidate | None:
        """The same where the game is proved to its end."""
        goals: tuple[tuple[Goal, int], ...] = (("win", 1), ("draw", 0))
        for goal, lead in goals:
            reached = self._by.ask(self._state, self._mover, lead, nodes=self._nodes())
            if reached is None:
                self.open = True
                return None
            if reached:
                return self._only(goal, 0)
        return None

    def _keeps(self, move: int, goal: Goal, turns: int) -> bool | None:
        kept = keeps(self._by, self._state, move, goal, turns, self._nodes())
        self.open |= kept is None
        return kept

    def _only(self, goal: Goal, turns: int) -> _Candidate | None:
        """The one move that reaches a goal, if there is one that still does a turn later.

        First the moves of the weak level are looked at, which tell most positions for nothing.
        """
        chances = len(self._weak) - WEAK_MISSES
        for move in self._weak:
            kept = self._keeps(move, goal, turns)
            chances -= bool(kept)
            if kept is None or chances < 0:
                return None
        reaching = self._reaching(self._state, goal, turns)
        if not reaching or not self._one_turn(reaching, goal, turns):
            return None
        if turns > 0 and not self._stands(reaching, goal, turns + 1):
            return None
        return _Candidate(self._state, reaching, goal, turns)

    def _reaching(self, state: State, goal: Goal, turns: int) -> tuple[int, ...]:
        """The moves that reach a goal; none where they are too many, or one is not settled."""
        reaching = []
        for move in state.legal:
            kept = keeps(self._by, state, move, goal, turns, self._nodes())
            if kept is None:
                return ()
            if kept:
                reaching.append(move)
            if len(reaching) > MAX_BEST:
                return ()
        return tuple(reaching)

    def _one_turn(self, moves: tuple[int, ...], goal: Goal, turns: int) -> bool:
        """Whether the moves are the plies of one turn, to be played in any order."""
        for move in moves if len(moves) > 1 else ():
            child = self._state.copy()
            child.play(move)
            if child.over or child.turn != self._state.turn:
                return False
            if {move, *self._reaching(child, goal, turns)} != {*moves}:
                return False
        return True

    @cached_property
    def _weak(self) -> list[int]:
        """The moves of the weak level."""
        return plays(self._state, WEAK)

    def _stands(self, best: tuple[int, ...], goal: Goal, turns: int) -> bool:
        """Whether a turn more changes nothing, as far as that can be told.

        A win that other moves only put off, and a defence that only puts off the loss, are no
        puzzles.
        """
        if goal == "hold":
            return all(self._keeps(move, goal, turns) is not False for move in best)
        others = (move for move in self._state.legal if move not in best)
        return not any(self._keeps(move, goal, turns) for move in others)


def _alike(found: _Candidate, kept: list[Puzzle]) -> bool:
    """Whether the same bots' game has a puzzle with the same move or goal already."""
    texts = {found.state.game.wording.move_text(move) for move in found.moves}
    return any(
        not texts.isdisjoint(puzzle.best)
        or (puzzle.goal, puzzle.turns) == (found.goal, found.turns)
        for puzzle in kept
    )


def _made(by: Prover, found: _Candidate, seed: int) -> Puzzle | None:
    """The puzzle of a candidate; None where it is too easy, or its proof fails."""
    state, game = found.state, found.state.game
    points = rating(state, found.moves)
    if points is None:
        return None
    if found.goal == "hold":
        end = state.copy()
        end.play(found.moves[0])
    elif found.turns:
        end = winning_line(by, state, found.moves[0], found.turns)
    else:
        end = exact_line(by, state, found.moves[0])
    named = theme(state, end, found.goal, found.turns)
    if named != "chain" and obvious(state, found.moves):
        return None
    puzzle = Puzzle(
        game=game.id,
        options=dict(game.option),
        text=state.text,
        best=tuple(map(game.wording.move_text, found.moves)),
        result=end.scores if found.goal != "hold" else None,
        goal=found.goal,
        turns=found.turns,
        theme=named,
        rating=points,
        line=tuple(end.move_texts),
        seed=seed,
    )
    return puzzle if not failure(by, puzzle) else None
