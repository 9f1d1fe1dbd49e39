"""Groups that link parts of a board: what a group touches, and how far a player is from a link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from livestone.boards.board import Board

Jit = Callable[[Any], Any]

# Parts of a board are told apart by bits of a number, one number a site: its ``touch``.


def touches(board: Board, parts: tuple[tuple[int, ...], ...]) -> Any:
    """The parts that each site (and the wall) belongs to, part ``n`` as bit ``n``; int32.

    >>> from livestone.boards import square
    >>> touches(square(2), ((0, 1), (1, 3))).tolist()
    [1, 3, 0, 2, 0]
    """
    table = np.zeros(len(board) + 1, np.int32)
    for bit, part in enumerate(parts):
        table[list(part)] |= 1 << bit
    return table


def linked(board: Board, jit: Jit, touch: Any) -> Any:
    """Make ``linked(cells, site) -> parts``: the parts that the group of the piece there touches.

    A group is what is joined to it through neighbours with the same number in ``cells``.
    """
    neighbours = board.neighbours.astype(np.uint32)
    sites, directions = len(board), board.directions

    @jit
    def parts(cells: Any, site: int) -> Any:
        seen = np.zeros(sites + 1, np.bool_)
        group = np.empty(sites, np.uint32)
        colour, found, known, done = cells[site], touch[site], 1, 0
        group[0] = site
        seen[site] = True
        while done < known:
            here = group[done]
            done += 1
            found |= touch[here]
            for direction in range(directions):
                there = neighbours[here, direction]
                if cells[there] == colour and not seen[there]:
                    seen[there] = True
                    group[known] = there
                    known += 1
        return found

    return parts


def bridging(board: Board, jit: Jit, touch: Any) -> Any:
    """Make ``bridging(cells, site) -> bool``: whether a piece just placed can have linked anything.

    It cannot where it touches no part itself and its neighbours of its own stand side by side.
    """
    neighbours = board.neighbours.astype(np.uint32)
    directions = board.directions

    @jit
    def test(cells: Any, site: int) -> bool:
        colour, arcs = cells[site], 0
        before = cells[neighbours[site, directions - 1]] == colour
        for direction in range(directions):
            here = cells[neighbours[site, direction]] == colour
            arcs += here & (not before)
            before = here
        return bool((arcs > 1) | (touch[site] != 0))

    return test


def steps(board: Board, jit: Jit, touch: Any) -> Any:
    """Make ``steps(cells, colour, part, out)``: empty sites a player must fill to reach a part.

    ``out[site]`` (int32, one a site) is how many empty sites ``colour`` would have to fill to join
    ``site``, itself among them, to part number ``part``; at least as many as the board has sites
    where that cannot be done.
    """
    neighbours = board.neighbours.astype(np.uint32)
    sites, directions = len(board), board.directions
    # The sites of all parts, one part after the other, and where each begins.
    parts = [np.flatnonzero(touch >> part & 1) for part in range(int(touch.max()).bit_length())]
    seeds = np.concatenate(parts).astype(np.uint32)
    ends = np.cumsum([0, *(len(part) for part in parts)])

    @jit
    def fill(cells: Any, colour: int, part: int, out: Any) -> None:
        far = sites + 1
        # A deque: what costs nothing goes in front, what costs a site behind.
        queue = np.empty(2 * sites + 2, np.uint32)
        first = last = sites
        for site in range(sites):
            out[site] = far
        for at in range(ends[part], ends[part + 1]):
            site = seeds[at]
            if cells[site] == colour:
                out[site] = 0
                first -= 1
                queue[first] = site
            elif cells[site] == 0:
                out[site] = 1
                queue[last] = site
                last += 1
        while first < last:
            here = queue[first]
            first += 1
            for direction in range(directions):
                there = neighbours[here, direction]
                if there < sites and out[there] == far:
                    if cells[there] == colour:
                        out[there] = out[here]
                        first -= 1
                        queue[first] = there
                    elif cells[there] == 0:
                        out[there] = out[here] + 1
                        queue[last] = there
                        last += 1

    return fill


def meeting(board: Board, jit: Jit) -> Any:
    """Make ``meeting(cells, one, two, three) -> sites``: the fewest to fill to join three parts.

    The last three are what ``steps`` found for each part.
    """
    sites = len(board)

    @jit
    def least(cells: Any, one: Any, two: Any, three: Any) -> Any:
        found = 3 * sites
        for site in range(sites):
            # Where the three ways meet, an empty site was counted by each of them.
            again = 2 * (cells[site] == 0)
            found = min(found, one[site] + two[site] + three[site] - again)
        return found

    return least


def joining(board: Board, jit: Jit, touch: Any, triples: tuple[tuple[int, int, int], ...]) -> Any:
    """Make ``joined(cells, player, out) -> n``: how a player's pieces join three parts, as lines.

    The parts are the first of ``triples`` that are joined at all. From where they meet a shortest
    way over the pieces leads to each part; ``out`` is filled as by the ``lines`` of
    :class:`~livestone.core.rules.Display`. A piece is its player's index + 1 in ``cells``.
    """
    neighbours, sites = board.neighbours.astype(np.uint32), len(board)
    never, parts = 3 * sites, np.array(triples)
    walk = _walking(board, jit, touch, never)

    @jit
    def trace(far: Any, start: int, player: int, out: Any, n: int) -> int:
        """Add the way from a site to the part that the others are so ``far`` from."""
        here, left = start, far[start]
        if left == 0:
            return n
        out[n], out[n + 1], out[n + 2] = player, left + 1, here
        n += 3
        while left > 0:
            left -= 1
            direction = 0
            while far[neighbours[here, direction]] != left:
                direction += 1
            here = neighbours[here, direction]
            out[n] = here
            n += 1
        return n

    @jit
    def joined(cells: Any, player: int, out: Any) -> int:
        far, n = np.empty((3, sites + 1), np.int32), 0
        for triple in range(len(parts)):
            for at in range(3):
                walk(cells, player + 1, parts[triple, at], far[at])
            start, least = 0, never
            for site in range(sites):
                total = far[0, site] + far[1, site] + far[2, site]
                if total < least:
                    start, least = site, total
            if least < never:
                for at in range(3):
                    n = trace(far[at], start, player, out, n)
                return n
        return n

    return joined


def _walking(board: Board, jit: Jit, touch: Any, never: int) -> Any:
    """``walk(cells, colour, part, far)``: how many steps over a colour each site is from a part.

    ``never`` where none lead there.
    """
    neighbours = board.neighbours.astype(np.uint32)
    sites, directions = len(board), board.directions

    @jit
    def walk(cells: Any, colour: int, part: int, far: Any) -> None:
        todo = np.empty(sites, np.uint32)
        known = done = 0
        far[:] = never
        for site in range(sites):
            if cells[site] == colour and touch[site] >> part & 1:
                far[site] = 0
                todo[known] = site
                known += 1
        while done < known:
            here = todo[done]
            done += 1
            for direction in range(directions):
                there = neighbours[here, direction]
                if cells[there] == colour and far[there] == never:
                    far[there] = far[here] + 1
                    todo[known] = there
                    known += 1

    return walk
