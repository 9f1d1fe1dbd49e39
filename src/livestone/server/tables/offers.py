"""Commands that settle a game among its players: draws, pauses, resigning, calling it off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from livestone.errors import BadRequest, Conflict
from livestone.languages.words import mark, t
from livestone.server.db.owners import OwnerId
from livestone.server.tables.changes import Change, changed, ended, lost
from livestone.server.tables.clock import Clock
from livestone.server.tables.moves import check_ply
from livestone.server.tables.presenter import may_abort, may_offer
from livestone.server.tables.table import Table

REFUSED = {
    "draw": mark("a draw was refused: play on before you offer it again"),
    "pause": mark("a pause was refused: play on before you offer it again"),
}
NOT_OFFERED = {
    "draw": mark("nobody offers a draw any more"),
    "pause": mark("nobody offers a pause any more"),
}
NOBODY_TO_ASK = {
    "draw": mark("a draw can be offered to others only, who else is a person"),
    "pause": mark("a pause can be offered to others only, with a clock that runs"),
}


def offer(table: Table, owner_id: OwnerId, kind: str, ply: int) -> Change | None:
    """Offer the others a draw or a pause after ``ply`` plies; asking twice is harmless.

    The offer of a draw stands until another player has moved, that of a pause until anybody has.
    Offering what another offers is agreeing. Raises BadRequest or Conflict.
    """
    _check(table, owner_id, kind, ply)
    mine, there = table.seats_of(owner_id), (table.row.offers or {}).get(kind)
    if there is None or (there["seat"] not in mine and there["refused"]):
        seat = table.row.mover if table.row.mover in mine else mine[0]
        return _offers(table, kind, {"seat": seat, "agreed": [], "refused": False})
    if there["seat"] not in mine:
        return _agree(table, mine, kind, there)
    if there["refused"]:
        raise Conflict(REFUSED[kind])
    return None


def answer(table: Table, owner_id: OwnerId, kind: str, seat: int, allow: bool, ply: int) -> Change:
    """Agree, refuse or withdraw; settled when all others agree. Raises BadRequest or Conflict."""
    _check(table, owner_id, kind, ply)
    mine, there = table.seats_of(owner_id), (table.row.offers or {}).get(kind)
    if there is None or there["seat"] != seat or there["refused"]:
        raise Conflict(NOT_OFFERED[kind])
    if allow and seat in mine:
        raise Conflict("you have offered it yourself: the others answer")
    if allow:
        return _agree(table, mine, kind, there)
    return _offers(table, kind, None if seat in mine else {**there, "refused": True})


def resume(table: Table, _: str) -> Change | None:
    """Let the clocks go on; anybody may, and where they go nothing happens."""
    return changed(table, table.clock.run(table.now())) if table.paused else None


def abort(table: Table, owner_id: OwnerId) -> Change:
    """Call a game off before everybody has made a first turn: nobody loses. Raises Conflict."""
    if table.over:
        raise Conflict("the game is over")
    if not may_abort(table, table.seen_by(owner_id)):
        raise Conflict("everybody has moved: the game can be resigned, not called off")
    return ended(table, "aborted")


def resign(table: Table, owner_id: OwnerId) -> Change:
    """Give the game up (for the mover), or call a waiting one off. Raises Conflict."""
    mine = table.seats_of(owner_id)
    if table.over:
        raise Conflict("the game is over")
    if not table.running:
        return ended(table, "aborted")
    return lost(table, "resigned", table.row.mover if table.row.mover in mine else mine[0])


def agree(table: Table, asked: dict[str, Any], mine: Sequence[int]) -> tuple[dict[str, Any], bool]:
    """Return what a seat asks, agreed to by these seats too, and whether all others agree."""
    agreed = [*asked["agreed"], *(seat for seat in mine if seat not in asked["agreed"])]
    others = table.owners.keys() - {table.seats[asked["seat"]].owner_id}
    settled = all(row.seat in agreed for row in table.seats if row.owner_id in others)
    return {**asked, "agreed": agreed}, settled


def _agree(table: Table, mine: Sequence[int], kind: str, there: dict[str, Any]) -> Change:
    there, settled = agree(table, there, mine)
    if not settled:
        return _offers(table, kind, there)
    if kind == "draw":
        return ended(table, "agreed")
    return _offers(table, kind, None, table.clock.stop(table.now()))


def _offers(
    table: Table, kind: str, offer: dict[str, Any] | None, clock: Clock | None = None
) -> Change:
    """Change what is offered of one kind; other offers and a takeback stand."""
    offers = {**(table.row.offers or {}), kind: offer}
    standing = {name: one for name, one in offers.items() if one is not None}
    return changed(table, clock, offers=standing or None)


def _check(table: Table, owner_id: OwnerId, kind: str, ply: int) -> None:
    if kind not in REFUSED:
        raise BadRequest(t("{kind} cannot be offered: say draw or pause", kind=repr(kind[:20])))
    if table.over:
        raise Conflict("the game is over")
    check_ply(table, ply)
    if not may_offer(table, table.seen_by(owner_id), kind):
        raise Conflict(NOBODY_TO_ASK[kind])
