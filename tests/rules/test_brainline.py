"""Brainline: a second implementation, worked positions, refusals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from tests.rules.oracles import play_alike
from tests.rules.positions import put, shown
from tests.rules.refusing import refuses

from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove, MoveSyntaxError
from livestone.games import load

GAME = load("brainline")
SIZES = dict(zip("ABCDEFGHIJK", (7, 8, 9, 8, 9, 8, 9, 8, 9, 8, 7), strict=True))
# Each hexagon's column, counted in halves, and row.
PLACES = {
    f"{row}{at}": (2 * at + 7 - size, "ABCDEFGHIJK".index(row))
    for row, size in SIZES.items()
    for at in range(1, size + 1)
}
NAMES = {spot: name for name, spot in PLACES.items()}
WAYS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
START = "r C1 E9 G9 I1, y C9 E1 G1 I9"


class Slow:
    """The rules once more: two sets of places, and lines walked step by step."""

    def __init__(self, cells: dict[str, str], **option: Any) -> None:
        self.pegs = [{PLACES[at] for at, peg in cells.items() if peg == side} for side in "ry"]
        self.mover, self.turn, self.option = 0, 0, option
        self.seen: Counter[Any] = Counter()
        self.note()

    def cells(self) -> dict[str, str]:
        return {NAMES[spot]: "ry"[side] for side in (0, 1) for spot in self.pegs[side]}

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

    def winners(self) -> tuple[int, ...] | None:
        for player in (1 - self.mover, self.mover):
            if self.has_line(player):
                return (player,)
        drawn = self.seen[self.key()] >= 3 or 0 < self.option.get("ply_cap", 500) <= self.turn
        return () if drawn else None

    def legal(self) -> set[str]:
        if self.winners() is not None:
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


@pytest.mark.parametrize("option", [{}, {"adjacent_only": True}, {"ply_cap": 60}], ids=str)
def test_played_ply_by_ply_against_a_second_implementation(option: dict[str, Any]) -> None:
    rng = Random(str(option))
    for _ in range(2):
        state = put(load("brainline", **option), START)
        play_alike(state, Slow(shown(state), **option), rng, 100)


@pytest.mark.parametrize("adjacent", [False, True])
def test_scattered_pegs_against_a_second_implementation(adjacent: bool) -> None:
    """Pegs on few hexagons, so that lines, spoilt lines and lines opened by others come about."""
    rng, game = Random(7), load("brainline", adjacent_only=adjacent)
    ends: Counter[tuple[int, ...] | None] = Counter()
    few = [name for name in PLACES if name[0] == "E" or name in ("F4", "F5", "F6")]
    few += [] if adjacent else ["F1", "F2", "F3", "F7", "F8"]
    for _ in range(150):
        state = put(game, dict(zip(rng.sample(few, 8), "rrrryyyy", strict=True)))
        play_alike(state, Slow(shown(state), adjacent_only=adjacent), rng, 2)
        ends[state.winners] += 1
    assert min(ends[0,] + ends[1,], ends[None]) > 0


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
    state = put(GAME, f"r {red}, y {yellow}", 1)
    assert state.winners == (None if winner is None else (winner,))
    swapped = put(GAME, f"r {yellow}, y {red}")
    assert swapped.winners == (None if winner is None else (1 - winner,))


@pytest.mark.parametrize(
    ("red", "winners"),
    [("C1 C4 C5 C9", None), ("C3 C4 C5 C6", (0,)), ("A1 B2 C3 D3", (0,))],
)
def test_adjacent_lines(red: str, winners: tuple[int, ...] | None) -> None:
    game = load("brainline", adjacent_only=True)
    assert put(game, f"r {red}, y K1 K2 J5 K7", 1).winners == winners


@pytest.mark.parametrize(
    ("pegs", "move", "winner"),
    [
        ("r C5 D1 D3 E1, y C1 C4 C6 C9", "C5-B5", 1),
        ("r D5 D1 D3 C4, y C1 C3 C6 C9", "C4-D4", 0),
    ],
)
def test_the_movers_line_counts_before_one_they_open(pegs: str, move: str, winner: int) -> None:
    state = put(GAME, pegs)
    state.play(move)
    assert state.winners == (winner,)


def test_a_player_can_always_move() -> None:
    """Every set of four hexagons has at least five neighbours, and the enemy only four pegs."""
    spots = sorted(NAMES)
    bits = {spot: 1 << at for at, spot in enumerate(spots)}
    around = [sum(bits.get((x + dx, y + dy), 0) for dx, dy in WAYS) for x, y in spots]
    pairs = combinations(range(len(spots)), 2)
    # What two have around them is around all four, but for those four.
    close = [(a, b) for a, b in pairs if (around[a] | around[b]).bit_count() <= 5 + 4]
    fewest = min(
        (
            (around[a] | around[b] | around[c] | around[d]) & ~(1 << a | 1 << b | 1 << c | 1 << d)
        ).bit_count()
        for a, b in close
        for c, d in combinations(range(b + 1, len(spots)), 2)
    )
    assert fewest == 5


def test_the_evaluation_sees_wins() -> None:
    def estimate(mover: int) -> float:
        s = put(GAME, "r C1 C4 C5 D8, y A1 A2 B5 K7", mover).position
        return (runtime(GAME).estimate(s) or ())[0]

    assert estimate(0) > 0.99
    assert 0.1 < estimate(1) < 0.99, "Yellow can still step in between"


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
    with pytest.raises(IllegalMove, match=reason):
        State(GAME).play(text)


def test_nobody_passes_and_nothing_is_jumped_over() -> None:
    refuses(State(GAME), "pass", MoveSyntaxError, "'pass' is not a move of this game")
    state = put(GAME, "r C1 E9 G9 I1, y C5 E1 G1 I9")
    refuses(state, "C1-C7", IllegalMove, "the peg on C5 is in the way: nothing is jumped over")


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
        State.read(GAME, text)


def test_starts_are_zones_and_holes_are_silent() -> None:
    board = GAME.board
    words = [board.zone_words[board.site[name]] for name in ("C1", "C9", "C5")]
    assert words == ["Red's start", "Yellow's start", ""]
