"""The same game again: any player may ask, and the others have to agree.

Bots always want it, and who plays on one screen has nobody to ask. What is asked stands in the old
game's ``offers``, until a person declines; asking for what another asks for is agreeing.
"""

from __future__ import annotations

from dataclasses import replace

from livestone.core.state import State
from livestone.errors import Conflict
from livestone.server.db.owners import BOT_MARK, OwnerId
from livestone.server.tables.changes import Change, changed
from livestone.server.tables.seats import invite, new_row
from livestone.server.tables.table import Table

KIND = "rematch"


def ask(table: Table, owner_id: OwnerId, apart: bool, secret: str) -> Change | None:
    """Ask for a rematch, or begin it (None: begun already). Raises Conflict.

    ``apart``: players block each other.
    """
    if table.row.rematch is not None:
        return None
    if not table.over:
        raise Conflict("the game is not over yet")
    if any(seat.kind == "person" and seat.owner_id is None for seat in table.seats):
        raise Conflict("a player of this game has deleted their account")
    if apart:
        raise Conflict("not everybody who played here plays with the others any more")
    mine, there = table.seats_of(owner_id), (table.row.offers or {}).get(KIND)
    if there is not None and there["refused"] and there["seat"] in mine:
        raise Conflict("a rematch was declined")
    if there is None or there["refused"]:
        there = {"seat": mine[0], "agreed": [], "refused": False}
    known = (*there["agreed"], there["seat"])
    agreed = [*there["agreed"], *(seat for seat in mine if seat not in known)]
    wanting = {table.seats[seat].owner_id for seat in (*agreed, there["seat"])}
    programs = {seat.owner_id for seat in table.seats if seat.name.endswith(BOT_MARK)}
    if not table.owners.keys() - {owner_id} - wanting - programs:
        return _begun(table, owner_id, secret)
    offers = {KIND: {**there, "agreed": agreed}}
    return None if offers == table.row.offers else changed(table, offers=offers)


def decline(table: Table, owner_id: OwnerId, seat: int, allow: bool) -> Change | None:
    """Decline a rematch or withdraw it; None where it is allowed. Raises Conflict."""
    there, mine = (table.row.offers or {}).get(KIND), table.seats_of(owner_id)
    stands = table.over and table.row.rematch is None
    if not stands or there is None or there["seat"] != seat or there["refused"]:
        raise Conflict("nobody asks for a rematch any more")
    if allow and seat in mine:
        raise Conflict("you have asked yourself: the others answer")
    if allow:
        return None
    return changed(table, offers=None if seat in mine else {KIND: {**there, "refused": True}})


def _begun(table: Table, owner_id: OwnerId, secret: str) -> Change:
    """Begin the new game, everybody one seat further on; the old one says where it is."""
    opening, old = table.row.opening, table.row
    state = State(table.game) if opening is None else State.read(table.game, opening)
    order = enumerate([*table.seats[-1:], *table.seats[:-1]])
    seats = [replace(seat, seat=index, invitation=None) for index, seat in order]
    new = new_row(state, opening, seats, table.clock.control, table.now())
    new = replace(new, rated=old.rated, public=old.public, delay=old.delay)
    change = changed(table, rematch=new.id, offers=None)
    invited = invite(secret, new.id, seats)
    return replace(
        change, write=lambda store: store.create(new, invited, change.row, maker=owner_id)
    )
