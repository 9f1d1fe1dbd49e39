"""A tournament as JSON structs and as lines of text, for a command, a page and a program."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from livestone import columns
from livestone.api import tournaments
from livestone.languages.words import mark, t, tn
from livestone.play.rating import Rating
from livestone.play.sprt import Sprt
from livestone.play.tournament.fixtures import ABSENT, Result
from livestone.play.tournament.standings import ORDERS, TIES, Score, Standing
from livestone.play.tournament.tournament import Tournament

TITLES = {
    "round-robin": mark("Round robin"),
    "swiss": mark("Swiss tournament"),
    "knock-out": mark("Knock-out"),
    "ladder": mark("Ladder"),
    "match": mark("Match"),
}
# A wider crosstable cannot be read.
WIDEST = 24


def title(tournament: Tournament) -> str:
    """What it is: ``Swiss tournament of Freedom``."""
    kind, game = t(TITLES[tournament.plan.kind]), tournament.plan.make_game().title
    return t("{kind} of {game}", kind=kind, game=game)


def said(tournament: Tournament) -> str:
    """How it stands, in a sentence."""
    if not tournament.entrants:
        return t("Nobody has entered yet.")
    if tournament.over:
        return _ended(tournament)
    if not tournament.rounds:
        there = len(tournament.entrants)
        return tn(
            "{n} player has entered; nobody plays yet.",
            "{n} players have entered; nobody plays yet.",
            there,
        )
    number, length = len(tournament.rounds), tournament.length
    games = [game for game in tournament.results if game.round == number]
    left = [game for game in tournament.open() if game.round == number]
    round = t("Round {number}", number=number)
    if length and tournament.sprt is None:
        round = t("Round {number} of {length}", number=number, length=length)
    played, all_games = len(games), len(games) + len(left)
    return t("{round}: {n} of {all} games played.", round=round, n=played, all=all_games)


def _ended(tournament: Tournament) -> str:
    if tournament.sprt is not None:
        return f"{t('The match is over.')} {verdict(tournament)}"
    first = [standing.name for standing in tournament.standings() if standing.rank == 1]
    if len(first) == 1:
        return t("It is over: {name} has won.", name=first[0])
    names = f"{', '.join(first[:-1])} {t('and')} {first[-1]}"
    return t("It is over: {names} share the first place.", names=names)


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


def summary(tournament: Tournament) -> tournaments.Summary:
    """Return all there is to know."""
    table = tournament.crosstable()
    return tournaments.Summary(
        plan=tournament.plan.as_json(),
        entrants=tuple(tournament.entrants),
        over=tournament.over,
        said=said(tournament),
        rounds=_converted(tournament.rounds, tuple[tournaments.Round, ...]),
        standings=tuple(standing(one) for one, _ in table),
        crosstable=_converted(
            [row for _, row in table], tuple[tuple[tournaments.Score | None, ...], ...]
        ),
        results=_converted(tournament.results, tuple[tournaments.Result, ...]),
        sprt=None if tournament.sprt is None else _sprt(tournament.sprt),
    )


def _converted(found: Any, shape: Any) -> Any:
    return msgspec.convert(found, shape, from_attributes=True)


def standing(found: Standing) -> tournaments.Standing:
    """Return a line of the standings, rounded."""
    low, high = found.rating.interval
    return tournaments.Standing(
        rank=found.rank,
        name=found.name,
        points=round(found.points, 4),
        ties={tie: round(value, 4) for tie, value in found.ties.items()},
        games=found.games,
        wins=found.wins,
        draws=found.draws,
        losses=found.losses,
        byes=found.byes,
        rating=round(found.rating.value, 1),
        interval=(round(low, 1), round(high, 1)),
        deviation=round(found.rating.deviation, 1),
    )


def _sprt(test: Sprt) -> tournaments.Sprt:
    low, high = test.bounds
    value, least, most = (
        round(end, 1) if math.isfinite(end) else None
        for end in (test.gap.value, test.gap.low, test.gap.high)
    )
    return tournaments.Sprt(
        elo0=test.elo0,
        elo1=test.elo1,
        llr=round(test.llr, 4),
        bounds=(round(low, 4), round(high, 4)),
        verdict=test.verdict,
        pairs=tuple(test.counts),
        elo=(value, least, most),
    )


def fault(result: tournaments.Result | Result) -> str:
    """Why a game ended that was not played to its end, in words; empty for any other."""
    if result.loser is None or result.reason == ABSENT:
        return result.words
    why = result.words or result.reason
    return t("{name} lost: {why}", name=result.players[result.loser], why=why)


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
    wide = [max(map(columns.width, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = [
            (columns.left if at == 1 else columns.right)(cell, width)
            for at, (cell, width) in enumerate(zip(row, wide, strict=True))
        ]
        yield "  ".join(cells).rstrip()
