"""Freedom as it is solved: the same game, and what its positions know is right."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from livestone.core.state import State
from livestone.games import catalogue, load
from livestone.games.freedom.solver import FreedomSolver
from livestone.games.freedom.windows import WINDOW, cut, most_rows

OPTIONS = [
    (size, scoring, last_cell)
    for size in (4, 6, 10, 11)
    for scoring in ("stones", "rows")
    for last_cell in ("choice", "auto", "always")
]


def bounds(state: State) -> tuple[int, int]:
    low, high = state.game.plain_search.bounds(state.position)  # type: ignore[misc]
    return int(low), int(high)


@pytest.mark.parametrize(("size", "scoring", "last_cell"), OPTIONS)
def test_bounds_close_in_on_the_lead(size: int, scoring: str, last_cell: str) -> None:
    """And what is kept while playing is what the stones alone say."""
    game = load("freedom", size=size, scoring=scoring, last_cell=last_cell)
    choose = random.Random(size)
    for _ in range(3 if size < 8 else 1):
        state, plain, seen = State(game.for_solving), State(game), []
        while not state.over:
            assert state.legal == plain.legal
            seen.append(bounds(state))
            move = choose.choice(state.unsorted)
            state.play(move)
            plain.play(move)
            if choose.random() < 8 / size**2 or state.over:
                assert derived(state) == state.position.tobytes()
        lead = plain.scores[0] - plain.scores[1]
        assert state.scores == plain.scores
        assert bounds(state) == (lead, lead)
        for (low, high), (least, most) in pairwise(seen):
            assert low <= least <= lead <= most <= high


def derived(state: State) -> bytes:
    """The position with its derived fields found afresh."""
    afresh: Any = state.position.copy()
    for name in afresh.dtype.names[afresh.dtype.names.index("mixed") :]:
        if not name.startswith("_"):
            afresh[name] = 3
    state.game.plain.derive(afresh)  # type: ignore[misc]
    return bytes(afresh.tobytes())


@pytest.mark.parametrize("scoring", ["stones", "rows"])
def test_equal_keys_mean_equal_futures(scoring: str) -> None:
    """Every position of the last plies of some games, by key, against plain minimax."""
    game = load("freedom", size=4, scoring=scoring).for_solving
    known: dict[int, tuple[int, int]] = {}
    met = 0

    def value(state: State) -> int:
        nonlocal met
        low, high = bounds(state)
        if state.over:
            assert low == high
            return low
        key = int(game.plain_search.key(state.position))  # type: ignore[misc]
        values = []
        for move in state.legal:
            state.play(move)
            values.append(value(state))
            state.undo()
        found = max(values) if state.mover == 0 else min(values)
        assert low <= found <= high
        above = (found - low, len(values))
        met += key in known
        assert known.setdefault(key, above) == above
        return found

    for seed in range(12):
        state, choose = State(game), random.Random(seed)
        while state.ply < 11:
            state.play(choose.choice(state.unsorted))
        value(state)
    assert met > 100


@pytest.mark.parametrize("length", range(4, 17))
@pytest.mark.parametrize("longest", [8, 10])
def test_every_window_of_a_line_lies_in_one_stretch(length: int, longest: int) -> None:
    line = (-1, *range(length), length)  # with the wall at both ends
    wanted = [line[at : at + WINDOW] for at in range(length - 3)]
    found = []
    for stretch in cut(tuple(range(length)), longest):
        cells = (*(-1,) * stretch.first, *stretch.sites, *(length,) * stretch.last)
        found += [cells[at : at + WINDOW] for at in range(len(cells) - 5)]
        assert len(stretch.sites) <= longest
    assert found == wanted


def test_rows_of_one_colour_keep_a_cell_between_them() -> None:
    most = most_rows()
    assert most[0b0] == 0
    assert most[0b11111] == 1
    assert most[0b100001] == 2


def test_it_is_for_solving_only() -> None:
    game = load("freedom", size=6, scoring="rows")
    form = game.for_solving
    assert isinstance(form, FreedomSolver)
    assert form.for_solving is form
    assert form.option == game.option
    assert form != game
    assert FreedomSolver not in catalogue().values()
    other = load("twins", side=2)
    assert other.for_solving is other
