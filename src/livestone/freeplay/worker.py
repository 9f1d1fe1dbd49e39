"""A player's process: loads one file and plays games with fresh objects of its class.

One JSON object a line. In: first ``{"file", "megabytes"}``; then for each game ``{"game"}`` with
what :meth:`Session.begin` reads; when it is the player's turn ``{"seconds"}`` with the ``moves``
since the last message, for a Player with the ``position`` they lead to. In a game with secrets
come the ``position`` as they may see it, its ``history``, and all ``moves`` as far as they may know
them. Last ``{"end"}`` with how it went. Out: one answer to each: ``{"ready": true}``, at first with
``cells``; ``{"move": [x, y]}`` or ``{"move": text}``; or ``{"fault": reason, "message",
"details"}``.

The process keeps the player's mistakes to itself: what they print goes to the log, what they use is
limited, and other processes are neither started nor stopped. It ends when stdin does.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib.util
import io
import json
import logging
import math
import os
import random
import reprlib
import select
import signal
import sys
import threading
import time
import traceback
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, NoReturn, Protocol

import numpy as np

from livestone.core.game import Game, Position
from livestone.core.game_files import games_in
from livestone.core.state import State
from livestone.freeplay.advice import (
    advice,
    misspelt,
    no_cell,
    no_player,
    nothing_returned,
    wrong_move,
)
from livestone.freeplay.board import COLOURS, PASS, Board, whole
from livestone.freeplay.limits import Fault
from livestone.freeplay.player import GamePlayer, Player, make
from livestone.games import find
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
HOME = os.getcwd()  # the folder of the player's file
FRAMES = 12  # of a traceback
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = LONGEST
LOGGER = logging.getLogger("player")


class Table(Protocol):
    """A game in progress, as one kind of player knows it."""

    def move(self, asked: dict[str, Any]) -> Any:
        """Tell the player what is new and return their move, as it is sent. Raises Fault."""
        ...


class Session:
    """The player's class and the game it plays."""

    def __init__(self, kind: type[Player] | type[GamePlayer]) -> None:
        self.kind = kind
        self.table: Table

    def begin(self, asked: dict[str, Any]) -> None:
        """Make a fresh player for a game. Raises Fault."""
        LOGGER.info(asked["words"])
        game = _kind(asked)(**asked["options"])
        random.seed(asked["seed"])
        np.random.seed(asked["seed"] % 2**32)
        if issubclass(self.kind, Player):
            self.table = CellTable(self.kind, game, asked["seat"])
        else:
            self.table = StateTable(self.kind, game, asked["seat"])


class CellTable:
    """A game of Freedom, for a Player."""

    def __init__(self, kind: type[Player], game: Game, seat: int) -> None:
        self.board = Board(player=COLOURS[seat], game=game)
        with blamed("__init__"):
            self.player = make(kind, board=self.board.copy(), logger=LOGGER)

    def move(self, asked: dict[str, Any]) -> Any:
        """Show the player a new board and return their cell. Raises Fault."""
        self.board.follow(asked["moves"], _position(self.board.game, asked["position"]))
        self.player.board = self.board.seen_by(self.board.player, asked["seconds"])
        began = time.monotonic()
        with blamed("move"):
            answer = self.player.move()
        answer = read_cell(answer, self.player)
        mine = PASS if answer == PASS else tuple(answer)
        _note(len(self.board.moves) + 1, mine, self.board.last_opponent_move, began)
        return answer


class StateTable:
    """A game of any kind, for a GamePlayer."""

    def __init__(self, kind: type[GamePlayer], game: Game, seat: int) -> None:
        self.state = State(game)
        with blamed("__init__"):
            self.player = make(kind, game=game, seat=seat, logger=LOGGER)

    def move(self, asked: dict[str, Any]) -> str:
        """Give the player a state and return the text of their move. Raises Fault."""
        self._follow(asked)
        moves = asked["moves"] if "position" in asked else self.state.move_texts
        self.player.moves = list(moves)
        began = time.monotonic()
        self.player.deadline = began + asked["seconds"]
        with blamed("move"):
            answer = self.player.move(self.state.copy())
        text = read_move(answer, self.state, self.player)
        _note(len(moves) + 1, text, moves[-1] if moves else None, began)
        return text

    def _follow(self, asked: dict[str, Any]) -> None:
        """Bring the state up to date."""
        if "position" not in asked:
            for text in asked["moves"]:
                self.state.play(text)
            return
        game = self.state.game
        history = [bytes.fromhex(row) for row in asked["history"]]
        self.state = State(game, _position(game, asked["position"]), history)


def _kind(asked: dict[str, Any]) -> type[Game]:
    """The game that is to be played."""
    if asked["rules"]:
        return next(kind for kind in games_in(asked["rules"]) if kind.id == asked["game"])
    importlib.import_module(asked["module"])  # a game from elsewhere registers itself
    return find(asked["game"])


def _position(game: Game, text: str) -> Position:
    """The position that was written so by our side."""
    return np.frombuffer(bytearray.fromhex(text), game.layout.dtype).view(np.recarray)[0]


def _note(number: int, mine: object, theirs: object, began: float) -> None:
    """Write a move to the log, and what it answers."""
    seconds = time.monotonic() - began
    write_line("DEBUG", f"move {number}: {mine} after {theirs}, {seconds:.3f} s")


def main() -> None:
    """Answer until stdin ends."""
    talk, out = os.fdopen(os.dup(0), "rb"), private_stdout()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    threading.Thread(target=_watch, args=(talk.fileno(),), daemon=True).start()
    _keep_a_log()
    setup = json.loads(talk.readline())
    # Where it was when its time was up: asked for by our side, or before the system ends it.
    faulthandler.register(signal.SIGUSR1, setup["trace"], all_threads=False)
    faulthandler.register(signal.SIGXCPU, setup["trace"], all_threads=False, chain=True)
    guard = Guard(setup["megabytes"])

    def tell(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    try:
        session = Session(find_player(Path(setup["file"])))
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
            tell({"move": session.table.move(message)})
        elif "end" in message:
            LOGGER.info(message["end"])
            tell({"ready": True})
        else:
            guard.allow(message["cpu"])
            session.begin(message)
            tell({"ready": True})


def find_player(file: Path) -> type[Player] | type[GamePlayer]:
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


def _the_player(module: ModuleType, name: str) -> type[Player] | type[GamePlayer]:
    found = [
        value
        for value in dict.fromkeys(v for v in vars(module).values() if isinstance(v, type))
        if issubclass(value, (Player, GamePlayer)) and value.__module__ == module.__name__
    ]
    # A class that another one of the file derives from only helps that one.
    last = [kind for kind in found if not any(kind in other.__mro__[1:] for other in found)]
    if not last:
        raise Fault("failed", f"{name} has no player: {no_player(module)}")
    if len(last) > 1:
        names = ", ".join(kind.__name__ for kind in last)
        raise Fault("failed", f"{name} has {len(last)} players, {names}: keep one in a file")
    if reason := wrong_move(last[0]):
        raise Fault("failed", f"{name} has no move that can be called: {reason}")
    return last[0]


def read_cell(answer: Any, player: Player) -> Any:
    """What a Player's ``move`` returned, as ``[x, y]`` or ``"pass"``. Raises Fault."""
    if isinstance(answer, str) and answer == PASS:
        return PASS
    if answer is None:
        raise Fault("illegal", f"move returned None, not (x, y): {nothing_returned(player.move)}")
    with blamed("move"):  # whatever it is may be the player's own
        try:
            x, y = map(whole, answer)
        except (TypeError, ValueError):
            x = y = None
    if x is None or y is None or abs(x) > 10**9 or abs(y) > 10**9:
        hint = no_cell(answer, player.board)
        raise Fault("illegal", f"move returned {_shown(answer)}, not (x, y): {hint}")
    return [x, y]


def read_move(answer: Any, state: State, player: GamePlayer) -> str:
    """What a GamePlayer's ``move`` returned, as text; the rules have not judged it. Raises Fault.

    A number must be one of ``state.legal``.
    """
    if answer is None:
        raise Fault("illegal", f"move returned None, not a move: {nothing_returned(player.move)}")
    if isinstance(answer, str) and len(answer) <= LONGEST:
        return str(answer)
    with blamed("move"):
        number = whole(answer)
    if number in state.legal:
        return state.game.wording.move_text(number)
    right = "one of state.legal, or its text"
    raise Fault("illegal", f"move returned {_shown(answer)}, not a legal move: return {right}")


def _shown(answer: Any) -> str:
    """A short text of whatever was returned; also of what cannot be shown."""
    return SHORT.repr(answer)


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
        code = "" if error.code is None else repr(error.code)
        return f"{where} called sys.exit({code}); leave it out: a player stays to the end", ""
    if isinstance(error, SyntaxError):
        at = f"line {error.lineno}: {error.msg}{misspelt(error.text or '')}"
        return f"{where} cannot be read: {at}", "".join(traceback.format_exception_only(error))
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if not _is_ours(frame.filename)
    ]
    words, name = _words(error), type(error).__name__
    # In the player's own files, rather than in a library that they use.
    files = {frame.filename for frame in frames}
    own_files = {file for file in files if os.path.realpath(os.path.dirname(file)) == HOME}
    own = [frame for frame in frames if frame.filename in own_files] or frames
    at = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    with contextlib.suppress(Exception):  # whatever the error is made of
        hint = advice(error, (own[-1].line or "") if own else "")
        at += f"; {hint}" if hint else ""
    head = "Traceback (most recent call last):\n"
    details = f"{head}{''.join(traceback.format_list(frames[:FRAMES]))}{name}: {words}"
    return f"{where} raised {name}{': ' * bool(words)}{words}{at}", details


def _words(error: BaseException) -> str:
    """What an error says, on one line; also of one that cannot say it."""
    _, _, words = traceback.format_exception_only(error)[0].partition(": ")
    if isinstance(error, ImportError):
        words = words.replace(f" ({error.path})", "")
    return " ".join(words.split())[:LONGEST]


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
            vars(spawning)["fork_exec"] = lambda *_: self._watch("subprocess.Popen", ())

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
        """Write a record; one that cannot be formatted is reported."""
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
    assert isinstance(sys.stdout, io.TextIOWrapper)
    sys.stdout.reconfigure(line_buffering=True)
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
