"""A class: ``livestone serve`` in a process of its own, and pupils who play there by socket."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import signal
import socket
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import httpx
from tests.patience import PATIENCE
from tests.server.servers import Server
from tests.server.site import NO_TLS

from livestone.freeplay import lines
from livestone.freeplay.board import Board
from livestone.server.db.sqlite_setup import FILE

LINES = re.compile(r"Players log in on port (\d+)")
LINK = re.compile(r"operator/(\S+)")


def key_of(name: str) -> bytes:
    """The public key in a pupil's file."""
    return b"ssh-ed25519 of " + name.encode()


class ClassServer(Server):
    """``livestone serve`` over a folder, and a context that ends it."""

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        keys = folder / "keys"
        keys.mkdir()
        for name in names:
            (keys / f"{name}.pub").write_bytes(key_of(name))
        super().__init__(folder, None, {"LIVESTONE_CLASSROOM": str(keys)})
        self.wait()

    def wait(self) -> None:
        """Return when it answers; it listens to players there from now on."""
        super().wait()
        said = "".join(self.said)
        found = LINES.search(said), LINK.search(said)
        assert all(found), said
        port, self.secret = (one[1] for one in found if one is not None)
        self.port = int(port)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.end()

    def visitor(self) -> httpx.Client:
        """Somebody who has never been here."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE, verify=NO_TLS)

    @contextlib.contextmanager
    def operator(self) -> Iterator[httpx.Client]:
        """A program that runs the tournaments."""
        with self.visitor() as client:
            answer = client.post("/api/operator", json={"secret": self.secret})
            assert answer.status_code == 200, answer.text
            yield client

    def ask(self, query: str) -> list[Any]:
        """What the database says."""
        with contextlib.closing(sqlite3.connect(self.folder / FILE)) as connection:
            return connection.execute(query).fetchall()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end(signal.SIGTERM)


class Pupil:
    """A program that plays at random, and logs in again whenever it can."""

    def __init__(self, name: str, port: int, seconds: float = 0.0) -> None:
        self.name = name
        self.port = port
        self.seconds = seconds
        self.told: list[str] = []  # the titles of the games that count and whose end was told
        self.logins = 0
        self._chance = random.Random(name)

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            with contextlib.suppress(OSError, EOFError):
                await self._stay()
            await asyncio.sleep(0.2)

    async def _stay(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        board, title, words = Board(), "", ""
        try:
            writer.write(f"authenticate: {self.name}\n".encode())
            while line := (await reader.readline()).decode().rstrip("\n"):
                command, _, said = line.partition(": ")
                if command == "nonce":
                    key = sha256(key_of(self.name)).hexdigest()
                    reply = sha256((said + key).encode()).hexdigest()
                    writer.write(f"nonce-reply: {reply}\n".encode())
                    self.logins += 1
                elif command == "board":
                    colour, size = said.split(" ")
                    board, title, words = Board(int(size), colour), words, ""
                elif command == "message":
                    words = said
                elif command == "move":
                    if said != "none,none":
                        board.play(*map(int, said.split(",")))
                    await asyncio.sleep(self.seconds)
                    x, y = self._chance.choice(board.legal)
                    board.play(x, y)
                    writer.write(f"move: {x},{y}\n".encode())
                elif command == "game" and "does not count" not in words:
                    self.told.append(title)
                elif command in ("quit", "not-authorized"):
                    return
        finally:
            writer.transport.abort()


class Pupils:
    """A context in which pupils play, in a thread of their own."""

    def __init__(self, names: Iterable[str], port: int, seconds: float = 0.0) -> None:
        self.all = [Pupil(name, port, seconds) for name in names]
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()), daemon=True)
        self._ready = threading.Event()

    async def _play(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.ensure_future(asyncio.gather(*(pupil.run() for pupil in self.all)))
        self._ready.set()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@contextlib.contextmanager
def telling_fault(port: int, name: str, key: bytes, text: str) -> Iterator[None]:
    """A program that is logged in, and has told of a fault."""
    address = ("127.0.0.1", port)
    with socket.create_connection(address) as connection, connection.makefile("rwb") as talk:
        talk.write(lines.write("authenticate", name))
        talk.flush()
        nonce = lines.read(talk.readline()).arguments
        assert lines.takes_faults(nonce)
        talk.write(lines.write("nonce-reply", lines.reply(nonce, key)))
        talk.write(lines.write("fault", lines.write_fault(text)))
        talk.flush()
        yield
