"""Measure searches that keep keys of positions: ``python scripts/search_speed.py [GAME]...``.

For each game, from a position after some random plies, on one thread: positions in alpha-beta and
in proofs of puzzles, and playouts in UCT, for each second of the processor's time, medians of
several rounds. To compare two revisions, run it by turns in a worktree of each.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from random import Random

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import catalogue, load
from livestone.puzzles.forcing import Forcing
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import Limits, Search
from livestone.search.uct import Uct

PLIES, ROUNDS = 20, 7
# What a round does: nodes of alpha-beta and of a proof, and playouts.
NODES, PLAYOUTS = 400_000, 20_000


def main(games: list[str]) -> None:
    """Print a table."""
    print("| game | alpha-beta | proofs | UCT |\n| --- | --- | --- | --- |")
    for id in games or [*catalogue()]:
        found = [f"{rate:,.0f}" if rate else "-" for rate in rates(load(id))]
        print(f"| {id} | {' | '.join(found)} |", flush=True)


def rates(game: Game) -> list[float]:
    """How much of each a game does in a second."""
    state, by = middle(game), Forcing(game)
    open_game = game.players == 2 and game.plain.determinise is None
    return [
        rate(lambda: searched(AlphaBeta(game), state, NODES)) if open_game else 0.0,
        rate(lambda: proved(by, state)),
        rate(lambda: searched(Uct(game), state, PLAYOUTS)),
    ]


def middle(game: Game) -> State:
    """A position after so many random plies, or in the middle of a shorter game."""
    rng, state = Random(1), State(game)
    while not state.over and state.ply < 2 * PLIES:
        state.play(rng.choice(state.unsorted))
    for _ in range((state.ply + 1) // 2):
        state.undo()
    return state


def searched(search: Search, state: State, nodes: int) -> int:
    """Search, and return how many nodes were."""
    *_, report = search.search(state, Limits(nodes=nodes))
    return report.nodes


def proved(by: Forcing, state: State) -> int:
    """Ask whether the mover can force a win, in more and more turns, and return the positions."""
    by.nodes, player = 0, int(state.position["mover"])
    for turns in range(2, 100):
        if by.nodes < NODES:
            by.ask(state, player, 1, state.turn + turns, NODES)
    return by.nodes


def rate(work: Callable[[], int]) -> float:
    """The median of several rounds, after one that compiles."""
    work()
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        done = work()
        found.append(done / (time.process_time() - began))
    return statistics.median(found)


if __name__ == "__main__":
    main(sys.argv[1:])
