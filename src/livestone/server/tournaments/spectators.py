"""What anybody may see of players, their games and tournaments, and when it changes."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

import msgspec
from litestar.di import NamedDependency
from litestar.params import FromPath

from livestone.api import tournaments as api
from livestone.api.tables import Clock, SeatClock
from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import number
from livestone.errors import Busy, NotFound
from livestone.languages.words import language, t
from livestone.play.tournament import report
from livestone.play.tournament.fixtures import Fixture, Result
from livestone.play.tournament.tournament import Tournament
from livestone.records.record import Note, Participant, Record
from livestone.records.record import Result as Ending
from livestone.server.tables.store import GameStore
from livestone.server.tables.table import state_of
from livestone.server.tables.watched import Watched, watched_table
from livestone.server.tournaments.operators import Operators
from livestone.server.tournaments.players import RunningGame
from livestone.server.tournaments.runner import TournamentRunner
from livestone.server.tournaments.scoreboard import (
    MAX_BOARDS,
    board,
    encounter,
    scoreboard,
)
from livestone.server.tournaments.state import TournamentState
from livestone.server.tournaments.store import GOING_ON, NamedResult, TournamentRow
from livestone.server.web.aside import aside
from livestone.server.web.events import Event
from livestone.server.web.identity import AnyRequest, caller

PAUSE = 1.0  # seconds between two updates of a page, however many moves are made
# The version of a page whose game is over: no running game has so many moves.
OVER = 1_000_000_000
MAX_LAST_RESULTS, MAX_TOURNAMENTS, MAX_CACHED = 20, 10, 16
MAX_PLACES = 20  # of the ladder among everything else

T = TypeVar("T")


@dataclass(frozen=True)
class WatchedGame:
    """A game by seat (White first); ``result`` is None while it runs, ``name`` its tournament's.

    ``notes`` are what players printed and drew, by ply from 1, for those who may see it.
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
    notes: Mapping[int, str] = field(default_factory=dict)

    @property
    def said(self) -> str:
        return "" if self.result is None else outcome(self.result)

    def record(self) -> Record:
        fault = "" if self.result is None else self.result.words
        return Record.of(
            self.state,
            [Participant(name, "bot") for name in self.names],
            notes=[
                Note(seconds, engine=self.notes.get(ply))
                for ply, seconds in enumerate(self.seconds, 1)
            ],
            result=self.ending,
            date=datetime.fromtimestamp(self.date, UTC).strftime("%Y-%m-%d"),
            tags={"fault": " ".join(fault.split())[:200]} if fault else {},
        )

    def shape(self) -> api.FreeplayGame:
        state = self.state
        return api.FreeplayGame(
            id=self.id,
            status="running" if self.running else "finished",
            game=state.game.id,
            options=dict(state.game.option),
            players=self.names,
            moves=tuple(state.move_texts),
            scores=tuple(number(score) for score in state.scores),
            mover=state.mover if self.running else None,
            said=self.said,
            result=None if self.result is None else converted(self.result, api.Result),
            tournament=self.tournament or None,
            name=self.name,
        )

    def table(
        self, version: int, ply: int | None = None, clock: Clock | None = None
    ) -> api.FreeplayTable:
        """The game as a table shows it. Raises BadRequest for a ply that it does not have."""
        rules, moves = self.state.game, tuple(self.state.move_texts)
        shown = Watched(
            rules,
            self.names,
            moves,
            self.said,
            self.result.winners if self.result else (),
            notes=tuple(self.notes.get(ply, "") for ply in range(1, len(moves) + 1)),
            seconds=self.seconds,
            clock=clock,
        )
        return watched_table(shown, self.id, ply, version, self.name, self.tournament or None)


class Spectators:
    """What spectators see, with a version; ``classroom`` says whether public keys are accepted.

    The version rises at most once in ``pause`` seconds.
    """

    def __init__(
        self,
        runner: TournamentRunner,
        store: GameStore,
        operators: Operators,
        port: int,
        classroom: bool = False,
        pause: float = PAUSE,
    ) -> None:
        self.runner = runner
        self.pause = pause
        self.operators = operators
        self.port = port
        self.classroom = classroom
        self._store = store
        # Higher than any version before a restart.
        self._version = int(time.time() * 1000)
        self._seen: tuple[int, ...] = ()
        self._checked = -math.inf
        self._cache: dict[tuple[str, int], asyncio.Future[Any]] = {}
        self._closing = asyncio.Event()

    @property
    def version(self) -> int:
        """A number that rises when something has changed.

        It rises at most once in ``pause`` seconds, so that a view is made once for all who read
        it, but at once when the operator has done something.
        """
        runner, players, now = self.runner, self.runner.players, time.monotonic()
        if now - self._checked < self.pause and self._seen[0] == runner.operator_acts:
            return self._version
        self._checked = now
        seen = (runner.operator_acts, players.changes.count, players.moves)
        if seen != self._seen:
            self._seen = seen
            self._version += 1
        return self._version

    async def cached(self, key: str, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what ``make`` returns, made once for each version."""
        place = key, self.version
        if place not in self._cache:
            self._cache[place] = asyncio.ensure_future(make())
            while len(self._cache) > MAX_CACHED:
                del self._cache[next(iter(self._cache))]
        made = self._cache[place]
        try:
            found: T = await asyncio.shield(made)
        except BaseException:
            if made.done():
                self._cache.pop(place, None)  # the next attempt may succeed
            raise
        return found

    def leave(self) -> None:
        self._closing.set()

    async def follow(
        self, version: Callable[[], int] | None = None, pause: float = PAUSE
    ) -> AsyncIterator[Event]:
        """Yield an event now and whenever ``version`` (its own, if left out) has changed.

        It is looked at every ``pause`` seconds.
        """
        told = -1
        while not self._closing.is_set():
            now = self.version if version is None else version()
            if now != told:
                told = now
                yield Event("changed", now, {"version": now})
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._closing.wait()

    def version_of(self, id: str) -> int:
        game = self.runner.players.games.get(id)
        return OVER if game is None else len(game.moves) + 1

    async def table(self, id: str, ply: int | None, notes: Mapping[int, str]) -> api.FreeplayTable:
        """Return a game as a table shows it. Raises NotFound, BadRequest or StorageError."""
        version, running = self.version_of(id), self.runner.players.games.get(id)
        clock = None if running is None else clock_of(running)
        game = replace(await self.game(id), notes=notes)
        return await aside(game.table, version, ply, clock)

    async def game(self, id: str) -> WatchedGame:
        """Return a game between players, running or over. Raises NotFound or StorageError."""
        running = self.runner.players.games.get(id)
        if running is not None:
            return self._with_tournament(*await watched(running))
        found = await self.runner.store.result_of(id)
        stored = None if found is None else await self._store.read(id)
        if found is None or stored is None:
            raise NotFound(
                t(
                    "there is no game {id} here: perhaps it was broken off, and played again",
                    id=repr(id[:40]),
                )
            )
        state, game = await aside(state_of, stored), stored.game
        return WatchedGame(
            id,
            found.result.players,
            state,
            tuple(ply.seconds for ply in stored.plies),
            game.created,
            running=False,
            ending=Ending.of(state, game.reason, game.ended_by, game.winners),
            result=found.result,
            tournament=found.tournament,
            name=found.name,
        )

    def _with_tournament(self, game: WatchedGame) -> WatchedGame:
        if self.runner.store.class_id is not None:
            return game  # only members see the tournament
        for state in (self.runner.current, self.runner.ladder):
            if state is not None and any(running.id == game.id for _, running in self.games(state)):
                return replace(game, tournament=state.id, name=state.row.name)
        return game

    def games(self, state: TournamentState) -> list[tuple[Fixture, RunningGame]]:
        by_names = {game.names: game for game in self.runner.players.games.values()}
        return [
            (fixture, by_names[fixture.players])
            for fixture in state.tournament.open()
            if fixture.key in state.playing and fixture.players in by_names
        ]

    def players(self) -> tuple[api.FreeplayPlayer, ...]:
        players = self.runner.players
        playing = {name: game.id for game in players.games.values() for name in game.names}
        return tuple(
            api.FreeplayPlayer(name, playing.get(name)) for name in sorted(players.present)
        )

    async def scoreboard(self, id: str) -> api.Scoreboard:
        """Return what a screen shows of a tournament. Raises NotFound or StorageError."""
        state = await self.runner.find(id)
        key = f"{id} {state.row.status} {language.get()}"
        return await self.cached(key, lambda: self._scoreboard(state, self.games(state)))

    async def front(self) -> api.Scoreboard:
        """Return the ladder with all games that run, and the last results of all tournaments."""
        return await self.cached(f"front {language.get()}", self._front)

    async def _front(self) -> api.Scoreboard:
        ladder, games = self.runner.ladder, self.runner.players.games.values()
        found = await self.runner.store.last_results(MAX_LAST_RESULTS)
        playing = [(Fixture(0, at, 1, game.names), game) for at, game in enumerate(games, 1)]
        shown = await self._scoreboard(ladder, playing)
        rules = ladder.plan.make_game()
        return msgspec.structs.replace(
            shown,
            standings=shown.standings[:MAX_PLACES],
            crosstable=(),
            meetings=(),
            results=tuple(encounter(rules, one.result, one.result.record) for one in found),
            more_results=0,
        )

    async def _scoreboard(
        self, state: TournamentState, games: Sequence[tuple[Fixture, RunningGame]]
    ) -> api.Scoreboard:
        """Make it in a thread: it may take a while."""
        row, copied = state.row, copy_of(state)
        present = self.runner.players.present if row.status in GOING_ON else None
        seen = [(game.id, game.names, game.game, game.moves) for _, game in games[:MAX_BOARDS]]

        def make() -> api.Scoreboard:
            boards = [board(id, names, replayed(game, moves)) for id, names, game, moves in seen]
            return scoreboard(
                copied(),
                boards,
                present=present,
                more_boards=len(games) - len(seen),
                id=row.id,
                name=row.name,
                status=row.status,
                settings=msgspec.convert(row.settings, api.Settings),
                rules=state.rules.words(),
            )

        return await aside(make)

    async def overview(self, host: str) -> api.Freeplay:
        """Return everything there is to watch, by the name of the server. Raises StorageError."""
        return await self.cached(f"overview {host}", lambda: self._overview(host))

    async def _overview(self, host: str) -> api.Freeplay:
        runner = self.runner
        games = await watched(*runner.players.games.values())
        results = await runner.store.last_results(MAX_LAST_RESULTS)
        newest, _ = await runner.store.newest(MAX_TOURNAMENTS)
        return api.Freeplay(
            players=self.players(),
            games=tuple(game.shape() for game in games),
            tournament=None if runner.current is None else runner.current.id,
            ladder=runner.ladder.id,
            tournaments=tuple(map(tournament_line, newest)),
            results=tuple(map(_named_result, results)),
            connection=api.Connection(host, self.port, self.classroom),
        )


async def watched(*games: RunningGame) -> list[WatchedGame]:
    """Return running games as they stand now."""
    now = [(game, tuple(game.moves), tuple(game.seconds)) for game in games]

    def make() -> list[WatchedGame]:
        return [
            WatchedGame(
                game.id, game.names, replayed(game.game, moves), seconds, game.begun, running=True
            )
            for game, moves, seconds in now
        ]

    return await aside(make)


def clock_of(game: RunningGame) -> Clock:
    """Return what the clocks of a running game show now."""
    left = [game.left_of(seat) for seat in range(len(game.names))]
    return Clock(tuple(SeatClock(round(seconds, 3)) for seconds in left), game.mover)


def replayed(game: Game, moves: Sequence[str]) -> State:
    state = State(game)
    for move in moves:
        state.play(move)
    return state


def converted(found: object, shape: type[T]) -> T:
    """Return a struct of the API with the attributes of an object."""
    return msgspec.convert(found, shape, from_attributes=True)


def tournament_line(row: TournamentRow) -> api.TournamentLine:
    return msgspec.convert({**vars(row), "players": len(row.entrants)}, api.TournamentLine)


async def tournament_shape(state: TournamentState) -> api.Tournament:
    copied = copy_of(state)
    return await aside(lambda: shape_of(state.row, copied()))


def pairings_shape(state: TournamentState) -> api.Pairings:
    draft = None if state.draft is None else converted(state.draft, api.Round)
    return api.Pairings(state.review, draft)


def copy_of(state: TournamentState) -> Callable[[], Tournament]:
    """Return what makes, in another thread, a copy of the tournament as it stands now."""
    one = state.tournament
    return partial(Tournament, state.plan, one.entrants, one.rounds, one.results)


def shape_of(row: TournamentRow, tournament: Tournament) -> api.Tournament:
    line, summary = tournament_line(row), report.summary(tournament)
    return api.Tournament(**msgspec.structs.asdict(summary), **msgspec.structs.asdict(line))


def _named_result(found: NamedResult) -> api.NamedResult:
    values = msgspec.to_builtins(found.result)
    return api.NamedResult(**values, tournament=found.tournament, name=found.name)


def outcome(result: Result) -> str:
    """How a game ended, in words.

    >>> fixture = Fixture(1, 1, 1, ("Ana", "Ben"))
    >>> outcome(fixture.result((1,), (8, 12)))
    'Ben won 12 to 8'
    >>> outcome(fixture.result((0,), (8, 12), reason="abandoned", loser=1, words="it left"))
    'Ben lost: it left'
    """
    if fault := report.fault(result):
        return fault
    seats = sorted(range(len(result.scores)), key=lambda seat: (seat not in result.winners, seat))
    scores = " to ".join(str(number(result.scores[seat])) for seat in seats)
    if not result.winners:
        return f"Drawn {scores}"
    return f"{result.players[result.winners[0]]} won {scores}"


async def spectators_of(request: AnyRequest) -> Spectators:
    """Return what there is to watch of players and tournaments. Raises NotFound or Busy."""
    spectators: Spectators | None = request.app.state.spectators
    if spectators is None and request.app.state.lines:
        raise Busy("tournaments are at another process of this server: try again in a moment")
    if spectators is None:
        raise NotFound("no Freeplay here: it needs a server that 'livestone serve' has started")
    return spectators


async def watched_by(request: AnyRequest, id: FromPath[str]) -> Spectators:
    """Return those of a game: of the class in which it runs, else those of all players."""
    spectators, classes = await spectators_of(request), request.app.state.classes
    found: Spectators = (classes.playing(id) if classes is not None else None) or spectators
    return found


async def operated(request: AnyRequest) -> Spectators:
    """Return the same for an operator. Raises NotAllowed for others."""
    spectators = await spectators_of(request)
    await spectators.operators.check((await caller(request)).owner_id)
    return spectators


SpectatorsDep = NamedDependency[Spectators]
OperatedDep = NamedDependency[Spectators]
WatchedDep = NamedDependency[Spectators]
