"""Positions to begin from, and what stands on them, by the letters of the pieces."""

from __future__ import annotations

from typing import Any

from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.state import State


def pieces(text: str) -> dict[str, str]:
    """``w a1 b1, K c3`` as what stands on which site."""
    parts = [part.split() for part in text.split(",")]
    return {site: letter for letter, *sites in filter(None, parts) for site in sites}


def put(game: Game, standing: str | dict[str, str], mover: int = 0, **fields: Any) -> State:
    """A state with these pieces and nothing else on the board, in the mover's first turn."""
    standing = pieces(standing) if isinstance(standing, str) else standing
    codes = {piece.letter: code for code, piece in enumerate(game.pieces, 1)}
    s = runtime(game).start()
    s.cells[:-1] = 0
    for site, letter in standing.items():
        s.cells[game.board.site[site]] = codes[letter]
    s.mover = s.turn = mover
    for field, value in fields.items():
        s[field] = value
    runtime(game).derive(s)
    return State(game, s)


def shown(state: State) -> dict[str, str]:
    """What stands on which site."""
    standing = zip(state.game.board.names, state.game.wording.standing(state.position), strict=True)
    return {site: piece.letter for site, piece in standing if piece}


def two_plies(state: State) -> int:
    """In how many ways the next two plies can be played."""
    ways = 0
    for move in state.legal:
        state.play(move)
        ways += len(state.legal)
        state.undo()
    return ways


def played(game: Game, moves: str) -> State:
    """The state after these moves."""
    state = State(game)
    for move in moves.split():
        state.play(move)
    return state
