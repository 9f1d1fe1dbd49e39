"""The same game again: whoever played may ask, and the others have to want it too.

Bots always want it, and who plays on one screen has nobody to ask. What is asked stands in the old
game's ``offers``, until somebody declines; asking for what another asks for is agreeing.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from livestone.core.state import State
from livestone.errors import Conflict
from livestone.server.db.owners import BOT_MARK
from livestone.server.db.uninterrupted import uninterrupted
from livestone.server.tables.invitations import invite
from livestone.server.tables.offers import Agreements
from livestone.server.tables.presenter import others_of, table_view
from livestone.server.tables.registry import retry_on_conflict
from livestone.server.tables.seats import new_row, rotated
from livestone.server.tables.shapes import TableView
from livestone.server.tables.table import Table

KIND = "rematch"


class Rematches(Agreements):
    """Games that go on from one that is over."""

    @uninterrupted
    @retry_on_conflict
    async def rematch(self, id: str, visitor: str, secret: str | None = None) -> TableView:
        """Ask for the same game again, everybody one seat further on; asking twice is harmless.

        Returns the new table once everybody wants it; until then the old one, whose ``offers`` say
        who asks. Everybody who played finds the new table there. Raises Conflict.
        """
        async with self._open(id, visitor) as live:
            if not live.over:
                raise Conflict("the game is not over yet")
            if live.row.rematch is None:
                await self._check_wanted(live)
                there = (live.row.offers or {}).get(KIND)
                mine = live.seats_of(visitor)
                if there is not None and there["refused"] and there["seat"] in mine:
                    raise Conflict("a rematch was declined")
                if there is None or there["refused"]:
                    there = {"seat": mine[0], "agreed": [], "refused": False}
                await self._want(live, visitor, there, secret)
            if live.row.rematch is None:
                return table_view(live, visitor)
            new = live.row.rematch
        async with self._open(new, visitor) as live:
            self._bots.wake(live)
            return table_view(live, visitor)

    async def answer_rematch(
        self, id: str, visitor: str, seat: int, allow: bool, secret: str | None = None
    ) -> TableView:
        """Agree to the rematch that ``seat`` asks for, or decline; who asked may withdraw it.

        Raises Conflict.
        """
        async with self._open(id, visitor) as live:
            there, mine = (live.row.offers or {}).get(KIND), live.seats_of(visitor)
            stands = live.over and live.row.rematch is None and there is not None
            if not stands or there is None or there["seat"] != seat or there["refused"]:
                raise Conflict("nobody asks for a rematch any more")
            if allow and seat in mine:
                raise Conflict("you have asked yourself: the others answer")
            if not allow:
                declined = None if seat in mine else {KIND: {**there, "refused": True}}
                await self._change(live, offers=declined)
                return table_view(live, visitor)
        return await self.rematch(id, visitor, secret)

    async def _check_wanted(self, live: Table) -> None:
        """Raises Conflict where somebody is gone, or will not play with another any more."""
        if any(seat.kind == "person" and seat.person is None for seat in live.seats):
            raise Conflict("somebody who played here has deleted his account")
        people = [seat.person for seat in live.seats if seat.person is not None]
        if await self._store.blocked_among(people):
            raise Conflict("not everybody who played here plays with the others any more")

    async def _want(
        self, live: Table, visitor: str, there: dict[str, Any], secret: str | None
    ) -> None:
        """Note that the visitor wants what ``there`` is asked for, and begin if all want it."""
        agreed = [*there["agreed"]]
        agreed += [one for one in live.seats_of(visitor) if one not in (*agreed, there["seat"])]
        wanting = {live.seats[one].person for one in (*agreed, there["seat"])}
        asked = others_of(live, visitor) - wanting - _programs(live)
        if asked:
            offers = {KIND: {**there, "agreed": agreed}}
            if offers != live.row.offers:
                await self._change(live, offers=offers)
        else:
            await self._begin_again(live, visitor, secret)

    async def _begin_again(self, live: Table, visitor: str, secret: str | None) -> None:
        opening, old = live.row.opening, live.row
        state = State(live.game) if opening is None else State.read(live.game, opening)
        seats = rotated(live.seats)
        new = new_row(state, opening, seats, live.clock.control, self.now())
        new = replace(
            new,
            rated=old.rated,
            public=old.public,
            delay=old.delay,
            delay_seconds=old.delay_seconds,
        )
        row = live.changed(rematch=new.id)
        secret = secrets.token_urlsafe() if secret is None else secret
        made = self._store.create(new, invite(secret, new.id, seats), row, maker=visitor)
        await self._save(live, made)
        self._take(live, row, live.state, live.plies)


def _programs(live: Table) -> set[str]:
    """The bots among the accounts that played."""
    return {seat.person for seat in live.seats if seat.person and seat.name.endswith(BOT_MARK)}
