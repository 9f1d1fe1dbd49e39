"""One game, byte for byte, and every way to lose one."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.freeplay.clients import LineServer, Raw, game

from livestone.core.state import State
from livestone.freeplay.board import Board, freeplay
from livestone.freeplay.lines import MOST_BYTES
from livestone.freeplay.table import Played
from livestone.server.freeplay.limits import Clock

LONG = Clock(600.0, 6000.0)

# A whole game on 4x4 as it goes over the wire; "<" is what that client sends. White's last stone
# leaves a cell that is worth a row to Black, who gets it.
TRANSCRIPT = """\
ada  message: Round 1
ada  opponent: ada, bo
ada  board: white 4
ada  move: none,none
bo   message: Round 1
bo   opponent: ada, bo
bo   board: black 4
ada< move: 0,0
ada  score: 0,0
bo   score: 0,0
bo   move: 0,0
bo < move: 0,1
ada  score: 0,0
bo   score: 0,0
ada  move: 0,1
ada< move: 1,0
ada  score: 0,0
bo   score: 0,0
bo   move: 1,0
bo < move: 1,1
ada  score: 0,0
bo   score: 0,0
ada  move: 1,1
ada< move: 2,0
ada  score: 0,0
bo   score: 0,0
bo   move: 2,0
bo < move: 2,1
ada  score: 0,0
bo   score: 0,0
ada  move: 2,1
ada< move: 3,0
ada  score: 4,0
bo   score: 4,0
bo   move: 3,0
bo < move: 3,1
ada  score: 4,4
bo   score: 4,4
ada  move: 3,1
ada< move: 3,2
ada  score: 4,4
bo   score: 4,4
bo   move: 3,2
bo < move: 3,3
ada  score: 4,4
bo   score: 4,4
ada  move: 3,3
ada< move: 2,2
ada  score: 4,4
bo   score: 4,4
bo   move: 2,2
bo < move: 1,3
ada  score: 4,4
bo   score: 4,4
ada  move: 1,3
ada< move: 1,2
ada  score: 4,4
bo   score: 4,4
bo   move: 1,2
bo < move: 2,3
ada  score: 4,4
bo   score: 4,4
ada  move: 2,3
ada< move: 0,2
ada  score: 8,8
bo   score: 8,8
ada  game: nobody, 0 0;1 0;2 0;3 0;0 2;1 2;2 2;3 2, 0 1;1 1;2 1;3 1;0 3;1 3;2 3;3 3
bo   game: nobody, 0 0;1 0;2 0;3 0;0 2;1 2;2 2;3 2, 0 1;1 1;2 1;3 1;0 3;1 3;2 3;3 3
"""


async def test_a_whole_game_byte_for_byte() -> None:
    async with LineServer() as server, game(server, clock=LONG, words="Round 1") as (ada, bo, task):
        clients = {"ada": ada, "bo": bo}
        for line in TRANSCRIPT.splitlines():
            name, text = line[:3].strip(), line[5:].encode() + b"\n"
            if line[3] == "<":
                await clients[name].send(text)
            else:
                assert (name, await clients[name].line()) == (name, text)
        played = await task
    assert " ".join(played.moves) == "a1 a2 b1 b2 c1 c2 d1 d2 d3 d4 c3 b4 b3 c4 a3"
    assert (played.names, played.scores, played.winners) == (("ada", "bo"), (8, 8), ())
    assert (played.loser, played.fault, played.report) == (None, None, "")


async def lost(server: LineServer, sent: bytes, **wanted: Any) -> tuple[Played, list[bytes], Raw]:
    """Ada has the turn and sends something; what the game came to, and what bo was told."""
    async with game(server, **wanted) as (ada, bo, task):
        assert (await ada.lines(3))[-1] == b"move: none,none\n"
        await bo.lines(2)
        await ada.send(sent)
        played = await task
        told = await bo.lines(2)
        assert (await ada.line()) == told[0]
        assert (await ada.line()) == told[1]
        return played, told, ada
    raise AssertionError


@pytest.mark.parametrize(
    ("sent", "reason", "words"),
    [
        (b"move: 4,0\n", "illegal", r"it played (4,0), which is not legal: (4, 0) is off the"),
        (b"move: none,none\n", "illegal", "nobody may pass"),
        (b"move: 3\n", "failed", "it sent what is no move: '3' is not a cell"),
        (b"move: 1, 2\n", "failed", "it sent what is no move: '1, 2' is not a cell"),
        (b"move: 1,2,3\n", "failed", "'1,2,3' is not a cell"),
        (b"move: 99999999999999,2\n", "failed", "is not a cell"),
        ("move: ١,٢\n".encode(), "failed", "is not a cell"),
        (b"move 1,2\n", "failed", "'move 1,2' is no message"),
        (b"\n", "failed", "'' is no message"),
        (b"GET / HTTP/1.1\r\n", "failed", "is no message"),
        (b"\xff\xfe\x00\n", "failed", "is not UTF-8"),
        (b"move: 1,\x1b[2J2\n", "failed", "control characters"),
        (b"quit: I am tired\n", "failed", "it sent 'quit' where moves are expected"),
        (b"authenticate: bo\n", "failed", "it sent 'authenticate' where moves are"),
        (b"move: " + b"1" * MOST_BYTES + b"\n", "failed", "over 4096 bytes"),
        (b"x" * 1_000_000, "failed", "over 4096 bytes"),
    ],
)
async def test_what_loses(sent: bytes, reason: str, words: str) -> None:
    async with LineServer() as server:
        played, told, _ = await lost(server, sent, clock=LONG)
        assert played.fault.reason == reason
        assert words in str(played.fault)
        assert (played.winners, played.loser, played.moves) == ((1,), 0, ())
        assert told[0].startswith(b"message: ada (white) lost the game at move 1: it ")
        assert told[1] == b"game: bo, , \n"
        record = played.record()
        assert (record.result.reason, record.result.by) == (reason, 0)


async def test_a_cell_that_does_not_touch() -> None:
    async with LineServer() as server, game(server, clock=LONG) as (ada, bo, task):
        await ada.send(b"move: 0,0\n")
        await bo.lines(4)
        await bo.send(b"move: 3,3\n")
        played = await task
        assert played.moves == ("a1",)
        assert (played.winners, played.loser) == ((0,), 1)
        assert "(3, 3) is not next to" in played.report
        assert (await bo.line()).startswith(b"message: bo (black) lost the game at move 2")


@pytest.mark.parametrize("seat", [0, 1])
async def test_out_of_turn(seat: int) -> None:
    """Black before White has moved; White twice, in one packet."""
    async with LineServer() as server, game(server, clock=LONG) as (ada, bo, task):
        await (ada if seat == 0 else bo).send((b"move: 0,0\n", b"move: 1,1\n")[seat] * (2 - seat))
        played = await task
        assert (played.loser, played.fault.reason) == (seat, "illegal")
        assert "out of turn" in played.report
        assert len(played.moves) == 1 - seat


@pytest.mark.parametrize("half", [b"", b"move: 3"])
@pytest.mark.parametrize("seat", [0, 1])
async def test_leaving(seat: int, half: bytes) -> None:
    async with LineServer() as server, game(server, clock=LONG) as (ada, bo, task):
        leaver, other = (ada, bo)[:: 1 - 2 * seat]
        await leaver.send(half)
        leaver.writer.write_eof()
        played = await task
        assert (played.loser, played.fault.reason) == (seat, "abandoned")
        assert ("in the middle of a line, 'move: 3'" in played.report) == bool(half)
        lines = await other.lines(4 + seat)
        assert b"lost the game at move 1: it left" in lines[-2]
        assert lines[-1] == b"game: %s, , \n" % (b"bo", b"ada")[seat]
        await server.until(lambda players: len(players.present) == 1)


@pytest.mark.parametrize(
    ("clock", "words"),
    [(Clock(0.05, 600.0), "0.05 seconds for the move"), (Clock(600.0, 0.05), "of the game's time")],
)
async def test_no_answer_in_time(clock: Clock, words: str) -> None:
    async with LineServer() as server, game(server, clock=clock) as (_, bo, task):
        played = await task
        assert (played.loser, played.fault.reason) == (0, "timeout")
        assert words in played.report
        assert (await bo.lines(4))[-1] == b"game: bo, , \n"


async def test_a_games_time_is_used_up_move_by_move() -> None:
    clock = Clock(600.0, 1200.0)
    async with LineServer() as server, game(server, clock=clock) as (ada, bo, _):
        await server.until(lambda players: bool(players.games))
        (running,) = server.players.games.values()
        await ada.send(b"move: 0,0\n")
        await bo.lines(4)
        assert running.left[0] < 1200.0 == running.left[1]
        assert (running.moves, running.mover, running.scores) == (["a1"], 1, (0, 0))


@pytest.mark.parametrize("last_cell", ["auto", "always", "choice"])
async def test_the_last_cell_is_the_servers(last_cell: str) -> None:
    """Whatever the rules say of it, nobody is asked for it."""
    rules = freeplay(size=4, last_cell=last_cell)
    board = Board(game=rules)
    async with LineServer() as server, game(server, rules=rules, clock=LONG) as (ada, bo, task):
        for number in range(15):
            x, y = board.legal[-1]
            board.play(x, y)
            await (ada, bo)[number % 2].send(f"move: {x},{y}\n".encode())
            client = (bo, ada)[number % 2]
            while number < 14 and not (await client.line()).startswith(b"move: "):
                pass
            if number == 0:
                await ada.lines(3)  # up to its own first turn
        played = await task
    assert played.fault is None
    state = State(rules)
    for move in played.moves:
        state.play(move)
    assert state.over
    assert state.scores == played.scores


async def test_broken_off() -> None:
    async with LineServer() as server, game(server, clock=LONG) as (ada, bo, task):
        await ada.lines(3)
        task.cancel()
        for client in (ada, bo):
            lines = [await client.line()]
            while not lines[-1].startswith(b"game: "):
                lines.append(await client.line())
            assert lines[-2:] == [
                b"message: The game is broken off, and does not count.\n",
                b"game: nobody, , \n",
            ]
        assert not server.players.games
        assert task.cancelled()
