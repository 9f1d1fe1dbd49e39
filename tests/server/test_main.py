"""The server as a person starts it: a process of its own, killed, interrupted, started twice."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.site import until

from livestone.core.state import State
from livestone.errors import BadRequest, StorageError
from livestone.games import load
from livestone.server import main as run
from livestone.server.app import create_app
from livestone.server.db.database import FILE
from livestone.server.engine.processes import Engine
from livestone.server.http_server import Server
from livestone.server.settings import Settings
from livestone.server.tables.heartbeat import Heartbeat

SERVE = (
    "import sys; from pathlib import Path; from livestone.server.main import serve; "
    "sys.exit(serve(Path(sys.argv[1]), port=int(sys.argv[2]), open_browser=False))"
)
PATIENCE = 120.0
KILLS = 2


class Running:
    """A server process."""

    def __init__(self, data: Path, port: int = 0) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(data), str(port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if found := re.match(r"Livestone is ready at (http://\S+)/", line):
                self.url = found[1]
                return
        raise AssertionError(self.process.communicate()[1])

    @property
    def children(self) -> list[int]:
        """The bot processes."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(child) for child in listed.split()]

    def end(self, how: int) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.errors = self.process.communicate()[1]
        return code


@contextmanager
def running(data: Path, port: int = 0) -> Iterator[Running]:
    """A server process that is gone afterwards."""
    server = Running(data, port)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)


def gone(process: int) -> bool:
    """Whether a process has ended, or is a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def start_game(client: httpx.Client, *seats: str) -> dict[str, Any]:
    body = {"game": "freedom", "options": {"size": 4}, "seats": seats}
    return client.post("/api/games", json=body).json()


def moves(table: dict[str, Any]) -> list[str]:
    return [ply["text"] for turn in table["turns"] for ply in turn["plies"]]


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@linux
def test_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """After every answer the server is killed; no ply is lost or doubled, and the game ends."""
    cookies: httpx.Cookies | None = None
    table: dict[str, Any] = {}
    told: list[str] = []
    for round in range(KILLS + 1):
        with running(tmp_path) as server:
            client = httpx.Client(base_url=server.url, cookies=cookies, timeout=PATIENCE)
            table = (
                client.get(f"/api/games/{table['id']}").json()
                if table
                else start_game(client, "me", "bot:1")
            )
            cookies = client.cookies
            for _ in range(20):
                table = wait_for_my_turn(client, table["id"])
                assert moves(table)[: len(told)] == told
                if table["status"] == "finished":
                    break
                body = {"move": table["legal"][0], "ply": table["ply"]}
                table = client.post(f"/api/games/{table['id']}/plies", json=body).json()
                told = moves(table)
                if round < KILLS:
                    break
            client.close()
            children = server.children
            server.end(signal.SIGKILL)
            for child in children:
                until(lambda child=child: gone(child), PATIENCE)
    assert table["status"] == "finished"
    state = State(load("freedom", size=4))
    for move in moves(table):
        state.play(move)
    assert state.over
    assert table["winners"] == list(state.winners or ())


def wait_for_my_turn(client: httpx.Client, id: str) -> dict[str, Any]:
    def mine() -> dict[str, Any] | None:
        table = client.get(f"/api/games/{id}").json()
        return table if table["my_turn"] or table["status"] == "finished" else None

    return until(mine, PATIENCE)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("pause", [0.0, 1.0])
def test_interrupted_while_starting(
    tmp_path: Path, how: int, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However far the start has come, Ctrl-C and SIGTERM end it without a word."""
    monkeypatch.setenv("LIVESTONE_WARM_UP", "true")
    told = "e.Engine = lambda *of, **how: print('begin', flush=True) or Engine(*of, **how); "
    code = "import livestone.server.engine.processes as e; Engine = e.Engine; " + told + SERVE
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path), "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "begin\n"
    time.sleep(pause)
    process.send_signal(how)
    _, errors = process.communicate(timeout=PATIENCE)
    assert errors == ""
    assert process.returncode in (0, 130)


@linux
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_clean_end(tmp_path: Path, how: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVESTONE_WARM_UP", "true")
    with running(tmp_path) as server, httpx.Client(base_url=server.url) as client:
        # In the worst moment: a bot thinks hard, and a browser listens.
        table = start_game(client, "bot:10", "me")
        with client.stream("GET", f"/games/{table['id']}/events"):
            children = server.children
            assert children
            server.process.send_signal(signal.SIGHUP)  # there is no certificate to be read again
            assert client.get("/healthz").status_code == 200
            code = server.end(how)
        assert code in (0, 130, -how)
        until(lambda: all(map(gone, children)), PATIENCE)
        assert server.errors == ""
        assert not list(tmp_path.glob("*-wal"))  # the database was closed, too


def test_nobody_need_read_where_the_server_is(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(tmp_path), "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    assert "nobody reads where the server is: Broken pipe" in process.stderr.readline()
    process.terminate()
    assert process.stderr.read() == ""
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
    assert caplog.messages == []  # whoever has started it says it


def test_a_taken_port_moves_on(tmp_path: Path) -> None:
    with running(tmp_path / "a") as one:
        port = int(one.url.rpartition(":")[2])
        with running(tmp_path / "b", port) as two:
            assert two.url != one.url
            assert two.said[0].startswith(f"Port {port} is taken; using ")
            assert httpx.get(f"{two.url}/api/catalogue").status_code == 200


def test_an_unusable_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no database " * 1000)
    command = [sys.executable, "-m", "livestone.cli.main", "play", "--no-browser"]
    command += ["--data", str(tmp_path), "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ended.returncode == 2
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "--data" in ended.stderr


def test_bind() -> None:
    with run.bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with run.bind("127.0.0.1", port) as other:
            assert other.getsockname()[1] > port


@pytest.mark.parametrize(
    ("host", "port", "quoted"),
    [
        ("127.0.0.1", -1, "-1"),
        ("127.0.0.1", 65536, "65536"),
        ("no.such.host.invalid", 0, "no.such.host.invalid"),
        ("192.0.2.1", 0, "192.0.2.1"),
    ],
)
def test_bind_refused(host: str, port: int, quoted: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(quoted)):
        run.bind(host, port)


def test_no_port_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PORTS_TRIED", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(BadRequest, match="taken"):
            run.bind("127.0.0.1", taken.getsockname()[1])


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
