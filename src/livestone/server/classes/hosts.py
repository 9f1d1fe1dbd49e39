"""The processes in which games of handed-in files are played: see ``freeplay/hosting.py``."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from typing import Any

from livestone.errors import EngineError
from livestone.languages.words import t
from livestone.play.pipes import command
from livestone.processors import available_processors
from livestone.tasks import uninterrupted

LINE_BYTES = 2**22  # what players print in a game takes half of it at most
ATTEMPTS = 2  # at a game whose process has ended
END_SECONDS = 5.0  # for a process to end its players when its stdin is closed

log = logging.getLogger("livestone")


class Hosts:
    """Processes for ``size`` games and as many checks of files; one for each core if left out.

    They are started when first needed.
    """

    def __init__(self, size: int | None = None) -> None:
        size = size or available_processors()
        self._free, self._checking = asyncio.Semaphore(size), asyncio.Semaphore(size)
        self._idle: list[Process] = []

    async def play(
        self, job: Mapping[str, Any], tell: Callable[[list[str]], None]
    ) -> Mapping[str, Any]:
        """Return the game as it was played, and tell its moves meanwhile. Raises EngineError."""
        async with self._free:
            found: Mapping[str, Any] = (await self._answer(job, tell))["played"]
        return found

    async def check(self, text: str) -> Mapping[str, Any]:
        """Load a file, beside the games, and return what it is. Raises EngineError."""
        async with self._checking:
            found: Mapping[str, Any] = (await self._answer({"check": text}))["checked"]
        return found

    async def close(self) -> None:
        """End all processes with their players."""
        await asyncio.gather(*(_end(process) for process in self._idle))
        self._idle.clear()

    async def _answer(
        self, job: Mapping[str, Any], tell: Callable[[list[str]], None] = lambda moves: None
    ) -> dict[str, Any]:
        """The last answer of a process, or of another one. Raises EngineError."""
        for _ in range(ATTEMPTS):
            answer = await self._ask(job, tell)
            if answer is not None:
                break
            log.warning("a process that plays games of classes ended; starting another")
        else:
            raise EngineError("the process that played this game ended twice by itself")
        if "error" in answer:
            raise EngineError(answer["error"])
        return answer

    async def _ask(
        self, job: Mapping[str, Any], tell: Callable[[list[str]], None]
    ) -> dict[str, Any] | None:
        """The last answer of a process, None if it has ended."""
        process = self._idle.pop() if self._idle else await _start()
        assert process.stdin is not None
        assert process.stdout is not None
        whole = False
        try:
            process.stdin.write(json.dumps(job).encode() + b"\n")
            await process.stdin.drain()
            while (line := await process.stdout.readline()).endswith(b"\n"):
                answer: dict[str, Any] = json.loads(line)
                if "moves" not in answer:
                    whole = True
                    return answer
                tell(answer["moves"])
        except (ConnectionError, RuntimeError, ValueError):
            pass
        finally:
            if whole:
                self._idle.append(process)
            else:
                await _end(process)
        return None


async def _start() -> Process:
    """Start a process. Raises EngineError."""
    try:
        return await asyncio.create_subprocess_exec(
            *command("livestone.freeplay.hosting"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=LINE_BYTES,
        )
    except OSError as error:
        raise EngineError(
            t("no bot process could be started: {reason}", reason=error.strerror)
        ) from error


@uninterrupted
async def _end(process: Process) -> None:
    """End a process, and have it end its players."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(END_SECONDS):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    process._transport.close()  # type: ignore[attr-defined] # not left to the garbage collector
