"""What a list of games shows: a line for each, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from livestone.core.game import Game
from livestone.server.tables.shapes import SeatView


@dataclass(frozen=True)
class TableLine:
    """One line in a list of games.

    ``options`` are those that differ from the defaults, in words ("Board size 8"). ``left`` are the
    seconds that the ``mover`` has, or has to begin; None where nothing is due.
    """

    id: str
    game: type[Game]
    options: str
    seats: tuple[SeatView, ...]
    status: Literal["waiting", "running", "finished"]
    result: str
    ply: int
    my_turn: bool
    created: float
    updated: float
    mover: int | None = None
    left: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {
            "id": self.id,
            "game": self.game.id,
            "title": self.game.title,
            "mover": self.mover,
            "left": None if self.left is None else round(self.left, 3),
            "options": self.options,
            "seats": [seat.as_json() for seat in self.seats],
            "status": self.status,
            "result": self.result,
            "ply": self.ply,
            "my_turn": self.my_turn,
            "created": self.created,
            "updated": self.updated,
        }


@dataclass(frozen=True)
class TablePage:
    """One page of a visitor's games, newest first; ``page`` counts from 1."""

    tables: tuple[TableLine, ...]
    page: int
    pages: int
    total: int

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the API answers with."""
        return {
            "games": [line.as_json() for line in self.tables],
            "page": self.page,
            "pages": self.pages,
            "total": self.total,
        }
