"""What players settle among themselves: draws, pauses, and calling a game off before it begins."""

from __future__ import annotations

from typing import Any

from livestone.errors import BadRequest, Conflict
from livestone.server.tables.presenter import may_abort, may_offer, others_of, table_view
from livestone.server.tables.registry import TableRegistry
from livestone.server.tables.shapes import TableView
from livestone.server.tables.table import Table

WORDS: dict[str, str] = {"draw": "a draw", "pause": "a pause"}


class Agreements(TableRegistry):
    """Offers among the people at a table; whoever plays alone has nobody to ask."""

    async def offer(self, id: str, visitor: str, kind: str, ply: int) -> TableView:
        """Offer the others a draw or a pause after ``ply`` plies; asking twice is harmless.

        The offer of a draw stands until somebody else has played, that of a pause until anybody
        has. Offering what another offers is agreeing. Raises BadRequest or Conflict.
        """
        async with self._open(id, visitor) as live:
            _check(live, visitor, kind, ply)
            mine, offers = live.seats_of(visitor), dict(live.row.offers or {})
            there = offers.get(kind)
            if there is not None and there["seat"] not in mine and not there["refused"]:
                await self._agree(live, visitor, kind)
            elif there is None or there["seat"] not in mine:
                seat = live.row.mover if live.row.mover in mine else mine[0]
                offers[kind] = {"seat": seat, "agreed": [], "refused": False}
                await self._offers(live, offers)
            elif there["refused"]:
                raise Conflict(f"{WORDS[kind]} was refused: play on before you offer it again")
            return table_view(live, visitor)

    async def answer(
        self, id: str, visitor: str, kind: str, seat: int, allow: bool, ply: int
    ) -> TableView:
        """Agree to what ``seat`` offers, or refuse it; who offered may withdraw it.

        It is settled when everybody else has agreed. Raises BadRequest or Conflict.
        """
        async with self._open(id, visitor) as live:
            _check(live, visitor, kind, ply)
            mine, offers = live.seats_of(visitor), dict(live.row.offers or {})
            there = offers.get(kind)
            if there is None or there["seat"] != seat or there["refused"]:
                raise Conflict(f"nobody offers {WORDS[kind]} any more")
            if allow and seat in mine:
                raise Conflict("you have offered it yourself: the others answer")
            if allow:
                await self._agree(live, visitor, kind)
            else:
                offers[kind] = {**there, "refused": True}
                if seat in mine:
                    del offers[kind]
                await self._offers(live, offers)
            return table_view(live, visitor)

    async def _agree(self, live: Table, visitor: str, kind: str) -> None:
        offers = dict(live.row.offers or {})
        there = offers[kind]
        new = [seat for seat in live.seats_of(visitor) if seat not in there["agreed"]]
        agreed = [*there["agreed"], *new]
        others = others_of(live, live.seats[there["seat"]].person)
        if not all(row.seat in agreed for row in live.seats if row.person in others):
            await self._offers(live, {**offers, kind: {**there, "agreed": agreed}})
        elif kind == "draw":
            await self._end(live, "agreed", [])
        else:
            await self._change(live, clock=live.clock.stop(live.now()))

    async def _offers(self, live: Table, offers: dict[str, Any]) -> None:
        await self._change(live, offers=offers or None, takeback=live.row.takeback)

    async def resume(self, id: str, visitor: str) -> TableView:
        """Let the clocks go on; anybody may, and where they go nothing happens."""
        async with self._open(id, visitor) as live:
            if live.paused:
                await self._change(live, clock=live.clock.run(live.now()))
            return table_view(live, visitor)

    async def abort(self, id: str, visitor: str) -> TableView:
        """Call a game off before everybody has made his first turn: nobody loses. Raises
        Conflict."""
        async with self._open(id, visitor) as live:
            if live.over:
                raise Conflict("the game is over")
            if not may_abort(live, visitor):
                raise Conflict("everybody has moved: the game can be resigned, not called off")
            await self._end(live, "aborted", [])
            return table_view(live, visitor)


def _check(live: Table, visitor: str, kind: str, ply: int) -> None:
    if kind not in WORDS:
        raise BadRequest(f"{kind[:20]!r} cannot be offered: say draw or pause")
    if live.over:
        raise Conflict("the game is over")
    if ply != live.row.ply:
        raise Conflict(f"the game is no longer at ply {ply} but at ply {live.row.ply}")
    if not may_offer(live, visitor, kind):
        why = {"draw": "who else is a person", "pause": "with a clock that runs"}[kind]
        raise Conflict(f"{WORDS[kind]} can be offered to others only, {why}")
