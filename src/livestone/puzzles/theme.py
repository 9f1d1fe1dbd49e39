"""The theme of a puzzle, by what happens on the board: no game is named here."""

from __future__ import annotations

from collections.abc import Collection

from livestone.core.state import State
from livestone.puzzles.puzzle import Goal

# So many pieces taken in one turn make a chain.
CHAIN = 2


def theme(start: State, end: State, goal: Goal, turns: int) -> str:
    """Return the theme of a puzzle at ``start`` with best play to ``end``.

    - ``block``: every other move loses soon.
    - ``save the draw``: every other move loses.
    - ``chain``: the first turn takes several pieces.
    - ``last cell``: best play leaves the last cell empty, by a named choice at the end.
    - ``win in n``, or ``win`` where the game is solved to its end.
    """
    if goal == "hold":
        return "block"
    if goal == "draw":
        return "save the draw"
    if captures(start, first_turn(start, end)) >= CHAIN:
        return "chain"
    if turns == 0 and _declined(end):
        return "last cell"
    return f"win in {turns}" if turns else "win"


def first_turn(start: State, end: State) -> State:
    """Return the state in which the first turn of a line ends."""
    state = start.copy()
    for move in end.moves[start.ply :]:
        state.play(move)
        if state.turn != start.turn:
            break
    return state


def captures(before: State, after: State) -> int:
    """How many pieces of other players stood where none of theirs stands any more."""
    seats, mover = before.game.seats, int(before.position["mover"])
    colours = {seat.colour for player, seat in enumerate(seats) if player != mover}
    old, new = (state.game.wording.standing(state.position) for state in (before, after))
    return sum(
        was is not None and was.colour in colours and (now is None or now.colour != was.colour)
        for was, now in zip(old, new, strict=True)
    )


def obvious(state: State, best: Collection[int]) -> bool:
    """Whether only the best take most pieces: what everybody looks at first."""
    taken = {}
    for move in state.legal:
        child = state.copy()
        child.play(move)
        taken[move] = captures(state, child)
    others = (count for move, count in taken.items() if move not in best)
    return max(taken[move] for move in best) > max(others, default=0)


def _declined(end: State) -> bool:
    """Whether the last ply was a named choice although a cell could have been filled."""
    site, state = end.game.board.site, end.copy()
    move = state.undo()
    played = {choice: [token in site for token in path] for choice, path in state.paths.items()}
    return not any(played[move]) and any(any(sites) for sites in played.values())
