"""Server-sent events: what browsers are told, and when nothing happens."""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import ME, TWO
from tests.server.site import Site, new_game, play_move

from livestone.server.tables.commands import Tables
from livestone.server.tables.table import MAX_EVENTS
from livestone.server.web import events as stream
from livestone.server.web.events import Event, EventStream
from livestone.server.web.expiring_streams import StreamExpiry


def parse(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """Messages as a browser's EventSource reads them."""
    found: dict[str, Any] = {}
    for line in lines:
        if not line:
            if found.get("event", "heartbeat") != "heartbeat":
                yield found
            found = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            found[name] = json.loads(value) if name == "data" else value


def test_one_stream_of_several_topics(tmp_path: Path) -> None:
    """Each topic is refused for whom its own stream would be."""
    with Site(tmp_path) as site, site.newcomer() as player, site.newcomer() as other:
        mine, theirs = new_game(player, "me", "person")["id"], new_game(other, "me", "person")["id"]
        topics = f"me,lobby,games/{mine},games/{theirs},freeplay,nothing"
        with player.stream("GET", "/api/events", params={"topics": topics}) as answer:
            messages = parse(answer.iter_lines())
            heard = {}
            while len(heard) < 6:
                told = next(messages)
                heard[told["data"].pop("topic")] = told
            refused = {
                topic: told["data"]["error"]
                for topic, told in heard.items()
                if told["event"] == "refused"
            }
            assert refused == {
                f"games/{theirs}": "not-allowed",
                "freeplay": "not-found",
                "nothing": "not-found",
            }
            assert heard[f"games/{mine}"]["data"] == {"ply": 0, "version": 1}
            assert heard["me"]["event"] == heard["lobby"]["event"] == "changed"
            play_move(other, theirs, "b2", 0)
            play_move(player, mine, "b2", 0)
            there = {}
            while {"game", "changed"} - set(there):
                told = next(messages)
                if told["data"]["topic"] in ("me", f"games/{mine}"):
                    there[told["event"]] = told["data"]
            assert there["changed"]["moves"] == ["b2"]
            assert (there["game"]["id"], there["game"]["ply"]) == (mine, 1)
        too_many = ",".join(f"games/{n}" for n in range(101))
        assert player.get("/api/events", params={"topics": too_many}).status_code == 400


def test_over_http(tmp_path: Path) -> None:
    """By the address of pages, and by that of the API."""
    with Site(tmp_path) as site, site.newcomer() as client, ExitStack() as stack:
        id = new_game(client, "me", "person")["id"]
        listening = []
        for prefix in ("", "/api"):
            stream = stack.enter_context(client.stream("GET", f"{prefix}/games/{id}/events"))
            assert stream.headers["content-type"].startswith("text/event-stream")
            listening.append(parse(stream.iter_lines()))
        for messages in listening:
            event = {"event": "changed", "id": "1", "data": {"ply": 0, "version": 1}}
            assert next(messages) == event
        play_move(client, id, "b2", 0)
        for messages in listening:
            told = {"ply": 1, "version": 2, "moves": ["b2"], "mover": 1, "clock": None}
            assert next(messages)["data"] == told
        client.post(f"/api/games/{id}/resign")
        for messages in listening:
            assert next(messages)["event"] == "changed"
            over = {"winners": [0], "reason": "resigned"}
            assert next(messages) == {"event": "finished", "id": "3", "data": over}
        # The server ends while somebody listens: the streams end too, and at once.
        site.__exit__(None, None, None)
        assert [list(messages) for messages in listening] == [[], []]


class Reader:
    """A listener that is sent events until it hangs up."""

    def __init__(self, telling: EventStream) -> None:
        self.sent: asyncio.Queue[bytes] = asyncio.Queue()
        self.left = asyncio.Event()
        self.task = asyncio.create_task(telling.run(self._send, self.receive))

    async def next(self) -> bytes:
        """The next message that is no sign of life."""
        while (message := await self.sent.get()) == stream.STILL_HERE:
            pass
        return message

    async def go(self) -> None:
        """Hang up, and wait until that is noticed."""
        self.left.set()
        await self.task

    async def _send(self, message: Any) -> None:
        assert message["type"] == "http.response.body"
        self.sent.put_nowait(message["body"])

    async def receive(self) -> Any:
        """Wait for the end."""
        await self.left.wait()
        return {"type": "http.disconnect"}


async def test_a_listener_is_told_until_it_leaves(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)
    id = (await tables.create(TWO, ME)).id
    reader = Reader(EventStream(tables.subscribe(id, ME)))
    assert (await reader.sent.get()).startswith(b"retry: ")
    assert (await reader.next()).startswith(b"id: 1")
    assert [await reader.sent.get() for _ in range(2)] == [stream.STILL_HERE] * 2
    await tables.play(id, ME, "b2", 0)
    assert b"event: changed" in await reader.next()
    assert tables.registry.census().listeners == 1
    await reader.go()
    assert tables.registry.census().listeners == 0
    assert await reader.next() == b"", "an end, for whoever reads on"


async def test_who_does_not_read_holds_nobody_up(tables: Tables) -> None:
    id, stuck = (await tables.create(TWO, ME)).id, asyncio.Event()

    async def never(message: Any) -> None:
        await stuck.wait()

    reader = Reader(EventStream(tables.subscribe(id, ME)))
    lazy = asyncio.create_task(EventStream(tables.subscribe(id, ME)).run(never, reader.receive))
    await reader.next()
    await reader.next()
    live = tables.registry.known(id)
    for ply in range(3 * MAX_EVENTS):
        live.publish(Event("trouble", ply, {}))
        assert b"event: trouble" in await reader.next()
    kept = [queue.qsize() for queue in live.listeners]
    assert max(kept) <= MAX_EVENTS, "what is not read is not kept for ever"
    stuck.set()
    await reader.go()
    await lazy


async def test_the_end_of_a_login_ends_its_stream(tables: Tables) -> None:
    id, good = (await tables.create(TWO, ME)).id, [True]

    async def is_good() -> bool:
        return good[0]

    expiry = StreamExpiry(is_good)
    reader = Reader(EventStream(tables.subscribe(id, ME), expiry))
    await reader.next()
    await reader.next()
    expiry.word.set()  # another session of the same person has ended
    await tables.play(id, ME, "b2", 0)
    assert b"event: changed" in await reader.next()
    good[0] = False
    expiry.word.set()
    await reader.task
    assert await reader.next() == b""
    assert tables.registry.census().listeners == 0


class Clock(selectors.DefaultSelector):
    """A selector by which time passes only where a loop would wait."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        self.now += timeout or 0.0
        return super().select(0)


@pytest.mark.parametrize("logged_in", [False, True])
def test_nobody_hears_nothing_for_longer_than_promised(logged_in: bool) -> None:
    """docs/api.md says 15 seconds, whenever the events between come."""
    sent: list[float] = []
    clock = Clock()
    loop = asyncio.SelectorEventLoop(clock)
    loop.time = lambda: clock.now  # type: ignore[method-assign]

    async def events() -> AsyncIterator[Event]:
        for pause in (0.5, 12.0, 14.5, 1.0, 60.0, 29.0):
            await asyncio.sleep(pause)
            yield Event("trouble", 1, {})

    async def keep(message: Any) -> None:
        sent.append(clock.now)

    async def forever() -> Any:
        await asyncio.sleep(10_000)

    async def is_good() -> bool:
        return True

    async def follow() -> None:
        expiry = StreamExpiry(is_good) if logged_in else None
        await EventStream(events(), expiry).run(keep, forever)

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(follow())
    gaps = [later - earlier for earlier, later in pairwise(sent)]
    assert sent[-1] == 117.0
    assert max(gaps) < 15.0
    assert len(sent) < 30, "and says no more than it has to"
