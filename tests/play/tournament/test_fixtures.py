"""Games to play and their results."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.play.tournament.simulate import THREE, TWO

from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.play.tournament import Fixture, Meeting, Plan, Result, Round
from livestone.play.tournament.fixtures import fixtures

ROUND = Round(2, (Meeting(1, ("a", "b", "c")), Meeting(2, ("d", "e", "f"))), ("g",), ("h",))


def test_everybody_has_every_seat_in_turn() -> None:
    found = fixtures(ROUND, 3)
    assert [fixture.key for fixture in found[:3]] == [(2, 1, 1), (2, 1, 2), (2, 1, 3)]
    for seat in range(3):
        assert {fixture.players[seat] for fixture in found[:3]} == {"a", "b", "c"}


def test_the_games_of_a_meeting_have_one_opening_and_dice_of_their_own() -> None:
    plan = Plan.of("round-robin", TWO, plies=6, seed=5)
    one, other = Fixture(1, 1, 1, ("a", "b")), Fixture(1, 1, 2, ("b", "a"))
    assert one.opening(plan) == other.opening(plan)
    assert one.dice(plan) != other.dice(plan)
    assert one.dice(plan) == Fixture(1, 1, 1, ("a", "b")).dice(plan)
    openings = {Fixture(1, meeting, 1, ("a", "b")).opening(plan) for meeting in range(1, 9)}
    assert len(openings) == 8
    state = State(TWO)
    for move in one.opening(plan):
        state.play(move)
    assert state.ply == 6
    assert one.opening(Plan.of("round-robin", TWO)) == ()
    three = Fixture(1, 1, 1, ("a", "b", "c"))
    assert len(three.opening(Plan.of("round-robin", THREE, plies=5))) == 5


def test_shares() -> None:
    three = Fixture(1, 1, 1, ("a", "b", "c"))
    won, shared, drawn = (three.result(who, (0, 0, 0)) for who in ([1], [0, 2], []))
    assert [won.share(seat) for seat in range(3)] == [0, 1, 0]
    assert [shared.share(seat) for seat in range(3)] == [Fraction(1, 2), 0, Fraction(1, 2)]
    assert [drawn.share(seat) for seat in range(3)] == [Fraction(1, 3)] * 3


def test_absent_players_lose() -> None:
    fixture = Fixture(1, 1, 1, ("a", "b"))
    one, both = fixture.given_up(["b"]), fixture.given_up(["a", "b"])
    assert (one.winners, one.loser, one.reason) == ((0,), 1, "absent")
    assert one.words == "b did not come"
    assert [both.share(0), both.share(1)] == [0, 0]


def test_json_and_back() -> None:
    assert Round.from_json(ROUND.as_json()) == ROUND
    found = fixtures(ROUND, 1)[0].result(
        [0], [1, 0, 0], reason="illegal", loser=2, words="off the board", record="games/1.txt"
    )
    assert Result.from_json(found.as_json()) == found
    with pytest.raises(BadRequest, match="winners or scores without a seat"):
        Result.from_json(found.as_json() | {"winners": [3]})
    with pytest.raises(BadRequest, match="this is no round"):
        Round.from_json({"number": "one"})
