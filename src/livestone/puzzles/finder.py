"""Finds puzzles in games of bots: positions near the end in which one move stands out."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from livestone.core.game import Game
from livestone.core.state import State
from livestone.play.bot import PATIENCE, Bot
from livestone.play.workers import Stop, Stopped
from livestone.puzzles.forcing import last_turn
from livestone.puzzles.proof import Prover, failure, keeps, prover
from livestone.puzzles.puzzle import Goal, Puzzle
from livestone.puzzles.rating import rating
from livestone.puzzles.solution import exact_line, winning_line
from livestone.puzzles.theme import obvious, theme
from livestone.search.endgame_solver import can_solve

# Levels that play, and how many plies before them are random.
LEVELS, OPENING = (2, 3), 6
MOST_PLIES = 1600
# How many turns from the end positions are looked at: of other games, and of those of points, which
# are proved to their end, by the solver or without it.
TURNS, SOLVED_TURNS, COUNTED_TURNS = 14, 16, 7
# The longest win, the longest threat, the fewest moves to choose from.
MOST_WIN, MOST_HOLD, LEAST_MOVES = 4, 2, 3
# What one question may take while looking.
NODES = 200_000
# The most puzzles of one bots' game.
MOST_OF_GAME = 2


@dataclass(frozen=True)
class Task:
    """One game of bots to look through: its options and its number."""

    game: Game
    seed: int


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
    move: int
    goal: Goal
    turns: int


def find(task: Task, stop: Stop) -> Found:
    """Play one game and find its puzzles. Raises Stopped."""
    began = time.process_time()
    by, looked, proved = _prover(task.game), 0, 0
    kept: list[Puzzle] = []
    for state in late_positions(task, stop):
        if stop():
            raise Stopped
        looked += 1
        candidate = _candidate(by, state)
        if candidate is None:
            continue
        proved += 1
        puzzle = None if _alike(candidate, kept) else _made(by, candidate, task.seed)
        if puzzle is not None:
            kept.append(puzzle)
        if len(kept) == MOST_OF_GAME:
            break
    return Found(tuple(kept), looked, proved, time.process_time() - began)


@cache
def _prover(game: Game) -> Prover:
    return prover(game)


def late_positions(task: Task, stop: Stop) -> Iterator[State]:
    """Yield positions of a bots' game, the last first, each as if it had no history."""
    state = _played(task, stop)
    game = task.game
    turns = TURNS if not game.points else SOLVED_TURNS if can_solve(game) else COUNTED_TURNS
    end = state.turn
    while state.ply and state.turn >= end - turns:
        state.undo()
        if len(state.unsorted) >= LEAST_MOVES:
            yield State.read(game, state.text)


def _played(task: Task, stop: Stop) -> State:
    """Play a game between bots of one level, after some random plies. Raises Stopped."""
    game, choose = task.game, random.Random(task.seed)
    _prover(game)  # which compiles the rules
    state = State(game)
    for _ in range(choose.randrange(OPENING + 1)):
        if not state.over:
            state.play(choose.choice(state.unsorted))
    level = choose.choice(LEVELS)
    bots = [Bot(game, level, task.seed, seconds=PATIENCE) for _ in game.seats]
    while not state.over and state.ply < MOST_PLIES:
        if stop():
            raise Stopped
        *_, report = bots[int(state.position["mover"])].think(state)
        state.play(report.move)
    return state


def _candidate(by: Prover, state: State) -> _Candidate | None:
    """A goal that exactly one move of a position reaches, if there is one."""
    if state.game.points:
        return _exact(by, state)
    mover = int(state.position["mover"])
    for turns in range(1, MOST_WIN + 1):
        wins = by.ask(state, mover, 1, last_turn(state, mover, turns), NODES)
        if wins:
            return _only(by, state, "win", turns)
        if wins is None:
            break
    return _held(by, state)


def _exact(by: Prover, state: State) -> _Candidate | None:
    """The same where the game is proved to its end."""
    mover = int(state.position["mover"])
    goals: tuple[tuple[Goal, int], ...] = (("win", 1), ("draw", 0))
    for goal, lead in goals:
        reached = by.ask(state, mover, lead, nodes=10 * NODES)
        if reached is None:
            return None
        if reached:
            return _only(by, state, goal, 0)
    return None


def _held(by: Prover, state: State) -> _Candidate | None:
    """The only move that does not lose soon, if there is one."""
    for turns in range(1, MOST_HOLD + 1):
        found = _only(by, state, "hold", turns)
        if found is not None:
            return found
    return None


def _only(by: Prover, state: State, goal: Goal, turns: int) -> _Candidate | None:
    """The one move that reaches a goal, if it is one, and it is the best a turn later too."""
    reaching = []
    for move in state.legal:
        kept = keeps(by, state, move, goal, turns, NODES)
        if kept is None:
            return None
        if kept:
            reaching.append(move)
        if len(reaching) > 1:
            return None
    if not reaching:
        return None
    found = _Candidate(state, reaching[0], goal, turns)
    return found if turns == 0 or _stands(by, found) else None


def _stands(by: Prover, found: _Candidate) -> bool:
    """Whether a turn more changes nothing, as far as that can be told.

    A win that other moves only put off, and a defence that only puts off the loss, are no puzzles.
    """
    state, turns = found.state, found.turns + 1
    if found.goal == "hold":
        return keeps(by, state, found.move, "hold", turns, NODES) is not False
    others = (move for move in state.legal if move != found.move)
    return not any(keeps(by, state, move, found.goal, turns, NODES) for move in others)


def _alike(found: _Candidate, kept: list[Puzzle]) -> bool:
    """Whether the same bots' game has a puzzle with the same move already, or the same goal."""
    text = found.state.game.move_text(found.move)
    return any(text in puzzle.best or puzzle.goal == found.goal for puzzle in kept)


def _made(by: Prover, found: _Candidate, seed: int) -> Puzzle | None:
    """The puzzle of a candidate; None where it is too easy, or its proof fails."""
    state, game = found.state, found.state.game
    points = rating(state, found.move)
    if points is None:
        return None
    if found.goal == "hold":
        end = state.copy()
        end.play(found.move)
    elif found.turns:
        end = winning_line(by, state, found.move, found.turns)
    else:
        end = exact_line(by, state, found.move)
    named = theme(state, end, found.goal, found.turns)
    if named != "chain" and obvious(state, found.move):
        return None
    puzzle = Puzzle(
        game=game.id,
        options=dict(game.option),
        text=state.text,
        best=(game.move_text(found.move),),
        result=end.scores if found.goal != "hold" else None,
        goal=found.goal,
        turns=found.turns,
        theme=named,
        rating=points,
        line=tuple(end.move_texts),
        seed=seed,
    )
    return puzzle if not failure(by, puzzle) else None
