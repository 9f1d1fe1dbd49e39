"""What a client hears who speaks when nobody has asked him, and when he is late."""

from __future__ import annotations

import pytest
from tests.server.lines.clients import Place, game

from livestone.freeplay.board import freeplay
from livestone.server.freeplay.limits import Clock
from livestone.server.freeplay.player import MOST_UNASKED
from livestone.server.freeplay.registry import Absent

pytestmark = pytest.mark.anyio
LONG = Clock(600.0, 6000.0)
PAIR = ("ada", "bo")


async def test_messages_between_games() -> None:
    async with Place() as place:
        ada = await place.logged_in("ada")
        for _ in range(MOST_UNASKED):
            await ada.send(b"move: 1,1\n")
            assert await ada.line() == b"message: Ignored, for it is not your turn: 'move'\n"
        await ada.send(b"move: 1,1\n")
        (line,) = await ada.rest()
        assert line == b"quit: You are sent away: it sent 6 messages that nobody asked for.\n"
        await place.until(lambda hall: not hall.present)
        await place.logged_in("ada")


@pytest.mark.parametrize("sent", [b"hello\n", b"\xff\n", b"x" * 100_000])
async def test_garbage_between_games(sent: bytes) -> None:
    async with Place() as place:
        ada = await place.logged_in("ada")
        await ada.send(sent)
        (line,) = await ada.rest()
        assert line.startswith(b"quit: You are sent away: it sent ")


async def test_a_late_answer_is_not_a_move_of_the_next_game() -> None:
    """Ada thinks while bo leaves; until she has answered for that game she gets no other."""
    async with Place() as place, game(place, clock=LONG) as (ada, bo, task):
        await ada.lines(3)
        bo.close()
        await task
        await place.logged_in("cy")
        await place.until(lambda hall: hall.present == {"ada", "cy"})
        assert place.hall.free == {"cy"}
        with pytest.raises(Absent, match="ada is not free"):
            await place.hall.play(("ada", "cy"), freeplay(size=4), LONG)
        assert (await ada.lines(2))[-1] == b"game: ada, , \n"
        await ada.send(b"move: 0,0\n")
        await place.until(lambda hall: hall.free == {"ada", "cy"})
        await place.hall.message("ada", "nothing was said about it")
        assert await ada.line() == b"message: nothing was said about it\n"


async def test_an_answer_that_never_comes() -> None:
    """After as long as a move may take nobody waits for it any more."""
    async with Place() as place, game(place, clock=Clock(0.05, 600.0)) as (_, _, task):
        assert (await task).fault.reason == "timeout"
        await place.until(lambda hall: hall.free == set(PAIR))


async def test_a_flood_of_lines_is_read_no_further() -> None:
    async with Place() as place:
        ada = await place.logged_in("ada")
        ada.writer.write(b"move: 0,0\n" * 20_000)
        lines = await ada.rest()
        assert len(lines) <= MOST_UNASKED + 1
        await place.until(lambda hall: not hall.present)
