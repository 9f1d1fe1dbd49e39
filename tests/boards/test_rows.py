"""Rows of stones, counted from a site on."""

from __future__ import annotations

import pytest

from livestone.boards import Board, hexhex, square
from livestone.boards.rows import running


@pytest.mark.parametrize("board", [square(4), hexhex(3)], ids=["square", "hexagon"])
def test_a_row_goes_on_to_another_code_or_to_the_wall(board: Board) -> None:
    run = running(board, lambda function: function)
    for code in (1, 2):
        for site in range(len(board)):
            for direction in range(board.directions):
                line = board.line(site, direction)
                cells = [1] * len(board) + [3]
                assert run(cells, site, direction, code) == (len(line) - 1) * (code == 1)
                for length, there in enumerate(line[1:]):
                    cells[there] = 2
                    assert run(cells, site, direction, 1) == length
                    cells[there] = 1
