"""Knock-outs: pairings, eliminations, and what decides a draw."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.play.tournament.simulate import (
    THREE,
    TWO,
    begin,
    by_chance,
    make,
    names,
    play_stronger,
    stronger,
)

from livestone.core.game import Game
from livestone.play.tournament.knockout import AGAIN, bracket


def test_the_best_meet_last() -> None:
    cup = make("knock-out", 8)
    for pairs in (
        [("p1", "p8"), ("p2", "p7"), ("p3", "p6"), ("p4", "p5")],
        [("p1", "p4"), ("p2", "p3")],
        [("p1", "p2")],
    ):
        assert [meeting.players for meeting in begin(cup).meetings] == pairs
        play_stronger(cup)
    assert cup.over
    ranks = {one.name: one.rank for one in cup.standings()}
    assert [ranks[name] for name in names(8)] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_the_best_are_free_in_the_first_round() -> None:
    cup = make("knock-out", 5)
    first = begin(cup)
    assert first.byes == ("p1", "p2", "p3")
    assert [meeting.players for meeting in first.meetings] == [("p4", "p5")]
    play_stronger(cup)
    second = begin(cup)
    assert second.byes == ()
    assert [meeting.players for meeting in second.meetings] == [("p1", "p4"), ("p2", "p3")]


def test_a_drawn_meeting_is_played_again_and_then_decided() -> None:
    cup = make("knock-out", 2)
    for number in range(AGAIN + 1):
        players = begin(cup).meetings[0].players
        assert players == (("p1", "p2") if number % 2 == 0 else ("p2", "p1"))
        assert not cup.over
        for fixture in cup.open():
            cup.add(fixture.result([], [7, 7]))
    assert cup.over  # the better seed
    assert cup.standings()[0].name == "p1"
    assert cup.next_round(()) is None


def test_points_on_the_board_come_before_the_seed() -> None:
    cup = make("knock-out", 2)
    for _ in range(AGAIN + 1):
        begin(cup)
        for fixture in cup.open():
            better = fixture.players.index("p2")
            cup.add(fixture.result([], [9 if seat == better else 7 for seat in (0, 1)]))
    assert cup.standings()[0].name == "p2"


def test_only_drawn_meetings_are_played_again() -> None:
    cup = make("knock-out", 4)
    begin(cup)
    for fixture in cup.open():
        cup.add(fixture.result([], [1, 1]) if "p1" in fixture.players else stronger(fixture))
    assert [set(meeting.players) for meeting in begin(cup).meetings] == [{"p1", "p4"}]
    play_stronger(cup)
    assert [set(meeting.players) for meeting in begin(cup).meetings] == [{"p1", "p2"}]


def test_absent_players_are_out() -> None:
    cup = make("knock-out", 2)
    begin(cup)
    for fixture in cup.open():
        cup.add(fixture.given_up(["p1"]))
    assert cup.over
    assert [(one.name, one.games) for one in cup.standings()] == [("p2", 2), ("p1", 2)]
    assert cup.standings()[0].rating.deviation == 350  # nothing was played


@pytest.mark.parametrize(("game", "least"), [(TWO, 2), (THREE, 3)])
@settings(max_examples=25)
@given(st.integers(0, 24), st.integers(0, 999))
def test_one_is_left(game: Game, least: int, more: int, seed: int) -> None:
    cup = make("knock-out", least + more, game)
    dice = random.Random(seed)
    while not cup.over:
        before = bracket(cup.history)
        found = begin(cup)
        sitting = [name for meeting in found.meetings for name in meeting.players]
        assert len(set(sitting)) == len(sitting)
        assert set(sitting) <= set(before.left)
        if not before.drawn:
            assert sorted((*sitting, *found.byes)) == sorted(before.left)
        for fixture in cup.open():
            cup.add(by_chance(fixture, dice))
    table = cup.standings()
    assert [one.rank for one in table].count(1) == 1
    assert bracket(cup.history).left == [table[0].name]
