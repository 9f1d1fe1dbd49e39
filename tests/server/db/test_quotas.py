"""Quotas: what visitors keep is counted where it is written, bounded, and expires for guests."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, func, select, update
from tests.server.conftest import BOT, FRIEND, ME, OTHER, SMALL, THIRD, TWO, PuppetEngine, seated
from tests.server.databases import KINDS, address
from tests.server.servers import Servers
from tests.server.site import Site, new_game

from livestone.api.tables import Plan
from livestone.errors import NotFound, TooMany
from livestone.server.accounts.store import PeopleStore
from livestone.server.chat.store import ChatStore
from livestone.server.db import quotas
from livestone.server.db.database import Sqlite
from livestone.server.db.quotas import DAY, Expiry, Quotas, QuotaSettings, Room, game_bytes
from livestone.server.db.schema.games import games, holdings, messages, plans, visitors
from livestone.server.db.schema.metadata import metadata
from livestone.server.studies.sources import empty
from livestone.server.studies.store import StudyRow, StudyStore
from livestone.server.tables import store as store_module
from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore, PlyRow
from livestone.server.web.principals import Person

ADA = Person("@ada", "ada", "ada", "person", None, None, None, True, "s", 1.0, None)


def limit(store: GameStore, **rooms: Any) -> None:
    """Have a store refuse what is more than that, as a server does."""
    store.quotas = Quotas(QuotaSettings(days=90, **rooms))


async def create(tables: Tables, owner: str = ME, spec: TableSpec = BOT) -> str:
    return (await tables.create(spec, owner)).id


def study(owner: str = ME, letters: int = 0, id: str = "study") -> StudyRow:
    draft = empty("freedom", SMALL)
    tree = draft.tree.note(0, comment="x" * letters).as_json()
    about: dict[str, Any] = {"opening": None, "source": None, "players": None, "tree": tree}
    head: dict[str, Any] = {"id": id, "owner": owner, "title": "A study", "visibility": "link"}
    return StudyRow(
        **head, game="freedom", options={}, nodes=0, version=1, created=1.0, updated=1.0, **about
    )


async def count(store: GameStore, table: Any) -> int:
    return int(await store.scalar(select(func.count()).select_from(table)))


async def kept(store: GameStore) -> dict[str, Room]:
    """What each visitor is charged; it is what there really is."""
    rows, held, said = [await store.fetch(select(one)) for one in (visitors, holdings, messages)]
    for row in rows:
        mine = [
            one for one in rows if one.person and not one.local and not one.person.startswith("@")
        ]
        people = {row.person} if row.person else {one.person for one in mine}
        things = [one for one in held if one.person in people]
        talk = sum(300 + 4 * len(one.text) for one in said if one.person in people)
        assert (row.games, row.studies, row.bytes) == (
            sum(one.kind == "game" for one in things),
            sum(one.kind == "study" for one in things),
            sum(one.bytes for one in things) + talk,
        ), row
    return {row.person: Room(row.games, row.studies, row.bytes) for row in rows}


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
    for owner, place in ((ME, "192.0.2.1"), (OTHER, "192.0.2.1"), (THIRD, "192.0.2.2")):
        store.quotas.visit(owner, place)
    await create(tables, ME)
    await create(tables, OTHER)
    with pytest.raises(TooMany, match="guests at one address keep at most 2 games here, and that"):
        await create(tables, ME)
    await create(tables, THIRD)
    with pytest.raises(TooMany, match="all guests together keep at most 3 games here, and that"):
        await create(tables, THIRD)
    store.quotas.visit(ME, "192.0.2.3")  # what is theirs goes with them
    with pytest.raises(TooMany, match="all guests together"):
        await create(tables, ME)
    await create(tables, "@ada")
    await kept(store)


@pytest.mark.parametrize("kind", KINDS)
async def test_of_many_at_once_only_so_many_pass(tmp_path: Path, kind: str) -> None:
    """With two processes, as far as the database can tell."""
    url = address(kind)
    stores = [await GameStore.open(tmp_path, url) for _ in range(2)]
    for one in stores:
        limit(one, guest=Room(games=3))
    services = [Tables(one, PuppetEngine()) for one in stores]  # type: ignore[arg-type]
    try:
        asked = [create(services[at % 2]) for at in range(12)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, TooMany)]
        assert (len(refused), await count(stores[0], games)) == (9, 3)
        assert (await kept(stores[1]))[ME] == Room(3, 0, 3 * game_bytes(0))
    finally:
        for service in services:
            await service.close()
        for one in stores:
            await one.close()


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
    for module in (quotas, store_module):
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
    assert await kept(store) == {"": Room(), "@ada": before}
    await people.delete(ADA)
    assert await kept(store) == {"": Room()}


# What expires.


@pytest.fixture
async def old(store: GameStore, tables: Tables) -> Expiry:
    """A store whose guests, with all of their games and studies, are about to have gone."""
    limit(store)
    return Expiry(store, 90)


async def age(store: GameStore, *but: str) -> None:
    """Let a hundred days pass, in which nobody was here but these."""
    past = time.time() - 100 * DAY
    gone = visitors.c.person.not_in(but)
    studies = metadata.tables["studies"]
    await store.execute(
        update(visitors).where(gone).values(seen=past, checked=0.0),
        update(games).values(updated=past),
        update(studies).values(updated=past),
    )


async def sweep(expiry: Expiry) -> None:
    async with asyncio.timeout(60):
        while await expiry.sweep(time.time()):
            pass


async def test_guests_who_are_gone_leave_nothing(
    store: GameStore, tables: Tables, old: Expiry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MOST_GAMES", 2)
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
    await store.execute(update(visitors).where(visitors.c.person == ME).values(seen=1.0))
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


# Whole servers.


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
            async with asyncio.timeout(60):
                while (await other.get(path)).status_code != 404:
                    await asyncio.sleep(0.05)
    with Site(servers.data) as home, home.newcomer() as me:
        for _ in range(2):
            new_game(me, "me", "person")
        assert me.post("/api/studies", json={"game": "freedom"}).status_code == 201
