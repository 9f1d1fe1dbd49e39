"""Texts in columns of a terminal, where a character takes one cell, two, or none."""

from __future__ import annotations


def width(text: str) -> int:
    """Return how many cells a text takes.

    >>> width("Ada"), width("将棋"), width("e\\u0301")
    (3, 4, 1)
    """
    from rich.cells import cell_len  # not at the start of every command

    return cell_len(text)


def left(text: str, cells: int) -> str:
    """Return a text with blanks after it, so that it takes so many cells or more."""
    return text + " " * (cells - width(text))


def right(text: str, cells: int) -> str:
    """Return a text with blanks before it, so that it takes so many cells or more."""
    return " " * (cells - width(text)) + text


def exactly(text: str, cells: int) -> str:
    """Return a text that takes just so many cells: filled with blanks, or cut off."""
    from rich.cells import set_cell_size

    return set_cell_size(text, cells)
