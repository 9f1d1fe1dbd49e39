"""Who follows a game is back when processes end or are killed, and misses nothing."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from tests.server.databases import fresh
from tests.server.duel import moves
from tests.server.servers import Servers, ask
from tests.server.site import until

from livestone.client import Client, Event
from livestone.errors import Unreachable

SECONDS = 60.0  # in which somebody has to be back on however slow a machine


class Follower:
    """Follows a game in a thread of its own; ``plies`` are what it was told of, in order."""

    def __init__(self, servers: Servers, id: str, follow: Callable[[Client, str], None]) -> None:
        self.plies: list[int] = []
        self.ends: list[Event] = []
        self.client = Client(servers.url)
        self._thread = threading.Thread(target=follow, args=(self, id), daemon=True)

    def hear(self, event: Event) -> None:
        """Note an event."""
        if event.name == "changed":
            self.plies.append(int(str(event.data["ply"])))
        elif event.name == "finished":
            self.ends.append(event)

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


def by_stream(follower: Follower, id: str) -> None:
    """As programs do."""
    for event in follower.client.follow(f"/games/{id}/events"):
        follower.hear(event)
        if follower.ends:
            return


def by_socket(follower: Follower, id: str) -> None:
    """As programs that keep a WebSocket do; it is theirs to open it again."""
    while not follower.ends:
        with contextlib.suppress(Unreachable), follower.client.socket() as socket:
            socket.follow(f"/games/{id}/events")
            for _, event in socket.events():
                follower.hear(event)
                if follower.ends or event.name == "end":
                    break
        time.sleep(0.1)


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
            with (
                Follower(servers, id, by_stream) as one,
                Follower(servers, id, by_socket) as other,
            ):
                for follower in (one, other):
                    follower.reaches(0)
                while table["status"] == "running":
                    move = {"move": table["legal"][0], "ply": len(told)}
                    table = await ask(client, f"/api/games/{id}/plies", move)
                    told.append(move["move"])
                    for follower in (one, other):
                        follower.reaches(len(told))
                    if len(told) % 5 == 0:
                        await servers.all_answer()
                        await next(ends, none)()
                until(lambda: one.ends and other.ends, SECONDS)
            for follower in (one, other):
                # What is told again after a break is how things stand, never what is over.
                assert follower.plies == sorted(follower.plies)
                assert set(follower.plies) == set(range(len(told) + 1))
                assert len(follower.ends) == 1
            assert moves(await ask(client, f"/api/games/{id}")) == told
        assert next(ends, None) is None
    assert servers.codes == [0, 0]
