"""The scoreboard of a tournament: right in every state, and no longer than a screen."""

from __future__ import annotations

from typing import Any

import pytest
from tests.play.tournament.simulate import THREE, make, play

from livestone.api.tournaments import Board, Scoreboard, Settings
from livestone.play.match import opening
from livestone.play.tournament import KINDS, Tournament
from livestone.server.tournaments.scoreboard import MAX_BOARDS, MAX_RESULTS, board, scoreboard


def score(cup: Tournament, boards: int = 0, **known: Any) -> Scoreboard:
    """The scoreboard, with some of the open games as boards."""
    game = cup.plan.make_game()
    shown = [
        board(str(at), fixture.players, opening(game, 9, at))
        for at, fixture in enumerate(cup.open()[:boards])
    ]
    usual: dict[str, Any] = {"id": "cup", "name": "Cup", "status": "running", "rules": ""}
    return scoreboard(cup, shown, settings=Settings({}, 1, 1, 1), **(usual | known))


def begun(cup: Tournament) -> Tournament:
    found = cup.next_round(cup.entrants)
    assert found is not None
    cup.begin(found)
    return cup


def test_before_anybody_enters() -> None:
    found = score(make("swiss", []))
    assert found.said == "Nobody has entered yet."
    assert (found.standings, found.boards, found.results) == ((), (), ())


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_before_within_and_after(kind: str) -> None:
    rounds = 2 if kind in ("swiss", "ladder", "match") else None
    cup = make(kind, 2 if kind == "match" else 5, rounds=rounds)
    for _ in range(3):
        found = score(cup, 3)
        assert {one.name for one in found.standings} == set(cup.entrants)
        assert len(found.boards) == min(3, len(cup.open()))
        if cup.open():
            play(cup) if kind == "match" else None
        if not cup.over and not cup.open():
            begun(cup)
        elif not cup.over:
            for fixture in cup.open():
                cup.add(fixture.result([0], [9, 3]))
            play(cup)
    assert cup.over
    assert score(cup).said.startswith("It is over: ")


def test_results_newest_first_and_not_too_many() -> None:
    cup = play(make("round-robin", 6), seed=2)
    found = score(cup, replay=lambda result: "-".join(map(str, result.key)))
    assert len(found.results) == MAX_RESULTS
    assert found.more_results == len(cup.results) - MAX_RESULTS
    newest = cup.results[-1]
    assert found.results[0].game == "-".join(map(str, newest.key))
    assert found.results[0].players == newest.players
    lost = [one for one in found.results if "lost: too slow" in one.note]
    assert lost
    assert all(set(one.points) == {0, 1} for one in lost)


def test_no_more_boards_than_a_screen_holds() -> None:
    found = score(begun(make("swiss", 20)), 20)
    assert (len(found.boards), found.more_boards) == (MAX_BOARDS, 20 - MAX_BOARDS)


def test_who_is_there_who_is_free() -> None:
    cup = make("swiss", 5)
    found = cup.next_round(cup.entrants[1:])
    assert found is not None
    cup.begin(found)
    shown = score(cup, present=cup.entrants[1:])
    assert "Not there: p1." in shown.free
    assert shown.away == ("p1",)
    assert score(make("swiss", 2)).away == ()


def test_three_at_a_table() -> None:
    cup = begun(make("round-robin", 4, THREE))
    cup.add(cup.open()[0].result([1], [0, 1, 0]))
    found = score(cup, 1)
    (shown,) = found.boards
    assert isinstance(shown, Board)
    assert len(shown.players) == 3
    assert found.results[0].points == (0, 1, 0)
    assert len(found.crosstable) == 4
