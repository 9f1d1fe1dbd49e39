"""Plays the games of a tournament, one after the other: the work of a process.

The seats are kept from game to game, so a player's file is loaded once for many games.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from livestone.core.runtime import compile_rules
from livestone.freeplay.adjudication import Adjudication
from livestone.freeplay.contestants import Contestant
from livestone.freeplay.limits import Clocks, Limits
from livestone.freeplay.table import Played, Seat, play_game
from livestone.play.tournament import Fixture, Plan, Result
from livestone.play.workers import Stop, tell

# A process keeps so many seats; with more players than that it lets the longest unused go.
MAX_SEATS = 12
# What the name of a file may not have, here or elsewhere.
NO_FILE_NAME = re.compile(r'[/\\:*?"<>|%]|^\.')
# How often a game tells its moves: a page shows no more.
TELL_SECONDS = 0.2


@dataclass(frozen=True)
class Setup:
    """What all games have in common; logs go to the folder ``logs``, a file a player.

    ``clock`` is seconds for a game and more after each move, and ``rules`` may end games early.
    """

    plan: Plan
    contestants: tuple[Contestant, ...]
    limits: Limits
    logs: Path
    clock: tuple[float, float] | None = None
    rules: Adjudication | None = None


@dataclass(frozen=True)
class Finished:
    """A game that is over: its result, its record as text, and what there is to say of a fault."""

    result: Result
    record: str
    report: str = ""

    def kept(self, place: str) -> Finished:
        """Return the same with the place where its record is."""
        return replace(self, result=replace(self.result, record=place))


class FixtureGames:
    """Plays fixtures with the seats of a setup; it can be pickled, without its seats."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.plan.make_game()
        self._who = {contestant.name: contestant for contestant in setup.contestants}
        self._seats: OrderedDict[str, tuple[Seat, IO[str] | None]] = OrderedDict()

    def __reduce__(self) -> tuple[type[FixtureGames], tuple[Setup]]:
        return FixtureGames, (self.setup,)

    def __call__(self, fixture: Fixture, stop: Stop) -> Finished:
        """Play a game and return its result; its moves are told. Raises Killed."""
        if any(self._who[name].thinks for name in fixture.players):
            compile_rules(self.game)
        count = len(fixture.players)
        played = play_game(
            self.game,
            [self._seat(name) for name in fixture.players],
            seed=fixture.dice(self.setup.plan),
            words=f"round {fixture.round}, meeting {fixture.meeting}, game {fixture.game}",
            opening=fixture.opening(self.setup.plan),
            tell=_teller(),
            clocks=None if self.setup.clock is None else Clocks(count, *self.setup.clock),
            rules=self.setup.rules,
        )
        while len(self._seats) > max(MAX_SEATS, len(fixture.players)):
            self._leave(next(iter(self._seats)))
        players = [self._who[name].participant for name in fixture.players]
        record = played.record(players).as_text()
        return Finished(result(fixture, played), record, played.report)

    def _seat(self, name: str) -> Seat:
        if name not in self._seats:
            who, log = self._who[name], None
            if who.external:
                log = (self.setup.logs / log_name(name)).open("a", encoding="utf-8")
            self._seats[name] = who.seat(self.setup.limits, log), log
        self._seats.move_to_end(name)
        return self._seats[name][0]

    def _leave(self, name: str) -> None:
        seat, log = self._seats.pop(name)
        seat.close()
        if log is not None:
            log.close()

    def close(self) -> None:
        """End the seats."""
        for name in list(self._seats):
            self._leave(name)


def _teller() -> Callable[[Sequence[str]], None]:
    """Tell the moves of a game, but not each of a quick one."""
    told = time.monotonic()

    def tell_moves(moves: Sequence[str]) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= TELL_SECONDS:
            told = now
            tell(tuple(moves))

    return tell_moves


def log_name(name: str) -> str:
    """Return the name of an entrant's log, which no other entrant's log has.

    >>> log_name("Жана 2"), log_name("a/b"), log_name(".b")
    ('Жана 2.log', 'a%2Fb.log', '%2Eb.log')
    """
    return f"{NO_FILE_NAME.sub(lambda found: f'%{ord(found[0]):02X}', name)}.log"


def result(fixture: Fixture, played: Played) -> Result:
    """Return the result of a game that was played."""
    fault, verdict = played.fault, played.verdict
    reason = "finished" if verdict is None else verdict.reason
    return fixture.result(
        played.winners,
        played.scores,
        reason=reason if fault is None else fault.reason,
        loser=played.loser,
        words="" if fault is None else " ".join(str(fault).split()),
    )
