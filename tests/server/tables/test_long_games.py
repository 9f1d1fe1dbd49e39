"""What a move costs does not depend on how many there were before."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest
from tests.docs.scripts import load_script
from tests.server.conftest import ME

from livestone.server.tables.commands import Tables
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.store import GameStore

SCRIPT = load_script("long_games")
SHORT, LONG = 20, 1500
GAMES = ("haalmaa_1", "not_made_in_germany")


class Work:
    """Counts the lines of the project that are run in the block, in this thread."""

    def __init__(self) -> None:
        self.lines = 0

    def __enter__(self) -> Work:
        self.before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(self.before)

    def _called(self, frame: FrameType, what: str, _: object) -> Any:
        return self._line if "/livestone/" in frame.f_code.co_filename else None

    def _line(self, frame: FrameType, what: str, _: object) -> Any:
        self.lines += what == "line"
        return self._line


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_takes_as_much_work_in_a_long_game(
    tables: Tables, store: GameStore, game: str
) -> None:
    texts = SCRIPT.random_game(game, LONG + 10)
    work = {}
    for length in (SHORT, LONG):
        seats = ("person",) * (1 + max(mover for mover, _ in texts))
        id = (await tables.create(TableSpec(game, {"ply_cap": "0"}, seats), ME)).id
        await SCRIPT.put_plies(store, id, texts[:length], texts[length][0])
        view, taken = await tables.view(id, ME), []
        for ply in range(length, length + 9):
            with Work() as counted:
                view = await tables.play(id, ME, texts[ply][1], ply, since=view.cursor)
            taken.append(counted.lines)
        assert len([ply for turn in view.turns for ply in turn.plies]) == 1
        work[length] = sorted(taken)[4]
    assert work[LONG] < 1.5 * work[SHORT], work
