"""Square and rectangular boards of square cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from livestone.boards.board import Board, Label, neighbour_table

# Opposite directions are four apart, and the first four are one of each line.
COMPASS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def column_name(column: int) -> str:
    """The letter of a column counted from 0: a to z.

    >>> column_name(0), column_name(15)
    ('a', 'p')
    """
    return "abcdefghijklmnopqrstuvwxyz"[column]


@lru_cache
def square(columns: int, rows: int | None = None, *, top_down: bool = False) -> Board:
    """A board of ``columns`` by ``rows`` cells (square when ``rows`` is left out).

    Columns are lettered from the left and rows numbered from the bottom, so ``a1`` is the lower
    left corner and site 0; sites run along the rows. With ``top_down`` the same cells are numbered
    from the top, as in the plain-text diagrams of some sources. There are eight directions, from
    east counter-clockwise.

    >>> square(10).names[0], square(10).site["j10"], square(9, top_down=True).names[0]
    ('a1', 99, 'a9')
    """
    rows = columns if rows is None else rows
    places = [(x, y) for y in range(rows) for x in range(columns)]
    half = 0.5
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    numbers = [str(rows - y if top_down else y + 1) for y in range(rows)]
    labels = [Label(column_name(x), x, y) for y in (-0.85, rows - 0.15) for x in range(columns)]
    labels += [Label(numbers[y], x, y) for x in (-0.85, columns - 0.15) for y in range(rows)]
    return Board(
        kind="square",
        names=tuple(f"{column_name(x)}{numbers[y]}" for x, y in places),
        centres=tuple((float(x), float(y)) for x, y in places),
        neighbours=neighbour_table(places, COMPASS),
        rows=tuple(tuple(range(y * columns, (y + 1) * columns)) for y in range(rows - 1, -1, -1)),
        outlines=tuple(tuple((x + dx, y + dy) for dx, dy in corners) for x, y in places),
        labels=tuple(labels),
        symmetries=_symmetries(columns, rows),
    )


def _symmetries(columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
    right, top = columns - 1, rows - 1
    turns: list[Callable[[int, int], tuple[int, int]]] = [
        lambda x, y: (x, y),
        lambda x, y: (right - x, y),
        lambda x, y: (x, top - y),
        lambda x, y: (right - x, top - y),
    ]
    if columns == rows:
        turns += [
            lambda x, y: (y, x),
            lambda x, y: (right - y, x),
            lambda x, y: (y, right - x),
            lambda x, y: (right - y, right - x),
        ]
    found = []
    for turn in turns:
        images = [turn(x, y) for y in range(rows) for x in range(columns)]
        found.append(tuple(x + y * columns for x, y in images))
    return tuple(found)
