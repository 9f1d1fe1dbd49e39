"""Why a game ended: by its rules, by repetition, or by its cap of plies."""

from __future__ import annotations

from livestone.core.repetition import History
from livestone.core.runtime import runtime
from livestone.core.state import State

# The option that is the longest game, by convention.
CAP = "ply_cap"


def end_reason(state: State) -> str:
    """Return ``rules``, ``repetition``, ``cap`` (or it would have gone on), or ``unfinished``."""
    game = state.game
    if not state.over:
        return "unfinished"
    if state.repeated:
        return "repetition"
    if game.option.get(CAP):
        endless = type(game)(**{**game.option, CAP: 0})
        if runtime(endless).legal(state.position, History(state.history)):
            return "cap"
    return "rules"
