"""One engine of ``scripts/versions.py``: reads questions from its input, writes answers.

It is run with the sources of any revision since 5373a71 and uses only what they all have: the
strongest search to play with, or alpha-beta where a revision has no other. Every question is a JSON
object on one line: ``{"game": [id, options]}`` begins a new game, ``{"moves": [...],
"limits": {...}}`` asks for the move after these. An answer holds the move, and the nodes, depth and
seconds of processor time that it took.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import sys
import time
from typing import Any

# Time limits then mean the processor's time of the thread that searches, so that whatever else the
# machine does makes no difference. Only ``--wall`` leaves the clock on the wall.
if "--wall" not in sys.argv:
    time.perf_counter = time.thread_time

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.games import load
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import Limits

MEGABYTES = 64


def engine(game: Game, threads: int) -> Any:
    """The search that a revision plays with."""
    strongest = importlib.util.find_spec("livestone.search.strongest")
    if strongest is not None:
        kind = importlib.import_module(strongest.name).Strongest
        if "to_play" in inspect.signature(kind).parameters:
            return kind(game, threads=threads, to_play=True)
    more = {"threads": threads} if threads > 1 else {}
    return AlphaBeta(game, megabytes=MEGABYTES, **more)


def main() -> None:
    """Answer until the input ends."""
    search: Any = None
    for line in sys.stdin:
        asked = json.loads(line)
        if "game" in asked:
            name, options = asked["game"]
            search = engine(load(name, **options), int(sys.argv[1]))
            compile_rules(search.game)
            list(search.search(State(search.game), Limits(nodes=1)))
            print("{}", flush=True)
            continue
        state = State(search.game)
        for move in asked["moves"]:
            state.play(move)
        began = time.thread_time()
        *_, report = search.search(state, Limits(**asked["limits"]))
        spent = time.thread_time() - began
        answer = {
            "move": search.game.wording.move_text(report.move),
            "nodes": report.nodes,
            "depth": report.depth,
            "spent": spent,
        }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
