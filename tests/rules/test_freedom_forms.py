"""Freedom as search plays it and as it is solved: the same game, and what it keeps is right."""

from __future__ import annotations

import pickle
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livestone.core.game import Game
from livestone.core.learning import Teachable
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.games import catalogue, load
from livestone.games.freedom.for_search import FreedomSearch
from livestone.games.freedom.for_solving import FreedomSolver
from livestone.games.freedom.weights import WINDOWS, reply_places, simple, states
from livestone.games.freedom.windows import WINDOW, cut, most_rows

# Any weights do, those of simple ones changed enough that nothing is the same by chance.
RANDOM = (simple() + np.random.default_rng(1).normal(0, 0.2, len(simple()))).astype(np.float32)
SCORINGS = ("stones", "rows")
LAST_CELL = ("choice", "auto", "always")


@pytest.mark.parametrize(
    ("form", "kind"), [("for_search", FreedomSearch), ("for_solving", FreedomSolver)]
)
def test_a_form_is_for_search_or_for_solving_only(form: str, kind: type[Game]) -> None:
    game = load("freedom", size=6, scoring="rows")
    other = getattr(game, form)
    assert isinstance(other, kind)
    assert getattr(other, form) is other
    assert other.option == game.option
    assert other != game
    assert kind not in catalogue().values()
    plain = load("twins", side=2)
    assert getattr(plain, form) is plain


# As search plays it ------------------------------------------------------------------------------


def both(game: Game, form: Game, seed: int, plies: int) -> tuple[Any, Any]:
    """The positions that the same random moves lead to, plain and with lines."""
    choose = Random(seed)
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
    (getattr(game.plain_search, rule, None) or getattr(game.plain, rule))(s, score)
    return float(score[0] - score[1])


def moves_of(game: Game, s: Any) -> Any:
    out = np.zeros(game.max_moves + 1, np.int32)
    return out[: game.plain.moves(s, out)]


@pytest.mark.parametrize("size", range(4, 17))
@settings(max_examples=4)
@given(
    scoring=st.sampled_from(SCORINGS),
    last_cell=st.sampled_from(LAST_CELL),
    seed=st.integers(0, 10**6),
    left=st.one_of(st.integers(0, 3), st.integers(0, 256)),
)
def test_it_is_the_same_game(size: int, scoring: str, last_cell: str, seed: int, left: int) -> None:
    """Lines kept while playing are those of the position, and judge it as its features do."""
    game = load("freedom", size=size, scoring=scoring, last_cell=last_cell)
    form = game.for_search.with_weights(RANDOM)  # type: ignore[attr-defined]
    plain, lined = both(game, form, seed, max(0, size * size - left))
    for name in plain.dtype.names:
        if not name.startswith("_"):
            assert np.array_equal(plain[name], lined[name])
    afresh = lined.copy()
    for name in ("codes", "worth", "stones", "rings"):
        soil(afresh, name, form)
    form.plain.derive(afresh)  # type: ignore[misc]
    assert afresh.tobytes() == lined.tobytes()
    index, factor = form.features(np.array([plain]))
    judged = float(np.sum(factor * RANDOM[index]))
    assert lead(form, lined) == pytest.approx(judged, abs=index.size / 1024)
    assert lead(form, lined, "outcome") == lead(game, plain, "outcome")
    some, same = np.zeros(2), np.zeros(2)
    for move in moves_of(game, plain)[:10].tolist():
        game.plain_search.gains(plain, move, some)  # type: ignore[misc]
        form.plain_search.gains(lined, move, same)  # type: ignore[misc]
        assert some.tolist() == same.tolist()


@pytest.mark.parametrize("size", [4, 9, 10, 11, 16])
def test_simple_weights_are_what_the_game_counts(size: int) -> None:
    game = load("freedom", size=size)
    form = game.for_search.with_weights(simple())  # type: ignore[attr-defined]
    for seed in range(3):
        plain, lined = both(game, form, seed, size * size // (seed + 2))
        assert lead(form, lined) == pytest.approx(lead(game, plain), abs=size * size / 1024)


def test_at_a_glance_replies_are_left_out() -> None:
    """``quick_evaluate`` is ``evaluate_moves`` without the weights of answers."""
    some, none = RANDOM.copy(), RANDOM.copy()
    none[reply_places(0) :] = 0
    forms = [load("freedom").for_search.with_weights(each) for each in (some, none)]  # type: ignore[attr-defined]
    for seed in range(4):
        _, lined = both(forms[0], forms[0], seed, 16 * (seed + 1))
        moves = moves_of(forms[0], lined)
        looks, quick, bare = np.zeros((3, forms[0].max_moves))
        assert forms[0].plain_search.evaluate_moves(lined, moves, len(moves), looks)
        assert forms[0].plain_search.quick_evaluate(lined, moves, len(moves), quick)
        forms[1].plain.derive(lined)
        assert forms[1].plain_search.evaluate_moves(lined, moves, len(moves), bare)
        assert quick.tolist() == bare.tolist() != looks.tolist()


def test_a_lines_states_and_their_mirrors_share_a_weight() -> None:
    """Reversed the same, with colours exchanged the opposite; and all lines have their own."""
    used = set()
    for length in range(4, 11):
        found = states(length, True, True)
        codes = np.arange(3**length)
        cells = np.stack([codes // 3**place % 3 for place in range(length)])
        powers = 3 ** np.arange(length)
        back = powers @ cells[::-1]
        swapped = powers @ np.array([0, 2, 1])[cells]
        assert np.array_equal(found.weight[back], found.weight)
        assert np.array_equal(found.sign[back], found.sign)
        assert np.array_equal(found.weight[swapped], found.weight)
        assert np.array_equal(found.sign[swapped], -found.sign)
        own = set(found.weight[found.sign != 0].tolist())
        ours = codes[found.sign != 0]
        equals = np.stack([ours, back[ours], swapped[ours], back[swapped[ours]]]).T.tolist()
        assert len(own) == len({frozenset(codes) for codes in equals})
        assert not used & own
        used |= own
    assert used == set(range(WINDOWS, WINDOWS + len(used)))


def test_other_weights_are_another_game() -> None:
    form = load("freedom", size=6).for_search
    other = form.with_weights(RANDOM)  # type: ignore[attr-defined]
    assert other != form
    assert hash(other) != hash(form)
    again = pickle.loads(pickle.dumps(other))
    assert again == other
    assert np.array_equal(again.weights, RANDOM)
    assert other.with_weights(form.weights) == form  # type: ignore[attr-defined]
    assert isinstance(form, Teachable)


def test_weights_of_another_version_are_refused() -> None:
    form = load("freedom").for_search
    with pytest.raises(BadRequest, match=r"^3 weights .* another version of Livestone"):
        form.with_weights(RANDOM[:3])  # type: ignore[attr-defined]


@pytest.mark.parametrize("last_cell", LAST_CELL)
def test_moves_are_evaluated_until_one_may_end_the_game(last_cell: str) -> None:
    game = load("freedom", size=5, last_cell=last_cell)
    form, leads = game.for_search, np.zeros(25)
    for left in (25, 12, 4, 3, 2, 1):
        _, lined = both(game, form, 1, 25 - left)
        moves = moves_of(form, lined)
        assert form.plain_search.evaluate_moves(lined, moves, len(moves), leads) == (left > 2)  # type: ignore[misc]


@pytest.mark.parametrize("size", [6, 10, 12])
def test_the_worths_of_lines_follow_from_a_few(size: int) -> None:
    """On a board whose lines are cut in two as well."""
    (folded,) = load("freedom", size=size).for_search.folded
    made = np.zeros_like(folded.table)
    folded.unfolding(lambda function: function)(made, folded.few)
    assert (made == folded.table).all()
    assert len(folded.few) < len(folded.table) / 2


# As it is solved --------------------------------------------------------------------------------


def bounds(state: State) -> tuple[int, int]:
    low, high = state.game.plain_search.bounds(state.position)  # type: ignore[misc]
    return int(low), int(high)


@pytest.mark.parametrize(
    ("size", "scoring", "last_cell"), [*product((4, 6, 10, 11), SCORINGS, LAST_CELL)]
)
def test_bounds_close_in_on_the_lead(size: int, scoring: str, last_cell: str) -> None:
    """And what is kept while playing is what the stones alone say."""
    game = load("freedom", size=size, scoring=scoring, last_cell=last_cell)
    choose = Random(size)
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


def soil(position: Any, name: str, game: Any) -> None:
    """Fill a field with what is wrong, but for the room that only larger boards use."""
    if not position.dtype[name].shape:
        position[name] = 3
        return
    lines = getattr(game, "tables", None) or game._tables
    used = len(lines.base) if name == "codes" else game.size**2 + 1
    position[name][:used] = 3


def derived(state: State) -> bytes:
    """The position with its derived fields found afresh."""
    afresh: Any = state.position.copy()
    for name in afresh.dtype.names[afresh.dtype.names.index("mixed") :]:
        if not name.startswith("_"):
            soil(afresh, name, state.game)
    state.game.plain.derive(afresh)  # type: ignore[misc]
    return bytes(afresh.tobytes())


@pytest.mark.parametrize("scoring", SCORINGS)
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
        state, choose = State(game), Random(seed)
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
