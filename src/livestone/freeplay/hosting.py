"""A process that plays games of files which a server was handed, one at a time.

One JSON object a line. In: ``{"game", "options", "engine", "seats", "seed", "words", "move",
"total"}``, where ``engine`` says whether files may import it, and a seat has a ``name`` and either
the ``text`` of its file, the ``level`` of a bot, or neither for a simple opponent. Or ``{"check"}``
with the text of a file, which is answered by ``{"checked"}``. Out:
``{"moves"}`` now and then, and at the end ``{"played"}`` or ``{"error"}``. What players print and
draw is in ``notes``, for each seat by ply, and ``movers`` are the seats of plies. The process ends
with its stdin, and so do the players: none outlives the server, however that ends.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.errors import LivestoneError
from livestone.freeplay.contestants import Contestant
from livestone.freeplay.limits import NO_ENGINE, Fault, Limits
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import Played, Seat, play_game
from livestone.games import load
from livestone.play.pipes import private_stdout, stand_back

LOAD_SECONDS = 10.0  # for a file that is checked
FILE = "my_player.py"  # what a player's file is called in what is said of its faults
TELL_SECONDS = 0.5  # between two messages of a game's moves
MAX_SEAT_NOTES = 60_000  # characters of what a seat prints and draws in a game
CUT = "… cut: too much for one game"


class Host:
    """Plays games; ``send`` tells how they go."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self.send = send
        self._seats: list[Seat] = []

    def play(self, job: dict[str, Any]) -> dict[str, Any]:
        """Return the game that was played as JSON. Raises LivestoneError."""
        game = load(job["game"], **job["options"])
        limits = Limits(move=job["move"], game=job["total"], cpu=2 * job["total"] + 10.0)
        times: list[float] = []
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            who = [
                replace(_contestant(one, folder / str(at)), engine=job["engine"])
                for at, one in enumerate(job["seats"])
            ]
            if any(one.thinks for one in who):
                compile_rules(game)
            self._seats = [one.seat(limits, None) for one in who]
            stack.callback(self.close)
            played = play_game(
                game, self._seats, seed=job["seed"], words=job["words"], tell=self._teller(times)
            )
        return _as_json(played, [*times, time.monotonic()])

    def check(self, text: str) -> dict[str, Any]:
        """Load a file: whether it names ``cells``, and imports the ``engine``; or its ``fault``."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, FILE)
            file.write_text(text, "utf-8")
            for engine in (False, True):
                limits = Limits(load=LOAD_SECONDS)
                with PlayerProcess(file, limits, boxed=True, engine=engine) as player:
                    try:
                        player.start()
                    except Fault as error:
                        fault = error
                    else:
                        return {"cells": player.cells, "engine": engine}
                if NO_ENGINE not in str(fault):
                    break
        return {"fault": f"{fault}\n{fault.details}".strip()}

    def close(self) -> None:
        """End the players of the game that is played."""
        for seat in self._seats:
            seat.close()

    def _teller(self, times: list[float]) -> Callable[[Sequence[str]], None]:
        """Note when each move was asked for, and tell of the moves, but not of each quick one."""

        told = time.monotonic()

        def tell(moves: Sequence[str]) -> None:
            nonlocal told
            now = time.monotonic()
            times[len(moves) :] = [now]  # a game that began again is timed again
            if now - told >= TELL_SECONDS:
                told = now
                self.send({"moves": list(moves)})

        return tell


def _contestant(asked: dict[str, Any], folder: Path) -> Contestant:
    if asked.get("text") is None:
        return Contestant(asked["name"], level=asked.get("level"))
    folder.mkdir()
    file = folder / FILE
    file.write_text(asked["text"], "utf-8")
    return Contestant(asked["name"], file, boxed=True)


def _as_json(played: Played, times: Sequence[float]) -> dict[str, Any]:
    """A game as it travels; ``times`` are when each move was asked for, and the end."""
    fault, movers = played.fault, _movers(played)
    return {
        "moves": played.moves,
        "movers": movers,
        "scores": played.scores,
        "winners": played.winners,
        "loser": played.loser,
        "fault": None if fault is None else [fault.reason, str(fault)],
        "report": played.report,
        "seconds": [
            round(after - before, 3) for before, after in pairwise(times[: len(played.moves) + 1])
        ],
        "notes": _notes(played, movers),
    }


def _movers(played: Played) -> list[int]:
    """The seat of each ply."""
    state, found = State(played.game), []
    for move in played.moves:
        found.append(int(state.position.mover))
        state.play(move)
    return found


def _notes(played: Played, movers: Sequence[int]) -> list[dict[int, str]]:
    """What each seat printed and drew, by ply from 1, as far as there is room."""
    rooms = [MAX_SEAT_NOTES] * len(played.names)
    found: list[dict[int, str]] = [{} for _ in rooms]
    for ply, (seat, note) in enumerate(zip(movers, played.notes, strict=False), 1):
        if note and rooms[seat] >= 0:
            rooms[seat] -= len(note)
            found[seat][ply] = note if rooms[seat] >= 0 else CUT
    return found


def main() -> None:
    """Play what is asked for on stdin, until that ends."""
    out = private_stdout()
    stand_back(10)  # the server answers people first

    def send(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    host, jobs = Host(send), queue.SimpleQueue[dict[str, Any]]()
    threading.Thread(target=_listen, args=(jobs, host), daemon=True).start()
    while True:
        job = jobs.get()
        try:
            text = job.get("check")
            send({"played": host.play(job)} if text is None else {"checked": host.check(text)})
        except BrokenPipeError:
            os._exit(0)
        except Exception as error:
            known = isinstance(error, LivestoneError)
            send({"error": str(error) if known else traceback.format_exc()})


def _listen(jobs: queue.SimpleQueue[dict[str, Any]], host: Host) -> None:
    for line in sys.stdin:
        jobs.put(json.loads(line))
    host.close()  # the server has gone: the players do not go on, even in the middle of a game
    os._exit(0)


if __name__ == "__main__":
    main()
