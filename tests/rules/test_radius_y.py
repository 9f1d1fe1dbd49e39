"""Radius Y: the printed game, worked positions, and a second implementation."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.rules.hexagons import STEPS, Cell, cell, groups, lettered, name
from tests.rules.oracles import play_alike
from tests.rules.positions import played, put, shown, two_plies
from tests.rules.refusing import refuses

from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load
from livestone.records.samples import sample_of

GAME = load("radius_y")
NAMES = GAME.board.names
CELLS = {cell(text) for text in NAMES}
RIM = (
    "e1 g1 i1 k1 m1 n2 o3 p4 q5",
    "q5 p6 o7 n8 m9 k9 i9 g9 e9",
    "e9 d8 c7 b6 a5 b4 c3 d2 e1",
)

# The printed game, its eighth turn put right, is the sample. How many movements were legal at the
# start of each turn from the second on, counted by an independent program (a part that has no
# choice is left out, as in O's and X's second turns).
PRINTED = sample_of("radius_y").replay()
MOVEMENTS = (0, 0, 5, 2, 9, 8, 14, 10, 13, 10, 14, 13, 16, 17, 19, 16, 17, 20, 19, 18, 16, 19)
MOVEMENTS += (13, 19)
FINAL = (
    "i1 h2 o3 f4 n4 e5 m5 k7 m7 j8 e9 g9",
    "k1 j2 i3 j4 i5 k5 h6 l6 n6 g7 d8 f8 l8",
)


# A second implementation: stones are sets of cells, everything is found from scratch.


class Oracle:
    def __init__(self) -> None:
        self.stones: list[set[Cell]] = [set(), set()]
        self.mover, self.turn, self.quiet = 0, 0, 0
        self.active, self.placing = False, True

    def movements(self) -> set[str]:
        found = set()
        for place in self.stones[self.mover]:
            dc, dr = abs(place[0] - 9), abs(place[1] - 5)
            far = max(dr, (dc + dr) // 2)
            for step in STEPS:
                line = [(place[0] + n * step[0], place[1] + n * step[1]) for n in range(1, far + 1)]
                blocked = any(between in self.stones[1 - self.mover] for between in line)
                free = line and line[-1] in CELLS - self.stones[self.mover]
                if free and not blocked:
                    found.add(name(place) + name(line[-1]))
        return found

    def cells(self) -> dict[str, str]:
        return lettered(self.stones)

    def winners(self) -> tuple[int, ...] | None:
        for player, stones in enumerate(self.stones):
            for group in groups(stones):
                names = {name(place) for place in group}
                if all(names & set(colour.split()) for colour in RIM):
                    return (player,)
        return () if self.quiet == 2 or self.turn == 244 else None

    def legal(self) -> set[str]:
        if self.winners() is not None:
            return set()
        if not self.placing:
            return self.movements() | {"-"}
        taken = self.stones[0] | self.stones[1]
        found = set(NAMES) - {name(place) for place in taken}
        return found | ({"-"} if taken else set()) | ({"swap"} if self.turn == 1 else set())

    def play(self, move: str) -> None:
        own = self.stones[self.mover]
        if move == "swap":
            self.stones = [set(), self.stones[0]]
        elif len(move) == 4:
            own.remove(cell(move[:2]))
            own.add(cell(move[2:]))
        elif move != "-":
            own.add(cell(move))
        self.active |= move != "-"
        if not self.placing and self.winners() is None:
            self.placing = True
            return
        self.quiet = 0 if self.active else self.quiet + 1
        self.turn, self.mover, self.active = self.turn + 1, 1 - self.mover, False
        self.placing = not self.movements()


def test_the_printed_game() -> None:
    state, counts, most = State(GAME), [], 0
    for number, (mover, moves) in enumerate(PRINTED.turns):
        assert (state.mover, state.turn) == (mover, number) == (number % 2, number)
        counts.append(sum(len(text) == 4 and text != "swap" for text in state.legal_texts))
        if number > 1 and state.position.part == 0:
            most = max(most, two_plies(state))
        for move in moves:
            state.play(move)
    assert tuple(counts[2:]) == MOVEMENTS
    assert sum(len(text) == 4 for text in state.legal_texts) == 12
    assert most == 940, "movement and placement together"
    for piece, stones in zip("ox", FINAL, strict=True):
        assert {at for at, who in shown(state).items() if who == piece} == set(stones.split())


def test_the_turn_as_it_was_printed_is_refused() -> None:
    state = played(GAME, " ".join(move for _, moves in PRINTED.turns[:14] for move in moves))
    refuses(state, "j2l4", IllegalMove, "j2 is 3 from the centre: it moves exactly 3")
    assert {text for text in state.legal_texts if text[:2] == "j2"} <= {"j2d2", "j2g5", "j2m5"}


def test_one_turn_stops_the_win_at_the_end() -> None:
    """Of O's 481 turns one keeps X from joining all colours in the next."""
    state, turns, saved = PRINTED.copy(), 0, []
    for first in list(state.legal_texts):
        state.play(first)
        for second in list(state.legal_texts) if not state.over else []:
            state.play(second)
            turns += 1
            if not any(wins(state, move) for move in ("p6", "o7")):
                saved.append((first, second))
            state.undo()
        state.undo()
    assert (turns, saved) == (481, [("k7o7", "p6")])


def wins(state: State, cell: str) -> bool:
    """Whether X wins by passing the movement, or not having one, and placing on a cell."""
    after = state.copy()
    if after.position.part == 0:
        after.play("-")
    if cell not in after.legal_texts:
        return False
    after.play(cell)
    return after.over


def alone(site: str) -> set[str]:
    """Where a lone stone can go."""
    state = put(GAME, {site: "o"}, part=0)
    return {text[2:] for text in state.legal_texts if len(text) == 4}


@pytest.mark.parametrize(
    ("site", "targets"),
    [
        ("j2", "d2 g5 m5"),
        ("i1", "e5 m5"),
        ("q5", "i5 m1 m9"),
        ("k3", "g3 i1 i5 m1 m5 o3"),
        ("k5", "i5 m5 j4 l4 j6 l6"),
        ("i5", ""),
    ],
)
def test_lone_stones(site: str, targets: str) -> None:
    assert alone(site) == set(targets.split())


@pytest.mark.parametrize(
    ("stones", "won"),
    [
        ("a5 c5 e5 g5 i5 k5 m5 o5 q5", True),
        ("a5 c5 e5 g5 i5 k5 m5 o5", False),
        ("e1 g1 i1 k1 m1 n2 o3 p4 q5", True),
        ("e1 f2 g3 h4 i5 j6 k7 l8 m9", True),
        ("m1 l2 k3 j4 i5 h6 g7 f8 e9", True),
    ],
)
def test_wins(stones: str, won: bool) -> None:
    state = put(GAME, f"x {stones}", 1)
    assert state.over == bool(state.position.won) == won


@pytest.mark.parametrize("seed", range(4))
def test_against_the_second_implementation(seed: int) -> None:
    """Passing often lets games run long enough to end in other ways."""

    def same_turn(state: State, oracle: Oracle) -> None:
        assert state.turn == oracle.turn
        assert state.over or state.mover == oracle.mover

    play_alike(
        State(GAME),
        Oracle(),
        Random(seed),
        keen=lambda _, move: move == "-",
        often=0.3 * seed,
        also=same_turn,
    )


def test_swap() -> None:
    state = played(GAME, "i5")
    assert len(state.legal) == 62
    assert {"-", "swap"} < set(state.legal_texts)
    state.play("swap")
    assert shown(state) == {"i5": "x"}
    assert (state.mover, state.turn) == (0, 2)
    assert "swap" not in state.legal_texts


def test_passing_draws() -> None:
    assert played(GAME, "i5 - -").winners == ()


def test_the_longest_game() -> None:
    """Two stones that go to and fro beside the centre."""
    state = played(GAME, "k5 g5")
    ways = {0: ("k5j4", "j4k5"), 1: ("g5h6", "h6g5")}
    while not state.over:
        state.play(ways[state.mover or 0][state.turn // 2 % 2 == 0])
        state.play("-")
    assert (state.turn, state.winners) == (244, ())


@pytest.mark.parametrize(
    ("moves", "text", "reason"),
    [
        ("", "-", "the first stone must be placed"),
        ("", "swap", "only X may swap"),
        ("i5", "i5", "i5 is occupied"),
        ("i5 k3", "g7i5", "no stone can move in this turn now"),
        ("m5 i5", "h4", "first move a stone"),
        ("m5 i5", "i5k5", "no stone of yours on i5"),
        ("m5 i5", "h4g3", "no stone of yours on h4"),
        ("m5 i5", "m5i5", "i5 is occupied"),
        ("m5 i5", "m5k5", "m5 is 2 from the centre: it moves exactly 2"),
        ("m5 l4", "m5k3", "the enemy stone on l4 is in the way"),
        ("i5 swap m5 k3 - c3", "i5k5", "i5 is the centre"),
        ("m5 i5 -", "m5k3", "place a stone"),
        ("m5 i5 m5k3", "k3m5", "a stone has moved already"),
    ],
)
def test_refusals(moves: str, text: str, reason: str) -> None:
    refuses(played(GAME, moves), text, IllegalMove, reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5/6/7/8/9/8/7/6/5 x", "on the empty board O places"),
        ("5/6/7/8/4o4/8/7/6/5 o swap=1 turn=1", "swap is 1 only"),
        ("5/6/7/8/4o4/8/7/6/5 x part=0 moved=1 turn=1", "moved is 1 only"),
        ("5/6/7/8/4o4/8/7/6/5 x part=2 turn=1", "are 0 or 1"),
        ("5/6/7/8/4o4/8/7/6/5 x quiet=3 turn=1", "quiet counts"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        State.read(GAME, text)


def test_evaluation_counts_stones_on_the_way() -> None:
    """O lacks one stone, X nearly all."""
    state = put(GAME, "o a5 c5 e5 g5 i5 k5 m5 o5, x e1", 1)
    guess = runtime(GAME).estimate(state.position)
    assert guess is not None
    assert guess[0] > 0.95
    assert np.isclose(sum(guess), 1)
