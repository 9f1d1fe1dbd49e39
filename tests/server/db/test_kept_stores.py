"""The store of every earlier edition is brought up, with nothing lost, whatever happens."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, create_engine, event
from tests.patience import PATIENCE
from tests.server.databases import KINDS
from tests.server.db.kept_stores import (
    EDITIONS,
    GUEST,
    PASSWORD,
    Rows,
    fill_empty,
    lost,
    restore,
    rows,
    rows_at,
    unpack,
)
from tests.server.db.test_migrations import check_store, within
from tests.server.servers import FORKING
from tests.server.site import NO_TLS, Site

from livestone.server.db import backup
from livestone.server.db.database import connect
from livestone.server.db.file_lock import InUse
from livestone.server.db.migrations import upgrade
from livestone.server.db.sqlite_setup import FILE, prepare
from livestone.server.quotas.settings import QuotaSettings
from livestone.server.web.identity import guest_id

OLDEST = EDITIONS[0]


class Kept:
    """An edition's store of one kind, which is brought up by connecting."""

    def __init__(self, edition: str, kind: str, folder: Path) -> None:
        self.folder = folder
        self.url = restore(edition) if kind == "postgresql" else None
        if self.url is None:
            unpack(edition, folder)

    def rows(self) -> Rows:
        """Everything that it holds."""
        return rows(self.folder / FILE) if self.url is None else rows_at(self.url)

    async def bring_up(self) -> None:
        """Open it, as a server does at its start."""
        await (await connect(self.folder, self.url)).close()


@pytest.fixture(params=[(edition, kind) for edition in EDITIONS for kind in KINDS], ids="-".join)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """The store of an edition, as that has left it."""
    return Kept(*request.param, tmp_path)


def test_there_are_kept_stores() -> None:
    assert {"6d4b272a", "97f091ed"} <= set(EDITIONS)


async def test_every_row_is_there_afterwards(kept: Kept) -> None:
    await within(kept.folder, kept.url, fill_empty)
    before = kept.rows()
    assert all(before.values())
    await kept.bring_up()
    await check_store(kept.folder, kept.url)
    after = kept.rows()
    assert lost(before, after) == []
    await kept.bring_up()
    assert kept.rows() == after


async def test_people_find_what_they_had(kept: Kept) -> None:
    """Each logs in, and every game that they sit at stands as its row says."""
    before = kept.rows()
    settings: dict[str, Any] = {"quotas": QuotaSettings(days=0), "database": kept.url}
    names = {row["name"]: row["id"] for row in before["people"] if row["kind"] == "person"}
    with Site(kept.folder, **settings) as site, ExitStack() as ends:
        visitors = {guest_id(GUEST): ends.enter_context(client(site))}
        visitors[guest_id(GUEST)].cookies.set("livestone", GUEST)
        for name in set(names) - {"Dan"}:
            one = visitors[names[name]] = ends.enter_context(client(site))
            login = {"name": name, "password": PASSWORD}
            assert one.post("/api/login", json=login).status_code == 200
        ada = visitors[names["Ada"]]
        assert ada.get("/api/account/bots").json() == ["AdasBot"]
        assert {one["title"] for one in ada.get("/api/studies").json()["studies"]} >= {"Šta ako?"}
        seen = sum(check_game(row, before, visitors) for row in before["games"])
        assert seen >= 20


def client(site: Site) -> httpx.Client:
    """A browser at a site."""
    return httpx.Client(base_url=site.url, timeout=PATIENCE, verify=NO_TLS)


def check_game(row: dict[str, Any], before: Rows, visitors: dict[str, httpx.Client]) -> bool:
    """Compare a game with its row, where a visitor sits there; whether one does."""
    seats = [seat["person"] for seat in before["seats"] if seat["game_id"] == row["id"]]
    sits = next((visitors[person] for person in seats if person in visitors), None)
    if sits is None:
        return False  # a game of programs
    answer = sits.get(f"/api/games/{row['id']}")
    assert answer.status_code == 200, answer.text
    table = answer.json()
    assert (table["game"], table["last_ply"]) == (row["game"], row["ply"])
    if row["due"] is None:  # no clock, which goes on at the start
        assert table["status"] == row["status"]
    assert table["version"] >= row["version"]  # clocks are credited with the time until now
    if table["status"] == row["status"] == "finished":
        assert table["winners"] == read(row["winners"])
    record = sits.get(f"/api/games/{row['id']}/record.txt")
    assert record.status_code == 200, record.text
    return True


def read(value: Any) -> Any:
    """A value of JSON, which drivers give as text."""
    return json.loads(value) if isinstance(value, str) else value


def test_a_copy_lies_beside_the_store(tmp_path: Path) -> None:
    before = rows(unpack(OLDEST, tmp_path))
    prepare(tmp_path / FILE)
    (copy,) = tmp_path.glob("livestone-before-*.db")
    assert rows(copy) == before
    assert {file.name for file in tmp_path.iterdir()} == {FILE, copy.name}
    assert copy.stat().st_mode & 0o077 == 0
    # What was brought up can be brought up from the copy again.
    assert backup.restore(tmp_path, copy) is not None
    assert lost(before, rows(tmp_path / FILE)) == []


@pytest.mark.parametrize("step", ["0014", "0015", "0016", "0017"])
async def test_what_every_schema_was_once_called(tmp_path: Path, step: str) -> None:
    """For some days all schemas were called "initial"; the tables tell which one it is."""
    path = unpack(OLDEST, tmp_path)
    before = rows(path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrade(connection, "0013", step)
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'initial'")
    engine.dispose()
    prepare(path)
    await check_store(tmp_path)
    assert lost(before, rows(path)) == []


def test_a_store_in_use_waits_for_its_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older server would go on with tables that are no longer there."""
    monkeypatch.setattr("livestone.server.db.sqlite_setup.BUSY_SECONDS", 0.1)
    path = unpack(OLDEST, tmp_path)
    before = rows(path)
    with closing(sqlite3.connect(path)) as older:
        older.execute("PRAGMA journal_mode=WAL").fetchone()
        older.execute("SELECT count(*) FROM games").fetchone()
        with pytest.raises(InUse, match=r"livestone\.db' is in use.*end the server"):
            prepare(path)
        assert older.execute("SELECT count(*) FROM games").fetchone()[0] == len(before["games"])
    assert rows(path) == before
    prepare(path)


def statements(do: Callable[[], Any], each: Callable[[int], None]) -> int:
    """Have something called before each statement that may write, with its number; return how many.

    Reading changes nothing, and SQLAlchemy asks hundreds of questions about a schema.
    """
    count = 0

    def before(*parts: Any) -> None:
        nonlocal count
        if not parts[2].lstrip().upper().startswith(("SELECT", "PRAGMA")):
            each(count)
            count += 1

    event.listen(Engine, "before_cursor_execute", before)
    try:
        do()
    finally:
        event.remove(Engine, "before_cursor_execute", before)
    return count


def test_what_kill_9_leaves_between_any_two_statements(tmp_path: Path) -> None:
    """The files as they are then: whoever opens them finds all, before the steps or after."""
    data = tmp_path / "data"
    data.mkdir()
    before = rows(unpack(OLDEST, data))
    left: set[tuple[bytes, ...]] = set()

    def look(_: int) -> None:
        parts = (data / (FILE + end) for end in ("", "-wal"))
        left.add(tuple(part.read_bytes() if part.exists() else b"" for part in parts))

    assert statements(lambda: prepare(data / FILE), look) > 25
    look(-1)
    for number, (store, wal) in enumerate(left):
        path = tmp_path / str(number) / FILE
        path.parent.mkdir()
        path.write_bytes(store)
        path.with_name(FILE + "-wal").write_bytes(wal)
        prepare(path)
        assert lost(before, rows(path)) == []
        shutil.rmtree(path.parent)


def killed_at(folder: Path, url: str | None, number: int) -> None:
    """Bring a store up, and die before a statement."""

    def each(at: int) -> None:
        if at == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def do() -> None:
        import asyncio

        async def bring_up() -> None:
            await (await connect(folder, url)).close()

        asyncio.run(bring_up())

    statements(do, each)


@pytest.mark.parametrize("kind", KINDS)
async def test_killed_now_and_then(tmp_path: Path, kind: str) -> None:
    await killed_again_and_again(Kept(OLDEST, kind, tmp_path), every=20)


@pytest.mark.slow
async def test_killed_at_every_statement(kept: Kept) -> None:
    await killed_again_and_again(kept, every=1)


async def killed_again_and_again(kept: Kept, every: int) -> None:
    """Kill one start after the other, each a little later, until one comes through."""
    before = kept.rows()
    kills = 0
    for number in range(0, 10_000, every):
        process = FORKING.Process(target=killed_at, args=(kept.folder, kept.url, number))
        process.start()
        process.join(PATIENCE)
        if process.exitcode == 0:
            break
        assert process.exitcode == -signal.SIGKILL
        kills += 1
    assert kills
    await kept.bring_up()
    await check_store(kept.folder, kept.url)
    assert lost(before, kept.rows()) == []
