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
# Rules and how many puzzles, for the games that have more than their usual rules' COUNT.
PLANS: dict[str, list[tuple[str, int]]] = {
    "freedom": [("size=10", 220), ("size=8", 60), ("size=6", 30)],
    # What is hidden cannot be proved: the puzzles are of the game with open Kings.
    "trangalla": [("open_kings=true", COUNT)],
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
            for option, count in PLANS.get(game, [("", COUNT)]):
                file = str(data_file(find(game), FILE))
                given = ["--option", option] if option else []
                goal = str(-(-count * part // PARTS))
                command = ["puzzles", game, "--count", goal, "--jobs", chosen.jobs, "--out", file]
                if code := run([*command, *given]):
                    return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
