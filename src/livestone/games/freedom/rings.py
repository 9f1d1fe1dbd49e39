"""The eight cells around a cell of Freedom's board, as one number.

What surrounds the last stone, and the cells that may answer it, decides who gets what there. A
*ring* is the state of the cells around one: empty, of either colour, or beyond the edge. Rings that
are rotations and reflections of each other are one *pattern*.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from livestone.boards import Board
from livestone.games.freedom.fours import EDGE, EMPTY
from livestone.games.freedom.rules import BLACK, WHITE

AROUND = 8
MINE, OTHER, BEYOND = 1, 2, 3


class Rings(NamedTuple):
    """The rings of a board as codes, and what is known of each code.

    ``base[site]`` is the code of a site with nothing around it; ``power[site, direction]`` what a
    white stone there adds (a black one twice as much), 0 beyond the edge; ``back[site, direction]``
    what a white stone on the site adds to the code of the neighbour there. The wall's code never
    changes. ``room[code]`` counts the empty cells, 8 for the wall: from there a first stone may go
    anywhere. ``pattern[mover, code]`` numbers what the player to move sees, -1 for the wall.
    """

    base: Any
    power: Any
    back: Any
    room: Any
    pattern: Any


@cache
def rings(board: Board) -> Rings:
    """The rings of a square board."""
    neighbours, wall = board.neighbours, board.wall
    begins: dict[tuple[bool, ...], int] = {}
    parts: list[Any] = []
    base = np.zeros(wall + 1, np.int32)
    power = np.zeros((wall + 1, AROUND), np.int32)
    for site in range(wall):
        there = neighbours[site] != wall
        kind = tuple(there.tolist())
        if kind not in begins:
            begins[kind] = sum(map(len, parts))
            parts.append(_cells(kind))
        base[site] = begins[kind]
        power[site, there] = 3 ** np.arange(there.sum())
    cells = np.concatenate(parts)
    base[wall] = len(cells)
    opposite = (np.arange(AROUND) + AROUND // 2) % AROUND
    known = _patterns()
    white = np.array([known[text] for text in map(bytes, _canonical(cells))])
    black = np.array([known[text] for text in map(bytes, _canonical(_swapped(cells)))])
    return Rings(
        base,
        power,
        power[neighbours, opposite],
        np.append((cells == EMPTY).sum(1), AROUND).astype(np.int8),
        np.stack([np.append(white, -1), np.append(black, -1)]),
    )


def codes(board: Board, cells: Any, sites: Any) -> Any:
    """The codes of some rings: ``sites[position, k]`` says which in each of many positions."""
    found = rings(board)
    stones = cells[np.arange(len(cells))[:, None, None], board.neighbours[sites]]
    stones = np.where(stones == EDGE, EMPTY, stones).astype(np.int32)
    return found.base[sites] + np.einsum("nkd,nkd->nk", stones, found.power[sites])


def patterns() -> int:
    """How many patterns there are, on boards of any size."""
    return len(_patterns())


@cache
def _patterns() -> dict[bytes, int]:
    """Each pattern's number: of the middle, of an edge, of a corner."""
    east, north = (0, 1, 7), (1, 2, 3)
    kinds = [[place not in gone for place in range(AROUND)] for gone in ((), east, (*east, *north))]
    cells = np.concatenate([_cells(tuple(kind)) for kind in kinds])
    return {text: at for at, text in enumerate(sorted(set(map(bytes, _canonical(cells)))))}


def _cells(there: tuple[bool, ...]) -> Any:
    """Every ring with those cells on the board, in the order of its code (digits base 3)."""
    count = sum(there)
    found = np.full((3**count, AROUND), BEYOND, np.uint8)
    digits = np.array(list(product((EMPTY, WHITE + 1, BLACK + 1), repeat=count)), np.uint8)
    found[:, list(there)] = digits[:, ::-1]
    return found


def _swapped(cells: Any) -> Any:
    return np.array([EMPTY, OTHER, MINE, BEYOND], np.uint8)[cells]


def _canonical(cells: Any) -> Any:
    """Of each ring the least among its rotations and reflections."""
    turned = [
        np.roll(side, turn, axis=1)
        for side in (cells, np.roll(cells[:, ::-1], 1, axis=1))
        for turn in range(0, AROUND, 2)
    ]
    weight = 4 ** np.arange(AROUND)
    least = np.argmin([one @ weight for one in turned], axis=0)
    return np.stack(turned)[least, np.arange(len(cells))]
