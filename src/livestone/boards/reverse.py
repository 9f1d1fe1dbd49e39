"""A board seen from behind."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from livestone.boards.board import Board, Label, Point


@lru_cache
def reverse(board: Board) -> Board:
    """The board turned over about its upright middle line: left and right change places.

    Sites keep their numbers and names.

    >>> from livestone.boards import square
    >>> [reverse(square(2)).names[site] for site in reverse(square(2)).rows[0]]
    ['b2', 'a2']
    """
    xs = [x for x, _ in board.centres]
    width = min(xs) + max(xs)

    def across(point: Point) -> Point:
        return width - point[0], point[1]

    return replace(
        board,
        centres=tuple(map(across, board.centres)),
        outlines=tuple(tuple(map(across, outline)) for outline in board.outlines),
        strokes=tuple((across(begin), across(end)) for begin, end in board.strokes),
        labels=tuple(Label(label.text, width - label.x, label.y) for label in board.labels),
        rows=tuple(row[::-1] for row in board.rows),
        courses=tuple(
            replace(course, points=tuple(map(across, course.points))) for course in board.courses
        ),
    )
