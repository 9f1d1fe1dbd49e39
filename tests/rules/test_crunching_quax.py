"""Crunching Quax: the printed game, worked lines, and a second implementation."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.rules.hexagons import STEPS, Cell, cell, groups, lettered, name
from tests.rules.oracles import play_alike
from tests.rules.positions import put, shown, two_plies
from tests.rules.refusing import refuses

from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load
from livestone.records.samples import sample_of

GAME = load("crunching_quax")
NAMES = GAME.board.names
CELLS = {cell(text) for text in NAMES}
SIDES = (
    "f1 h1 j1 l1 n1 p1",
    "p1 q2 r3 s4 t5 u6",
    "u6 t7 s8 r9 q10 p11",
    "f11 h11 j11 l11 n11 p11",
    "a6 b7 c8 d9 e10 f11",
    "f1 e2 d3 c4 b5 a6",
)

# The printed game is the sample; O has the first turn. How many plies were legal before each ply,
# and how many line moves at the start of each turn from O's third on, counted by an independent
# program.
TURNS = [moves for _, moves in sample_of("crunching_quax").replay().turns]
LEGAL = """91,66 89,62,39 86,62,40 83,59,39 84,61,46 90,56,37 83,75 103,75 82,59,43 110,72 82,72
108,72 86,53,40 108,51,38"""
LINES = (4, 13, 9, 29, 8, 39, 11, 37, 15, 40)
CRUSHES = {
    5: "h7:j5 l7:j5 n5:j5",
    6: "f5:h7",
    7: "l7:h7 l7:j5 p5:j5",
    9: "k4:h7 l7:h7 l7:o4",
    10: "e8:i8",
    11: "j5:g8 l5:i8 l7:o4 n5:f5",
    13: "h7:l3 j5:g8 l7:o4 n5:f5",
}
FINAL = (
    "p1 o2 l3 n3 e4 m4 o4 f5 a6 c6 e6 g6 g8",
    "j5 l5 n5 i6 k6 m6 o6 h7 j7 l7 i8 j9 e10",
)


def aligned(one: Cell, other: Cell) -> bool:
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    return down == 0 or across == down


# A second implementation: stones are sets of cells, everything is found from scratch.


class Oracle:
    def __init__(self, three: bool = False) -> None:
        self.stones: list[set[Cell]] = [set(), set()]
        self.mover, self.turn, self.three = 0, 0, three
        self.fresh: list[Cell] = []
        self.moved = False
        self.seen: list[Any] = [self.key()]

    def key(self) -> Any:
        return frozenset(self.stones[0]), frozenset(self.stones[1]), self.mover

    def places(self) -> set[str]:
        def fits(place: Cell) -> bool:
            if self.moved:
                return True
            lines = [aligned(place, other) for other in self.fresh]
            if not self.three:
                return not any(lines)
            return len(lines) < 2 or not (
                all(lines)
                and aligned(*self.fresh)
                and len({self.axis(place, other) for other in self.fresh}) == 1
            )

        taken = self.stones[0] | self.stones[1]
        return {name(place) for place in CELLS - taken if fits(place)}

    @staticmethod
    def axis(one: Cell, other: Cell) -> int:
        across, down = other[0] - one[0], other[1] - one[1]
        return 0 if down == 0 else 1 if across == down else 2

    def shifts(self) -> dict[str, tuple[set[Cell], set[Cell]]]:
        """The line moves, with both players' stones after each."""
        own, enemy = self.stones[self.mover], self.stones[1 - self.mover]
        found = {}
        for rear in own:
            for dc, dr in STEPS:
                line = [rear]
                while (line[-1][0] + dc, line[-1][1] + dr) in own:
                    line.append((line[-1][0] + dc, line[-1][1] + dr))
                if len(line) < 2 or (rear[0] - dc, rear[1] - dr) in own:
                    continue
                ahead = [(line[-1][0] + n * dc, line[-1][1] + n * dr) for n in range(1, 12)]
                clear = 0
                while ahead[clear] in CELLS - own - enemy:
                    clear += 1
                goals = list(range(1, min(clear, len(line)) + 1))
                foes = 0
                while ahead[min(clear + foes, 10)] in enemy and clear + foes < 11:
                    foes += 1
                crushed = min(len(line) - foes, foes, len(line) - clear)
                goals += [clear + crushed] if foes and crushed > 0 else []
                for goal in goals:
                    gone, come = set(line[:goal]), set(ahead[:goal])
                    after = ((own - gone) | come, enemy - come)
                    found[f"{name(rear)}:{name(ahead[goal - 1])}"] = after
        return found

    def cells(self) -> dict[str, str]:
        return lettered(self.stones)

    def winners(self) -> tuple[int, ...] | None:
        for player, stones in enumerate(self.stones):
            for group in groups(stones):
                names = {name(place) for place in group}
                touched = [bool(names & set(side.split())) for side in SIDES]
                if all(touched[::2]) or all(touched[1::2]):
                    return (player,)
        return () if self.turn == 200 or self.seen.count(self.key()) == 3 else None

    def legal(self) -> set[str]:
        if self.winners() is not None:
            return set()
        starting = not self.fresh and not self.moved
        return self.places() | (set(self.shifts()) if starting else set())

    def play(self, move: str) -> None:
        opening = len(self.stones[0] | self.stones[1]) == len(self.fresh)
        last = self.moved
        if ":" in move:
            own, enemy = self.shifts()[move]
            self.stones[self.mover], self.stones[1 - self.mover] = own, enemy
            self.moved = True
            last = False
        else:
            self.stones[self.mover].add(cell(move))
            if not self.moved:
                self.fresh.append(cell(move))
                last = len(self.fresh) == (2 if opening else 3) or not self.places()
        if last or self.winners():
            self.mover, self.turn, self.fresh, self.moved = 1 - self.mover, self.turn + 1, [], False
            self.seen.append(self.key())


def position(o: str, x: str, mover: int = 0) -> State:
    return put(GAME, ", ".join(filter(None, (o and f"o {o}", x and f"x {x}"))), mover)


def shifts(state: State) -> list[str]:
    return sorted(text for text in state.legal_texts if ":" in text)


def test_the_printed_game() -> None:
    counts = [[int(count) for count in turn.split(",")] for turn in LEGAL.split()]
    state, lines = State(GAME), []
    for number, (turn, legal) in enumerate(zip(TURNS, counts, strict=True)):
        assert (state.mover, state.turn) == (number % 2, number)
        lines.append(len(shifts(state)))
        if number in CRUSHES:
            assert crushing(state) == sorted(CRUSHES[number].split())
        for move, count in zip(turn, legal, strict=True):
            assert len(state.legal) == count
            state.play(move)
    assert tuple(lines[4:]) == LINES
    assert (len(state.legal), len(shifts(state))) == (84, 19)
    for piece, stones in zip("ox", FINAL, strict=True):
        assert {at for at, who in shown(state).items() if who == piece} == set(stones.split())


def test_the_first_turn_has_as_many_ways_as_an_independent_program_counts() -> None:
    assert two_plies(State(GAME)) == 2 * 3060


def crushing(state: State) -> list[str]:
    """The line moves after which the enemy has fewer stones."""
    found, enemy = [], 1 - (state.mover or 0)
    for text in shifts(state):
        before = int(state.position.stones[enemy])
        state.play(text)
        if state.position.stones[enemy] < before:
            found.append(text)
        state.undo()
    return found


@pytest.mark.parametrize(
    ("o", "x", "moves"),
    [
        ("c6 e6 g6", "k6", "c6:i6 c6:k6 g6:a6"),
        ("a6 c6 e6 g6", "i6 k6 m6", "a6:i6"),
        ("a6 c6 e6 g6 i6", "k6 m6", "a6:m6"),
        ("a6 c6 e6 g6 i6", "k6 m6 o6", "a6:m6"),
        ("a6 c6 e6 g6", "o6 q6", "a6:i6 a6:k6 a6:m6 a6:o6"),
        ("c6 e6", "i6 k6", "c6:g6 e6:a6"),
        ("c6 e6 i6", "", "c6:g6 e6:a6"),
        ("c6 e6 g6 k6", "i6", "c6:i6 g6:a6"),
        ("o6 q6 s6", "u6", "o6:u6 s6:i6 s6:k6 s6:m6"),
        ("k6", "", ""),
    ],
)
def test_lines(o: str, x: str, moves: str) -> None:
    """All line moves of O, as worked out from the source."""
    assert shifts(position(o, x)) == sorted(moves.split())


@pytest.mark.parametrize(
    ("stones", "won"),
    [
        ("j1 k2 j3 k4 j5 k6 l7 m8 n9 p9 r9 i6 g6 f7 d7 b7", True),
        (" ".join(text for text in NAMES if text[1:] == "6"), False),
        (" ".join([*SIDES[5].split(), *SIDES[4].split()[1:]]), False),
        ("p1 q2 r3 s4 t5 u6 t7 s8 r9 q10 p11 n11 l11 j11 h11 f11", True),
    ],
)
def test_wins(stones: str, won: bool) -> None:
    assert position(stones, "", mover=1).over == won


@pytest.mark.parametrize("three", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_against_the_second_implementation(seed: int, three: bool) -> None:
    def same_turn(state: State, oracle: Oracle) -> None:
        assert state.turn == oracle.turn
        assert state.over or state.mover == oracle.mover

    game = load("crunching_quax", non_linear="three" if three else "pairs")
    rng = Random(seed)
    play_alike(
        State(game), Oracle(three), rng, keen=lambda _, move: ":" in move, often=0.3, also=same_turn
    )


@pytest.mark.parametrize(
    ("o", "x", "text", "reason"),
    [
        ("k6", "", "k6", "k6 is occupied"),
        ("k6", "", "k6:m6", "k6 is not the rear of a line of yours"),
        ("k6", "", "m6:k6", "no stone of yours on m6"),
        ("c6 e6", "", "c6:h7", "c6 and h7 are not on one line"),
        ("c6 e6 g6", "", "e6:k6", "e6 is not the rear of a line of yours that way"),
        ("c6 e6", "", "c6:e6", "must move on"),
        ("c6 e6", "", "c6:k6", "a line of 2 moves at most 2 cells"),
        ("c6 e6 i6", "", "c6:i6", "your own stone on i6 is in the way"),
        ("c6 e6", "g6 i6", "c6:g6", "the enemy line from g6 has 2: a line of 2 cannot crush it"),
        ("a6 c6 e6 g6 i6", "k6 m6", "a6:k6", "5 against 2, crushes on to m6"),
    ],
)
def test_refusals(o: str, x: str, text: str, reason: str) -> None:
    refuses(position(o, x), text, IllegalMove, reason)


def test_refusals_within_a_turn() -> None:
    state = position("c6 e6", "k6 m6")
    state.play("o2")
    refuses(state, "c6:g6", IllegalMove, "this turn places stones")
    refuses(state, "p1", IllegalMove, "o2 and p1 are on one line")
    state.undo()
    state.play("c6:g6")
    refuses(state, "e6:i6", IllegalMove, "now place a stone")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("part=0", "part is 0 at the beginning"),
        ("part=3", "part is 0 at the beginning"),
        ("fresh=k6,-", "must be the mover's"),
        ("fresh=-,e6", "in order"),
    ],
)
def test_impossible_positions(change: str, reason: str) -> None:
    state = position("c6", "k6")
    state.play("e6")
    board, mover, *fields = state.text.split()
    given = dict(field.split("=") for field in fields) | dict([change.split("=")])
    text = " ".join([board, mover, *(f"{field}={value}" for field, value in given.items())])
    with pytest.raises(BadPosition, match=reason):
        State.read(GAME, text)


def test_two_stones_in_line_are_not_of_one_turn() -> None:
    rows = position("c6 e6", "k6 m6").text.split()[0]
    with pytest.raises(BadPosition, match="cannot be of one turn"):
        State.read(GAME, f"{rows} o part=1 fresh=c6,e6")
