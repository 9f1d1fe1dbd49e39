"""What a move costs on the server as a game grows: posted, stored and answered.

``python scripts/long_games.py`` prints, for games of 10, 1,000 and 5,000 plies, how long a move
takes and how large its answer is: of the plies since the one before it (``?since=``), as pages and
``livestone.client`` ask for it, and of all plies.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from click_times import Client
from sqlalchemy import insert, update

from livestone.core.state import State
from livestone.games import load
from livestone.server.app import create_app
from livestone.server.db.schema.games import games, plies
from livestone.server.settings import Settings
from livestone.server.tables.store import GameStore

GAME = "haalmaa_1"  # pawns that a player at random never brings home
LENGTHS = (10, 1000, 5000)
MOVES = 60


class Cost(NamedTuple):
    """Of a move: median milliseconds in all and of the event loop's processor time, and bytes."""

    milliseconds: float
    processor: float
    size: int


def costs(
    game: str = GAME, lengths: tuple[int, ...] = LENGTHS, moves: int = MOVES
) -> dict[tuple[int, bool], Cost]:
    """Measure moves after so many plies, of which the answer tells what is new, or everything."""
    texts = random_game(game, max(lengths) + 2 * moves)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(game, texts, lengths, moves, Path(folder)))


def random_game(game: str, length: int) -> list[tuple[int, str]]:
    """The movers and moves of a long game, played at random but for moves that would end it.

    Raises RuntimeError if all do.
    """
    state, rng = State(load(game, ply_cap=0)), random.Random(1)
    while state.ply < length:
        moves = list(state.unsorted)
        rng.shuffle(moves)
        for move in moves:
            state.play(move)
            if not state.over:
                break
            state.undo()
        else:
            raise RuntimeError(f"a game of {game} cannot go on after {state.ply} plies")
    return [(state.turn_of(ply)[1], text) for ply, text in enumerate(state.move_texts)]


async def _measure(
    game: str, texts: list[tuple[int, str]], lengths: tuple[int, ...], moves: int, folder: Path
) -> dict[tuple[int, bool], Cost]:
    app = create_app(Settings(folder, max_plies=1_000_000))
    found = {}
    async with app.lifespan():
        client = Client(app)
        for length in lengths:
            table = await _begun(client, app.state.store, game, texts, length)
            for light in (True, False):
                found[length, light] = await _cost(client, table, texts, moves, light)
                table["ply"] += moves
    return found


async def _begun(
    client: Client, store: GameStore, game: str, texts: list[tuple[int, str]], length: int
) -> Any:
    """A table at which so many of these moves were played."""
    seats = ["person"] * load(game).players
    made = {"game": game, "options": {"ply_cap": 0}, "seats": seats}
    table = await client.post("/api/games", made)
    await put_plies(store, table["id"], texts[:length], texts[length][0])
    return {"id": table["id"], "ply": length}


async def put_plies(store: GameStore, id: str, played: list[tuple[int, str]], mover: int) -> None:
    """Write plies into a new game, as if they had been played; ``mover`` is to move then."""
    rows = [
        {"game_id": id, "ply": ply, "move": move, "mover": mover, "at": 1e9 + ply}
        for ply, (mover, move) in enumerate(played, 1)
    ]
    stands = {"ply": len(played), "mover": mover, "version": len(played) + 1}
    async with store.writing() as connection:
        await connection.execute(insert(plies), rows)
        await connection.execute(update(games).where(games.c.id == id).values(stands))


async def _cost(
    client: Client, table: Any, texts: list[tuple[int, str]], moves: int, light: bool
) -> Cost:
    taken, busy, cursor = [], [], ""
    for ply in range(table["ply"], table["ply"] + moves):
        query = f"since={cursor}" if cursor and light else ""
        body = {"move": texts[ply][1], "ply": ply}
        answer = await client.post(f"/api/games/{table['id']}/plies", body, query)
        taken.append(client.milliseconds)
        busy.append(client.processor)
        cursor = answer["cursor"]
    return Cost(statistics.median(taken[1:]), statistics.median(busy[1:]), client.size)


def main() -> None:
    """Measure, and print a line for each length and each form."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--moves", type=int, default=MOVES)
    asked = parser.parse_args()
    for (length, light), cost in costs(asked.game, moves=asked.moves).items():
        form = "what is new" if light else "all plies"
        print(
            f"{asked.game}, ply {length:,}: a move takes {cost.milliseconds:.2f} ms, of them "
            f"{cost.processor:.2f} ms on the event loop; "
            f"its answer ({form}) has {cost.size:,} bytes"
        )


if __name__ == "__main__":
    main()
