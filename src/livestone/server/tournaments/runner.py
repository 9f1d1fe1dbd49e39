"""The runner of tournaments: pairs the players who are logged in, and counts their games."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from livestone.errors import Conflict, LivestoneError, NotAllowed, NotFound, StorageError
from livestone.freeplay.table import Played
from livestone.languages.words import t
from livestone.play.tournament import redraw
from livestone.play.tournament.fixtures import Fixture, Key, Result, Round
from livestone.server.freeplay.registry import Unavailable
from livestone.server.quotas.expiry import PAUSE_SECONDS, SWEEP_SECONDS
from livestone.server.tables.store import Stored
from livestone.server.tournaments.players import Players, RunningGame
from livestone.server.tournaments.request import TournamentRules, ladder_row
from livestone.server.tournaments.state import TournamentState, result_from, stored_game
from livestone.server.tournaments.store import (
    GOING_ON,
    LADDER,
    Counted,
    RoundRow,
    StoredTournament,
    TournamentRow,
    TournamentStore,
)
from livestone.tasks import Tasks, repeat, uninterrupted

BREAK = 2.0  # seconds from a player's game on the ladder to their next pairing
SEASON = 2000  # games, after which a new ladder begins from the places reached
MAX_OLD = 16  # finished tournaments kept in memory for those who read them
RETRY = 2.0  # seconds from a failure to the next attempt
MAX_TRIES = 3  # at a game that fails, such as one whose process is killed

log = logging.getLogger("livestone")


class TournamentRunner:
    """Pairs players: by the ``current`` tournament if there is one, else by the ``ladder``.

    A first ladder has the ``usual`` rules.

    Every result is in the store before its players hear of it. So a new runner over the same store
    goes on where the last one ended: unfinished games are played again, and nothing counts twice.
    """

    def __init__(
        self, players: Players, store: TournamentStore, usual: TournamentRules | None = None
    ) -> None:
        self.players = players
        self._usual = usual or TournamentRules()
        self.store = store
        self.operator_acts = 0
        self.current: TournamentState | None = None
        self.ladder: TournamentState
        self.rest = BREAK
        self._resting: dict[str, float] = {}  # name -> until when
        self._lock = asyncio.Lock()  # held to begin games, or to change a tournament
        self._pairing = asyncio.Lock()  # held while another thread reads a tournament
        self._old: dict[str, TournamentState] = {}
        self._failed: Counter[tuple[str, Key]] = Counter()
        self._running = Tasks()
        self._closed = False
        self._pause = SWEEP_SECONDS

    async def start(self) -> None:
        """Go on with the unfinished tournaments of the store. Raises StorageError."""
        for id in await self.store.going_on():
            state = await self._read(id)
            if state.row.kind == LADDER:
                self.ladder = state
            elif self.current is None:
                self.current = state
        if not hasattr(self, "ladder"):
            self.ladder = await self._create(ladder_row(self._usual))
        self._running.spawn(self._run())
        self._running.spawn(
            repeat(self._forget, lambda: self._pause, "old ladders were not deleted")
        )

    async def _forget(self) -> None:
        """Delete a little of what old ladders have left."""
        found = await self.store.forget_ladder()
        self._pause = PAUSE_SECONDS if found else SWEEP_SECONDS

    async def close(self) -> None:
        """Break off the games that run, and wait for results that are being saved."""
        self._closed = True
        await self._running.close()

    async def begin(self, row: TournamentRow) -> TournamentState:
        """Start a tournament. Raises Conflict while another goes on, BadRequest or StorageError."""
        async with self._lock:
            if self.current is not None:
                raise Conflict(
                    t(
                        "{name} goes on: stop it before you start another",
                        name=repr(self.current.row.name),
                    )
                )
            entrants = row.entrants or self._by_strength(self.players.present)
            state = self.current = await self._create(replace(row, entrants=entrants))
        self._operator_acted()
        return state

    async def set_status(self, id: str, status: str) -> None:
        """Pause, resume or stop (a stopped ladder is replaced). Raises NotFound or StorageError."""
        async with self._lock:
            state = self.going_on(id)
            await self._change(state, state.changed(status=status))
            if status not in GOING_ON:
                if state is self.current:
                    self.current = None
                else:
                    self.ladder = await self._create(ladder_row(state.rules))
        self._operator_acted()

    async def set_rules(
        self, id: str, rules: TournamentRules, grace: float | None = None
    ) -> TournamentState:
        """Set the rules of rounds that begin from now on; another game needs a new ladder.

        Raises NotFound, Conflict or StorageError.
        """
        async with self._lock:
            state = self.going_on(id)
            if not state.plays(rules):
                if state is not self.ladder:
                    raise Conflict(
                        t("a tournament stays with its game: stop it, and start another one")
                    )
                await self._change(state, state.changed(status="stopped"))
                state = self.ladder = await self._create(ladder_row(rules))
            patience = {"grace": state.grace if grace is None else grace}
            await self._change(state, state.set_apart(**rules.as_json(), **patience))
        self._operator_acted()
        return state

    async def set_review(self, id: str, on: bool) -> None:
        """Have it pause before each round, or not. Raises NotFound or StorageError."""
        async with self._lock:
            state = self.going_on(id)
            await self._change(state, state.set_apart(review=on))
        self._operator_acted()

    async def swap(self, id: str, number: int, one: str, other: str) -> None:
        """Have two change places in the round that is drawn.

        Raises NotFound, Conflict, BadRequest, NotAllowed or StorageError.
        """
        async with self._lock:
            state = self.going_on(id)
            changed = redraw.swapped(state.tournament, _draft(state, number), one, other)
            await self._change(state, state.set_apart(draft=changed.as_json()))
        self._operator_acted()

    async def leave_out(self, id: str, number: int, names: Sequence[str]) -> None:
        """Draw the next round again without some players. Raises as :meth:`swap` does."""
        async with self._lock:
            state = self.going_on(id)
            _draft(state, number)
            round = await self._draw(state, names)
            if round is None:
                raise NotAllowed(redraw.TOO_FEW)
            await self._change(state, state.set_apart(draft=round.as_json()))
        self._operator_acted()

    @property
    def event(self) -> TournamentState:
        """What players are paired by now."""
        return self.current or self.ladder

    def wake(self, names: Collection[str]) -> None:
        """Have players of the ladder rest no longer."""
        for name in names:
            self._resting.pop(name, None)
        self.players.changes.notify()

    def disconnect(self, name: str) -> None:
        """Disconnect a player, who loses the game that they play. Raises NotFound."""
        if name not in self.players.present:
            raise NotFound(t("{name} is not here", name=repr(name[:40])))
        self.players.disconnect(name, "the operator has sent you away")

    def going_on(self, id: str) -> TournamentState:
        """The tournament or ladder that goes on under this id. Raises NotFound."""
        for state in (self.current, self.ladder):
            if state is not None and state.id == id:
                return state
        raise NotFound(t("there is no tournament {id} that goes on", id=repr(id[:40])))

    async def find(self, id: str) -> TournamentState:
        """Any tournament, finished or not. Raises NotFound or StorageError."""
        with contextlib.suppress(NotFound):
            return self.going_on(id)
        if id not in self._old:
            found = await self._read(id)
            while len(self._old) >= MAX_OLD:
                del self._old[next(iter(self._old))]
            self._old[id] = found
        return self._old[id]

    async def _read(self, id: str) -> TournamentState:
        stored = await self.store.read(id)
        if stored is None:
            raise NotFound(t("there is no tournament {id}", id=repr(id[:40])))
        # In a thread: a ladder may have thousands of games.
        return await asyncio.to_thread(TournamentState, stored)

    async def _create(self, row: TournamentRow) -> TournamentState:
        state = TournamentState(StoredTournament(row))
        await self.store.create(row)
        return state

    async def _change(self, state: TournamentState, row: TournamentRow) -> None:
        await self.store.change(row)
        state.row = row

    def _by_strength(self, names: Collection[str]) -> list[str]:
        """The names in the order of the ladder, then those who are not on it."""
        known = [one.name for one in self.ladder.tournament.standings() if one.name in names]
        return [*known, *sorted(set(names) - set(known))]

    def _operator_acted(self) -> None:
        self.operator_acts += 1
        self.players.changes.notify()

    async def _run(self) -> None:
        while True:
            seen = self.players.changes.count
            try:
                async with self._lock:
                    wait = await self._step()
            except Exception as error:
                # Whatever it is, players must not be left waiting for ever.
                _report("no games could be begun", error)
                wait = RETRY
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if wait == math.inf else wait):
                    await self.players.changes.after(seen)

    async def _step(self) -> float:
        """Begin games that can begin; return the seconds until the next look."""
        if not self.players.present:
            # As after a restart or over night: nobody's grace runs out.
            for state in (self.current, self.ladder):
                if state is not None:
                    state.reset_waiting()
            return math.inf
        if self.current is None:
            return await self._pair_on_ladder(self.ladder) if self.ladder.running else math.inf
        return await self._advance(self.current) if self.current.running else math.inf

    async def _advance(self, state: TournamentState) -> float:
        while not state.tournament.open() and not state.playing:
            wait = await self._next_round(state)
            if wait > 0:
                return wait
        return await self._play_open(state)

    async def _next_round(self, state: TournamentState) -> float:
        """Begin the next round or end the tournament; else return the seconds to wait."""
        tournament, present = state.tournament, self.players.present
        if tournament.over:
            await self._change(state, state.changed(status="finished"))
            self.current = None
            await self._announce_end(state)
            self.players.changes.notify()
            return math.inf
        wait = max(state.waits_for(tournament.entrants, present).values(), default=0.0)
        if wait > 0:
            return wait
        for name in state.latecomers(present) if self.players.enter_late else ():
            tournament.enter(name)
        round = state.draft or await self._draw(state)
        if round is None and state.plan.kind == "round-robin":
            # Only meetings with absent players are left.
            round = tournament.next_round(tournament.entrants)
        if round is None:
            return math.inf
        if state.review and state.draft is None:
            row = state.set_apart(draft=round.as_json())
            await self._change(state, replace(row, status="paused"))
            self.players.changes.notify()
            return math.inf
        await self._begin(state, round)
        for name in round.byes:
            await self._tell(name, f"Nobody is left for you in round {round.number}: you are free.")
        return 0.0

    async def _draw(self, state: TournamentState, absent: Sequence[str] = ()) -> Round | None:
        # In a thread: the best pairs of a hundred take a second to find.
        async with self._pairing:
            present = self.players.present
            return await asyncio.to_thread(redraw.drawn, state.tournament, present, absent)

    async def _pair_on_ladder(self, ladder: TournamentState) -> float:
        """Pair players who are free and have rested; return the seconds until the next look."""
        now = time.monotonic()
        self._resting = {name: end for name, end in self._resting.items() if end > now}
        rested = [name for name in self.players.free if name not in self._resting]
        coming = self.players.present.difference(rested)
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
                # On the ladder it does not matter who is absent; players and resters are not.
                await self._begin(ladder, replace(round, absent=()))
        wait = await self._play_open(ladder)
        return min(wait, *(end - now for end in self._resting.values()), math.inf)

    async def _new_season(self, ladder: TournamentState) -> TournamentState:
        await self._change(ladder, ladder.changed(status="finished"))
        order = [standing.name for standing in ladder.tournament.standings()]
        self.ladder = await self._create(ladder_row(ladder.rules, order))
        return self.ladder

    async def _begin(self, state: TournamentState, round: Round) -> None:
        begun = RoundRow(round.number, round.as_json(), state.rules.as_json(), time.time())
        row = replace(state.set_apart(draft=None), entrants=list(state.tournament.entrants))
        await self.store.begin(row, begun)
        state.row = row
        state.begin(begun)

    async def _play_open(self, state: TournamentState) -> float:
        """Begin open games whose players are free; return the seconds to wait for the absent."""
        wait = math.inf
        free = set(self.players.free)
        for fixture in state.tournament.open():
            if fixture.key in state.playing:
                continue
            missing = state.waits_for(fixture.players, self.players.present)
            if missing and max(missing.values()) > 0:
                wait = min(wait, max(missing.values()))
            elif missing:
                await self._forfeit(state, fixture, list(missing))
            elif free.issuperset(fixture.players):
                free.difference_update(fixture.players)
                state.playing[fixture.key] = self._running.spawn(self._play(state, fixture))
        return wait

    async def _forfeit(self, state: TournamentState, fixture: Fixture, missing: list[str]) -> None:
        """Count a game that absent players have missed; on the ladder nobody loses it."""
        result = fixture.given_up(missing)
        if state.row.kind == LADDER:
            result = fixture.not_played(result.words)
        await self._save(state, result, None)
        for name in fixture.players:
            await self._tell(name, f"{result.words}: your game is not played.")

    async def _play(self, state: TournamentState, fixture: Fixture) -> None:
        rules = state.rules_of(fixture.round)

        async def save(running: RunningGame, played: Played) -> None:
            result = result_from(fixture, played, running.id)
            seconds, movers = running.seconds, running.movers
            stored = stored_game(running.id, played, running.begun, seconds, movers)
            await self._save(state, result, stored, running.versions)

        try:
            game, words = rules.make_game(), state.words(fixture)
            await self.players.play(fixture.players, game, rules.clock, words=words, save=save)
        except Unavailable:
            pass
        except Exception as error:
            _report(f"a game of {' and '.join(fixture.players)} failed", error)
            await self._try_again(state, fixture, error)
        finally:
            del state.playing[fixture.key]
            now = time.monotonic()
            for name in fixture.players:
                self._resting[name] = now + self.rest * self.players.rest(name)
            self.players.changes.notify()

    async def _try_again(self, state: TournamentState, fixture: Fixture, error: Exception) -> None:
        """Wait before the next attempt at a game; after MAX_TRIES leave it out."""
        place = state.id, fixture.key
        self._failed[place] += 1
        if self._failed[place] < MAX_TRIES:
            await asyncio.sleep(RETRY)
            return
        del self._failed[place]
        why = str(error) if isinstance(error, LivestoneError) else t("internal error")
        words = t("not played, after {n} attempts: {why}", n=MAX_TRIES, why=why)
        await self._save(state, fixture.not_played(words), None)

    @uninterrupted
    async def _save(
        self,
        state: TournamentState,
        result: Result,
        stored: Stored | None,
        versions: list[int | None] | None = None,
    ) -> None:
        """Write a result, again and again if the disk refuses, and then count it."""
        while True:
            try:
                await self.store.finish(state.id, result, stored, versions)
                break
            except Counted:
                return
            except StorageError as error:
                log.error("a result waits to be kept: %s", error)
                if self._closed:
                    raise
                await asyncio.sleep(RETRY)
        async with self._pairing:
            state.tournament.add(result)
        self.players.changes.notify()

    async def _tell(self, name: str, text: str) -> None:
        if name in self.players.present:
            await self.players.message(name, text)

    async def _announce_end(self, state: TournamentState) -> None:
        standings = state.tournament.standings()
        for standing in standings:
            await self._tell(
                standing.name,
                f"{state.row.name} is over: you are number {standing.rank} of {len(standings)}.",
            )


def _draft(state: TournamentState, number: int) -> Round:
    """The round of this number, which is drawn. Raises Conflict where it has begun, or not yet."""
    draft = state.draft
    if draft is None or draft.number != number:
        raise Conflict(t("round {number} is not about to begin", number=number))
    return draft


def _report(what: str, error: Exception) -> None:
    log.error("%s: %s", what, error if isinstance(error, LivestoneError) else repr(error))
    log.debug("the traceback:", exc_info=error)
