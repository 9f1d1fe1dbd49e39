"""Our client at our server: both come to the same end, by whichever rules, and play goes on."""

from __future__ import annotations

import asyncio

from tests.patience import PATIENCE
from tests.server.freeplay.clients import LONG, PAIR, LineServer, key_of

from livestone.core.game import Game
from livestone.core.state import State
from livestone.freeplay.board import COLOURS, board_after, freeplay
from livestone.freeplay.client import Client
from livestone.freeplay.limits import Fault
from livestone.freeplay.table import HouseSeat
from livestone.play.baselines import BASELINES

RULES = [
    freeplay(size=4),
    freeplay(size=5),
    freeplay(size=6),
    freeplay(size=5, scoring="stones"),
    freeplay(size=5, scoring="stones", last_cell="choice"),
    freeplay(size=4, last_cell="always"),
    freeplay(size=6, last_cell="choice"),
]


def visitor(server: LineServer, name: str, seat: HouseSeat | None = None) -> Client:
    """A client with a house player."""
    return Client(
        seat or HouseSeat(name, BASELINES["random"]),
        name,
        key_of(name),
        host="127.0.0.1",
        port=server.port,
        say=lambda text: None,
        pauses=(0.01,) * 50,
    )


async def test_both_sides_come_to_the_same_end() -> None:
    async with LineServer() as server:
        clients = [visitor(server, name) for name in PAIR]
        running = [asyncio.create_task(asyncio.to_thread(client.run)) for client in clients]
        played = []
        for number, rules in enumerate(RULES * 2):
            await server.until(lambda players: players.free >= set(PAIR))
            names = PAIR if number % 2 else PAIR[::-1]
            played.append(await server.players.play(names, rules, LONG))
        await server.until(lambda players: players.free >= set(PAIR))
        await server.players.close("good bye")
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*running)
    for client in clients:
        assert len(client.games) == len(played)
        for game, truth in zip(client.games, played, strict=True):
            assert game.names == truth.names
            assert game.scores == truth.scores
            assert game.winner == (truth.names[truth.winners[0]] if truth.winners else None)
            assert game.result.startswith(f"{game.winner} won" if game.winner else "drawn")
            assert game.ended
            check_moves(game.moves, list(truth.moves), truth.game)
            assert game.live == live(truth.game, truth.moves)


def check_moves(known: list[str], all_moves: list[str], rules: Game) -> None:
    """What a client knows are the moves, but for the cell that the server plays.

    The opponent's last stone is known wherever the live stones tell it.
    """
    placed = all_moves[: len(rules.board) - 1]
    assert known in (placed, placed[:-1])


def live(rules: Game, moves: tuple[str, ...]) -> tuple[int, ...]:
    state = State(rules)
    for move in moves:
        state.play(move)
    board = board_after(state, COLOURS[0])
    size = board.size
    return tuple(sorted(y * size + x for x, y in board.live))


async def test_who_left_a_game_comes_back_for_the_next() -> None:
    class Once(HouseSeat):
        """Fails in the first game only."""

        failed = False

        def move(self, state: State) -> str:
            if not self.failed:
                self.failed = True
                raise Fault("illegal", "it played (9, 9), which is not legal")
            return super().move(state)

    async with LineServer() as server:
        ada = visitor(server, "ada", Once("ada", BASELINES["random"]))
        bo = visitor(server, "bo")
        running = [asyncio.create_task(asyncio.to_thread(client.run)) for client in (ada, bo)]
        results = []
        for _ in range(2):
            await server.until(lambda players: players.free >= set(PAIR))
            results.append(await server.players.play(PAIR, freeplay(size=4), LONG))
        await server.until(lambda players: players.free >= set(PAIR))
        await server.players.close("good bye")
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*running)
    assert (results[0].loser, results[1].loser) == (0, None)
    assert [client.games[0].how for client in (ada, bo)] == ["lost", "won"]
    assert len(ada.games) == len(bo.games) == 2
    assert "lost the game at move 1: it left" in bo.games[0].result
    # What was wrong is kept for the owner and the operator.
    (fault,) = server.faults
    assert fault.player == "ada"
    assert "lost the game at move 1: it played (9, 9), which is not legal" in fault.text
    assert "Legal moves" in fault.text
