"""Finds the puzzles that games ship with, or goes on finding them: ``make puzzles``.

Each game's file grows an eighth at a time, so that a stopped run leaves some for every game.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from livestone.cli.main import run
from livestone.games import catalogue, data_file, find
from livestone.puzzles.puzzle import FILE, shipped

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
THEMES = ("win", "block", "save the draw", "chain", "last cell")


def main() -> int:
    """Find what is missing of the games that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games; all if left out")
    parser.add_argument("--jobs", default="2", help="processes side by side (2)")
    parser.add_argument(
        "--counts", action="store_true", help="only print what is there, as a table"
    )
    chosen = parser.parse_args()
    if chosen.counts:
        return print_counts(chosen.games or [*catalogue()])
    for part in range(1, PARTS + 1):
        for game in chosen.games or catalogue():
            for asked, count in PLANS.get(game, [("", COUNT)]):
                file = str(data_file(find(game), FILE))
                goal = str(-(-count * part // PARTS))
                command = ["puzzles", game, "--count", goal, "--jobs", chosen.jobs, "--out", file]
                if code := run([*command, *asked.split()]):
                    return code
    return 0


def print_counts(games: list[str]) -> int:
    """Print how many puzzles each game ships, and of which themes; wins in any number are one."""
    print(f"| game | shipped | {' | '.join(THEMES)} |\n{'| --- ' * (len(THEMES) + 2)}|")
    for game in games:
        themes = Counter(puzzle.theme.split(" in ")[0] for puzzle in shipped(find(game)))
        row = [themes.total(), *(themes[theme] for theme in THEMES)]
        print(f"| {game} | {' | '.join(map(str, row))} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
