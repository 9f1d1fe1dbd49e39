"""A small game that can be taught: cells of a row are worth something, as search is to find."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from livestone.boards import Board, Piece, square
from livestone.core.game import Game, Jit, Position, Seat
from livestone.core.layout import Layout, layout
from livestone.core.learning import Features
from livestone.core.rules import Rules, Search

VALUES = np.array([7, 1, 5, 2, 8, 3, 1, 6, 4, 2, 9, 1, 3, 5, 2, 4], np.int8)


class Picks(Game):
    """Two players take cells in turn; each cell is worth what ``VALUES`` says, most points win."""

    id = "picks"
    title = "Picks"
    author = "The Livestone authors"
    year = 2026
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("white", "w", "disc", "white"), Piece("black", "b", "disc", "black"))
    points = True
    max_moves = 16

    def __init__(self, /, weights: Any = None) -> None:
        super().__init__()
        given = np.zeros(16) if weights is None else weights
        self.weights = np.asarray(given, np.float32)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picks) and np.array_equal(self.weights, other.weights)

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return Picks, (self.weights,)

    @property
    def stiffness(self) -> Any:
        return np.ones(16, np.float32)

    def with_weights(self, weights: Any) -> Self:
        return type(self)(weights)

    def features(self, positions: Any) -> Features:
        cells = np.array(positions["cells"])
        factor = (cells == 1).astype(np.int8) - (cells == 2)
        return Features(np.broadcast_to(np.arange(16, dtype=np.int32), factor.shape), factor)

    def make_board(self) -> Board:
        return square(4)

    def make_layout(self) -> Layout:
        return layout(placement=[("cells", "i1", 16)])

    def rules(self, jit: Jit) -> Rules:
        def start(s: Position) -> None:
            pass

        def moves(s: Position, out: Any) -> int:
            n = 0
            for site in range(16):
                out[n] = site
                n += s.cells[site] == 0
            return n

        def play(s: Position, move: int) -> None:
            s.cells[move] = s.mover + 1
            s.mover = 1 - s.mover
            s.turn += 1

        def outcome(s: Position, score: Any) -> None:
            score[0], score[1] = 0, 0
            for site in range(16):
                if s.cells[site] != 0:
                    score[s.cells[site] - 1] += VALUES[site]

        return Rules(start, moves, play, outcome)

    def search(self, jit: Jit) -> Search:
        worth = (self.weights * 1024).astype(np.int32)

        def evaluate(s: Position, score: Any) -> None:
            score[0], score[1] = 0, 0
            for site in range(16):
                if s.cells[site] != 0:
                    score[s.cells[site] - 1] += worth[site] / 1024

        return Search(evaluate=evaluate)
