"""The tournament of the levels: its pairings, and the table that is made of it."""

from __future__ import annotations

import pytest
from scripts import level_ladder as ladder
from scripts.level_ladder import Meeting, meetings
from tests.games import Shuttle, Twins

from livestone.core.state import State
from livestone.play.levels import LEVELS
from livestone.play.rating import Outcome

NAMES = [level.name for level in LEVELS]


def meeting(upper: str, lower: str, won: int, lost: int, drawn: int = 0) -> Meeting:
    games = [Outcome((upper, lower), (0,))] * won + [Outcome((lower, upper), (0,))] * lost
    return Meeting(upper, lower, tuple(games + [Outcome((upper, lower))] * drawn))


def test_everybody_meets_the_two_below_in_every_seat() -> None:
    found = list(meetings(Shuttle(length=5, cap=8), levels=(1, 2, 3), games=4, seed=3))
    assert [(each.upper, each.lower) for each in found] == [
        (NAMES[0], "random"),
        (NAMES[1], "random"),
        (NAMES[1], NAMES[0]),
        (NAMES[2], NAMES[0]),
        (NAMES[2], NAMES[1]),
    ]
    for each in found:
        assert [game.players[0] for game in each.games] == [each.upper, each.lower] * 2
    again = list(meetings(Shuttle(length=5, cap=8), levels=(1, 2, 3), games=4, seed=3))
    assert again == found


def test_one_against_two_of_the_lower_where_there_are_three_seats() -> None:
    (found,) = meetings(Twins(side=2, players=3), levels=(1,), games=3)
    assert [game.players.count("random") for game in found.games] == [2, 2, 2]
    assert sorted(game.players.index(NAMES[0]) for game in found.games) == [0, 1, 2]


def test_slow_levels_play_less_and_the_strongest_is_held() -> None:
    number = len(LEVELS)
    game = Shuttle(length=5, cap=8)
    (_, _), (_, last) = ladder.entrants([number], nodes=60)
    *_, report = last.make(game, seed=1).think(State(game))
    assert 0 < report.nodes <= 60 + 15
    found = list(meetings(game, levels=[number], games=8, nodes=60))
    assert [len(each.games) for each in found] == [8 // ladder.SLOW[number]]


def test_shares_and_steps() -> None:
    played = [
        meeting(NAMES[0], "random", 9, 1),
        meeting(NAMES[1], "random", 10, 0),
        meeting(NAMES[1], NAMES[0], 6, 2, 2),
    ]
    assert played[2].share == pytest.approx(0.7)
    standings = ladder.ladder(played)
    assert list(standings) == [NAMES[1], NAMES[0], "random"]
    rows = ladder.table(played).splitlines()
    assert len(rows) == 5
    assert rows[2].startswith("| random | 0 ± ")
    assert rows[3].startswith(f"| 1 {NAMES[0]} | ")
    assert rows[3].endswith("| 90% of 10 |  |")
    assert rows[4].endswith("| 70% of 10 | 100% of 10 |")


def test_meetings_are_kept_as_json() -> None:
    played = [meeting(NAMES[0], "random", 2, 1, 1)]
    assert ladder.from_json(ladder.as_json(played)) == played
