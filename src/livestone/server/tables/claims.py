"""Claiming a game whose player to move has left the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from livestone.errors import Conflict
from livestone.languages.words import mark, tn
from livestone.server.db.owners import BOT_MARK, OwnerId
from livestone.server.tables.changes import Change, lost
from livestone.server.tables.store import SeatRow
from livestone.server.tables.table import Seen, Table

GRACE_SECONDS = 60.0  # of a turn, so long its player may be away

BACK = mark("the game cannot be claimed: the player to move is here, or has little time anyhow")


def at_table(table: Table, seen: Seen) -> tuple[int, ...] | None:
    """Return the seats of those who are at a table, for its players; None where nobody waits."""
    if not table.running or table.by_days:
        return None
    return tuple(
        seat.seat for seat in table.seats if seat.seat in seen.mine or _away(table, seat) is None
    )


def claim_in(table: Table, mine: Sequence[int]) -> float | None:
    """In how many seconds the game may be claimed if the player to move stays away; 0 now.

    None where it may not: without a clock that runs, by days, against bots, and where the clock
    ends the game before.
    """
    mover = table.mover
    if not mine or mover is None or mover.seat in mine or not table.clock.control.live:
        return None
    away, flag, now = _away(table, mover), table.flag, table.now()
    if away is None or flag is None or not table.running or table.paused:
        return None
    wait = max(0.0, GRACE_SECONDS - min(away, table.clock.used(now)))
    return None if now + wait >= flag else round(wait, 3)


def claim(table: Table, owner_id: OwnerId) -> Change:
    """Win a game against the player to move, who has left. Raises Conflict."""
    wait, mover = claim_in(table, table.seats_of(owner_id)), table.mover
    if table.over:
        raise Conflict("the game is over")
    if wait is None or mover is None or mover.owner_id is None:
        raise Conflict(BACK)
    if wait:
        seconds = math.ceil(wait)
        words = "the game can be claimed in {n} second", "the game can be claimed in {n} seconds"
        raise Conflict(tn(*words, seconds))
    change, mover_id = lost(table, "abandoned", mover.seat), mover.owner_id

    def here() -> bool:
        return _away(table, mover) is None

    return replace(change, write=lambda store: store.claim(change.row, mover_id, here))


def _away(table: Table, seat: SeatRow) -> float | None:
    """For how many seconds a person has not been at the table; bots always are."""
    if seat.owner_id is None or seat.name.endswith(BOT_MARK):
        return None
    return table.presence.gone(seat.owner_id, table.id)
