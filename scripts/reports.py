"""Write the designer's report of every game of the catalogue into build/reports.

``make reports`` runs it; ``make reports ARGS="freedom --games 100"`` makes one with fewer games.
They are kept in build/reports/games, so that the work may be stopped and go on.
"""

from __future__ import annotations

import sys
from pathlib import Path

from livestone.cli.main import run
from livestone.games import catalogue

OUT = Path(__file__).parents[1] / "build" / "reports"


def main() -> None:
    """Make the reports asked for, one after the other."""
    given = sys.argv[1:]
    first = next((at for at, word in enumerate(given) if word.startswith("-")), len(given))
    names, settings = given[:first] or [*catalogue()], given[first:]
    OUT.mkdir(parents=True, exist_ok=True)
    for name in names:
        page, games = str(OUT / f"{name}.html"), str(OUT / "games")
        code = run(["playtest", name, "--html", page, "--keep", games, *settings])
        if code:
            sys.exit(code)


if __name__ == "__main__":
    main()
