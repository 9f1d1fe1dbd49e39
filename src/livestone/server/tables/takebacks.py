"""Commands that take moves back, and answer those who ask for it."""

from __future__ import annotations

from livestone.errors import Conflict
from livestone.languages.words import t
from livestone.server.db.owners import OwnerId
from livestone.server.tables.changes import Change, changed, taken_back
from livestone.server.tables.moves import check_running, gone_on
from livestone.server.tables.offers import agree
from livestone.server.tables.presenter import decision_before, undo_asks, undo_target
from livestone.server.tables.table import Table


def undo(table: Table, owner_id: OwnerId, ply: int) -> Change | None:
    """Take back to the visitor's previous decision, or ask the others to allow it.

    ``ply`` is the number of plies the visitor saw; what bots have played since is taken back too.
    Where others play along, they are asked once the turn has ended. Raises Conflict.
    """
    mine = table.seats_of(owner_id)
    check_running(table)
    since = table.plies[max(ply, 0) :]
    if not 0 <= ply <= table.ply or any(table.seats[one.mover].kind == "person" for one in since):
        raise gone_on(table, ply)
    target = undo_target(table, mine, ply)
    if target is None:
        if decision_before(table, mine, ply) is None:
            raise Conflict("there is no move of yours to take back")
        raise Conflict("something hidden was chosen or shown since: it cannot be taken back")
    if not undo_asks(table, table.seen_by(owner_id), target):
        return taken_back(table, target)
    asked = table.row.takeback
    if asked is None:
        seat = table.plies[target].mover
        return changed(table, takeback={"seat": seat, "ply": target, "agreed": []})
    if table.seats[asked["seat"]].owner_id != owner_id:
        name = table.game.seats[asked["seat"]].name
        raise Conflict(t("{player} asks to take back already: answer that first", player=t(name)))
    return None


def answer(table: Table, owner_id: OwnerId, ply: int, seat: int, allow: bool) -> Change:
    """Answer a takeback; done when all others have allowed it. Raises Conflict."""
    mine, asked = table.seats_of(owner_id), table.row.takeback
    check_running(table)
    if asked is None or asked["seat"] != seat or ply != table.ply:
        raise Conflict("nobody asks for that any more: the game has gone on")
    if allow and seat in mine:
        raise Conflict("you have asked yourself: the others answer")
    if not allow:
        return changed(table, takeback=None)
    asked, settled = agree(table, asked, mine)
    return taken_back(table, asked["ply"]) if settled else changed(table, takeback=asked)
