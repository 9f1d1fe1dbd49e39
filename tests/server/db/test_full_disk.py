"""A disk that is full and a clock that is set: what is said, and that play goes on afterwards."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.server import databases
from tests.server.conftest import LIVE, ME, PuppetEngine, play, seated
from tests.server.tables.test_sweeper import Server

from livestone.errors import StorageError
from livestone.server.db.sqlite_setup import FILE
from livestone.server.ops.health import Health
from livestone.server.tables.store import GameStore


@pytest.fixture
def little(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root may make a little disk")
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(place: Path) -> Path:
    """Leave no room at all."""
    ballast = place / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (65536, 512, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return ballast


async def play_on(server: Server, id: str) -> None:
    """Play until it is refused: files that there are may have a little room."""
    for _ in range(200):
        await play(server.tables, id)


async def test_a_full_disk(little: Path, engine: PuppetEngine) -> None:
    """Moves are refused in words, games can be looked at, and go on when there is room again."""
    engine.trouble = ""
    store = await GameStore.open(little)
    server = Server(store, engine)
    server.tables.registry.keep_time_by(server.pulse)
    health = Health(store, engine)  # type: ignore[arg-type]
    id = await seated(server.tables, LIVE)
    for _ in range(3):
        await play(server.tables, id)
    ballast = fill(little)
    with pytest.raises(StorageError, match="disk is full"):
        await play_on(server, id)
    before = await server.tables.view(id, ME)
    assert before.last_ply >= 3
    assert "disk is full" in await health.trouble()
    server.alone(600)
    ballast.unlink()
    after = await play(server.tables, id)
    assert after.last_ply == before.last_ply + 1
    assert min(shown.seconds for shown in after.clock.seats) > 55  # of sixty
    await server.tables.close()
    await store.close()
    again = await GameStore.open(little)  # which looks for damage
    stored = await again.read(id)
    assert len(stored.plies) == after.last_ply
    await again.close()


async def test_a_server_is_not_ready_where_only_old_pages_can_be_written(
    little: Path, engine: PuppetEngine
) -> None:
    """The log, which begins anew after a checkpoint, has room for a few moves more."""
    engine.trouble = ""
    store = await GameStore.open(little)
    server = Server(store, engine)
    id = await seated(server.tables, LIVE)
    for _ in range(10):
        await play(server.tables, id)
    with closing(sqlite3.connect(little / FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
    ballast = fill(little)
    await play(server.tables, id)
    assert "disk is full" in await Health(store, engine).trouble()  # type: ignore[arg-type]
    ballast.unlink()
    assert await Health(store, engine).trouble() == ""  # type: ignore[arg-type]
    await server.tables.close()
    await store.close()


async def test_a_database_without_room_for_new_files_is_not_ready(
    tmp_path: Path, engine: PuppetEngine
) -> None:
    engine.trouble = ""
    url = databases.postgres()
    store = await GameStore.open(tmp_path, f"{url}?options=-ctemp_file_limit%3D64kB")
    assert "does not answer" in await Health(store, engine).trouble()  # type: ignore[arg-type]
    await store.close()


@pytest.mark.parametrize("hours", [5, -5])
async def test_somebody_sets_the_clock(
    store: GameStore, engine: PuppetEngine, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Running games do not notice, not even when another process joins afterwards."""
    server = Server(store, engine)
    server.tables.registry.keep_time_by(server.pulse)
    id = await seated(server.tables, LIVE)
    for _ in range(3):
        await play(server.tables, id)
    await server.pulse.look()
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 3600 * hours)
    assert await server.sweeper.sweep() == 0
    view = await play(server.tables, id)
    await server.pulse.look()
    beside = Server(store, engine)
    await beside.pulse.resume()
    there = await beside.tables.view(id, ME)
    assert (there.status, there.last_ply) == ("running", view.last_ply)
    assert min(shown.seconds for shown in there.clock.seats) > 55
    assert (await play(beside.tables, id)).status == "running"
    await beside.tables.close()
