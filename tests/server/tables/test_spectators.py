"""Spectators: what they may not see is in no answer, and each is answered by what is due."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from httpx import Client
from tests.patience import PATIENCE
from tests.server.conftest import FRIEND, ME, NOBODY, OTHER, seated
from tests.server.site import Site, begin_game
from tests.server.tables.readable import addresses

from livestone.errors import BadRequest
from livestone.server.tables.commands import Tables

LATE = replace(FRIEND, control="5+3", public=True, delay=1)


async def play(tables: Tables, id: str, *moves: str) -> None:
    """Play from the beginning on."""
    for ply, move in enumerate(moves):
        await tables.play(id, (ME, OTHER)[ply % 2], move, ply)


async def test_a_ply_is_shown_after_the_next_one(tables: Tables) -> None:
    id = await seated(tables, LATE)
    before = await tables.view(id, NOBODY)
    await tables.play(id, ME, "b2", 0)
    assert await tables.view(id, NOBODY) == before
    with pytest.raises(BadRequest):
        await tables.view(id, NOBODY, 1)
    assert "b2" not in await tables.record(id, NOBODY)
    await tables.play(id, OTHER, "b3", 1)
    assert (await tables.view(id, ME)).last_ply == 2
    seen = await tables.view(id, NOBODY)
    assert (seen.last_ply, seen.mover, seen.clock) == (1, 1, None)
    assert "b3" not in await tables.record(id, NOBODY)
    await tables.resign(id, ME)
    over = await tables.view(id, NOBODY)
    assert (over.last_ply, over.status) == (2, "finished")
    assert over.version > seen.version


async def test_events_come_when_they_are_due(tables: Tables) -> None:
    id = await seated(tables, LATE)
    events = tables.subscribe(id, NOBODY)
    assert (await anext(events)).data["ply"] == 0
    await tables.play(id, ME, "b2", 0)
    await tables.offer(id, OTHER, "pause", 1)
    await tables.play(id, OTHER, "b3", 1)
    async with asyncio.timeout(PATIENCE):
        assert (await anext(events)).data["ply"] == 1
        assert (await tables.view(id, NOBODY)).last_ply == 1
        await tables.resign(id, ME)
        while (await anext(events)).name != "finished":
            pass


def everything(site: Site, onlooker: Client, id: str, name: str) -> dict[str, tuple[int, str]]:
    """What an onlooker is answered on every route that can be read, but for streams."""
    site.app.state.lobby.snapshots.stale(games=True)
    found = {}
    for address in addresses(id, 1, name):
        answer = onlooker.get(address)
        assert answer.status_code < 500, address
        text = re.sub(r"\d+ (second|minute)s? ago|just now|right now", "ago", answer.text)
        # Who is here at all, and when that was looked at.
        text = re.sub(r'"?(version"?[:=]"?([0-9]{13}|[0-9]\b)|guests"?[:=]"?[0-9]+)', "", text)
        text = re.sub(r"\b(\d+|a|no) guests?", "guests", text)
        found[address] = answer.status_code, text
    return found


def test_no_route_shows_what_is_not_due(site: Site, newcomer: Callable[..., Client]) -> None:
    name = "Onlooked"
    one, other, onlooker = newcomer(name), newcomer(), newcomer()
    id = begin_game(one, other, control="3d", public=True, delay=2)
    onlooker.get("/api/account")
    before = everything(site, onlooker, id, name)
    assert before[f"/api/games/{id}"][0] == 200
    for ply, (who, move) in enumerate(((one, "b2"), (other, "b3"))):
        body = {"move": move, "ply": ply}
        assert who.post(f"/api/games/{id}/plies", json=body).is_success
    after = everything(site, onlooker, id, name)
    assert {path: text for path, text in after.items() if text != before[path]} == {}
    study = onlooker.post("/api/studies", json={"table": id})
    assert study.status_code < 500
    assert "b2" not in study.text
    assert one.get(f"/api/games/{id}").json()["last_ply"] == 2


def read(client: Client, path: str) -> str:
    """What the app reads of a table."""
    answer = client.get(f"/api{path}")
    assert answer.status_code == 200
    return answer.text


def test_a_player_never_shares_what_onlookers_see(newcomer: Callable[..., Client]) -> None:
    """Players see their own secret, spectators none, in whatever order they ask."""
    white, black, *others = (newcomer() for _ in range(4))
    path = f"/games/{begin_game(white, black, game='trangalla', options={}, public=True)}"
    for ply, (who, move) in enumerate(((white, "K=3b"), (black, "K=7b"))):
        assert who.post(f"/api{path}/plies", json={"move": move, "ply": ply}).is_success
    secrets = {white: "K=3b", black: "K=7b"}
    for _ in range(2):
        for who in (others[0], white, others[1], black, others[0]):
            text = read(who, path)
            shown = [secret for secret in secrets.values() if secret in text]
            assert shown == [secrets[who]] if who in secrets else not shown
            assert ('"onlooker":true' in text) == (who in others)


async def test_delayed_onlookers_share_what_is_due(tables: Tables) -> None:
    """What is due, and nothing else, is another view."""
    id = await seated(tables, LATE)
    found = [await tables.view_of_onlooker(id, NOBODY)]
    for ply, move in enumerate(("b2", "b3")):
        await tables.play(id, (ME, OTHER)[ply % 2], move, ply)
        found.append(await tables.view_of_onlooker(id, NOBODY))
    await tables.resign(id, ME)
    found.append(await tables.view_of_onlooker(id, NOBODY))
    assert found[0] == found[1]
    assert len(set(found)) == 3
