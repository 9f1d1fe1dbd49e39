"""Moves that capture, beside those that do not."""

from __future__ import annotations

from typing import Any

import numpy as np

from livestone.boards import Board, Piece, square
from livestone.core.capturing import CapturingGame, capturing_display, say
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.moving import CHOICES, blocked
from livestone.core.phrases import NOT_LEGAL, Words
from livestone.core.rules import Display, Rules
from livestone.core.runtime import runtime
from livestone.core.state import State


class Rook(CapturingGame):
    """One rook that takes one soldier, on three squares."""

    id = "rook"
    title = "Rook"
    author = "Nobody"
    year = 2000
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("rook", "r", "disc", "white"), Piece("soldier", "s", "disc", "black"))
    max_moves = 2
    words = Words(say, choices=CHOICES)

    def make_board(self) -> Board:
        return square(3, 1)

    def make_layout(self) -> Layout:
        return layout(placement=[("cells", "i1", 4)])

    def rules(self, jit: Jit) -> Rules:
        def start(s: Position) -> None:
            s.cells[0], s.cells[2] = 1, 2

        def moves(s: Position, out: np.ndarray) -> int:
            out[0], out[1] = 1, self.capture + 2
            return 2

        def nothing(s: Position, given: object) -> None:
            pass

        return Rules(start, moves, nothing, nothing)

    def display(self, jit: Jit) -> Display:
        def there(s: Position, origin: int, target: int, out: Any) -> int:
            return NOT_LEGAL

        return capturing_display(self, jit, there, blocked)


def test_numbers_texts_and_paths() -> None:
    game = Rook()
    s = runtime(game).start()
    assert (game.capture, game.pass_move) == (9, 18)
    assert [game.move_text(move) for move in (1, 11, 18)] == ["a1-b1", "a1xc1", "pass"]
    assert [game.path(s, move) for move in (1, 11, 18)] == [("a1", "b1"), ("a1", "c1"), ("pass",)]


def test_reasons() -> None:
    state = State(Rook())
    assert state.refusal("a1-c1") == "a1-c1 is not how this move is written: write a1xc1"
    assert state.refusal("a1xb1") == "a1xb1 is not how this move is written: write a1-b1"
    assert state.refusal("b1xc1") == "b1xc1 is not possible: there is no piece on b1"
    assert state.refusal("c1xb1") == "c1xb1 is not possible: the piece on c1 is not White's"
    assert state.refusal("pass").endswith("only a player without any passes")
    assert "is not a move of this game" in state.refusal("hello")
