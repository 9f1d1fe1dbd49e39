"""Servers in processes of their own, which may be killed, and how their clients ask them."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import multiprocessing
import os
import random
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Self, TextIO

import httpx
import pytest
from scripts import proxy as proxies
from scripts.proxy import Proxy
from tests.server.site import NO_TLS

Clients = list[httpx.AsyncClient]
# What the log says when time that nobody could use is given back.
MOVED_ON = re.compile(
    r"^(\S+ \S+) .*(?:nobody could play for|where they stood) (\d+\.\d+) seconds"
    r"(?: up to (\d+\.\d+))?"
)
ENDS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM)
ANSWERS = (200, 201)
BAD_GATEWAY = (502, 504)  # a proxy's words for a process that was killed
PATIENCE = 180  # seconds that a client asks again


FORKING = multiprocessing.get_context("forkserver")  # the program's imports take two seconds
FORKING.set_forkserver_preload(["livestone.cli.serve", "livestone.server.app"])


def _run(
    arguments: Sequence[str], environment: Mapping[str, str], output: Connection, log: Path
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(output.fileno(), 1)
    output.close()
    with log.open("a") as errors:
        os.dup2(errors.fileno(), 2)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from livestone.cli.main import run

    sys.exit(run(arguments))


class Command:
    """A command's process; ``said`` is what it writes to its output."""

    def __init__(
        self, arguments: Sequence[str], log: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        # The process has its end of the pipe from the start, or nobody would see its end.
        reading, writing = FORKING.Pipe(duplex=False)
        given = (list(arguments), {**os.environ, **(environment or {})}, writing, log)
        self.process: BaseProcess = FORKING.Process(target=_run, args=given)
        with reading, writing:
            self.process.start()
            self.said: TextIO = os.fdopen(os.dup(reading.fileno()))
        atexit.register(self.process.kill)

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self.process.pid is not None
        return self.process.pid

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Send a signal, unless it has ended."""
        if self.process.is_alive():
            os.kill(self.pid, how)

    def wait(self, seconds: float = 60.0) -> int:
        """Wait for its end, or kill it; return its exit code."""
        self.process.join(seconds)
        self.process.kill()
        self.process.join()
        self.said.close()
        assert self.process.exitcode is not None
        return self.process.exitcode


class Server:
    """One ``livestone serve``; killed or ended, it starts again at the same port when told to.

    Players log in at ``port``; 0 is any.
    """

    def __init__(self, folder: Path, database: str | None, settings: dict[str, str]) -> None:
        self.folder, self.port, self.pages = folder, 0, 0
        self.log = folder / "log"
        self._database, self._settings = database, settings
        self.begin()

    def start(self) -> None:
        """Start, and return when it answers."""
        self.begin()
        self.wait()

    def begin(self) -> None:
        """Start without waiting for it."""
        self.folder.mkdir(exist_ok=True)
        command = ["serve", "--data", str(self.folder)]
        command += ["--port", str(self.pages), "--lines", str(self.port)]
        environment = {
            "LIVESTONE_WARM_UP": "false",
            "LIVESTONE_REQUESTS": "0",  # all of them come from here
            "LIVESTONE_ADDRESS_WORK": "0",
            "LIVESTONE_TRUSTED_PROXIES": "127.0.0.1",
            **self._settings,
        }
        if self._database is not None:
            environment["LIVESTONE_DATABASE"] = self._database
        self.process = Command(command, self.log, environment)

    def wait(self) -> None:
        """Return when it answers."""
        self.said = []
        for line in self.process.said:
            self.said.append(line)
            if "Ctrl-C ends the server" in line:
                break
        ready = [line for line in self.said if "is ready at" in line]
        assert ready, self.log.read_text()
        self.url = ready[0].split()[-1].rstrip("/")
        self.pages = int(self.url.rpartition(":")[2])

    def end(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End it, and return its exit code."""
        self.process.end(how)
        return self.process.wait()


class Servers:
    """A context in which ``livestone serve`` answers at ``url``: several behind a proxy, or one.

    Without a ``database`` games are in the ``folder``. ``settings`` are variables without prefix.
    """

    def __init__(
        self,
        folder: Path,
        database: str | None,
        count: int = 2,
        proxy: str = "nginx",
        **settings: object,
    ) -> None:
        self.folder, self.database = folder, database
        self._count, self._kind = count, proxy
        self._settings = {f"LIVESTONE_{name}": str(value) for name, value in settings.items()}
        self._proxy: Proxy | None = None
        self.all: list[Server] = []
        self.codes: list[int] = []
        self._starting: dict[Server, asyncio.Task[None]] = {}

    def __enter__(self) -> Self:
        for number in range(self._count):
            folder = self.folder / str(number)
            self.all.append(Server(folder, self.database, self._settings))
        for server in self.all:
            server.wait()
        self.url = self.all[0].url
        if self._count > 1:
            self._proxy = behind(self._kind, self.folder, [one.pages for one in self.all])
            self.url = f"http://127.0.0.1:{self._proxy.port}"
        return self

    def __exit__(self, *error: object) -> None:
        try:
            for server in self.all:
                server.process.end(signal.SIGTERM)
            self.codes = [server.process.wait() for server in self.all]
        finally:
            if self._proxy is not None:
                self._proxy.close()

    async def kill_one(self, dice: random.Random) -> None:
        """Kill one of those that answer, or have it end, and start it again as systemd would."""
        ready = [one for one in self.all if one not in self._starting]
        if ready:
            await self.replace(dice.choice(ready), dice.choice(ENDS))

    async def replace(self, server: Server, how: signal.Signals = signal.SIGKILL) -> None:
        """End a server and start it again, without waiting until it answers."""
        await asyncio.to_thread(server.end, how)
        server.begin()
        self._starting[server] = asyncio.create_task(asyncio.to_thread(server.wait))
        self._starting[server].add_done_callback(lambda _: self._starting.pop(server))

    async def all_answer(self) -> None:
        """Wait until every server that was started again answers."""
        await asyncio.gather(*self._starting.values())

    @property
    def data(self) -> Path:
        """The folder of the only one's games."""
        return self.all[0].folder

    def logged(self) -> str:
        """What all have logged."""
        return "".join(one.log.read_text() for one in self.all)

    def given_back(self) -> list[tuple[float, float]]:
        """When clocks were moved on (monotonic), and by how many seconds, by the logs."""
        found = []
        for line in self.logged().splitlines():
            if told := MOVED_ON.search(line):
                at = datetime.strptime(told[1], "%Y-%m-%d %H:%M:%S.%f").timestamp()
                at -= float(told[3] or 0.0)
                found.append((at - time.time() + time.monotonic(), float(told[2])))
        return sorted(found)

    def newcomer(self, server: Server | None = None) -> httpx.AsyncClient:
        """Somebody who has never been here; by the proxy unless one ``server`` is named."""
        return httpx.AsyncClient(
            base_url=self.url if server is None else server.url,
            timeout=20,
            verify=NO_TLS,
            limits=httpx.Limits(max_keepalive_connections=0),
        )


def behind(
    kind: str,
    folder: Path,
    ports: Sequence[int],
    certificate: tuple[Path, Path] | None = None,
) -> Proxy:
    """Start a proxy, or skip the test where there is none, but for CI."""
    if proxies.program(kind) is None and os.environ.get("CI"):
        pytest.fail(f"there is no {kind}: .ci/run installs it")
    if proxies.program(kind) is None:
        pytest.skip(f"there is no {kind} here")
    return Proxy(kind, folder, ports, certificate)


@contextlib.asynccontextmanager
async def everywhere(servers: Servers, client: httpx.AsyncClient) -> AsyncIterator[Clients]:
    """The same visitor as a client's, at each of the servers without the proxy."""
    async with contextlib.AsyncExitStack() as stack:
        found = []
        for server in servers.all:
            found.append(await stack.enter_async_context(servers.newcomer(server)))
            for name, value in client.cookies.items():
                found[-1].cookies.set(name, value)
        yield found


async def ask(client: httpx.AsyncClient, path: str, body: Any = None) -> Any:
    """Ask until there is an answer; what is refused for good fails."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                answer = await (client.get(path) if body is None else client.post(path, json=body))
            except httpx.TransportError:
                await asyncio.sleep(0.1)  # whoever was asked is dead
                continue
            if answer.status_code in BAD_GATEWAY:
                await asyncio.sleep(0.1)
                continue
            if answer.status_code == 503:
                told = answer.json()
                assert told["error"] in ("storage", "busy"), told
                assert "try again" in told["message"], told
                await asyncio.sleep(0.1)
                continue
            assert answer.status_code in ANSWERS, answer.text
            return answer.json()
