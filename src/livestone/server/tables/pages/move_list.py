"""The rows of a move list as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from livestone.server.tables.pages.panel import Row
from livestone.server.web.rendering import environment

ROWS = 50_000  # of move lists that are kept


def move_list(at: str, ply: int, rows: Sequence[Row]) -> Markup:
    """The rows of a move list beside a board that shows ``ply``; its links lead to ``at``."""
    now = str(ply)
    shown = (any(step.move == now for cell in row for step in cell) for row in rows)
    return Markup("").join(
        _move_row(number, at, row, now if here else "")
        for number, (row, here) in enumerate(zip(rows, shown, strict=True), 1)
    )


@lru_cache(maxsize=ROWS)
def _move_row(number: int, at: str, row: Row, now: str) -> Markup:
    """Kept, since of a game's rows only the last ones change."""
    made = environment().get_template("moves_row.html")
    return Markup(made.render(number=number, at=at, row=row, now=now))
