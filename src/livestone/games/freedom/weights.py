"""The weights of Freedom's evaluation: what they belong to, and the file that holds them.

The weights are one array of five parts. First what a *window* is worth: four cells in a line
without an enemy stone, by the number of own stones on them and of empty cells just beyond them,
where an own stone would spoil the four. Then what each state of a whole line of four to ten cells
is worth beyond its windows; a state, its reversal and both with colours exchanged are one weight.
Then what it is worth to be the player to move, by how many empty cells touch the last stone (none
is freedom) and by how full the board is; by the pattern around the last stone
(``rings.py``); and by the patterns around the empty cells that touch it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from livestone.games.freedom.fours import EDGE, EMPTY, FOUR
from livestone.games.freedom.rings import patterns
from livestone.games.freedom.rules import BLACK, WHITE

# What four cells in a line with no enemy stone will score in the end, by the number of own stones
# on them (0 to 4) and of empty cells just beyond them (0 to 2), where an own stone would spoil the
# four: fitted by least squares to the results of 2,200 games of alpha-beta against itself.
HOPES = (
    (0.0, 0.0, 0.0),
    (0.13, 0.07, 0.05),
    (0.49, 0.31, 0.18),
    (1.59, 0.82, 0.52),
    (3.2, 1.89, 1.15),
)
WINDOW = FOUR + 2
LONGEST = 10
# Windows without a stone are worth the same to both players: nothing.
WINDOWS = FOUR * 3
ROOMS, PHASES = 9, 8
# How many positions must speak for a change of a weight before half of it is made.
FIRM, LOOSE, RING = 20_000.0, 20.0, 100.0


class States(NamedTuple):
    """What is known of every state of a stretch of line, by its code (stones as digits base 3).

    ``windows[code, w]`` is how many windows of kind ``w`` White has there, less Black's;
    ``weight[code]`` the place of the state's own weight and ``sign[code]`` what it counts for: 0
    where there is none.
    """

    windows: Any
    weight: Any
    sign: Any


@cache
def shipped(scoring: str) -> Any:
    """The weights that come with Livestone: those of ``stones`` where a scoring has none."""
    for name in (scoring, "stones"):
        file = files("livestone.games.freedom") / f"weights-{name}.npz"
        if file.is_file():
            with file.open("rb") as opened:
                return np.load(opened)["weights"].astype(np.float32)
    return simple()


def simple() -> Any:
    """Weights of windows alone, as fitted by hand: what training may begin with."""
    weights = np.zeros(reply_places(patterns()), np.float32)
    weights[:WINDOWS] = np.ravel(HOPES[1:])
    return weights


def stiffness() -> Any:
    """How firmly each weight is held: the many of the lines more than the few others."""
    firm = np.full(reply_places(patterns()), RING, np.float32)
    firm[: ring_places(0)] = LOOSE
    firm[WINDOWS : _bonuses()] = FIRM
    return firm


def bonuses(weights: Any, sites: int) -> Any:
    """What it is worth to be the player to move: ``[stones on the board, empty neighbours]``."""
    table = weights[_bonuses() : ring_places(0)].reshape(PHASES, ROOMS)
    return table[[phase(stones, sites) for stones in range(sites + 1)]]


def bonus_places(stones: Any, rooms: Any, sites: int) -> Any:
    """Which weight says so, for arrays of both."""
    return _bonuses() + phase(stones, sites) * ROOMS + rooms


def ring_places(pattern: Any) -> Any:
    """Which weight belongs to a pattern around the last stone."""
    return _bonuses() + PHASES * ROOMS + pattern


def reply_places(pattern: Any) -> Any:
    """Which weight belongs to a pattern around an empty cell that touches the last stone."""
    return ring_places(patterns()) + pattern


def phase(stones: Any, sites: int) -> Any:
    """How far a game is, 0 to PHASES - 1."""
    return np.minimum(stones * PHASES // sites, PHASES - 1)


@cache
def states(length: int, first: bool, last: bool) -> States:
    """Everything about a stretch that may begin and end at a wall."""
    cells = _cells(length)
    wall = np.full(3**length, EDGE)
    windows = _windows([wall] * first + cells + [wall] * last)
    if not (first and last):
        return States(windows, wall * 0, np.zeros(len(wall), np.int8))
    least, sign, own = _canonical(length)
    weight = WINDOWS + _before(length) + np.searchsorted(own, least)
    return States(windows, np.where(sign, weight, 0), sign)


def _windows(cells: list[Any]) -> Any:
    found = np.zeros((len(cells[0]), WINDOWS), np.int8)
    rows = np.arange(len(found))
    for at in range(len(cells) - WINDOW + 1):
        inside, ends = cells[at + 1 : at + 1 + FOUR], (cells[at], cells[at + WINDOW - 1])
        empty = sum((end == EMPTY).astype(int) for end in ends)
        for stone, side in ((WHITE + 1, 1), (BLACK + 1, -1)):
            own = sum((cell == stone).astype(int) for cell in inside)
            vain = np.any([(cell != stone) & (cell != EMPTY) for cell in inside], axis=0)
            vain |= (ends[0] == stone) | (ends[1] == stone) | (own == 0)
            kind = np.where(vain, 0, 3 * (own - 1) + empty)
            found[rows, kind] += np.where(vain, 0, side).astype(np.int8)
    return found


@cache
def _canonical(length: int) -> tuple[Any, Any, Any]:
    """Of each state of a whole line the least code among its equals, and whose it is.

    That is White's (1), Black's (-1) or both's (0). Then the least codes that are not both's.
    """
    cells = _cells(length)
    swapped = [np.array([EMPTY, BLACK + 1, WHITE + 1])[cell] for cell in cells]
    same = np.minimum(_code(cells), _code(cells[::-1]))
    other = np.minimum(_code(swapped), _code(swapped[::-1]))
    least, sign = np.minimum(same, other), np.sign(other - same).astype(np.int8)
    return least, sign, np.unique(least[sign != 0])


def _cells(length: int) -> list[Any]:
    """The cells of every state, cell by cell."""
    codes = np.arange(3**length)
    return [codes // 3**place % 3 for place in range(length)]


def _code(cells: list[Any]) -> Any:
    return sum(cell * 3**place for place, cell in enumerate(cells))


@cache
def _before(length: int) -> int:
    """How many weights the shorter lines have."""
    return sum(len(_canonical(shorter)[2]) for shorter in range(FOUR, length))


def _bonuses() -> int:
    """Where the weights of the player to move begin."""
    return WINDOWS + _before(LONGEST + 1)
