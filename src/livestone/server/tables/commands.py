"""Tables: every command of the people who play, watch and are invited.

:class:`Tables` knows nothing of HTTP. An *owner id* is the opaque text that
:mod:`livestone.server.web.identity` makes of a cookie; a seat belongs to the visitor who took it.
Commands decide in ``moves``, ``takebacks``, ``offers``, ``rematch`` and ``premoves``, which return
a :class:`~livestone.server.tables.changes.Change`; the registry commits and announces it.
"""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import math
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any, Literal

import msgspec
from litestar.di import NamedDependency
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.api.tables import GamePage, Hint, Invitation, Plan
from livestone.api.tables import Table as TableAnswer
from livestone.core.state import State
from livestone.core.view import View
from livestone.errors import (
    BadRequest,
    Conflict,
    GameOver,
    LivestoneError,
    NotFound,
    NotLoggedIn,
    StorageError,
)
from livestone.games import load
from livestone.languages.words import t
from livestone.play.engine.fair_queue import FairQueue
from livestone.play.engine.processes import Engine
from livestone.play.time_control import TimeControl
from livestone.server.db.database import one_deadline
from livestone.server.db.owners import MARK, NOBODY, OwnerId
from livestone.server.tables import claims, moves, offers, premoves, rematch, takebacks
from livestone.server.tables.bots import Bots
from livestone.server.tables.changes import Change, seated
from livestone.server.tables.clock import clock_of
from livestone.server.tables.presenter import (
    invitation_view,
    invited,
    newest_view,
    record_of,
    table_line,
    table_view,
)
from livestone.server.tables.registry import ASK, Heard, Stale, TableRegistry
from livestone.server.tables.seats import (
    assign_seats,
    invitations,
    invite,
    new_row,
    seat_rows,
    stored,
)
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameRow, GameStore, SeatRow
from livestone.server.tables.table import Table
from livestone.server.web.aside import Coalescer, aside
from livestone.server.web.direct import encode
from livestone.server.web.events import Event
from livestone.tasks import uninterrupted

# Decides what becomes of a table that a visitor asks something of; None where nothing changes.
Decide = Callable[..., Change | None]

TRIES = 4  # at a table that other processes change too
PAGE = 20

log = logging.getLogger("livestone")


class Tables:
    """Every table of one server.

    Each method raises NotFound for an unknown id and NotAllowed for a visitor without a seat
    there; whatever is refused changes nothing. Commands return the table as the visitor then sees
    it.
    """

    def __init__(
        self, store: GameStore, engine: Engine, now: Callable[[], float] | None = None
    ) -> None:
        self._store = store
        self.registry = TableRegistry(store, now)
        self.queue = FairQueue(engine)
        self._bots = self.registry.bots = Bots(self.queue, self.registry.commit, store.address_of)
        self.feed, self.vacations = self.registry.feed, self.registry.vacations
        self.now = self.registry.now
        self._onlookers = Coalescer(self._look_on)
        self.guests = True  # whether people may play without an account
        # Told who looks at which table.
        self.looked: Callable[[Table, OwnerId], None] = lambda table, owner_id: None

    def check_guest(self, owner_id: OwnerId) -> None:
        """Raises NotLoggedIn for a guest where only people with accounts play."""
        if not self.guests and not owner_id.startswith(MARK):
            raise NotLoggedIn("guests only watch here: log in to play")

    async def check_room(self, owner_id: OwnerId) -> None:
        """Raises TooMany where a visitor keeps too much here to begin another game."""
        await self._store.check_room(owner_id)

    async def close(self) -> None:
        """Let everybody go, and wait until nothing is at work; the store stays open."""
        await self.registry.close()
        await self.queue.close("compile")

    # Setting up.

    @uninterrupted
    async def create(
        self, spec: TableSpec, owner_id: OwnerId, secret: str | None = None, name: str = ""
    ) -> TableAnswer:
        """Set up a table and start its game, or wait for the friends who are invited.

        ``name`` is that of a visitor with an account. ``secret`` is what only the visitor knows:
        see :meth:`invitations`. Raises UnknownGame, BadOption, BadPosition, BadRequest (seats
        that make no sense) or TooMany.
        """
        self.check_guest(owner_id)
        game, control = load(spec.game, **spec.options), TimeControl.read(spec.control)
        seats = seat_rows(game, spec.seats, owner_id, name)
        state = State(game) if spec.opening is None else State.read(game, spec.opening)
        if state.over:
            raise BadRequest(
                t(
                    "there is nothing to play: the game is over at {opening}",
                    opening=repr(spec.opening),
                )
            )
        await self.registry.steady()
        row = new_row(state, spec.opening, seats, control, self.now())
        row = _watched_as(row, spec)
        secret = secrets.token_urlsafe() if secret is None else secret
        await self._store.create(row, invite(secret, row.id, seats), maker=owner_id)
        self._bots.warm(game, seats, owner_id)
        return await self.view(row.id, owner_id)

    @uninterrupted
    async def begin(
        self,
        spec: TableSpec,
        sitters: Sequence[tuple[OwnerId, str]],
        shuffled: bool = False,
        also: Callable[[AsyncConnection, str], Awaitable[None]] | None = None,
    ) -> str:
        """Set up a table for people who have met, and return its id: see :func:`assign_seats`.

        ``also`` is done in the same transaction, and told the id. Raises UnknownGame, BadOption,
        BadRequest or TooMany.
        """
        game, control = load(spec.game, **spec.options), TimeControl.read(spec.control)
        seats = assign_seats(game, spec.seats, sitters, shuffled)
        await self.registry.steady()
        row = new_row(State(game), None, seats, control, self.now())
        row = _watched_as(row, spec)
        extra = None if also is None else lambda connection: also(connection, row.id)
        # Charged to who came last, and so is there to hear of a refusal.
        await self._store.create(row, seats, also=extra, maker=sitters[-1][0])
        self._bots.warm(game, seats, sitters[-1][0])
        await self.registry.wake_bot(row.id)
        return row.id

    async def invitations(self, id: str, owner_id: OwnerId, secret: str) -> dict[int, str]:
        """Return the invitations to open seats, for who set the table up with this ``secret``."""
        async with self.registry.locked(id, player=owner_id) as table:
            return invitations(secret, id, table.seats) if table.waiting else {}

    async def invitation(self, text: str, owner_id: OwnerId) -> Invitation:
        """Return what an invitation is for. Raises NotFound."""
        id, seat = await self._invited(text)
        async with self.registry.locked(id) as table:
            return invitation_view(table, seat, owner_id)

    async def sit(self, text: str, owner_id: OwnerId, name: str = "") -> TableAnswer:
        """Take the seat that an invitation is for; asking twice is harmless.

        ``name`` is that of a visitor with an account. Raises NotFound, or Conflict where another
        visitor has the seat or this one plays there already.
        """
        self.check_guest(owner_id)
        await self.registry.steady()
        id, seat = await self._invited(text)
        return await self._command(id, owner_id, sit_down, seat, name, as_player=False)

    async def _invited(self, text: str) -> tuple[str, int]:
        found = await self._store.invited(stored(text))
        if found is None:
            raise NotFound("this invitation leads nowhere: perhaps a part of the link is missing")
        return found

    # Looking.

    async def view(
        self,
        id: str,
        owner_id: OwnerId,
        ply: int | None = None,
        unseen: bool = False,
        since: str = "",
    ) -> TableAnswer:
        """Return the table as it is, or as it was after ``ply`` plies. Raises BadRequest.

        It is ``unseen`` by a page that nobody looks at now, in a hidden tab.
        """
        async with self.registry.locked(id, viewer=owner_id) as table:
            self._bots.wake(table)
            if not unseen:
                self.looked(table, owner_id)
            seen, plies = table_view(table, owner_id, ply, since), table.plies
        mine = [seat.index for seat in seen.seats if seat.is_me]
        if not seen.can.plan or len(mine) != 1:
            return seen
        plan = premoves.open_plan(await self._store.plan(id, mine[0]), plies, mine[0])
        return seen if plan is None else msgspec.structs.replace(seen, plan=plan)

    async def view_of_spectators(self, id: str) -> tuple[TableAnswer, View]:
        """Return what a spectator sees, and the position. Raises NotFound or NotAllowed."""
        async with self.registry.locked(id, viewer=NOBODY) as table:
            return table_view(table, NOBODY), newest_view(table, table.seen_by(NOBODY))

    async def view_of_onlooker(self, id: str, owner_id: OwnerId, since: str = "") -> bytes | None:
        """Return a table's JSON for an onlooker, None for who is none. Raises NotFound.

        It is made once for all who ask in the same moment. Players never share: what they see is
        their own.
        """
        known = self.registry.known(id)
        if known is not None and owner_id in known.owners:
            return None
        json, seated = await self._onlookers.get(f"{id} {since}", owner_id)
        return None if owner_id in seated else json

    async def _look_on(
        self, what: str, owners: frozenset[str]
    ) -> tuple[bytes | None, frozenset[OwnerId]]:
        """Return a table's JSON, None where it is private, and who is no onlooker."""
        id, _, since = what.partition(" ")
        async with self.registry.locked(id) as table:
            self._bots.wake(table)
            seated, public = frozenset(table.owners), table.row.public
            return encode(table_view(table, NOBODY, since=since)) if public else None, seated

    def subscribe(self, id: str, owner_id: OwnerId) -> AsyncIterator[Event]:
        return self.registry.subscribe(id, owner_id)

    def looking_at(self, id: str, owner_id: OwnerId) -> AbstractAsyncContextManager[Table]:
        return self.registry.locked(id, viewer=owner_id)

    async def record(self, id: str, owner_id: OwnerId, form: Literal["txt", "json"] = "txt") -> str:
        """Return the game's record as text or JSON, as far as the visitor may know it."""
        async with self.registry.locked(id, viewer=owner_id) as table:
            seen = copy.copy(table)  # whose state never changes: nobody waits until it is read
        return await aside(_record, seen, owner_id, form)

    async def mine(self, owner_id: OwnerId, page: int = 1, urgent: bool = False) -> GamePage:
        """Return a page of games, newest or ``urgent`` first. Raises BadRequest."""
        if not 1 <= page <= 1_000_000:
            raise BadRequest(t("there is no page {page}: pages count from 1", page=page))
        rows, total = await self._store.of(owner_id, PAGE, (page - 1) * PAGE, urgent)
        lines = []
        for row, seats in rows:
            try:
                lines.append(table_line(row, seats, owner_id, await self._left(row, seats)))
            except LivestoneError as error:  # a game or an option that is no more
                log.warning("game %s cannot be listed: %s", row.id, error)
        return GamePage(tuple(lines), page, max(1, math.ceil(total / PAGE)), total)

    async def _left(self, row: GameRow, seats: Sequence[SeatRow]) -> float | None:
        """The seconds that the one to move has, or has to begin; None where nothing is due."""
        if row.status != "running" or row.mover is None or row.due is None:
            return None
        clock, owner_id = clock_of(row, len(seats)), seats[row.mover].owner_id
        flag, now = clock.flag_at(row.mover), self.now()
        if flag is None:
            return max(0.0, row.due - now)
        if row.since is not None and row.control.endswith("d") and owner_id is not None:
            flag += (await self.vacations.away(owner_id, row.since)).gone
        return max(0.0, flag - now)

    # Playing.

    async def play(
        self, id: str, owner_id: OwnerId, move: str, ply: int, lag: float = 0.0, since: str = ""
    ) -> TableAnswer:
        """Play a move (its text, or its path with spaces) after ``ply`` plies.

        ``lag`` are the seconds that a message takes to the visitor and back, of which their clock
        is spared some. Asking twice is harmless: a move that was played there already is answered
        with the present view. Raises MoveSyntaxError, IllegalMove, GameOver, or Conflict when the
        game has gone on or it is another player's turn.
        """
        known, asked = self.registry.known(id), (move, ply, lag)
        if known is not None and known.row.ply == ply:
            try:
                return await self._command(
                    id, owner_id, moves.play, *asked, heard=None, since=since
                )
            except (GameOver, StorageError):
                raise
            except LivestoneError:
                pass  # who is refused is refused by what the store says
        return await self._command(id, owner_id, moves.play, *asked, since=since)

    async def _command(
        self,
        id: str,
        owner_id: OwnerId,
        decide: Decide,
        *asked: Any,
        heard: Heard | None = ASK,
        as_player: bool = True,
        since: str = "",
    ) -> TableAnswer:
        """Decide and commit what a visitor, who has a seat, asks for; return what they then see.

        It is decided again on the table as it is now, where another process was quicker.
        """
        player, tries = owner_id if as_player else None, 0
        with one_deadline():
            while True:
                try:
                    async with self.registry.locked(id, player=player, heard=heard) as table:
                        change = decide(table, owner_id, *asked)
                        if change is not None:
                            await self.registry.commit(table, change)
                        return table_view(table, owner_id, since=since)
                except Stale:
                    tries += 1
                    if tries == TRIES:
                        raise

    async def look(self, id: str, owner_id: OwnerId, ply: int, since: str = "") -> TableAnswer:
        """Lift the curtain for the mover, if there is one. Raises Conflict at another ply."""
        async with self.registry.locked(id, player=owner_id) as table:
            moves.lift_curtain(table, owner_id, ply)
            return table_view(table, owner_id, since=since)

    async def undo(self, id: str, owner_id: OwnerId, ply: int, since: str = "") -> TableAnswer:
        return await self._command(id, owner_id, takebacks.undo, ply, since=since)

    async def answer_takeback(
        self, id: str, owner_id: OwnerId, ply: int, seat: int, allow: bool, since: str = ""
    ) -> TableAnswer:
        return await self._command(id, owner_id, takebacks.answer, ply, seat, allow, since=since)

    async def resign(self, id: str, owner_id: OwnerId, since: str = "") -> TableAnswer:
        return await self._command(id, owner_id, offers.resign, since=since)

    async def abort(self, id: str, owner_id: OwnerId, since: str = "") -> TableAnswer:
        return await self._command(id, owner_id, offers.abort, since=since)

    async def resume(self, id: str, owner_id: OwnerId, since: str = "") -> TableAnswer:
        return await self._command(id, owner_id, offers.resume, since=since)

    async def claim(self, id: str, owner_id: OwnerId, since: str = "") -> TableAnswer:
        return await self._command(id, owner_id, claims.claim, since=since)

    async def offer(
        self, id: str, owner_id: OwnerId, kind: str, ply: int, since: str = ""
    ) -> TableAnswer:
        return await self._command(id, owner_id, offers.offer, kind, ply, since=since)

    async def answer(
        self,
        id: str,
        owner_id: OwnerId,
        kind: str,
        seat: int,
        allow: bool,
        ply: int,
        since: str = "",
    ) -> TableAnswer:
        asked = (kind, seat, allow, ply)
        return await self._command(id, owner_id, offers.answer, *asked, since=since)

    @uninterrupted
    async def rematch(self, id: str, owner_id: OwnerId, secret: str | None = None) -> TableAnswer:
        """Ask for the same game again, everybody one seat further on; asking twice is harmless.

        Returns the new table once everybody wants it; until then the old one, whose ``offers`` say
        who asks. Everybody who played finds the new table there. Raises Conflict.
        """
        async with self.registry.locked(id, player=owner_id) as table:
            people = [seat.owner_id for seat in table.seats if seat.owner_id is not None]
        apart = bool(await self._store.blocked_among(people))
        secret = secrets.token_urlsafe() if secret is None else secret
        old = await self._command(id, owner_id, rematch.ask, apart, secret)
        if old.rematch is None:
            return old
        async with self.registry.locked(old.rematch, player=owner_id) as table:
            self._bots.wake(table)
            return table_view(table, owner_id)

    async def answer_rematch(
        self, id: str, owner_id: OwnerId, seat: int, allow: bool, secret: str | None = None
    ) -> TableAnswer:
        """Agree to a rematch that ``seat`` asks for, decline or withdraw it. Raises Conflict."""
        answer = await self._command(id, owner_id, rematch.decline, seat, allow)
        return await self.rematch(id, owner_id, secret) if allow else answer

    async def plan(
        self, id: str, owner_id: OwnerId, lines: Sequence[Sequence[str]], ply: int, since: str = ""
    ) -> TableAnswer:
        """Decide ahead what to play: see :func:`premoves.plan`. Nobody else learns of it."""
        async with self.registry.locked(id, player=owner_id) as table:
            decided = premoves.plan(table, owner_id, lines, ply)
            if isinstance(decided, Change):
                await self.registry.commit(table, decided)
                return table_view(table, owner_id, since=since)
            await self._store.write_plan(id, table.seats_of(owner_id)[0], decided)
            found: Plan | None = decided
            seen = table_view(table, owner_id, since=since)
            return msgspec.structs.replace(seen, plan=found)

    async def hint(self, id: str, owner_id: OwnerId) -> Hint:
        """Think for the visitor for a second or so, telling subscribers on the way.

        Raises Conflict when it is not the visitor's turn, when other people play along, or when the
        game goes on meanwhile.
        """
        async with self.registry.locked(id, player=owner_id) as table:
            moves.check_running(table)
            if table.seen_by(owner_id).others:
                raise Conflict("there are no hints in a game against other people")
            if table.row.mover not in table.seats_of(owner_id):
                raise Conflict("a hint is for your own turn, and it is another player's")
            moves.check_curtain(table, owner_id)
            task = self._bots.hint(table, owner_id)
        await asyncio.wait({task})
        if task.cancelled():
            raise Conflict("the game has gone on before the hint was ready")
        return task.result()


def sit_down(table: Table, owner_id: OwnerId, seat: int, name: str) -> Change | None:
    """Take a seat that one is invited to; None for who has it. Raises Conflict."""
    state, why = invited(table, seat, owner_id)
    if state == "mine":
        return None
    if state != "free":
        raise Conflict(why)
    free = table.seats[seat]
    return seated(table, replace(free, kind="person", owner_id=owner_id, name=name or free.name))


def _watched_as(row: GameRow, spec: TableSpec) -> GameRow:
    return replace(row, rated=spec.rated, public=spec.public, delay=spec.delay)


def _record(table: Table, owner_id: OwnerId, form: str) -> str:
    """The text of a table's record."""
    found = record_of(table, owner_id)
    if form == "json":
        return json.dumps(found.as_json(), ensure_ascii=False, indent=2) + "\n"
    return found.as_text()


TablesDep = NamedDependency[Tables]
