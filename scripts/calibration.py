"""Fits ``Knobs.odds`` to games of self-play: the chances that an expected lead gives.

``python scripts/calibration.py freedom`` plays, fits and prints the table of the docs.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace

from livestone.core.game import Game
from livestone.core.odds import Chances, LeadOdds
from livestone.core.runtime import compile_rules
from livestone.games import load
from livestone.play.analysis import plies_left
from livestone.play.match import opening
from livestone.search.alphabeta import AlphaBeta
from livestone.search.report import Limits

# A game begins with so many random plies; every so many plies its lead is noted.
OPENING, EVERY = 4, 3
# The table's phases: plies left, from and up to.
PHASES = ((1, 20), (20, 40), (40, 60), (60, 80), (80, 1000))
# The fit tries steps of these sizes, parts of each number, one after the other.
STEPS = (0.5, 0.2, 0.08, 0.03, 0.01)
_LEAST = 1e-6


@dataclass(frozen=True)
class Seen:
    """A lead of player 0 that a search expected with so many plies to play, and the final one."""

    plies: float
    lead: float
    final: float


def self_play(game: Game, games: int, nodes: int, seed: int) -> Iterator[list[Seen]]:
    """Yield what each game of alpha-beta against itself showed; what was proved is left out."""
    compile_rules(game)
    for number in range(games):
        state, search = opening(game, OPENING, f"{seed} {number}"), AlphaBeta(game, megabytes=16)
        noted: list[tuple[float, float]] = []
        while not state.over:
            if len(state.unsorted) == 1:
                state.play(state.unsorted[0])
                continue
            *_, report = search.search(state, Limits(nodes=nodes))
            points = report.best.points
            if points is not None and not report.best.proved and state.ply % EVERY == 0:
                noted.append((plies_left(state), points[0] - points[1]))
            state.play(report.move)
        final = state.scores[0] - state.scores[1]
        yield [Seen(plies, lead, final) for plies, lead in noted]


def loss(odds: LeadOdds, seen: Sequence[Seen]) -> float:
    """How badly the odds foretell what was seen: the mean of -log of each result's chance."""
    return -sum(math.log(max(_LEAST, _of(odds, each))) for each in seen) / len(seen)


def fit(seen: Sequence[Seen], start: LeadOdds) -> LeadOdds:
    """Return the odds under which what was seen is likeliest, near ``start``."""
    best, least = start, loss(start, seen)
    for step in STEPS:
        better = True
        while better:
            better = False
            for name in ("spread", "draw", "horizon"):
                for factor in (1 + step, 1 / (1 + step)):
                    tried = replace(best, **{name: getattr(best, name) * factor})
                    found = loss(tried, seen)
                    if found < least - 1e-7:
                        best, least, better = tried, found, True
    return replace(best, **{name: _short(value) for name, value in vars(best).items()})


def table(seen: Sequence[Seen], odds: LeadOdds) -> Iterator[str]:
    """Predicted and real results, by plies left and by the player expected to win."""
    yield "| plies left | expected lead | positions | won, drawn, lost | foretold |"
    yield "| --- | --- | --- | --- | --- |"
    bands: tuple[tuple[str, Callable[[float], bool]], ...] = (
        ("below -2", lambda lead: lead < -2),
        ("-2 to 2", lambda lead: -2 <= lead <= 2),
        ("above 2", lambda lead: lead > 2),
    )
    for low, high in PHASES:
        for words, holds in bands:
            here = [each for each in seen if low <= each.plies < high and holds(each.lead)]
            if len(here) < 20:
                continue
            results = [
                sum(part) / len(here)
                for part in zip(
                    *((e.final > 0, e.final == 0, e.final < 0) for e in here), strict=True
                )
            ]
            told = [
                sum(part) / len(here)
                for part in zip(*(_chances(odds, each) for each in here), strict=True)
            ]
            real, said = (", ".join(f"{part:.0%}" for part in parts) for parts in (results, told))
            span = f"{low} to {high - 1}" if high < 1000 else f"{low} on"
            yield f"| {span} | {words} | {len(here)} | {real} | {said} |"


def _chances(odds: LeadOdds, seen: Seen) -> tuple[float, float, float]:
    chances = odds.chances(seen.lead, seen.plies)
    return chances.win, chances.draw, chances.loss


def _of(odds: LeadOdds, seen: Seen) -> float:
    chances: Chances = odds.chances(seen.lead, seen.plies)
    return chances.win if seen.final > 0 else chances.loss if seen.final < 0 else chances.draw


def _short(value: float) -> float:
    return float(f"{value:.3g}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, fit on half of the games and print how well that tells the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=5_000, help="for a move")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    game = load(args.game, **dict(pair.split("=", 1) for pair in args.option))
    played = []
    for seen in self_play(game, args.games, args.nodes, args.seed):
        played.append(seen)
        print(f"\r{len(played)} of {args.games}", end=" ", file=sys.stderr)
    print(file=sys.stderr)
    learned = [each for seen in played[::2] for each in seen]
    others = [each for seen in played[1::2] for each in seen]
    found = fit(learned, LeadOdds(0.5, 1.0, 80.0, 1 / 3))
    print(f"{game!r}: {len(played)} games, {args.nodes} nodes a move, seed {args.seed}")
    for words, odds in (("fitted", found), ("used now", game.knobs.lead_odds)):
        numbers = ", ".join(f"{number:.3g}" for number in astuple(odds))
        print(f"{words}: LeadOdds({numbers}), loss {loss(odds, others):.4f} on the other games")
    print("\n".join(table(others, found)))


if __name__ == "__main__":
    main()
