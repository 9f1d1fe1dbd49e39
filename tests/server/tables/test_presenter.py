"""Words, views and pictures made of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from httpx import Client
from tests.server.conftest import FRIEND, ME, OTHER, THIRD, play, seated
from tests.server.site import begin_game
from tests.server.tables.test_store import game as game_row

from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.errors import BadRequest, NotAllowed
from livestone.games import load
from livestone.portable.description import description
from livestone.server.tables.commands import Tables
from livestone.server.tables.move_list import thought_words
from livestone.server.tables.presenter import (
    option_words,
    picture,
    result_words,
    seat_views,
    table_view,
)
from livestone.server.tables.seats import seat_rows
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import PlyRow, SeatRow, Stored
from livestone.server.tables.table import Table, state_of

FREEDOM, THREE = load("freedom", size=4), load("twins", players=3)
SEATS = (SeatRow(0, "person", ME, None, "Guest"), SeatRow(1, "bot", None, 3, "Bot, level 3"))


@pytest.mark.parametrize(
    ("game", "winners", "scores", "ended_by", "words"),
    [
        (FREEDOM, [0], [8.0, 4.0], None, "White wins, 8 to 4"),
        (FREEDOM, [1], [4.0, 8.0], None, "Black wins, 8 to 4"),
        (FREEDOM, [], [4.0, 4.0], None, "Draw, 4 to 4"),
        (FREEDOM, [1], [8.0, 4.0], 0, "Black wins: White resigned"),
        (THREE, [2], [1.0, 2.0, 3.0], None, "Green wins, 3 to 1 to 2"),
        # Without points.
        (load("shuttle"), [0], [1.0, 0.0], None, "White wins"),
        (load("shuttle"), [], [1.0, 0.0], None, "Draw"),
    ],
)
def test_result_words(
    game: Game, winners: list[int], scores: list[float], ended_by: int | None, words: str
) -> None:
    ending = {"winners": winners, "scores": scores, "ended_by": ended_by}
    row = game_row(game=game.id, status="finished", **ending)
    assert result_words(game, row) == words
    assert result_words(game, replace(row, status="running")) == ""


def test_option_and_thought_words() -> None:
    assert option_words(load("freedom")) == ""
    assert option_words(load("twins", secret=True)) == "Secret hearts true"
    assert thought_words(None) == ""
    thoughts = {"value": [0.25, 0.75], "pv": ["a1", "b2"], "points": [3.5, 8], "proved": False}
    thoughts |= {"nodes": 12345, "seconds": 0.5, "depth": 3}
    words = "expects 25 %, 75 %; points 3.5 to 8; a1 b2; 12,345 nodes in 0.5 s"
    assert thought_words(thoughts) == words
    proved = {**thoughts, "proved": True, "points": None}
    assert thought_words(proved) == "proved 25 %, 75 %; a1 b2; 12,345 nodes in 0.5 s"


def test_names() -> None:
    rows = seat_rows(THREE, ("person", "bot:10", "me"), "v")
    assert [(row.seat, row.kind, row.owner_id, row.level, row.name) for row in rows] == [
        (0, "person", "v", None, "Player 1"),
        (1, "bot", None, 10, "Bot, level 10"),
        (2, "person", "v", None, "Player 2"),
    ]
    assert seat_rows(FREEDOM, ("bot:1", "me"), "v")[1].name == "Guest"


@pytest.mark.parametrize("seat", ["", "ME", " me", "bot", "bot:-1", "bot:0", "bot:11", "bot:٣"])
def test_nobody_to_play_with(seat: str) -> None:
    with pytest.raises(BadRequest, match="nobody to play with"):
        seat_rows(FREEDOM, ("me", seat), "v")


def test_seats() -> None:
    mine, bot = seat_views(FREEDOM.seats, SEATS, ME)
    assert (mine.name, mine.is_me, mine.level) == ("You", True, None)
    assert (bot.name, bot.is_me, bot.level, bot.level_name) == ("Bot, level 3", False, 3, "Learner")
    stranger, _ = seat_views(FREEDOM.seats, SEATS, OTHER)
    assert (stranger.name, stranger.is_me) == ("Guest", False)


async def test_view_of_a_stored_game() -> None:
    live = Table("a")
    plies = (PlyRow(1, "b2", 0, 2.5), PlyRow(2, "b3", 1))
    stored = Stored(game_row(ply=2, mover=0, options=dict(FREEDOM.option)), SEATS, plies)
    live.load(stored, state_of(stored))
    view = table_view(live, ME)
    assert (view.ply, view.my_turn, view.can.undo) == (2, True, True)
    assert view.turns[0].plies[0].seconds == 2.5
    assert view.cells == {"b2": "white", "b3": "black"}
    with pytest.raises(NotAllowed):
        table_view(live, OTHER)


async def test_a_view_is_made_once_for_all_who_see_the_same_and_anew_after_a_ply() -> None:
    live, row = Table("x"), game_row(game="freedom", options=dict(FREEDOM.option))
    stored = Stored(row, SEATS, ())
    live.load(stored, state_of(stored))
    first = live.view(None)
    assert live.view(None) is first
    state = live.state.copy()
    state.play("a1")
    live.take(replace(row, ply=1), state, (PlyRow(1, "a1", 0),))
    assert (first.moves, live.view(None).moves) == ((), ("a1",))
    assert live.view(0) is not live.view(None)


GAMES = ("freedom", "straat", "kasteel_1", "trangalla")


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_has_the_numbers_of_the_description(name: str) -> None:
    state = State(load(name))
    for _ in range(6):
        state.play(state.legal[0])
    for viewer in (None, ONLOOKER, 0, 1):
        view = state.view(viewer)
        told, drawn = description(state.game), picture(view, view.steps)
        named = [told["pieces"][code - 1]["name"] if code else None for code in drawn.pieces]
        names = told["board"]["names"]
        assert {site: one for site, one in zip(names, named, strict=True) if one} == view.cells
        assert drawn.marks == view.marks
        assert drawn.steps == view.steps
        assert drawn.faces.keys() == view.faces.keys()
        for side, standing in drawn.faces.items():
            assert len(standing.pieces) == len(told["faces"][side]["names"])


async def test_what_is_new_to_a_player(tables: Tables) -> None:
    id = await seated(tables, FRIEND)
    for ply, move in enumerate(("b2", "b3", "c3")):
        await tables.play(id, (ME, OTHER)[ply % 2], move, ply)
    seen = {visitor: (await tables.view(id, visitor)).recent for visitor in (ME, OTHER)}
    assert seen == {ME: 2, OTHER: 2}
    assert [(await tables.view(id, OTHER, ply)).recent for ply in range(4)] == [0, 0, 1, 2]
    assert (await tables.view(id, ME)).ended_by is None
    await tables.resign(id, OTHER)
    assert (await tables.view(id, ME)).ended_by == 1


async def test_all_turns_since_one_s_own_are_new(tables: Tables) -> None:
    """In a game for three also those of both others."""
    spec = TableSpec("twins", {"side": "2", "players": "3"}, ("me", "friend", "friend"))
    id = await seated(tables, spec, OTHER, THIRD)
    for _ in range(5):
        await play(tables, id)
    turns = (await tables.view(id, ME)).turns
    assert [(turn.mover, len(turn.plies)) for turn in turns] == [(0, 1), (1, 2), (2, 2)]
    found = [(await tables.view(id, who)).recent for who in (ME, OTHER, THIRD)]
    assert found == [1, 3, 3]


def test_a_description_may_be_kept(newcomer: Callable[..., Client]) -> None:
    guest, friend = newcomer(), newcomer()
    begin_game(guest, friend)
    found = guest.get("/api/descriptions/freedom?size=4")
    told = found.json()
    assert (told["id"], len(told["board"]["names"])) == ("freedom", 16)
    assert found.headers["cache-control"] == "no-cache"
    assert guest.get("/api/descriptions/freedom?size=400").status_code == 400
    assert guest.get("/api/descriptions/nothing").status_code == 404
    # What a page shows before there is a game is what the game begins with.
    start = guest.get("/api/descriptions/freedom/start?size=4").json()
    asked = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "bot:1"]}
    table = guest.post("/api/games", json=asked).json()
    assert start == {"picture": table["picture"], "paths": table["paths"]}
    assert len(start["paths"]) == 16
    assert guest.get("/api/descriptions/freedom/start?size=400").status_code == 400
