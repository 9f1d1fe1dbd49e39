"""Commands of the one to move: playing a move, and lifting the curtain of a shared screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from livestone.errors import Conflict, GameOver
from livestone.languages.words import t
from livestone.server.db.owners import OwnerId
from livestone.server.tables.changes import Change, lost, next_row, short
from livestone.server.tables.store import PlyRow
from livestone.server.tables.table import Table


def play(table: Table, owner_id: OwnerId, move: str, ply: int, lag: float) -> Change | None:
    """Play a move (None: done already). Raises MoveSyntaxError, IllegalMove, GameOver, Conflict."""
    mine = table.seats_of(owner_id)
    if ply != table.row.ply:
        if not _was_played(table, mine, move, ply):
            raise Conflict(
                t(
                    "{move} is for ply {ply}, but the game is at ply {present}",
                    move=short(move),
                    ply=ply,
                    present=table.ply,
                )
            )
        return None
    if table.over:
        if table.row.reason == "timeout":
            raise GameOver(t("{move} cannot be played: the time was up", move=short(move)))
        raise GameOver(t("{move} cannot be played: the game is over", move=short(move)))
    if not table.running or table.paused:
        check_running(table)
    mover = table.row.mover
    if mover not in mine:
        name = table.game.seats[mover or 0].name
        raise Conflict(
            t(
                "{move} cannot be played now: it is {player}'s turn",
                move=short(move),
                player=t(name),
            )
        )
    if table.hides:
        check_curtain(table, owner_id)
    return appended(table, move, table.seconds, lag=lag)


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
    state.play(move)
    clock = table.clock.forgive(mover, lag, now)
    if table.seats[mover].kind != "bot" and clock.flagged(mover, now - table.away.gone):
        late = GameOver(t("{move} came too late: the time was up", move=short(move)))
        return replace(lost(table, "timeout", mover), error=late)
    if state.mover != mover:
        clock = clock.turned(mover, now)
    columns: dict[str, Any] = {"ply": state.ply, "mover": state.mover}
    offers = table.row.offers
    columns |= {"takeback": None, "offers": offers and _standing_offers(offers, mover)}
    if state.over or state.ply >= table.max_plies:
        columns |= {
            "status": "finished",
            "mover": None,
            "winners": list(state.winners or ()),
            "scores": list(state.scores),
            "reason": "finished" if state.over else "move-limit",
            "offers": None,
        }
    left = clock.shown(mover, mover, now).seconds if clock.control.live else None
    ply = PlyRow(state.ply, state.last_text, mover, seconds, thoughts, left, now)
    row, clock = next_row(table, clock, **columns)
    plies, seats = (*table.plies, ply), table.seats
    return Change(row, clock, state, plies, seats, lambda store: store.append(row, ply))


def lift_curtain(table: Table, owner_id: OwnerId, ply: int) -> None:
    """Show the board to the one to move, who has been handed the screen. Raises Conflict."""
    check_ply(table, ply)
    seat = table.seen_by(owner_id).curtain
    if seat is not None:
        table.looking[owner_id] = seat


def check_ply(table: Table, ply: int) -> None:
    """Raises Conflict where the game is at another ply."""
    if ply != table.ply:
        raise gone_on(table, ply)


def gone_on(table: Table, ply: int) -> Conflict:
    """Return the refusal of what was decided after ``ply`` plies, where the game is elsewhere."""
    return Conflict(
        t("the game is no longer at ply {ply} but at ply {present}", ply=ply, present=table.ply)
    )


def check_running(table: Table) -> None:
    """Raises Conflict where nobody can move now."""
    if table.over:
        raise Conflict("the game is over")
    if table.waiting:
        names = f" {t('and')} ".join(
            t(table.game.seats[seat.seat].name) for seat in table.seats if seat.kind == "open"
        )
        raise Conflict(
            t("the game waits until a player has taken the seat of {players}", players=names)
        )
    if table.paused:
        raise Conflict("the game is paused: let it go on first")


def check_curtain(table: Table, owner_id: OwnerId) -> None:
    """Raises Conflict while the screen is to be handed to another player."""
    seat = table.seen_by(owner_id).curtain
    if seat is not None:
        name = table.game.seats[seat].name
        raise Conflict(
            t(
                "the board is covered: hand the screen to {player}, who presses Show first",
                player=t(name),
            )
        )


def _was_played(table: Table, mine: tuple[int, ...], move: str, ply: int) -> bool:
    if not 0 <= ply < table.ply or table.plies[ply].mover not in mine:
        return False
    played = table.state.view().told[ply]
    return move.strip() == played.text or tuple(move.split()) == played.path


def _standing_offers(offers: dict[str, Any], mover: int) -> dict[str, Any] | None:
    """The offers that stand after a ply: the draw that its player has offered."""
    draw = offers.get("draw")
    stands = draw is not None and draw["seat"] == mover and not draw["refused"]
    return {"draw": draw} if stands else None
