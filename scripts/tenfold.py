"""Let the engine play plain UCT that thinks ten times as long about every move.

``make tenfold`` runs it. Both have one thread; every random opening of four plies is played twice,
with colours changed. Plain UCT has random playouts to the end and nothing of a game's own guesses.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from livestone.core.game import Game
from livestone.games import load
from livestone.play.match import Entrant, Limited, Match, Thinker, play_match
from livestone.play.statistics import elo_gap, share
from livestone.search.report import Limits
from livestone.search.strongest import Strongest
from livestone.search.uct import Settings, Uct

PLIES = 4
# Longer than any playout.
WHOLE = 10_000


def engine(game: Game, *, seed: int, seconds: float) -> Thinker:
    """The strongest search there is, with one thread."""
    return Limited(Strongest(game, seed=seed, threads=1), Limits(seconds=seconds))


def plain_uct(game: Game, *, seed: int, seconds: float) -> Thinker:
    """UCT with one thread and random playouts to the end."""
    settings = Settings(cut=WHOLE, wide=0.0)
    return Limited(Uct(game, seed=seed, reuse=True, settings=settings), Limits(seconds=seconds))


def tell(match: Match) -> None:
    """Say after every game how the match stands."""
    played = match.games[-1]
    colour = "White" if played.seats[0] == 0 else "Black"
    lead = played.points(0) - played.points(1)
    print(
        f"{len(match.games)}: {100 * match.score(0):.1f}% "
        f"({colour}, {lead:+g}, {len(played.moves)} plies)",
        file=sys.stderr,
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the match and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="freedom")
    parser.add_argument("--games", type=int, default=100, help="an even number")
    parser.add_argument("--seconds", type=float, default=0.1, help="the engine's for a move")
    parser.add_argument("--times", type=float, default=10, help="UCT has so many times as many")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    entrants = (
        Entrant("engine", partial(engine, seconds=args.seconds)),
        Entrant("plain UCT", partial(plain_uct, seconds=args.seconds * args.times)),
    )
    match = play_match(
        load(args.game), entrants, -(-args.games // 2), plies=PLIES, seed=args.seed, progress=tell
    )
    found = share(match.score(0) * len(match.games), len(match.games))
    gap = elo_gap(found)
    print(
        f"{args.game}, {datetime.now(UTC):%Y-%m-%d}, seed {args.seed}, {platform.machine()}: "
        f"the engine with {args.seconds:g} s a move won {100 * found.value:.1f} % of {found.of} "
        f"games ({100 * found.low:.0f} to {100 * found.high:.0f}) against plain UCT with "
        f"{args.seconds * args.times:g} s: {gap.value:+.0f} Elo ({gap.low:+.0f} to {gap.high:+.0f})"
    )


if __name__ == "__main__":
    main()
