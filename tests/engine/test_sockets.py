"""The engine at a socket, and programs that ask it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from tests.cli.command import Call
from tests.engine.talking import PATIENCE, follow
from tests.freeplay.scripted import ScriptedServer, deaf

from livestone.core.state import State
from livestone.engine import sockets
from livestone.engine.client import EngineClient
from livestone.engine.serving import Engine
from livestone.engine.sockets import EngineServer, read_address
from livestone.errors import BadRequest, Unreachable
from livestone.games import load

SMALL = load("freedom", size=4)
QUESTION = "analyse freedom --option size=4 --moves 'a2 b1 c1 c2 d2 c3 b4' --lines 2"


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]) -> Call:
    return Call(capfd.readouterr)


@pytest.fixture
def server() -> Iterator[EngineServer]:
    with EngineServer(Engine(SMALL, workers=2, megabytes=64), "127.0.0.1", 0) as made:
        thread = threading.Thread(target=made.serve)
        thread.start()
        yield made
        made.stop()
        thread.join()


def connect(server: EngineServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE)


def test_both_protocols_at_a_time(server: EngineServer) -> None:
    with connect(server) as one, connect(server) as two:
        ugi, lines = one.makefile("rwb", 0), two.makefile("rwb", 0)
        lines.write(b'{"id": 1, "nodes": 20}\n{"id": 2, "action": "version"}\n')
        script = "> isready\n< readyok\n> position startpos\n> go nodes 20\n< bestmove *"
        follow(
            script, lambda said: ugi.write(said + b"\n"), lambda: ugi.readline().decode().strip()
        )
        two.shutdown(socket.SHUT_WR)
        found = [json.loads(line) for line in lines.read().splitlines()]
        assert sorted(data["id"] for data in found) == [1, 2]
        ugi.write(b"quit\n")
        assert ugi.read() == b""


def test_a_browser_is_sent_away(server: EngineServer) -> None:
    with connect(server) as wire:
        wire.sendall(b'POST / HTTP/1.1\r\nHost: x\r\n\r\n{"id":1,"nodes":5}\n')
        assert wire.recv(100) == b""


def test_who_hangs_up_costs_nothing(server: EngineServer) -> None:
    for _ in range(3):  # as many searches without end as there are threads, and one more
        with connect(server) as wire:
            wire.sendall(b'{"id":1,"seconds":100000,"options":{"size":12},"report_every":0}\n')
            assert b'"final":false' in wire.recv(65_536)
    with EngineClient(server.address) as client:
        *_, last = client.analyse(State(SMALL), {"nodes": 20})
        assert last.final


def test_too_many_are_connected(server: EngineServer) -> None:
    for _ in range(sockets.MAX_CONNECTIONS):
        server.places.acquire()
    with connect(server) as wire:
        assert b"are connected already" in wire.recv(200)


def test_analyse_asks_it(server: EngineServer, call: Call) -> None:
    asked = f"{QUESTION} --nodes 200 --json"
    wanted, found = (
        [json.loads(line) for line in call(line).out.splitlines()][-1]
        for line in (asked, f"{asked} --engine {server.address}")
    )
    for data in (wanted, found):
        del data["seconds"], data["speed"]
    assert found == wanted
    out = call(f"{QUESTION} --seconds 0.2 --engine {server.address}").out
    assert "Freedom, Black to move: " in out
    assert "Will be live, by quick games: " in out


def test_what_it_refuses_is_told(server: EngineServer, call: Call) -> None:
    with (
        EngineClient(server.address) as client,
        pytest.raises(BadRequest, match="refuses: there is no game 'chess'"),
    ):
        list(client.analyse(State(SMALL), {"game": "chess"}))
    told = call(f"{QUESTION} --threads 2 --engine {server.address}", code=2).err
    assert "--threads is not for --engine" in told


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (">*\n< hello", "is not an engine: b'hello'"),
        (">*\n< []", "is not an engine: b'..'"),
        (">*\n<< {", "is gone|has closed the connection"),
        (">*", "is gone|has closed the connection"),
        ('>*\n< {"id":0,"lines":[]}', "is not an engine"),
        ('>*\n< {"id":0,"lines":7,"survival":[]}', "is not an engine"),
    ],
)
def test_what_is_no_engine(script: str, why: str) -> None:
    lines = script.replace(">*", "").strip()
    with (
        ScriptedServer(lines) as fake,
        EngineClient(f"127.0.0.1:{fake.port}") as client,
        pytest.raises(Unreachable, match=why),
    ):
        list(client.analyse(State(SMALL), {}))


def test_nobody_is_there(call: Call) -> None:
    with deaf() as port:
        told = call(f"{QUESTION} --engine 127.0.0.1:{port}", code=2).err
    assert f"start one with 'livestone engine --listen 127.0.0.1:{port}'" in told
    assert "is not an address" in call(f"{QUESTION} --engine nowhere", code=2).err
    with pytest.raises(BadRequest, match="is not an address"):
        read_address("host:99999")


def test_as_a_command(server: EngineServer, call: Call) -> None:
    assert "cannot listen at" in call(f"engine --listen {server.address}", code=2).err
    command = [sys.executable, "-m", "livestone", "engine", "--listen", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        address = told.removeprefix("The engine listens at ").strip()
        with EngineClient(address) as client:
            *_, last = client.analyse(State(SMALL), {"nodes": 20})
        assert last.final
        os.kill(process.pid, signal.SIGINT)
        assert (process.wait(), process.stderr.read()) == (0, "")
