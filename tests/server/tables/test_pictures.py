"""What is drawn of a table: from what the viewer may see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from httpx import Client
from tests.server.conftest import FRIEND, ME, NOBODY, OTHER, THIRD, play, seated
from tests.server.site import begin_game

from livestone.core.state import ONLOOKER, State
from livestone.games import load
from livestone.portable.description import description
from livestone.server.tables.commands import Tables
from livestone.server.tables.pictures import picture
from livestone.server.tables.shapes import TableSpec

GAMES = ("freedom", "straat", "kasteel_1", "trangalla")


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_has_the_numbers_of_the_description(name: str) -> None:
    state = State(load(name))
    for _ in range(6):
        state.play(state.legal[0])
    for viewer in (None, ONLOOKER, 0, 1):
        view = state.view(viewer)
        told, drawn = description(state.game), picture(view)
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


async def test_an_end_before_its_time_says_whose_it_is(tables: Tables) -> None:
    id = await seated(tables, FRIEND)
    assert (await tables.view(id, ME)).ended_by is None
    await tables.resign(id, OTHER)
    assert (await tables.view(id, ME)).ended_by == 1


async def test_a_secret_is_in_no_picture(tables: Tables) -> None:
    """A King that is chosen in secret is drawn for its owner only."""
    id = await seated(tables, TableSpec("trangalla", {}, ("me", "friend"), public=True))
    await tables.play(id, ME, "K=3b", 0)
    own, others, looking = [await tables.view(id, who) for who in (ME, OTHER, NOBODY)]
    assert own.picture
    assert others.picture
    assert others.picture == looking.picture
    assert own.picture.pieces != others.picture.pieces
    assert own.picture.steps != others.picture.steps == ((),)


def test_a_description_may_be_kept(newcomer: Callable[..., Client]) -> None:
    guest, friend = newcomer(), newcomer()
    begin_game(guest, friend)
    found = guest.get("/api/descriptions/freedom?size=4")
    told = found.json()
    assert (told["id"], len(told["board"]["names"])) == ("freedom", 16)
    assert found.headers["cache-control"] == "no-cache"
    assert guest.get("/api/descriptions/freedom?size=400").status_code == 400
    assert guest.get("/api/descriptions/nothing").status_code == 404
