"""Freedom as search plays it: the same game, and its lines always right."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import catalogue, load
from livestone.games.freedom_lines import LONGEST, Lined, _cut

LAST_CELL = ("choice", "auto", "always")


def both(game: Game, seed: int, plies: int) -> tuple[Any, Any]:
    """The positions that the same random moves lead to, plain and with lines."""
    choose, form = random.Random(seed), game.for_search
    plain, lined = State(game), State(form)
    while plain.ply < plies and not plain.over:
        assert plain.legal == lined.legal
        move = choose.choice(plain.legal)
        plain.play(move)
        lined.play(move)
    assert plain.legal == lined.legal
    return plain.position, lined.position


def lead(game: Game, s: Any, rule: str = "evaluate") -> float:
    score = np.zeros(2)
    getattr(game.plain, rule)(s, score)
    return float(score[0] - score[1])


def moves_of(game: Game, s: Any) -> Any:
    out = np.zeros(game.max_moves + 1, np.int32)
    return out[: game.plain.moves(s, out)]


@pytest.mark.parametrize("size", range(4, 17))
@settings(max_examples=8)
@given(
    scoring=st.sampled_from(("stones", "rows")),
    last_cell=st.sampled_from(LAST_CELL),
    seed=st.integers(0, 10**6),
    left=st.one_of(st.integers(0, 3), st.integers(0, 256)),
)
def test_it_is_the_same_game(size: int, scoring: str, last_cell: str, seed: int, left: int) -> None:
    """Lines kept while playing are those of the position, and say what ``evaluate`` counts."""
    game = load("freedom", size=size, scoring=scoring, last_cell=last_cell)
    form = game.for_search
    plain, lined = both(game, seed, max(0, size * size - left))
    for name in plain.dtype.names:
        if not name.startswith("_"):
            assert np.array_equal(plain[name], lined[name])
    afresh = lined.copy()
    afresh.codes, afresh.worth, afresh.stones = 7, 7, 7
    form.plain.derive(afresh)  # type: ignore[misc]
    assert afresh.tobytes() == lined.tobytes()
    assert lead(form, lined) == lead(game, plain)
    assert lead(form, lined, "outcome") == lead(game, plain, "outcome")
    some, same = np.zeros(2), np.zeros(2)
    for move in moves_of(game, plain)[:10].tolist():
        game.plain.gains(plain, move, some)  # type: ignore[misc]
        form.plain.gains(lined, move, same)  # type: ignore[misc]
        assert some.tolist() == same.tolist()


@pytest.mark.parametrize("last_cell", LAST_CELL)
def test_it_appraises_until_a_move_may_end_the_game(last_cell: str) -> None:
    game = load("freedom", size=5, last_cell=last_cell)
    form, leads = game.for_search, np.zeros(25)
    for left in (25, 12, 4, 3, 2, 1):
        _, lined = both(game, 1, 25 - left)
        moves = moves_of(form, lined)
        assert form.plain.appraise(lined, moves, len(moves), leads) == (left > 2)  # type: ignore[misc]


@pytest.mark.parametrize("length", range(4, 17))
def test_every_window_of_a_line_lies_in_one_stretch(length: int) -> None:
    line = (-1, *range(length), length)  # with the wall at both ends
    wanted = [line[at : at + 6] for at in range(length - 3)]
    found = []
    for stretch in _cut(tuple(range(length))):
        cells = (*(-1,) * stretch.first, *stretch.sites, *(length,) * stretch.last)
        found += [cells[at : at + 6] for at in range(len(cells) - 5)]
        assert len(stretch.sites) <= LONGEST + 1
    assert found == wanted


def test_it_is_for_search_only() -> None:
    game = load("freedom", size=6, scoring="rows")
    form = game.for_search
    assert isinstance(form, Lined)
    assert form.for_search is form
    assert form.option == game.option
    assert form != game
    assert Lined not in catalogue().values()
    other = load("twins", side=2)
    assert other.for_search is other
