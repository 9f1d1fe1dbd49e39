"""Finds the puzzles that games ship with, or goes on finding them: ``make puzzles``.

Each game's file grows an eighth at a time, so that a stopped run leaves some for every game.
"""

from __future__ import annotations

import argparse
import sys

from livestone.cli.main import run
from livestone.games import catalogue, data_file, find
from livestone.puzzles.puzzle import FILE

COUNT = 30
# What is asked and how many puzzles, for the games that do not have COUNT in the usual way.
PLANS: dict[str, list[tuple[str, int]]] = {
    "freedom": [("--option size=10", 220), ("--option size=8", 60), ("--option size=6", 30)],
    # Bots that are alike never complete a set of shapes.
    "coy_lips": [("--levels 1,7", COUNT)],
    # What is hidden cannot be proved: the puzzles are of the game with open Kings.
    "trangalla": [("--option open_kings=true", COUNT)],
}
PARTS = 8


def main() -> int:
    """Find what is missing of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games; all if left out")
    parser.add_argument("--jobs", default="2", help="processes side by side (2)")
    chosen = parser.parse_args()
    for part in range(1, PARTS + 1):
        for game in chosen.games or catalogue():
            for asked, count in PLANS.get(game, [("", COUNT)]):
                file = str(data_file(find(game), FILE))
                goal = str(-(-count * part // PARTS))
                command = ["puzzles", game, "--count", goal, "--jobs", chosen.jobs, "--out", file]
                if code := run([*command, *asked.split()]):
                    return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
