"""Not Made in Germany: a second implementation, both words, ornaments, refusals."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from tests.rules.leapers import Leapers, Place
from tests.rules.oracles import play_alike
from tests.rules.positions import put
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.state import State
from livestone.errors import IllegalMove, MoveSyntaxError
from livestone.games import load

NAME = "not_made_in_germany"
GAME = load(NAME)
ORNAMENTS = {(x, 5) for x in (1, 2, 3, 5, 7, 8, 9)}
SQUARES = {
    (x, y): f"{'abcdefghi'[x - 1]}{y}"
    for x, y in product(range(1, 10), repeat=2)
    if (x, y) not in ORNAMENTS
}
# From left to right: England's word, which begins on the far row, and Germany's.
WORDS = ("FDNALGNEF", "fgermanyf")
OPTIONS = tuple(
    {"first_player": first, "any_order": order, "cap_result": cap}
    for first, order, cap in product(
        ("england", "germany"), (False, True), ("draw", "more_pieces_in_place")
    )
)


def row(y: int, word: str) -> dict[Place, str]:
    """A word written along a row; dots are left empty."""
    return {(x, y): letter for x, letter in enumerate(word, 1) if letter != "."}


class Slow(Leapers):
    """The game in columns and ranks from 1."""

    def __init__(self, option: Any) -> None:
        self.option = option
        owners = {letter: player for player, word in enumerate(WORDS) for letter in word}
        first = 1 if option["first_player"] == "germany" else 0
        standing = row(9, WORDS[0]) | row(1, WORDS[1])
        super().__init__(SQUARES, standing, owners, option["ply_cap"], first)

    def in_place(self, player: int) -> int:
        count = 0
        for x in range(1, 10):
            piece = self.standing.get((x, (1, 9)[player]))
            if self.option["any_order"]:
                count += piece is not None and self.owners[piece] == player
            else:
                count += piece == WORDS[player][x - 1]
        return count

    def winner(self) -> int | None:
        home = [self.in_place(player) for player in (0, 1)]
        for player in (1 - self.mover, self.mover):
            if home[player] == 9:
                return player
        return None

    def winners(self) -> tuple[int, ...] | None:
        found = super().winners()
        home = [self.in_place(player) for player in (0, 1)]
        counted = self.option["cap_result"] == "more_pieces_in_place"
        capped = counted and 0 < self.option["ply_cap"] <= self.turn
        repeated = self.seen[self.mover, frozenset(self.standing.items())] >= 3
        if found == () and capped and not repeated and self.passes < 2 and home[0] != home[1]:
            return (home.index(max(home)),)
        return found


def homing(slow: Slow, move: str) -> bool:
    """Whether the move brings one more piece into place."""
    return slow.after(move).in_place(slow.mover) > slow.in_place(slow.mover)


@pytest.mark.parametrize("first", ["england", "germany"])
def test_random_games_ply_by_ply(first: str) -> None:
    game = load(NAME, first_player=first)
    state = State(game)
    assert game.seats[state.mover or 0].name == first.capitalize()
    play_alike(state, Slow(game.option), Random(9), 100, homing, 0.3)


@pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda options: ",".join(map(str, options.values()))
)
def test_the_end(options: dict[str, object]) -> None:
    """Play from positions in which most pieces are home."""
    rng, game, ends = Random(str(options)), load(NAME, ply_cap=60, **options), set()
    for round_ in range(18):
        standing: dict[Place, str] = {}
        for y, word in ((1, WORDS[0]), (9, WORDS[1])):
            away = set(rng.sample(range(1, 10), (1, 2, 6)[round_ % 3]))
            for x, piece in enumerate(word, 1):
                place = (x, y) if x not in away else None
                while place is None or place in standing:
                    place = (rng.randint(1, 9), rng.choice((2, 3) if y == 1 else (7, 8)))
                standing[place] = piece
        slow = Slow(game.option)
        slow.begin(standing, slow.mover, turn=40)  # so the cap is near
        state = put(game, slow.cells(), slow.mover, turn=slow.turn)
        play_alike(state, slow, rng, 60, homing, (0.9, 0.9, 0.0)[round_ % 3])
        ends.add(state.winners)
    assert ends >= {(0,), (1,), ()}


def test_the_board() -> None:
    names, zones = GAME.board.names, GAME.board.zones
    blocked = {names[site] for zone in ("ornament", "rosette") for site in zones[zone].sites}
    assert blocked == {"a5", "b5", "c5", "e5", "g5", "h5", "i5"}
    assert all(piece.turned == piece.name.startswith("England") for piece in GAME.pieces)


@pytest.mark.parametrize(
    ("word", "third", "any_order", "told", "winners"),
    [
        ("FD.ALGNEF", "N", False, (8, 9), (0,)),
        # A D and an N have changed places: in any order they are home all the same.
        ("FN.ALGNEF", "D", False, (7, 7), None),
        ("FN.ALGNEF", "D", True, (8, 9), (0,)),
    ],
)
def test_a_whole_word_read_from_its_own_side_wins(
    word: str, third: str, any_order: bool, told: tuple[int, int], winners: Any
) -> None:
    standing = row(1, word) | row(8, WORDS[1][:8]) | {(9, 9): "f", (3, 2): third}
    state = put(load(NAME, any_order=any_order), Slow(GAME.option).begin(standing).cells())
    assert state.view().tally == (f"{told[0]} of 9 in place", "1 of 9 in place")
    state.play("c2-c1")
    assert state.view().tally == (f"{told[1]} of 9 in place", "1 of 9 in place")
    assert state.winners == winners


@pytest.mark.parametrize(
    ("move", "error", "reason"),
    [
        ("e1-e2", IllegalMove, "the piece on e1 is not England's"),
        ("e5-e4", IllegalMove, "there is no piece on e5"),
        ("e9-e9", IllegalMove, "a move may not end where it began"),
        ("e9-e5", IllegalMove, "e5 is an ornament: no piece may enter or cross it"),
        ("e9-e7", IllegalMove, "there is nothing on e8 to leap over"),
        ("e9-d9", IllegalMove, "d9 is occupied, and c9, the place behind it, is not empty"),
        ("a9-a1", IllegalMove, "a1 is occupied"),
        ("pass", IllegalMove, "only a player without any passes"),
        ("e9-e99", MoveSyntaxError, "is not a move"),
    ],
)
def test_refusals(move: str, error: type[Exception], reason: str) -> None:
    refuses(State(GAME), move, error, reason)


def test_an_ornament_is_not_crossed_but_its_corner_is() -> None:
    slow = Slow(GAME.option)
    standing = {place: piece for place, piece in slow.standing.items() if place[0] != 3}
    state = put(GAME, slow.begin(standing | {(3, 4): "N", (2, 3): "e"}).cells())
    assert {"c4-d5"} <= set(state.legal_texts)
    assert not {"c4-c5", "c4-b5", "c4-c6"} & set(state.legal_texts)
    refuses(state, "c4-c6", IllegalMove, "c5 is an ornament: no piece may enter or cross it")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("FDNALGNEF", "FDNALGNE1", "England's flag stands on 1 squares instead of 2"),
        ("/9/fger", "/4E4/fger", "England's E stands on 2 squares instead of 1"),
        ("/9/9/9/9/9/9/9/", "/9/9/9/4E4/9/9/9/", "e5 is an ornament: nothing can stand on it"),
        (" e", " g", "after 0 turns it is not Germany's turn"),
        (" e", " e turn=602", "past the longest game, 600 turns"),
        (" e", " e passes=2", "passes=2 does not fit 0 turns"),
    ],
)
def test_impossible_positions(old: str, new: str, reason: str) -> None:
    refuses_opening_with(GAME, old, new, reason)
