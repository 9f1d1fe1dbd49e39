"""What the conformance suite runs over: every game and every value of its options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from tests import games  # noqa: F401  (registers the test games)

from livestone.core.game import Game
from livestone.core.options import Value
from livestone.core.state import State
from livestone.games import catalogue

# How many positions of a game are looked at closely, evenly spread, the last one always.
LOOKS = 16
MOST_PLIES = 4096
# The option that ends a game as a draw after so many turns, 0 for never.
CAP = "ply_cap"


def _settings(kind: type[Game]) -> Iterator[dict[str, Value]]:
    """The defaults, each other value of one option at a time, and each preset."""
    yield {}
    for option in kind.options:
        others = (value for value in option.values if value != option.default)
        # Without its cap a game of moving pieces goes on for ever in random play.
        yield from ({option.name: value} for value in others if (option.name, value) != (CAP, 0))
    yield from ({"preset": preset} for preset in kind.presets)


def _corners(kind: type[Game]) -> Iterator[dict[str, Value]]:
    """The defaults, all last values and the presets: what is worth compiling each time."""
    yield {}
    yield {option.name: option.values[-1] for option in kind.options if option.name != CAP}
    yield from ({"preset": preset} for preset in kind.presets)


def _named(kind: type[Game], settings: Iterator[dict[str, Value]]) -> Iterator[Any]:
    """Cases with their marks: games with a cap are run at the shortest, in full when slow."""
    caps = [value for option in kind.options if option.name == CAP for value in option.values]
    seen = set()
    for chosen in settings:
        name = ",".join(f"{key}={value}" for key, value in chosen.items()) or "default"
        quick = {**chosen, CAP: min(filter(None, caps))} if caps else chosen
        for options, label, marks in (
            (quick, name, ()),
            (chosen, f"{name},full", pytest.mark.slow),
        ):
            game = kind(**options)
            if game not in seen:
                seen.add(game)
                yield pytest.param(game, id=f"{kind.id}-{label}", marks=marks)


EVERY = [case for kind in catalogue().values() for case in _named(kind, _settings(kind))]
SOME = [case for kind in catalogue().values() for case in _named(kind, _corners(kind))]
# The same as search plays them, where that is another game; one is enough to compile.
FORMS = [
    pytest.param(form, id=f"{case.id}-for-search", marks=case.marks)
    for case in SOME
    if (form := case.values[0].for_search) != case.values[0]
]
EVERY += FORMS
SOME += FORMS[-1:]

every_option = pytest.mark.parametrize("game", EVERY)
some_options = pytest.mark.parametrize("game", SOME)


@cache
def finished(game: Game) -> State:
    """A random game of at most ``MOST_PLIES``, always the same; not to be changed."""
    rng, state = Random(repr(game)), State(game)
    while not state.over and state.ply < MOST_PLIES:
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
