"""Best play from a puzzle's position, and the scores that it leads to."""

from __future__ import annotations

from livestone.core.game import MAX_TURNS
from livestone.core.state import State
from livestone.puzzles.forcing import last_turn
from livestone.puzzles.proof import Prover


def winning_line(by: Prover, start: State, best: int, turns: int) -> State:
    """Return the state in which a win within so many turns ends, against the longest defence."""
    state, player = start.copy(), int(start.position["mover"])
    state.play(best)
    lead = _most(by, state, player, last_turn(start, player, turns))
    while not state.over:
        lasts = [last_turn(start, player, n) for n in range(1, turns + 1)]
        state.play(_quickest(by, state, player, lead, lasts))
    return state


def _most(by: Prover, state: State, player: int, last: int) -> int:
    """How many points a win can be made to bring, where it may bring more than one."""
    for lead in range(state.game.stake, 1, -1):
        if by.ask(state, player, lead, last):
            return lead
    return 1


def _quickest(by: Prover, state: State, player: int, lead: int, lasts: list[int]) -> int:
    """The move after which a win comes soonest, for the player, or latest, for the others."""
    mine = state.mover == player
    found: list[tuple[int, int]] = []
    for move in state.legal:
        child = state.copy()
        child.play(move)
        soonest = next((at for at in lasts if by.ask(child, player, lead, at)), MAX_TURNS)
        found.append((soonest if mine else -soonest, move))
    return min(found)[1]


def exact_line(by: Prover, start: State, best: int) -> State:
    """Return the end of the game under best play from ``best`` on, where it is solved.

    Player 0 plays for the most points more than the other, player 1 for the fewest.
    """
    state = start.copy()
    state.play(best)
    lead = _exact(by, state)
    while not state.over:
        state.play(next(move for move in state.legal if _holds(by, state, move, lead)))
    return state


def _exact(by: Prover, state: State) -> int:
    """By how much player 0 leads in the end."""
    lead = 0
    while by.ask(state, 0, lead + 1):
        lead += 1
    while not by.ask(state, 0, lead):
        lead -= 1
    return lead


def _holds(by: Prover, state: State, move: int, lead: int) -> bool:
    """Whether a move keeps the lead for its player."""
    mover = int(state.position["mover"])
    child = state.copy()
    child.play(move)
    return bool(by.ask(child, mover, lead if mover == 0 else -lead))
