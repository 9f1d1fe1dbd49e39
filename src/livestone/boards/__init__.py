"""Boards as site tables, and pieces. Square, hexagonal and triangular so far."""

from livestone.boards.board import Board, Label, Zone, neighbour_table
from livestone.boards.hexagonal import hexhex
from livestone.boards.piece import Piece
from livestone.boards.square import square
from livestone.boards.triangular import triangular

__all__ = [
    "Board",
    "Label",
    "Piece",
    "Zone",
    "hexhex",
    "neighbour_table",
    "square",
    "triangular",
]
