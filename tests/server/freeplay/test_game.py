"""One game, byte for byte, and every way to lose one."""

from __future__ import annotations

import pytest
from tests.server.freeplay.clients import LineServer, Raw, game

from livestone.core.state import State
from livestone.freeplay.board import board_of, freeplay
from livestone.freeplay.lines import MAX_BYTES
from livestone.server.freeplay.limits import Clock

# A whole game on 4x4 and the score after each move. White's last stone leaves a cell that is worth
# a row to Black, who gets it.
MOVES = "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 3,2 3,3 2,2 1,3 1,2 2,3 0,2"
SCORES = [*["0,0"] * 6, "4,0", *["4,4"] * 7, "8,8"]
LIVE = "0 0;1 0;2 0;3 0;0 2;1 2;2 2;3 2, 0 1;1 1;2 1;3 1;0 3;1 3;2 3;3 3"


async def told(client: Raw, *lines: str) -> None:
    """Check that a client is told these lines and no other."""
    assert await client.lines(len(lines)) == [f"{line}\n".encode() for line in lines]


async def test_a_whole_game_byte_for_byte() -> None:
    async with LineServer() as server, game(server, words="Round 1") as (ada, bo, task):
        await told(ada, "message: Round 1", "opponent: ada, bo", "board: white 4")
        await told(ada, "move: none,none")
        await told(bo, "message: Round 1", "opponent: ada, bo", "board: black 4")
        for number, (move, score) in enumerate(zip(MOVES.split(), SCORES, strict=True), 1):
            mover, other = (bo, ada) if number % 2 == 0 else (ada, bo)
            await mover.send(f"move: {move}\n".encode())
            await told(mover, f"score: {score}")
            await told(other, f"score: {score}")
            if number < len(SCORES):
                await told(other, f"move: {move}")
        for client in (ada, bo):
            await told(client, f"game: nobody, {LIVE}")
        played = await task
    assert " ".join(played.moves) == "a1 a2 b1 b2 c1 c2 d1 d2 d3 d4 c3 b4 b3 c4 a3"
    assert (played.names, played.scores, played.winners) == (("ada", "bo"), (8, 8), ())
    assert (played.loser, played.fault, played.report) == (None, None, "")


@pytest.mark.parametrize(
    ("sent", "reason", "words"),
    [
        (b"move: 4,0\n", "illegal", r"it played (4,0), which is not legal: (4, 0) is off the"),
        (b"move: none,none\n", "illegal", "nobody may pass"),
        (b"move: 3\n", "failed", "it sent what is no move: '3' is not a cell"),
        (b"move: 1,2,3\n", "failed", "'1,2,3' is not a cell"),
        (b"move: 99999999999999,2\n", "failed", "is not a cell"),
        ("move: ١,٢\n".encode(), "failed", "is not a cell"),
        (b"move 1,2\n", "failed", "'move 1,2' is no message"),
        (b"\n", "failed", "'' is no message"),
        (b"\xff\xfe\x00\n", "failed", "is not UTF-8"),
        (b"move: 1,\x1b[2J2\n", "failed", "control characters"),
        (b"quit: I am tired\n", "failed", "it sent 'quit' where moves are expected"),
        (b"move: " + b"1" * MAX_BYTES + b"\n", "failed", "over 4096 bytes"),
        (b"x" * 1_000_000, "failed", "over 4096 bytes"),
    ],
)
async def test_what_loses(sent: bytes, reason: str, words: str) -> None:
    async with LineServer() as server, game(server) as (ada, bo, task):
        assert (await ada.lines(3))[-1] == b"move: none,none\n"
        await bo.lines(2)
        await ada.send(sent)
        played = await task
        assert played.fault.reason == reason
        assert words in str(played.fault)
        assert (played.winners, played.loser, played.moves) == ((1,), 0, ())
        told = await bo.lines(2)
        assert told[0].startswith(b"message: ada (white) lost the game at move 1: it ")
        assert told[1] == b"game: bo, , \n"
        assert await ada.lines(2) == told
        record = played.record()
        assert (record.result.reason, record.result.by) == (reason, 0)


async def test_a_cell_that_does_not_touch() -> None:
    async with LineServer() as server, game(server) as (ada, bo, task):
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
    async with LineServer() as server, game(server) as (ada, bo, task):
        await (ada if seat == 0 else bo).send((b"move: 0,0\n", b"move: 1,1\n")[seat] * (2 - seat))
        played = await task
        assert (played.loser, played.fault.reason) == (seat, "illegal")
        assert "out of turn" in played.report
        assert len(played.moves) == 1 - seat


@pytest.mark.parametrize("half", [b"", b"move: 3"])
@pytest.mark.parametrize("seat", [0, 1])
async def test_leaving(seat: int, half: bytes) -> None:
    async with LineServer() as server, game(server) as (ada, bo, task):
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
    board = board_of(rules)
    async with LineServer() as server, game(server, rules=rules) as (ada, bo, task):
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
    async with LineServer() as server, game(server) as (ada, bo, task):
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
