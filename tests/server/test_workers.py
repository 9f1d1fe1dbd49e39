"""Several processes: any takes any move, all hear of it, and the death of one loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.cable import Cable
from tests.server.crew import PATIENCE, UNCHECKED, Together, ask
from tests.server.databases import fresh

pytestmark = pytest.mark.anyio


TLS = Path(__file__).parents[1] / "data" / "tls"
WAITS, ANSWERS = "waiting for it", "the database answers, after"
FILES = {"CERTIFICATE": "certificate.pem", "KEY": "key.pem"}


@pytest.fixture(scope="module")
def cable() -> Iterator[Cable]:
    """Between the processes and their database."""
    with Cable(fresh("workers")) as made:
        yield made


@pytest.fixture(scope="module")
def server(cable: Cable, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Together]:
    """Two processes that speak TLS, and are started before their database."""
    folder = tmp_path_factory.mktemp("workers")
    for name in FILES.values():
        shutil.copy(TLS / name, folder)
    files = {name: folder / file for name, file in FILES.items()}
    together = Together(folder, cable.url, **files)
    joining = threading.Thread(target=lambda: (until_logged(together, WAITS, 1), cable.join()))
    joining.start()
    with together:
        joining.join()
        yield together
    assert together.code == 0


async def six(
    stack: contextlib.AsyncExitStack, client: httpx.AsyncClient, path: str
) -> list[httpx.Response]:
    """Streams of events: each process has some, but for one chance in thirty."""
    return [await stack.enter_async_context(client.stream("GET", path)) for _ in range(6)]


async def test_every_process_hears_of_every_move(server: Together) -> None:
    spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
    async with server.newcomer() as client:
        await ask(client, "/api/games")
        table = await ask(client, "/api/games", spec)
        async with contextlib.AsyncExitStack() as stack:
            streams = await six(stack, client, f"/api/games/{table['id']}/events")
            move = {"move": table["legal"][0], "ply": 0}
            await ask(client, f"/api/games/{table['id']}/plies", move)
            for stream in streams:
                data: dict[str, object] = {"ply": 0}
                lines = stream.aiter_lines()
                async with asyncio.timeout(60):
                    async for line in lines:
                        if line.startswith("data:"):
                            data = json.loads(line.removeprefix("data:"))
                            if data.get("ply") == 1:
                                break
                assert data["ply"] == 1


async def test_every_process_tells_who_follows_all_of_his_games(server: Together) -> None:
    """Though nobody looks at the table there."""
    spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
    async with server.newcomer() as client:
        await ask(client, "/api/games")
        table = await ask(client, "/api/games", spec)
        async with contextlib.AsyncExitStack() as stack:
            streams = await six(stack, client, "/api/events")
            for ply in range(3):
                move = {"move": table["legal"][0], "ply": ply}
                table = await ask(client, f"/api/games/{table['id']}/plies", move)
            await ask(client, f"/api/games/{table['id']}/resign", {})
            for stream in streams:
                heard: list[tuple[int, str]] = []
                async with asyncio.timeout(60):
                    async for line in stream.aiter_lines():
                        if line.startswith("data:") and '"status"' in line:
                            data = json.loads(line.removeprefix("data:"))
                            heard.append((data["ply"], data["status"]))
                            if data["status"] == "finished":
                                break
                assert [ply for ply, _ in heard] == sorted(ply for ply, _ in heard)
                assert heard[-1] == (3, "finished")


async def test_every_process_hears_of_challenges(server: Together) -> None:
    async with server.newcomer() as ada, server.newcomer() as bob, contextlib.AsyncExitStack() as s:
        for client, name in ((ada, "Ada"), (bob, "Bob")):
            await ask(client, "/api/register", {"name": name, "password": "four words will do"})
        streams = [
            (await s.enter_async_context(bob.stream("GET", "/api/events"))).aiter_lines()
            for _ in range(6)
        ]
        wanted = {"game": "freedom", "audience": "person", "to": "Bob"}
        made = await ask(ada, "/api/challenges", wanted)
        for path, status in (("", "open"), (f"/{made['id']}/cancel", "cancelled")):
            if path:
                await ask(ada, f"/api/challenges{path}", {})
            for lines in streams:
                async with asyncio.timeout(10):  # half of what a look at the database may take
                    async for line in lines:
                        if f'"status":"{status}"' in line:
                            break


async def test_a_bot_answers_once(server: Together) -> None:
    spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "bot:1"]}
    async with server.newcomer() as client:
        await ask(client, "/api/games")
        table = await ask(client, "/api/games", spec)
        for turn in range(2):
            move = {"move": table["legal"][0], "ply": 2 * turn}
            await ask(client, f"/api/games/{table['id']}/plies", move)
            async with asyncio.timeout(120):
                while table["ply"] != 2 * turn + 2:
                    await asyncio.sleep(0.1)
                    table = await ask(client, f"/api/games/{table['id']}")
        assert table["my_turn"]


async def test_all_show_tournaments(server: Together) -> None:
    async with server.newcomer() as client:
        for _ in range(6):
            assert (await client.get("/freeplay")).status_code == 200
            assert (await client.get("/api/tournaments")).json()["total"] == 0
            refused = await client.post("/api/operator", json={"secret": "x" * 22})
            assert refused.status_code == 404
            passed = {"livestone-passed": '{"client": null, "scheme": "x", "forwarded": false}'}
            assert (await client.get("/freeplay", headers=passed)).status_code == 200


async def test_attempts_are_counted_in_all(server: Together) -> None:
    """However somebody's guesses are spread, he has no more of them."""
    async with server.newcomer() as client:

        async def guess() -> int:
            wrong = {"name": "Nobody-else", "password": "four words or so"}
            return (await client.post("/api/login", json=wrong)).status_code

        first = [await guess() for _ in range(12)]
        assert set(first) == {401, 429}
        assert first.count(401) in (10, 11)  # the last two may pass each other
        assert [await guess() for _ in range(6)] == [429] * 6


async def test_one_engine_for_all(server: Together) -> None:
    """Whichever process is asked, those who ask before one are ahead in one queue."""
    async with server.newcomer() as ada, contextlib.AsyncExitStack() as stack:
        await ask(ada, "/api/games")
        wanted = {"game": "freedom", "options": {"size": 4}, "visibility": "link"}
        study = await ask(ada, "/api/studies", wanted)
        ahead, streams = [], []
        for _ in range(6):  # each process is asked by some, but for one chance in thirty
            one = await stack.enter_async_context(server.newcomer())
            asking = one.stream("GET", f"/api/studies/{study['id']}/engine")
            streams.append((await stack.enter_async_context(asking)).aiter_lines())
            async for line in streams[-1]:
                if line.startswith("data:"):
                    ahead.append(json.loads(line.removeprefix("data:"))["ahead"])
                    break
        assert ahead == [0, 0, 1, 2, 3, 4]


async def test_the_figures_of_all(server: Together) -> None:
    async with server.newcomer() as client:
        for _ in range(3):
            text = (await client.get("/metrics")).text
            for name in ("livestone_worker_up", "livestone_moves_total", "livestone_tables"):
                found = dict(re.findall(rf'^{name}{{worker="(\d)"}} (\S+)$', text, re.M))
                assert list(found) == ["0", "1"], name
            assert text.count("# TYPE livestone_tables gauge") == 1
            assert 'livestone_worker_up{worker="1"} 1.0' in text
            assert (await client.get("/metrics/own")).status_code == 404
            passed = {"livestone-passed": '{"client": null, "scheme": "x", "forwarded": false}'}
            assert (await client.get("/metrics/own", headers=passed)).status_code == 404


async def test_all_are_started_while_the_database_is_away(server: Together, cable: Cable) -> None:
    """They wait and say so, and a move is taken as soon as it is back."""
    spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
    async with server.newcomer() as client:
        await ask(client, "/api/games")
        table = await ask(client, "/api/games", spec)
        path, move = f"/api/games/{table['id']}/plies", {"move": table["legal"][0], "ply": 0}
        cable.cut()
        try:
            for process in server.processes:
                os.kill(process, signal.SIGKILL)
            await asyncio.to_thread(until_logged, server, WAITS, 3)  # the parent was the first
            assert (await client.get("/healthz")).status_code == 200
            assert (await client.get("/readyz")).status_code == 503
            assert (await client.post(path, json=move)).json()["error"] == "storage"
        finally:
            cable.join()
        assert (await ask(client, path, move))["ply"] == 1
        await asyncio.to_thread(until_logged, server, ANSWERS, 3)
        assert server.log.read_text().count(WAITS) == 3


def until_logged(server: Together, words: str, times: int) -> None:
    """Wait until a server has logged something so often."""
    deadline = time.monotonic() + PATIENCE
    log = server.folder / "log"
    while time.monotonic() < deadline:
        if log.exists() and log.read_text().count(words) >= times:
            return
        time.sleep(0.05)
    raise AssertionError(f"{words!r} is not {times} times in the log")


async def test_a_new_certificate_in_all(server: Together) -> None:
    """SIGHUP to the parent has every process show it."""
    before = (server.folder / FILES["CERTIFICATE"]).read_bytes()
    certificate = (TLS / "other_certificate.pem").read_bytes()
    shutil.copy(TLS / "other_key.pem", server.folder / FILES["KEY"])
    (server.folder / FILES["CERTIFICATE"]).write_bytes(certificate)
    assert ssl.PEM_cert_to_DER_cert(before.decode()) == await asyncio.to_thread(shown, server)
    server.process.send_signal(signal.SIGHUP)
    wanted = ssl.PEM_cert_to_DER_cert(certificate.decode())
    async with asyncio.timeout(60):
        # Of eight connections each process has some, but for one chance in a hundred.
        while {await asyncio.to_thread(shown, server) for _ in range(8)} != {wanted}:
            await asyncio.sleep(0.1)


def shown(server: Together) -> bytes | None:
    """The certificate that a new connection is shown."""
    with (
        socket.create_connection(("127.0.0.1", server.port)) as line,
        UNCHECKED.wrap_socket(line) as safe,
    ):
        return safe.getpeercert(binary_form=True)


def test_sqlite_is_for_one(tmp_path: Path) -> None:
    from livestone.server.config import Refused, settle

    with pytest.raises(Refused, match=r"workers cannot be 2 \(LIVESTONE_WORKERS\) with SQLite"):
        settle(None, {"LIVESTONE_WORKERS": "2"})
