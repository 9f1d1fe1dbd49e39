"""What is in line with a site, and rows of stones counted from it on."""

from __future__ import annotations

import numpy as np
import pytest

from livestone.boards import Board, hexhex, square
from livestone.boards.rows import running
from livestone.boards.sight import first_piece, leapt, sights, ways

every_board = pytest.mark.parametrize("board", [square(6), square(3, 7), hexhex(3)])


@every_board
def test_sights_are_the_lines_one_after_the_other(board: Board) -> None:
    for origin in range(len(board)):
        seen: list[list[int]] = []
        for site, inward, second in sights(board)[origin].tolist():
            if site == board.wall:
                assert inward == second == 0
                continue
            if inward == 0:
                seen.append([])
            seen[-1].append(site)
            assert inward == -(len(seen[-1]) > 1)
            assert second == (len(seen[-1]) == 2)
        lines = [list(board.line(origin, direction)[1:]) for direction in range(board.directions)]
        assert seen == [line for line in lines if line]


@every_board
def test_ways_lead_there(board: Board) -> None:
    for origin in range(len(board)):
        for target in range(len(board)):
            found = [
                direction
                for direction in range(board.directions)
                if target in board.line(origin, direction)[1:]
            ]
            assert ways(board)[origin, target] == (found[0] if found else -1)


@every_board
def test_leaps_go_over_the_site_between(board: Board) -> None:
    for origin in range(len(board)):
        wanted = {
            line[2]: line[1]
            for line in (board.line(origin, way) for way in range(board.directions))
            if len(line) > 2
        }
        for target in range(len(board)):
            assert leapt(board)[origin, target] == wanted.get(target, board.wall)


def test_a_queen_in_the_middle_of_six_by_six_sees_nineteen_squares() -> None:
    assert sights(square(6)).shape == (36, 19, 3)


def test_the_first_piece_is_the_next_one_on_the_line() -> None:
    board = square(6)
    cells = np.zeros(len(board) + 1, np.int8)
    cells[[board.site["c3"], board.site["e5"], board.site["a4"]]] = 1
    met = first_piece(board, lambda function: function)
    assert met(cells, board.site["a1"], board.site["f6"]) == board.site["c3"]
    assert met(cells, board.site["f6"], board.site["a1"]) == board.site["e5"]
    assert met(cells, board.site["a1"], board.site["a6"]) == board.site["a4"]


def test_without_a_piece_on_the_line_the_wall_is_the_first() -> None:
    board = square(6)
    met = first_piece(board, lambda function: function)
    assert met(np.zeros(len(board) + 1, np.int8), 0, 7) == board.wall


@every_board
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
