"""What won a game is drawn over the board, and only that: found again slowly, from the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from random import Random

import pytest
from tests.rules.hexagons import Cell, around, cell, groups

from livestone.core.state import State
from livestone.draw import svg
from livestone.draw.scene import Scene
from livestone.games import load
from livestone.records.samples import sample_of

AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
# Both games' sides by the first and last cell of each part of the rim.
RIMS = {
    "radius_y": ("e1 m1 q5", "q5 m9 e9", "e9 a5 e1"),
    "crunching_quax": ("f1 p1", "p1 u6", "u6 p11", "p11 f11", "f11 a6", "a6 f1"),
}
TRIPLES = {"radius_y": ((0, 1, 2),), "crunching_quax": ((0, 2, 4), (1, 3, 5))}
RANDOM = ("line_sauce", "crunching_quax", "radius_y")
FORT = ["i9", "j9", "j10", "i10", "i9"]


def lines(state: State) -> list[tuple[str, list[str]]]:
    """The lines over a position: whose colour each has, and its sites."""
    board = state.game.board
    at = dict(zip(board.centres, board.names, strict=True))
    return [(way.colour, [at[point] for point in way.points]) for way in state.view().courses]


def stones(state: State, player: int) -> set[Cell]:
    """The cells of a player's stones."""
    piece = state.game.pieces[player].name
    return {cell(at) for at, what in state.view().cells.items() if what == piece}


@cache
def won(id: str, winner: int, seed: int = 0) -> State:
    """A random game that this player wins."""
    game = load(id)
    for go in range(40):
        rng, state = Random(f"{seed} {go}"), State(game)
        while not state.over:
            state.play(rng.choice(state.unsorted))
        if state.winners == (winner,):
            return state
    raise AssertionError("nobody wins so")


@pytest.mark.parametrize("id", [*RANDOM, "brainline", "fort_chitral"])
def test_nothing_is_drawn_before_the_end(id: str) -> None:
    state = won(id, 1).copy() if id in RANDOM else sample_of(id).replay()
    assert lines(state)
    while state.ply:
        state.undo()
        assert lines(state) == []


def test_lines_lie_on_bands_of_their_colour() -> None:
    state = won("line_sauce", 1)
    drawn = svg.draw(Scene(state.game.board, courses=state.view().courses), standalone=False)
    count = len(lines(state))
    assert drawn.count('<path class="white halo" d="M') == drawn.count('<path class="white" d="M')
    assert drawn.count("halo") == count
    assert drawn.rindex("halo") < drawn.index('<path class="white" d="M')


# Brainline --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "mover", "expected"),
    [
        ("yy5/8/r2rr3r/8/9/8/9/8/9/6y1/6y", "y", ("red", ["C1", "C9"])),
        ("yy5/8/yr1rr2ry/8/9/8/9/8/9/8/7", "y", ("red", ["C2", "C8"])),
        ("r6/1r6/2r6/2r5/9/8/9/8/9/4y3/yy4y", "y", ("red", ["A1", "D3"])),
        ("3r3/3r4/9/2r5/2r6/8/9/8/9/4y3/yy4y", "y", ("red", ["A4", "E3"])),
        ("3y3/3y4/9/2y5/2y6/8/9/8/9/4r3/rr4r", "r", ("yellow", ["A4", "E3"])),
        # Both have a line: the player who has just moved has won.
        ("rrrr3/8/9/8/9/8/9/8/9/8/yyyy3", "y", ("red", ["A1", "A4"])),
        ("rrrr3/8/9/8/9/8/9/8/9/8/yyyy3", "r", ("yellow", ["K1", "K4"])),
    ],
)
def test_the_four_pegs(rows: str, mover: str, expected: tuple[str, list[str]]) -> None:
    state = State.read(load("brainline"), f"{rows} {mover} turn={2 + 'ry'.index(mover)}")
    assert lines(state) == [expected]
    assert state.winners == (("red", "yellow").index(expected[0]),)


def test_no_line_where_none_won() -> None:
    spoilt = "yy5/8/ry1rr3r/8/9/8/9/8/9/8/6y y turn=1"
    assert lines(State.read(load("brainline"), spoilt)) == []
    gaps = "yy5/8/r2rr3r/8/9/8/9/8/9/6y1/6y y turn=1"
    assert lines(State.read(load("brainline", adjacent_only=True), gaps)) == []


# Fort Chitral -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("fort", "colour"), [("w", "white"), ("b", "black")])
def test_the_whole_fort(fort: str, colour: str) -> None:
    other = "wb".replace(fort, "")
    empty = "/".join(["18"] * 7)
    rows = f"wwww14/{empty}/8{fort}{fort}8/8{fort}{fort}8/{empty}/bbbb14"
    state = State.read(load("fort_chitral"), f"{rows} {other} turn={2 + 'wb'.index(other)}")
    assert lines(state) == [(colour, FORT)]
    three = rows.replace(f"8{fort}{fort}8", f"8{fort}{other}8", 1)
    assert lines(State.read(load("fort_chitral"), f"{three} w")) == []


def test_no_line_where_three_pieces_have_lost() -> None:
    empty = "/".join(["18"] * 16)
    few = State.read(load("fort_chitral"), f"wwww14/{empty}/bbb15 b turn=1")
    assert few.winners == (0,)
    assert lines(few) == []


# Line Sauce -------------------------------------------------------------------------------------


def rows_of(own: set[Cell]) -> Iterator[list[Cell]]:
    """All lines of stones side by side, two or more, by their cells."""
    for (x, y), (dx, dy) in product(own, AXES):
        row = [(x, y)]
        while (row[-1][0] + dx, row[-1][1] + dy) in own:
            row.append((row[-1][0] + dx, row[-1][1] + dy))
        if (x - dx, y - dy) not in own and len(row) > 1:
            yield row


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("winner", [0, 1])
def test_the_longest_lines(winner: int, seed: int) -> None:
    state = won("line_sauce", winner, seed)
    rows = list(rows_of(stones(state, winner)))
    longest = max(map(len, rows))
    found = lines(state)
    assert {colour for colour, _ in found} == {state.game.seats[winner].colour}
    drawn = sorted(sorted(map(cell, ends)) for _, ends in found)
    assert drawn == sorted(sorted((row[0], row[-1])) for row in rows if len(row) == longest)


# Radius Y and Crunching Quax --------------------------------------------------------------------


def rim(id: str, part: int) -> set[Cell]:
    """The cells along a part of the rim."""
    found: set[Cell] = set()
    for one, other in pairwise(map(cell, RIMS[id][part].split())):
        steps = max(abs(other[1] - one[1]), abs(other[0] - one[0]) // 2)
        across, down = (other[0] - one[0]) // steps, (other[1] - one[1]) // steps
        found |= {(one[0] + n * across, one[1] + n * down) for n in range(steps + 1)}
    return found


def steps_to(part: set[Cell], own: set[Cell]) -> dict[Cell, int]:
    """How many steps over these stones each of them is from a part."""
    found: dict[Cell, int] = {}
    ring, steps = own & part, 0
    while ring:
        found |= dict.fromkeys(ring, steps)
        ring = {at for here in ring for at in around(here) if at in own} - found.keys()
        steps += 1
    return found


def fewest(own: set[Cell], parts: list[set[Cell]]) -> int | None:
    """The fewest steps from one of the stones to three parts, if any joins them."""
    ways = [steps_to(part, own) for part in parts]
    sums = [sum(way[at] for way in ways) for at in own if all(at in way for way in ways)]
    return min(sums, default=None)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("id", RIMS)
def test_shortest_ways_join_three_parts(id: str, winner: int, seed: int) -> None:
    state = won(id, winner, seed)
    own, found = stones(state, winner), lines(state)
    assert {colour for colour, _ in found} == {state.game.seats[winner].colour}
    ways = [[*map(cell, names)] for _, names in found]
    cells = {at for way in ways for at in way}
    assert cells <= own
    assert len(groups(cells)) == 1
    assert all(there in around(here) for way in ways for here, there in pairwise(way))
    assert len({way[0] for way in ways}) == 1, "all begin where they meet"
    joined = [[rim(id, part) for part in triple] for triple in TRIPLES[id]]
    lengths = [fewest(own, parts) for parts in joined if all(cells & part for part in parts)]
    assert sum(len(way) - 1 for way in ways) in lengths


def test_one_way_along_the_rim() -> None:
    """Stones along one colour, from corner to corner: two of the three ways have no length."""
    state = State.read(load("radius_y"), "o4/o5/o6/o7/o8/o7/o6/o5/o4 x turn=17")
    assert lines(state) == [("white", ["e1", "d2", "c3", "b4", "a5", "b6", "c7", "d8", "e9"])]
    gap = State.read(load("radius_y"), "o4/o5/o6/o7/o8/o7/o6/o5/1o3 x turn=17")
    assert not gap.over
    assert lines(gap) == []
