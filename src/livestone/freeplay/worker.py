"""A player's process: loads one file and plays games with fresh objects of its class.

One JSON object a line. In: first ``{"file", "megabytes"}``; then for each game ``{"game"}`` with
what :func:`_begin` reads, ``{"moves", "seconds"}`` with the moves since the last message when it is
the player's turn, and ``{"end"}`` with how it went. Out: one answer to each:
``{"ready": true}``, ``{"move": [x, y]}``, or ``{"fault": reason, "message", "details"}``.

The process keeps the player's mistakes to itself: what he prints goes to the log, what he uses is
limited, and other processes are neither started nor stopped. It ends when stdin does.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import json
import logging
import math
import os
import random
import select
import sys
import threading
import time
import traceback
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, NoReturn

import numpy as np

from livestone.freeplay.board import PASS, Board, whole
from livestone.freeplay.limits import Fault
from livestone.freeplay.player import Player, make
from livestone.games import load
from livestone.play.pipes import private_stdout

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
LONGEST = 200  # characters of what was returned or raised
FRAMES = 12  # of a traceback


class Session:
    """The player's class and the game it plays."""

    def __init__(self, kind: type[Player]) -> None:
        self.kind = kind
        self.logger = logging.getLogger("player")
        self.board = Board(4)
        self.player: Player

    def begin(self, asked: dict[str, Any]) -> None:
        """Make a fresh player for a game. Raises Fault."""
        self.logger.info(asked["words"])
        game = load(asked["game"], **asked["options"])
        self.board = Board(player=asked["player"], game=game)
        random.seed(asked["seed"])
        np.random.seed(asked["seed"] % 2**32)
        with blamed("__init__"):
            self.player = make(self.kind, self.board.copy(), self.logger)

    def move(self, moves: list[Any], seconds: float) -> Any:
        """The player's move. Raises Fault."""
        self.board.follow(moves)
        self.player.board = self.board.seen_by(self.board.player, seconds)
        began = time.monotonic()
        with blamed("move"):
            answer = self.player.move()
        answer = read_answer(answer)
        self._note(answer, time.monotonic() - began)
        return answer

    def _note(self, answer: Any, seconds: float) -> None:
        """Write the move to the log, and what it answers."""
        theirs = self.board.last_opponent_move
        mine = PASS if answer == PASS else tuple(answer)
        number = len(self.board.moves) + 1
        write_line("DEBUG", f"move {number}: {mine} after {theirs}, {seconds:.3f} s")


def main() -> None:
    """Answer until stdin ends."""
    talk, out = os.fdopen(os.dup(0), "rb"), private_stdout()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    threading.Thread(target=_watch, args=(talk.fileno(),), daemon=True).start()
    _keep_a_log()
    setup = json.loads(talk.readline())
    guard = Guard(setup["megabytes"])

    def tell(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    try:
        session = Session(find_player(Path(setup["file"])))
        tell({"ready": True})
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
            tell({"move": session.move(message["moves"], message["seconds"])})
        elif "end" in message:
            session.logger.info(message["end"])
            tell({"ready": True})
        else:
            guard.allow(message["cpu"])
            session.begin(message)
            tell({"ready": True})


def find_player(file: Path) -> type[Player]:
    """Load a file and return the player's class in it. Raises Fault."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise Fault("failed", f"{file.name} is no Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.path.append(str(file.parent))
    sys.modules.setdefault(file.stem, module)
    with blamed(file.name):
        spec.loader.exec_module(module)
    return _the_player(module, file.name)


def _the_player(module: ModuleType, name: str) -> type[Player]:
    found = [
        value
        for value in dict.fromkeys(v for v in vars(module).values() if isinstance(v, type))
        if issubclass(value, Player) and value.__module__ == module.__name__
    ]
    # A class that another one of the file derives from only helps that one.
    last = [kind for kind in found if not any(kind in other.__mro__[1:] for other in found)]
    if not last:
        raise Fault("failed", f"{name} has no player: write class MyPlayer(Player) with a move")
    if len(last) > 1:
        names = ", ".join(kind.__name__ for kind in last)
        raise Fault("failed", f"{name} has {len(last)} players, {names}: keep one in a file")
    return last[0]


def read_answer(answer: Any) -> Any:
    """What ``move`` returned, as ``[x, y]`` or ``"pass"``. Raises Fault."""
    if isinstance(answer, str) and answer == PASS:
        return PASS
    if answer is None:
        raise Fault("illegal", "move returned None, not (x, y): is there a 'return' missing?")
    try:
        x, y = map(whole, answer)
    except Exception:
        x = y = None
    if x is None or y is None or abs(x) > 10**9 or abs(y) > 10**9:
        raise Fault("illegal", f"move returned {_shown(answer)}, not (x, y), two whole numbers")
    return [x, y]


def _shown(answer: Any) -> str:
    try:
        text = repr(answer)
    except Exception:
        text = f"a {type(answer).__name__}"
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."


class blamed(contextlib.AbstractContextManager[None]):
    """Whatever is raised inside is the player's fault. Raises Fault, or MemoryError."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if error is None:
            return
        if isinstance(error, MemoryError):
            error.__traceback__ = None
            gc.collect()
            raise MemoryError from None
        raise Fault("failed", *_told(self.where, error)) from None


def _told(where: str, error: BaseException) -> tuple[str, str]:
    """What happened on one line, and the player's part of the traceback."""
    if isinstance(error, SystemExit):
        return f"{where} called sys.exit({'' if error.code is None else repr(error.code)})", ""
    if isinstance(error, SyntaxError):
        at = f"line {error.lineno}: {error.msg}"
        return f"{where} cannot be read: {at}", "".join(traceback.format_exception_only(error))
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if not _is_ours(frame.filename)
    ]
    words = _words(error)
    name = type(error).__name__
    at = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    head = "Traceback (most recent call last):\n"
    details = f"{head}{''.join(traceback.format_list(frames[:FRAMES]))}{name}: {words}"
    return f"{where} raised {name}{': ' * bool(words)}{words}{at}", details


def _words(error: BaseException) -> str:
    try:
        return " ".join(str(error).split())[:LONGEST]
    except Exception:
        return ""


def _is_ours(file: str) -> bool:
    return file.startswith("<frozen") or Path(file).parent == Path(__file__).parent


class Guard:
    """Limits of this process and a watch over what the player calls."""

    def __init__(self, megabytes: int) -> None:
        import resource

        self._allowed = True
        for kind, most in (
            (resource.RLIMIT_AS, megabytes * 2**20),
            (resource.RLIMIT_FSIZE, FILE_BYTES),
            (resource.RLIMIT_CORE, 0),
        ):
            _, hard = resource.getrlimit(kind)
            limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
            # macOS knows the limit on memory by name only.
            with contextlib.suppress(*[ValueError] * (sys.platform == "darwin")):
                resource.setrlimit(kind, (limit, limit))
        self._allowed = False
        sys.addaudithook(self._watch)
        # What multiprocessing calls without an audit event.
        with contextlib.suppress(ImportError):
            spawning = importlib.import_module("_posixsubprocess")
            spawning.fork_exec = lambda *_: self._watch("subprocess.Popen", ())  # type: ignore[attr-defined]

    def allow(self, seconds: float) -> None:
        """Let the process use so much more CPU time."""
        import resource

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


class Log(logging.Handler):
    """Writes what a player logs, each record a line."""

    formatter = logging.Formatter()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; one that cannot be formatted says so and harms nobody."""
        try:
            write_line(record.levelname, self.format(record))
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
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    logger = logging.getLogger("player")
    logger.addHandler(Log())
    logger.setLevel(logging.DEBUG)
    logger.propagate = False


def _watch(talk: int) -> NoReturn:
    """End this process when the one that started it has gone, whatever the player does."""
    hangup = select.poll()
    hangup.register(talk, 0)
    while not hangup.poll():
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
