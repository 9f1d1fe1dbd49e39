"""Playtest every game of the catalogue, and write the tables in docs/playtest.md.

``make playtest`` runs it; ``make playtest ARGS="--games 50 fort_chitral"`` plays less. A game with
options is written ``kasteel_1,capture=adjacent`` and has its row in the second table. Figures are
kept in docs/playtest/, one JSON file a row, so that the work may be stopped and go on, and one game
may be played again alone; with ``--new`` only what has no file yet is played.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import livestone
from livestone.cli.common import read_game
from livestone.cli.playtest import heading
from livestone.cli.progress import bar
from livestone.errors import LivestoneError
from livestone.games import catalogue
from livestone.play.playtest import GAMES, PLAYOUTS, playtest
from livestone.play.playtest_metrics import playtest_metrics
from livestone.processors import available_processors

DOCS = Path(__file__).parents[1] / "docs"
PAGE, KEPT = DOCS / "playtest.md", DOCS / "playtest"
ENDS = ("value", "low", "high")
HEAD = (
    "| game | games | won | draws | plies (longest) | moves | lead changes | decided | comebacks "
    "| Elo a doubling | never used |\n" + "| --- " * 11 + "|"
)


def main() -> None:
    """Play what is asked for and write the tables."""
    asked = parsed()
    names = asked.game or list(catalogue())
    if asked.new:
        names = [name for name in names if not kept(name).exists()]
    try:
        for name in names:
            play(name, asked)
            write_tables()
        write_tables()
    except LivestoneError as error:
        sys.exit(f"playtest: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def parsed() -> argparse.Namespace:
    """What was asked for."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    reader.add_argument("game", nargs="*", help="a game's id, with options: id,name=value")
    reader.add_argument("--games", type=int, default=GAMES)
    reader.add_argument("--playouts", type=int, default=PLAYOUTS)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--jobs", type=int, default=available_processors())
    reader.add_argument("--new", action="store_true", help="only what has no figures yet")
    return reader.parse_args()


def kept(name: str) -> Path:
    """Where a row's figures are kept."""
    return KEPT / f"{name}.json"


def play(name: str, asked: argparse.Namespace) -> None:
    """Playtest one game and keep its figures."""
    id_, *options = name.split(",")
    game = read_game(id_, options)
    began = processor_time()
    print(name, file=sys.stderr, flush=True)
    with bar("playing") as progress:
        played = playtest(
            game, asked.games, asked.playouts, seed=asked.seed, jobs=asked.jobs, progress=progress
        )
    about = {
        "livestone": livestone.__version__,
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{available_processors()} cores, {platform.machine()}",
        "processor_seconds": round(processor_time() - began),
    }
    KEPT.mkdir(exist_ok=True)
    data = {"about": about, **heading(played), **playtest_metrics(played).as_json()}
    kept(name).write_text(json.dumps(data) + "\n", "utf-8")


def processor_time() -> float:
    """Seconds of processor time that this process and those it has ended have used."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))


def write_tables() -> None:
    """Put both tables into the page, from all the figures kept."""
    rows = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(KEPT.glob("*.json"))}
    PAGE.write_text(with_tables(PAGE.read_text("utf-8"), rows), "utf-8")


def with_tables(page: str, rows: dict[str, dict[str, Any]]) -> str:
    """The page with its tables made anew."""
    plain = [id_ for id_ in catalogue() if id_ in rows]
    others = [name for name in rows if "," in name and name.partition(",")[0] in catalogue()]
    for mark, names in (("games", plain), ("options", others)):
        table = "\n".join([HEAD, *(row(name, rows[name]) for name in names)])
        body = f"\n{table}\n\n{made([rows[name] for name in names])}\n"
        before, _, rest = page.partition(f"<!-- {mark} -->")
        _, end, after = rest.partition("<!-- end -->")
        page = f"{before}<!-- {mark} -->{body}{end}{after}"
    return page


def made(rows: list[dict[str, Any]]) -> str:
    """When and on what the figures were made."""
    facts = sorted(
        {
            f"{row['about']['date']}, Livestone {row['about']['livestone']}, "
            f"{row['about']['machine']}, {row['playouts']:,} playouts a move, seed {row['seed']}"
            for row in rows
        }
    )
    return f"Made {'; '.join(facts)}." if facts else "Nothing has been played yet."


def row(name: str, found: dict[str, Any]) -> str:
    """One game's row."""
    id_, _, options = name.partition(",")
    seats = zip(found["seats"], found["wins"], strict=True)
    wins = "<br>".join(f"{seat} {percent(part)} ({ends(part)})" for seat, part in seats)
    if found["shared"]["count"]:
        wins += f"<br>shared {percent(found['shared'])}"
    why = ", ".join(f"{ending} {n}" for ending, n in found["draws_by"].items())
    drama, depth = found["drama"], found["depth"]
    cells = [
        catalogue()[id_].title + (f"<br>{options.replace(',', ' ')}" if options else ""),
        str(found["games"]) + different(found),
        wins,
        percent(found["draws"]) + (f" ({why})" if why else "") + cut(found),
        f"{found['plies']['median']:g} ({found['plies']['most']:g})",
        f"{found['branching']['median']:g}",
        f"{drama['changes']['mean']:.1f}",
        "–" if drama["decided"] is None else f"{drama['decided']['median']:.0%}",
        percent(drama["comebacks"]),
        "–" if depth is None else gap(depth["elo"]),
        unused(found["unused"]),
    ]
    return f"| {' | '.join(cells)} |"


def percent(part: dict[str, Any]) -> str:
    """A share as text."""
    return f"{part['value']:.0%}"


def ends(part: dict[str, Any]) -> str:
    """The ends of a share's interval."""
    return f"{100 * part['low']:.0f}–{part['high']:.0%}"


def different(found: dict[str, Any]) -> str:
    """How many different games there were, if some came out alike."""
    return "" if found["distinct"] == found["games"] else f", {found['distinct']} different"


def cut(found: dict[str, Any]) -> str:
    """How many games were cut off but not drawn."""
    cut_off = {why: n - found["draws_by"].get(why, 0) for why, n in found["endings"].items()}
    return "".join(f", {why} {n}" for why, n in cut_off.items() if n and why != "rules")


def gap(elo: dict[str, float | None]) -> str:
    """Elo with its interval; an end without a bound is left open."""
    value, low, high = ("…" if elo[end] is None else f"{elo[end]:+.0f}" for end in ENDS)
    if elo["value"] is None:
        return f"over {low}" if elo["high"] is None else f"under {high}"
    return f"{value} ({low} to {high})"


def unused(found: dict[str, Any]) -> str:
    """What was never used, in a few words."""
    words = {
        "choices": found["choices"],
        "never moved": found["unmoved"],
        "never taken": found["untaken"],
        "absent": found["absent"],
    }
    parts = [f"{percent(found['moves'])} of moves"] if found["moves"]["count"] else []
    parts += [f"{len(found['sites'])} sites"] if found["sites"] else []
    parts += [f"{name}: {', '.join(things)}" for name, things in words.items() if things]
    return "; ".join(parts) or "nothing"


if __name__ == "__main__":
    main()
