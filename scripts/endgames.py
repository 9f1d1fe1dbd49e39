"""Time the exact solver on endgames: positions of random games, so many plies before their end.

``make endgames ARGS="24 28 32"`` runs it for Freedom on 10x10, where each game has as many plies as
cells. One thread with 64 MB proves the lead of each. Seconds are the processor's. A position that
takes longer than ``--limit`` counts as that long, and is told.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from itertools import islice

from livestone.cli.common import read_game
from livestone.core.state import State
from livestone.errors import LivestoneError
from livestone.search.proof_search import ProofSearch, Stopped
from livestone.search.solver import endgames


def main() -> None:
    """Time what is asked for and print a row of a table for each number of plies."""
    asked = parsed()
    try:
        game = read_game(asked.game, asked.option)
        search = ProofSearch(game)
        prove(search, next(endgames(game, 8)), asked.limit)  # compiles
        print("| plies left | positions | median | mean | longest | not done |")
        print("| --- | --- | --- | --- | --- | --- |")
        for plies in asked.plies:
            print(row(search, plies, asked), flush=True)
    except LivestoneError as error:
        sys.exit(f"endgames: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def parsed() -> argparse.Namespace:
    """What was asked for."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    reader.add_argument("plies", nargs="*", type=int, default=[24, 28, 32])
    reader.add_argument("--game", default="freedom", help="a game's id")
    reader.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    reader.add_argument("--positions", type=int, default=20)
    reader.add_argument("--limit", type=float, default=600.0, help="seconds for one position")
    return reader.parse_args()


def row(search: ProofSearch, plies: int, asked: argparse.Namespace) -> str:
    """Prove the positions so many plies before the end, and say how long that took."""
    spent, late = [], 0
    for at, state in enumerate(islice(endgames(search.game, plies), asked.positions)):
        seconds, done = prove(search, state, asked.limit)
        spent.append(seconds)
        late += not done
        print(f"{plies} plies, position {at + 1}: {seconds:.2f} s", file=sys.stderr, flush=True)
    figures = (statistics.median(spent), statistics.mean(spent), max(spent))
    told = " | ".join(f"{figure:.3f} s" for figure in figures)
    return f"| {plies} | {len(spent)} | {told} | {late} |"


def prove(search: ProofSearch, state: State, limit: float) -> tuple[float, bool]:
    """Prove a position's lead; the processor time that took, and whether it was enough."""
    began = time.process_time()

    def check(nodes: int) -> None:
        if time.process_time() - began > limit:
            raise Stopped

    search.check = check
    try:
        search.margin(state)
    except Stopped:
        return time.process_time() - began, False
    return time.process_time() - began, True


if __name__ == "__main__":
    main()
