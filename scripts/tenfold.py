"""Let the engine play plain UCT that thinks ten times as long about every move.

``make tenfold`` runs it. Both have one thread; every random opening of four plies is played twice,
with colours changed. Plain UCT is that of 2006: random playouts to the end, every move tried once,
a new tree for each move, no proofs. ``--full`` lets it have all that ours has.
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
from livestone.search.strongest import CONTEMPT, Strongest
from livestone.search.uct import Settings, Uct

PLIES = 4
# An unvisited move counts as next to no visits, so each is tried before any is tried again.
PLAIN = Settings(margin=0.0, fresh=1e-6, ripe=1, cut=10_000, wide=0.0, proofs=False)


def engine(game: Game, *, seed: int, seconds: float) -> Thinker:
    """The strongest search there is, as it plays people, with one thread."""
    search = Strongest(game, seed=seed, threads=1, to_play=True, contempt=CONTEMPT)
    return Limited(search, Limits(seconds=seconds))


def uct(game: Game, *, seed: int, seconds: float, full: bool) -> Thinker:
    """UCT with one thread, plain or as it is."""
    settings = Settings() if full else PLAIN
    return Limited(Uct(game, seed=seed, reuse=full, settings=settings), Limits(seconds=seconds))


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
    parser.add_argument("--full", action="store_true", help="against UCT as it is, not plain")
    args = parser.parse_args(arguments)
    name = "UCT" if args.full else "plain UCT"
    entrants = (
        Entrant("engine", partial(engine, seconds=args.seconds)),
        Entrant(name, partial(uct, seconds=args.seconds * args.times, full=args.full)),
    )
    match = play_match(
        load(args.game), entrants, -(-args.games // 2), plies=PLIES, seed=args.seed, progress=tell
    )
    found = share(match.score(0) * len(match.games), len(match.games))
    gap = elo_gap(found)
    print(
        f"{args.game}, {datetime.now(UTC):%Y-%m-%d}, seed {args.seed}, {platform.machine()}: "
        f"the engine with {args.seconds:g} s a move won {100 * found.value:.1f} % of {found.of} "
        f"games ({100 * found.low:.0f} to {100 * found.high:.0f}) against {name} with "
        f"{args.seconds * args.times:g} s: {gap.value:+.0f} Elo ({gap.low:+.0f} to {gap.high:+.0f})"
    )


if __name__ == "__main__":
    main()
