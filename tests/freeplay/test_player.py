from __future__ import annotations

import logging

import pytest

from livestone import Player
from livestone.freeplay.board import Board
from livestone.freeplay.player import make

LOGGER = logging.getLogger("player")


class Mine(Player):
    def __init__(self) -> None:
        self.size = self.board.size
        self.logger.debug("ready")


def test_board_and_logger_are_there_before_anything() -> None:
    player = make(Mine, board=Board(5), logger=LOGGER)
    assert isinstance(player, Mine)
    assert player.size == 5


def test_a_move_must_be_written() -> None:
    with pytest.raises(NotImplementedError, match=r"write a method move\(self\)"):
        make(Mine, board=Board(5), logger=LOGGER).move()
