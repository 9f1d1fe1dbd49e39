"""The table service: games that people and bots play, kept in the store after every ply.

:class:`Tables` knows nothing of HTTP. A *visitor* is the opaque text that
:mod:`livestone.server.web.identity` makes of a cookie; a seat belongs to the visitor who took it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Literal

from litestar.di import NamedDependency
from sqlalchemy.ext.asyncio import AsyncConnection

from livestone.core.state import State
from livestone.errors import BadRequest, Conflict, GameOver, LivestoneError, NotFound, StorageError
from livestone.games import load
from livestone.server.db.uninterrupted import uninterrupted
from livestone.server.tables.deadlines import clock_of
from livestone.server.tables.invitations import invitations, invite, stored
from livestone.server.tables.listing import TablePage
from livestone.server.tables.premoves import Planning
from livestone.server.tables.presenter import (
    curtain_of,
    decision_before,
    glimpse,
    invitation_view,
    others_of,
    record_of,
    table_line,
    table_view,
    undo_asks,
    undo_target,
)
from livestone.server.tables.registry import ASK, Heard, retry_on_conflict, short
from livestone.server.tables.seats import assign_seats, new_row, seat_rows, status_of
from livestone.server.tables.shapes import (
    Glimpse,
    Hint,
    InvitationView,
    Ply,
    SeatView,
    TableSpec,
    TableView,
    Takeback,
    Thinking,
    Turn,
)
from livestone.server.tables.store import GameRow, SeatRow
from livestone.server.tables.table import Table
from livestone.server.tables.time_control import TimeControl
from livestone.server.web.events import Event

__all__ = [
    "Conflict",
    "Event",
    "Hint",
    "InvitationView",
    "Ply",
    "SeatView",
    "TableSpec",
    "TableView",
    "Tables",
    "Takeback",
    "Thinking",
    "Turn",
]

PAGE = 20

log = logging.getLogger("livestone")


class Tables(Planning):
    """Every table of one server.

    Each method raises NotFound for an unknown id and NotAllowed for a visitor without a seat
    there; whatever is refused changes nothing.
    """

    @uninterrupted
    async def create(
        self, spec: TableSpec, visitor: str, secret: str | None = None, name: str = ""
    ) -> TableView:
        """Set up a table and start its game, or wait for the friends who are invited.

        ``name`` is that of a visitor with an account. ``secret`` is what only the visitor knows:
        see :meth:`invitations`. Raises UnknownGame, BadOption, BadPosition, BadRequest (seats
        that make no sense) or TooMany.
        """
        self.check_guest(visitor)
        game, control = load(spec.game, **spec.options), TimeControl.read(spec.control)
        seats = seat_rows(game, spec.seats, visitor, name)
        state = State(game) if spec.opening is None else State.read(game, spec.opening)
        if state.over:
            raise BadRequest(f"there is nothing to play: the game is over at {spec.opening!r}")
        await self._steady()
        row = new_row(state, spec.opening, seats, control, self.now())
        row = watched_as(row, spec)
        secret = secrets.token_urlsafe() if secret is None else secret
        await self._store.create(row, invite(secret, row.id, seats), maker=visitor)
        self._bots.warm(game)
        return await self.view(row.id, visitor)

    @uninterrupted
    async def begin(
        self,
        spec: TableSpec,
        sitters: Sequence[tuple[str, str]],
        shuffled: bool = False,
        also: Callable[[AsyncConnection, str], Awaitable[None]] | None = None,
    ) -> str:
        """Set up a table for people who have met, and return its id: see :func:`assign_seats`.

        ``also`` is done in the same transaction, and told the id. Raises UnknownGame, BadOption,
        BadRequest or TooMany.
        """
        game, control = load(spec.game, **spec.options), TimeControl.read(spec.control)
        seats = assign_seats(game, spec.seats, sitters, shuffled)
        await self._steady()
        row = new_row(State(game), None, seats, control, self.now())
        row = watched_as(row, spec)
        extra = None if also is None else lambda connection: also(connection, row.id)
        # Charged to who came last, and so is there to hear of a refusal.
        await self._store.create(row, seats, also=extra, maker=sitters[-1][0])
        self._bots.warm(game)
        async with self._locked(row.id) as live:
            self._bots.wake(live)
        return row.id

    async def invitations(self, id: str, visitor: str, secret: str) -> dict[int, str]:
        """Return the invitations to open seats, for who set the table up with this ``secret``."""
        async with self._open(id, visitor) as live:
            return invitations(secret, id, live.seats) if live.waiting else {}

    async def invitation(self, text: str, visitor: str) -> InvitationView:
        """Return what an invitation is for. Raises NotFound."""
        id, seat = await self._invited(text)
        async with self._locked(id) as live:
            return invitation_view(live, seat, visitor)

    @retry_on_conflict
    async def sit(self, text: str, visitor: str, name: str = "") -> TableView:
        """Take the seat that an invitation is for; asking twice is harmless.

        ``name`` is that of a visitor with an account.
        Raises NotFound, or Conflict when somebody else has it or the visitor plays there already.
        """
        self.check_guest(visitor)
        await self._steady()
        id, seat = await self._invited(text)
        async with self._locked(id) as live:
            asked = invitation_view(live, seat, visitor)
            if asked.state == "free":
                await self._sit(live, seat, visitor, name)
            elif asked.state != "mine":
                raise Conflict(asked.why)
            return table_view(live, visitor)

    async def _invited(self, text: str) -> tuple[str, int]:
        found = await self._store.invited(stored(text))
        if found is None:
            raise NotFound("this invitation leads nowhere: perhaps a part of the link is missing")
        return found

    @uninterrupted
    async def _sit(self, live: Table, seat: int, visitor: str, name: str) -> None:
        free = live.seats[seat]
        taken = replace(free, kind="person", person=visitor, name=name or free.name)
        seats = (*live.seats[:seat], taken, *live.seats[seat + 1 :])
        row = live.changed(seats=seats, status=status_of(seats))
        await self._save(live, self._store.sit(row, taken))
        live.seats = seats
        self._take(live, row, live.state, live.plies)

    async def view(
        self, id: str, visitor: str, ply: int | None = None, glance: bool = False
    ) -> TableView:
        """Return the table as it is, or as it was after ``ply`` plies. Raises BadRequest.

        At a ``glance`` nobody looks: a page does that nobody sees.
        """
        async with self._watch(id, visitor) as live:
            self._bots.wake(live)
            if not glance:
                self.looked(live, visitor)
            seen, plies = table_view(live, visitor, ply), live.plies
        return await self.planned(seen, plies)

    async def glimpse(self, id: str) -> tuple[Glimpse | None, frozenset[str]]:
        """Return what the view of an onlooker depends on, and who is none since he plays there.

        None where there may be no onlookers. Raises NotFound.
        """
        async with self._locked(id) as live:
            self._bots.wake(live)
            seated = frozenset(seat.person for seat in live.seats if seat.person)
            return glimpse(live) if live.row.public else None, seated

    @retry_on_conflict
    async def play(self, id: str, visitor: str, move: str, ply: int, lag: float = 0.0) -> TableView:
        """Play a move (its text, or its path with spaces) after ``ply`` plies.

        ``lag`` are the seconds that a message takes to the visitor and back, of which his clock is
        spared some. Asking twice is harmless: a move that was played there already is answered with
        the present view. Raises MoveSyntaxError, IllegalMove, GameOver, or Conflict when the game
        has gone on or it is another player's turn.
        """
        known = self.known(id)
        if known is not None and known.row.ply == ply:
            try:
                return await self._play(id, visitor, move, ply, lag, None)
            except (GameOver, StorageError):
                raise
            except LivestoneError:
                pass  # who is refused is refused by what the store says
        return await self._play(id, visitor, move, ply, lag, ASK)

    async def _play(
        self, id: str, visitor: str, move: str, ply: int, lag: float, heard: Heard | None
    ) -> TableView:
        async with self._open(id, visitor, heard) as live:
            mine = live.seats_of(visitor)
            if ply != live.row.ply:
                if not _was_played(live, mine, move, ply):
                    raise Conflict(
                        f"{short(move)} is for ply {ply}, but the game is at ply {live.row.ply}"
                    )
            else:
                if live.over:
                    raise GameOver(f"{short(move)} cannot be played: {_why_over(live)}")
                self._check_running(live)
                mover = live.row.mover
                if mover not in mine:
                    name = live.game.seats[mover or 0].name
                    raise Conflict(f"{short(move)} cannot be played now: it is {name}'s turn")
                self._check_curtain(live, visitor)
                await self._append(live, move, live.seconds, lag=lag)
            return table_view(live, visitor)

    async def look(self, id: str, visitor: str, ply: int) -> TableView:
        """Lift the curtain for the one to move after ``ply`` plies, who has been handed the screen.

        Where there is no curtain nothing happens. Raises Conflict when the game has gone on.
        """
        async with self._open(id, visitor) as live:
            if ply != live.row.ply:
                raise Conflict(f"the game is no longer at ply {ply} but at ply {live.row.ply}")
            seat = curtain_of(live, visitor)
            if seat is not None:
                live.looking[visitor] = seat
            return table_view(live, visitor)

    @retry_on_conflict
    async def undo(self, id: str, visitor: str, ply: int) -> TableView:
        """Take back to the visitor's previous decision, a bot's reply included.

        ``ply`` is the number of plies the visitor saw; what bots have played since is taken back
        too. Where others play along, a turn that has ended is taken back only when they agree:
        they are asked. Raises Conflict.
        """
        async with self._open(id, visitor) as live:
            mine = live.seats_of(visitor)
            self._check_running(live)
            since = live.plies[max(ply, 0) :]
            if not 0 <= ply <= live.row.ply or any(_is_person(live, row.mover) for row in since):
                raise Conflict(f"the game is no longer at ply {ply} but at ply {live.row.ply}")
            target = undo_target(live, mine, ply)
            if target is None:
                if decision_before(live, mine, ply) is None:
                    raise Conflict("there is no move of yours to take back")
                raise Conflict(
                    "something hidden was chosen or shown since: it cannot be taken back"
                )
            if undo_asks(live, visitor, target):
                await self._ask_back(live, visitor, target)
            else:
                await self._take_back(live, target)
            return table_view(live, visitor)

    @retry_on_conflict
    async def answer_takeback(
        self, id: str, visitor: str, ply: int, seat: int, allow: bool
    ) -> TableView:
        """Answer what ``seat`` asks to take back, after ``ply`` plies; who asked may withdraw it.

        It is done when everybody else has allowed it. Raises Conflict.
        """
        async with self._open(id, visitor) as live:
            mine, asked = live.seats_of(visitor), live.row.takeback
            self._check_running(live)
            if asked is None or asked["seat"] != seat or ply != live.row.ply:
                raise Conflict("nobody asks for that any more: the game has gone on")
            if allow and seat in mine:
                raise Conflict("you have asked yourself: the others answer")
            others = others_of(live, live.seats[seat].person)
            agreed = [*asked["agreed"], *(one for one in mine if one not in asked["agreed"])]
            if not allow:
                await self._ask(live, None)
            elif all(row.seat in agreed for row in live.seats if row.person in others):
                await self._take_back(live, asked["ply"])
            else:
                await self._ask(live, {**asked, "agreed": agreed})
            return table_view(live, visitor)

    async def _ask_back(self, live: Table, visitor: str, target: int) -> None:
        seat, asked = live.plies[target].mover, live.row.takeback
        if asked is None:
            await self._ask(live, {"seat": seat, "ply": target, "agreed": []})
        elif live.seats[asked["seat"]].person != visitor:
            name = live.game.seats[asked["seat"]].name
            raise Conflict(f"{name} asks to take back already: answer that first")

    async def _ask(self, live: Table, asked: dict[str, Any] | None) -> None:
        await self._change(live, takeback=asked)

    @uninterrupted
    async def _take_back(self, live: Table, target: int) -> None:
        state = live.state.copy()
        while state.ply > target:
            state.undo()
        clock, mover = live.clock, live.row.mover
        if target < live.state.ply - live.state.unfinished and mover is not None:
            clock = clock.handed(mover, live.now())
        row = live.changed(clock, ply=target, mover=state.mover)
        await self._save(live, self._store.truncate(row))
        await self._plans.forget(live.id)  # what was decided was decided somewhere else
        self._take(live, row, state, live.plies[:target])

    @retry_on_conflict
    async def resign(self, id: str, visitor: str) -> TableView:
        """Give the game up; who has several seats gives up for the one to move.

        A game that still waits for somebody is called off: nobody loses it. Raises Conflict.
        """
        async with self._open(id, visitor) as live:
            mine = live.seats_of(visitor)
            if live.over:
                raise Conflict("the game is over")
            if live.running:
                loser = live.row.mover if live.row.mover in mine else mine[0]
                winners = [player for player in range(live.game.players) if player != loser]
                await self._end(live, "resigned", winners, loser)
            else:
                await self._end(live, "aborted", [])
            return table_view(live, visitor)

    async def hint(self, id: str, visitor: str) -> Hint:
        """Think for the visitor for a second or so, telling subscribers on the way.

        Raises Conflict when it is not the visitor's turn, when other people play along, or when the
        game goes on meanwhile.
        """
        async with self._open(id, visitor) as live:
            self._check_running(live)
            if others_of(live, visitor):
                raise Conflict("there are no hints in a game against other people")
            if live.row.mover not in live.seats_of(visitor):
                raise Conflict("a hint is for your own turn, and it is another player's")
            self._check_curtain(live, visitor)
            task = self._bots.hint(live, visitor)
        await asyncio.wait({task})
        if task.cancelled():
            raise Conflict("the game has gone on before the hint was ready")
        return task.result()

    async def record(self, id: str, visitor: str, form: Literal["txt", "json"] = "txt") -> str:
        """Return the game's record as text or JSON, as far as the visitor may know it."""
        async with self._watch(id, visitor) as live:
            found = record_of(live, visitor)
        if form == "json":
            return json.dumps(found.as_json(), ensure_ascii=False, indent=2) + "\n"
        return found.as_text()

    async def turns(self, visitor: str) -> int:
        """Return in how many games it is the visitor's turn."""
        return await self._store.turns(visitor)

    async def mine(self, visitor: str, page: int = 1, urgent: bool = False) -> TablePage:
        """Return a page of the visitor's games, newest first. Raises BadRequest.

        The ``urgent`` come before if asked: those that wait for him, then those that go on.
        """
        if not 1 <= page <= 1_000_000:
            raise BadRequest(f"there is no page {page}: pages count from 1")
        rows, total = await self._store.of(visitor, PAGE, (page - 1) * PAGE, urgent)
        lines = []
        for row, seats in rows:
            try:
                left = await self._left(row, seats)
                lines.append(table_line(row, seats, visitor, left))
            except LivestoneError as error:  # a game or an option that is no more
                log.warning("game %s cannot be listed: %s", row.id, error)
        return TablePage(tuple(lines), page, max(1, math.ceil(total / PAGE)), total)

    async def _left(self, row: GameRow, seats: Sequence[SeatRow]) -> float | None:
        """The seconds that the one to move has, or has to begin; None where nothing is due."""
        if row.status != "running" or row.mover is None or row.due is None:
            return None
        clock, person = clock_of(row, len(seats)), seats[row.mover].person
        flag, now = clock.flag_at(row.mover), self.now()
        if flag is None:
            return max(0.0, row.due - now)
        if row.since is not None and row.control.endswith("d") and person is not None:
            flag += (await self.vacations.away(person, row.since)).gone
        return max(0.0, flag - now)

    def _check_running(self, live: Table) -> None:
        if live.over:
            raise Conflict("the game is over")
        if live.waiting:
            names = " and ".join(
                live.game.seats[seat.seat].name for seat in live.seats if seat.kind == "open"
            )
            raise Conflict(f"the game waits until somebody has taken the seat of {names}")
        if live.paused:
            raise Conflict("the game is paused: let it go on first")

    def _check_curtain(self, live: Table, visitor: str) -> None:
        seat = curtain_of(live, visitor)
        if seat is not None:
            name = live.game.seats[seat].name
            raise Conflict(
                f"the board is covered: hand the screen to {name}, who presses Show first"
            )


def watched_as(row: GameRow, spec: TableSpec) -> GameRow:
    """The row of a game that counts, and may be watched, as somebody asks."""
    return replace(
        row,
        rated=spec.rated,
        public=spec.public,
        delay=spec.delay,
        delay_seconds=spec.delay_seconds,
    )


def _why_over(live: Table) -> str:
    return "the time was up" if live.row.reason == "timeout" else "the game is over"


def _was_played(live: Table, mine: tuple[int, ...], move: str, ply: int) -> bool:
    if not 0 <= ply < live.row.ply or live.plies[ply].mover not in mine:
        return False
    path = live.state.view().steps[ply]
    return move.strip() == live.plies[ply].move or tuple(move.split()) == path


def _is_person(live: Table, seat: int) -> bool:
    return live.seats[seat].kind == "person"


GivenTables = NamedDependency[Tables]
