"""A tournament as JSON, and as lines of text: the same for a command, a page and a program."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from livestone.play.rating import Rating
from livestone.play.sprt import Sprt
from livestone.play.tournament.standings import ORDERS, TIES, Score, Standing
from livestone.play.tournament.tournament import Tournament

TITLES = {
    "round-robin": "Round robin",
    "swiss": "Swiss tournament",
    "knock-out": "Knock-out",
    "ladder": "Ladder",
    "match": "Match",
}
# Nobody can read a wider crosstable.
WIDEST = 24


def title(tournament: Tournament) -> str:
    """What it is: ``Swiss tournament of Freedom``."""
    return f"{TITLES[tournament.plan.kind]} of {tournament.plan.make_game().title}"


def said(tournament: Tournament) -> str:
    """How it stands, in a sentence."""
    if not tournament.entrants:
        return "Nobody has entered yet."
    if tournament.over:
        return _ended(tournament)
    if not tournament.rounds:
        there = len(tournament.entrants)
        return (
            f"{there} {'player has' if there == 1 else 'players have'} entered; nobody plays yet."
        )
    number, length = len(tournament.rounds), tournament.length
    games = [game for game in tournament.results if game.round == number]
    left = [game for game in tournament.open() if game.round == number]
    rounds = f"Round {number}" + (f" of {length}" if length and tournament.sprt is None else "")
    return f"{rounds}: {len(games)} of {len(games) + len(left)} games played."


def _ended(tournament: Tournament) -> str:
    if tournament.sprt is not None:
        return f"The match is over. {verdict(tournament)}"
    first = [standing.name for standing in tournament.standings() if standing.rank == 1]
    if len(first) == 1:
        return f"It is over: {first[0]} has won."
    return f"It is over: {', '.join(first[:-1])} and {first[-1]} share the first place."


def verdict(tournament: Tournament) -> str:
    """What an SPRT has found, in a sentence; nothing without one."""
    test = tournament.sprt
    if test is None:
        return ""
    one, other = tournament.entrants
    pairs = "1 pair" if test.pairs == 1 else f"{test.pairs} pairs"
    known = f"{pairs} of games, LLR {test.llr:.2f}, bounds {_bounds(test)}"
    low, high = f"{test.elo0:g} Elo", f"{test.elo1:g} Elo"
    if test.verdict is None:
        return f"It is open whether {one} leads {other} by {low} or {high} ({known})."
    likely, other_way = (high, low) if test.verdict == "H1" else (low, high)
    return f"{one} leads {other} by {likely} rather than {other_way} ({known})."


def _bounds(test: Sprt) -> str:
    return "{:.2f} to {:.2f}".format(*test.bounds)


def lead(test: Sprt) -> str:
    """The Elo by which the first leads, as far as it is known: ``+35 (-10 to +80)``."""
    gap = test.gap
    if not test.pairs:
        return "unknown before a pair of games is over"
    if math.isinf(gap.value):
        which = "won" if gap.value > 0 else "lost"
        return f"unknown while every game is {which}"
    low, high = (None if math.isinf(end) else f"{end:+.0f}" for end in (gap.low, gap.high))
    if low is None or high is None:
        sure = f"at least {low}" if low else f"at most {high}" if high else "it may be any other"
    else:
        sure = f"{low} to {high}"
    return f"{gap.value:+.0f} ({sure})"


def shown(value: float) -> str:
    """A number of points as people write it: ``3``, ``2.5``, ``1.33``."""
    return f"{round(value, 2):g}"


def strength(rating: Rating) -> str:
    """A rating with half the width of its 95 % interval: ``1540 ±210``."""
    return f"{rating.value:.0f} ±{rating.interval[1] - rating.value:.0f}"


def ties(tournament: Tournament, standings: Sequence[Standing]) -> list[str]:
    """The tie-breaks to show, the first first: those that say something no other column does."""
    return [
        tie
        for tie in ORDERS[tournament.plan.kind]
        if tie not in ("points", "wins", "place") and any(one.ties[tie] for one in standings)
    ]


def as_json(tournament: Tournament) -> dict[str, Any]:
    """Return all there is to know as a JSON object."""
    table = tournament.crosstable()
    return {
        "plan": tournament.plan.as_json(),
        "entrants": list(tournament.entrants),
        "over": tournament.over,
        "said": said(tournament),
        "rounds": [round.as_json() for round in tournament.rounds],
        "standings": [_standing_json(standing) for standing, _ in table],
        "crosstable": [[_score_json(score) for score in row] for _, row in table],
        "results": [result.as_json() for result in tournament.results],
        "sprt": None if tournament.sprt is None else _sprt_json(tournament.sprt),
    }


def _standing_json(standing: Standing) -> dict[str, Any]:
    low, high = standing.rating.interval
    return {
        "rank": standing.rank,
        "name": standing.name,
        "points": round(standing.points, 4),
        "ties": {tie: round(value, 4) for tie, value in standing.ties.items()},
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "byes": standing.byes,
        "rating": round(standing.rating.value, 1),
        "interval": [round(low, 1), round(high, 1)],
        "deviation": round(standing.rating.deviation, 1),
    }


def _score_json(score: Score | None) -> dict[str, int] | None:
    if score is None:
        return None
    return {"wins": score.wins, "draws": score.draws, "losses": score.losses}


def _sprt_json(test: Sprt) -> dict[str, Any]:
    gap = [test.gap.value, test.gap.low, test.gap.high]
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "llr": round(test.llr, 4),
        "bounds": [round(bound, 4) for bound in test.bounds],
        "verdict": test.verdict,
        "pairs": test.counts,
        "elo": [round(end, 1) if math.isfinite(end) else None for end in gap],
    }


def lines(tournament: Tournament) -> Iterator[str]:
    """Yield the standings and the crosstable as lines of text."""
    table = tournament.crosstable()
    yield f"{title(tournament)}. {said(tournament)}"
    yield ""
    yield from _aligned(_standing_rows(tournament, [standing for standing, _ in table]))
    if tournament.sprt is not None:
        yield ""
        yield f"Elo of {tournament.entrants[0]}: {lead(tournament.sprt)}"
        counts = ", ".join(map(str, tournament.sprt.counts))
        yield f"Pairs that brought 0, ½, 1, 1½ and 2 points: {counts}"
    elif 2 < len(table) <= WIDEST and tournament.results:
        yield ""
        yield from _aligned(_cross_rows(table))


def _standing_rows(tournament: Tournament, standings: Sequence[Standing]) -> Iterator[list[str]]:
    told = ties(tournament, standings)
    names = [TIES[tie][0] for tie in told]
    yield ["", "", "Points", "Won", "Drawn", "Lost", *names, "Rating (95 %)"]
    for standing in standings:
        counts = (standing.wins, standing.draws, standing.losses)
        yield [
            f"{standing.rank}.",
            standing.name,
            shown(standing.points),
            *map(str, counts),
            *(shown(standing.ties[tie]) for tie in told),
            strength(standing.rating),
        ]


def _cross_rows(
    table: Sequence[tuple[Standing, tuple[Score | None, ...]]],
) -> Iterator[list[str]]:
    yield ["", "", *(str(at) for at in range(1, len(table) + 1))]
    for at, (standing, scores) in enumerate(table, 1):
        cells = ["–" if score is None else str(score) for score in scores]
        cells[at - 1] = "×"
        yield [str(at), standing.name, *cells]


def _aligned(rows: Iterator[list[str]]) -> Iterator[str]:
    """The rows with their columns below each other: the second to the left, the others right."""
    table = list(rows)
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [
            cell.ljust(width) if at == 1 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, wide, strict=True))
        ]
        yield "  ".join(cells).rstrip()
