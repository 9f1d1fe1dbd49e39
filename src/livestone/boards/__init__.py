"""Boards as site tables, and pieces. Square and hexagonal so far; others come the same way."""

from livestone.boards.board import Board, Label, neighbour_table
from livestone.boards.hexagonal import hexhex
from livestone.boards.piece import Piece
from livestone.boards.square import square

__all__ = ["Board", "Label", "Piece", "hexhex", "neighbour_table", "square"]
