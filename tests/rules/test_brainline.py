"""Brainline: the source's figures, worked positions, and a second implementation."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.counting import compiled_perft

from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove, MoveSyntaxError
from livestone.games import load

Place = tuple[int, int]
SIZES = dict(zip("ABCDEFGHIJK", (7, 8, 9, 8, 9, 8, 9, 8, 9, 8, 7), strict=True))


def place(name: str) -> Place:
    """A hexagon's column, counted in halves, and row."""
    row, at = "ABCDEFGHIJK".index(name[0]), int(name[1:])
    return {7: 2 * at, 8: 2 * at - 1, 9: 2 * at - 2}[SIZES[name[0]]], row


PLACES = {
    f"{row}{at}": place(f"{row}{at}") for row, size in SIZES.items() for at in range(1, size + 1)
}
NAMES = {spot: name for name, spot in PLACES.items()}
WAYS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
RED, YELLOW = "C1 E9 G9 I1", "C9 E1 G1 I9"


class Slow:
    """The rules once more: two sets of places, and lines walked step by step."""

    def __init__(self, red: str = RED, yellow: str = YELLOW, **option: Any) -> None:
        self.pegs = [{PLACES[name] for name in names.split()} for names in (red, yellow)]
        self.mover, self.turn, self.option = 0, 0, option
        self.seen: Counter[Any] = Counter()
        self.note()

    def key(self) -> Any:
        return self.mover, *map(frozenset, self.pegs)

    def note(self) -> None:
        self.seen[self.key()] += 1

    def has_line(self, player: int) -> bool:
        """Walk each way from each peg: all four met, or in a row, before any enemy."""
        for x, y in self.pegs[player]:
            for dx, dy in WAYS:
                met, spot = 1, (x, y)
                while met < 4:
                    spot = spot[0] + dx, spot[1] + dy
                    if spot not in NAMES or spot in self.pegs[1 - player]:
                        break
                    if spot not in self.pegs[player] and self.option.get("adjacent_only"):
                        break
                    met += spot in self.pegs[player]
                if met == 4:
                    return True
        return False

    def winner(self) -> int | None:
        return next((p for p in (1 - self.mover, self.mover) if self.has_line(p)), None)

    def over(self) -> bool:
        cap = self.option.get("ply_cap", 500)
        return self.winner() is not None or self.seen[self.key()] >= 3 or 0 < cap <= self.turn

    def legal(self) -> set[str]:
        if self.over():
            return set()
        found = set()
        for x, y in self.pegs[self.mover]:
            for dx, dy in WAYS:
                spot = x + dx, y + dy
                while spot in NAMES and spot not in self.pegs[0] | self.pegs[1]:
                    found.add(f"{NAMES[x, y]}-{NAMES[spot]}")
                    spot = spot[0] + dx, spot[1] + dy
        return found

    def play(self, move: str) -> None:
        origin, target = move.split("-")
        self.pegs[self.mover] ^= {PLACES[origin], PLACES[target]}
        self.mover, self.turn = 1 - self.mover, self.turn + 1
        self.note()


def put(red: str, yellow: str, mover: int = 0, **option: Any) -> State:
    """A state with these pegs."""
    game = load("brainline", **option)
    s = runtime(game).start()
    s.cells[:-1] = 0
    for code, names in ((1, red), (2, yellow)):
        for name in names.split():
            s.cells[game.board.site[name]] = code
    s.mover = s.turn = mover
    runtime(game).derive(s)
    return State(game, s)


def agree(slow: Slow, state: State) -> None:
    assert set(state.legal_texts) == slow.legal()
    assert state.over == slow.over()
    if state.over:
        winner = slow.winner()
        assert state.winners == (() if winner is None else (winner,))


def test_perft() -> None:
    """Turn sequences from the start, counted by independent programs."""
    state = State(load("brainline"))
    assert [compiled_perft(state, turns) for turns in (1, 2, 3)] == [68, 4390, 297790]


@pytest.mark.parametrize("option", [{}, {"adjacent_only": True}, {"ply_cap": 60}], ids=str)
def test_played_ply_by_ply_against_a_second_implementation(option: dict[str, Any]) -> None:
    rng = Random(str(option))
    for _ in range(3):
        slow, state = Slow(**option), State(load("brainline", **option))
        while not state.over and state.ply < 150:
            agree(slow, state)
            move = rng.choice(state.legal_texts)
            slow.play(move)
            state.play(move)
        agree(slow, state)


@pytest.mark.parametrize("adjacent", [False, True])
def test_scattered_pegs_against_a_second_implementation(adjacent: bool) -> None:
    """Pegs on few hexagons, so that lines, spoilt lines and lines opened by others come about."""
    rng = Random(7)
    ends: Counter[int | None] = Counter()
    few = [name for name in PLACES if name[0] in ("EF" if adjacent else "EFG")]
    for _ in range(300):
        names = rng.sample(few, 8)
        red, yellow = " ".join(names[:4]), " ".join(names[4:])
        slow = Slow(red, yellow, adjacent_only=adjacent)
        state = put(red, yellow, adjacent_only=adjacent)
        agree(slow, state)
        for _ in range(2):
            if not state.over:
                move = rng.choice(state.legal_texts)
                slow.play(move)
                state.play(move)
                agree(slow, state)
        ends[slow.winner()] += 1
    assert min(ends[0] + ends[1], ends[None]) > 0


def test_the_same_upside_down_and_with_sides_and_colours_exchanged() -> None:
    """The mirror that swaps left and right swaps the players too."""
    game = load("brainline")
    flat = {NAMES[x, y]: NAMES[16 - x, y] for x, y in NAMES}
    assert {flat[name] for name in RED.split()} == set(YELLOW.split())
    rng, state = Random(5), State(game)
    for _ in range(12):
        cells = state.view().cells
        red, yellow = (
            " ".join(flat[name] for name, peg in cells.items() if peg == colour)
            for colour in ("yellow peg", "red peg")
        )
        other = put(red, yellow, 1 - int(state.position.mover))
        mirrored = {"-".join(flat[name] for name in text.split("-")) for text in state.legal_texts}
        assert mirrored == set(other.legal_texts)
        state.play(rng.choice(state.legal_texts))


# Worked positions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("red", "yellow", "winner"),
    [
        ("C1 C4 C5 C9", "A1 A2 B5 K7", 0),
        ("C1 C4 C5 C9", "C2 A1 B5 K7", None),
        ("C2 C4 C5 C8", "C1 C9 B5 K7", 0),
        ("A1 B2 C3 D3", "K1 K2 J5 K7", 0),
        ("A4 B4 D3 E3", "K1 K2 J5 K7", 0),
        ("A4 B4 D3 E3", "K1 C4 J5 K7", None),
        ("A4 C5 E5 G5", "K1 K2 J5 K7", None),
    ],
)
def test_lines(red: str, yellow: str, winner: int | None) -> None:
    """In a row with gaps, spoilt from within, not from without; both diagonals; no zigzag."""
    state = put(red, yellow, 1)
    assert state.winners == (None if winner is None else (winner,))
    assert put(yellow, red).winners == (None if winner is None else (1 - winner,))


def test_adjacent_lines() -> None:
    assert not put("C1 C4 C5 C9", "A1 A2 B5 K7", 1, adjacent_only=True).over
    assert put("C3 C4 C5 C6", "A1 A2 B5 K7", 1, adjacent_only=True).winners == (0,)
    assert put("A1 B2 C3 D3", "K1 K2 J5 K7", 1, adjacent_only=True).winners == (0,)


def test_the_movers_line_counts_before_one_they_open() -> None:
    opened = put("C5 D1 D3 E1", "C1 C4 C6 C9", 0)
    opened.play("C5-B5")
    assert opened.winners == (1,)
    both = put("D5 D1 D3 C4", "C1 C3 C6 C9", 0)
    both.play("C4-D4")
    assert both.winners == (0,)


def test_a_player_can_always_move() -> None:
    """Every set of four hexagons has at least five neighbours, and the enemy only four pegs."""
    spots = sorted(NAMES)
    bits = {spot: 1 << at for at, spot in enumerate(spots)}
    around = [sum(bits.get((x + dx, y + dy), 0) for dx, dy in WAYS) for x, y in spots]
    fewest = min(
        (
            (around[a] | around[b] | around[c] | around[d]) & ~(1 << a | 1 << b | 1 << c | 1 << d)
        ).bit_count()
        for a, b, c, d in combinations(range(len(spots)), 4)
    )
    assert fewest == 5


def test_the_evaluation_leaves_the_position_as_it_was_and_sees_wins() -> None:
    state = put("C1 C4 C5 D8", "A1 A2 B5 K7", 0)
    before = bytes(state.position.tobytes())
    score = np.zeros(2)
    state.game.plain_search.evaluate(state.position, score)
    assert bytes(state.position.tobytes()) == before
    assert score[0] > 0.99
    held = put("C1 C4 C5 D8", "A1 A2 B5 K7", 1)
    state.game.plain_search.evaluate(held.position, score)
    assert 0.1 < score[0] < 0.99, "Yellow can still step in between"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("C1-E1", "E1 is occupied"),
        ("C1-A2", "straight along one of the three lines .* none joins C1 and A2"),
        ("C1-C9", "C9 is occupied"),
        ("E1-E2", "is not Red's"),
        ("D4-D5", "there is no piece on D4"),
        ("C1", "C1 is the beginning of a move: say how it goes on"),
        ("C1-C1", "a move may not end where it began"),
    ],
)
def test_refusals_teach(text: str, reason: str) -> None:
    state = State(load("brainline"))
    with pytest.raises(IllegalMove, match=reason):
        state.play(text)


def test_nobody_passes() -> None:
    with pytest.raises(MoveSyntaxError, match="'pass' is not a move of this game"):
        State(load("brainline")).play("pass")


def test_nothing_is_jumped_over() -> None:
    state = put("C1 E9 G9 I1", "C5 E1 G1 I9")
    with pytest.raises(IllegalMove, match="the peg on C5 is in the way: nothing is jumped over"):
        state.play("C1-C7")


@given(st.text("ABCDEFGHIJK123456789 -x", max_size=7))
def test_nonsense_is_refused(text: str) -> None:
    state = State(load("brainline"))
    before = state.text
    try:
        state.play(text)
    except (IllegalMove, MoveSyntaxError):
        assert state.text == before
    else:
        assert state.move_texts == ["-".join(text.replace("-", " ").split())]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7/8/9/8/y7r/8/y7r/8/r7y/8/7 r", "Red has 3 pegs instead of 4"),
        ("7/8/r7y/8/y7r/8/y7r/8/r6yy/8/7 r", "Yellow has 5 pegs"),
        ("7/8/r7y/8/y7r/8/y7r/8/r7y/8/7 r turn=1", "it is not Red's turn"),
        ("7/8/r7y/8/y7r/8/y7r/8/r7y/8/7 r turn=502", "past the longest game"),
        ("7/8/r7y/8/y7r/8/y7r/8/r7y/8/8 r", "describes 8 sites"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        State.read(load("brainline"), text)


def test_starts_are_zones_and_holes_are_silent() -> None:
    board = load("brainline").board
    words = [board.zone_words[board.site[name]] for name in ("C1", "C9", "C5")]
    assert words == ["Red's start", "Yellow's start", ""]
