"""What the conformance checks run over: every value of a game's options, and positions of games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from livestone.core.game import Game
from livestone.core.options import Value
from livestone.core.playouts import MAX_PLIES
from livestone.core.state import State

# How many positions of a game are looked at closely, evenly spread, the last one always.
LOOKS = 16
# The option that ends a game as a draw after so many turns, 0 for never.
CAP = "ply_cap"


def settings(kind: type[Game]) -> Iterator[dict[str, Value]]:
    """The defaults, each other value of one option at a time, and each preset."""
    yield {}
    for option in kind.options:
        others = (value for value in option.values if value != option.default)
        # Without its cap a game of moving pieces goes on for ever in random play.
        yield from ({option.name: value} for value in others if (option.name, value) != (CAP, 0))
    for preset in kind.presets:
        yield {"preset": preset}


def corners(kind: type[Game]) -> Iterator[dict[str, Value]]:
    """The defaults, all last values and the presets: what is worth compiling each time."""
    yield {}
    yield {option.name: option.values[-1] for option in kind.options if option.name != CAP}
    for preset in kind.presets:
        yield {"preset": preset}


def quick(kind: type[Game], chosen: dict[str, Value]) -> Game:
    """The game with these options and its shortest longest game, if it has a choice of that."""
    caps = [int(value) for option in kind.options if option.name == CAP for value in option.values]
    return kind(**{**chosen, **({CAP: min(filter(None, caps))} if caps else {})})


@cache
def finished(game: Game) -> State:
    """A random game of at most ``MAX_PLIES``, always the same; not to be changed."""
    rng, state = Random(repr(game)), State(game)
    while not state.over and state.ply < MAX_PLIES:
        state.play(rng.choice(state.unsorted))
    return state


@cache
def looks(game: Game) -> tuple[State, ...]:
    """Some states of that game, evenly spread, the first and last among them; not to be changed."""
    state, found = State(game), []
    moves = finished(game).moves
    wanted = {round(look * len(moves) / LOOKS) for look in range(LOOKS + 1)}
    for ply, move in enumerate([*moves, None]):
        if ply in wanted:
            found.append(state.copy())
        if move is not None:
            state.play(move)
    return tuple(found)


def as_bytes(position: Any) -> bytes:
    """A position's bytes."""
    return bytes(position.tobytes())
