"""Who is here, who plays, what is said between games, and late answers."""

from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.freeplay.clients import LONG, PAIR, LineServer, OldClient, Raw, game

from livestone.freeplay.board import board_of, freeplay
from livestone.freeplay.lines import FROM_SERVER, read
from livestone.server.freeplay import connection
from livestone.server.freeplay.limits import Clock
from livestone.server.freeplay.player import MAX_UNASKED
from livestone.server.freeplay.registry import Unavailable


async def test_old_clients_play_whole_games() -> None:
    """Three games on one connection, on boards of several sizes, as the old client plays them."""
    dice = random.Random(1)
    clients = [OldClient(name, lambda board: dice.choice(board.legal), games=3) for name in PAIR]
    async with LineServer() as server:
        running = [asyncio.create_task(client.run(server.port)) for client in clients]
        for size, names in ((10, PAIR), (4, PAIR[::-1]), (5, PAIR)):
            await server.until(lambda players: players.free == set(PAIR))
            played = await server.players.play(names, freeplay(size=size), LONG)
            assert played.fault is None
            await asyncio.sleep(0)
        await asyncio.gather(*running)
        board = board_of(played.game)
        board.follow(played.moves)
        for client in clients:
            winner = names[played.winners[0]] if played.winners else "nobody"
            assert (client.winner, tuple(client.scores)) == (winner, played.scores)
            live = [[c for c in board.live if board[c] == colour] for colour in ("white", "black")]
            assert client.live == live
            commands = [command for command, _ in client.heard]
            assert commands[:4] == ["nonce", "message", "opponent", "board"]


async def test_an_old_client_whose_move_is_illegal_leaves() -> None:
    """It checks its player's move itself, says why, and disconnects."""
    bad = OldClient("ada", lambda board: (0, 0))
    async with LineServer() as server:
        playing = asyncio.create_task(bad.run(server.port))
        bo = await server.logged_in("bo")
        await server.until(lambda players: players.free == set(PAIR))
        task = asyncio.create_task(server.players.play(PAIR, freeplay(size=4), LONG))
        assert (await bo.lines(4))[-1] == b"move: 0,0\n"
        await bo.send(b"move: 1,1\n")
        with pytest.raises(ValueError, match="is taken"):
            await playing
        played = await task
        assert (played.loser, played.fault.reason) == (0, "abandoned")


async def test_who_cannot_play() -> None:
    async with LineServer() as server, game(server):
        await server.logged_in("cy")
        await server.until(lambda players: players.free == {"cy"})
        for names, words in (
            (("cy", "di"), "di is not here"),
            (("ada", "cy"), "ada is playing already"),
        ):
            with pytest.raises(Unavailable, match=words):
                await server.players.play(names, freeplay(size=4), LONG)
        with pytest.raises(Unavailable, match="di is not here"):
            await server.players.message("di", "hello")
        assert server.players.free == {"cy"}
        assert server.players.present == {"ada", "bo", "cy"}


async def test_a_message_is_one_line() -> None:
    async with LineServer() as server:
        client = await server.logged_in("ada")
        await server.players.message("ada", "one\ntwo:  three")
        assert await client.line() == b"message: one two: three\n"


async def test_a_name_that_is_here() -> None:
    async with LineServer() as server:
        ada = await server.logged_in("ada")
        again = await server.raw()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(connection, "PROBE_SECONDS", 0.05)
            await again.log_in("ada")
            assert await again.rest() == [
                b"not-authorized: ada is logged in already: end that program first\n"
            ]
        await server.players.message("ada", "still here")
        assert await ada.line() == b"message: still here\n"


async def test_a_name_whose_connection_turns_out_dead() -> None:
    """The newcomer waits while TCP asks; when the older one breaks, they are let in."""
    async with LineServer() as server, game(server) as (ada, bo, task):
        again = await server.raw()
        await again.log_in("ada")
        await ada.lines(3)
        ada.close()
        assert (await again.line()).startswith(b"message: Welcome, ada!")
        assert (await task).loser == 0
        await server.until(lambda players: players.free == set(PAIR))
        assert (await bo.lines(4))[-1] == b"game: bo, , \n"


async def test_two_at_the_same_time() -> None:
    """Of two who log in under one name when its old connection dies, one comes in."""
    async with LineServer() as server:
        ada = await server.logged_in("ada")
        both = [await server.raw() for _ in range(2)]
        for client in both:
            await client.log_in("ada")
        # Both have been asked for proof, and wait for the answer of the older connection.
        ada.close()
        lines = sorted([(await client.line()).split(b" ")[0] for client in both])
        assert lines == [b"message:", b"not-authorized:"]
        assert server.players.present == {"ada"}


async def test_garbage_in_a_game_ends_it_before_the_connection() -> None:
    async with LineServer() as server, game(server) as (ada, bo, task):
        await bo.lines(2)
        await bo.send(b"what?\n")
        told = [line.split(b":")[0] for line in await bo.rest()]
        assert told == [b"message", b"game", b"quit"]
        assert (await task).loser == 1
        assert [line.split(b":")[0] for line in await ada.lines(5)][-2:] == [b"message", b"game"]
        await server.until(lambda players: players.present == {"ada"})


async def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing piles up, nobody waits, and the others play on."""
    monkeypatch.setattr(connection, "MAX_UNREAD", 4096)
    async with LineServer() as server, game(server) as (ada, bo, task):
        ada.reader._transport.pause_reading()
        for _ in range(1_000_000):
            if "ada" not in server.players.present:
                break
            for _ in range(100):
                if "ada" in server.players.present:
                    await server.players.message("ada", "x" * 400)
            await asyncio.sleep(0)
        played = await task
        assert (played.loser, played.fault.reason) == (0, "failed")
        assert "does not read" in played.report
        assert (await bo.lines(4))[-1] == b"game: bo, , \n"


async def test_messages_between_games() -> None:
    async with LineServer() as server:
        ada = await server.logged_in("ada")
        for _ in range(MAX_UNASKED):
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
    async with LineServer() as server, game(server) as (ada, bo, task):
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
        assert len(lines) <= MAX_UNASKED + 1
        await server.until(lambda players: not players.present)


LINES = st.one_of(
    st.binary(max_size=80).map(lambda data: data + b"\n"),
    st.sampled_from([b"move: %d,%d\n" % (x, y) for x in range(4) for y in range(4)]),
    st.builds(
        lambda command, text: f"{command}: {text}\n".encode(errors="ignore"),
        st.sampled_from(["move", "quit", "authenticate", "game"]),
        st.text(max_size=20),
    ),
)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.booleans(), LINES), max_size=20))
async def test_whatever_two_clients_send(sent: list[tuple[bool, bytes]]) -> None:
    """Every game ends, with a winner or a reason, and its moves are legal ones."""

    async def speak(client: Raw, first: bool) -> None:
        for who, data in sent:
            if who == first and not client.writer.is_closing():
                client.writer.write(data)
                await asyncio.sleep(0)
        client.writer.write_eof()

    async with LineServer() as server, game(server) as (ada, bo, task):
        await asyncio.gather(speak(ada, True), speak(bo, False))
        played = await task
        assert played.fault is not None or len(played.moves) == 15
        board = board_of(played.game)
        for move in played.moves:
            board.play(*(ord(move[0]) - ord("a"), int(move[1]) - 1))
        for client in (ada, bo):
            assert all(read(line).command in FROM_SERVER for line in await client.rest())


async def test_a_program_tells_of_one_fault_a_connection() -> None:
    async with LineServer() as server:
        for number in (1, 2):
            client = await server.logged_in("ada")
            await client.send(f'fault: "fault {number}\\u001b"\n'.encode())
            await client.send(b'fault: "more"\n')
            assert (await client.line()).startswith(b"message: Ignored")
            client.close()
            await server.until(lambda players: not players.present)
        told = [(fault.player, fault.text) for fault in server.faults]
        assert told == [("ada", "fault 1?"), ("ada", "fault 2?")]
