"""What a picture shows: a board, the pieces on it, and marks; nothing about rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from livestone.boards import Board, Course, Piece
from livestone.draw.signs import Sign
from livestone.errors import BadRequest


@dataclass(frozen=True)
class Scene:
    """Everything a picture needs; sites are numbers.

    ``marked`` pieces carry a mark that does not depend on colour (live stones), and ``mark`` is
    the word for it; ``last`` are the sites of the last move; ``targets`` the sites the next stone
    may take; ``numbers`` are move numbers written on pieces; ``title`` and ``description`` are for
    screen readers; ``courses`` are lines drawn over the pieces, and ``hints`` short texts written
    over sites, whatever stands there; ``signs`` are what a person has drawn on the board.
    """

    board: Board
    pieces: Mapping[int, Piece] = field(default_factory=dict)
    marked: frozenset[int] = frozenset()
    last: tuple[int, ...] = ()
    targets: frozenset[int] = frozenset()
    numbers: Mapping[int, int] = field(default_factory=dict)
    title: str = ""
    description: str = ""
    mark: str = "live"
    courses: tuple[Course, ...] = ()
    hints: Mapping[int, str] = field(default_factory=dict)
    signs: tuple[Sign, ...] = ()


class Pictured(Protocol):
    """What has a picture: a :class:`~livestone.core.state.State`, what somebody sees of one."""

    def picture(self) -> Scene:
        """Return what a picture of it shows."""
        ...


def scene_of(drawn: Scene | Pictured) -> Scene:
    """Return the scene itself, or that of what has a picture. Raises BadRequest."""
    if isinstance(drawn, Scene):
        return drawn
    if not hasattr(drawn, "picture"):
        raise BadRequest(
            f"{type(drawn).__name__} cannot be drawn: draw a State, a View or a Scene, such as "
            "State(game) for the opening or record.replay() for the end of a recorded game"
        )
    return drawn.picture()
