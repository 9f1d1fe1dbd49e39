"""Glicko-2 against its author's example, and what it must do whatever the numbers."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livestone.play.rating import (
    DEVIATION,
    START,
    Duel,
    Outcome,
    Rating,
    expected,
    rate,
    settled,
    standings,
    update,
)

RATINGS = st.builds(Rating, st.floats(0, 3500), st.floats(20, DEVIATION), st.floats(0.01, 0.2))


def test_glickmans_example() -> None:
    """A win against 1400, losses against 1550 and 1700, tau 0.5: 1464.06, 151.52, 0.05999."""
    duels = [
        Duel(Rating(1400, 30), 1.0),
        Duel(Rating(1550, 100), 0.0),
        Duel(Rating(1700, 300), 0.0),
    ]
    found = update(Rating(1500, 200, 0.06), duels, tau=0.5)
    assert found.value == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows() -> None:
    found = update(Rating(1700, 60, 0.06), [])
    assert (found.value, found.volatility) == (1700, 0.06)
    assert found.deviation == pytest.approx(math.hypot(60, 0.06 * 400 / math.log(10)))
    assert update(Rating(1500, DEVIATION, 0.2), []).deviation == DEVIATION


def test_the_interval_is_two_deviations() -> None:
    low, high = Rating(1500, 100).interval
    assert (round(low), round(high)) == (1304, 1696)


@given(RATINGS, RATINGS)
def test_expectations_add_up(one: Rating, other: Rating) -> None:
    assert expected(one, other) + expected(other, one) == pytest.approx(1)
    assert (expected(one, other) >= 0.5) == (one.value >= other.value)


@given(RATINGS, st.lists(st.tuples(RATINGS, st.sampled_from([0.0, 0.5, 1.0])), max_size=12))
def test_any_results_give_a_sane_rating(
    rating: Rating, results: list[tuple[Rating, float]]
) -> None:
    found = update(rating, [Duel(opponent, score) for opponent, score in results])
    assert all(math.isfinite(x) for x in (found.value, found.deviation, found.volatility))
    assert 0 < found.deviation <= DEVIATION
    assert 0 < found.volatility < 1
    if results and all(score == 1.0 for _, score in results):
        assert found.value > rating.value
    if results and all(score == 0.0 for _, score in results):
        assert found.value < rating.value


def test_a_weight_is_a_part_of_a_game() -> None:
    rating, opponent = Rating(1500, 200), Rating(1600, 80)
    whole = update(rating, [Duel(opponent, 1.0)])
    halves = update(rating, [Duel(opponent, 1.0, 0.5)] * 2)
    assert halves.value == pytest.approx(whole.value)
    assert halves.deviation == pytest.approx(whole.deviation)
    assert update(rating, [Duel(opponent, 1.0, 0.5)]).value < whole.value


def test_a_game_of_three_counts_once() -> None:
    start = Rating()
    three = rate([Outcome(("a", "b", "c"), (0,))])
    # One winner: two duels share the weight of one and a half.
    assert three["a"] == update(start, [Duel(start, 1.0, 0.75)] * 2)
    assert three["b"] == three["c"] == update(start, [Duel(start, 0.0, 0.75)])
    # A draw: three duels of a half each, the same as one game of two for everybody.
    drawn = rate([Outcome(("a", "b", "c"))])
    (pair,) = set(rate([Outcome(("a", "b"))]).values())
    for rating in drawn.values():
        assert (rating.value, rating.deviation) == pytest.approx((START, pair.deviation))
    # Two winners of three: equal to each other, ahead of the third.
    shared = rate([Outcome(("a", "b", "c"), (0, 2))])
    assert shared["a"] == shared["c"] == update(start, [Duel(start, 0.5, 0.5), Duel(start, 1, 0.5)])
    assert shared["b"] == update(start, [Duel(start, 0.0, 0.5)] * 2)


def test_draws_and_order_of_seats() -> None:
    assert rate([Outcome(("a", "b"))])["a"].value == pytest.approx(START)
    assert rate([Outcome(("a", "b"), (0,))]) == rate([Outcome(("b", "a"), (1,))])
    games = [Outcome(("a", "b"), (0,)), Outcome(("c", "a"), (0,)), Outcome(("b", "c"), ())]
    for order in itertools.permutations(games):
        found = rate(order)
        for name, rating in rate(games).items():
            assert found[name].value == pytest.approx(rating.value)


def test_ratings_before_count_and_absent_players_fade() -> None:
    before = {"a": Rating(1900, 50), "z": Rating(1600, 50)}
    found = rate([Outcome(("a", "b"), (1,))], before)
    assert found["b"].value > rate([Outcome(("a", "b"), (1,))])["b"].value
    assert found["z"].deviation > 50
    assert before["z"].deviation == 50


def test_a_player_against_themselves_says_nothing() -> None:
    assert standings([Outcome(("a", "a"), (0,))]) == {}
    found = rate([Outcome(("a", "a", "b"), (2,))])
    assert found["b"].value > START > found["a"].value


def test_standings_count_games_and_rank() -> None:
    games = [Outcome(("a", "b"), (0,))] * 30 + [Outcome(("b", "c"), (0,))] * 30
    games += [Outcome(("a", "c"))] * 5
    found = standings(games)
    assert list(found) == ["a", "b", "c"]
    assert (found["a"].wins, found["a"].draws, found["a"].losses) == (30, 5, 0)
    assert (found["b"].games, found["c"].losses) == (60, 30)
    assert found["b"].rating.deviation < 125


@pytest.mark.parametrize("players", [2, 3])
def test_true_strengths_are_found_within_the_intervals(players: int) -> None:
    dice = random.Random(players)
    true = [1200, 1300, 1400, 1500, 1600, 1700, 1800]
    games = []
    for _ in range(400):
        seats = dice.sample(range(len(true)), players)
        weights = [10 ** (true[at] / 400) for at in seats]
        winner = dice.choices(range(players), weights)[0]
        games.append(Outcome(tuple(map(str, seats)), (winner,)))
    found = standings(games)
    middle = sum(standing.rating.value for standing in found.values()) / len(found)
    inside = 0
    for name, standing in found.items():
        low, high = (end - middle + 1500 for end in standing.rating.interval)
        inside += low <= true[int(name)] <= high
    assert inside >= len(true) - 1


def test_settled_ratings_find_strengths_far_apart() -> None:
    """Ten players 250 apart who meet their neighbours only, as the levels do."""
    dice = random.Random(3)
    true = {f"p{at}": 250.0 * at for at in range(10)}
    games = []
    for one, other in itertools.combinations(true, 2):
        if abs(true[one] - true[other]) <= 500:
            for _ in range(100):
                wins = dice.random() < 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
                games.append(Outcome((one, other), (0 if wins else 1,)))
    table = settled(games)
    assert list(table) == sorted(true, reverse=True)
    middle = sum(standing.rating.value for standing in table.values()) / 10
    held = 0
    for name, standing in table.items():
        low, high = standing.rating.interval
        held += low <= true[name] - 250 * 4.5 + middle <= high
        assert abs(standing.rating.value - middle - true[name] + 250 * 4.5) < 120
    assert held >= 8


def test_settled_ratings_do_not_depend_on_the_order() -> None:
    games = (
        [Outcome(("a", "b"), (0,))] * 7 + [Outcome(("b", "c"))] * 4 + [Outcome(("b", "a"), (0,))]
    )
    table, back = settled(games), settled(games[::-1])
    assert {name: each.games for name, each in table.items()} == {"a": 8, "b": 12, "c": 4}
    for name, standing in table.items():
        assert back[name].rating.value == pytest.approx(standing.rating.value, abs=0.5)
    assert settled([]) == {}


def test_settled_ratings_of_equals_are_equal() -> None:
    table = settled([Outcome(("a", "b"), (0,)), Outcome(("b", "a"), (0,))] * 20)
    assert table["a"].rating.value == pytest.approx(table["b"].rating.value)
    assert table["a"].rating.value == pytest.approx(START)
