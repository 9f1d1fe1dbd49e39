"""The streets of Straat: how they are counted, and the lines in which they are drawn.

A face has 8x8 quarter-cells, numbered from the lower left corner row by row; those of one colour
are the bits of a word.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from livestone.boards.board import Point
from livestone.core.game import Jit
from livestone.games.straat.blocks import FULL, HALF, UNSEEN, WAYS

SIDE, SITES = 4, 16
FRONT, BACK = 0, 1
FINE = 2 * SIDE
QUARTERS = FINE * FINE
NOWHERE = -1
# The quarter-cells along the edges of a face: bottom, top, left, right. A block on an edge touches
# it with two of them. Streets lead from bottom to top and from left to right.
BOTTOM, TOP, LEFT, RIGHT = range(4)
ALONG = np.array(
    [
        range(FINE),
        range(QUARTERS - FINE, QUARTERS),
        range(0, QUARTERS, FINE),
        range(FINE - 1, QUARTERS, FINE),
    ]
)
# The points of lines over a face: the quarter-cells' centres, then those on the edges.
POINTS = QUARTERS + 4 * FINE


def painted() -> Any:
    """``[code, site, face, colour]``: a block's quarter-cells of that colour, as a word."""
    table = np.zeros((UNSEEN + 2, SITES, 2, 2), np.uint64)
    for block, site in product(range(2 * WAYS), range(SITES)):
        owner, up, side = block // WAYS, block // 4 % 2, block % 4
        for face, x, y in product(range(2), range(2), range(2)):
            black_half = (y == 1, x == 1, y == 0, x == 0)[side]
            half = (up == HALF) == (face == FRONT)
            quarter = FINE * (2 * (site // SIDE) + y) + 2 * (site % SIDE) + x
            colour = int(black_half) if half else owner
            table[1 + block, site, face, colour] |= np.uint64(1 << quarter)
    for owner in range(2):  # of a block whose back may not be seen only the front is there
        table[UNSEEN + owner, :, FRONT] = table[1 + owner * WAYS + 4 * FULL, :, FRONT]
    return table


def counted(jit: Jit) -> Any:
    """``streets(ink)``: how many streets there are in one colour's quarter-cells of a face."""
    one, row = np.uint64(1), np.uint64(FINE)
    edges = np.array([sum(1 << at for at in edge.tolist()) for edge in ALONG], np.uint64)
    left, right, along = edges[LEFT], edges[RIGHT], ALONG.astype(np.uint64)

    @jit
    def region(seed: Any, ink: Any) -> Any:
        """The quarter-cells that hang together with ``seed``."""
        found = seed
        while True:
            wider = found | (found << row) | (found >> row)
            wider |= ((found & ~right) << one) | ((found & ~left) >> one)
            wider &= ink
            if wider == found:
                return found
            found = wider

    @jit
    def blocks(found: Any, edge: int) -> Any:
        """How many blocks on an edge a region touches."""
        count = 0
        for block in range(SIDE):
            pair = (found >> along[edge, 2 * block]) | (found >> along[edge, 2 * block + 1])
            count += int(pair & one)
        return count

    @jit
    def streets(ink: Any) -> Any:
        total = 0
        for begin in (BOTTOM, LEFT):
            todo = ink & edges[begin]
            while todo != 0 and ink & edges[begin + 1] != 0:
                found = region(todo & (~todo + one), ink)
                todo &= ~found
                total += min(blocks(found, begin), blocks(found, begin + 1))
        return total

    return streets


def line_points() -> tuple[Point, ...]:
    """The points of lines over the front and then, left and right exchanged, over the back."""
    first, last = -0.5, SIDE - 0.5
    centres = [(at % FINE / 2 - 0.25, at // FINE / 2 - 0.25) for at in range(QUARTERS)]
    front = [
        *centres,
        *((centres[at][0], first) for at in ALONG[BOTTOM]),
        *((centres[at][0], last) for at in ALONG[TOP]),
        *((first, centres[at][1]) for at in ALONG[LEFT]),
        *((last, centres[at][1]) for at in ALONG[RIGHT]),
    ]
    return (*front, *((SIDE - 1 - x, y) for x, y in front))


def drawn(jit: Jit) -> Any:
    """``draw(ink, player, first, out, n) -> n``: adds the streets of one colour as lines.

    ``first`` is the number of the face's first point; ``out`` holds ``n`` numbers so far.
    """
    bits = np.arange(QUARTERS, dtype=np.uint64)
    walk, trace = _walk(jit), _trace(jit)

    @jit
    def touched(before: Any, edge: int, places: Any) -> int:
        """Fill where a region touches an edge first on each block; returns on how many."""
        n = 0
        for place in range(FINE):
            again = place % 2 == 1 and before[ALONG[edge, place - 1]] != NOWHERE
            if before[ALONG[edge, place]] != NOWHERE and not again:
                places[n] = place
                n += 1
        return n

    @jit
    def draw_across(inked: Any, edge: int, player: int, first: int, out: Any, n: int) -> int:
        """Region by region, from the first blocks on an edge to the first on the opposite one."""
        seen, before = np.zeros(QUARTERS, np.bool_), np.zeros(QUARTERS, np.int64)
        near, far = np.zeros(SIDE, np.int64), np.zeros(SIDE, np.int64)
        for place in range(FINE):
            begin = ALONG[edge, place]
            if inked[begin] and not seen[begin]:
                walk(begin, inked, before)
                for at in range(QUARTERS):
                    seen[at] |= before[at] != NOWHERE
                count = min(touched(before, edge, near), touched(before, edge + 1, far))
                for street in range(count):
                    walk(ALONG[edge, near[street]], inked, before)
                    out[n] = player
                    n = trace(before, edge, near[street], far[street], first, out, n + 1)
        return n

    @jit
    def draw(ink: Any, player: int, first: int, out: Any, n: int) -> int:
        inked = np.zeros(QUARTERS, np.bool_)
        for at in range(QUARTERS):
            inked[at] = (ink >> bits[at]) & bits[1] != 0
        n = draw_across(inked, BOTTOM, player, first, out, n)
        return int(draw_across(inked, LEFT, player, first, out, n))

    return draw


def _walk(jit: Jit) -> Any:
    """``walk(begin, inked, before)``: fills the one before each quarter-cell on the shortest way.

    ``NOWHERE`` for those that cannot be reached.
    """
    neighbours = np.full((QUARTERS, 4), NOWHERE)
    for at in range(QUARTERS):
        x, y = at % FINE, at // FINE
        for direction, (u, v) in enumerate(((x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y))):
            if 0 <= u < FINE and 0 <= v < FINE:
                neighbours[at, direction] = FINE * v + u

    @jit
    def walk(begin: int, inked: Any, before: Any) -> None:
        before[:] = NOWHERE
        before[begin] = begin
        todo = np.zeros(QUARTERS, np.int64)
        todo[0] = begin
        done, found = 0, 1
        while done < found:
            here = todo[done]
            done += 1
            for direction in range(4):
                there = neighbours[here, direction]
                if there != NOWHERE and inked[there] and before[there] == NOWHERE:
                    before[there] = here
                    todo[found] = there
                    found += 1

    return walk


def _trace(jit: Jit) -> Any:
    """``trace(before, edge, near, far, first, out, n) -> n``: adds the way from far to near.

    That is how many points it has, and the points: one on the opposite edge, the quarter-cells,
    and one on the edge. ``near`` and ``far`` are places along the two edges.
    """

    @jit
    def trace(before: Any, edge: int, near: int, far: int, first: int, out: Any, n: int) -> int:
        end = n + 1
        out[end] = first + QUARTERS + FINE * (edge + 1) + far
        at = ALONG[edge + 1, far]
        while True:
            end += 1
            out[end] = first + at
            if at == ALONG[edge, near]:
                break
            at = before[at]
        end += 1
        out[end] = first + QUARTERS + FINE * edge + near
        out[n] = end - n
        return end + 1

    return trace
