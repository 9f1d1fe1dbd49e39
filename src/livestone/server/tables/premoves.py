"""Moves decided ahead: kept secret by the server and played the moment their turn comes.

A *line* is a sequence of plies that goes on from the ply it was made at: those of its owner are
played, those of the others must come for it to go on. ``*`` stands for whatever the others play
until it is the owner's turn, so ``["*", "b3"]`` is a premove, and ``["c4", "d5", "e6", "f7"]`` says
to answer c4 with d5, and then e6 with f7.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from livestone.api.tables import Plan
from livestone.core.state import State
from livestone.errors import BadRequest, Conflict, LivestoneError
from livestone.languages.words import t
from livestone.server.db.owners import OwnerId
from livestone.server.tables.changes import Change, short
from livestone.server.tables.moves import appended, check_ply
from livestone.server.tables.store import PlyRow
from livestone.server.tables.table import Table

ANY = "*"
MAX_LINES, MAX_PLIES, MAX_CHARS = 20, 40, 64


def plan(
    table: Table, owner_id: OwnerId, lines: Sequence[Sequence[str]], ply: int
) -> Change | Plan | None:
    """Decide what to play after ``ply`` plies and later; no lines forget what was decided.

    A premove that arrives when its turn has come already is played at once. Raises BadRequest,
    IllegalMove (a line that cannot come about) or Conflict.
    """
    mine = table.seats_of(owner_id)
    if lines and _has_come(table, mine, lines, ply):
        return appended(table, lines[0][1], 0.0)
    return Plan(ply, _checked(table, mine, lines, ply)) if lines else None


def open_plan(plan: Plan | None, plies: Sequence[PlyRow], seat: int) -> Plan | None:
    """Return what of a seat's plan may still come about after these plies."""
    lines = [] if plan is None else [line for line, _ in _open_lines(plan, plies, seat)]
    return Plan(plan.ply, tuple(lines)) if plan and lines else None


def due(table: Table) -> bool:
    """Whether what the one to move has decided ahead is played now: another has just moved."""
    mover = table.mover
    if mover is None or mover.kind != "person" or not table.running or table.paused:
        return False
    return bool(table.plies) and (table.plies[-1].mover != mover.seat or table.state.unfinished > 0)


def played_ahead(table: Table, decided: Plan) -> Change | None:
    """Play what the one to move has decided ahead; None where it does not fit."""
    assert table.mover is not None
    open_lines = _open_lines(decided, table.plies, table.mover.seat)
    move = next((line[at] for line, at in open_lines), None)
    try:
        return None if move is None else appended(table, move, 0.0)
    except LivestoneError:
        return None  # it was decided without knowing


def _open_lines(
    plan: Plan, plies: Sequence[PlyRow], seat: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """The lines of a plan that go on after these plies, each with how far they have come."""
    if len(plies) < plan.ply:
        return
    for line in plan.lines:
        at = _reached(line, islice(plies, plan.ply, None), seat)
        if at is not None and at < len(line):
            yield line, at


def _reached(line: Sequence[str], since: Iterable[PlyRow], seat: int) -> int | None:
    """How far into a line the plies have come at its owner's turn, None where they left it."""
    at = 0
    for ply in since:
        if at < len(line) and line[at] == ANY:
            if ply.mover != seat:
                continue
            at += 1
        if at >= len(line) or line[at] != ply.move:
            return None
        at += 1
    return at + 1 if at < len(line) and line[at] == ANY else at


def _has_come(table: Table, mine: Sequence[int], lines: Sequence[Sequence[str]], ply: int) -> bool:
    """Whether a premove was made before the others' last plies, and its turn is now."""
    premove = len(lines) == 1 and len(lines[0]) == 2 and lines[0][0] == ANY
    since = table.plies[ply:]
    mover = table.row.mover if table.running and not table.paused else None
    turn = premove and mover in mine and len(mine) == 1 and 0 <= ply < table.row.ply
    return turn and all(one.mover not in mine for one in since)


def _checked(
    table: Table, mine: Sequence[int], lines: Sequence[Sequence[str]], ply: int
) -> tuple[tuple[str, ...], ...]:
    """Return the lines in the moves' own words."""
    if not table.running or table.paused:
        raise Conflict("nothing can be decided ahead: the game does not go on now")
    check_ply(table, ply)
    if len(mine) != 1:
        raise Conflict("nothing can be decided ahead by who plays several sides")
    if table.row.mover == mine[0]:
        raise Conflict("it is your turn: play at once")
    if len(lines) > MAX_LINES or any(not 2 <= len(line) <= MAX_PLIES for line in lines):
        raise BadRequest(
            t("give 1 to {n} lines of 2 to {plies} plies each", n=MAX_LINES, plies=MAX_PLIES)
        )
    found = []
    for line in lines:
        long = next((text for text in line if not 0 < len(text) <= MAX_CHARS), None)
        if long is not None:
            said = t("{text} is no move: it has 1 to {n} characters", text=short(long), n=MAX_CHARS)
            raise BadRequest(said)
        if line[0] == ANY:
            if len(line) != 2 or line[1] == ANY:
                raise BadRequest("after * comes one move of yours, and nothing more")
            found.append(tuple(line))
        elif table.hides:
            raise BadRequest("what others play is hidden here: begin with * for whatever it is")
        else:
            found.append(_tried(table.state.copy(), line, mine[0]))
    return tuple(found)


def _tried(state: State, line: Sequence[str], seat: int) -> tuple[str, ...]:
    """Play a line through, and return its moves' texts. Raises BadRequest or IllegalMove."""
    found = []
    for text in line:
        if text == ANY:
            raise BadRequest("* comes first in a line, or not at all")
        move = state.parse(text)
        found.append(state.game.wording.move_text(move))
        state.play(move)
    if seat not in (state.position.mover, state.turn_of(state.ply - 1)[1]):
        raise BadRequest(t("{line} ends without a move of yours", line=repr(" ".join(line))))
    return tuple(found)
