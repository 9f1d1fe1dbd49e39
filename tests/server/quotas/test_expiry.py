"""What guests keep expires when they are gone, and so do accounts without a proved address."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, select, update
from tests.patience import PATIENCE
from tests.server.conftest import BOT, FRIEND, ME, OTHER, SMALL, THIRD, TWO, count, seated
from tests.server.quotas.test_quotas import HERE, create, kept, limit, registered, study
from tests.server.servers import Servers
from tests.server.site import CHEAP, Site, new_game

from livestone.errors import BadField, NotFound, TooMany
from livestone.server.accounts.expiry import AccountExpiry
from livestone.server.accounts.service import People
from livestone.server.accounts.settings import PeopleSettings
from livestone.server.accounts.store import PeopleStore
from livestone.server.chat.store import ChatStore
from livestone.server.db.database import Sqlite
from livestone.server.db.schema.games import games, studies, visitors
from livestone.server.db.schema.metadata import metadata
from livestone.server.db.schema.people import mailboxes, roles
from livestone.server.db.schema.people import people as people_table
from livestone.server.quotas import expiry
from livestone.server.quotas.expiry import DAY, Expiry
from livestone.server.quotas.quotas import Quotas
from livestone.server.quotas.settings import QuotaSettings, Room
from livestone.server.studies.store import StudyStore
from livestone.server.tables.commands import Tables
from livestone.server.tables.store import GameStore


@pytest.fixture
async def old(store: GameStore, tables: Tables) -> Expiry:
    """A store whose guests, with all of their games and studies, are about to have gone."""
    limit(store)
    return Expiry(store, 90)


async def age(store: GameStore, *but: str) -> None:
    """Let a hundred days pass, in which nobody was here but these."""
    past = time.time() - 100 * DAY
    gone = visitors.c.owner_id.not_in(but)
    await store.execute(
        update(visitors).where(gone).values(seen=past, checked=0.0),
        update(games).values(updated=past),
        update(studies).values(updated=past),
    )


async def sweep(expiry: Expiry) -> None:
    async with asyncio.timeout(PATIENCE):
        while await expiry.sweep(time.time()):
            pass


async def test_guests_who_are_gone_leave_nothing(
    store: GameStore, tables: Tables, old: Expiry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "MAX_GAMES", 2)
    for _ in range(5):
        id = await create(tables, spec=TWO)
        await tables.play(id, ME, "a1", 0)
    await ChatStore(store).add(id, "players", ME, "Guest", "hello")
    await ChatStore(store).mute(OTHER, id, ME)
    reviews = metadata.tables["reviews"]
    made = {"game_id": id, "status": "done", "done": 1, "total": 1, "created": 1.0, "updated": 1.0}
    await store.execute(reviews.insert().values(made))
    for number in range(3):
        await StudyStore(store).add(study(id=f"study{number}"))
    await sweep(old)
    assert await count(store, games) == 5  # nobody is gone yet
    await age(store)
    assert await old.sweep(time.time()) == 1
    assert await count(store, games) == 3  # a few at a time
    await sweep(old)
    left = [table.name for table in metadata.sorted_tables if await count(store, table)]
    assert set(left) <= {"visitors", "heartbeats"}
    assert await kept(store) == {"": Room()}
    with pytest.raises(NotFound):
        await tables.view(id, ME)


async def test_what_stays(store: GameStore, tables: Tables, old: Expiry) -> None:
    """Games with an account, with somebody who still comes, or in which somebody has moved."""
    shared = {other: await seated(tables, FRIEND, other) for other in ("@ada", OTHER, THIRD)}
    await StudyStore(store).add(study("@ada"))
    await ChatStore(store).add(shared[THIRD], "onlookers", "@ada", "ada", "a good game")
    played = await create(tables, spec=TWO)
    await age(store, OTHER)
    await tables.play(played, ME, "a1", 0)
    await store.execute(update(visitors).where(visitors.c.owner_id == ME).values(seen=1.0))
    await sweep(old)
    for owner in ("@ada", OTHER):
        assert (await tables.view(shared[owner], owner)).id == shared[owner]
    with pytest.raises(NotFound):
        await tables.view(shared[THIRD], THIRD)
    assert (await tables.view(played, ME)).ply == 1
    assert await StudyStore(store).read("study") is not None
    # Nobody is charged for what stays for an account's sake; the rest is its maker's still.
    assert (await kept(store))[ME].games == 2
    await age(store)
    await sweep(old)
    assert await count(store, games) == 1
    assert ME in await kept(store)  # who has a seat there is still known


async def test_a_visit_keeps_everything(store: GameStore, tables: Tables, old: Expiry) -> None:
    await create(tables)
    await age(store)
    store.quotas.visit(ME, "192.0.2.1")
    await store.quotas.note_visits(store)
    await sweep(old)
    assert await count(store, games) == 1


async def test_what_was_played_at_home_never_expires(
    store: GameStore, tables: Tables, old: Expiry
) -> None:
    store.quotas = Quotas()  # a table on one's own machine: livestone play
    for _ in range(3):
        await create(tables)
    limit(store, guest=Room(games=1), guests=Room(games=1))  # livestone serve with the same folder
    await create(tables)
    await age(store)
    await sweep(old)
    assert await count(store, games) == 4
    assert (await kept(store))[""] == Room()
    await create(tables, OTHER)  # who finds all the room of a guest
    with pytest.raises(TooMany):
        await create(tables, OTHER)


async def test_no_question_reads_everything(store: GameStore, tables: Tables, old: Expiry) -> None:
    """What is counted is found by indexes, however many games there are."""
    if not isinstance(store.database, Sqlite):
        pytest.skip("only SQLite says so for a small table")
    asked: list[tuple[str, Any]] = []

    @event.listens_for(store.database.writer.sync_engine, "before_cursor_execute")
    def note(connection: Any, cursor: Any, statement: str, values: Any, *_: Any) -> None:
        asked.append((statement, values))

    store.quotas.visit(ME, "192.0.2.1")
    await create(tables)
    await StudyStore(store).add(study())
    await age(store)
    changes = len(asked)
    await sweep(old)
    event.remove(store.database.writer.sync_engine, "before_cursor_execute", note)
    assert len(asked) > changes
    async with store.reading() as connection:
        for statement, values in asked:
            if not statement.startswith(("SELECT", "UPDATE visitors SET games", "DELETE")):
                continue
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            steps = [str(row[3]).split(maxsplit=2)[:2] for row in plan.all()]
            scans = [table for how, table in steps if how == "SCAN" and table in metadata.tables]
            assert not scans, (statement, scans)


async def seated_with(tables: Tables, owner: str, other: str) -> str:
    """A game of two."""
    table = await tables.create(FRIEND, owner, "secret")
    ((_, text),) = (await tables.invitations(table.id, owner, "secret")).items()
    await tables.sit(text, other)
    return table.id


@pytest.mark.parametrize(
    ("absent", "used", "kind", "stays"),
    [
        (400, 300, "unproved", False),
        (300, 200, "unproved", True),
        (100, 3, "unproved", False),  # used only while it was new
        (80, 3, "unproved", True),
        (400, 300, "proved", True),
        (400, 300, "staff", True),
        (400, 300, "bot here", True),
    ],
)
async def test_unproved_accounts_expire(
    store: GameStore, tables: Tables, absent: float, used: float, kind: str, stays: bool
) -> None:
    """Those who were not here for ``absent`` days, after so many days of use."""
    settings = QuotaSettings(days=90, account_days=365, new_account_days=7)
    store.quotas = Quotas(settings)
    people = People(store, PeopleSettings(CHEAP))
    id = await registered(store, "Passing", absent + used)
    person = await people.store.by_id(id)
    assert person is not None
    bot = await people.add_bot(person, "Passbot")
    await create(tables, id)
    mine = await seated_with(tables, bot.id, "@bo")
    past = time.time() - absent * DAY
    await store.execute(update(visitors).values(seen=past, checked=0.0))
    if kind == "bot here":
        store.quotas.visit(bot.id, HERE)
        await store.quotas.note_visits(store)
    if kind == "staff":
        await store.execute(insert(roles).values(owner_id=id, role="admin", created=1.0))
    if kind == "proved":
        await store.execute(
            update(people_table).where(people_table.c.id == id).values(email="a@example.org"),
            insert(mailboxes).values(owner_id=id, address="a@example.org", proved=1.0, turns=False),
        )
    await AccountExpiry(store, people, tables, settings).sweep(time.time())
    assert (await people.store.by_id(id) is not None) == stays
    assert (await people.store.by_id(bot.id) is not None) == stays
    await kept(store)
    await sweep(Expiry(store, 90))
    assert (await tables.view(mine, "@bo")).id == mine
    assert await count(store, games) == (2 if stays else 1)


async def test_a_name_that_nobody_met_is_free_again(store: GameStore, tables: Tables) -> None:
    people = PeopleStore(store)
    for name, played in (("Unmet", False), ("Metta", True)):
        person = await people.by_id(await registered(store, name))
        assert person is not None
        if played:
            await create(tables, person.id)
        await people.delete(person)
    await registered(store, "Unmet")
    with pytest.raises(BadField, match="taken"):
        await registered(store, "Metta")


async def test_what_a_deleted_account_leaves_is_not_forgotten(
    store: GameStore, tables: Tables, old: Expiry
) -> None:
    """Games in which nobody is left go; until then they count where they did."""
    limit(store, address_all=Room(games=4))
    ada = await registered(store, "Adele")
    people = PeopleStore(store)
    alone = [await create(tables, ada, spec) for spec in (TWO, BOT)]
    shared, guests = await seated(tables, FRIEND, "@bo"), await create(tables, OTHER)
    with_ada = await seated_with(tables, ada, "@bo")
    await StudyStore(store).add(study(ada))
    await ChatStore(store).add(with_ada, "players", ada, "Adele", "hello")
    person = await people.by_id(ada)
    assert person is not None
    await people.delete(person)
    left = (await kept(store))[ada]
    assert (left.games, left.studies) == (3, 0)
    store.quotas.visit("@cid", HERE)
    await create(tables, "@cid")
    with pytest.raises(TooMany, match="everybody at one address"):
        await create(tables, "@cid")
    await sweep(old)
    assert ada not in await kept(store)
    for id in alone:
        with pytest.raises(NotFound):
            await tables.view(id, ada)
    assert (await tables.view(with_ada, "@bo")).id == with_ada
    assert await count(store, games) == 4
    assert {shared, guests} <= set(await store.scalars(select(games.c.id)))
    await create(tables, "@cid")


async def test_a_server_refuses_and_forgets_and_a_table_at_home_does_not(tmp_path: Path) -> None:
    with Servers(tmp_path, None, 1, GUEST_GAMES=1, GUEST_DAYS=90) as servers:
        async with servers.newcomer() as guest, servers.newcomer() as other:
            body = {"game": "freedom", "options": SMALL, "seats": ["me", "person"]}
            made = await guest.post("/api/games", json=body)
            refused = await guest.post("/api/games", json=body)
            assert (refused.status_code, refused.json()["error"]) == (429, "too-many")
            assert "a guest keeps at most 1 games" in refused.json()["message"]
            servers.all[0].end()
            opened = await GameStore.open(servers.data)
            await age(opened)
            await opened.close()
            servers.all[0].start()
            path = f"/api/games/{made.json()['id']}"
            async with asyncio.timeout(PATIENCE):
                while (await other.get(path)).status_code != 404:
                    await asyncio.sleep(0.05)
    with Site(servers.data) as home, home.newcomer() as me:
        for _ in range(2):
            new_game(me, "me", "person")
        assert me.post("/api/studies", json={"game": "freedom"}).status_code == 201
