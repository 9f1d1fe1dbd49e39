"""Quotas: what visitors keep is counted where it is written, and bounded."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import LargeBinary, Text, cast, func, select, update
from tests.server.conftest import BOT, ME, OTHER, SMALL, THIRD, TWO, count
from tests.server.servers import Servers
from tests.server.site import CHEAP, PASSWORD

from livestone.api.tables import Plan
from livestone.errors import TooMany
from livestone.server.accounts.service import People
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.accounts.store import PeopleStore
from livestone.server.chat.store import ChatStore
from livestone.server.db.database import Sqlite
from livestone.server.db.schema.games import games, holdings, messages, plans, studies, visitors
from livestone.server.db.schema.people import attempts
from livestone.server.db.schema.people import people as people_table
from livestone.server.quotas import charges
from livestone.server.quotas.charges import TOTALS, game_bytes
from livestone.server.quotas.expiry import DAY
from livestone.server.quotas.quotas import Quotas
from livestone.server.quotas.settings import QuotaSettings, Room
from livestone.server.studies.sources import empty
from livestone.server.studies.store import StudyRow, StudyStore
from livestone.server.tables import store as store_module
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore, PlyRow
from livestone.server.web.principals import From, Person

HERE = "192.0.2.1"
ADA = Person("@ada", "ada", "ada", "person", None, None, None, True, "s", 1.0, None)


def limit(store: GameStore, /, **rooms: Any) -> None:
    """Have a store refuse what is more than that, as a server does."""
    store.quotas = Quotas(QuotaSettings(days=90, **rooms))


async def create(tables: Tables, owner: str = ME, spec: TableSpec = BOT) -> str:
    return (await tables.create(spec, owner)).id


def study(owner: str = ME, letters: int = 0, id: str = "study") -> StudyRow:
    draft = empty("freedom", SMALL)
    tree = draft.tree.note(0, comment="x" * letters).as_json()
    about: dict[str, Any] = {"opening": None, "source": None, "players": None, "tree": tree}
    head: dict[str, Any] = {"id": id, "owner_id": owner, "title": "A study", "visibility": "link"}
    return StudyRow(
        **head, game="freedom", options={}, nodes=0, version=1, created=1.0, updated=1.0, **about
    )


async def kept(store: GameStore) -> dict[str, Room]:
    """What each visitor is charged; it is what there really is."""
    rows, held, said, accounts, tried = [
        await store.fetch(select(one))
        for one in (visitors, holdings, messages, people_table, attempts)
    ]
    owner = {one.id: one.owner or one.id for one in accounts}
    single = [row for row in rows if row.owner_id not in TOTALS]
    for row in rows:
        guests = {one.owner_id for one in single if not (one.local or one.owner_id[0] == "@")}
        everybody = {one.owner_id for one in single}
        people = {"": guests, "*": everybody}.get(row.owner_id, {row.owner_id})
        things = [one for one in held if one.owner_id in people]
        size = sum(one.bytes for one in things)
        talk = [one for one in said if owner.get(one.owner_id, one.owner_id) in people]
        size += sum(300 + 4 * len(one.text) for one in talk)
        size += 200 * sum(one.owner_id in people for one in tried)
        size += 4000 * sum(one.kind == "person" and one.id in people for one in accounts)
        assert (row.games, row.studies, row.bytes) == (
            sum(one.kind == "game" for one in things),
            sum(one.kind == "study" for one in things),
            size,
        ), row
    return {
        row.owner_id: Room(row.games, row.studies, row.bytes) for row in rows if row.owner_id != "*"
    }


async def test_a_guest_keeps_so_many_games(store: GameStore, tables: Tables) -> None:
    limit(store, guest=Room(games=2))
    for _ in range(2):
        await create(tables)
    before = await count(store, games), await kept(store)
    with pytest.raises(TooMany) as refused:
        await create(tables)
    assert str(refused.value) == (
        "a guest keeps at most 2 games here, and that is full: log in, or register, to keep more"
    )
    assert (await count(store, games), await kept(store)) == before
    await create(tables, OTHER)
    limit(store, guest=Room(games=2))  # as a server does that has been started again
    with pytest.raises(TooMany, match="2 games"):
        await create(tables)
    await create(tables, "@ada")  # an account has room of its own
    limit(store, account=Room(games=1))
    with pytest.raises(TooMany, match="an account keeps at most 1 games here, and that is full"):
        await create(tables, "@ada")


async def test_the_guests_of_an_address_and_all_of_them(store: GameStore, tables: Tables) -> None:
    limit(store, address=Room(games=2), guests=Room(games=3))
    for owner, place in ((ME, HERE), (OTHER, HERE), (THIRD, "192.0.2.2")):
        store.quotas.visit(owner, place)
    await create(tables, ME)
    await create(tables, OTHER)
    full = "guests and new accounts at one address keep at most 2 games here, and that is full"
    with pytest.raises(TooMany, match=full):
        await create(tables, ME)
    store.quotas.visit(ME, "192.0.2.3")  # what is theirs counts where it began
    with pytest.raises(TooMany, match=full):
        await create(tables, ME)
    await create(tables, THIRD)
    with pytest.raises(TooMany, match="all guests together keep at most 3 games here, and that"):
        await create(tables, THIRD)
    await create(tables, "@ada")
    await kept(store)


async def registered(store: GameStore, name: str, days: float = 0.0, place: str = HERE) -> str:
    """An account that was made so many days ago, from some address; its id."""
    people = People(store, PeopleSettings(CHEAP))
    person, _ = await people.register(name, PASSWORD, origin=From(place))
    made = update(people_table).where(people_table.c.id == person.id)
    await store.execute(made.values(created=time.time() - days * DAY))
    return person.id


async def test_accounts_count_at_their_address(store: GameStore, tables: Tables) -> None:
    """New ones with its guests, and all of them together."""
    limit(store, new_account_days=7, address=Room(games=2), address_all=Room(games=4))
    store.quotas.visit(ME, HERE)
    new, old = await registered(store, "Newt"), await registered(store, "Olden", 8)
    for owner in (ME, new, old, old):
        await create(tables, owner)
    for owner in (ME, new):
        with pytest.raises(TooMany, match="guests and new accounts at one address keep at most 2"):
            await create(tables, owner)
    with pytest.raises(TooMany, match="everybody at one address keeps at most 4 games here"):
        await create(tables, old)
    elsewhere = await registered(store, "Else", place="192.0.2.9")
    await create(tables, elsewhere)
    await kept(store)


async def test_a_new_account_keeps_less(store: GameStore, tables: Tables) -> None:
    limit(store, new_account_days=7, new_account=Room(games=1), account=Room(games=2))
    new, old = await registered(store, "Newt"), await registered(store, "Olden", 8)
    for owner in (new, old, old):
        await create(tables, owner)
    with pytest.raises(TooMany, match=r"a new account keeps at most 1 games.*wait some days"):
        await create(tables, new)
    with pytest.raises(TooMany, match="an account keeps at most 2 games here"):
        await create(tables, old)


async def test_a_bots_games_are_its_owners(store: GameStore, tables: Tables) -> None:
    limit(store, bot_games=1)
    people = People(store, PeopleSettings(CHEAP))
    owner = await people.store.by_id(await registered(store, "Keeper"))
    assert owner is not None
    bots = [(await people.add_bot(owner, f"Robot-{letter}")).id for letter in "ab"]
    await create(tables, bots[0], TWO)
    await create(tables, bots[1])
    with pytest.raises(TooMany, match="1 games with bots that go on"):
        await create(tables, owner.id)
    limit(store, account=Room(games=2))
    for each in (*bots, owner.id):
        with pytest.raises(TooMany, match="an account keeps at most 2 games"):
            await create(tables, each)
    chat = ChatStore(store)
    await chat.add(await create(tables, OTHER), "players", bots[0], "Robot-a (bot)", "hello")
    assert (await kept(store))[owner.id].games == 2
    await chat.forget(time.time() + 1)
    await kept(store)
    await people.delete_bot(owner, "Robot-a", tables)
    await kept(store)


async def test_the_whole_store_and_its_disk(store: GameStore, tables: Tables) -> None:
    limit(store, store=Room(bytes=50_000))
    await create(tables, ME)
    await create(tables, "@ada")
    with pytest.raises(TooMany, match=r"everybody together keeps at most 0\.05 MB"):
        await create(tables, OTHER)
    free = 10_000_000
    settings = QuotaSettings(free_bytes=9_990_000)
    store.quotas = Quotas(settings, lambda: free)
    with pytest.raises(TooMany, match="the disk of this server is almost full"):
        await create(tables, OTHER)
    free *= 2
    id = await create(tables, OTHER, TWO)
    free = 0
    await tables.play(id, OTHER, "a1", 0)  # games go on
    await kept(store)


async def test_of_many_at_once_only_so_many_pass(
    store: GameStore, second: GameStore, tables: Tables, elsewhere: Tables
) -> None:
    """With two processes, as far as the database can tell."""
    for one in (store, second):
        limit(one, guest=Room(games=3))
    asked = [create((tables, elsewhere)[at % 2]) for at in range(12)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, TooMany)]
    assert (len(refused), await count(store, games)) == (9, 3)
    assert (await kept(second))[ME] == Room(3, 0, 3 * game_bytes(0))


async def test_studies_and_talk_count_in_bytes(store: GameStore, tables: Tables) -> None:
    limit(store, guest=Room(studies=2, bytes=60_000))
    written, talk = StudyStore(store), ChatStore(store)
    row = study(letters=1_000)
    await written.add(row)
    with pytest.raises(TooMany, match=r"0\.06 MB of games, studies and talk here, and that is ful"):
        await written.change(row, tree=study(letters=60_000).tree)
    assert await written.read(row.id) == row
    row = await written.change(row, tree=study(letters=20_000).tree)
    id = await create(tables)
    said = [talk.add(id, "players", ME, "Guest", "x" * 300) for _ in range(20)]
    answers = await asyncio.gather(*said, return_exceptions=True)
    assert "delete studies that you do not need; or log in" in str(answers[-1])
    assert 0 < await count(store, messages) < 15
    row = await written.change(row, tree=study().tree)  # what makes room is never refused
    await talk.add(id, "players", ME, "Guest", "ж" * 300)
    await written.add(study(id="second"))
    with pytest.raises(TooMany, match="2 studies"):
        await written.add(study(id="third"))
    await written.delete("second")
    await written.add(study(id="third"))
    await kept(store)
    await talk.forget(time.time() + 1)
    assert (await kept(store))[ME].bytes < 30_000


async def test_a_long_game_is_charged_more(
    store: GameStore, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (charges, store_module):
        monkeypatch.setattr(module, "PLIES", 2)
    id = await create(tables, spec=TWO)
    for ply, move in enumerate(("a1", "a2", "a3")):
        await tables.play(id, ME, move, ply)
        assert (await kept(store))[ME].bytes == game_bytes(ply + 1)
    await tables.undo(id, ME, 3)
    await tables.undo(id, ME, 2)
    await tables.play(id, ME, "b1", 1)
    assert (await kept(store))[ME].bytes == game_bytes(2)
    # What the next one has decided ahead is found there too.
    ahead = {"game_id": id, "seat": 0, "ply": 2, "lines": [["b2"]]}
    await store.execute(plans.insert().values(ahead))
    stored = await store.read(id)
    row = stored.game
    changed = type(row)(**{**vars(row), "version": row.version + 1, "ply": 4, "mover": 0})
    assert await store.append(changed, PlyRow(4, "b2", 1)) == Plan(2, (("b2",),))


async def test_what_a_guest_keeps_becomes_an_accounts(store: GameStore, tables: Tables) -> None:
    people = PeopleStore(store)
    await people.add(ADA)
    id = await create(tables)
    await StudyStore(store).add(study())
    await ChatStore(store).add(id, "players", ME, "Guest", "hello")
    before = (await kept(store))[ME]
    await people.adopt(ME, ADA)
    assert await kept(store) == {"": Room(), "@ada": replace(before, bytes=before.bytes + 4000)}


async def test_an_account_takes_no_more_along_than_it_may_keep(
    store: GameStore, tables: Tables
) -> None:
    limit(store, account=Room(games=2))
    people = PeopleStore(store)
    await people.add(ADA)
    await create(tables, ADA.id)
    for _ in range(2):
        await create(tables)
    before = await kept(store)
    with pytest.raises(TooMany, match="an account keeps at most 2 games"):
        await people.adopt(ME, ADA)
    assert await kept(store) == before
    await create(tables, OTHER)
    await people.adopt(OTHER, ADA)
    assert (await kept(store))[ADA.id].games == 2


async def test_a_study_is_charged_what_it_stores(store: GameStore) -> None:
    """Whatever letters it has."""
    text = func.length(cast(studies.c.tree, LargeBinary))
    if not isinstance(store.database, Sqlite):
        text = func.octet_length(cast(studies.c.tree, Text))
    for number, letter in enumerate("xж\N{GRINNING FACE}"):
        row = replace(study(id=letter), tree=empty("freedom", SMALL).tree.as_json())
        comment = empty("freedom", SMALL).tree.note(0, comment=letter * 2_000).as_json()
        await StudyStore(store).add(replace(row, tree=comment))
        stored = await store.scalar(select(text).where(studies.c.id == letter))
        charged = await store.scalar(select(holdings.c.bytes).where(holdings.c.id == letter))
        assert 0 <= charged - 1_000 - stored < 100, number  # title, options and players
        assert stored < 2_000 * len(letter.encode()) + 300


# Whole servers.


async def test_new_accounts_of_one_address_do_not_fill_the_disk(tmp_path: Path) -> None:
    """As was tried: several accounts without e-mail import studies, as large as they may be."""
    limits = {"NEW_ACCOUNT_MEGABYTES": 1, "ADDRESS_MEGABYTES": 2}
    words = "\N{GRINNING FACE}" * 2_000
    cells = [f"{column}{row}" for column in "abcd" for row in range(1, 5)]
    nodes = [{"id": 0, "comment": words}]
    for at, cell in enumerate(cells, 1):
        nodes.append({"id": at, "parent": 0, "move": cell, "comment": words})
    file = {"format": "livestone-study", "version": 1, "game": "freedom", "options": {"size": 4}}
    body = {"record": json.dumps({**file, "nodes": nodes}, ensure_ascii=False)}
    with Servers(tmp_path, None, 1, **limits) as servers:
        async with AsyncExitStack() as stack:
            fillers = [await stack.enter_async_context(servers.newcomer()) for _ in range(4)]
            for one, name in zip(fillers, ("Fill", "Filled", "Filler", "Filling"), strict=True):
                account = {"name": name, "password": PASSWORD}
                assert (await one.post("/api/register", json=account)).status_code == 201
            codes = [(await one.post("/api/studies", json=body)).status_code for one in fillers * 9]
            assert set(codes) == {201, 429}
            size = 8_000 * len(nodes)
            # Two megabytes at the address, of which one account alone gets one.
            assert 2_000_000 // size - 1 <= codes.count(201) <= 2_000_000 // size
            assert sum(file.stat().st_size for file in servers.data.glob("*.db*")) < 9_000_000
