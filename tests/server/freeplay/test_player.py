"""Messages that nobody asked for, and late answers."""

from __future__ import annotations

import pytest
from tests.server.freeplay.clients import LineServer, game

from livestone.freeplay.board import freeplay
from livestone.server.freeplay.limits import Clock
from livestone.server.freeplay.player import MOST_UNASKED
from livestone.server.freeplay.registry import Unavailable

LONG = Clock(600.0, 6000.0)
PAIR = ("ada", "bo")


async def test_messages_between_games() -> None:
    async with LineServer() as server:
        ada = await server.logged_in("ada")
        for _ in range(MOST_UNASKED):
            await ada.send(b"move: 1,1\n")
            assert await ada.line() == b"message: Ignored, for it is not your turn: 'move'\n"
        await ada.send(b"move: 1,1\n")
        (line,) = await ada.rest()
        assert line == b"quit: You are sent away: it sent 6 messages that nobody asked for.\n"
        await server.until(lambda players: not players.present)
        await server.logged_in("ada")


@pytest.mark.parametrize("sent", [b"hello\n", b"\xff\n", b"x" * 100_000])
async def test_garbage_between_games(sent: bytes) -> None:
    async with LineServer() as server:
        ada = await server.logged_in("ada")
        await ada.send(sent)
        (line,) = await ada.rest()
        assert line.startswith(b"quit: You are sent away: it sent ")


async def test_a_late_answer_is_not_a_move_of_the_next_game() -> None:
    """Ada thinks while bo leaves; before an answer for that game there is no other game for ada."""
    async with LineServer() as server, game(server, clock=LONG) as (ada, bo, task):
        await ada.lines(3)
        bo.close()
        await task
        await server.logged_in("cy")
        await server.until(lambda players: players.present == {"ada", "cy"})
        assert server.players.free == {"cy"}
        with pytest.raises(Unavailable, match="ada is not free"):
            await server.players.play(("ada", "cy"), freeplay(size=4), LONG)
        assert (await ada.lines(2))[-1] == b"game: ada, , \n"
        await ada.send(b"move: 0,0\n")
        await server.until(lambda players: players.free == {"ada", "cy"})
        await server.players.message("ada", "nothing was said about it")
        assert await ada.line() == b"message: nothing was said about it\n"


async def test_an_answer_that_never_comes() -> None:
    """After as long as a move may take nobody waits for it any more."""
    async with LineServer() as server, game(server, clock=Clock(0.05, 600.0)) as (_, _, task):
        assert (await task).fault.reason == "timeout"
        await server.until(lambda players: players.free == set(PAIR))


async def test_a_flood_of_lines_is_read_no_further() -> None:
    async with LineServer() as server:
        ada = await server.logged_in("ada")
        ada.writer.write(b"move: 0,0\n" * 20_000)
        lines = await ada.rest()
        assert len(lines) <= MOST_UNASKED + 1
        await server.until(lambda players: not players.present)
