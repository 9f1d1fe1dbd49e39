"""Rounds, their meetings, the games to play, and their results."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec

from livestone.errors import BadRequest
from livestone.play.match import opening
from livestone.play.tournament.plan import Plan, read

# The round, the meeting within it and the game of the meeting, each counted from 1.
Key = tuple[int, int, int]
# The reason of a game that was not played: it counts, but says nothing about strength.
ABSENT = "absent"


@dataclass(frozen=True)
class Meeting:
    """A meeting of a round: its number there, from 1, and the names by seat in its first game."""

    number: int
    players: tuple[str, ...]


@dataclass(frozen=True)
class Round:
    """A round: its meetings, players without an opponent (``byes``) and absent players."""

    number: int
    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the round as a JSON object."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    @classmethod
    def from_json(cls, data: object) -> Round:
        """Return the round that a JSON object holds. Raises BadRequest."""
        found: Round = read(data, cls)
        return found


@dataclass(frozen=True)
class Fixture:
    """One game to play: its key, and the names by seat."""

    round: int
    meeting: int
    game: int
    players: tuple[str, ...]

    def __str__(self) -> str:
        names = " against ".join(self.players)
        return f"round {self.round}, meeting {self.meeting}, game {self.game}: {names}"

    @property
    def key(self) -> Key:
        """What tells the game from all others of the tournament."""
        return self.round, self.meeting, self.game

    def opening(self, plan: Plan) -> tuple[str, ...]:
        """Return the moves that are made for the players: the same in all games of a meeting."""
        if plan.plies == 0:
            return ()
        seed = f"{plan.seed} {self.round} {self.meeting}"
        return tuple(opening(plan.make_game(), plan.plies, seed).move_texts)

    def dice(self, plan: Plan) -> int:
        """Return the seed of this game, for players that use random numbers."""
        words = f"{plan.seed} {self.round} {self.meeting} {self.game}"
        return random.Random(words).getrandbits(31)

    def result(
        self,
        winners: Sequence[int],
        scores: Sequence[float],
        *,
        reason: str = "finished",
        loser: int | None = None,
        words: str = "",
        record: str | None = None,
    ) -> Result:
        """Return the result of this game."""
        return Result(
            *self.key, self.players, tuple(winners), tuple(scores), reason, loser, words, record
        )

    def not_played(self, words: str) -> Result:
        """Return the result of a game that brings nobody anything."""
        return self.result((), (0.0,) * len(self.players), reason=ABSENT, words=words)

    def given_up(self, absent: Sequence[str], reason: str = ABSENT) -> Result:
        """Return the result of a game to which these players did not come: the others win it."""
        there = [seat for seat, name in enumerate(self.players) if name not in absent]
        gone = [seat for seat in range(len(self.players)) if seat not in there]
        return self.result(
            there if gone else (),
            (0.0,) * len(self.players),
            reason=reason,
            loser=gone[0] if len(gone) == 1 else None,
            words=f"{' and '.join(self.players[seat] for seat in gone)} did not come",
        )


@dataclass(frozen=True)
class Result:
    """What came of a game: the winners' seats (none for a draw), the scores, and why it ended.

    ``reason`` is a record's word, or ``absent`` where it was not played; ``loser`` is the seat of
    a player who lost by a fault, ``words`` say what that was; ``record`` says where the game is.
    """

    round: int
    meeting: int
    game: int
    players: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str = "finished"
    loser: int | None = None
    words: str = ""
    record: str | None = None

    @property
    def key(self) -> Key:
        """The key of its fixture."""
        return self.round, self.meeting, self.game

    @property
    def fixture(self) -> Fixture:
        """The game it is the result of."""
        return Fixture(self.round, self.meeting, self.game, self.players)

    def share(self, seat: int) -> Fraction:
        """What the game brought a seat: 1 for a win, its part of a shared win or a draw."""
        if self.reason == ABSENT and not self.winners:
            return Fraction(0)
        sharing = self.winners or range(len(self.players))
        return Fraction(seat in sharing, len(sharing))

    def as_json(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    @classmethod
    def from_json(cls, data: object) -> Result:
        """Return the result that a JSON object holds. Raises BadRequest."""
        found: Result = read(data, cls)
        seats = range(len(found.players))
        if not set(found.winners) <= set(seats) or len(found.scores) != len(seats):
            raise BadRequest(f"game {found.key} has winners or scores without a seat")
        return found


def fixtures(round: Round, games: int) -> list[Fixture]:
    """Return the games of a round: in a meeting all players move on one seat after every game."""
    return [
        Fixture(round.number, meeting.number, game, turned(meeting.players, game - 1))
        for meeting in round.meetings
        for game in range(1, games + 1)
    ]


def turned(players: Sequence[str], by: int) -> tuple[str, ...]:
    """Return the players by seat after all have moved on so many seats.

    >>> turned(("Ana", "Ben", "Cem"), 1)
    ('Cem', 'Ana', 'Ben')
    """
    count = len(players)
    return tuple(players[(seat - by) % count] for seat in range(count))
