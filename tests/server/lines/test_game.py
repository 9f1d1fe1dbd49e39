"""One game, byte for byte, and every way to lose one."""

from __future__ import annotations

import pytest

from livestone.freeplay.board import Board
from tests.server.lines.clients import Place, game

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """The server runs on asyncio."""
    return "asyncio"


async def test_a_whole_game() -> None:
    board = Board(size=4)
    async with Place() as place, game(place, words="Round 1") as (ada, bo, task):
        for seat, client in enumerate((ada, bo)):
            assert await client.lines(3) == [
                b"message: Round 1\n",
                b"opponent: ada, bo\n",
                b"board: %s 4\n" % (b"white", b"black")[seat],
            ]
        assert await ada.line() == b"move: none,none\n"
        turns = (ada, bo)
        while True:
            mover, other = turns
            x, y = board.legal[0]
            board.play(x, y)
            await mover.send(f"move: {x},{y}\n".encode())
            score = "score: {white},{black}\n".format(**board.scores).encode()
            assert await mover.line() == score
            assert await other.line() == score
            if board.over:
                break
            assert await other.line() == f"move: {x},{y}\n".encode()
            turns = other, mover
        ends = [await ada.line(), await bo.line()]
        played = await task
    print(ends, played)
