"""A learner's player in a browser: the counterpart of its process, in a worker with Pyodide.

One JSON object is asked and one answered, as in :mod:`livestone.freeplay.worker`. Asked are
``{"file", "text"}``; ``{"game", "title", "options", "seat", "seed"}`` for each game; and what a
process is sent when it is the player's turn, with ``"watch"`` to be told the lines that run.
Answered are ``{"ready": true}``, at first with ``cells``; ``{"move": [x, y]}`` or ``{"move":
text}``, with what was drawn as a ``"note"``; and ``{"fault": reason, "message", "details"}``.
A GamePlayer's game comes by :func:`know` before it begins.

``tell`` is set by the page's worker. It gets ``"log"``, a level and a line of text; ``"cut"`` and
how many lines were left out; and ``"line"`` with the number of the line that runs.
"""

from __future__ import annotations

import io
import json
import logging
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

from livestone.freeplay.annotations import note
from livestone.freeplay.blame import MAX_WORDS
from livestone.freeplay.board import FREEDOM, PASS
from livestone.freeplay.cell_table import LOGGER, CellTable, find_player, freedom_only
from livestone.freeplay.limits import Fault
from livestone.freeplay.live_state import Game
from livestone.freeplay.player import GamePlayer, Player
from livestone.freeplay.state_table import StateTable

MAX_LINES, MAX_LETTERS = 300, 1000  # of what a player says in a move, and of a line of it
LINE_SECONDS = 0.002  # between two times that a line is told again
TOOL = 4  # of sys.monitoring; those before it are for debuggers and the like

tell: Callable[..., object] = print


class Log(io.TextIOBase):
    """Where prints and log records go: told line by line, of a flood the first lines."""

    def __init__(self, level: str) -> None:
        self.level = level
        self.rest = ""

    lines = 0

    def write(self, text: str) -> int:
        """Tell every line that is complete."""
        *lines, self.rest = (self.rest + text).split("\n")
        for line in lines:
            self.put(line)
        if len(self.rest) > MAX_LETTERS:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Tell a line that has no end yet."""
        if self.rest:
            self.put(self.rest)
            self.rest = ""

    def put(self, line: str, level: str = "") -> None:
        """Tell a line, unless there have been too many since :func:`answer` began."""
        Log.lines += 1
        if Log.lines <= MAX_LINES:
            tell("log", level or self.level, line[:MAX_LETTERS])


PRINTED, RAISED = Log("PRINT"), Log("ERROR")


class Handler(logging.Handler):
    """Tells what a player logs."""

    def emit(self, record: logging.LogRecord) -> None:
        """Tell a record; one that cannot be formatted is reported."""
        try:
            PRINTED.put(self.format(record), record.levelname)
        except Exception:
            self.handleError(record)


class Session:
    """The player's class and the game it plays."""

    kind: type[Player] | type[GamePlayer]
    file: Path
    game: Game
    table: CellTable | StateTable


SESSION = Session()


def prepare() -> None:
    """Send what the player prints and logs to the page."""
    sys.stdout, sys.stderr, sys.stdin = PRINTED, RAISED, io.StringIO()
    LOGGER.addHandler(Handler())
    LOGGER.setLevel(logging.DEBUG)
    LOGGER.propagate = False


def know(manifest: str, live: Any) -> None:
    """Learn of the game that a GamePlayer is to play; ``live`` makes its states."""
    SESSION.game = Game(manifest, live)


def answer(text: str) -> str:
    """Answer a message; whatever the player's code does wrong is a fault."""
    Log.lines = 0
    try:
        found = _answer(json.loads(text))
    except Fault as fault:
        found = {"fault": fault.reason, "message": str(fault), "details": fault.details}
    except MemoryError:
        found = {"fault": "failed", "message": "it ran out of memory", "details": ""}
    PRINTED.flush()
    RAISED.flush()
    if Log.lines > MAX_LINES:
        tell("cut", Log.lines - MAX_LINES)
    return json.dumps(found)


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    if "text" in asked:
        SESSION.file = Path(os.getcwd(), asked["file"])
        SESSION.file.write_text(asked["text"], "utf-8")
        SESSION.kind = find_player(SESSION.file)
        return {"ready": True, "cells": issubclass(SESSION.kind, Player)}
    if "seed" in asked:
        random.seed(asked["seed"])
        SESSION.table = _table(asked)
    else:
        SESSION.table.draw.clear()
        return {"move": _move(asked), "note": note("", SESSION.table.draw)}
    return {"ready": True}


def _table(asked: dict[str, Any]) -> CellTable | StateTable:
    """A game for the player at its opening. Raises Fault."""
    kind = SESSION.kind
    if not issubclass(kind, Player):
        rules: Any = SESSION.game  # whose states are asked as those of Python's rules are
        return StateTable(kind, rules, asked["seat"])
    if asked["game"] != FREEDOM:
        raise Fault("failed", freedom_only(SESSION.file.name, asked["title"]))
    return CellTable(kind, asked["options"], asked["seat"])


def _move(asked: dict[str, Any]) -> Any:
    """The player's move; one of cells is legal, another is judged by the page. Raises Fault."""
    if "watch" in asked:
        watch(SESSION.file)
    table = SESSION.table
    found = table.move(asked)
    if isinstance(table, StateTable):
        return found
    move = found if found == PASS else tuple(found)
    if reason := table.board.why_not(move):
        shown = "passed" if move == PASS else f"played {move}"
        raise Fault("illegal", f"it {shown}, which is not legal: {reason[:MAX_WORDS]}")
    return found


def watch(file: Path) -> None:
    """Tell which line of a file runs from here on, at once where it has not run before."""
    monitoring: Any = vars(sys)["monitoring"]
    seen: set[int] = set()
    last, line = 0.0, 0

    def on_line(code: CodeType, number: int) -> Any:
        nonlocal line
        if code.co_filename != str(file):
            return monitoring.DISABLE
        line = number
        on_jump(code)
        return None

    def on_jump(code: CodeType, *_: object) -> Any:
        nonlocal last
        if code.co_filename != str(file):
            return monitoring.DISABLE
        if line not in seen or time.monotonic() - last > LINE_SECONDS:
            seen.add(line)
            last = time.monotonic()
            tell("line", line)
        return None

    events = monitoring.events
    monitoring.use_tool_id(TOOL, "livestone")
    monitoring.register_callback(TOOL, events.LINE, on_line)
    monitoring.register_callback(TOOL, events.JUMP, on_jump)
    monitoring.set_events(TOOL, events.LINE | events.JUMP)
