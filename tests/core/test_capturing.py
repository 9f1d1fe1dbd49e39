"""Moves that capture, beside those that do not."""

from __future__ import annotations

import numpy as np

from livestone.boards import Board, Piece, square
from livestone.core.capturing import CapturingGame
from livestone.core.game import Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.rules import Rules
from livestone.core.runtime import runtime


class Rook(CapturingGame):
    """One rook that takes one soldier, on three squares."""

    id = "rook"
    title = "Rook"
    author = "Nobody"
    year = 2000
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("rook", "r", "disc", "white"), Piece("soldier", "s", "disc", "black"))
    max_moves = 2

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

    def why_not_there(self, s: Position, origin: int, target: int) -> str:
        return "the rook stays on its row"


def test_numbers_texts_and_paths() -> None:
    game = Rook()
    s = runtime(game).start()
    assert (game.capture, game.pass_move) == (9, 18)
    assert [game.move_text(move) for move in (1, 11, 18)] == ["a1-b1", "a1xc1", "pass"]
    assert [game.path(s, move) for move in (1, 11, 18)] == [("a1", "b1"), ("a1", "c1"), ("pass",)]


def test_reasons() -> None:
    game = Rook()
    s = runtime(game).start()
    assert game.why_not(s, "a1-c1") == "that move captures: write a1xc1"
    assert game.why_not(s, "a1xb1") == "that move captures nothing: write a1-b1"
    assert game.why_not(s, "b1xc1") == "there is no piece on b1"
    assert game.why_not(s, "c1xb1") == "the piece on c1 is not White's"
    assert game.why_not(s, "pass") == "there are other moves, and only a player without any passes"
    assert game.why_not(s, "hello") is None
