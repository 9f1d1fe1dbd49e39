"""A client for an engine that listens somewhere, in JSON lines."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Self

import msgspec

from livestone.copying import Uncopied
from livestone.core.odds import Chances
from livestone.core.state import State
from livestone.engine.sockets import read_address
from livestone.errors import BadRequest, IllegalMove, Unreachable
from livestone.play.analysis import Analysis, Variation
from livestone.search.report import never
from livestone.search.survival import Survival

CONNECT_SECONDS = 15.0
# An engine that says nothing for so long will not; compiling a game may take half a minute.
QUIET_SECONDS = 180.0
LOOK_SECONDS = 0.1
MAX_BYTES = 16 << 20
CHUNK = 65_536


class EngineClient(Uncopied):
    """A context around a connection to an engine at ``HOST:PORT``.

    Raises BadRequest for what is no address, and Unreachable.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self._socket = socket.create_connection(read_address(address), CONNECT_SECONDS)
        except OSError as error:
            raise Unreachable(
                f"no engine answers at {address} ({error.strerror or 'no answer in time'}): "
                f"start one with 'livestone engine --listen {address}'"
            ) from None
        self._socket.settimeout(LOOK_SECONDS)
        self._rest = b""

    def analyse(
        self, state: State, query: dict[str, Any], stop: Callable[[], bool] = never
    ) -> Iterator[Analysis]:
        """Report on the position of a query, whose fields ``docs/engine-protocols.md`` lists.

        ``state`` is that position as it is known here.

        Raises BadRequest with what the engine says, and Unreachable.
        """
        asked = {"id": 0, "game": state.game.id, "options": dict(state.game.option)}
        self._send({**asked, "report_every": LOOK_SECONDS, **query})
        told = False
        heard = time.monotonic()
        while True:
            if stop() and not told:
                self._send({"id": 1, "action": "terminate", "target": 0})
                told = True
            data = self._receive()
            if data is None and time.monotonic() - heard > QUIET_SECONDS:
                raise Unreachable(f"the engine at {self.address} says nothing any more")
            if data is None or data.get("id") != 0 or "warning" in data:
                continue
            heard = time.monotonic()
            if "error" in data:
                raise BadRequest(f"the engine at {self.address} refuses: {data.get('message')}")
            yield self._read(state, data)
            if data.get("final"):
                return

    def _read(self, state: State, data: dict[str, Any]) -> Analysis:
        try:
            return read_analysis(state, data)
        except (KeyError, TypeError, ValueError) as error:
            raise self._strange(repr(error)) from None

    def _send(self, data: dict[str, Any]) -> None:
        try:
            self._socket.sendall(msgspec.json.encode(data) + b"\n")
        except OSError as error:
            raise Unreachable(f"the engine at {self.address} is gone: {error}") from None

    def _receive(self) -> dict[str, Any] | None:
        """The next object; None when there is none for a moment."""
        while b"\n" not in self._rest:
            try:
                found = self._socket.recv(CHUNK)
            except TimeoutError:
                return None
            except OSError as error:
                raise Unreachable(f"the engine at {self.address} is gone: {error}") from None
            self._rest += found
            if not found:
                raise Unreachable(f"the engine at {self.address} has closed the connection")
            if len(self._rest) > MAX_BYTES:
                raise self._strange("a line without end")
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            data = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise self._strange(repr(line[:40]))
        return data

    def _strange(self, what: str) -> Unreachable:
        return Unreachable(f"what answers at {self.address} is not an engine: {what}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


def read_analysis(state: State, data: dict[str, Any]) -> Analysis:
    """Return the analysis of a state that an object stands for.

    Raises KeyError, TypeError or ValueError where it is none.
    """
    game = state.game

    def variation(line: dict[str, Any]) -> Variation:
        chances = line["chances"] and Chances(**line["chances"])
        points = line["points"] and tuple(map(float, line["points"]))
        return Variation(
            state.parse(line["move"]),
            _continuation(state, line["pv"]),
            tuple(map(float, line["value"])),
            bool(line["proved"]),
            points,
            chances,
            line["book"],
            int(line["visits"]),
        )

    survival = None
    if data["survival"]:
        sites = {game.board.site[name]: pieces for name, pieces in data["survival"].items()}
        survival = Survival(0, 0.0, sites)
    lines = tuple(map(variation, data["lines"]))
    if not lines:
        raise ValueError("an answer without a line")
    return Analysis(
        game,
        str(data["text"]),
        int(data["ply"]),
        int(data["mover"]),
        lines,
        int(data["depth"]),
        int(data["nodes"]),
        float(data["seconds"]),
        bool(data["final"]),
        survival,
    )


def _continuation(state: State, texts: list[str]) -> tuple[int, ...]:
    """The moves of a line, as far as they are legal in what is known here of hidden things."""
    ahead = state.copy()
    with suppress(IllegalMove):
        for text in texts:
            ahead.play(text)
    return tuple(ahead.moves[state.ply :])
