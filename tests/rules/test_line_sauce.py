"""Line Sauce: the printed game, a second implementation, and the list comparison."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.oracles import play_alike
from tests.rules.positions import played, put
from tests.rules.refusing import refuses

from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load
from livestone.records.record import Record
from livestone.records.samples import sample_of

GAME = load("line_sauce")
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
Cell = tuple[int, int]

# The final diagram of the printed game, which is the sample.
DIAGRAM = """
x x x x x x o . .
. . . . x o o x o
. o . x x . x o o
. x x o x o o o x
. o o o x o x o x
. . . x o x o o x
. . x o x o x o x
. x x o x o . o x
. o x x x x x x o
"""


# A second implementation: stones are sets of (column, row), lines are found from scratch.


def cell(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1])


def lines(stones: set[Cell]) -> list[int]:
    found = []
    for x, y in stones:
        for dx, dy in AXES:
            if (x - dx, y - dy) not in stones:
                length = 1
                while (x + length * dx, y + length * dy) in stones:
                    length += 1
                found += [length] if length > 1 else []
    return sorted(found, reverse=True)


class Oracle:
    def __init__(self) -> None:
        self.stones: tuple[set[Cell], set[Cell]] = (set(), set())
        self.mover, self.placed, self.most = 0, 0, 1

    def cells(self) -> dict[str, str]:
        return {f"{chr(ord('a') + x)}{y}": "xo"[p] for p in (0, 1) for x, y in self.stones[p]}

    def winners(self) -> tuple[int, ...] | None:
        if self.legal():
            return None
        own, other = (lines(stones) for stones in self.stones)
        return () if own == other else (0,) if own > other else (1,)

    def legal(self) -> set[str]:
        if len(self.stones[0] | self.stones[1]) == 81:
            return set()
        names = {f"{column}{row}" for column in "abcdefghi" for row in range(1, 10)}
        found = {name for name in names if cell(name) not in self.stones[0] | self.stones[1]}
        return found | ({"stop"} if self.placed == 2 else set())

    def play(self, move: str) -> None:
        if move != "stop":
            self.stones[self.mover].add(cell(move))
            self.placed += 1
            if self.placed < self.most and self.legal():
                return
        self.mover, self.placed = 1 - self.mover, 0
        own, other = lines(self.stones[self.mover]), lines(self.stones[1 - self.mover])
        self.most = 3 if other > own else 2


def spelled(words: str) -> list[int]:
    """A list of lines in the game's own words, read back."""
    found: list[int] = []
    for part in words.replace(" (×", "×").replace(")", "").split():
        length, _, times = part.partition("×")
        found += [int(length)] * int(times or 1)
    return found


def test_the_printed_game_is_legal_and_ends_as_printed() -> None:
    final = sample_of("line_sauce").replay()
    turns, state, entitled = final.turns, State(GAME), []
    for number, (mover, moves) in enumerate(turns):
        entitled += [number] if state.position.allowed == 3 else []
        assert state.mover == mover == number % 2
        for move in moves:
            state.play(move)
        assert state.position.placed == 0
    # Turns 7 to 14: X always, O once; every right was used, and nobody else placed three.
    assert entitled == [number for number, (_, moves) in enumerate(turns) if len(moves) == 3]
    rows = [" ".join(".xo"[state.position.cells[site]] for site in row) for row in GAME.board.rows]
    assert rows == DIAGRAM.split("\n")[1:-1]
    x, o = GAME.wording.tally(state.position)
    assert x == "6 6 5 5 4 4 3 (×4) 2 (×12)"
    assert o == "6 6 3 (×5) 2 (×15)"
    assert "\n27. b8 a1 c1\n" in Record.of(final).as_text(), "a turn is one line"


def same_lists(state: State, oracle: Oracle) -> None:
    assert state.mover in (oracle.mover, None)
    if state.ply % 7 == 0:
        words = GAME.wording.tally(state.position)
        assert [spelled(text) if text != "no lines" else [] for text in words] == [
            lines(stones) for stones in oracle.stones
        ]


@pytest.mark.parametrize("seed", range(3))
def test_against_the_second_implementation(seed: int) -> None:
    play_alike(
        State(GAME), Oracle(), Random(seed), keen=lambda _, move: move == "stop", also=same_lists
    )


@given(st.lists(st.integers(2, 9), max_size=20), st.lists(st.integers(2, 9), max_size=20))
def test_lists_are_compared_to_their_ends(own: list[int], other: list[int]) -> None:
    """One number a list compares as the lists do."""
    s, score = runtime(GAME).start(), np.zeros(2)
    for player, lengths in enumerate((own, other)):
        s.lists[player] = sum(1 << 7 * (length - 2) for length in lengths)
    GAME.plain.outcome(s, score)
    own, other = sorted(own, reverse=True), sorted(other, reverse=True)
    assert score.tolist() == [1, 0] if own > other else [0, 1] if own < other else [0, 0]


FULL = "xxxxxoxxx/oxoxooooo/oxoxoxxxo/xooooxxox/oxxxxooxo/oxoxoxxxo/xooooxxoo/oxxxooxox/xooxooxox"


def test_a_full_board_ends_the_turn() -> None:
    names = [GAME.board.names[site] for row in GAME.board.rows for site in row]
    stones = dict(zip(names, FULL.replace("/", ""), strict=True))
    del stones["i1"]
    state = put(GAME, stones, allowed=2)
    state.play("i1")
    assert state.over


@pytest.mark.parametrize(
    ("moves", "text", "reason"),
    [
        ("e5", "e5", "occupied"),
        ("", "stop", "were not behind"),
        ("e5 d4", "stop", "were not behind"),
        ("e5 d4 f4 a1 b1", "stop", "only the third stone"),
    ],
)
def test_refusals(moves: str, text: str, reason: str) -> None:
    refuses(played(GAME, moves), text, IllegalMove, reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("9/9/9/9/9/9/9/9/9 x allowed=2", "allowed is 1 on the empty board"),
        ("9/9/9/9/4x4/9/9/9/9 x allowed=2 turn=2", "do not fill turns"),
        # There is no third stone in the first turn: what comes of it would be no position.
        ("9/9/6o1x/9/9/9/1o7/9/9 o placed=2 allowed=3 turn=17", "do not fill turns"),
        ("9/9/6o1x/9/9/9/9/9/9 o placed=1 allowed=3 turn=1", "do not fill turns"),
        ("9/9/8x/9/9/9/9/9/9 x placed=1 allowed=2", "do not fill turns"),
        ("9/9/9/9/4x4/9/9/9/9 o allowed=3 turn=1", "allowed must be 2"),
        ("9/9/9/9/4x4/9/9/9/9 o allowed=2 placed=2 turn=1", "placed must be less"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        State.read(GAME, text)


def test_the_last_turn_may_be_short_of_stones() -> None:
    """Only one cell was left, and no turn before had a third stone to make up for it."""
    drawn = State.read(GAME, f"{FULL} x allowed=2 turn=41")
    assert drawn.winners == ()
    assert drawn.scores == (0, 0)
