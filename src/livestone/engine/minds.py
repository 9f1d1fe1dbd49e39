"""What a thread of the engine thinks with: searches and positions that it keeps."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from livestone.core.game import Game
from livestone.core.state import State

# Held while something is compiled or loaded, which threads do one after the other.
preparing = threading.Lock()


def reach(game: Game, text: str | None, moves: Sequence[str], known: State | None = None) -> State:
    """Return the state after these plies from a position's text, or from the opening.

    ``known`` is one that may lie on the way, and stays as it is. Raises BadPosition,
    MoveSyntaxError, IllegalMove or GameOver.
    """
    state = State(game) if text is None else State.read(game, text)
    if known is not None and known.game == game and known.opening == state.opening:
        played = known.move_texts
        if played == list(moves[: len(played)]):
            state = known.copy()
    for move in moves[state.ply :]:
        state.play(move)
    return state
