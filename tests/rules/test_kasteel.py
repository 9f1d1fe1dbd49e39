"""Kasteel: the source's figures, worked positions, and a second implementation."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from tests.rules.counting import compiled_perft

from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load

FILES, RANKS = "abcdef", "123456"
CASTLE = {"a6", "b6", "c6", "a5", "b5", "a4"}
CROWD = "f5 e4 f4 d3 e3 f3 c2 d2 e2 f2 b1 c1 d1 e1 f1"
GAMES = {"kasteel_1": ("a6 b6 a5", "", 5), "kasteel_2": ("c6 b5 a4", "a6", 3)}
SETTINGS = [
    {"capture": capture, "mandatory_capture": must}
    for capture in ("fly_any", "fly_next", "adjacent")
    for must in (False, True)
]
every_game = pytest.mark.parametrize("game", GAMES)
every_setting = pytest.mark.parametrize(
    "options", SETTINGS, ids=lambda options: "-".join(map(str, options.values()))
)


@dataclass
class Slow:
    """The rules once more, over a dictionary from squares to pieces."""

    game: str
    options: dict[str, Any]
    men: dict[str, str]
    white: bool = True
    chain: str = ""
    turn: int = 0

    @classmethod
    def opening(cls, game: str, **options: Any) -> Slow:
        blacks, king, _ = GAMES[game]
        men = dict.fromkeys(CROWD.split(), "w") | dict.fromkeys(blacks.split(), "b")
        return cls(game, options, men | dict.fromkeys(king.split(), "k"))

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
        if len(crowd) <= GAMES[self.game][2]:
            return "black"
        royal = {square for square, man in self.men.items() if man == "k"}
        if crowd >= CASTLE - royal:
            return "white"
        if royal and not self.white and not self.chain:
            _, near = self.around_king()
            if near <= self.men.keys() and near & crowd:
                return "white"
        return ""

    def capped(self) -> bool:
        return 0 < self.options.get("ply_cap", 0) <= self.turn

    def legal(self) -> set[str]:
        return set() if self.winner() or self.capped() else self.available()

    def scores(self) -> tuple[float, float]:
        """At the end."""
        winner = self.winner()
        if not winner and not self.available():
            winner = "black" if self.white else "white"
        return float(winner == "white"), float(winner == "black")

    def play(self, move: str) -> None:
        if "x" in move:
            del self.men[self.captures(move[:2])[move]]
        if move != "stop":
            self.men[move[3:]] = self.men.pop(move[:2])
        self.chain = ""
        crowd = list(self.men.values()).count("w")
        if "x" in move and crowd > GAMES[self.game][2] and self.captures(move[3:]):
            self.chain = move[3:]
            return
        self.white = not self.white
        self.turn += 1


def put(game: str, white: str, black: str, mover: str = "b", king: str = "", **options: Any) -> Any:
    """A state with these pieces."""
    chosen = load(game, **options)
    s = runtime(chosen).start()
    s.cells[:-1] = 0
    for code, names in ((1, white), (2, black), (3, king)):
        for name in names.split():
            s.cells[chosen.board.site[name]] = code
    s.mover = "wb".index(mover)
    runtime(chosen).derive(s)
    return State(chosen, s)


def counted(state: State, turns: int) -> list[int]:
    """Compiled perft up to so many turns."""
    return [compiled_perft(state, goal) for goal in range(1, turns + 1)]


@pytest.mark.parametrize(
    ("game", "counts"),
    [("kasteel_1", [10, 216, 2188, 57542]), ("kasteel_2", [10, 274, 2772, 79660])],
)
def test_perft(game: str, counts: list[int]) -> None:
    """Turn sequences from the start, counted by independent programs."""
    assert counted(State(load(game)), 4) == counts


def test_three_captures_that_win_at_once() -> None:
    """A worked position of the first game, counted by independent programs."""
    state = put("kasteel_1", "c3 d1 e1 f1 e2 f2", "c6 a6 a5")
    captures = [text for text in state.legal_texts if "x" in text]
    assert captures == ["a5xd2", "c6xc1", "c6xc2"]
    for text in captures:
        state.play(text)
        assert "c3" not in state.view().cells
        assert state.over
        assert state.winners == (1,)
        assert state.turn == 1
        state.undo()


@every_game
@every_setting
def test_played_ply_by_ply_against_a_second_implementation(
    game: str, options: dict[str, Any]
) -> None:
    rng = Random(f"{game}{options}")
    for _ in range(4):
        slow, state = Slow.opening(game, **options), State(load(game, **options))
        while not state.over:
            assert set(state.legal_texts) == slow.legal()
            move = rng.choice(state.legal_texts)
            slow.play(move)
            state.play(move)
            assert ("w" if slow.white else "b") == "wb"[int(state.position.mover)]
        assert slow.legal() == set()
        assert state.scores == slow.scores()
        names = {"w": "white pawn", "b": "black pawn", "k": "King"}
        assert state.view().cells == {square: names[man] for square, man in slow.men.items()}


def scattered(game: str, rng: Random) -> tuple[Slow, State]:
    """Pieces anywhere, so that ends and long chains come about."""
    options = {**rng.choice(SETTINGS), "ply_cap": rng.choice([0, 0, 20])}
    squares = [file + rank for file in FILES for rank in RANKS]
    rng.shuffle(squares)
    squares.sort(key=lambda square: square not in CASTLE or rng.random() < 0.2)
    king = next(square for square in squares if square in CASTLE) if game == "kasteel_2" else ""
    places = [square for square in squares if square != king][: 3 + rng.randint(3, 15)]
    rng.shuffle(places)
    state = put(game, " ".join(places[3:]), " ".join(places[:3]), rng.choice("wb"), king, **options)
    men = dict.fromkeys(places[3:], "w") | dict.fromkeys(places[:3], "b")
    men |= {king: "k"} if king else {}
    return Slow(game, options, men, int(state.position.mover) == 0), state


@every_game
def test_scattered_pieces_against_a_second_implementation(game: str) -> None:
    rng = Random(game)
    ends = set()
    for _ in range(400):
        slow, state = scattered(game, rng)
        for _ in range(6):
            assert set(state.legal_texts) == slow.legal()
            if state.over:
                assert state.scores == slow.scores()
                ends.add((*slow.scores(), slow.winner()))
                break
            move = max(state.legal_texts, key=lambda text: (rng.random() < 0.5, "x" in text))
            slow.play(move)
            state.play(move)
    assert {(1, 0, "white"), (0, 1, "black"), (0, 1, "")} <= ends


# Worked positions -------------------------------------------------------------------------------

SIX = "f1 f2 f3 e1 e2 d1"


def test_a_chain_is_one_hop_a_ply() -> None:
    state = put("kasteel_1", f"a4 c3 {SIX}", "a6 b6 c6")
    state.play("a6xa3")
    assert (state.turn, state.mover) == (0, 1)
    texts = set(state.legal_texts)
    assert "stop" in texts
    assert {text[:3] for text in texts} == {"a3x", "sto"}
    assert state.paths[state.parse("stop")] == ("stop",)
    assert all(len(path) == 1 for path in state.paths.values())
    state.play("stop")
    assert (state.turn, state.mover) == (1, 0)


def test_a_turn_ends_by_itself_when_nothing_more_can_be_captured() -> None:
    state = put("kasteel_1", f"a3 {SIX}", "a4 b6 c6")
    state.play("a4xa1")
    assert (state.turn, state.mover) == (1, 0)


def test_how_captures_land() -> None:
    def captures(**options: Any) -> set[str]:
        state = put("kasteel_1", f"a4 d4 {SIX}", "a6 d5 d6", **options)
        return {text for text in state.legal_texts if "x" in text}

    assert captures() == {"a6xa3", "a6xa2", "a6xa1", "d5xd3", "d5xd2"}
    assert captures(capture="fly_next") == {"a6xa3", "d5xd3"}
    assert captures(capture="adjacent") == {"d5xd3"}


def test_black_may_be_made_to_capture() -> None:
    free = put("kasteel_1", f"a4 {SIX}", "a6 b6 c6")
    bound = put("kasteel_1", f"a4 {SIX}", "a6 b6 c6", mandatory_capture=True)
    taking = {text for text in free.legal_texts if "x" in text}
    assert taking < set(free.legal_texts)
    assert taking == set(bound.legal_texts)


def test_white_wins_by_filling_the_castle() -> None:
    state = put("kasteel_1", "b6 c6 d6 a5 b5 a4 a3", "f1 f2 f3", "w")
    assert not state.over
    state = put("kasteel_1", "a6 b6 c6 a5 b5 a3 e6", "f1 f2 f3", "w")
    state.play("a3-a4")
    assert state.over
    assert state.winners == (0,)


def test_white_wins_by_shutting_the_king_in() -> None:
    state = put("kasteel_2", "b6 c5 e1 e2", "a5 f1 f2", "w", "a6")
    state.play("c5-b5")
    assert state.winners == (0,), "Black's own pawn is the third to shut the King in"
    shut = put("kasteel_2", "e1 e2 e3 e4", "b6 b5 a5", "b", "a6")
    assert not shut.over, "shut in by its own pawns alone it is not lost"


@pytest.mark.parametrize(("game", "few"), [("kasteel_1", 5), ("kasteel_2", 3)])
def test_too_few_pawns_lose(game: str, few: int) -> None:
    king = GAMES[game][1]
    places = ["f1", "f2", "f3", "e1", "e2", "d1"]
    assert put(game, " ".join(places[:few]), "b6 c6 a5", "w", king).winners == (1,)
    assert not put(game, " ".join(places[: few + 1]), "b6 c6 a5", "w", king).over


def test_filled_squares_and_captured_pawns_are_counted() -> None:
    state = State(load("kasteel_1"))
    assert state.view().tally == ("castle 0 of 6", "0 of 10 captured")
    state = put("kasteel_1", "a6 b6 c6 a5 b5 a3 e6", "f1 f2 f3", "w")
    assert state.view().tally == ("castle 5 of 6", "8 of 10 captured")
    state.play("a3-a4")
    assert state.view().tally == ("castle 6 of 6", "8 of 10 captured")
    state = put("kasteel_1", "c3 d1 e1 f1 e2 f2", "c6 a6 a5")
    assert state.view().tally == ("castle 0 of 6", "9 of 10 captured")
    state.play("a5xd2")
    assert state.view().tally == ("castle 0 of 6", "10 of 10 captured")
    assert state.winners == (1,)


def test_steps_of_the_king_are_counted() -> None:
    state = State(load("kasteel_2"))
    assert state.view().tally == ("castle 0 of 5, 2 King steps", "0 of 12 captured")
    state = put("kasteel_2", "b6 c5 e1 e2", "a5 f1 f2", "w", "a6")
    assert state.view().tally == ("castle 1 of 5, 1 King step", "11 of 12 captured")
    state.play("c5-b5")
    assert state.view().tally == ("castle 2 of 5, 0 King steps", "11 of 12 captured")
    assert state.winners == (0,)


def test_a_player_without_a_move_loses() -> None:
    white = put("kasteel_1", "a6 b6 c6 d6 e6 f6", "f1 f2 f3", "w")
    assert white.winners == (1,)
    crowd = "a4 b4 b5 c5 c6 d6 a3 b3 c3 c4 d4 d5 e6"
    assert put("kasteel_1", crowd, "a6 b6 a5", "b").winners == (0,)


def test_a_cap_is_a_draw() -> None:
    game = load("kasteel_1", ply_cap=20)
    rng = Random(3)
    state = State(game)
    while not state.over:
        quiet = [text for text in state.legal_texts if "x" not in text]
        state.play(rng.choice(quiet))
    assert state.turn == 20
    assert state.winners == ()
    assert state.scores == (0, 0)


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (("f2 f3 e1 e2 d1 d2", "a6 b6 a5", "w"), "f3-f2", "f2 is occupied"),
        (("f2 f3 e1 e2 d1 d2", "a6 b6 a5", "w"), "f3-f5", "one square to the left or up"),
        (("f2 f3 e1 e2 d1 d2", "a6 b6 a5", "w"), "f3xd3", "White never captures"),
        (("f2 f3 e1 e2 d1 d2", "a6 b6 a5", "w"), "a5-a4", "the piece on a5 is not yours"),
        (("f2 f3 e1 e2 d1 d2", "a6 b6 a5", "w"), "c3-c4", "c3 is empty"),
        (("f2 f3 e1 e2 d1 d2", "a6 b6 a5", "w"), "stop", "has just captured"),
        (("a4 f3 e1 e2 d1 d2", "a6 b6 a5", "b"), "a6-b4", "in a straight line"),
        (
            ("a4 f3 e1 e2 d1 d2", "a6 b6 a5", "b"),
            "a5-a3",
            "a5-a3 is not how this move is written: write a5xa3",
        ),
        (("a4 f3 e1 e2 d1 d2", "a6 b6 a5", "b"), "a6-a3", "over one white pawn and nothing else"),
        (
            ("a4 f3 e1 e2 d1 d2", "a6 b6 a5", "b"),
            "b6xb4",
            "b6xb4 is not how this move is written: write b6-b4",
        ),
        (("a4 f3 e1 e2 d1 d2", "a6 b6 a5", "b"), "c3", "c3 is empty"),
    ],
)
def test_refusals_teach(position: tuple[str, str, str], text: str, reason: str) -> None:
    state = put("kasteel_1", *position)
    with pytest.raises(IllegalMove, match=reason):
        state.play(text)


def test_more_refusals() -> None:
    must = put("kasteel_1", f"a4 {SIX}", "a6 b6 c6", mandatory_capture=True)
    with pytest.raises(IllegalMove, match="you must capture"):
        must.play("b6-b5")
    near = put("kasteel_1", f"a4 d4 {SIX}", "a6 d5 d6", capture="adjacent")
    for text, reason in (("a6xa3", "stands beside it"), ("d5xd2", "directly behind")):
        with pytest.raises(IllegalMove, match=reason):
            near.play(text)
    royal = put("kasteel_2", SIX, "b6 f6 d6", "b", "a6")
    with pytest.raises(IllegalMove, match="one square, inside the castle"):
        royal.play("a6-a4")
    chain = put("kasteel_1", f"a4 c3 {SIX}", "a6 b6 c6")
    chain.play("a6xa3")
    with pytest.raises(IllegalMove, match="the pawn on a3 has captured"):
        chain.play("b6-b5")
    with pytest.raises(IllegalMove, match="capture again or stop"):
        chain.play("a3-a2")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bb4/b4w/4ww/3www/2wwww/1wwwww w", "bb4"),
        ("b5/b4w/4ww/3www/2wwww/1wwwww w", "Black has 2 pawns"),
        ("bbk3/b4w/4ww/3www/2wwww/1wwwww w", "no King in this game"),
        ("bb4/b4w/4ww/3www/2wwww/wwwwww w", "16 pawns"),
        ("bb4/b4w/4ww/3www/2wwww/1wwwww b capturer=a6", "cannot have captured"),
        ("bb4/b4w/4ww/3www/2wwww/1wwwww w capturer=a6", "on Black's turn"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    game = load("kasteel_1")
    if reason == "bb4":
        assert State.read(game, text).text == text
        return
    with pytest.raises(BadPosition, match=reason):
        State.read(game, text)


def test_the_castle_is_a_zone() -> None:
    board = load("kasteel_2").board
    assert {board.names[site] for site in board.zones["castle"].sites} == CASTLE
