"""Stones on a board of hexagons a second time, slowly: cells as pairs, groups found from scratch.

It shares no code with the package. In a row, columns are two letters apart.
"""

from __future__ import annotations

from collections.abc import Sequence

Cell = tuple[int, int]
STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def cell(name: str) -> Cell:
    return ord(name[0]) - ord("a") + 1, int(name[1:])


def name(place: Cell) -> str:
    return f"{chr(ord('a') + place[0] - 1)}{place[1]}"


def around(place: Cell) -> list[Cell]:
    return [(place[0] + dc, place[1] + dr) for dc, dr in STEPS]


def groups(stones: set[Cell]) -> list[set[Cell]]:
    """The stones by what is connected."""
    left, found = set(stones), []
    while left:
        group, todo = set(), [left.pop()]
        while todo:
            place = todo.pop()
            group.add(place)
            todo += [there for there in around(place) if there in left]
            left -= set(todo)
        found.append(group)
    return found


def lettered(players: Sequence[set[Cell]], letters: str = "ox") -> dict[str, str]:
    """Players' stones as what stands on which cell."""
    return {
        name(place): letter
        for letter, stones in zip(letters, players, strict=True)
        for place in stones
    }
