"""Proofs of puzzles: one move reaches the goal, and every other legal move is shown not to."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from livestone.core.game import MAX_TURNS, Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.errors import LivestoneError
from livestone.play.workers import Stop
from livestone.puzzles.forcing import MAX_NODES, Forcing, last_turn
from livestone.puzzles.puzzle import Goal, Puzzle
from livestone.search.endgame_solver import can_solve
from livestone.search.proof_search import ProofSearch


class Prover(Protocol):
    """Settles what a player can force: see :meth:`Forcing.ask`."""

    nodes: int

    def ask(
        self, state: State, player: int, lead: int, last: int = MAX_TURNS, nodes: int = ...
    ) -> bool | None:
        """Whether ``player`` can end the game leading by ``lead`` or more; None for open."""
        ...


class Solved:
    """The same by the exact endgame solver, for games that it solves: always to the end."""

    def __init__(self, game: Game) -> None:
        compile_rules(game)
        self.nodes = 0
        self._search = ProofSearch(game)

    def ask(
        self, state: State, player: int, lead: int, last: int = MAX_TURNS, nodes: int = 0
    ) -> bool:
        """Whether ``player`` leads by ``lead`` or more in the end; it is always settled."""
        before = self._search.solver.nodes
        goal = lead if player == 0 else 1 - lead
        answer = self._search.settle(state, goal) == (player == 0)
        self.nodes += self._search.solver.nodes - before
        return answer


def prover(game: Game) -> Prover:
    """Return what proves puzzles of a game."""
    return Solved(game) if can_solve(game) else Forcing(game)


@cache
def kept_prover(game: Game) -> Prover:
    """The same for all puzzles of a game that this process proves."""
    return prover(game)


def prove(puzzle: Puzzle, stop: Stop) -> str:
    """Return why a puzzle is not proved, or nothing: the work of a process."""
    return failure(kept_prover(puzzle.chosen()), puzzle)


def keeps(
    by: Prover, state: State, move: int, goal: Goal, turns: int, nodes: int = MAX_NODES
) -> bool | None:
    """Whether a move reaches a goal, None where ``nodes`` do not tell."""
    mover = int(state.position["mover"])
    child = state.copy()
    child.play(move)
    if goal != "hold":
        last = last_turn(state, mover, turns) if turns else MAX_TURNS
        return by.ask(child, mover, 1 if goal == "win" else 0, last, nodes)
    others = [player for player in range(state.game.players) if player != mover]
    lost = [by.ask(child, other, 1, last_turn(child, other, turns), nodes) for other in others]
    if any(lost):
        return False
    return None if None in lost else True


def failure(by: Prover, puzzle: Puzzle) -> str:
    """Return why a puzzle is not proved, or nothing."""
    try:
        state = puzzle.state()
    except LivestoneError as error:
        return str(error)
    texts = dict(zip(state.legal, state.legal_texts, strict=True))
    if not puzzle.best or not {*puzzle.best} <= {*texts.values()}:
        return f"{' '.join(puzzle.best)!r} is no legal move"
    for move, text in texts.items():
        kept = keeps(by, state, move, puzzle.goal, puzzle.turns)
        if kept is None:
            return f"{text} is not settled within {MAX_NODES} nodes"
        if kept != (text in puzzle.best):
            return f"{text} {'reaches the goal too' if kept else 'does not reach the goal'}"
    return ""
