"""Measure the engine for other programs: ``python scripts/engine_speed.py [GAME]``.

It prints, as medians of several rounds: how long an engine takes to start and to be ready, with
everything in the cache of compiled code, and to say that it is ready once more; what a JSON query
costs beyond what it asks for; and 100 queries in flight against a plain loop, which does the same:
it plays the moves, and searches. Costs are in the processor's time of the engine's process, so that
they mean the same on a busy machine; the engine has one thread.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from random import Random
from typing import Any

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.engine.minds import reach
from livestone.games import load
from livestone.play.analysis import analyse
from livestone.search.report import Limits
from livestone.search.strongest import Strongest

ROUNDS, QUERIES = 3, 100
PLIES = 20
# A search that takes no time shows the cost of a query; a real one what is left of the speed.
SMALL, LARGE = 1, 3000
TICKS = os.sysconf("SC_CLK_TCK")


class Engine:
    """An engine's process."""

    def __init__(self, game: Game) -> None:
        command = [sys.executable, "-m", "livestone", "engine", game.id, "--workers", "1"]
        for name, value in game.option.items():
            command += ["--option", f"{name}={value}"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, *lines: str) -> None:
        """Send lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def until(self, start: str) -> float:
        """Wait for a line that begins so; return the seconds that took."""
        assert self.process.stdout is not None
        began = time.perf_counter()
        while not self.process.stdout.readline().decode().startswith(start):
            pass
        return time.perf_counter() - began

    def answers(self, count: int) -> None:
        """Wait for so many answers."""
        assert self.process.stdout is not None
        while count:
            count -= b'"final":true' in self.process.stdout.readline()

    @property
    def cpu(self) -> float:
        """The processor's time that it has used."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            parts = file.read().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    def end(self) -> None:
        """End it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def positions(game: Game) -> list[State]:
    """Positions of random games."""
    found = []
    for seed in range(QUERIES):
        rng, state = Random(seed), State(game)
        while state.ply < PLIES and not state.over:
            state.play(rng.choice(state.unsorted))
        if state.over:
            state.undo()
        found.append(state)
    return found


def ready(game: Game) -> tuple[float, float, float]:
    """Processor seconds to ``ugiok`` and to ``readyok``, and seconds to one more of these."""
    engine = Engine(game)
    engine.say("ugi")
    engine.until("ugiok")
    start = engine.cpu
    engine.say("isready")
    engine.until("readyok")
    first = engine.cpu - start
    engine.say("isready")
    again = engine.until("readyok")
    engine.say("quit")
    engine.end()
    return start, first, again


def loop(game: Game, states: list[State], nodes: int, search: Strongest) -> float:
    """The processor's time of a plain loop."""
    texts = [state.move_texts for state in states]
    began = time.process_time()
    for moves in texts:
        state = reach(game, None, moves)
        for _ in analyse(state, Limits(nodes=nodes), search=search, playouts=0):
            pass
    return time.process_time() - began


def queries(engine: Engine, states: list[State], nodes: int, round: int) -> float:
    """The processor's time of the same as queries, all in flight."""
    asked: list[dict[str, Any]] = [
        {"id": f"{round} {at}", "moves": state.move_texts, "nodes": nodes + round, "lines": 1}
        for at, state in enumerate(states)
    ]
    before = engine.cpu
    engine.say(*map(json.dumps, asked))
    engine.answers(len(asked))
    return engine.cpu - before


def main(id: str = "freedom") -> None:
    """Measure, and print a table."""
    game = load(id)
    compile_rules(game)
    states, search = positions(game), Strongest(game, threads=1)
    engine = Engine(game)
    for nodes in (SMALL, LARGE):  # everything is compiled and warm
        loop(game, states, nodes, search)
        queries(engine, states, nodes, ROUNDS)
    costs, shares = [], []
    for round in range(ROUNDS):
        plain, asked = (
            loop(game, states, SMALL + round, search),
            queries(engine, states, SMALL, round),
        )
        costs.append(1000 * (asked - plain) / QUERIES)
        plain, asked = (
            loop(game, states, LARGE + round, search),
            queries(engine, states, LARGE, round),
        )
        shares.append(plain / asked)
    engine.end()
    starts = [ready(game) for _ in range(ROUNDS)]
    start, first, again = (statistics.median(row) for row in zip(*starts, strict=True))
    began = time.process_time()
    for state in states:
        reach(game, None, state.move_texts)
    played = 1000 * (time.process_time() - began) / QUERIES
    print(f"processor seconds: start to ugiok {start:.2f}, first isready {first:.2f}")
    print(f"isready once more: {1000 * again:.2f} ms")
    print(f"a query costs {statistics.median(costs):.2f} ms more; its moves take {played:.2f} ms")
    print(f"{QUERIES} queries in flight: {statistics.median(shares):.0%} of a plain loop")


if __name__ == "__main__":
    main(*sys.argv[1:])
