"""One engine of ``scripts/versions.py``: reads questions from its input, writes answers.

It is run with the sources of any revision since 5373a71 and uses only what they all have. Every
question is a JSON object on one line: ``{"game": [id, options]}`` begins a new game,
``{"moves": [...], "limits": {...}}`` asks for the move after these. An answer holds the move, and
the nodes, depth and seconds of processor time that it took.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

# Time limits then mean the processor's time of the thread that searches, so that whatever else the
# machine does makes no difference. Only ``--wall`` leaves the clock on the wall.
if "--wall" not in sys.argv:
    time.perf_counter = time.thread_time

from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.games import load
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import Limits

MEGABYTES = 64


def main() -> None:
    """Answer until nobody asks any more."""
    search: Any = None
    threads = {"threads": int(sys.argv[1])} if int(sys.argv[1]) > 1 else {}
    for line in sys.stdin:
        asked = json.loads(line)
        if "game" in asked:
            name, options = asked["game"]
            search = AlphaBeta(load(name, **options), megabytes=MEGABYTES, **threads)
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
            "move": search.game.move_text(report.move),
            "nodes": report.nodes,
            "depth": report.depth,
            "spent": spent,
        }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
