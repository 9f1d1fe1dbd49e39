"""Make the public suite of proved positions: ``python scripts/proved.py FILE [COUNT]``.

Positions come from games that alpha-beta plays against itself after some random plies, at 1,000
nodes a move, and every legal move in them is proved. Each follows from its number alone, so that a
file that was begun is gone on with, and the same command always makes the same file.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.search.alphabeta import AlphaBeta
from livestone.search.proof_search import ProofSearch, Stopped
from livestone.search.report import Limits

# Of fifty positions, how many have which options, and how many cells are empty in them.
PLAN = (
    (30, {}, (14, 26)),
    (6, {"scoring": "rows"}, (14, 26)),
    (3, {"scoring": "rows", "last_cell": "auto"}, (14, 24)),
    (2, {"last_cell": "always"}, (14, 24)),
    (4, {"size": 8}, (12, 22)),
    (2, {"size": 8, "scoring": "rows"}, (12, 22)),
    (2, {"size": 6}, (8, 20)),
    (1, {"size": 12}, (14, 22)),
)
COUNT, NODES = 500, 1_000
# A position that takes more nodes gives way to another.
MAX_NODES = 1_000_000


def position(number: int) -> dict[str, Any]:
    """The proved position with this number."""
    plan = [(options, empty) for count, options, empty in PLAN for _ in range(count)]
    options, empty = plan[number % len(plan)]
    dice = random.Random(number)
    while True:
        state = played(load("freedom", **options), dice, dice.randint(*empty))
        leads = proved(state)
        # Where every move is as good nothing can be got wrong.
        if len(set(leads.values())) > 1:
            return {"options": options, "text": state.text, "leads": leads}


def played(game: Game, dice: random.Random, left: int) -> State:
    """A game until so many cells are left."""
    search, sites = AlphaBeta(game, megabytes=4), len(game.board)
    state, opening = State(game), dice.randint(4, sites // 3)
    while sites - state.ply > left:
        if state.ply < opening:
            state.play(dice.choice(state.unsorted))
        else:
            *_, report = search.search(state, Limits(nodes=NODES))
            state.play(report.move)
    return state


def proved(state: State) -> dict[str, int]:
    """White's lead after each move; nothing where that takes too long."""

    def check(nodes: int) -> None:
        if nodes > MAX_NODES:
            raise Stopped

    search = ProofSearch(state.game, megabytes=16, piece=2 * MAX_NODES, check=check)
    leads = {}
    for move in state.legal:
        child = state.copy()
        child.play(move)
        try:
            leads[state.game.wording.move_text(move)] = search.margin(child).low
        except Stopped:
            return {}
    return leads


def lines(begun: int, count: int) -> Iterator[str]:
    """Yield positions as lines of JSON."""
    for number in range(begun, count):
        yield json.dumps(position(number), separators=(",", ":"))
        print(f"{number + 1} of {count} positions", end="\r", file=sys.stderr, flush=True)


def main(file: Path, count: int = COUNT) -> None:
    """Write the suite, one position a line."""
    begun = len(file.read_text("utf-8").splitlines()) if file.exists() else 0
    with file.open("a", encoding="utf-8") as sink:
        for line in lines(begun, count):
            sink.write(line + "\n")
            sink.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
