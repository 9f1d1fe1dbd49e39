"""What an organiser may decide."""

from __future__ import annotations

import json

import pytest
from tests.play.tournament.simulate import THREE, TWO

from livestone.errors import BadOption, BadRequest, UnknownGame
from livestone.games import load
from livestone.play.tournament import Plan


def test_unless_told_everybody_has_every_seat_once() -> None:
    assert Plan.of("swiss", TWO).games == 2
    assert Plan.of("swiss", THREE).games == 3


def test_json_and_back() -> None:
    plan = Plan.of("match", load("freedom", size=8), rounds=7, plies=4, seed=3, sprt=(0.0, 20.0))
    assert Plan.from_json(json.loads(json.dumps(plan.as_json()))) == plan
    assert plan.make_game() == load("freedom", size=8)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "swoss"}, "'swoss' is no kind of tournament: did you mean 'swiss'"),
        ({"rounds": 0}, "rounds must be a whole number from 1 to 100000, not 0"),
        ({"games": 0}, "games at each meeting must be a whole number"),
        ({"plies": -1}, "opening plies must be a whole number"),
        ({"kind": "round-robin", "rounds": 3}, "the rounds of a round-robin follow from"),
        ({"sprt": [0, 5]}, "needs a match of two players"),
        ({"kind": "match", "sprt": [5, 5]}, "an SPRT between 5 and 5 Elo makes no sense"),
        ({"kind": "match", "sprt": [0, 5], "games": 1}, "with two games at each meeting"),
        ({"rounds": "many"}, "this is no plan: .*rounds"),
        ({"game": None}, "this is no plan"),
    ],
)
def test_nonsense_is_refused(change: dict[str, object], words: str) -> None:
    data = Plan.of("swiss", TWO, rounds=5).as_json()
    with pytest.raises(BadRequest, match=words):
        Plan.from_json(data | change)


def test_the_game_and_its_options_are_checked() -> None:
    data = Plan.of("swiss", TWO).as_json()
    with pytest.raises(UnknownGame):
        Plan.from_json(data | {"game": "chess"})
    with pytest.raises(BadOption):
        Plan.from_json(data | {"options": {"size": "99"}})
