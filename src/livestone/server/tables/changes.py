"""The next state of a game, made of the present one; nothing is written here."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from livestone.api.tables import Plan
from livestone.core.state import State
from livestone.errors import LivestoneError
from livestone.server.tables.clock import Clock, with_clocks
from livestone.server.tables.store import GameRow, GameStore, PlyRow, SeatRow
from livestone.server.tables.table import Table

Writing = Callable[[GameStore], Awaitable[Plan | None]]


@dataclass(frozen=True)
class Change:
    """A game's next row, state, plies, seats and write; ``error`` is raised once committed.

    ``clock`` is what the row says of its clocks.
    """

    row: GameRow
    clock: Clock
    state: State
    plies: tuple[PlyRow, ...]
    seats: tuple[SeatRow, ...]
    write: Writing
    error: LivestoneError | None = None


def changed(table: Table, clock: Clock | None = None, **columns: Any) -> Change:
    """Change columns of the game's row and its clocks, and nothing else."""
    row, clock = next_row(table, clock, **columns)
    state, plies, seats = table.state, table.plies, table.seats
    return Change(row, clock, state, plies, seats, lambda store: store.change(row))


def ended(table: Table, reason: str, winners: Sequence[int] = (), by: int | None = None) -> Change:
    """End a game otherwise than by its rules; ``by`` is the seat that resigned or was too slow."""
    return changed(
        table,
        table.clock.stop(table.now() - table.away.gone),
        status="finished",
        scores=list(table.state.scores),
        mover=None,
        reason=reason,
        winners=list(winners),
        ended_by=by,
        takeback=None,
        offers=None,
    )


def lost(table: Table, reason: str, loser: int | None) -> Change:
    winners = [player for player in range(table.game.players) if player != loser]
    return ended(table, reason, winners, loser)


def taken_back(table: Table, ply: int) -> Change:
    """Take back every ply after ``ply``; what was decided ahead is forgotten."""
    state = table.state.copy()
    while state.ply > ply:
        state.undo()
    clock, mover = table.clock, table.row.mover
    if ply < table.state.ply - table.state.unfinished and mover is not None:
        clock = clock.handed(mover, table.now())
    row, clock = next_row(table, clock, ply=ply, mover=state.mover, takeback=None)
    plies, seats = table.plies[:ply], table.seats
    return Change(row, clock, state, plies, seats, lambda store: store.truncate(row))


def seated(table: Table, seat: SeatRow) -> Change:
    """Give an open seat to a person; the game begins with the last one."""
    seats = (*table.seats[: seat.seat], seat, *table.seats[seat.seat + 1 :])
    waits = any(one.kind == "open" for one in seats)
    row, clock = next_row(table, seats=seats, status="waiting" if waits else "running")
    state, plies = table.state, table.plies
    return Change(row, clock, state, plies, seats, lambda store: store.sit(row, seat))


def next_row(
    table: Table, clock: Clock | None = None, seats: Sequence[SeatRow] | None = None, **columns: Any
) -> tuple[GameRow, Clock]:
    """Return the game's next row, the present one with other ``columns``, and its clocks."""
    row = replace(table.row, version=table.row.version + 1, updated=time.time(), **columns)
    if clock is None:
        clock = table.clock.run(table.now()) if table.waiting else table.clock
    return with_clocks(row, clock, seats or table.seats, table.now())


def short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
