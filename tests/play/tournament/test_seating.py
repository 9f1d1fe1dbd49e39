"""Seats: in balance where the games of a meeting do not balance them."""

from __future__ import annotations

import pytest
from tests.play.tournament.simulate import THREE, make, names

from livestone.play.tournament import Tournament
from livestone.play.tournament.seating import EASY, meetings, strain


def sat(cup: Tournament, **seats: list[int]) -> Tournament:
    """A tournament in which people have had these seats."""
    for name, had in seats.items():
        cup.history.people[name].seats = had
    return cup


def test_as_many_games_as_seats_need_no_care() -> None:
    cup = sat(make("swiss", 2, games=2), p1=[0, 0], p2=[1, 1])
    assert strain(cup.history, names(2)) == EASY


def test_a_player_who_had_a_colour_twice_gets_the_other() -> None:
    cup = sat(make("swiss", 2, games=1), p1=[1, 0, 0], p2=[0, 1, 0])
    assert meetings(cup.history, [names(2)])[0].players == ("p2", "p1")
    assert strain(cup.history, names(2))[0] == 0


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param([1, 0, 0], [1, 0, 0], id="both had it twice"),
        pytest.param([0, 1, 0, 0], [0, 0, 1, 0], id="4 to 1, but nobody three in a row"),
    ],
)
def test_who_cannot_meet_well(first: list[int], second: list[int]) -> None:
    cup = sat(make("swiss", 2, games=1), p1=first, p2=second)
    assert strain(cup.history, names(2))[0] == 1


def test_first_seats_go_round() -> None:
    cup = make("swiss", 4, games=1)
    found = meetings(cup.history, [["p1", "p3"], ["p2", "p4"]])
    assert [meeting.players for meeting in found] == [("p1", "p3"), ("p4", "p2")]


def test_three_seats() -> None:
    cup = sat(make("swiss", 3, THREE, games=1), p1=[0], p2=[1], p3=[2])
    (found,) = meetings(cup.history, [names(3)])
    assert [found.players.index(name) for name in names(3)] != [0, 1, 2]
    assert all(found.players.index(name) != seat for seat, name in enumerate(names(3)))
