"""Fort Chitral: counts by independent programs, a second implementation, captures, refusals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.rules.counting import compiled_perft, walked_perft
from tests.rules.leapers import KING, Leapers, Move, Place
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import IllegalMove, MoveSyntaxError
from livestone.games import load

NAME = "fort_chitral"
# Move sequences from the start, counted by independent programs.
PERFT = (52, 2704, 163280)
COLUMNS = "abcdefghijklmnopqr"
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
        places = {(x, y) for x in range(1, 19) for y in range(1, 19)}
        standing = {(x, 18): "white" for x in range(1, 19)}
        standing |= {(x, 1): "black" for x in range(1, 19)}
        self.option = option
        super().__init__(places, standing, {"white": 0, "black": 1}, option["ply_cap"])

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
                colour = ("white", "black")[player]
                if list(self.standing.values()).count(colour) <= 3:
                    return 1 - player
        return None


def text(move: Move) -> str:
    return "pass" if move is None else "-".join(f"{COLUMNS[x - 1]}{y}" for x, y in move)


def setup(game: Game, standing: dict[Place, str], mover: int = 0, turn: int = 0) -> Any:
    """A position with these pieces."""
    s = game.layout.new()
    for (x, y), colour in standing.items():
        s.cells[game.board.site[f"{COLUMNS[x - 1]}{y}"]] = ("white", "black").index(colour) + 1
    s.mover, s.turn = mover, turn or mover
    runtime(game).derive(s)
    return s


def pieces(white: str, black: str) -> dict[Place, str]:
    """Pieces given as names of squares."""
    return {
        (COLUMNS.index(name[0]) + 1, int(name[1:])): colour
        for colour, names in (("white", white), ("black", black))
        for name in names.split()
    }


def follow(state: State, slow: Slow, rng: Random, plies: int, fierce: float) -> None:
    """Play at random in both, often capturing or entering the fort; compare everything."""
    for _ in range(plies):
        assert set(state.legal_texts) == {text(move) for move in slow.legal()}
        shown = {f"{COLUMNS[x - 1]}{y}": colour for (x, y), colour in slow.standing.items()}
        assert state.view().cells == shown
        assert state.over == slow.over()
        if state.over:
            winner = slow.winner()
            assert state.winners == (() if winner is None else (winner,))
            return
        moves = sorted(slow.legal(), key=text)
        keen = [move for move in moves if move and good(slow, move)]
        move = rng.choice(keen if keen and rng.random() < fierce else moves)
        state.play(text(move))
        slow.play(move)


def good(slow: Slow, move: tuple[Place, Place]) -> bool:
    twin = slow.copy()
    twin.play(move)
    fewer = len(twin.standing) < len(slow.standing)
    return fewer or (move[1] in FORT and move[0] not in FORT)


def test_counts_of_independent_programs() -> None:
    state, slow = State(load(NAME)), Slow(load(NAME).option)
    assert walked_perft(state, 1) == slow.perft(1) == PERFT[0]
    assert slow.perft(2) == PERFT[1]
    assert tuple(compiled_perft(state, turns) for turns in (1, 2, 3)) == PERFT


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_crowded_games_ply_by_ply(options: dict[str, object]) -> None:
    """Pieces strewn about the fort, so that there are captures, and all the ends."""
    game, rng, ends, taken = load(NAME, ply_cap=60, **options), Random(str(options)), set(), 0
    for round_ in range(15):
        slow = Slow(game.option)
        near = [(x, y) for x in range(6, 14) for y in range(6, 14) if (x, y) not in FORT]
        count = (4, 10, 18)[round_ % 3]
        strewn = rng.sample(near, 2 * count)
        slow.standing = dict.fromkeys(strewn[:count], "white")
        slow.standing |= dict.fromkeys(strewn[count:], "black")
        if round_ % 3 == 1:
            slow.standing |= dict.fromkeys(
                rng.sample(sorted(FORT), 3), rng.choice(("white", "black"))
            )
        slow.turn = 40  # so the cap is near
        slow.seen.clear()
        slow.note()
        before = len(slow.standing)
        state = State(game, setup(game, slow.standing, turn=slow.turn))
        follow(state, slow, rng, 60, fierce=(0.8, 0.8, 0.2)[round_ % 3])
        taken += before - len(slow.standing)
        ends.add(state.winners)
    assert taken
    assert ends >= {(0,), (1,), ()}


def test_random_games_ply_by_ply() -> None:
    game, rng = load(NAME), Random(4)
    follow(State(game), Slow(game.option), rng, 120, fierce=0.0)


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
    ],
)  # fmt: skip
def test_captures(white: str, black: str, move: str, left: int, options: dict[str, object]) -> None:
    game = load(NAME, **options)
    state = State(game, setup(game, pieces(white, black)))
    state.play(move)
    assert list(state.view().cells.values()).count("black") == left
    assert list(state.view().cells.values()).count("white") == len(white.split())


def test_a_landing_in_mid_chain_does_not_capture() -> None:
    """The chain a1-c1-e1 passes c1, beside the enemy on c2 with White's c3 behind it."""
    game = load(NAME)
    state = State(game, setup(game, pieces("a1 b1 d1 c3 k9", "c2 k1 l1 m1 n1")))
    assert "a1-e1" in state.legal_texts
    state.play("a1-e1")
    assert state.view().cells["c2"] == "black"
    state = State(game, setup(game, pieces("a1 b1 d1 c3 k9", "c2 k1 l1 m1 n1")))
    state.play("a1-c1")
    assert "c2" not in state.view().cells


def test_the_fort_and_three_pieces() -> None:
    game = load(NAME)
    state = State(game, setup(game, pieces("i9 j9 i10 k11", "a1 b1 c1 d1")))
    state.play("k11-j10")
    assert state.winners == (0,)
    few = pieces("a2 c3 e8 f8", "b3 l1 m1 n1")
    state = State(game, setup(game, few))
    state.play("a2-a3")
    assert state.winners == (0,)
    state = State(load(NAME, lose_at_three=False), setup(game, few))
    state.play("a2-a3")
    assert not state.over


def test_the_fort_and_pieces_are_counted() -> None:
    game, long = load(NAME), load(NAME, lose_at_three=False)
    assert State(game).view().tally == ("fort 0 of 4, 18 pieces", "fort 0 of 4, 18 pieces")
    state = State(game, setup(game, pieces("i9 j9 i10 k11", "a1 b1 c1 d1")))
    assert state.view().tally == ("fort 3 of 4, 4 pieces", "fort 0 of 4, 4 pieces")
    state.play("k11-j10")
    assert state.view().tally[0] == "fort 4 of 4, 4 pieces"
    assert state.winners == (0,)
    state = State(game, setup(game, pieces("a2 c3 i9 f8", "b3 j10 m1 n1")))
    state.play("a2-a3")
    assert state.view().tally == ("fort 1 of 4, 4 pieces", "fort 1 of 4, 3 pieces")
    state = State(long, setup(long, pieces("a2", "j10 m1")))
    assert state.view().tally == ("fort 0 of 4, 1 piece", "fort 1 of 4, 2 pieces")


def test_enemies_are_not_hopped_over() -> None:
    game = load(NAME)
    state = State(game, setup(game, pieces("a1 h8 g8 f8 e8", "b1 k1 l1 m1 n1")))
    with pytest.raises(IllegalMove, match="there is no piece of your own on b1 to leap over"):
        state.play("a1-c1")


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
    refuses(State(load(NAME)), move, error, reason)


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
    refuses_opening_with(load(NAME), old, new, reason)
