"""What everybody may see of the hall, its games and tournaments, as plain data."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from litestar.di import NamedDependency

from livestone.core.game import Game
from livestone.core.state import State, number
from livestone.errors import NotFound
from livestone.play.tournament import report
from livestone.play.tournament.fixtures import ABSENT, Fixture, Result
from livestone.records.record import Note, Participant, Record
from livestone.records.record import Result as Ending
from livestone.server.freeplay.game import LineGame
from livestone.server.tables.store import GameStore
from livestone.server.tables.table import Table
from livestone.server.tournaments.operators import Operators
from livestone.server.tournaments.runner import TournamentRunner
from livestone.server.tournaments.state import TournamentState, result_of
from livestone.server.tournaments.store import TournamentRow
from livestone.server.web.events import Event

# A page reads itself again no more often than this, however many moves are made.
PAUSE = 1.0
# The version of a page whose game is over: no running game has so many moves.
OVER = 1_000_000_000
MOST_RESULTS, MOST_TOURNAMENTS, MOST_SHOWN = 20, 10, 16

T = TypeVar("T")


@dataclass(frozen=True)
class Watching:
    """A game that runs or has ended: who plays (White first), its state, and how it ended.

    ``seconds`` are those of the plies, ``result`` is None while it runs and for a game that counts
    for nothing; ``tournament`` and ``name`` are the id and the name of the one it counts for.
    """

    id: str
    names: tuple[str, ...]
    state: State
    seconds: tuple[float | None, ...]
    date: float
    running: bool
    ending: Ending | None = None
    result: Result | None = None
    tournament: str = ""
    name: str = ""

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.state.game

    @property
    def version(self) -> int:
        """What a page that shows this knows of."""
        return self.state.ply + 1 if self.running else OVER

    def record(self) -> Record:
        """Return the record of the game so far."""
        fault = "" if self.result is None else self.result.words
        return Record.of(
            self.state,
            [Participant(name, "bot") for name in self.names],
            notes=[Note(seconds) for seconds in self.seconds],
            result=self.ending,
            date=datetime.fromtimestamp(self.date, UTC).strftime("%Y-%m-%d"),
            tags={"fault": " ".join(fault.split())[:200]} if fault else {},
        )

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {
            "id": self.id,
            "status": "running" if self.running else "finished",
            "game": self.game.id,
            "options": dict(self.game.option),
            "players": list(self.names),
            "moves": list(self.state.move_texts),
            "scores": [number(score) for score in self.state.scores],
            "mover": self.state.mover if self.running else None,
            "said": "" if self.result is None else outcome(self.result),
            "result": None if self.result is None else self.result.as_json(),
            "tournament": self.tournament or None,
        }


@dataclass(frozen=True)
class Doorway:
    """Where players log in: the port, and whether a classroom's public keys are accepted."""

    port: int
    classroom: bool = False


class Spectators:
    """What there is to see, and news of it at a pace that people can follow."""

    def __init__(
        self, runner: TournamentRunner, store: GameStore, operators: Operators, doorway: Doorway
    ) -> None:
        self.runner = runner
        self.operators = operators
        self.doorway = doorway
        self._store = store
        # Higher than anything that a page may have heard before a restart.
        self._version = int(time.time() * 1000)
        self._seen: tuple[int, ...] = ()
        self._looked = -math.inf
        self._shown: dict[str, tuple[int, asyncio.Future[Any]]] = {}
        self._closing = asyncio.Event()

    @property
    def version(self) -> int:
        """A number that is higher whenever there is something new.

        It rises once in a while only, unless the operator has done something, so that what many
        look at is made once.
        """
        runner, now = self.runner, time.monotonic()
        if now - self._looked < PAUSE and self._seen[0] == runner.acts:
            return self._version
        self._looked = now
        moves = sum(game.news.count for game in runner.hall.games.values())
        seen = (runner.acts, runner.news.count, runner.hall.news.count, moves)
        if seen != self._seen:
            self._seen = seen
            self._version += 1
        return self._version

    async def shown(self, key: str, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What everybody is shown under a key until there is something new, made once."""
        version = self.version
        before, made = self._shown.get(key, (-1, None))
        if made is None or before != version:
            made = asyncio.ensure_future(make())
            self._shown[key] = (version, made)
            while len(self._shown) > MOST_SHOWN:
                del self._shown[next(iter(self._shown))]
        try:
            found: T = await asyncio.shield(made)
        except BaseException:
            if made.done():
                self._shown.pop(key, None)  # a disk that failed may work again
            raise
        return found

    def leave(self) -> None:
        """Let go of everybody who follows."""
        self._closing.set()

    async def follow(self, version: Callable[[], int] | None = None) -> AsyncIterator[Event]:
        """Yield an event now and whenever ``version`` (its own) has changed, after a pause."""
        told = -1
        while not self._closing.is_set():
            now = self.version if version is None else version()
            if now != told:
                told = now
                yield Event("changed", now, {"version": now})
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await self._closing.wait()

    def version_of(self, id: str) -> int:
        """The version of a game's page."""
        game = self.runner.hall.games.get(id)
        return OVER if game is None else len(game.moves) + 1

    async def game(self, id: str) -> Watching:
        """Return a game of the line server's, running or over. Raises NotFound or StorageError."""
        running = self.runner.hall.games.get(id)
        if running is not None:
            return self._counted(watching(running))
        found = await self.runner.store.result_of(id)
        stored = None if found is None else await self._store.read(id)
        if found is None or stored is None:
            raise NotFound(
                f"there is no game {id[:40]!r} here: perhaps it was broken off, and played again"
            )
        (row, name), live = found, Table(id)
        live.load(stored)
        game = stored.game
        return Watching(
            id,
            tuple(row.players),
            live.state,
            tuple(ply.seconds for ply in stored.plies),
            game.created,
            running=False,
            ending=Ending.of(live.state, game.reason, game.ended_by, game.winners),
            result=result_of(row),
            tournament=row.tournament_id,
            name=name,
        )

    def _counted(self, game: Watching) -> Watching:
        """The same game, with what it counts for."""
        for contest in (self.runner.contest, self.runner.ladder):
            if contest is not None and any(
                running.id == game.id for _, running in self.counting(contest)
            ):
                return replace(game, tournament=contest.id, name=contest.row.name)
        return game

    def counting(self, contest: TournamentState) -> list[tuple[Fixture, LineGame]]:
        """The running games that count for a contest, and what for."""
        by_names = {game.names: game for game in self.runner.hall.games.values()}
        return [
            (fixture, by_names[fixture.players])
            for fixture in contest.tournament.open()
            if fixture.key in contest.playing and fixture.players in by_names
        ]

    async def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with. Raises StorageError."""
        runner = self.runner
        playing = {name: game.id for game in runner.hall.games.values() for name in game.names}
        games = [watching(game) for game in runner.hall.games.values()]
        results = await runner.store.last_results(MOST_RESULTS)
        tournaments, _ = await runner.store.newest(MOST_TOURNAMENTS)
        contest = runner.contest
        return {
            "players": [
                {"name": name, "game": playing.get(name)} for name in sorted(runner.hall.present)
            ],
            "games": [game.as_json() for game in games],
            "tournament": None if contest is None else contest.id,
            "ladder": runner.ladder.id,
            "tournaments": [line_json(row) for row in tournaments],
            "results": [
                {"tournament": row.tournament_id, "name": name, **result_of(row).as_json()}
                for row, name in results
            ],
        }


def watching(game: LineGame) -> Watching:
    """Return a game that runs."""
    state = replayed(game.game, game.moves)
    return Watching(game.id, game.names, state, tuple(game.seconds), game.begun, running=True)


def replayed(game: Game, moves: Sequence[str]) -> State:
    """Return the state after these moves."""
    state = State(game)
    for move in moves:
        state.play(move)
    return state


def line_json(row: TournamentRow) -> dict[str, Any]:
    """Return a tournament as a list of them shows it."""
    return {
        "id": row.id,
        "name": row.name,
        "kind": row.kind,
        "status": row.status,
        "settings": row.settings,
        "created": row.created,
        "updated": row.updated,
    }


def contest_json(contest: TournamentState) -> dict[str, Any]:
    """Return the JSON object that the API answers with."""
    return line_json(contest.row) | report.as_json(contest.tournament)


def outcome(result: Result) -> str:
    """How a game ended, in words.

    >>> fixture = Fixture(1, 1, 1, ("Ana", "Ben"))
    >>> outcome(fixture.result((1,), (8, 12)))
    'Ben won 12 to 8'
    >>> outcome(fixture.result((0,), (8, 12), reason="abandoned", loser=1, words="it left"))
    'Ben lost: it left'
    """
    if result.reason == ABSENT:
        return result.words
    if result.loser is not None:
        return f"{result.players[result.loser]} lost: {result.words or result.reason}"
    scores = " to ".join(str(number(score)) for score in _winners_first(result))
    if not result.winners:
        return f"Drawn {scores}"
    return f"{result.players[result.winners[0]]} won {scores}"


def _winners_first(result: Result) -> Sequence[float]:
    order = sorted(range(len(result.scores)), key=lambda seat: (seat not in result.winners, seat))
    return [result.scores[seat] for seat in order]


GivenSpectators = NamedDependency[Spectators]
