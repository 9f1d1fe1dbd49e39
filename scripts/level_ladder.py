"""A tournament of the levels: how far each is from the next, in Elo.

Everybody meets their neighbours and the next but one, and ``random`` stands below the first level:
players further apart learn little from each other. Ratings are Glicko-2, settled over all games.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from livestone.core.game import Game
from livestone.play.baselines import BASELINES
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS
from livestone.play.match import Entrant, Limited, Match, play_match
from livestone.play.rating import Outcome, Standing, settled
from livestone.search.report import Limits
from livestone.search.strongest import CONTEMPT, Strongest

BELOW = "random"
# Levels at most so many steps apart meet.
REACH = 2
# The strongest level has no bound but time; here it looks at so many positions, or playouts, on one
# thread, so that games repeat themselves whatever else the machine does.
NODES = 200_000
# Games of a pair, and the parts of them that a pair plays whose upper level is the last but one or
# the last: those take long.
GAMES, SLOW = 100, {len(LEVELS) - 1: 2, len(LEVELS): 4}


@dataclass(frozen=True)
class Meeting:
    """What two of the ladder did to each other: names and the share of the games of the upper."""

    upper: str
    lower: str
    games: tuple[Outcome, ...]

    @property
    def share(self) -> float:
        """The upper's part of the games, 0 to 1."""
        total = 0.0
        for game in self.games:
            winners = game.winners or range(len(game.players))
            total += sum(game.players[seat] == self.upper for seat in winners) / len(winners)
        return total / len(self.games)


def held(game: Game, seed: int, nodes: int) -> Limited:
    """The strongest level, bounded by nodes instead of time."""
    search = Strongest(game, seed=seed, threads=1, to_play=True, contempt=CONTEMPT)
    return Limited(search, Limits(nodes=nodes))


def entrants(levels: Sequence[int], nodes: int = NODES) -> list[tuple[int, Entrant]]:
    """Everybody by number, 0 for the one below; all have time for what they look at."""
    found = [(0, Entrant(BELOW, BASELINES[BELOW]))]
    for level in LEVELS:
        if level.number in levels:
            make = partial(Bot, level=level.number, seconds=level.patient)
            last = level.number == len(LEVELS)
            thinker = Entrant(level.name, partial(held, nodes=nodes) if last else make)
            found.append((level.number, thinker))
    return found


def meetings(
    game: Game,
    *,
    levels: Sequence[int] = range(1, len(LEVELS) + 1),
    games: int = GAMES,
    nodes: int = NODES,
    seed: int = 0,
    jobs: int = 1,
) -> Iterator[Meeting]:
    """Yield every meeting when it has been played, random openings, everybody in every seat.

    The same seed gives the same games.
    """
    everybody = entrants(levels, nodes)
    for at, (number, upper) in enumerate(everybody):
        for _, lower in everybody[max(0, at - REACH) : at]:
            openings = math.ceil(games / SLOW.get(number, 1) / game.players)
            seated = [upper] + [lower] * (game.players - 1)
            match = play_match(game, seated, openings, seed=seed, jobs=jobs)
            yield Meeting(upper.name, lower.name, outcomes(match))


def outcomes(match: Match) -> tuple[Outcome, ...]:
    """The games of a match by the players' names."""
    return tuple(
        Outcome(tuple(match.names[at] for at in game.seats), game.winners) for game in match.games
    )


def ladder(played: Sequence[Meeting]) -> Mapping[str, Standing]:
    """Everybody's standing after these meetings, best first."""
    return settled(game for meeting in played for game in meeting.games)


def table(played: Sequence[Meeting]) -> str:
    """The ladder in Markdown from the bottom up; Elo is counted from the lowest."""
    found = ladder(played)
    shares = {(meeting.upper, meeting.lower): meeting for meeting in played}
    rows = ["| level | Elo | step | games | against the one below | and the next |"]
    rows.append("| --- " * 6 + "|")
    names = list(dict.fromkeys(name for each in played for name in (each.lower, each.upper)))
    floor = found[names[0]].rating.value
    for at, name in enumerate(names):
        standing = found[name]
        step = f"{standing.rating.value - found[names[at - 1]].rating.value:+.0f}" if at else ""
        spread = (standing.rating.interval[1] - standing.rating.interval[0]) / 2
        against = [shares.get((name, names[at - down])) if at >= down else None for down in (1, 2)]
        words = [f"{each.share:.0%} of {len(each.games)}" if each else "" for each in against]
        number = next((level.number for level in LEVELS if level.name == name), "")
        label = f"{number} {name}".strip()
        elo = f"{standing.rating.value - floor:.0f} ± {spread:.0f}"
        rows.append(f"| {label} | {elo} | {step} | {standing.games} | {' | '.join(words)} |")
    return "\n".join(rows)


def as_json(played: Sequence[Meeting]) -> list[dict[str, Any]]:
    """The meetings as JSON."""
    return [
        {
            "upper": meeting.upper,
            "lower": meeting.lower,
            "games": [[list(game.players), list(game.winners)] for game in meeting.games],
        }
        for meeting in played
    ]


def from_json(found: Sequence[Mapping[str, Any]]) -> list[Meeting]:
    """The meetings that ``as_json`` wrote."""
    return [
        Meeting(
            row["upper"],
            row["lower"],
            tuple(Outcome(tuple(players), tuple(winners)) for players, winners in row["games"]),
        )
        for row in found
    ]
