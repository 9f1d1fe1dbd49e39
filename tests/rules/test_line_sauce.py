"""Line Sauce: the printed game, a second implementation, and the list comparison."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.counting import compiled_perft

from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load
from livestone.records.record import Record
from livestone.records.samples import sample_of

AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
Cell = tuple[int, int]

# The printed game: the stones of each turn, X first, and the final diagram.
GAME = """
e5 | d4 f4
e3 e7 | e6 h6
b4 g5 | h4 d8
i5 e1 | f2 f8
g3 g7 | i2 h8
c8 i8 | g2 d5
e2 e4 d6 | h3 h5 h7
h2 d3 h9 | b3 g6
c4 c7 e8 | c5 f7
i4 i6 i7 | i3 i9
b1 d1 f1 | g1 f5
c9 f9 f6 | g4 d7
d9 e9 g9 | b5 b9
b8 a1 c1
"""
TURNS = [turn.split() for row in GAME.strip().splitlines() for turn in row.split("|")]
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


def replayed() -> State:
    state = State(load("line_sauce"))
    for turn in TURNS:
        for move in turn:
            state.play(move)
    return state


def test_the_printed_game_is_legal_and_ends_as_printed() -> None:
    state = State(load("line_sauce"))
    entitled = []
    for number, turn in enumerate(TURNS):
        entitled += [number] if state.position.allowed == 3 else []
        assert state.mover == number % 2
        for move in turn:
            state.play(move)
        assert state.position.placed == 0
    # Turns 7 to 14: X always, O once; every right was used, and nobody else placed three.
    assert entitled == [number for number, turn in enumerate(TURNS) if len(turn) == 3]
    board = state.game.board
    rows = [" ".join(".xo"[state.position.cells[site]] for site in row) for row in board.rows]
    assert rows == DIAGRAM.split("\n")[1:-1]


def test_the_printed_game_has_the_lists_the_source_speaks_of() -> None:
    x, o = replayed().game.tally(replayed().position)
    assert x == "6 6 5 5 4 4 3 (×4) 2 (×12)"
    assert o == "6 6 3 (×5) 2 (×15)"


def test_the_sample_is_the_printed_game() -> None:
    record = sample_of("line_sauce")
    assert [ply.move for ply in record.plies] == [move for turn in TURNS for move in turn]
    assert record.result is not None
    assert (record.result.reason, record.result.winners) == ("resigned", (0,))


def test_perft() -> None:
    """81, 81 * 80 * 79 and so on: nobody can be entitled before X's second turn."""
    game = load("line_sauce")
    assert [compiled_perft(State(game), turns) for turns in (1, 2)] == [81, 81 * 80 * 79]


@pytest.mark.parametrize("seed", range(4))
def test_against_the_second_implementation(seed: int) -> None:
    game = load("line_sauce")
    state, oracle, rng = State(game), Oracle(), Random(seed)
    while not state.over:
        assert set(state.legal_texts) == oracle.legal()
        assert state.mover == oracle.mover
        if state.ply % 7 == 0:
            words = game.tally(state.position)
            assert [spelled(text) if text != "no lines" else [] for text in words] == [
                lines(stones) for stones in oracle.stones
            ]
        stops = "stop" in oracle.legal() and rng.random() < 0.5
        move = "stop" if stops else rng.choice(state.legal_texts)
        state.play(move)
        oracle.play(move)
    assert not oracle.legal()
    own, other = (lines(stones) for stones in oracle.stones)
    assert state.winners == (() if own == other else (0,) if own > other else (1,))


@given(st.lists(st.integers(2, 9), max_size=20), st.lists(st.integers(2, 9), max_size=20))
def test_lists_are_compared_to_their_ends(own: list[int], other: list[int]) -> None:
    """One number a list compares as the lists do."""
    game = load("line_sauce")
    s, score = runtime(game).start(), np.zeros(2)
    for player, lengths in enumerate((own, other)):
        s.lists[player] = sum(1 << 7 * (length - 2) for length in lengths)
    game.plain.outcome(s, score)
    own, other = sorted(own, reverse=True), sorted(other, reverse=True)
    assert score.tolist() == [1, 0] if own > other else [0, 1] if own < other else [0, 0]


def filled(game: Game, rows: str) -> Any:
    """The position whose rows, from the top, are written as x, o and dots."""
    s = runtime(game).start()
    for site, letter in zip(
        (site for row in game.board.rows for site in row), rows.replace("/", ""), strict=True
    ):
        s.cells[site] = ".xo".index(letter)
    s.allowed = 2
    runtime(game).derive(s)
    return s


def test_a_full_board_ends_the_turn() -> None:
    game = load("line_sauce")
    s = filled(
        game,
        "/".join(("xoxoxoxox", "xoxoxoxox", "oxoxoxoxo") * 2 + ("xoxoxoxox",) * 2 + ("oxoxoxox.",)),
    )
    state = State(game, s)
    state.play("i9")
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
    state = State(load("line_sauce"))
    for move in moves.split():
        state.play(move)
    with pytest.raises(IllegalMove, match=reason):
        state.play(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("9/9/9/9/9/9/9/9/9 x allowed=2", "allowed is 1 on the empty board"),
        ("9/9/9/9/4x4/9/9/9/9 x allowed=2 turn=2", "do not fill turns"),
        ("9/9/9/9/4x4/9/9/9/9 o allowed=3 turn=1", "allowed must be 2"),
        ("9/9/9/9/4x4/9/9/9/9 o allowed=2 placed=2 turn=1", "placed must be less"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        State.read(load("line_sauce"), text)


def test_positions_are_written_and_read() -> None:
    state = replayed()
    again = State.read(state.game, state.text)
    assert again.text == state.text
    assert set(again.legal_texts) == set(state.legal_texts)


def test_record_of_a_turn_is_one_line() -> None:
    text = Record.of(replayed()).as_text()
    assert "\n27. b8 a1 c1\n" in text
    assert Record.read(text).plies[-1].move == "c1"


@pytest.mark.parametrize(
    "text",
    [
        "9/9/6o1x/9/9/9/1o7/9/9 o placed=2 allowed=3 turn=17",
        "9/9/6o1x/9/9/9/9/9/9 o placed=1 allowed=3 turn=1",
        "9/9/8x/9/9/9/9/9/9 x placed=1 allowed=2",
    ],
)
def test_no_third_stone_in_the_first_turn(text: str) -> None:
    """Otherwise what comes of it would be no position."""
    with pytest.raises(BadPosition, match="do not fill turns"):
        State.read(load("line_sauce"), text)


def test_the_last_turn_may_be_short_of_stones() -> None:
    """Only one cell was left, and no turn before had a third stone to make up for it."""
    full = (
        "xxxxxoxxx/oxoxooooo/oxoxoxxxo/xooooxxox/oxxxxooxo/oxoxoxxxo/xooooxxoo/oxxxooxox/xooxooxox"
    )
    drawn = State.read(load("line_sauce"), f"{full} x allowed=2 turn=41")
    assert drawn.over
    assert drawn.winners == ()
    assert drawn.scores == (0, 0)
