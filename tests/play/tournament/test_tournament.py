"""What all kinds of tournament have in common: nothing is lost or counted twice."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.play.tournament.simulate import THREE, TWO, begin, by_chance, make, names, play, stronger

from livestone.core.game import Game
from livestone.errors import BadRequest, NotAllowed
from livestone.play.tournament import KINDS, Meeting, Plan, Round, Tournament


@pytest.mark.parametrize("game", [TWO, THREE])
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=12)
@given(st.data())
def test_making_it_again_goes_on_where_it_was(kind: str, game: Game, data: st.DataObject) -> None:
    """After any number of games, and with the results in any order."""
    match = kind == "match"
    count = game.players if match else data.draw(st.integers(game.players, 9))
    rounds = 4 if kind in ("swiss", "ladder", "match") else None
    cup = make(kind, count, game, rounds=rounds, games=data.draw(st.integers(1, 3)))
    seed = data.draw(st.integers(0, 999))
    dice, order = random.Random(seed), random.Random(seed)
    while not cup.over:
        found = cup.next_round(cup.entrants)
        if found is not None:
            cup.begin(found)
        cup.add(by_chance(order.choice(cup.open()), dice))
        if dice.random() < 0.1:
            results = dice.sample(cup.results, len(cup.results))
            again = Tournament(cup.plan, cup.entrants, cup.rounds, results)
            assert again.open() == cup.open()
            assert again.standings() == cup.standings()
            assert again.next_round(cup.entrants) == cup.next_round(cup.entrants)
            cup = again
    assert len({result.key for result in cup.results}) == len(cup.results)
    table = cup.standings()
    assert sorted(one.name for one in table) == sorted(cup.entrants)
    byes = sum(one.byes for one in table) * cup.plan.games * (kind == "swiss")
    assert sum(one.points for one in table) == pytest.approx(len(cup.results) + byes)


def test_a_second_result_is_refused() -> None:
    cup = make("round-robin", 2)
    begin(cup)
    one, other = cup.open()
    cup.add(stronger(one))
    with pytest.raises(NotAllowed, match="game 1 of meeting 1 in round 1 has a result already"):
        cup.add(stronger(one))
    cup.add(stronger(other))
    assert len(cup.results) == 2
    assert cup.over


def test_a_result_needs_its_fixture() -> None:
    cup = make("round-robin", 2)
    begin(cup)
    fixture = cup.open()[0]
    other = type(fixture)(1, 1, 1, fixture.players[::-1])
    with pytest.raises(NotAllowed, match="have no game 1 of meeting 1 in round 1 to play"):
        cup.add(stronger(other))


@pytest.mark.parametrize(
    "round",
    [
        Round(2, (Meeting(1, ("p1", "p2")),)),
        Round(1, (Meeting(1, ("p1", "p9")),)),
        Round(1, (Meeting(1, ("p1", "p1")),)),
        Round(1, (Meeting(1, ("p1", "p2")), Meeting(2, ("p2", "p3")))),
        Round(1, (Meeting(1, ("p1", "p2", "p3")),)),
    ],
)
def test_a_round_that_cannot_be_is_refused(round: Round) -> None:
    cup = make("swiss", 3)
    with pytest.raises(BadRequest):
        cup.begin(round)
    assert cup.rounds == ()
    assert cup.open() == ()


def test_entering() -> None:
    cup = make("swiss", 2)
    cup.enter("p3")
    with pytest.raises(BadRequest, match="'p3' cannot enter: every entrant needs a name"):
        cup.enter("p3")
    for kind in ("round-robin", "knock-out"):
        closed = play(make(kind, 3), rounds=1)
        with pytest.raises(NotAllowed, match="'p9' comes too late"):
            closed.enter("p9")
        assert "p9" not in closed.entrants
    with pytest.raises(NotAllowed, match="cannot join a match"):
        make("match", 2).enter("p3")


@pytest.mark.parametrize(
    ("kind", "entrants", "words"),
    [
        ("match", 3, "a match of this game has 2 players, not 3"),
        ("knock-out", 1, "a knock-out needs at least 2"),
        ("round-robin", ["p1", "p1"], "every entrant needs a name of their own"),
    ],
)
def test_too_few_or_too_many(kind: str, entrants: int | list[str], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        make(kind, entrants)


@pytest.mark.parametrize(
    ("kind", "count", "games"), [("round-robin", 5, 20), ("swiss", 9, 32), ("match", 2, 20)]
)
def test_how_many_games_there_will_be(kind: str, count: int, games: int) -> None:
    cup = make(kind, count)
    assert cup.games == games
    assert len(play(cup).results) == games
    assert cup.length == len(cup.rounds)


def test_early_rounds() -> None:
    cup = make("round-robin", 4)
    while (found := cup.next_round(cup.entrants, early=True)) is not None:
        cup.begin(found)
    assert len(cup.open()) == 12
    swiss = make("swiss", 4)
    begin(swiss)
    assert swiss.next_round(swiss.entrants, early=True) is None


def sprt(lead: float, pairs: int) -> Tournament:
    """A match in which the first of two wins, as far as the test needs it, three games of four."""
    plan = Plan.of("match", TWO, sprt=(0.0, lead))
    cup = Tournament(plan, names(2))
    for _ in range(pairs):
        begin(cup, early=True)
    return cup


def test_an_sprt_ends_a_match_at_the_same_pair_whatever_came_first() -> None:
    results = []
    for back in (False, True):
        cup = sprt(100, 60)
        open = cup.open()
        for fixture in reversed(open) if back else open:
            if fixture.round % 2 or fixture.game == 1:
                cup.add(stronger(fixture))
            else:
                cup.add(fixture.result([], [0, 0]))
        assert cup.over
        assert cup.open() == ()
        assert cup.next_round(cup.entrants, early=True) is None
        results.append((cup.results, cup.rounds, cup.standings(), cup.sprt and cup.sprt.counts))
    assert results[0] == results[1]
    assert 4 < len(results[0][0]) < 120


def test_an_sprt_may_end_without_an_answer() -> None:
    cup = Tournament(Plan.of("match", TWO, sprt=(0.0, 5.0), rounds=3), names(2))
    play(cup)
    assert cup.over
    assert len(cup.results) == 6
    assert cup.sprt is not None
    assert cup.sprt.verdict is None
