"""The organiser: pairs who waits in the hall, and runs the tournament that the operator starts."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Collection
from dataclasses import replace

from livestone.errors import Conflict, LivestoneError, NotFound, StorageError
from livestone.freeplay.table import Played
from livestone.play.tournament.fixtures import ABSENT, Fixture, Result
from livestone.server.freeplay.game import LineGame
from livestone.server.freeplay.news import News
from livestone.server.freeplay.registry import Absent, PlayerRegistry
from livestone.server.tables.store import Stored
from livestone.server.tournaments.request import TournamentRequest, ladder_row, tournament_row
from livestone.server.tournaments.rules import TournamentRules
from livestone.server.tournaments.state import TournamentState, result_from, result_row, stored_game
from livestone.server.tournaments.store import (
    GOING_ON,
    LADDER,
    Counted,
    RoundRow,
    StoredTournament,
    TournamentRow,
    TournamentStore,
)

BREAK = 2.0  # seconds that a player has after a game before the ladder pairs him again
SEASON = 2000  # games, after which the ladder goes on in a new one, from the places reached
MOST_OLD = 16  # tournaments that are over and somebody looked at, kept in memory
RETRY = 2.0  # seconds until something is tried again that the disk refused

log = logging.getLogger("livestone")


class TournamentRunner:
    """Whoever waits in the hall is paired: by the tournament that goes on, else by the ladder.

    Everything that counts is in the store before anybody is told. So an organiser that is made
    anew over the same store goes on where the last one ended: games that were cut off are
    played again, and nothing counts twice. ``news`` counts what happens.
    """

    def __init__(
        self, hall: PlayerRegistry, store: TournamentStore, *, rest: float = BREAK
    ) -> None:
        self.hall = hall
        self.store = store
        self.news = News()
        self.acts = 0  # of the operator
        self.contest: TournamentState | None = None
        self.ladder: TournamentState
        self._rest = rest
        self._resting: dict[str, float] = {}  # name -> until when
        self._lock = asyncio.Lock()  # held by whoever begins games or changes what is begun
        self._pairing = asyncio.Lock()  # held while another thread reads a tournament
        self._old: dict[str, TournamentState] = {}
        self._woken = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()
        self._saving: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Read what was going on, and go on with it. Raises StorageError."""
        for id in await self.store.going_on():
            contest = await self._read(id)
            if contest.row.kind == LADDER:
                self.ladder = contest
            elif self.contest is None:
                self.contest = contest
        if not hasattr(self, "ladder"):
            self.ladder = await self._create(ladder_row(TournamentRules()))
        self._running |= {asyncio.create_task(self._run()), asyncio.create_task(self._listen())}

    async def close(self) -> None:
        """Begin nothing more, cut off the games under way, and wait for what is being saved."""
        self._closed = True
        tasks = list(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*self._saving, return_exceptions=True)

    async def begin(self, order: TournamentRequest) -> TournamentState:
        """Start a tournament. Raises Conflict while another goes on, BadRequest or StorageError."""
        async with self._lock:
            if self.contest is not None:
                raise Conflict(
                    f"{self.contest.row.name!r} goes on: stop it before you start another"
                )
            entrants = order.entrants or self._by_strength(self.hall.present)
            self.contest = await self._create(tournament_row(order, entrants))
            contest = self.contest
        self._act()
        return contest

    async def set_status(self, id: str, status: str) -> None:
        """Have a tournament or the ladder ``running``, ``paused`` or ``stopped``.

        What is being played is played to its end. When the ladder is stopped, a new one begins.
        Raises NotFound or StorageError.
        """
        async with self._lock:
            contest = self.going_on(id)
            await self._change(contest, contest.changed(status=status))
            if status not in GOING_ON:
                if contest is self.contest:
                    self.contest = None
                else:
                    self.ladder = await self._create(ladder_row(contest.terms))
        self._act()

    async def set_terms(self, id: str, terms: TournamentRules, grace: float | None = None) -> None:
        """Set what rounds are played by that begin from now on. Raises NotFound or StorageError."""
        async with self._lock:
            contest = self.going_on(id)
            settings = terms.as_json()
            settings["grace"] = contest.grace if grace is None else grace
            await self._change(contest, contest.changed(settings=settings))
        self._act()

    def send_away(self, name: str) -> None:
        """Disconnect a player, who loses what he plays. Raises NotFound."""
        if name not in self.hall.present:
            raise NotFound(f"{name[:40]!r} is not here")
        self.hall.dismiss(name, "the operator has sent you away")

    def going_on(self, id: str) -> TournamentState:
        """The tournament or ladder that goes on under this id. Raises NotFound."""
        for contest in (self.contest, self.ladder):
            if contest is not None and contest.id == id:
                return contest
        raise NotFound(f"there is no tournament {id[:40]!r} that goes on")

    async def find(self, id: str) -> TournamentState:
        """Any tournament, over or not. Raises NotFound or StorageError."""
        for contest in (self.contest, self.ladder):
            if contest is not None and contest.id == id:
                return contest
        if id not in self._old:
            found = await self._read(id)
            while len(self._old) >= MOST_OLD:
                del self._old[next(iter(self._old))]
            self._old[id] = found
        return self._old[id]

    async def _read(self, id: str) -> TournamentState:
        stored = await self.store.read(id)
        if stored is None:
            raise NotFound(f"there is no tournament {id[:40]!r}")
        # In a thread: a ladder may have thousands of games.
        return await asyncio.to_thread(TournamentState, stored)

    async def _create(self, row: TournamentRow) -> TournamentState:
        contest = TournamentState(StoredTournament(row, (), ()))
        await self.store.create(row)
        return contest

    async def _change(self, contest: TournamentState, row: TournamentRow) -> None:
        await self.store.change(row)
        contest.row = row

    def _by_strength(self, names: Collection[str]) -> tuple[str, ...]:
        """The names, those first who stand high on the ladder."""
        known = [one.name for one in self.ladder.tournament.standings() if one.name in names]
        return (*known, *sorted(set(names) - set(known)))

    def _act(self) -> None:
        """The operator has done something."""
        self.acts += 1
        self._wake()

    def _wake(self) -> None:
        """Something has changed: look what may begin, and tell who listens."""
        self._woken.set()
        self.news.tell()

    async def _listen(self) -> None:
        """Look again whenever somebody comes, leaves or becomes free."""
        seen = self.hall.news.count
        while True:
            seen = await self.hall.news.after(seen)
            self._wake()

    async def _run(self) -> None:
        """Begin what may begin, whenever something changes."""
        while True:
            self._woken.clear()
            try:
                async with self._lock:
                    wait = await self._step()
            except Exception as error:
                # Whatever it is, a class that plays must not be left standing.
                _report("no games could be begun", error)
                wait = RETRY
            try:
                async with asyncio.timeout(None if wait == math.inf else wait):
                    await self._woken.wait()
            except TimeoutError:
                pass

    async def _step(self) -> float:
        """Begin what may begin; return after how many seconds to look again."""
        if not self.hall.present:
            # A class that is gone as a whole comes back: its time stands still.
            for contest in (self.contest, self.ladder):
                if contest is not None:
                    contest.forgive()
            return math.inf
        if self.contest is None:
            return await self._climb(self.ladder) if self.ladder.running else math.inf
        return await self._advance(self.contest) if self.contest.running else math.inf

    async def _advance(self, contest: TournamentState) -> float:
        """Go on with a tournament."""
        if not contest.tournament.open() and not contest.playing:
            wait = await self._next_round(contest)
            if wait > 0:
                return wait
        return await self._play_open(contest)

    async def _next_round(self, contest: TournamentState) -> float:
        """Begin the next round, or end; else return how long to wait for who is missing."""
        tournament, present = contest.tournament, self.hall.present
        if tournament.over:
            await self._change(contest, contest.changed(status="finished"))
            self.contest = None
            await self._say_end(contest)
            self._wake()
            return math.inf
        wait = max(contest.waits_for(tournament.entrants, present).values(), default=0.0)
        if wait > 0:
            return wait
        for name in contest.latecomers(present):
            tournament.enter(name)
        # In a thread: the best pairs of a hundred take a second to find.
        async with self._pairing:
            round = await asyncio.to_thread(tournament.next_round, present)
        if round is None and contest.plan.kind == "round-robin":
            # Only meetings are left that somebody does not come to.
            round = tournament.next_round(tournament.entrants)
        if round is None:
            return math.inf
        await self._begin(contest, RoundRow(round.number, round.as_json(), {}, time.time()))
        for name in round.byes:
            await self._say(name, f"Nobody is left for you in round {round.number}: you are free.")
        return 0.0

    async def _climb(self, ladder: TournamentState) -> float:
        """Pair on the ladder who is free and has rested."""
        now = time.monotonic()
        self._resting = {name: end for name, end in self._resting.items() if end > now}
        rested = [name for name in self.hall.free if name not in self._resting]
        coming = self.hall.present.difference(rested)
        full = len(ladder.tournament.results) >= SEASON
        if full and not ladder.tournament.open():
            ladder = await self._new_season(ladder)
        if len(rested) > 1 and not full:
            for name in ladder.latecomers(rested):
                ladder.tournament.enter(name)
            async with self._pairing:
                round = await asyncio.to_thread(
                    ladder.tournament.next_round, rested, early=True, coming=coming
                )
            if round is not None:
                # Who plays or rests is not absent, and who is does not matter here.
                data = replace(round, absent=()).as_json()
                await self._begin(ladder, RoundRow(round.number, data, {}, time.time()))
        wait = await self._play_open(ladder)
        return min(wait, *(end - now for end in self._resting.values()), math.inf)

    async def _new_season(self, ladder: TournamentState) -> TournamentState:
        await self._change(ladder, ladder.changed(status="finished"))
        order = [standing.name for standing in ladder.tournament.standings()]
        self.ladder = await self._create(ladder_row(ladder.terms, order))
        return self.ladder

    async def _begin(self, contest: TournamentState, round: RoundRow) -> None:
        round = replace(round, settings=contest.terms.as_json())
        row = contest.changed(entrants=list(contest.tournament.entrants))
        await self.store.begin(row, round)
        contest.row = row
        contest.begin(round)
        self.news.tell()

    async def _play_open(self, contest: TournamentState) -> float:
        """Begin the open games whose players are free; return when to look for the others."""
        wait = math.inf
        free = set(self.hall.free)
        for fixture in contest.tournament.open():
            if fixture.key in contest.playing:
                continue
            missing = contest.waits_for(fixture.players, self.hall.present)
            if missing and max(missing.values()) > 0:
                wait = min(wait, max(missing.values()))
            elif missing:
                await self._give_up(contest, fixture, list(missing))
            elif free.issuperset(fixture.players):
                free.difference_update(fixture.players)
                task = asyncio.create_task(self._play(contest, fixture))
                contest.playing[fixture.key] = task
                self._running.add(task)
                task.add_done_callback(self._running.discard)
        return wait

    async def _give_up(
        self, contest: TournamentState, fixture: Fixture, missing: list[str]
    ) -> None:
        """Count a game to which somebody has not come. On the ladder it is nobody's fault."""
        result = fixture.given_up(missing)
        if contest.row.kind == LADDER:
            result = fixture.result((), (0.0, 0.0), reason=ABSENT, words=result.words)
        await self._save(contest, result, None)
        for name in fixture.players:
            await self._say(name, f"{result.words}: your game is not played.")

    async def _play(self, contest: TournamentState, fixture: Fixture) -> None:
        """Play one game of a contest."""
        terms = contest.terms_of(fixture.round)

        async def keep(running: LineGame, played: Played) -> None:
            result = result_from(fixture, played, running.id)
            stored = stored_game(running.id, played, running.begun, running.seconds)
            # Whoever is cut off here leaves the saving to end.
            saving = asyncio.create_task(self._save(contest, result, stored))
            self._saving.add(saving)
            saving.add_done_callback(self._saving.discard)
            await asyncio.shield(saving)

        try:
            white, black = fixture.players
            await self.hall.play(
                (white, black),
                terms.make_game(),
                terms.clock,
                words=contest.words(fixture),
                keep=keep,
            )
        except Absent:
            pass
        except Exception as error:
            _report(f"a game of {' and '.join(fixture.players)} failed", error)
            await asyncio.sleep(RETRY)
        finally:
            del contest.playing[fixture.key]
            until = time.monotonic() + self._rest
            self._resting.update(dict.fromkeys(fixture.players, until))
            self._wake()

    async def _save(self, contest: TournamentState, result: Result, stored: Stored | None) -> None:
        """Write a result, and then count it; a disk that refuses is asked again."""
        while True:
            try:
                await self.store.finish(result_row(contest.id, result), stored)
                break
            except Counted:
                return
            except StorageError as error:
                log.error("a result waits to be kept: %s", error)
                if self._closed:
                    raise
                await asyncio.sleep(RETRY)
        async with self._pairing:
            contest.tournament.add(result)
        self._wake()

    async def _say(self, name: str, text: str) -> None:
        """Tell a player something, if he is there."""
        if name in self.hall.present:
            await self.hall.message(name, text)

    async def _say_end(self, contest: TournamentState) -> None:
        standings = contest.tournament.standings()
        for standing in standings:
            await self._say(
                standing.name,
                f"{contest.row.name} is over: you are number {standing.rank} of {len(standings)}.",
            )


def _report(what: str, error: Exception) -> None:
    """Log a failure, with what is needed to mend it for who asks for that."""
    log.error("%s: %s", what, error if isinstance(error, LivestoneError) else repr(error))
    log.debug("the traceback:", exc_info=error)
