"""Play the tournament of all levels, and write its tables in docs/engine.md.

``make levels`` plays Freedom; ``make levels ARGS="--games 20 --levels 1-7 kasteel_1"`` another game
or less. Every game's meetings are kept in docs/levels/, one JSON file each, with the date, the seed
and the machine; ``--write`` only writes the tables again.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import level_ladder as ladder

from livestone.cli.common import read_game
from livestone.cli.progress import bar
from livestone.errors import LivestoneError
from livestone.play.levels import LEVELS
from livestone.processors import available_processors

DOCS = Path(__file__).parents[1] / "docs"
PAGE, KEPT = DOCS / "engine.md", DOCS / "levels"
BEGIN, END = "<!-- levels: made by scripts/levels.py -->", "<!-- levels: end -->"


def main() -> None:
    """Play what is asked for and write the tables."""
    asked = parsed()
    try:
        if not asked.write:
            for name in asked.game:
                play(name, asked)
        write_tables()
    except LivestoneError as error:
        sys.exit(f"levels: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def parsed() -> argparse.Namespace:
    """What was asked for."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    reader.add_argument("game", nargs="*", default=["freedom"], help="a game's id")
    reader.add_argument("--games", type=int, default=ladder.GAMES, help="of a pair; fewer above")
    reader.add_argument("--levels", default=f"1-{len(LEVELS)}", help="from which to which")
    reader.add_argument("--nodes", type=int, default=ladder.NODES, help="the strongest's a move")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--write", action="store_true", help="only write the tables again")
    return reader.parse_args()


def play(name: str, asked: argparse.Namespace) -> None:
    """Play the levels of one game against each other, keeping every meeting at once."""
    first, last = (int(text) for text in asked.levels.split("-"))
    levels = range(first, last + 1)
    meetings = ladder.meetings(
        read_game(name, ()),
        levels=levels,
        games=asked.games,
        nodes=asked.nodes,
        seed=asked.seed,
        jobs=asked.jobs,
    )
    total = sum(min(at, ladder.REACH) for at in range(1, len(levels) + 1))
    played = []
    with bar(name) as tell:
        for meeting in meetings:
            played.append(meeting)
            keep(name, played, asked)
            tell(len(played), total)


def keep(name: str, played: list[ladder.Meeting], asked: argparse.Namespace) -> None:
    """Write what has been played so far."""
    found = {
        "game": name,
        "date": datetime.now(UTC).date().isoformat(),
        "seed": asked.seed,
        "nodes": asked.nodes,
        "machine": f"{platform.machine()}, {available_processors()} cores, Python "
        f"{platform.python_version()}",
        "command": "make levels ARGS=" + json.dumps(" ".join(sys.argv[1:])),
        "meetings": ladder.as_json(played),
    }
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{name}.json").write_text(json.dumps(found) + "\n", "utf-8")


def write_tables() -> None:
    """Put the tables of all that is kept between the marks in the page."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{tables()}\n\n{END}{after}", "utf-8")


def tables() -> str:
    """All tables; the game that was played with all levels first."""
    kept = [json.loads(file.read_text("utf-8")) for file in sorted(KEPT.glob("*.json"))]
    kept.sort(key=lambda found: (-len(found["meetings"]), found["game"]))
    return "\n\n".join(shown(found) for found in kept)


def shown(found: dict[str, Any]) -> str:
    """One game's table with what made it."""
    return (
        f"**{found['game']}**, {found['date']}, seed {found['seed']}, {found['machine']}; the "
        f"strongest held to {found['nodes']:,} nodes a move: `{found['command']}`\n\n"
        + ladder.table(ladder.from_json(found["meetings"]))
    )


if __name__ == "__main__":
    main()
