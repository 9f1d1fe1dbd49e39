"""The next state of a game, made of the present one; nothing is written here."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from livestone.api.tables import Plan
from livestone.core.state import State
from livestone.errors import GameOver, LivestoneError
from livestone.languages.words import t
from livestone.server.tables.clock import Clock
from livestone.server.tables.deadlines import with_clocks
from livestone.server.tables.store import GameRow, GameStore, PlyRow, SeatRow
from livestone.server.tables.table import Table

Writing = Callable[[GameStore], Awaitable[Plan | None]]


@dataclass(frozen=True)
class Change:
    """A game's next row, state, plies, seats and write; ``error`` is raised once committed."""

    row: GameRow
    state: State
    plies: tuple[PlyRow, ...]
    seats: tuple[SeatRow, ...]
    write: Writing
    error: LivestoneError | None = None


def changed(table: Table, clock: Clock | None = None, **columns: Any) -> Change:
    """Change columns of the game's row and its clocks, and nothing else."""
    row = next_row(table, clock, **columns)
    return Change(row, table.state, table.plies, table.seats, lambda store: store.change(row))


def ended(table: Table, reason: str, winners: Sequence[int] = (), by: int | None = None) -> Change:
    """End a game otherwise than by its rules; ``by`` is the seat that resigned or was too slow."""
    return changed(
        table,
        status="finished",
        scores=list(table.state.scores),
        mover=None,
        reason=reason,
        winners=list(winners),
        ended_by=by,
    )


def lost(table: Table, reason: str, loser: int | None) -> Change:
    winners = [player for player in range(table.game.players) if player != loser]
    return ended(table, reason, winners, loser)


def appended(
    table: Table,
    move: str,
    seconds: float | None,
    thoughts: dict[str, Any] | None = None,
    lag: float = 0.0,
) -> Change:
    """Add a ply of the one to move; ``lag`` seconds of its time are forgiven, within limits.

    A person's ply after their time is up ends the game. Raises MoveSyntaxError or IllegalMove.
    """
    state, mover, now = table.state.copy(), table.row.mover, table.now()
    assert mover is not None
    played = state.parse(move)
    state.play(played)
    clock = table.clock.forgive(mover, lag, now)
    if table.seats[mover].kind != "bot" and clock.flagged(mover, now - table.away.gone):
        late = GameOver(t("{move} came too late: the time was up", move=short(move)))
        return replace(lost(table, "timeout", mover), error=late)
    if state.mover != mover:
        clock = clock.turned(mover, now)
    columns: dict[str, Any] = {"ply": state.ply, "mover": state.mover}
    columns["offers"] = _standing_offers(table.row.offers, mover)
    if state.over:
        columns |= {
            "status": "finished",
            "winners": list(state.winners or ()),
            "scores": list(state.scores),
            "reason": "finished",
        }
    row = next_row(table, clock, **columns)
    text, left = table.game.move_text(played), _left(clock, mover, now)
    ply = PlyRow(state.ply, text, mover, seconds, thoughts, left, now)
    plies = (*table.plies, ply)
    return Change(row, state, plies, table.seats, lambda store: store.append(row, ply))


def taken_back(table: Table, ply: int) -> Change:
    """Take back every ply after ``ply``; what was decided ahead is forgotten."""
    state = table.state.copy()
    while state.ply > ply:
        state.undo()
    clock, mover = table.clock, table.row.mover
    if ply < table.state.ply - table.state.unfinished and mover is not None:
        clock = clock.handed(mover, table.now())
    row = next_row(table, clock, ply=ply, mover=state.mover)
    return Change(row, state, table.plies[:ply], table.seats, lambda store: store.truncate(row))


def seated(table: Table, seat: SeatRow) -> Change:
    """Give an open seat to a person; the game begins with the last one."""
    seats = (*table.seats[: seat.seat], seat, *table.seats[seat.seat + 1 :])
    waits = any(one.kind == "open" for one in seats)
    row = next_row(table, seats=seats, status="waiting" if waits else "running")
    return Change(row, table.state, table.plies, seats, lambda store: store.sit(row, seat))


def next_row(
    table: Table, clock: Clock | None = None, seats: Sequence[SeatRow] | None = None, **columns: Any
) -> GameRow:
    """Return the game's next row; takeback and offers are forgotten unless they are given."""
    columns = {"takeback": None, "offers": None} | columns
    row = replace(table.row, version=table.row.version + 1, updated=time.time(), **columns)
    if clock is None:
        clock = table.clock.run(table.now()) if table.waiting else table.clock
    return with_clocks(row, clock, seats or table.seats, table.now())


def short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _standing_offers(offers: dict[str, Any] | None, mover: int) -> dict[str, Any] | None:
    """The offers that stand after a ply: the draw that its player has offered."""
    draw = (offers or {}).get("draw")
    stands = draw is not None and draw["seat"] == mover and not draw["refused"]
    return {"draw": draw} if stands else None


def _left(clock: Clock, mover: int, now: float) -> float | None:
    if not clock.control.live:
        return None
    return round(clock.shown(mover, mover, now).seconds, 3)
