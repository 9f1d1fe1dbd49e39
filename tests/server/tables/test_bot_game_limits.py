"""How many games with bots a visitor, and all visitors of one address, have at a time."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select, update
from tests.server.conftest import BOT, ME, OTHER, SMALL, TWO, PuppetEngine, until
from tests.server.databases import KINDS, address
from tests.server.site import Site

from livestone.errors import TooMany
from livestone.server.db.quotas import BOT_GAME_SECONDS, Quotas, QuotaSettings
from livestone.server.db.schema.games import games
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore

ACCOUNT = "@ada"
FRIEND = TableSpec("twins", {"side": "2", "players": "3"}, ("me", "friend", "bot:1"))


def limit(store: GameStore, mine: int = 0, here: int = 0) -> None:
    """Bound the games of a visitor and of an address, at which everybody here is."""
    store.quotas = Quotas(QuotaSettings(bot_games=mine, address_bot_games=here))
    for owner in (ME, OTHER, ACCOUNT):
        store.quotas.visit(owner, "192.0.2.1")


async def create(tables: Tables, owner: str = ME, spec: TableSpec = BOT) -> str:
    return (await tables.create(spec, owner)).id


async def count(store: GameStore) -> int:
    async with store.reading() as connection:
        return int(await connection.scalar(select(func.count()).select_from(games)) or 0)


async def test_a_visitor_finishes_one_game_before_the_next(
    store: GameStore, tables: Tables
) -> None:
    limit(store, mine=2)
    one = await create(tables)
    waits = await create(tables, spec=FRIEND)  # its bot will play when the friend is there
    with pytest.raises(TooMany) as refused:
        await create(tables)
    assert str(refused.value) == (
        "you have 2 games with bots that go on, as many as you may: finish or resign one first"
    )
    assert await count(store) == 2  # nothing of the third is left
    await create(tables, spec=TWO)  # without a bot
    await create(tables, OTHER)
    await create(tables, ACCOUNT)
    await tables.resign(one, ME)
    two = await create(tables)
    with pytest.raises(TooMany, match="finish or resign one first"):
        await create(tables)
    await tables.resign(waits, ME)
    await create(tables)
    async with store.writing() as connection:  # a game that is left lying occupies no bot
        old = time.time() - BOT_GAME_SECONDS - 1
        await connection.execute(update(games).where(games.c.id == two).values(updated=old))
    await create(tables)


async def test_a_rematch_and_a_game_with_somebody_met_count_too(
    store: GameStore, tables: Tables
) -> None:
    limit(store, mine=2)
    over = await create(tables)
    await tables.resign(over, ME)
    for _ in range(2):
        await create(tables)
    with pytest.raises(TooMany, match="finish or resign"):
        await tables.rematch(over, ME)
    assert (await tables.view(over, ME)).status == "finished"
    met = TableSpec("twins", FRIEND.options, ("me", "anyone", "bot:1"))
    await tables.begin(met, [(ME, ""), (OTHER, "")])  # counted for who comes last
    with pytest.raises(TooMany, match="finish or resign"):
        await tables.begin(met, [(OTHER, ""), (ME, "")])


async def test_an_address_has_a_bound_of_its_own(store: GameStore, tables: Tables) -> None:
    """Guests and accounts together; elsewhere people play on."""
    limit(store, mine=2, here=3)
    await create(tables)
    await create(tables, OTHER)
    resigned = await create(tables, ACCOUNT)
    for owner in (ME, OTHER, ACCOUNT):
        with pytest.raises(TooMany) as refused:
            await create(tables, owner)
        assert str(refused.value) == (
            "3 games with bots go on that were begun from your address, as many as there may be: "
            "finish or resign one first"
        )
    store.quotas.visit("el" * 32, "192.0.2.2")
    await create(tables, "el" * 32)
    await tables.resign(resigned, ACCOUNT)
    await create(tables)


async def test_on_ones_own_machine_there_is_no_bound(store: GameStore, tables: Tables) -> None:
    for _ in range(25):
        await create(tables)


@pytest.mark.parametrize("kind", KINDS)
async def test_of_many_at_once_only_so_many_pass(tmp_path: Path, kind: str) -> None:
    """With two processes, as far as the database can tell."""
    stores = [await GameStore.open(tmp_path, address(kind)) for _ in range(2)]
    for one in stores:
        limit(one, mine=3)
    services = [Tables(one, PuppetEngine()) for one in stores]  # type: ignore[arg-type]
    try:
        asked = [create(services[at % 2]) for at in range(12)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, TooMany)]
        assert (len(refused), await count(stores[0])) == (9, 3)
    finally:
        for service in services:
            await service.close()
        for one in stores:
            await one.close()


def test_the_page_says_what_to_do(tmp_path: Path) -> None:
    with Site(tmp_path, quotas=QuotaSettings(bot_games=1)) as site, site.newcomer() as guest:
        body = {"game": "freedom", "options": SMALL, "seats": ["me", "bot:1"]}
        assert guest.post("/api/games", json=body).status_code == 201
        refused = guest.post("/api/games", json=body)
        assert (refused.status_code, refused.json()["error"]) == (429, "too-many")
        assert "finish or resign one first" in refused.json()["message"]


async def test_moves_are_asked_for_whoever_plays(store: GameStore, tables: Tables) -> None:
    """By the visitor and the address, which the fair queue goes by."""
    limit(store)
    asked: list[tuple[str, str]] = []
    ask = tables.queue.ask

    async def note(*of: object, visitor: str, address: str = "", **more: object) -> object:
        asked.append((visitor, address))
        return await ask(*of, visitor=visitor, address=address, **more)  # type: ignore[arg-type]

    tables.queue.ask = note  # type: ignore[method-assign, assignment]
    for number, owner in enumerate((ME, OTHER), 1):
        view = await tables.create(BOT, owner)
        await tables.play(view.id, owner, "b2", 0)
        await until(lambda wanted=number: len(asked) == wanted)  # type: ignore[misc]
    assert [visitor for visitor, _ in asked] == [ME, OTHER]
    (here,) = {address for _, address in asked}
    assert here == await store.address_of(ME) != ""
