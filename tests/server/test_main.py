"""The server as a person starts it: a process of its own, killed, interrupted, started twice."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.patience import PATIENCE
from tests.server.duel import moves
from tests.server.servers import Server as Process
from tests.server.servers import Servers, ask
from tests.server.site import NO_TLS, new_game, said_here, until

from livestone.cli.main import run as command
from livestone.core.state import State
from livestone.errors import BadRequest, StorageError
from livestone.games import load
from livestone.play.engine.processes import Engine
from livestone.server import main as run
from livestone.server.app import create_app
from livestone.server.db.sqlite_setup import FILE
from livestone.server.http_server import Server
from livestone.server.settings import Settings
from livestone.server.tables.heartbeat import Heartbeat

SERVE = (
    "import sys; from pathlib import Path; from livestone.server.main import serve; "
    "sys.exit(serve(Path(sys.argv[1]), port=int(sys.argv[2]), open_browser=False))"
)
KILLS = 2


def started(data: Path, port: int = 0, before: str = "") -> subprocess.Popen[str]:
    """A process that serves without ``livestone serve``'s options, as ``livestone play`` does."""
    return subprocess.Popen(
        [sys.executable, "-c", before + SERVE, str(data), str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def complaints(errors: str) -> list[str]:
    """What a server said to stderr, but that the whole machine stood still for a while."""
    return [line for line in errors.splitlines() if "nobody could play for" not in line]


def children(server: Process) -> list[int]:
    """A server's bot processes."""
    process = Path(f"/proc/{server.process.pid}")
    listed = (process / "task" / process.name / "children").read_text()
    return [int(child) for child in listed.split()]


def gone(process: int) -> bool:
    """Whether a process has ended, or is a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@linux
async def test_killed_in_the_middle_of_a_game(tmp_path: Path, small_bots: None) -> None:
    """After every answer the server is killed; no ply is lost or doubled, and the game ends."""
    with Servers(tmp_path, None, 1) as servers:
        (server,) = servers.all
        async with servers.newcomer() as client:
            spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "bot:1"]}
            table = await ask(client, "/api/games", spec)
            path, told, kills = f"/api/games/{table['id']}", list[str](), 0
            while (table := await ask(client, path))["status"] == "running":
                assert moves(table)[: len(told)] == told
                if not table["my_turn"]:
                    await asyncio.sleep(0.02)
                    continue
                move = {"move": table["legal"][0], "ply": table["ply"]}
                told = moves(await ask(client, f"{path}/plies", move))
                if kills < KILLS:
                    bots = children(server)
                    server.end()
                    until(lambda bots=bots: all(map(gone, bots)))
                    server.start()
                    kills += 1
    assert moves(table)[: len(told)] == told
    state = State(load("freedom", size=4))
    for text in moves(table):
        state.play(text)
    assert state.over
    assert table["winners"] == list(state.winners or ())


@pytest.mark.parametrize(("how", "later"), [(signal.SIGINT, False), (signal.SIGTERM, True)])
def test_interrupted_while_starting(
    tmp_path: Path, how: int, later: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However far the start has come, Ctrl-C and SIGTERM end it without a word."""
    monkeypatch.setenv("LIVESTONE_WARM_UP", "true")
    told = "e.Engine = lambda *of, **how: print('begin', flush=True) or Engine(*of, **how); "
    before = "import livestone.play.engine.processes as e; Engine = e.Engine; " + told
    process = started(tmp_path, before=before)
    assert process.stdout.readline() == "begin\n"
    if later:
        assert any(said.startswith("Livestone is ready") for said in process.stdout)
    process.send_signal(how)
    _, errors = process.communicate(timeout=PATIENCE)
    assert complaints(errors) == []
    assert process.returncode in (0, 130)


@linux
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_clean_end(tmp_path: Path, how: signal.Signals) -> None:
    """In the worst moment: a bot thinks hard, and a browser listens."""
    with Servers(tmp_path, None, 1, WARM_UP="true", LOG_LEVEL="error") as servers:
        (server,) = servers.all
        with httpx.Client(base_url=server.url, timeout=PATIENCE, verify=NO_TLS) as client:
            id = new_game(client, "bot:10", "me")["id"]
            with client.stream("GET", f"/games/{id}/events"):
                bots = children(server)
                assert bots
                os.kill(server.process.pid, signal.SIGHUP)  # there is no certificate to read again
                assert client.get("/healthz").status_code == 200
                assert server.end(how) == 0
        until(lambda: all(map(gone, bots)))
        assert server.log.read_text() == ""
        assert not list(server.folder.glob("*-wal"))  # the database was closed, too


def test_nobody_need_read_where_the_server_is(tmp_path: Path) -> None:
    process = started(tmp_path)
    process.stdout.close()
    assert "nobody reads where the server is: Broken pipe" in process.stderr.readline()
    process.terminate()
    assert complaints(process.stderr.read()) == []
    process.stderr.close()
    assert process.wait(PATIENCE) == 0


async def refused(pulse: Heartbeat) -> None:
    """A database that is somebody else's."""
    raise StorageError("another Livestone serves this database")


async def broken(pulse: Heartbeat) -> None:
    """A mistake of ours."""
    raise ZeroDivisionError("how odd")


@pytest.mark.parametrize(
    ("why", "kind", "words"),
    [(refused, StorageError, "another Livestone"), (broken, ZeroDivisionError, "how odd")],
)
def test_what_keeps_it_from_starting_is_said_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    why: Any,
    kind: type[Exception],
    words: str,
) -> None:
    monkeypatch.setattr(Heartbeat, "resume", why)
    ready = list[bool]()

    async def serve() -> None:
        engine = Engine(1, eager=False)
        server = Server(create_app(Settings(tmp_path), engine), lambda: ready.append(True))
        with run.bind("127.0.0.1", 0) as listener:
            await server.serve([listener])

    with pytest.raises(kind, match=words):
        asyncio.run(serve())
    assert not ready
    assert said_here(caplog) == []  # whoever has started it says it


def test_a_taken_port_moves_on(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = started(tmp_path, port)
        try:
            first, second = process.stdout.readline(), process.stdout.readline()
            assert first.startswith(f"Port {port} is taken; using ")
            url = re.match(r"Livestone is ready at (http://\S+)/", second)[1]
            assert httpx.get(f"{url}/api/catalogue", verify=NO_TLS).status_code == 200
        finally:
            process.kill()
            process.communicate()


def test_an_unusable_folder_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / FILE).write_text("no database " * 1000)
    assert command(["play", "--no-browser", "--data", str(tmp_path), "--port", "0"]) == 2
    told = capfd.readouterr().err
    assert told.strip().count("\n") == 0
    assert "--data" in told


@pytest.mark.parametrize(
    ("host", "port", "quoted"),
    [
        ("127.0.0.1", 65536, "65536"),
        ("no.such.host.invalid", 0, "no.such.host.invalid"),
        ("192.0.2.1", 0, "192.0.2.1"),
    ],
)
def test_bind_refused(host: str, port: int, quoted: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(quoted)):
        run.bind(host, port)


def test_no_port_left() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(BadRequest, match="taken"):
        run.bind("127.0.0.1", taken.getsockname()[1], tried=1)


def test_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not run.has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert run.has_display()


def test_the_server_needs_no_numba() -> None:
    code = "import sys, livestone.server.app; print('numba' in sys.modules)"
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment
    )
    assert ended.stdout == "False\n"


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_the_address_for_others(host: str) -> None:
    with run.bind(host, 0) as listener:
        found = run._outside(listener)
        port = listener.getsockname()[1]
    if host == "127.0.0.1":
        assert found == ""
    else:  # a machine without any network has none
        assert found == "" or re.fullmatch(rf"http://[0-9.]+:{port}", found)
        assert "127.0.0.1" not in found
