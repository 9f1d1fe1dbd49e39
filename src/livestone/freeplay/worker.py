"""A player's process: loads one file and plays games with fresh objects of its class.

One JSON object a line. In: first ``{"file", "megabytes", "trace", "boxed", "engine"}``; then for
each game ``{"game"}`` with what :meth:`Session.begin` reads; when it is the player's turn
``{"seconds"}`` with the ``moves`` since the last message. In a game with secrets come the
``position`` as they may see it, its ``history``, and all ``moves`` as far as they may know them.
Last ``{"end"}`` with how it went. Out: one answer to each: ``{"ready": true}``, at first with
``cells``; ``{"move": [x, y]}`` or ``{"move": text}``, with a ``note`` of what was printed and
drawn; or ``{"fault": reason, "message", "details"}``.

The process keeps the player's mistakes to itself: what they print goes to the log, what they use is
limited, and other processes are neither started nor stopped. It ends when stdin does.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib.util
import io
import json
import logging
import math
import os
import random
import select
import signal
import sys
import threading
import time
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, Protocol

from livestone.freeplay.annotations import Drawing, Printed, note
from livestone.freeplay.cell_table import LOGGER, CellTable, find_player
from livestone.freeplay.limits import NO_ENGINE, Fault
from livestone.freeplay.player import GamePlayer, Player
from livestone.play.pipes import private_stdout

try:
    import resource

    LIMITED = True
except ImportError:  # as on Windows
    LIMITED = False

# What a player may not do, as Python's audit events name it.
STARTING = (
    *("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile"),
    *("os.system", "pty.spawn", "subprocess.Popen"),
)
FORBIDDEN = {
    **dict.fromkeys(STARTING, "start other processes"),
    **dict.fromkeys(("os.kill", "os.killpg"), "stop other processes"),
    **dict.fromkeys(("resource.prlimit", "resource.setrlimit"), "change its limits"),
}
FILE_BYTES = 100_000_000
# The same for a player in a box; and the threads and open files of one.
BOXED_BYTES, MAX_THREADS, MAX_OPEN = 16 << 20, 64, 64
PRINTED = Printed()


class Table(Protocol):
    """A game in progress, as one kind of player knows it."""

    @property
    def draw(self) -> Drawing: ...

    def move(self, asked: dict[str, Any]) -> Any:
        """Tell the player what is new and return their move, as it is sent. Raises Fault."""
        ...

    def before(self) -> tuple[int, object]:
        """The number of the move that was asked for last, and what the opponent played before."""
        ...


class Session:
    """The player's class and the game it plays."""

    def __init__(self, kind: type[Player] | type[GamePlayer]) -> None:
        self.kind = kind
        self.table: Table

    def begin(self, asked: dict[str, Any]) -> None:
        """Make a fresh player for a game. Raises Fault."""
        write_line("INFO", asked["words"])
        random.seed(asked["seed"])
        if numpy := sys.modules.get("numpy"):
            numpy.random.seed(asked["seed"] % 2**32)
        if issubclass(self.kind, Player):
            self.table = CellTable(self.kind, asked["options"], asked["seat"])
        else:
            from livestone.freeplay.state_table import StateTable
            from livestone.freeplay.told_game import told_game

            self.table = StateTable(self.kind, told_game(asked), asked["seat"])

    def move(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the player's move, which the log has, with its note. Raises Fault."""
        began = time.monotonic()
        answer = self.table.move(asked)
        seconds = time.monotonic() - began
        mine = tuple(answer) if isinstance(answer, list) else answer
        number, theirs = self.table.before()
        write_line("DEBUG", f"move {number}: {mine} after {theirs}, {seconds:.3f} s")
        text = note(PRINTED.take(), self.table.draw)
        self.table.draw.clear()
        return {"move": answer, "note": text} if text else {"move": answer}


def main() -> None:
    """Answer until stdin ends."""
    talk, out = os.fdopen(os.dup(0), "rb"), private_stdout()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if hasattr(select, "poll"):
        threading.Thread(target=_watch, args=(talk.fileno(),), daemon=True).start()
    _keep_a_log()
    setup = json.loads(talk.readline())
    # Where it was when its time was up: asked for by our side, or before the system ends it.
    if setup["trace"] is not None:
        faulthandler.register(signal.SIGUSR1, setup["trace"], all_threads=False)
        faulthandler.register(signal.SIGXCPU, setup["trace"], all_threads=False, chain=True)
    guard = Guard(setup["megabytes"], setup["boxed"])

    def tell(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    if not setup["engine"]:
        sys.meta_path.insert(0, WithoutEngine())
    file = Path(setup["file"])
    if b"numpy" in file.read_bytes():  # there from the first game on, to be seeded
        importlib.import_module("numpy")
    try:
        session = Session(find_player(file))
        tell({"ready": True, "cells": issubclass(session.kind, Player)})
        _talk(session, talk, tell, guard)
    except Fault as fault:
        tell({"fault": fault.reason, "message": str(fault), "details": fault.details})
        talk.readline()  # nothing more is expected but the end
    except MemoryError:
        os.write(out.fileno(), b'{"fault": "failed", "message": "it ran out of memory"}\n')
    os._exit(0)


def _talk(session: Session, talk: BinaryIO, tell: Any, guard: Guard) -> None:
    for line in talk:
        message = json.loads(line)
        if "moves" in message:
            tell(session.move(message))
        elif "end" in message:
            write_line("INFO", message["end"])
            tell({"ready": True})
        else:
            guard.allow(message["cpu"])
            session.begin(message)
            tell({"ready": True})


class Guard:
    """Limits of this process and a watch over what the player calls."""

    def __init__(self, megabytes: int, boxed: bool) -> None:
        if LIMITED:
            _set_limits(megabytes, boxed)
        self._allowed = False
        sys.addaudithook(self._watch)
        # What multiprocessing calls without an audit event.
        with contextlib.suppress(ImportError):
            spawning = importlib.import_module("_posixsubprocess")
            vars(spawning)["fork_exec"] = lambda *_: self._watch("subprocess.Popen", ())

    def allow(self, seconds: float) -> None:
        """Let the process use so much more CPU time."""
        if not LIMITED:
            return
        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        until = math.ceil(used.ru_utime + used.ru_stime + seconds)
        self._allowed = True
        try:
            soft = until if hard == resource.RLIM_INFINITY else min(until, hard)
            resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
        finally:
            self._allowed = False

    def _watch(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in FORBIDDEN and not self._allowed:
            raise PermissionError(f"a player may not {FORBIDDEN[event]}")


class WithoutEngine:
    """Refuses to import what is not in the box, in a sentence; without it there is nothing."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Raise ImportError for a part of Livestone that is hidden."""
        package, part, *_ = [*name.split("."), ""]
        home = Path(__file__).parents[1] / part
        hidden = home.is_dir() and (part == "play" or not any(home.iterdir()))
        if package == "livestone" and part and hidden:
            raise ImportError(f"{name} {NO_ENGINE}", name=name)


def _set_limits(megabytes: int, boxed: bool) -> None:
    limits = {
        resource.RLIMIT_AS: megabytes * 2**20,
        resource.RLIMIT_FSIZE: BOXED_BYTES if boxed else FILE_BYTES,
        resource.RLIMIT_CORE: 0,
    }
    if boxed:
        limits |= {resource.RLIMIT_NPROC: MAX_THREADS, resource.RLIMIT_NOFILE: MAX_OPEN}
    for kind, most in limits.items():
        _, hard = resource.getrlimit(kind)
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # macOS knows the limit on memory by name only.
        with contextlib.suppress(*[ValueError] * (sys.platform == "darwin")):
            resource.setrlimit(kind, (limit, limit))


class Log(logging.Handler):
    """Writes what a player logs, each record a line."""

    formatter = logging.Formatter()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; one that cannot be formatted is reported."""
        try:
            text = self.format(record)
            write_line(record.levelname, text)
            PRINTED.write(f"{text}\n")
        except Exception:
            self.handleError(record)


def write_line(level: str, text: str) -> None:
    """Write a line to the log with the time of day; several times as quick as a handler's way."""
    with contextlib.suppress(OSError):  # a full log is no reason to lose
        os.write(2, f"{_clock(int(time.time()))} {level:<7} {text}\n".encode(errors="replace"))


@lru_cache(maxsize=1)
def _clock(second: int) -> str:
    return time.strftime("%H:%M:%S", time.localtime(second))


def _keep_a_log() -> None:
    """Write what the player logs and prints to stderr, which is the game's log, line by line."""
    assert isinstance(sys.stdout, io.TextIOWrapper)
    sys.stdout.reconfigure(line_buffering=True)
    write = sys.stdout.write

    def write_and_keep(text: str) -> int:
        PRINTED.write(text)
        return write(text)

    sys.stdout.write = write_and_keep  # type: ignore[method-assign]
    LOGGER.addHandler(Log())
    LOGGER.setLevel(logging.DEBUG)
    LOGGER.propagate = False


def _watch(talk: int) -> NoReturn:
    """End this process when the one that started it has gone, whatever the player does."""
    hangup = select.poll()
    hangup.register(talk, 0)
    while not hangup.poll():
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
