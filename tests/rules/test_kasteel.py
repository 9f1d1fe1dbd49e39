"""Kasteel: a second implementation, worked positions, refusals."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from tests.rules.oracles import play_alike
from tests.rules.positions import put, shown
from tests.rules.refusing import refuses

from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load

FILES, RANKS = "abcdef", "123456"
SQUARES = [file + rank for file in FILES for rank in RANKS]
CASTLE = {"a6", "b6", "c6", "a5", "b5", "a4"}
# How few white pawns have lost.
FEW = {"kasteel_1": 5, "kasteel_2": 3}
SETTINGS = [
    {"capture": capture, "mandatory_capture": must}
    for capture in ("fly_any", "fly_next", "adjacent")
    for must in (False, True)
]


@dataclass
class Slow:
    """The rules once more, over a dictionary from squares to pieces."""

    game: str
    options: dict[str, Any]
    men: dict[str, str]
    white: bool = True
    chain: str = ""
    turn: int = 0

    def cells(self) -> dict[str, str]:
        return self.men

    def step(self, square: str, dx: int, dy: int) -> str:
        """The next square, or nothing."""
        x, y = FILES.index(square[0]) + dx, RANKS.index(square[1]) + dy
        return FILES[x] + RANKS[y] if 0 <= x < 6 and 0 <= y < 6 else ""

    def compass(self) -> list[tuple[int, int]]:
        return [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

    def captures(self, square: str) -> dict[str, str]:
        """Each capture's text, and who is captured."""
        found = {}
        for way in self.compass():
            there = self.step(square, *way)
            while there and there not in self.men and self.options["capture"] != "adjacent":
                there = self.step(there, *way)
            if self.men.get(there) != "w":
                continue
            land = self.step(there, *way)
            while land and land not in self.men:
                found[f"{square}x{land}"] = there
                if self.options["capture"] != "fly_any":
                    break
                land = self.step(land, *way)
        return found

    def slides(self, square: str) -> set[str]:
        found = set()
        for way in self.compass():
            there = self.step(square, *way)
            while there and there not in self.men:
                found.add(f"{square}-{there}")
                there = self.step(there, *way)
        return found

    def around_king(self) -> tuple[str, set[str]]:
        square = next(square for square, man in self.men.items() if man == "k")
        return square, {self.step(square, *way) for way in self.compass()} & CASTLE

    def available(self) -> set[str]:
        if self.white:
            return {
                f"{square}-{there}"
                for square, man in self.men.items()
                if man == "w"
                for there in (self.step(square, -1, 0), self.step(square, 0, 1))
                if there and there not in self.men
            }
        if self.chain:
            return {*self.captures(self.chain), "stop"}
        pawns = [square for square, man in self.men.items() if man == "b"]
        taking = {move for pawn in pawns for move in self.captures(pawn)}
        if taking and self.options["mandatory_capture"]:
            return taking
        found = taking.union(*(self.slides(pawn) for pawn in pawns))
        if "k" in self.men.values():
            square, near = self.around_king()
            found |= {f"{square}-{there}" for there in near if there not in self.men}
        return found

    def winner(self) -> str:
        """Who has won already, before looking for moves."""
        crowd = {square for square, man in self.men.items() if man == "w"}
        if len(crowd) <= FEW[self.game]:
            return "b"
        royal = {square for square, man in self.men.items() if man == "k"}
        if crowd >= CASTLE - royal:
            return "w"
        if royal and not self.white and not self.chain:
            _, near = self.around_king()
            if near <= self.men.keys() and near & crowd:
                return "w"
        return ""

    def capped(self) -> bool:
        return 0 < self.options.get("ply_cap", 0) <= self.turn

    def legal(self) -> set[str]:
        return set() if self.winner() or self.capped() else self.available()

    def winners(self) -> tuple[int, ...] | None:
        winner = self.winner()
        if not winner and not self.available():
            winner = "b" if self.white else "w"
        return ("wb".index(winner),) if winner else () if self.capped() else None

    def play(self, move: str) -> None:
        if "x" in move:
            del self.men[self.captures(move[:2])[move]]
        if move != "stop":
            self.men[move[3:]] = self.men.pop(move[:2])
        self.chain = ""
        crowd = list(self.men.values()).count("w")
        if "x" in move and crowd > FEW[self.game] and self.captures(move[3:]):
            self.chain = move[3:]
            return
        self.white = not self.white
        self.turn += 1


def position(text: str, mover: str = "b", **options: Any) -> State:
    """A state of the first game with these pieces, or of the second one, where there is a King."""
    return put(
        load("kasteel_2" if "k " in text else "kasteel_1", **options), text, "wb".index(mover)
    )


@pytest.mark.parametrize("game", FEW)
@pytest.mark.parametrize(
    "options", SETTINGS, ids=lambda options: "-".join(map(str, options.values()))
)
def test_played_ply_by_ply_against_a_second_implementation(
    game: str, options: dict[str, Any]
) -> None:
    rng = Random(f"{game}{options}")
    for _ in range(2):
        state = State(load(game, **options))
        play_alike(state, Slow(game, options, shown(state)), rng)


@pytest.mark.parametrize("game", FEW)
def test_scattered_pieces_against_a_second_implementation(game: str) -> None:
    """Pieces anywhere, so that ends and long chains come about."""
    rng, ends = Random(game), set()
    for _ in range(200):
        options = {**rng.choice(SETTINGS), "ply_cap": rng.choice([0, 0, 20])}
        squares = rng.sample(SQUARES, len(SQUARES))
        squares.sort(key=lambda square: square not in CASTLE or rng.random() < 0.2)
        king = next(square for square in squares if square in CASTLE) if game[-1] == "2" else ""
        places = [square for square in squares if square != king][: 3 + rng.randint(3, 15)]
        rng.shuffle(places)
        men = dict.fromkeys(places[3:], "w") | dict.fromkeys(places[:3], "b")
        men |= {king: "k"} if king else {}
        mover = rng.randrange(2)
        state, slow = put(load(game, **options), men, mover), Slow(game, options, men, mover == 0)
        slow.turn = state.turn
        play_alike(state, slow, rng, 6, lambda slow, move: "x" in move)
        ends.add((state.winners, slow.winner()))
    assert {((0,), "w"), ((1,), "b"), ((1,), "")} <= ends


# Worked positions -------------------------------------------------------------------------------

SIX = "f1 f2 f3 e1 e2 d1"


def test_three_captures_that_win_at_once() -> None:
    """A worked position of the first game, counted by independent programs."""
    state = position("w c3 d1 e1 f1 e2 f2, b c6 a6 a5")
    captures = [text for text in state.legal_texts if "x" in text]
    assert captures == ["a5xd2", "c6xc1", "c6xc2"]
    assert state.view().tally == ("castle 0 of 6", "9 of 10 captured")
    for text in captures:
        state.play(text)
        assert "c3" not in shown(state)
        assert state.view().tally == ("castle 0 of 6", "10 of 10 captured")
        assert state.winners == (1,)
        assert state.turn == 2
        state.undo()


def test_a_chain_is_one_hop_a_ply() -> None:
    state = position(f"w a4 c3 {SIX}, b a6 b6 c6")
    state.play("a6xa3")
    assert (state.turn, state.mover) == (1, 1)
    texts = set(state.legal_texts)
    assert "stop" in texts
    assert {text[:3] for text in texts} == {"a3x", "sto"}
    assert state.paths[state.parse("stop")] == ("stop",)
    assert all(len(path) == 1 for path in state.paths.values())
    refuses(state, "b6-b5", IllegalMove, "the pawn on a3 has captured")
    refuses(state, "a3-a2", IllegalMove, "capture again or stop")
    state.play("stop")
    assert (state.turn, state.mover) == (2, 0)


def test_a_turn_ends_by_itself_when_nothing_more_can_be_captured() -> None:
    state = position(f"w a3 {SIX}, b a4 b6 c6")
    state.play("a4xa1")
    assert (state.turn, state.mover) == (2, 0)


@pytest.mark.parametrize(
    ("capture", "moves"),
    [
        ("fly_any", "a6xa1 a6xa2 a6xa3 d5xd2 d5xd3"),
        ("fly_next", "a6xa3 d5xd3"),
        ("adjacent", "d5xd3"),
    ],
)
def test_how_captures_land(capture: str, moves: str) -> None:
    state = position(f"w a4 d4 {SIX}, b a6 d5 d6", capture=capture)
    assert [text for text in state.legal_texts if "x" in text] == moves.split()
    if capture == "adjacent":
        refuses(state, "a6xa3", IllegalMove, "stands beside it")
        refuses(state, "d5xd2", IllegalMove, "directly behind")


def test_black_may_be_made_to_capture() -> None:
    free, bound = (
        position(f"w a4 {SIX}, b a6 b6 c6", mandatory_capture=must) for must in (False, True)
    )
    taking = {text for text in free.legal_texts if "x" in text}
    assert taking < set(free.legal_texts)
    assert taking == set(bound.legal_texts)
    refuses(bound, "b6-b5", IllegalMove, "you must capture")


def test_white_wins_by_filling_the_castle() -> None:
    assert not position("w b6 c6 d6 a5 b5 a4 a3, b f1 f2 f3", "w").over
    state = position("w a6 b6 c6 a5 b5 a3 e6, b f1 f2 f3", "w")
    assert state.view().tally == ("castle 5 of 6", "8 of 10 captured")
    state.play("a3-a4")
    assert state.view().tally == ("castle 6 of 6", "8 of 10 captured")
    assert state.winners == (0,)


def test_white_wins_by_shutting_the_king_in() -> None:
    state = position("w b6 c5 e1 e2, b a5 f1 f2, k a6", "w")
    assert state.view().tally == ("castle 1 of 5, 1 King step", "11 of 12 captured")
    state.play("c5-b5")
    assert state.view().tally == ("castle 2 of 5, 0 King steps", "11 of 12 captured")
    assert state.winners == (0,), "Black's own pawn is the third to shut the King in"
    shut = position("w e1 e2 e3 e4, b b6 b5 a5, k a6")
    assert not shut.over, "shut in by its own pawns alone it is not lost"


def test_squares_and_pawns_are_counted_at_the_start() -> None:
    told = [State(load(game)).view().tally for game in FEW]
    assert told[0] == ("castle 0 of 6", "0 of 10 captured")
    assert told[1] == ("castle 0 of 5, 2 King steps", "0 of 12 captured")


@pytest.mark.parametrize(("king", "few"), [("", 5), (", k a6", 3)])
def test_too_few_pawns_lose(king: str, few: int) -> None:
    pawns = SIX.split()
    assert position(f"w {' '.join(pawns[:few])}, b b6 c6 a5{king}", "w").winners == (1,)
    assert not position(f"w {' '.join(pawns[: few + 1])}, b b6 c6 a5{king}", "w").over


def test_a_player_without_a_move_loses() -> None:
    assert position("w a6 b6 c6 d6 e6 f6, b f1 f2 f3", "w").winners == (1,)
    crowd = "a4 b4 b5 c5 c6 d6 a3 b3 c3 c4 d4 d5 e6"
    assert position(f"w {crowd}, b a6 b6 a5").winners == (0,)


@pytest.mark.parametrize(
    ("white", "mover", "text", "reason"),
    [
        ("f2 f3 e1 e2 d1 d2", "w", "f3-f2", "f2 is occupied"),
        ("f2 f3 e1 e2 d1 d2", "w", "f3-f5", "one square to the left or up"),
        ("f2 f3 e1 e2 d1 d2", "w", "f3xd3", "White never captures"),
        ("f2 f3 e1 e2 d1 d2", "w", "a5-a4", "the piece on a5 is not yours"),
        ("f2 f3 e1 e2 d1 d2", "w", "c3-c4", "c3 is empty"),
        ("f2 f3 e1 e2 d1 d2", "w", "stop", "has just captured"),
        ("a4 f3 e1 e2 d1 d2", "b", "a6-b4", "in a straight line"),
        (
            "a4 f3 e1 e2 d1 d2",
            "b",
            "a5-a3",
            "a5-a3 is not how this move is written: write a5xa3",
        ),
        ("a4 f3 e1 e2 d1 d2", "b", "a6-a3", "over one white pawn and nothing else"),
        (
            "a4 f3 e1 e2 d1 d2",
            "b",
            "b6xb4",
            "b6xb4 is not how this move is written: write b6-b4",
        ),
        ("a4 f3 e1 e2 d1 d2", "b", "c3", "c3 is empty"),
    ],
)
def test_refusals_teach(white: str, mover: str, text: str, reason: str) -> None:
    refuses(position(f"w {white}, b a6 b6 a5", mover), text, IllegalMove, reason)


def test_the_king_stays_inside_the_castle() -> None:
    royal = position(f"w {SIX}, b b6 f6 d6, k a6")
    refuses(royal, "a6-a4", IllegalMove, "one square, inside the castle")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b5/b4w/4ww/3www/2wwww/1wwwww w", "Black has 2 pawns"),
        ("bbk3/b4w/4ww/3www/2wwww/1wwwww w", "no King in this game"),
        ("bb4/b4w/4ww/3www/2wwww/wwwwww w", "16 pawns"),
        ("bb4/b4w/4ww/3www/2wwww/1wwwww b capturer=a6", "cannot have captured"),
        ("bb4/b4w/4ww/3www/2wwww/1wwwww w capturer=a6", "on Black's turn"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        State.read(load("kasteel_1"), text)


def test_the_castle_is_a_zone() -> None:
    board = load("kasteel_2").board
    assert {board.names[site] for site in board.zones["castle"].sites} == CASTLE
