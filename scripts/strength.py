"""How a game's bots do against simple opponents and each other, in whole games.

``python scripts/strength.py fort_chitral greedy`` prints what the tests ask for.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.play import end_reasons
from livestone.play.baselines import BASELINES
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS
from livestone.play.match import Entrant, Match, Played, play_match

# What a bot has for a move unless more is said, in seconds; nothing else limits the strongest.
SECONDS = 0.1
STRONGEST = len(LEVELS)


def bot(level: int = STRONGEST, seconds: float = SECONDS) -> Entrant:
    """A bot of a level that has at most so many seconds for a move."""
    return Entrant(f"level {level}", partial(Bot, level=level, seconds=seconds))


def challenge(
    game: Game,
    challenger: Entrant,
    opponent: Entrant,
    rounds: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[Match], None] | None = None,
) -> Match:
    """Play whole games in which all the other seats are the opponent's.

    In each of the ``rounds`` the challenger takes every seat once; they are entrant 0.
    """
    everybody = [challenger] + [opponent] * (game.players - 1)
    return play_match(game, everybody, rounds, plies=0, seed=seed, jobs=jobs, progress=progress)


def ending(game: Game, played: Played) -> str:
    """How a game ended: ``won``, ``drawn``, ``repeated``, or ``capped`` when it was cut off."""
    state = replay(game, played)
    cut_off = {"cap": "capped", "repetition": "repeated"}
    return cut_off.get(end_reasons.end_reason(state)) or ("won" if state.winners else "drawn")


def replay(game: Game, played: Played) -> State:
    """The state after a game of a match."""
    state = State(game)
    for move in played.moves:
        state.play(move)
    return state


def summary(game: Game, match: Match) -> str:
    """What a person asks of a challenge: the shares by seat, how games ended, their length."""
    seats = []
    for seat, name in enumerate(seat.name for seat in game.seats):
        here = [played.share(0) for played in match.games if played.seats[seat] == 0]
        seats.append(f"{sum(here):.3g} of {len(here)} as {name}")
    total = sum(played.share(0) for played in match.games)
    plies = sum(len(played.moves) for played in match.games) / len(match.games)
    ends = Counter(ending(game, played) for played in match.games)
    how = ", ".join(f"{count} {end}" for end, count in ends.items())
    return (
        f"{game.id}: {match.names[0]} against {match.names[1]} "
        f"{total:.4g} of {len(match.games)} ({', '.join(seats)}); "
        f"{how}; {plies:.0f} plies on average"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a challenge and print its summary."""
    parser = _parser()
    args = parser.parse_args(arguments)
    if args.games < 1:
        parser.error(f"--games must be 1 or more, not {args.games}")
    game = load(args.game, **dict(pair.split("=", 1) for pair in args.option))
    house = BASELINES.get(args.opponent)
    opponent = Entrant(args.opponent, house) if house else bot(int(args.opponent), args.seconds)
    rounds = -(-args.games // game.players)

    def tell(match: Match) -> None:
        print(f"\r{len(match.games)} of {rounds * game.players}", end=" ", file=sys.stderr)

    match = challenge(
        game,
        bot(args.level, args.seconds),
        opponent,
        rounds,
        seed=args.seed,
        jobs=args.jobs,
        progress=tell,
    )
    print(file=sys.stderr)
    print(summary(game, match))


def _parser() -> argparse.ArgumentParser:
    levels = [str(level.number) for level in LEVELS]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("opponent", choices=[*BASELINES, *levels], help="an opponent or a level")
    parser.add_argument("--level", type=int, default=STRONGEST, help="the challenger's")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="a bot's for a move")
    parser.add_argument("--games", type=int, default=20, help="at least so many")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    return parser


if __name__ == "__main__":
    main()
