"""Signs drawn on a board: one on a site, or an arrow between two.

They differ by shape and by the breaks of their lines as well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, dist, sin

from livestone.boards import Board
from livestone.boards.board import Point
from livestone.draw.ground import CELL, spacing
from livestone.draw.paths import number

# What a sign on a site looks like, around its middle, by its colour.
FORMS = {
    "green": "M-40 0a40 40 0 1 0 80 0a40 40 0 1 0-80 0z",
    "red": "M-30-30L30 30M-30 30L30-30",
    "blue": "M-42-42H42V42H-42z",
    "yellow": "M0-42L39 29H-39z",
}
# How far from the middle of its sites an arrow begins, clear of a piece, and ends; its head's
# length and half width.
CLEAR, SHORT, HEAD, WIDE = 38, 14, 34, 21


@dataclass(frozen=True)
class Sign:
    """A sign on a site, or an arrow from there ``to`` another; ``words`` say what it is."""

    colour: str
    at: int
    to: int | None = None
    words: str = ""


def draw(signs: Iterable[Sign], board: Board) -> str:
    """Return the signs as SVG; clicks go through them."""
    parts = [_sign(sign, board) if sign.to is None else _arrow(sign, board) for sign in signs]
    return f'<g class="signs" pointer-events="none">{"".join(parts)}</g>' if parts else ""


def _sign(sign: Sign, board: Board) -> str:
    x, y = _place(board, sign.at)
    form = FORMS[sign.colour]
    return (
        f'<g class="{sign.colour}" transform="translate({number(x)} {number(y)})">'
        f'<path class="halo" d="{form}"/><path class="ink" d="{form}"/></g>'
    )


def _arrow(sign: Sign, board: Board) -> str:
    assert sign.to is not None
    shaft, head = _parts(_place(board, sign.at), _place(board, sign.to))
    return (
        f'<g class="{sign.colour}"><path class="halo" d="{shaft}{head}"/>'
        f'<path class="ink shaft" d="{shaft}"/><path class="ink" d="{head}"/></g>'
    )


def _parts(start: Point, end: Point) -> tuple[str, str]:
    """The shaft and the head of an arrow, from one place to another."""
    turn = atan2(end[1] - start[1], end[0] - start[0])
    along, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    length = dist(start, end) - SHORT

    def point(far: float, side: float = 0.0) -> str:
        x = start[0] + along[0] * far + across[0] * side
        y = start[1] + along[1] * far + across[1] * side
        return f"{number(x)} {number(y)}"

    left, right = (point(length - HEAD, side) for side in (WIDE, -WIDE))
    return f"M{point(CLEAR)}L{point(length)}", f"M{left}L{point(length)}L{right}"


def _place(board: Board, site: int) -> Point:
    x, y = board.centres[site]
    scale = _scale(board)
    return x * scale, -y * scale


@lru_cache(maxsize=128)
def _scale(board: Board) -> float:
    return CELL / spacing(board)
