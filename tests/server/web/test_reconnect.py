"""Who follows a game is back when processes end or are killed, and misses nothing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from tests.server.databases import fresh
from tests.server.duel import moves
from tests.server.servers import Servers, ask
from tests.server.site import until

from livestone.client import Client, Event

SECONDS = 60.0  # in which somebody has to be back on however slow a machine


class Follower:
    """Follows a game in a thread of its own; ``plies`` are what it was told of, in order."""

    def __init__(self, servers: Servers, id: str) -> None:
        self.plies: list[int] = []
        self.ends: list[Event] = []
        self.client = Client(servers.url)
        self._thread = threading.Thread(target=self._follow, args=(id,), daemon=True)

    def _follow(self, id: str) -> None:
        for event in self.client.follow(f"/games/{id}/events"):
            if event.name == "changed":
                self.plies.append(int(str(event.data["ply"])))
            elif event.name == "finished":
                self.ends.append(event)
                return

    def reaches(self, ply: int) -> None:
        """Wait until it was told of a ply."""
        until(lambda: self.plies and self.plies[-1] >= ply, SECONDS)

    def __enter__(self) -> Follower:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()


def restarts(servers: Servers) -> Iterator[Callable[[], Awaitable[None]]]:
    """Have one end in good order, then both be killed."""

    async def kill_both() -> None:
        for server in servers.all:
            await servers.replace(server)

    yield lambda: servers.replace(servers.all[0], signal.SIGTERM)
    yield kill_both


async def none() -> None:
    """Nothing ends."""


async def test_nobody_misses_anything(tmp_path: Path) -> None:
    with Servers(tmp_path, fresh("reconnect")) as servers:
        async with servers.newcomer() as client:
            await ask(client, "/api/games")
            spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
            table = await ask(client, "/api/games", {**spec, "public": True})
            id, told, ends = table["id"], [], restarts(servers)
            with Follower(servers, id) as one:
                one.reaches(0)
                while table["status"] == "running":
                    move = {"move": table["legal"][0], "ply": len(told)}
                    table = await ask(client, f"/api/games/{id}/plies", move)
                    told.append(move["move"])
                    one.reaches(len(told))
                    if len(told) % 5 == 0:
                        await servers.all_answer()
                        await next(ends, none)()
                until(lambda: one.ends, SECONDS)
            # What is told again after a break is how things stand, never what is over.
            assert one.plies == sorted(one.plies)
            assert set(one.plies) == set(range(len(told) + 1))
            assert len(one.ends) == 1
            assert moves(await ask(client, f"/api/games/{id}")) == told
        assert next(ends, None) is None
    assert servers.codes == [0, 0]
