"""Fort Chitral: a second implementation, captures, the fort, refusals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.rules.leapers import KING, Leapers, Place
from tests.rules.oracles import play_alike
from tests.rules.positions import put
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.state import State
from livestone.errors import IllegalMove, MoveSyntaxError
from livestone.games import load

NAME = "fort_chitral"
GAME = load(NAME)
SQUARES = {(x, y): f"{'abcdefghijklmnopqr'[x - 1]}{y}" for x in range(1, 19) for y in range(1, 19)}
FORT = {(9, 9), (10, 9), (9, 10), (10, 10)}
OPTIONS = (
    {},
    {"lose_at_three": False},
    {"capture_lines": "leaflet"},
    {"lose_at_three": False, "capture_lines": "leaflet"},
)


class Slow(Leapers):
    """The game in columns and ranks from 1."""

    own_only = True

    def __init__(self, option: Any) -> None:
        standing = {(x, 18): "w" for x in range(1, 19)} | {(x, 1): "b" for x in range(1, 19)}
        self.option = option
        super().__init__(SQUARES, standing, {"w": 0, "b": 1}, option["ply_cap"])

    def captures(self, target: Place) -> set[Place]:
        mine = self.standing[target]
        found = set()
        for dx, dy in KING:
            if dx == 0 and self.option["capture_lines"] == "leaflet":
                continue
            near, far = ((target[0] + k * dx, target[1] + k * dy) for k in (1, 2))
            if self.standing.get(near, mine) != mine and self.standing.get(far) == mine:
                found.add(near)
        return found

    def winner(self) -> int | None:
        holders = {self.standing.get(place) for place in FORT}
        if len(holders) == 1 and holders != {None}:
            return self.owners[str(holders.pop())]
        if self.option["lose_at_three"]:
            for player in (self.mover, 1 - self.mover):
                if list(self.standing.values()).count("wb"[player]) <= 3:
                    return 1 - player
        return None


def good(slow: Slow, move: str) -> bool:
    """Whether a move captures or enters the fort."""
    enters = [place in FORT for place in slow.places(move)] == [False, True]
    return enters or len(slow.after(move).standing) < len(slow.standing)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_crowded_games_ply_by_ply(options: dict[str, object]) -> None:
    """Pieces strewn about the fort, so that there are captures, and all the ends."""
    game, rng, ends, taken = load(NAME, ply_cap=60, **options), Random(str(options)), set(), 0
    for round_ in range(15):
        near = [(x, y) for x in range(6, 14) for y in range(6, 14) if (x, y) not in FORT]
        count = (4, 10, 18)[round_ % 3]
        strewn = rng.sample(near, 2 * count)
        standing = dict.fromkeys(strewn[:count], "w") | dict.fromkeys(strewn[count:], "b")
        if round_ % 3 == 1:
            standing |= dict.fromkeys(rng.sample(sorted(FORT), 3), rng.choice("wb"))
        slow = Slow(game.option).begin(standing, turn=40)  # so the cap is near
        state = put(game, slow.cells(), turn=slow.turn)
        play_alike(state, slow, rng, 60, good, (0.8, 0.8, 0.2)[round_ % 3])
        taken += len(standing) - len(slow.standing)
        ends.add(state.winners)
    assert taken
    assert ends >= {(0,), (1,), ()}


def test_a_random_game_ply_by_ply() -> None:
    play_alike(State(GAME), Slow(GAME.option), Random(4), 120)


@pytest.mark.parametrize(
    ("white", "black", "move", "left", "options"),
    [
        pytest.param("a2 c2 e8 f8", "b3 k1 l1 m1 n1", "a2-a3", 5, {}, id="nothing behind"),
        pytest.param("a2 c3 e8 f8", "b3 k1 l1 m1 n1", "a2-a3", 4, {}, id="in a row"),
        pytest.param("a2 b5 e8 f8", "b4 k1 l1 m1 n1", "a2-b3", 4, {}, id="in a column"),
        pytest.param(
            "a2 b5 e8 f8", "b4 k1 l1 m1 n1", "a2-b3", 5, {"capture_lines": "leaflet"},
            id="not in a column by the leaflet",
        ),
        pytest.param("a2 c5 e8 f8", "b4 k1 l1 m1 n1", "a2-a3", 4, {}, id="in a diagonal"),
        pytest.param(
            "a2 c3 b5 e8 f8", "b3 b4 k1 l1 m1 n1", "a2-a3", 5, {}, id="one of two in reach"
        ),
        pytest.param("a2 e3 e8 f8", "b3 c3 l1 m1 n1", "a2-a3", 5, {}, id="pairs protect"),
        pytest.param(
            "a2 c3 c5 e8 f8", "b3 b4 k1 l1 m1 n1", "a2-a3", 4, {}, id="two at once"
        ),
        pytest.param("b1 c8 d8 e8", "a2 c2 k1 l1 m1 n1", "b1-b2", 6, {}, id="moving in between"),
        pytest.param("h9 k9 a1 b1", "j9 j1 k1 l1 m1", "h9-i9", 4, {}, id="inside the fort"),
        pytest.param(
            "a1 b1 d2 e9 f9", "c2 k1 l1 m1 n1", "a1-c1", 5, {}, id="a hop, nothing trapped"
        ),
        pytest.param("a1 b1 d1 c3 k9", "c2 k1 l1 m1 n1", "a1-c1", 4, {}, id="a landing"),
        # The chain a1-c1-e1 passes c1, beside the enemy on c2 with White's c3 behind it.
        pytest.param("a1 b1 d1 c3 k9", "c2 k1 l1 m1 n1", "a1-e1", 5, {}, id="not in mid-chain"),
    ],
)  # fmt: skip
def test_captures(white: str, black: str, move: str, left: int, options: dict[str, object]) -> None:
    state = put(load(NAME, **options), f"w {white}, b {black}")
    state.play(move)
    assert list(state.view().cells.values()).count("black") == left
    assert list(state.view().cells.values()).count("white") == len(white.split())


def test_who_has_three_pieces_has_lost_except_by_option() -> None:
    for lose, winners in ((True, (0,)), (False, None)):
        state = put(load(NAME, lose_at_three=lose), "w a2 c3 i9 f8, b b3 j10 m1 n1")
        state.play("a2-a3")
        assert state.view().tally == ("fort 1 of 4, 4 pieces", "fort 1 of 4, 3 pieces")
        assert state.winners == winners


def test_the_whole_fort_wins() -> None:
    assert State(GAME).view().tally == ("fort 0 of 4, 18 pieces", "fort 0 of 4, 18 pieces")
    state = put(GAME, "w i9 j9 i10 k11, b a1 b1 c1 d1")
    assert state.view().tally == ("fort 3 of 4, 4 pieces", "fort 0 of 4, 4 pieces")
    state.play("k11-j10")
    assert state.view().tally[0] == "fort 4 of 4, 4 pieces"
    assert state.winners == (0,)
    state = put(load(NAME, lose_at_three=False), "w a2, b j10 m1")
    assert state.view().tally == ("fort 0 of 4, 1 piece", "fort 1 of 4, 2 pieces")


@pytest.mark.parametrize(
    ("move", "error", "reason"),
    [
        ("e1-e2", IllegalMove, "the piece on e1 is not White's"),
        ("e9-e10", IllegalMove, "there is no piece on e9"),
        ("e18-e18", IllegalMove, "a move may not end where it began"),
        ("e18-d18", IllegalMove, "d18 is occupied, and c18, the place behind it, is not empty"),
        ("e18-e16", IllegalMove, "there is nothing on e17 to leap over"),
        ("e18-g13", IllegalMove, "no chain of hops ends there"),
        ("pass", IllegalMove, "only a player without any passes"),
        ("e18-e19", MoveSyntaxError, "is not a move"),
    ],
)
def test_refusals(move: str, error: type[Exception], reason: str) -> None:
    refuses(State(GAME), move, error, reason)


def test_enemies_are_not_hopped_over() -> None:
    state = put(GAME, "w a1 h8 g8 f8 e8, b b1 k1 l1 m1 n1")
    refuses(state, "a1-c1", IllegalMove, "there is no piece of your own on b1 to leap over")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("/18/18/", "/w17/18/", "White has 19 pieces, more than 18"),
        (" w", " b", "after 0 turns it is not Black's turn"),
        (" w", " w turn=1002", "past the longest game, 1000 turns"),
        (" w", " w passes=1", "passes=1 does not fit 0 turns"),
    ],
)
def test_impossible_positions(old: str, new: str, reason: str) -> None:
    refuses_opening_with(GAME, old, new, reason)
