"""Words and views made of a table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.conftest import ME, OTHER, TWO
from tests.server.tables.test_store import game as game_row

from livestone.errors import NotAllowed
from livestone.games import load
from livestone.server.tables.commands import Tables
from livestone.server.tables.presenter import (
    option_words,
    result_words,
    seat_views,
    table_view,
    thought_words,
)
from livestone.server.tables.shapes import Turns
from livestone.server.tables.store import PlyRow, SeatRow, Stored
from livestone.server.tables.table import Table

FREEDOM = load("freedom", size=4)
SEATS = (SeatRow(0, "person", ME, None, "Guest"), SeatRow(1, "bot", None, 3, "Bot, level 3"))


@pytest.mark.parametrize(
    ("winners", "scores", "ended_by", "words"),
    [
        ([0], [8.0, 4.0], None, "White wins, 8 to 4"),
        ([1], [4.0, 8.0], None, "Black wins, 8 to 4"),
        ([], [4.0, 4.0], None, "Draw, 4 to 4"),
        ([1], [8.0, 4.0], 0, "Black wins: White resigned"),
    ],
)
def test_result_words(
    winners: list[int], scores: list[float], ended_by: int | None, words: str
) -> None:
    row = game_row(status="finished", winners=winners, scores=scores, ended_by=ended_by)
    assert result_words(FREEDOM, row) == words
    assert result_words(FREEDOM, replace(row, status="running")) == ""


def test_result_without_points() -> None:
    shuttle = load("shuttle")
    row = game_row(game="shuttle", status="finished", winners=[0], scores=[1.0, 0.0])
    assert result_words(shuttle, row) == f"{shuttle.seats[0].name} wins"
    assert result_words(shuttle, replace(row, winners=[])) == "Draw"


def test_three_winners_and_losers() -> None:
    twins = load("twins", players=3)
    row = game_row(game="twins", status="finished", winners=[2], scores=[1.0, 2.0, 3.0])
    assert result_words(twins, row) == "Green wins, 3 to 1 to 2"


def test_option_words() -> None:
    assert option_words(load("freedom")) == ""
    assert option_words(load("twins", secret=True)) == "Secret hearts true"


def test_thought_words() -> None:
    assert thought_words(None) == ""
    thoughts = {
        "value": [0.25, 0.75],
        "pv": ["a1", "b2"],
        "points": [3.5, 8],
        "proved": False,
        "nodes": 12345,
        "seconds": 0.5,
        "depth": 3,
    }
    words = "expects 25 %, 75 %; points 3.5 to 8; a1 b2; 12,345 nodes in 0.5 s"
    assert thought_words(thoughts) == words
    proved = {**thoughts, "proved": True, "points": None}
    assert thought_words(proved) == "proved 25 %, 75 %; a1 b2; 12,345 nodes in 0.5 s"


def test_seats() -> None:
    mine, bot = seat_views(FREEDOM.seats, SEATS, ME)
    assert (mine.name, mine.is_me, mine.level) == ("You", True, None)
    assert (bot.name, bot.is_me, bot.level, bot.level_name) == ("Bot, level 3", False, 3, "Learner")
    stranger, _ = seat_views(FREEDOM.seats, SEATS, OTHER)
    assert (stranger.name, stranger.is_me) == ("Guest", False)


def test_view_of_a_stored_game() -> None:
    live = Table("a")
    plies = (PlyRow(1, "b2", 0, 2.5), PlyRow(2, "b3", 1))
    live.load(Stored(game_row(ply=2, mover=0, options=dict(FREEDOM.option)), SEATS, plies))
    view = table_view(live, ME).table
    assert (view.ply, view.my_turn, view.can.undo) == (2, True, True)
    assert view.turns[0].plies[0].seconds == 2.5
    assert view.cells == {"b2": "white", "b3": "black"}
    with pytest.raises(NotAllowed):
        table_view(live, OTHER)


def test_a_view_is_made_once_for_all_who_see_the_same_and_anew_after_a_ply() -> None:
    live, row = Table("x"), game_row(game="freedom", options=dict(FREEDOM.option))
    live.load(Stored(row, SEATS, ()))
    first = live.view(None)
    assert live.view(None) is first
    state = live.state.copy()
    state.play("a1")
    live.take(replace(row, ply=1), state, (PlyRow(1, "a1", 0),))
    assert (first.moves, live.view(None).moves) == ((), ("a1",))
    assert live.view(0) is not live.view(None)


async def test_a_move_list_goes_on_from_the_last_one(tables: Tables) -> None:
    id = (await tables.create(TWO, ME)).id
    live = tables.registry.known(id)
    assert live is not None
    lists = [(await tables.view(id, ME)).turns]

    def as_made_anew() -> Turns:
        live.turns.clear()
        live._kept.clear()
        return table_view(live, ME).table.turns

    for ply, move in enumerate(["b2", "b3", "c3", "undo", "c4", "d4"]):
        if move == "undo":
            seen = await tables.undo(id, ME, ply)
        else:
            seen = await tables.play(id, ME, move, live.row.ply)
        kept = live.turns.copy()
        assert seen.turns == as_made_anew()
        live.turns = kept
        lists.append(seen.turns)
    texts = [" ".join(ply.text for turn in one for ply in turn.plies) for one in lists[1:]]
    assert texts == ["b2", "b2 b3", "b2 b3 c3", "b2 b3", "b2 b3 c4", "b2 b3 c4 d4"]
    assert lists[3][0] is lists[2][0], "what has not changed is not made again"
