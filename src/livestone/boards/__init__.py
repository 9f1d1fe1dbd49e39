"""Boards as site tables, and pieces. Square, hexagonal, triangular and drawn."""

from livestone.boards.board import Board, Course, Label, Zone, neighbour_table
from livestone.boards.drawn import drawn, straight
from livestone.boards.hexagonal import hexhex
from livestone.boards.piece import Piece, counted
from livestone.boards.rhombic import rhombus
from livestone.boards.square import square
from livestone.boards.triangular import triangular

__all__ = [
    "Board",
    "Course",
    "Label",
    "Piece",
    "Zone",
    "counted",
    "drawn",
    "hexhex",
    "neighbour_table",
    "rhombus",
    "square",
    "straight",
    "triangular",
]
