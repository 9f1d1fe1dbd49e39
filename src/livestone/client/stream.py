"""Event streams that are opened again whenever they break."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from http.client import HTTPResponse

import msgspec

from livestone.api.events import Event
from livestone.client.patience import Patience
from livestone.client.wire import BROKEN, MAX_BYTES, Wire, refusal
from livestone.errors import Busy, LivestoneError, StorageError, TooMany, Unreachable

HEARTBEAT = "heartbeat"  # says only that the server is there
SILENT_SECONDS = 45.0  # the server says something every 15
LINE_BYTES = 2**20


def follow(wire: Wire, path: str, patience: float | None = None) -> Generator[Event, None, None]:
    """Yield the events of a stream, opening it again when it ends or breaks.

    After each opening the server says first how things stand, so nothing is missed. Raises what
    the server refuses with, and Unreachable once there was no server for ``patience`` seconds
    (None: never). Closing the ``wire`` ends it.
    """
    waiting, closed = Patience(patience, wire.ended), wire.closed
    while wire.closed == closed:
        failure: LivestoneError | None = None
        try:
            for event in once(wire, path):
                waiting.renew()
                yield event
        except (Unreachable, Busy, StorageError, TooMany) as error:
            failure = error
        if wire.closed == closed:
            waiting.wait(failure)


def once(wire: Wire, path: str) -> Generator[Event, None, None]:
    """Yield the events of a stream until it ends. Raises Unreachable when it breaks."""
    connection, closed = wire.connect(SILENT_SECONDS), wire.closed
    wire.streams.add(connection)
    with contextlib.closing(connection):
        try:
            answer = wire.send(connection, path)
            if wire.closed != closed:
                return
            if answer.status >= 300:
                raise refusal(answer.status, answer.read(MAX_BYTES))
            wire.reached = True
            yield from _events(answer)
        except BROKEN as error:
            raise wire.unreachable(error) from None
        finally:
            wire.streams.discard(connection)


def _events(answer: HTTPResponse) -> Generator[Event, None, None]:
    name = id = data = ""
    while line := answer.readline(LINE_BYTES):
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        if text:
            field, _, value = text.partition(":")
            value = value.removeprefix(" ")
            if field == "event":
                name = value
            elif field == "id":
                id = value
            elif field == "data":
                data += value
            continue
        if name and name != HEARTBEAT:
            yield Event(name, id, _object(data))
        name = data = ""


def _object(text: str) -> dict[str, object]:
    try:
        return msgspec.json.decode(text or "{}", type=dict[str, object])
    except msgspec.DecodeError as error:
        raise LivestoneError(f"the server sent an event that is none: {error}") from None
