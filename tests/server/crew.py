"""A server in processes of its own, which may be killed, and how its clients ask it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import ssl
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
from tests.server.site import NO_TLS

# Its certificate is nobody's whom this machine would trust.
UNCHECKED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
UNCHECKED.check_hostname, UNCHECKED.verify_mode = False, ssl.CERT_NONE
# What the log says when time that nobody could use is given back.
MOVED_ON = re.compile(
    r"^(\S+ \S+) .*(?:nobody could play for|where they stood) (\d+\.\d+) seconds"
    r"(?: up to (\d+\.\d+))?"
)
ANSWERS = (200, 201)
PATIENCE = 180  # seconds that a client asks again


class Together:
    """A context in which ``livestone serve`` answers at ``url``, by several ``workers`` or one.

    Without a ``database`` games are in the ``folder``. ``settings`` are variables without prefix.
    """

    def __init__(
        self, folder: Path, database: str | None, workers: int = 2, **settings: object
    ) -> None:
        self.folder, self.database, self.workers = folder, database, workers
        self.settings = {f"LIVESTONE_{name}": str(value) for name, value in settings.items()}
        self.port = 0
        self.code: int | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Start the server, at the same port as before if there was one."""
        command = [sys.executable, "-m", "livestone", "serve", "--port", str(self.port)]
        command += ["--lines", "0", "--data", str(self.folder), "--jobs", str(self.workers)]
        self.log = self.folder / "log"
        environment = {
            **os.environ,
            "LIVESTONE_WARM_UP": "false",
            "LIVESTONE_REQUESTS": "0",  # all of them come from here
            "PYTHONUNBUFFERED": "1",
            **self.settings,
        }
        if self.database is not None:
            environment["LIVESTONE_DATABASE"] = self.database
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment,
                text=True,
            )
        assert self.process.stdout is not None
        self.said = []
        for line in self.process.stdout:
            self.said.append(line)
            if "Ctrl-C ends the server" in line:
                break
        assert self.said, self.log.read_text()
        self.url = self.said[0].split()[-1].rstrip("/")
        self.port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """Kill it as nothing can be killed more."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.code = self.process.wait(60)
        finally:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()

    def given_back(self) -> list[tuple[float, float]]:
        """When clocks were moved on (monotonic), and by how many seconds, by the log."""
        found = []
        for line in self.log.read_text().splitlines():
            if told := MOVED_ON.search(line):
                at = datetime.strptime(told[1], "%Y-%m-%d %H:%M:%S.%f").timestamp()
                at -= float(told[3] or 0.0)
                found.append((at - time.time() + time.monotonic(), float(told[2])))
        return found

    @property
    def processes(self) -> list[int]:
        """The processes that serve, the owner first."""
        parent = self.process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        found = []
        for child in children:
            with contextlib.suppress(OSError):
                if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                    found.append(int(child))
        return sorted(found)

    def newcomer(self) -> httpx.AsyncClient:
        """Somebody who has never been here; each request may meet another process."""
        return httpx.AsyncClient(
            base_url=self.url,
            timeout=20,
            verify=UNCHECKED if self.url.startswith("https") else NO_TLS,
            limits=httpx.Limits(max_keepalive_connections=0),
        )


async def ask(client: httpx.AsyncClient, path: str, body: Any = None) -> Any:
    """Ask until there is an answer; what is refused for good fails."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                answer = await (client.get(path) if body is None else client.post(path, json=body))
            except httpx.TransportError:
                await asyncio.sleep(0.1)  # whoever was asked is dead
                continue
            if answer.status_code == 503:
                told = answer.json()
                assert told["error"] in ("storage", "busy"), told
                assert "try again" in told["message"], told
                await asyncio.sleep(0.1)
                continue
            assert answer.status_code in ANSWERS, answer.text
            return answer.json()
