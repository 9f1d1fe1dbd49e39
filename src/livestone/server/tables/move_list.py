"""The moves of a table: listed once, continued with each ply, and told from any ply on.

What a reader knows already is named by a *cursor*: how many plies, and the last of them. A ply that
was taken back and played anew is another one, so whoever knows a ply that is still there knows all
before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from livestone.api.tables import Ply, Turn, joined
from livestone.core.state import State
from livestone.core.view import Told, View
from livestone.server.tables.store import PlyRow
from livestone.server.tables.table import Table


@dataclass(frozen=True)
class MoveList:
    """The turns and the tokens of each ply, made of what a view has ``told`` and of ``rows``."""

    turns: tuple[Turn, ...] = ()
    steps: tuple[tuple[str, ...], ...] = ()
    told: tuple[Told, ...] = ()
    rows: tuple[PlyRow, ...] = ()

    def fits(self, told: tuple[Told, ...], rows: tuple[PlyRow, ...]) -> bool:
        """Whether a list of these begins as this one does."""
        many = len(self.told)
        return self.told == told[:many] and self.rows == rows[:many]


def moves_after(table: Table, view: View, known: int) -> MoveList:
    """List the plies of a view after the first ``known`` ones."""
    told, rows = view.told[known:], table.plies[known : len(view.told)]
    open_book, plies = not table.hides or table.over, []
    for row, one in zip(rows, told, strict=True):
        thought = thought_words(row.thoughts) if row.thoughts and open_book else ""
        plies.append(Ply(row.ply, one.text, row.seconds, thought))
    turns = tuple(turns_of(table.state, plies, known))
    return MoveList(turns, tuple([one.path for one in told]), told, rows)


def all_moves(table: Table, viewer: int | None) -> MoveList:
    """List all plies as ``viewer`` sees them now; what is as it was before is not made again."""
    return table.kept(("moves", viewer), _all_moves, table, viewer)


def _all_moves(table: Table, viewer: int | None) -> MoveList:
    view, rows = table.view(viewer), table.plies
    before = table.move_lists.get(viewer, MoveList())
    if not before.fits(view.told, rows):
        before = MoveList()
    new = moves_after(table, view, len(before.told))
    turns, steps = joined(before.turns, new.turns), (*before.steps, *new.steps)
    table.move_lists[viewer] = made = MoveList(turns, steps, view.told, rows)
    return made


def cursor(table: Table, plies: int) -> str:
    """Name the first ``plies``, for who knows them; empty where what is told of them may change."""
    if not plies or (table.hides and not table.over):
        return ""
    last = table.plies[plies - 1]
    named = f"{last.at} {last.mover} {last.move}".encode()
    return f"{plies}-{hashlib.blake2b(named, digest_size=8).hexdigest()}"


def known_plies(table: Table, since: str, last: int) -> int:
    """Return how many of ``last`` plies a reader with this cursor knows; 0 where it has none."""
    number = since.partition("-")[0]
    if not number.isascii() or not number.isdecimal() or len(number) > 7:
        return 0
    plies = int(number)
    return plies if plies <= last and cursor(table, plies) == since else 0


def turns_of(state: State, plies: Iterable[Ply], known: int = 0) -> Iterator[Turn]:
    """Put the ``plies`` that come after the first ``known`` ones into their turns."""
    left = iter(plies)
    ply = next(left, None)
    while ply is not None:
        turn = state.turn_of(ply.number - 1)
        together = [ply]
        while (ply := next(left, None)) is not None and state.turn_of(ply.number - 1) == turn:
            together.append(ply)
        yield Turn(*turn, tuple(together))


def thought_words(thoughts: Mapping[str, Any] | None) -> str:
    """What a bot thought, in words."""
    if not thoughts:
        return ""
    expected = ", ".join(f"{100 * value:.0f} %" for value in thoughts["value"])
    points = thoughts.get("points")
    parts = [f"{'proved' if thoughts.get('proved') else 'expects'} {expected}"]
    if points:
        parts.append(f"points {' to '.join(str(point) for point in points)}")
    parts.append(" ".join(thoughts["pv"]))
    parts.append(f"{thoughts['nodes']:,} nodes in {thoughts['seconds']:.1f} s")
    return "; ".join(parts)
