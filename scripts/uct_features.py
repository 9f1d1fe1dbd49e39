"""Measures each part of UCT: the search against itself without that part.

``python scripts/uct_features.py freedom straat`` prints a table, a row for each game.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.play.match import Entrant, Match, play_match
from livestone.play.statistics import share
from livestone.search.report import Limits, Report, never
from livestone.search.uct import Settings, Uct

# How the search without each part is made, as arguments of ``Uct``.
FEATURES: Mapping[str, Mapping[str, Any]] = {
    "proofs": {"settings": Settings(proofs=False)},
    "tree reuse": {"reuse": False},
    "first visits": {"settings": Settings(fresh=0.01)},
    "cut playouts": {"settings": Settings(cut=300)},
    "widening": {"settings": Settings(wide=0.0)},
    "averages": {"settings": Settings(averages=0.0)},
}
# Playouts a move, and openings of a match, each played once for every way round the table.
PLAYOUTS, OPENINGS = 300, 20


@dataclass
class Spent:
    """The processor time that searches took, and their playouts."""

    seconds: float = 0.0
    playouts: int = 0

    @property
    def each(self) -> float:
        """Seconds a playout."""
        return self.seconds / max(self.playouts, 1)


@dataclass(frozen=True)
class Timed:
    """A thinker with so many playouts for each move, which adds to ``spent`` what it takes."""

    search: Uct
    playouts: int
    spent: Spent

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Report while thinking; the last report's move is the one to play."""
        began = time.process_time()
        *_, report = self.search.search(state, Limits(nodes=self.playouts), stop)
        self.spent.seconds += time.process_time() - began
        self.spent.playouts += report.nodes
        yield report


@dataclass(frozen=True)
class Side:
    """Makes the thinkers of one side of a match: a search with its playouts a move."""

    playouts: int
    arguments: Mapping[str, Any]
    spent: Spent = field(default_factory=Spent)

    def __call__(self, game: Game, seed: int = 0) -> Timed:
        """Return a thinker for one game."""
        search = Uct(game, seed=seed, **{"reuse": True, **self.arguments})
        search.prepare()
        return Timed(search, self.playouts, self.spent)


@dataclass(frozen=True)
class Finding:
    """What a part brings in a game: the match of the search with it against itself without.

    ``cost`` is the processor time of a playout with the part, of what it takes without.
    """

    match: Match
    cost: float

    def __str__(self) -> str:
        """The share won in percent, with its 95 % bounds, and the cost."""
        won = sum(game.share(0) for game in self.match.games)
        found = share(won, len(self.match.games))
        low, value, high = (round(100 * part) for part in (found.low, found.value, found.high))
        return f"{value} ({low} to {high}), x{self.cost:.2f}"


def finding(
    game: Game,
    feature: str,
    *,
    playouts: int = PLAYOUTS,
    openings: int = OPENINGS,
    seed: int = 0,
    progress: Callable[[Match], None] | None = None,
) -> Finding:
    """Play the search as it is against itself without a part of :data:`FEATURES`.

    With three players every other seat is without. Raises KeyError.
    """
    full, less = Side(playouts, {}), Side(playouts, FEATURES[feature])
    others = [Entrant("without", less)] * (game.players - 1)
    match = play_match(
        game, [Entrant("with", full), *others], openings, seed=seed, progress=progress
    )
    return Finding(match, full.spent.each / less.spent.each)


def applies(game: Game, feature: str) -> bool:
    """Whether the search of a game has that part at all."""
    hints = game.plain_search
    there = {
        "cut playouts": hints.evaluate is not None,
        "widening": hints.move_priors is not None,
        "averages": game.knobs.averages > 0.0,
    }
    return there.get(feature, True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the matches that are asked for and print them as a Markdown table."""
    args = _parser().parse_args(arguments)
    features = args.feature or list(FEATURES)
    print(f"| game | {' | '.join(features)} |\n{'| --- ' * (len(features) + 1)}|", flush=True)
    for name in args.game:
        game = load(name)
        cells = [_cell(game, feature, args) for feature in features]
        print("\r", end="", file=sys.stderr)
        print(f"| {game.title} | {' | '.join(cells)} |", flush=True)


def _cell(game: Game, feature: str, args: argparse.Namespace) -> str:
    if not applies(game, feature):
        return "–"
    return str(
        finding(
            game,
            feature,
            playouts=args.playouts,
            openings=args.openings,
            seed=args.seed,
            progress=_teller(f"{game.title}, {feature}"),
        )
    )


def _teller(what: str) -> Callable[[Match], None]:
    """Says on standard error how many games of a match there are."""

    def tell(match: Match) -> None:
        print(f"\r{what}: {len(match.games)} games ", end="", file=sys.stderr, flush=True)

    return tell


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="+")
    parser.add_argument(
        "--feature", action="append", choices=list(FEATURES), help="all unless said"
    )
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="for each move")
    parser.add_argument("--openings", type=int, default=OPENINGS, help="random ones of a match")
    parser.add_argument("--seed", type=int, default=0)
    return parser


if __name__ == "__main__":
    main()
