"""Coy Lips: the printed game, the seven shapes, a second implementation."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.rules.hexagons import STEPS, Cell, around, cell, groups, lettered
from tests.rules.oracles import play_alike
from tests.rules.positions import put
from tests.rules.refusing import refuses

from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load
from livestone.records.samples import sample_of

GAME = load("coy_lips")
NAMES = GAME.board.names

# The printed game is the sample; O has the first turn. The sets of shapes after the turns in which
# one changed; and how many cells were legal before each stone, counted by independent programs.
TURNS = [moves for _, moves in sample_of("coy_lips").replay().turns]
SETS = {7: ("", "CO"), 8: ("I", "CO"), 9: ("I", "COI"), 10: ("CI", "COI"), 12: ("CLIPS", "COI")}
SETS |= {13: ("CLIPS", "COLI")}
LEGAL = """127,120 125,118,111,104 121,112,106,99 117,109,100,94 113,106,98,91 109,102,91,82
105,96,89,81 101,93,80,70 97,89,79,70 93,83,76,70 89,84,74,72 85,78,76,67 81,78,68,63 77,66,58,49
73,69,65,61"""
TETRAHEXES = {
    "I": "p4 q3 r2 s1",
    "L": "f12 h12 i11 j10",
    "C": "d8 e7 e9 g7",
    "S": "q13 r12 t12 u11",
    "O": "m3 n2 o3 p2",
    "P": "f2 h2 i3 j2",
    "Y": "v6 u5 u7 x6",
}


# A second implementation: shapes are told by counting neighbours.


def shape(group: set[Cell]) -> str:
    degrees = sorted(sum(there in group for there in around(place)) for place in group)
    if degrees in ([2, 2, 3, 3], [1, 1, 1, 3], [1, 2, 2, 3]):
        return {2: "O", 1: "Y" if degrees[1] == 1 else "P"}[degrees[0]]
    path = [next(place for place in group if sum(t in group for t in around(place)) == 1)]
    while len(path) < 4:
        path.append(next(t for t in around(path[-1]) if t in group and t not in path))
    steps = [STEPS.index((b[0] - a[0], b[1] - a[1])) for a, b in pairwise(path)]
    bends = [(b - a) % 6 for a, b in pairwise(steps)]
    if 0 in bends:
        return "I" if bends == [0, 0] else "L"
    return "C" if bends[0] == bends[1] else "S"


class Oracle:
    def __init__(self) -> None:
        self.stones: tuple[set[Cell], set[Cell]] = (set(), set())
        self.fresh: set[Cell] = set()
        self.mover, self.turn, self.quiet = 0, 0, 0
        self.since = [0, 0]
        self.before = ["", ""]

    def sets(self) -> list[str]:
        return [
            "".join(sorted({shape(group) for group in groups(stones) if len(group) == 4}))
            for stones in self.stones
        ]

    def open(self) -> set[str]:
        own = [group for group in groups(self.stones[self.mover]) if group & self.fresh]
        barred = {there for group in own for place in group for there in around(place)}
        taken = self.stones[0] | self.stones[1] | barred
        return {name for name in NAMES if cell(name) not in taken}

    def over(self) -> bool:
        full = len(self.stones[0] | self.stones[1]) == len(NAMES)
        return self.quiet == 2 or full or any(len(kinds) == 7 for kinds in self.sets())

    def legal(self) -> set[str]:
        return set() if self.over() else self.open() | {"pass"}

    def play(self, move: str) -> None:
        if move != "pass":
            self.stones[self.mover].add(cell(move))
            self.fresh.add(cell(move))
            most = 2 if self.turn == 0 else 4
            if len(self.fresh) < most and self.open() and not self.over():
                return
        self.quiet = 0 if self.fresh else self.quiet + 1
        self.turn += 1
        for player, kinds in enumerate(self.sets()):
            if kinds != self.before[player]:
                self.since[player] = self.turn
                self.before[player] = kinds
        self.fresh, self.mover = set(), 1 - self.mover

    def cells(self) -> dict[str, str]:
        return lettered(self.stones)

    def winners(self) -> tuple[int, ...] | None:
        if not self.over():
            return None
        o, x = (len(kinds) for kinds in self.sets())
        if o != x:
            return (int(x > o),)
        return () if o == 0 else (int(self.since[1] < self.since[0]),)


def letters(words: str) -> str:
    return "" if words == "no shapes" else words.replace(" ", "")


def played(*turns: str) -> State:
    """A game whose turns end by themselves or, where they could go on, by passing."""
    state = State(GAME)
    for number, turn in enumerate(turns):
        for move in turn.split():
            state.play(move)
        if state.turn == number:
            state.play("pass")
    return state


def test_the_printed_game() -> None:
    counts = [[int(count) for count in turn.split(",")] for turn in LEGAL.split()]
    state, sets = State(GAME), ("", "")
    for number, (turn, legal) in enumerate(zip(TURNS, counts, strict=True)):
        for move, count in zip(turn, legal, strict=True):
            assert len(state.legal) == count + 1
            state.play(move)
        assert state.turn == number + 1
        sets = SETS.get(number, sets)
        assert tuple(letters(words) for words in GAME.wording.tally(state.position)) == sets
    assert len(state.legal) == 69 + 1
    assert state.winners is None


@pytest.mark.parametrize(("wins", "spoils", "left"), [("v6", "s9", 61), ("s9", "v6", 56)])
def test_the_printed_diagram_with_its_extra_stone(wins: str, spoils: str, left: int) -> None:
    """With n6, as drawn, O needs only Y, and X cannot take both places where O would make it."""
    state = played(*(" ".join(turn) for turn in TURNS))
    spoiled = state.copy()
    spoiled.play(wins)
    assert (len(spoiled.legal) - 1, spoils in spoiled.legal_texts) == (left, False)
    s = state.position.copy()
    s.cells[GAME.board.site["n6"]] = 1
    runtime(GAME).derive(s)
    assert letters(GAME.wording.tally(s)[0]) == "COLIPS"
    s.mover = 0
    runtime(GAME).derive(s)
    won = State(GAME, s)
    won.play(wins)
    assert (won.over, won.winners) == (True, (0,))


@pytest.mark.parametrize("kind", TETRAHEXES)
def test_shapes(kind: str) -> None:
    """Each shape, wherever and however it lies on the board."""
    sites = [GAME.board.site[at] for at in TETRAHEXES[kind].split()]
    for image in GAME.board.symmetries:
        state = put(GAME, {NAMES[image[site]]: "o" for site in sites}, 1, changed=1)
        assert GAME.wording.tally(state.position) == (kind, "no shapes")
        assert len(state.marks) == 4


def test_a_fifth_stone_takes_a_shape_away() -> None:
    state = played("p4", "", "q3", "", "r2", "", "s1", "")
    assert GAME.wording.tally(state.position)[0] == "I"
    state.play("o5")
    assert GAME.wording.tally(state.position)[0] == "no shapes"


@pytest.mark.parametrize("seed", range(3))
def test_against_the_second_implementation(seed: int) -> None:
    def same_sets(state: State, oracle: Oracle) -> None:
        assert state.turn == oracle.turn
        assert state.over or state.mover == oracle.mover
        if state.ply % 5 == 0:
            sets = ["".join(sorted(letters(words))) for words in GAME.wording.tally(state.position)]
            assert sets == oracle.sets()

    play_alike(
        State(GAME),
        Oracle(),
        Random(seed),
        keen=lambda _, move: move == "pass",
        often=0.05 * seed,
        also=same_sets,
    )


@pytest.mark.parametrize(
    ("turns", "winners"),
    [(("", "a7"), None), (("", ""), ()), (("a7", "", ""), ()), (("a7", "", "c7", ""), None)],
)
def test_passes(turns: tuple[str, ...], winners: tuple[int, ...] | None) -> None:
    assert played(*turns).winners == winners


def test_equal_numbers_go_to_the_older_set() -> None:
    """Both have I; O's is older, but once O loses and makes it again X's is."""
    state = played("p4", "a7", "q3", "c7", "r2", "e7", "s1", "g7", "", "")
    assert (GAME.wording.tally(state.position), state.winners) == (("I", "I"), (0,))
    again = "p4", "a7", "q3", "c7", "r2", "e7", "s1 j12", "g7", "o5 h12", "", "l12", "", "f12"
    state = played(*again, "", "")
    assert (GAME.wording.tally(state.position), state.winners) == (("I", "I"), (1,))


@pytest.mark.parametrize(
    ("text", "reason"),
    [("h2", "h2 is occupied"), ("j2", "j2 would join the group of h2, placed this turn")],
)
def test_refusals(text: str, reason: str) -> None:
    state = State(GAME)
    state.play("h2")
    refuses(state, text, IllegalMove, reason)


def stones(state: State, **fields: Any) -> str:
    """A position's text with some fields changed."""
    parts = state.text.split()
    given = dict(part.split("=") for part in parts[2:])
    return " ".join([*parts[:2], *(f"{k}={v}" for k, v in {**given, **fields}.items())])


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"fresh": "r12,-,-"}, "must be the mover's"),
        ({"quiet": "3"}, "quiet counts"),
        ({"quiet": "1"}, "quiet counts"),
        ({"changed": "3"}, "changed is 0"),
        ({"fresh": "-,h2,-"}, "in order"),
    ],
)
def test_impossible_positions(fields: dict[str, str], reason: str) -> None:
    state = State(GAME)
    state.play("h2")
    with pytest.raises(BadPosition, match=reason):
        State.read(GAME, stones(state, **fields))


def test_two_stones_of_a_turn_cannot_be_in_one_group() -> None:
    state = played("h2 r12")
    text = state.text.split()[0] + " x turn=1"
    assert State.read(GAME, text).text == text
    with pytest.raises(BadPosition, match="this turn has ended"):
        State.read(GAME, state.text.split()[0] + " o fresh=h2,r12,-")


def test_shapes_of_earlier_turns_say_whose_set_changed_last() -> None:
    """Also in the middle of a turn: without it the end of the turn would be no position."""
    rows = (
        "x2o1x1/1o3x1x/xx1x1o1x1/4o2o2/1o1ox1xx3/2x4oxo1x/ox7oxo1/ox2x4x1o/1oxo2x1o1x/3x1o3o/"
        "4oo1ox/o1xxxxo1/o1o1o1o"
    )
    with pytest.raises(BadPosition, match="changed must say whose set of shapes"):
        State.read(GAME, f"{rows} x fresh=t8,-,- turn=13")
