"""``livestone book``: makes an opening book, or goes on with one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import GameId, Options, check, check_file, read_game, whole_number
from livestone.cli.thinking import MAX_NODES, stoppable_bar

MAX_POSITIONS, MAX_PLIES, MAX_LINES, MAX_MARGIN = 100_000, 200, 32, 100.0

Out = Annotated[Path, Parameter("--out", metavar="FILE", help="The book, a file ending in .jsonl.")]
Nodes = Annotated[int, whole_number("Nodes searched for each position.")]
Plies = Annotated[int, whole_number("The plies of its longest line.")]
Lines = Annotated[int, whole_number("How many moves of a position it follows.")]
Margin = Annotated[
    float, Parameter(help="It follows no move that loses more points (or parts of a win).")
]
Positions = Annotated[int, whole_number("How many positions it is to have.")]


def book(
    game: GameId,
    /,
    *,
    out: Out,
    option: Options = (),
    nodes: Nodes = 1_000_000,
    plies: Plies = 16,
    lines: Lines = 4,
    margin: Margin | None = None,
    positions: Positions = 500,
) -> int | None:
    """Make an opening book by searching from the opening; the likeliest positions come first.

    Where the file is a book made so far in the same way, it goes on from there.
    """
    check("nodes", nodes, 1, MAX_NODES)
    check("plies", plies, 0, MAX_PLIES)
    check("lines", lines, 1, MAX_LINES)
    check("margin", margin, 0, MAX_MARGIN)
    check("positions", positions, 1, MAX_POSITIONS)
    check_file(out, "opening book", ".jsonl")
    chosen = read_game(game, option)
    from livestone.play.book import Plan
    from livestone.play.bookmaker import Bookmaker

    if margin is None:
        margin = 1.0 if chosen.points else 0.1
    with stoppable_bar("positions") as (tell, stop):
        maker = Bookmaker(chosen, Plan(nodes, lines, margin, plies), out)
        made = maker.make(positions, tell, stop)
    deepest = max((entry.ply for entry in made.entries.values()), default=0)
    print(f"{out}: {len(made.entries)} positions, {deepest} plies deep")
    return 130 if stop() else None
