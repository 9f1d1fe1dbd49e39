"""A server of several processes, clients that play on it, and somebody who kills them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
from tests.server.site import NO_TLS

ANSWERS = (200, 201)
PATIENCE = 180  # seconds that a client asks again


class Together:
    """A context in which ``livestone serve --workers N`` answers at ``url``."""

    def __init__(self, folder: Path, database: str, workers: int = 2) -> None:
        self.folder, self.database, self.workers = folder, database, workers

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "livestone", "serve", "--port", "0", "--lines", "0"]
        command += ["--data", str(self.folder), "--workers", str(self.workers)]
        self.log = self.folder / "log"
        environment = {
            **os.environ,
            "LIVESTONE_DATABASE": self.database,
            "LIVESTONE_WARM_UP": "false",
            "PYTHONUNBUFFERED": "1",
        }
        with self.log.open("w") as log:
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
        return self

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
            verify=NO_TLS,
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


def moves(table: dict[str, Any]) -> list[str]:
    """The moves of a table."""
    return [ply["text"] for turn in table["turns"] for ply in turn["plies"]]


@dataclass
class Game:
    """A game that one client plays with himself, and what he was told."""

    client: httpx.AsyncClient
    seed: int
    id: str = ""
    told: list[str] = field(default_factory=list)

    async def play(self, pause: float = 0.0) -> None:
        """Play at random to the end."""
        dice = random.Random(self.seed)
        spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
        # The cookie first, so that every try is the same person's.
        await ask(self.client, "/api/games")
        table = await ask(self.client, "/api/games", spec)
        self.id = table["id"]
        while table["status"] == "running":
            assert moves(table) == self.told
            move = dice.choice(table["legal"])
            body = {"move": move, "ply": table["ply"]}
            table = await ask(self.client, f"/api/games/{self.id}/plies", body)
            self.told.append(move)
            await asyncio.sleep(pause)
        assert moves(table) == self.told

    async def check(self) -> None:
        """Compare what is kept with what the client was told."""
        table = await ask(self.client, f"/api/games/{self.id}")
        assert table["status"] == "finished"
        assert moves(table) == self.told
