"""Metrics of a playtest: the figures that a game's designer asks for.

``docs/playtest.md`` says what each of them means.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from statistics import fmean
from typing import Any

from livestone.play.playtest import Playtest, Trial
from livestone.play.playtest_openings import score
from livestone.play.playtest_story import BEHIND, chances, led
from livestone.play.statistics import (
    Gap,
    Share,
    Summary,
    changes,
    decided,
    elo_gap,
    histogram,
    quantile,
    resample,
    share,
    summary,
)

# Into how many parts a game is cut for curves, and lengths for a histogram.
PARTS, BINS = 20, 24


@dataclass(frozen=True)
class Depth:
    """How more search did against less: its share of the games, and Elo for each doubling."""

    stronger: int
    weaker: int
    score: Share
    elo: Gap


@dataclass(frozen=True)
class Drama:
    """How the lead moved, by the mean of what each player's last search thought.

    ``changes`` of the lead a game; ``decided``: after which part of a won game its winner led to
    the end; ``comebacks``: won by a player who once had less than half an even chance.
    """

    changes: Summary
    decided: Summary | None
    comebacks: Share


@dataclass(frozen=True)
class Unused:
    """What never came up in any game.

    ``moves`` counts moves that could have been made at some time and never were. ``kinds`` of
    piece were on the board and never ``unmoved`` or ``untaken``, or never there at all
    (``absent``); where nothing at all is ever taken, ``untaken`` is empty.
    """

    moves: Share
    sites: tuple[str, ...]
    choices: tuple[str, ...]
    unmoved: tuple[str, ...]
    untaken: tuple[str, ...]
    absent: tuple[str, ...]


@dataclass(frozen=True)
class Band:
    """A figure along many games: its mean and quartiles at each of several moments."""

    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True)
class Bins:
    """How many values fell in each bin; bin number i begins at ``start + i * width``."""

    start: int
    width: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class PlaytestMetrics:
    """The figures of one playtest; shares are of the games of equals.

    ``wins`` and ``scores`` go by seat (a score counts a draw as a part of a win). ``endings`` and
    ``draws_by`` count games by why they ended. ``winner`` is what the eventual winner's chance was
    along the won games, ``width`` how many moves there were, ply by ply (in steps of
    ``width_step``).
    """

    games: int
    distinct: int
    seats: tuple[str, ...]
    wins: tuple[Share, ...]
    scores: tuple[Share, ...]
    shared: Share
    draws: Share
    decisive: Share
    draws_by: dict[str, int]
    endings: dict[str, int]
    plies: Summary
    turns: Summary
    branching: Summary
    drama: Drama
    depth: Depth | None
    choices: dict[str, float]
    unused: Unused
    lengths: Bins
    lead_changes: Bins
    winner: Band | None
    width: Band
    width_step: int

    def as_json(self) -> dict[str, Any]:
        """Return the figures as a JSON object; an infinite Elo is null."""
        plain: dict[str, Any] = as_plain(self)
        return plain


def playtest_metrics(played: Playtest) -> PlaytestMetrics:
    """Return what a playtest found. Raises ValueError where no game was played."""
    games = played.games
    if not games:
        raise ValueError("no game was played")
    n, players = len(games), played.game.players
    sole = [game.winners[0] for game in games if len(game.winners) == 1]
    drawn = [game for game in games if not game.winners]
    leads = [led(game) for game in games]
    swings = [changes(each) for each in leads]
    return PlaytestMetrics(
        games=n,
        distinct=len({game.moves for game in games}),
        seats=tuple(seat.name for seat in played.game.seats),
        wins=tuple(share(sole.count(seat), n) for seat in range(players)),
        scores=tuple(score(games, seat) for seat in range(players)),
        shared=share(n - len(sole) - len(drawn), n),
        draws=share(len(drawn), n),
        decisive=share(len(sole), n),
        draws_by=_count(game.ending for game in drawn),
        endings=_count(game.ending for game in games),
        plies=_summary(len(game.moves) for game in games),
        turns=_summary(game.turns for game in games),
        branching=_summary(moves for game in games for moves in game.branching),
        drama=_drama(games, leads, swings),
        depth=depth(played.depth, players),
        choices=_choices(played),
        unused=_unused(played),
        lengths=_bins([len(game.moves) for game in games]),
        lead_changes=_bins(swings),
        winner=_winner_band(games),
        **_widths(games),
    )


def _summary(values: Iterable[float]) -> Summary:
    found = summary(list(values))
    assert found is not None
    return found


def _count(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items()))


def _drama(
    games: Sequence[Trial], leads: Sequence[Sequence[int | None]], swings: Sequence[int]
) -> Drama:
    won = [(game, each) for game, each in zip(games, leads, strict=True) if len(game.winners) == 1]
    lows = [min(value[game.winners[0]] for value in chances(game)) for game, _ in won if game.moves]
    even = 1 / len(games[0].playouts)
    return Drama(
        changes=_summary(swings),
        decided=summary([decided(each, game.winners[0]) for game, each in won]),
        comebacks=share(sum(low < BEHIND * even for low in lows), len(lows)),
    )


def depth(trials: Sequence[Trial], players: int) -> Depth | None:
    """Return how the seat with more search scored, None of no games."""
    if not trials:
        return None
    more, less = max(trials[0].playouts), min(trials[0].playouts)
    count = sum(game.brought(game.playouts.index(more)) for game in trials)
    found = share(min(count, len(trials)), len(trials))
    doublings = math.log2(more / less) or 1.0
    return Depth(more, less, found, elo_gap(found, players, doublings))


def _choices(played: Playtest) -> dict[str, float]:
    """How many of all plies were each named choice."""
    total = Counter(played.game.words.choices.keys())
    total.subtract(total)
    for game in played.games:
        total.update(dict(game.used.choices))
    plies = sum(len(game.moves) for game in played.games)
    return {name: total[name] / max(plies, 1) for name in sorted(total)}


def _unused(played: Playtest) -> Unused:
    game, used = played.game, [trial.used for trial in played.games]
    legal = frozenset[int]().union(*(each.legal for each in used))
    made = {move for trial in played.games for move in trial.moves}
    touched = frozenset[int]().union(*(each.sites for each in used))
    kinds = frozenset[str]().union(*(each.kinds for each in used))
    moved = frozenset[str]().union(*(each.moved for each in used))
    taken = frozenset[str]().union(*(each.taken for each in used))
    names = list(dict.fromkeys(game.pieces[at - 1].name for at in game.piece_codes.values()))
    chosen = {name for each in used for name, _ in each.choices}
    return Unused(
        moves=share(len(legal - made), len(legal)),
        sites=tuple(name for at, name in enumerate(game.board.names) if at not in touched),
        choices=tuple(name for name in game.words.choices if name not in chosen),
        unmoved=tuple(name for name in names if name in kinds and name not in moved),
        untaken=tuple(name for name in names if taken and name in kinds and name not in taken),
        absent=tuple(name for name in names if name not in kinds),
    )


def _bins(values: Sequence[int]) -> Bins:
    start, width, counts = histogram(values, BINS)
    return Bins(start, width, tuple(counts))


def _winner_band(games: Sequence[Trial]) -> Band | None:
    """The eventual winner's chance along the won games."""
    curves = [
        resample([value[game.winners[0]] for value in chances(game)], PARTS)
        for game in games
        if len(game.winners) == 1 and game.moves
    ]
    return _band(list(zip(*curves, strict=True))) if curves else None


def _widths(games: Sequence[Trial]) -> dict[str, Any]:
    """How many moves there were at each ply of the games that lasted so long."""
    longest = max(len(game.branching) for game in games)
    step = max(1, math.ceil(longest / (3 * PARTS)))
    moments = [
        [moves for game in games for moves in game.branching[first : first + step]]
        for first in range(0, max(longest, 1), step)
    ]
    return {"width": _band([moment or [0] for moment in moments]), "width_step": step}


def _band(moments: Sequence[Sequence[float]]) -> Band:
    ranked = [sorted(moment) for moment in moments]
    return Band(
        mean=tuple(fmean(moment) for moment in ranked),
        low=tuple(quantile(moment, 0.25) for moment in ranked),
        high=tuple(quantile(moment, 0.75) for moment in ranked),
    )


def as_plain(value: Any) -> Any:
    """Return plain JSON values, numbers with four places."""
    if is_dataclass(value) and not isinstance(value, type):
        found = {field.name: as_plain(getattr(value, field.name)) for field in fields(value)}
        return {"value": as_plain(value.value), **found} if isinstance(value, Share) else found
    if isinstance(value, dict):
        return {name: as_plain(item) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [as_plain(item) for item in value]
    if isinstance(value, float):
        return round(value, 4) if math.isfinite(value) else None
    return value
