"""A second solver, as plain as can be: it only plays moves, and shares nothing with the first."""

from __future__ import annotations

from livestone.core.state import State
from livestone.puzzles.puzzle import Puzzle

Memory = dict[object, int]


def right_moves(puzzle: Puzzle) -> set[str]:
    """The moves that reach a puzzle's goal, found by trying everything."""
    state = puzzle.state()
    player = state.mover
    assert player is not None
    others = {*range(state.game.players)} - {player}
    ends = {side: _end(state, side, puzzle.turns) for side in range(state.game.players)}
    found, memories = set(), {side: Memory() for side in range(state.game.players)}
    for move, text in zip(state.legal, state.legal_texts, strict=True):
        state.play(move)
        if puzzle.goal == "hold":
            lost = [forces(state, side, 1, ends[side], memories[side]) for side in others]
            right = not any(lost)
        else:
            lead = 1 if puzzle.goal == "win" else 0
            right = forces(state, player, lead, ends[player], memories[player])
        state.undo()
        if right:
            found.add(text)
    return found


def _end(state: State, side: int, turns: int) -> int | None:
    """The turn that must not begin: when a side has had so many, counted from the mover's."""
    if turns == 0:
        return None
    players = state.game.players
    return state.turn + (side - int(state.position["mover"])) % players + players * (turns - 1) + 1


def forces(state: State, side: int, lead: int, end: int | None, memory: Memory) -> bool:
    """Whether a side can lead by so much when the game ends, before the turn ``end`` begins."""
    if state.over:
        others = (score for player, score in enumerate(state.scores) if player != side)
        return state.scores[side] - max(others) >= lead
    if end is not None and state.turn >= end:
        return False
    name = None
    if state.game.repetition is None:
        name = state.position.tobytes()
        if name in memory:
            return bool(memory[name])
    answer = _answer(state, side, lead, end, memory)
    if name is not None:
        memory[name] = answer
    return answer


def _answer(state: State, side: int, lead: int, end: int | None, memory: Memory) -> bool:
    """The answer by all moves; first those that have settled most questions so far."""
    mine = state.mover == side
    moves = sorted(state.unsorted, key=lambda move: -memory.get((mine, move), 0))
    for move in moves:
        state.play(move)
        answer = forces(state, side, lead, end, memory)
        state.undo()
        if answer == mine:
            memory[mine, move] = memory.get((mine, move), 0) + 1
            return mine
    return not mine
