"""What is drawn of a table: numbers of sites and pieces, from what a viewer may see of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from livestone.api.tables import Line, Picture, Standing
from livestone.boards import Course
from livestone.core.view import View
from livestone.server.tables.store import PlyRow


def picture(view: View, steps: tuple[tuple[str, ...], ...]) -> Picture:
    """Return what a board draws of a view, with the ``steps`` of its plies."""
    number = {id(piece): code for code, piece in enumerate(view.game.pieces, 1)}
    return Picture(
        pieces=view.codes,
        courses=_lines(view.courses),
        marks=view.marks,
        faces={
            name: Standing(
                tuple(number.get(id(one), 0) for one in face.pieces), _lines(face.courses)
            )
            for name, face in view.faces.items()
        },
        steps=steps,
    )


def _lines(courses: Iterable[Course]) -> tuple[Line, ...]:
    return tuple(Line(course.colour, course.points) for course in courses)


def recent(view: View, plies: Sequence[PlyRow], mine: Sequence[int]) -> int:
    """Return after how many plies everything is new to whom a view is shown.

    That is the last turn, and for one player every turn since their own.
    """
    start = view.turn_start
    if len(mine) == 1 and view.ply and plies[view.ply - 1].mover != mine[0]:
        while start and plies[start - 1].mover != mine[0]:
            start -= 1
    return start
