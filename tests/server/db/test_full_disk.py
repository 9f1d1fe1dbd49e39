"""A disk that is full and a clock that is set: what is said, and that play goes on afterwards."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.patience import PATIENCE
from tests.server import databases
from tests.server.conftest import LIVE, ME, PuppetEngine, play, seated
from tests.server.servers import Server as Processes
from tests.server.site import NO_TLS
from tests.server.tables.test_sweeper import Server

from livestone.errors import StorageError
from livestone.server.db.sqlite_setup import FILE, prepare
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


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_start_on_a_full_disk_serves_what_there_is(
    little: Path, tmp_path: Path, how: signal.Signals
) -> None:
    """However the server ended before; moves are taken as soon as there is room."""
    server = Processes(little / "data", None, {"LIVESTONE_FREE_MEGABYTES": "0"})
    server.log = tmp_path / "log"
    server.wait()
    with httpx.Client(base_url=server.url, timeout=PATIENCE, verify=NO_TLS) as me:
        body = {"game": "freedom", "options": {"size": 5}, "seats": ["me", "person"]}
        path = f"/api/games/{me.post('/api/games', json=body).json()['id']}"
        assert me.post(f"{path}/plies", json={"move": "a1", "ply": 0}).status_code == 200
    server.end(how)
    ballast = fill(little)
    server.start()
    known = me.cookies
    with httpx.Client(base_url=server.url, timeout=PATIENCE, verify=NO_TLS, cookies=known) as me:
        assert me.get(path).json()["ply"] == 1
        assert me.get("/api/lobby").status_code == 200
        answers = [me.post("/api/games", json=body) for _ in range(40)]
        assert answers[-1].status_code == 503
        assert "disk is full" in answers[-1].json()["message"]
        ballast.unlink()
        assert me.post(f"{path}/plies", json={"move": "a2", "ply": 1}).status_code == 200
    server.end(how)


def test_a_first_start_on_a_full_disk(little: Path) -> None:
    """There is nothing yet that could be moved away; it starts when there is room."""
    ballast = fill(little)
    with pytest.raises(StorageError, match=r"there is no room on the disk.*make some") as caught:
        prepare(little / FILE)
    assert "move" not in str(caught.value)
    assert [file.name for file in little.iterdir()] == ["ballast"]
    ballast.unlink()
    prepare(little / FILE)


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
