"""A tournament in memory, and conversions between results, finished games and their rows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from livestone.freeplay.table import Played
from livestone.play.tournament.fixtures import Fixture, Key, Result, Round
from livestone.play.tournament.plan import Plan
from livestone.play.tournament.tournament import LATE, Tournament
from livestone.server.tables.store import GameRow, PlyRow, SeatRow, Stored
from livestone.server.tournaments.request import TournamentRules
from livestone.server.tournaments.store import (
    LADDER,
    RoundRow,
    StoredTournament,
    TournamentRow,
)

PLAYER = "player"  # a seat's kind, for players who log in by the line protocol


class TournamentState:
    """A tournament: its row in the store, rounds and results, and the games that run."""

    def __init__(self, stored: StoredTournament) -> None:
        self.row = stored.row
        self.plan = Plan.from_json(stored.row.plan)
        self.rounds = {row.number: row for row in stored.rounds}
        self.tournament = Tournament(
            self.plan,
            stored.row.entrants,
            [Round.from_json(row.data) for row in stored.rounds],
            stored.results,
        )
        self.playing: dict[Key, asyncio.Task[None]] = {}
        self._gone: dict[str, float] = {}

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def running(self) -> bool:
        return self.row.status == "running"

    @property
    def rules(self) -> TournamentRules:
        return TournamentRules.from_json(self.row.settings)

    @property
    def grace(self) -> float:
        return float(self.row.settings["grace"])

    @property
    def review(self) -> bool:
        """Whether it pauses before each round, so that its pairings can be changed."""
        return bool(self.row.settings.get("review"))

    @property
    def draft(self) -> Round | None:
        """The next round, if it is drawn and has not begun."""
        found = self.row.settings.get("draft")
        return None if found is None else Round.from_json(found)

    def set_apart(self, **changes: Any) -> TournamentRow:
        """The row with other ``settings``."""
        return self.changed(settings=self.row.settings | changes)

    def plays(self, rules: TournamentRules) -> bool:
        """Whether the rules are of its game, with as many players."""
        planned, game = self.plan.make_game(), rules.make_game()
        return (planned.id, planned.players) == (game.id, game.players)

    def rules_of(self, round: int) -> TournamentRules:
        """The rules of a round that has begun."""
        return TournamentRules.from_json(self.rounds[round].settings)

    def waits_for(self, names: Collection[str], present: Collection[str]) -> dict[str, float]:
        """The absent among ``names``, with the seconds to wait for each (0: no longer)."""
        now = time.monotonic()
        for name in present:
            self._gone.pop(name, None)
        return {
            name: max(0.0, self._gone.setdefault(name, now) + self.grace - now)
            for name in names
            if name not in present
        }

    def reset_waiting(self) -> None:
        """Wait for everybody anew, as when nobody at all is there."""
        self._gone.clear()

    def words(self, fixture: Fixture) -> str:
        """Which game this is, for its players."""
        if self.row.kind == LADDER:
            return self.row.name
        game = f", game {fixture.game} of {self.plan.games}" if self.plan.games > 1 else ""
        return f"{self.row.name}, round {fixture.round}{game}"

    def changed(self, **changes: Any) -> TournamentRow:
        return replace(self.row, updated=time.time(), **changes)

    def latecomers(self, present: Collection[str]) -> list[str]:
        """The players who are here, have not entered, and still may."""
        if self.plan.kind not in LATE:
            return []
        return sorted(set(present) - set(self.tournament.entrants))

    def begin(self, row: RoundRow) -> None:
        """Begin a round that is in the store."""
        self.rounds[row.number] = row
        self.tournament.begin(Round.from_json(row.data))


def result_from(fixture: Fixture, played: Played, id: str) -> Result:
    fault = played.fault
    return fixture.result(
        played.winners,
        played.scores,
        reason="finished" if fault is None else fault.reason,
        loser=played.loser,
        words="" if fault is None else str(fault),
        record=id,
    )


def stored_game(
    id: str,
    played: Played,
    begun: float,
    seconds: Sequence[float | None] = (),
    movers: Sequence[int] | None = None,
) -> Stored:
    """Return a finished game's rows.

    ``seconds`` are those of its plies, as far as known; ``movers`` their seats, None for in turn.
    """
    plies = [
        PlyRow(at + 1, move, at % len(played.names) if movers is None else movers[at], took)
        for at, (move, took) in enumerate(zip_longest(played.moves, seconds))
    ]
    row = GameRow(
        id=id,
        game=played.game.id,
        options=dict(played.game.option),
        opening=None,
        status="finished",
        winners=list(played.winners),
        scores=[float(score) for score in played.scores],
        reason="finished" if played.fault is None else played.fault.reason,
        ended_by=played.loser,
        mover=None,
        ply=len(plies),
        version=1,
        created=begun,
        updated=time.time(),
    )
    sitting = [SeatRow(seat, PLAYER, None, None, name) for seat, name in enumerate(played.names)]
    return Stored(row, tuple(sitting), tuple(plies))
