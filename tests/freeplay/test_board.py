"""The learner's board says what the game's own state says, in coordinates."""

from __future__ import annotations

import random

import numpy as np
import pytest

from livestone.core.state import State
from livestone.errors import BadRequest, GameOver, IllegalMove, MoveSyntaxError
from livestone.freeplay.board import COLOURS, Board, board_of, cell_of, freeplay, move_text
from livestone.games import load

RULES = [
    {"size": 4},
    {"size": 6},
    {"size": 5, "preset": "freeplay"},
    {"size": 5, "scoring": "stones"},
    {"size": 5, "last_cell": "choice"},
    {"size": 4, "last_cell": "choice", "scoring": "stones"},
    {"size": 5, "last_cell": "always"},
]


def test_the_usual_game() -> None:
    assert board_of(load("freedom", preset="freeplay")).size == 10
    assert Board().size == 10
    assert freeplay(scoring="stones").option["last_cell"] == "auto"


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("me", [0, 1])
def test_it_follows_the_game(rules: dict[str, object], me: int) -> None:
    game = freeplay(**rules)
    dice = random.Random(str(rules))
    for _ in range(3):
        state, board = State(game), board_of(game, COLOURS[me])
        while not state.over:
            agrees(state, board, me)
            move = dice.choice(state.legal_texts)
            ahead = board.after(*arguments(board, move))
            state.play(move)
            agrees(state, ahead, me)
            board.play(*arguments(board, move))
        agrees(state, board, me)


def arguments(board: Board, text: str) -> tuple[object, ...]:
    move = cell_of(freeplay(size=board.size), text)
    return move if isinstance(move, tuple) else (move,)


def agrees(state: State, board: Board, me: int) -> None:
    """Everything a board says is what the state says."""
    view, game = state.view(), state.game
    colours = view.cells
    size = board.size
    cells = [(x, y) for y in range(size) for x in range(size)]
    found = {cell: colours.get(move_text(game, cell), "empty") for cell in cells}
    assert board.cells == found
    assert all(board[cell] == found[cell] for cell in cells)
    assert board.empty == [cell for cell in cells if found[cell] == "empty"]
    legal = [move_text(game, cell) for cell in board.legal] + ["pass"] * board.may_pass
    assert sorted(legal) == state.legal_texts
    assert board.scores == dict(zip(COLOURS, state.scores, strict=True))
    assert board.lead == state.scores[me] - state.scores[1 - me]
    assert board.live == [cells[site] for site in state.marks]
    assert board.over == state.over
    assert board.mover == (None if state.mover is None else COLOURS[state.mover])
    assert [move_text(game, move) for move in board.moves] == state.move_texts
    theirs = [text for text in state.move_texts[1 - me :: 2] if text != "pass"]
    assert board.last_opponent_move == (cell_of(game, theirs[-1]) if theirs else None)


def test_adjacent() -> None:
    board = Board(4)
    assert board.adjacent(0, 0) == [(1, 0), (1, 1), (0, 1)]
    for x in range(4):
        for y in range(4):
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(x, y)}
            assert set(board.adjacent(x, y)) == near & set(board.empty)


def test_copies_are_independent() -> None:
    board = Board(4)
    twin = board.copy()
    twin.play(1, 1)
    ahead = twin.after(0, 0)
    assert (len(board.moves), len(twin.moves), len(ahead.moves)) == (0, 1, 2)
    assert (board[1, 1], twin[1, 1], twin[0, 0], ahead[0, 0]) == (
        "empty",
        "white",
        "empty",
        "black",
    )
    assert (ahead.player, ahead.mover, twin.mover) == ("white", "white", "black")


@pytest.mark.parametrize(
    ("move", "error", "words"),
    [
        ((0, 4), MoveSyntaxError, r"\(0, 4\) is off the board: x and y go from 0 to 3"),
        ((-1, 0), MoveSyntaxError, "off the board"),
        ((1.0, 2), MoveSyntaxError, r"\(1.0, 2\) are no coordinates"),
        ((True, 2), MoveSyntaxError, "no coordinates"),
        ((1, 1), IllegalMove, r"\(1, 1\) is taken: a white stone stands there"),
        ((3, 3), IllegalMove, r"\(3, 3\) is not next to \(1, 1\), the last stone"),
        (("pass",), IllegalMove, "last cell only"),
    ],
)
def test_what_is_refused(move: tuple[object, ...], error: type[Exception], words: str) -> None:
    board = Board(4)
    board.play(1, 1)
    for refuse in (board.play, board.after):
        with pytest.raises(error, match=words):
            refuse(*move)
    assert board.moves == [(1, 1)]


def test_after_the_end_and_off_the_board() -> None:
    board = Board(4)
    board.play(np.int64(1), np.int8(2))
    assert board.moves == [(1, 2)]
    assert type(board.moves[0][0]) is int
    with pytest.raises(IndexError, match="off the board"):
        board[4, 0]
    with pytest.raises(IndexError, match="off the board"):
        board.adjacent(0, -1)
    while not board.over:
        board.play(*board.legal[0])
    with pytest.raises(GameOver):
        board.play(*board.empty[0])
    assert board.legal == []
    with pytest.raises(BadRequest, match="choose white or black"):
        Board(4, "red")


def test_as_text() -> None:
    board = Board(4)
    board.play(1, 1)
    board.play(2, 2)
    assert str(board).splitlines() == [
        "  3  ·  ·  ·  ·",
        "  2  ·  · [●] ·",
        "  1  ·  ○  ·  ·",
        "  0  ·  ·  ·  ·",
        "     0  1  2  3",
    ]
    assert repr(board) == "<Board 4x4, you are white, 2 moves>"
