"""Not Made in Germany: counts by independent programs, a second implementation, refusals."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from tests.rules.counting import compiled_perft, walked_perft
from tests.rules.leapers import Leapers, Move, Place
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import IllegalMove, MoveSyntaxError
from livestone.games import load

NAME = "not_made_in_germany"
# Move sequences from the start, counted by independent programs.
PERFT = (25, 625, 20450)
COLUMNS = "abcdefghi"
FAR_ROW = ["England's flag", *(f"England's {letter}" for letter in "DNALGNE"), "England's flag"]
NEAR_ROW = ["Germany's flag", *(f"Germany's {letter}" for letter in "GERMANY"), "Germany's flag"]
OPTIONS = tuple(
    {"first_player": first, "any_order": order, "cap_result": cap}
    for first, order, cap in product(
        ("england", "germany"), (False, True), ("draw", "more_pieces_in_place")
    )
)


class Slow(Leapers):
    """The game in columns and ranks from 1."""

    def __init__(self, option: Any) -> None:
        ornaments = {(x, 5) for x in range(1, 10)} - {(4, 5), (6, 5)}
        places = {(x, y) for x in range(1, 10) for y in range(1, 10)} - ornaments
        standing = {(x, 9): FAR_ROW[x - 1] for x in range(1, 10)}
        standing |= {(x, 1): NEAR_ROW[x - 1] for x in range(1, 10)}
        owners = dict.fromkeys(FAR_ROW, 0) | dict.fromkeys(NEAR_ROW, 1)
        self.option = option
        first = 1 if option["first_player"] == "germany" else 0
        super().__init__(places, standing, owners, option["ply_cap"], first)
        self.players = 2

    def in_place(self, player: int) -> int:
        row, word = ((1, FAR_ROW), (9, NEAR_ROW))[player]
        count = 0
        for x in range(1, 10):
            piece = self.standing.get((x, row))
            if self.option["any_order"]:
                count += piece is not None and self.owners[piece] == player
            else:
                count += piece == word[x - 1]
        return count

    def winner(self) -> int | None:
        home = [self.in_place(player) for player in (0, 1)]
        for player in (1 - self.mover, self.mover):
            if home[player] == 9:
                return player
        return None

    def result(self) -> tuple[int, ...]:
        won = self.winner()
        home = [self.in_place(player) for player in (0, 1)]
        counted = self.option["cap_result"] == "more_pieces_in_place"
        capped = counted and 0 < self.option["ply_cap"] <= self.turn
        repeated = self.seen[self.mover, frozenset(self.standing.items())] >= 3
        if won is not None:
            return (won,)
        if capped and not repeated and self.passes < 2 and home[0] != home[1]:
            return (home.index(max(home)),)
        return ()


def text(move: Move) -> str:
    return "pass" if move is None else "-".join(f"{COLUMNS[x - 1]}{y}" for x, y in move)


def setup(game: Game, slow: Slow) -> Any:
    """The position of a slow game."""
    s = game.layout.new()
    codes = {piece.name: code for code, piece in enumerate(game.pieces, 1)}
    for (x, y), piece in slow.standing.items():
        s.cells[game.board.site[f"{COLUMNS[x - 1]}{y}"]] = codes[piece]
    s.mover, s.turn = slow.mover, slow.turn
    runtime(game).derive(s)
    return s


def follow(state: State, slow: Slow, rng: Random, plies: int, homing: float) -> None:
    """Play at random in both, often to the far row; compare moves, pieces and the end."""
    for _ in range(plies):
        assert set(state.legal_texts) == {text(move) for move in slow.legal()}
        shown = {f"{COLUMNS[x - 1]}{y}": piece for (x, y), piece in slow.standing.items()}
        assert state.view().cells == shown
        assert state.over == slow.over()
        if state.over:
            assert state.winners == slow.result()
            return
        row = (1, 9)[slow.mover]
        moves = sorted(slow.legal(), key=text)
        home = [move for move in moves if move and move[1][1] == row and at_home(slow, move)]
        move = rng.choice(home if home and rng.random() < homing else moves)
        state.play(text(move))
        slow.play(move)


def at_home(slow: Slow, move: tuple[Place, Place]) -> bool:
    """Whether the move brings one more piece into place."""
    twin = slow.copy()
    twin.play(move)
    assert isinstance(twin, Slow)
    return twin.in_place(slow.mover) > slow.in_place(slow.mover)


def test_counts_of_independent_programs() -> None:
    state, slow = State(load(NAME)), Slow(load(NAME).option)
    for turns in (1, 2):
        assert walked_perft(state, turns) == slow.perft(turns) == PERFT[turns - 1]
    assert tuple(compiled_perft(state, turns) for turns in (1, 2, 3)) == PERFT


@pytest.mark.parametrize("first", ["england", "germany"])
def test_both_have_as_many_first_moves(first: str) -> None:
    state = State(load(NAME, first_player=first))
    assert state.game.seats[state.mover or 0].name == first.capitalize()
    assert len(state.legal) == 25
    assert compiled_perft(state, 2) == 625


def test_random_games_ply_by_ply() -> None:
    rng, game = Random(9), load(NAME)
    for _ in range(2):
        follow(State(game), Slow(game.option), rng, 150, homing=0.3)


@pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda options: ",".join(map(str, options.values()))
)
def test_the_end(options: dict[str, object]) -> None:
    """Play from positions in which most pieces are home."""
    rng, game, ends = Random(str(options)), load(NAME, ply_cap=60, **options), set()
    for round_ in range(24):
        slow = Slow(game.option)
        slow.standing = {}
        for row, word in ((1, FAR_ROW), (9, NEAR_ROW)):
            away = set(rng.sample(range(1, 10), (1, 2, 6)[round_ % 3]))
            for x in range(1, 10):
                piece = word[x - 1]
                place = (x, row) if x not in away else None
                while place is None or place in slow.standing:
                    near = (2, 3) if row == 1 else (7, 8)
                    place = (rng.randint(1, 9), rng.choice(near))
                slow.standing[place] = piece
        slow.turn = 40  # so the cap is near
        slow.seen.clear()
        slow.note()
        state = State(game, setup(game, slow))
        follow(state, slow, rng, 60, homing=(0.9, 0.9, 0.0)[round_ % 3])
        ends.add(state.winners)
    assert ends >= {(0,), (1,)}
    assert () in ends


def test_the_board() -> None:
    game = load(NAME)
    assert set(game.board.zones) >= {"ornament", "rosette"}
    names = game.board.names
    blocked = {
        names[site] for zone in ("ornament", "rosette") for site in game.board.zones[zone].sites
    }
    assert blocked == {"a5", "b5", "c5", "e5", "g5", "h5", "i5"}
    assert all(piece.turned == piece.name.startswith("England") for piece in game.pieces)


def test_a_whole_word_read_from_its_own_side_wins() -> None:
    game = load(NAME)
    slow = Slow(game.option)
    slow.standing = {(x, 1): FAR_ROW[x - 1] for x in range(1, 10) if x != 3}
    slow.standing |= {(x, 8): NEAR_ROW[x - 1] for x in range(1, 10)}
    # An N may stand in for the other, a flag too; a D may not.
    slow.standing[3, 2] = FAR_ROW[6]
    state = State(game, setup(game, slow))
    state.play("c2-c1")
    assert state.over
    assert state.winners == (0,)
    slow.standing[3, 2], slow.standing[2, 1] = FAR_ROW[1], FAR_ROW[2]
    state = State(game, setup(game, slow))
    state.play("c2-c1")
    assert not state.over


def test_pieces_in_place_are_counted() -> None:
    game, any_order = load(NAME), load(NAME, any_order=True)
    assert State(game).view().tally == ("0 of 9 in place", "0 of 9 in place")
    slow = Slow(game.option)
    slow.standing = {(x, 1): FAR_ROW[x - 1] for x in range(1, 10) if x != 3}
    slow.standing |= {(x, 8): NEAR_ROW[x - 1] for x in range(1, 9)} | {(9, 9): NEAR_ROW[8]}
    slow.standing[3, 2] = FAR_ROW[2]
    state = State(game, setup(game, slow))
    assert state.view().tally == ("8 of 9 in place", "1 of 9 in place")
    state.play("c2-c1")
    assert state.view().tally == ("9 of 9 in place", "1 of 9 in place")
    assert state.winners == (0,)
    # A D and an N have changed places: in any order they are home all the same.
    slow.standing[3, 2], slow.standing[2, 1] = FAR_ROW[1], FAR_ROW[2]
    for chosen, before, after in ((game, 7, 7), (any_order, 8, 9)):
        state = State(chosen, setup(chosen, slow))
        assert state.view().tally[0] == f"{before} of 9 in place"
        state.play("c2-c1")
        assert state.view().tally[0] == f"{after} of 9 in place"


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
    refuses(State(load(NAME)), move, error, reason)


def test_an_ornament_is_not_crossed_but_its_corner_is() -> None:
    game = load(NAME)
    slow = Slow(game.option)
    slow.standing = {place: piece for place, piece in slow.standing.items() if place[0] != 3}
    slow.standing |= {(3, 4): FAR_ROW[2], (2, 3): NEAR_ROW[2]}
    state = State(game, setup(game, slow))
    assert {"c4-d5"} <= set(state.legal_texts)
    assert not {"c4-c5", "c4-b5", "c4-c6"} & set(state.legal_texts)
    with pytest.raises(IllegalMove, match="c5 is an ornament: no piece may enter or cross it"):
        state.play("c4-c6")


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
    refuses_opening_with(load(NAME), old, new, reason)
