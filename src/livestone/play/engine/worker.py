"""A bot process: reads questions and stop signals from stdin, writes reports to stdout.

One JSON object a line. In: ``{"id", "module", "game", "options", "opening", "plies", "level",
"seed", "seconds", "prepare", "viewer", "table", "task", "lines", "kernels"}`` asks, and
``{"stop": id}`` stops: see :class:`livestone.play.engine.processes.Question`. A bot that thinks
for a ``"table"`` is kept for its next move there, until ``{"over": table}`` or until there are too
many. Out: ``{"id", "report"}`` as often as there is news, then ``{"id", "done"}``, ``{"id",
"error"}``, or ``{"id", "missing"}`` where kernels were only to be loaded. The process ends when
stdin does, so it never outlives the server, however that ends. Its one argument is how many
megabytes the bots that are kept may take.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from livestone.play.pipes import private_stdout, stand_back

if TYPE_CHECKING:
    from livestone.play.engine.kept_bots import KeptBots

REPORT_SECONDS = 0.2


def main() -> None:
    out = private_stdout()
    stand_back(10)  # the server answers people first
    questions: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    stopped: set[int] = set()
    threading.Thread(target=_listen, args=(questions, stopped), daemon=True).start()
    from livestone.compiler import cache
    from livestone.play.engine.kept_bots import KeptBots

    kept = KeptBots(int(sys.argv[1]))
    while True:
        question = questions.get()
        if "over" in question:
            kept.forget(question["over"])
            continue
        number = question["id"]

        def tell(message: dict[str, Any], number: int = number) -> None:
            out.write(json.dumps({"id": number, **message}) + "\n")
            out.flush()

        try:
            with cache.loading_only(question["kernels"] == "load"):
                _answer(question, kept, stopped, tell)
            tell({"done": True})
        except cache.Missing:
            tell({"missing": True})
        except BrokenPipeError:
            os._exit(0)
        except Exception as error:
            tell({"error": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()})
        stopped.discard(number)


def _listen(questions: queue.SimpleQueue[dict[str, Any]], stopped: set[int]) -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "stop" in message:
            stopped.add(message["stop"])
        else:
            questions.put(message)
    os._exit(0)  # the server is gone: stop even in the middle of a thought


def _answer(
    question: dict[str, Any],
    kept: KeptBots,
    stopped: set[int],
    tell: Callable[[dict[str, Any]], None],
) -> None:
    from livestone.core.game import FILE_MODULE
    from livestone.games import load

    if not question["module"].startswith(FILE_MODULE):  # LIVESTONE_GAMES names its file
        importlib.import_module(question["module"])  # a game from elsewhere registers itself
    from livestone.play import bot as bots
    from livestone.play.levels import LEVELS

    game = load(question["game"], **question["options"])
    start = game, question["opening"], question.get("viewer")
    state = kept.states.at(question["table"], start, question["plies"])
    number = question["id"]
    if question["kernels"] == "compile":
        from livestone.play.engine import compiling

        compiling.compile_for(question, state)
        return
    if question["task"]:
        from livestone.play.engine import analysis as thinker

        thinker.answer(question, state, lambda: number in stopped, tell)
        return
    level, seed, seconds = question["level"], question["seed"], question["seconds"]

    def make() -> bots.Bot:
        return bots.Bot(game, level, seed, seconds=seconds)

    if question["prepare"]:
        make().prepare()
        return
    key = question["table"], int(state.position.mover), level, seed
    bot = kept.take(key, make) if question["table"] else make()
    bot.seconds = LEVELS[level - 1].seconds if seconds is None else seconds
    report, told = None, time.monotonic()
    for report in bot.think(state, lambda: number in stopped):
        if time.monotonic() - told >= REPORT_SECONDS:
            told = time.monotonic()
            tell({"report": report.as_json(game)})
    if report is not None:
        tell({"report": report.as_json(game)})
    if question["table"]:
        kept.keep(key, bot)


if __name__ == "__main__":
    main()
