"""Requests that another process answers: what comes back, piece by piece."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from livestone.server.passing import MOST_HEAD, owned, pass_on

pytestmark = pytest.mark.anyio
FIRST, SECOND = b"retry: 1000\r\n\r\n", b'id: 1\r\nevent: queued\r\ndata: {"ahead":0}\r\n\r\n'
LONG = b"data: " + b"x" * 3 * MOST_HEAD + b"\r\n\r\n"


@pytest.fixture
def anyio_backend() -> str:
    """The server runs on asyncio."""
    return "asyncio"


async def passed(folder: Path, kind: bytes, *writes: bytes) -> list[bytes]:
    """The pieces of a body that another process sends in these writes."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = b"HTTP/1.0 200 OK\r\ncontent-type: " + kind + b"\r\n\r\n"
        for piece in (head + writes[0], *writes[1:]):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.01)
        writer.close()

    place, sent = str(folder / "owner"), list[Any]()
    over = asyncio.Event()
    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Any:
        for message in asked:
            return message
        await over.wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"method": "GET", "raw_path": b"/x", "query_string": b"", "headers": [], "scheme": "h"}
    async with await asyncio.start_unix_server(answer, place):
        await pass_on(place, False, {**scope, "path": "/x", "state": {}}, receive, send, "s")
    assert (sent[0]["status"], sent[-1]["more_body"]) == (200, False)
    return [message["body"] for message in sent[1:-1]]


async def test_events_come_one_by_one_however_they_are_sent(tmp_path: Path) -> None:
    kind = b"text/event-stream; charset=utf-8"
    for writes in ([FIRST + SECOND + SECOND], [FIRST + SECOND[:9], SECOND[9:] + SECOND]):
        assert await passed(tmp_path, kind, *writes) == [FIRST, SECOND, SECOND]
    assert await passed(tmp_path, kind, FIRST + SECOND[:9]) == [FIRST, SECOND[:9]]
    assert b"".join(await passed(tmp_path, kind, FIRST + LONG + SECOND)) == FIRST + LONG + SECOND


async def test_a_page_comes_whole(tmp_path: Path) -> None:
    page = b"<p>\r\n\r\n</p>" * 9_000
    assert b"".join(await passed(tmp_path, b"text/html", page[:70], page[70:])) == page


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_nobody_is_there_to_answer(tmp_path: Path, method: str) -> None:
    """A page comes back by itself, unless a form has sent something; a program is told in JSON."""
    for path in ("/freeplay", "/api/tournaments"):
        sent = list[Any]()

        async def send(message: Any, sent: list[Any] = sent) -> None:
            sent.append(message)

        scope = {"method": method, "path": path, "raw_path": path.encode(), "query_string": b""}
        scope |= {"headers": [], "scheme": "http", "state": {}}
        await pass_on(str(tmp_path / "nobody"), False, scope, None, send, "s")  # type: ignore[arg-type]
        headers, body = dict(sent[0]["headers"]), sent[1]["body"].decode()
        assert (sent[0]["status"], headers[b"retry-after"]) == (503, b"2")
        assert b"default-src" in headers[b"content-security-policy"]
        assert "starting again: try again in a moment" in body
        if path.startswith("/api"):
            assert json.loads(body)["error"] == "busy"
        else:
            assert ('http-equiv="refresh"' in body) == (method == "GET")


def test_what_is_the_owner_s() -> None:
    mine = ["/api/studies/x/engine", "/games/x/review", "/games/x/review/events", "/operator/s"]
    mine += ["/api/games/x/review/events", "/api/games/x/review"]
    assert all(map(owned, mine))
    assert owned("/studies/x", b"node=3&engine=yes")
    others = ["/studies/x", "/studies/x/y/engine", "/games/x", "/games/x/reviewed", "/freeplays"]
    assert not any(map(owned, others))
    assert not owned("/games/x", b"engine=yes")
