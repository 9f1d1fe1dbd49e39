"""``livestone bench``: how fast Livestone thinks about a game on this machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.cli.common import AsJson, GameId, Options, check_seconds, print_json, read_game
from livestone.cli.words import title

if TYPE_CHECKING:
    from livestone.play.bench import Benchmark

Seconds = Annotated[float, Parameter(help="How long each round of each figure takes.")]
ROWS = (
    ("random_games", "complete random games a second"),
    ("plies", "plies a second in random games cut at 300"),
    ("playouts", "UCT playouts a second, played to the end"),
    ("cut_playouts", "UCT playouts a second, cut after 20 plies"),
    ("nodes", "solver nodes a second"),
    ("cold_start", "seconds to the first move a bot thinks about, cold"),
    ("warm_start", "seconds to the first move a bot thinks about, warm"),
)


def bench(
    game: GameId = "freedom",
    /,
    *,
    option: Options = (),
    seconds: Seconds = 1.0,
    json: AsJson = False,
) -> None:
    """Measure how fast Livestone thinks about a game, on one thread."""
    check_seconds(seconds, 3600)
    chosen = read_game(game, option)
    from livestone.play.bench import measure

    found = measure(chosen, seconds, _tell)
    if json:
        print_json({**found.as_json(), "options": dict(chosen.option)})
    else:
        print(title(chosen))
        _print_table(found)


def _tell(words: str) -> None:
    print(f"measuring {words} ...", file=sys.stderr, flush=True)


def _print_table(found: Benchmark) -> None:
    figures = found.as_json()
    for name, meaning in ROWS:
        value = figures[name]
        shown = "-" if value is None else f"{value:,}"
        print(f"{shown:>12}  {meaning}")
