"""How long a visitor waits for a bot's move while a guest has many tables against the strongest.

``make bot-wait ARGS="--tables 100 --set bot_games=0"`` runs it; ``--set`` is that of ``livestone
serve``, which it starts itself, on an empty store in a folder that is gone afterwards. The guest
moves at all of the tables at once, and again wherever the bot has answered; meanwhile the visitor
plays at one table against a weaker bot and waits for each of its moves. With ``--fresh 8`` as many
guests begin games besides whose options nobody has compiled yet, in a cache that is empty.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from typing import Any

import httpx
from load_server import Failed, machine, serving

LOOK_SECONDS = 0.05
SETTLE_SECONDS = 10.0
SMALLEST = 4  # the board of the first of the guests with options of their own


class Player:
    """A visitor with a cookie of their own, and what they do at their tables."""

    def __init__(self, url: str) -> None:
        self.client = httpx.AsyncClient(base_url=url, timeout=300)

    async def begin(self, game: str, level: int, **options: Any) -> dict[str, Any]:
        """Set up a table with a bot."""
        body = {"game": game, "options": options, "seats": ["me", f"bot:{level}"]}
        return await self._json(await self.client.post("/api/games", json=body))

    async def move(self, table: dict[str, Any], place: int) -> None:
        """Play one of the legal moves."""
        move = {"move": table["legal"][place % len(table["legal"])], "ply": table["last_ply"]}
        await self._json(await self.client.post(f"/api/games/{table['id']}/plies", json=move))

    async def look(self, table: dict[str, Any]) -> dict[str, Any]:
        """Look at a table."""
        return await self._json(await self.client.get(f"/api/games/{table['id']}"))

    async def _json(self, answer: httpx.Response) -> dict[str, Any]:
        if answer.is_error:
            raise Failed(f"refused: {answer.text}")
        found: dict[str, Any] = answer.json()
        return found


async def crowd(player: Player, asked: argparse.Namespace, moved: list[int]) -> None:
    """Have a guest play at many tables, as fast as the bots answer."""
    tables = [await player.begin(asked.game, 10) for _ in range(asked.tables)]
    for number, table in enumerate(tables):
        await player.move(table, number)
    moved.append(len(tables))
    while True:
        for number, table in enumerate(tables):
            now = await player.look(table)
            if now["my_turn"] and now["status"] == "running":
                await player.move(now, number)
        await asyncio.sleep(1.0)


async def newcomer(player: Player, asked: argparse.Namespace, size: int) -> float:
    """Have a guest play a game that has to be compiled; return how long its bot took."""
    table = await player.begin(asked.game, 1, size=size)
    await player.move(table, 0)
    began = time.perf_counter()
    while not (await player.look(table))["my_turn"]:
        await asyncio.sleep(LOOK_SECONDS)
    return time.perf_counter() - began


async def waits(player: Player, asked: argparse.Namespace) -> list[float]:
    """Have the visitor play some moves; return the seconds until each was answered."""
    found = []
    table = await player.begin(asked.game, asked.level)
    for number in range(asked.moves):
        await player.move(table, 37 * number)
        began = time.perf_counter()
        while not (table := await player.look(table))["my_turn"]:
            if time.perf_counter() - began > asked.patience:
                return [*found, time.perf_counter() - began]
            await asyncio.sleep(LOOK_SECONDS)
        found.append(time.perf_counter() - began)
        print(f"move {number + 1}: {found[-1]:.1f} s", flush=True)
        await asyncio.sleep(asked.pause)
    return found


async def measure(url: str, asked: argparse.Namespace) -> list[float]:
    """Measure alone first, so that all is compiled, and then beside the other tables."""
    guest, visitor = Player(url), Player(url)
    newcomers = [Player(url) for _ in range(asked.fresh)]
    print(f"alone: {statistics.median(await waits(visitor, asked)):.1f} s", flush=True)
    moved: list[int] = []
    playing = [asyncio.create_task(crowd(guest, asked, moved))]
    try:
        while not moved and not playing[0].done():
            await asyncio.sleep(LOOK_SECONDS)
        if playing[0].done():
            await playing[0]
        for size, player in enumerate(newcomers, SMALLEST):
            playing.append(asyncio.create_task(newcomer(player, asked, size)))
        await asyncio.sleep(SETTLE_SECONDS)
        found = await waits(visitor, asked)
        if newcomers:
            waited = await asyncio.gather(*playing[1:])
            print(f"the others: {', '.join(f'{one:.0f} s' for one in sorted(waited))}")
        return found
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for player in (guest, visitor, *newcomers):
            await player.client.aclose()


def main() -> None:
    """Measure what is asked for, and print it."""
    asked = parsed()
    with tempfile.TemporaryDirectory() as cache:
        if asked.fresh:
            os.environ["LIVESTONE_CACHE"] = cache
        run(asked)


def run(asked: argparse.Namespace) -> None:
    """Start a server, measure and print."""
    try:
        with serving(None, 1, asked.setting, None) as server:
            url = f"http://{server.site.host}:{server.site.port}"
            found = asyncio.run(measure(url, asked))
    except Failed as error:
        sys.exit(f"bot_wait: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    fresh = f" and {asked.fresh} that are compiled" if asked.fresh else ""
    print(
        f"beside {asked.tables} tables{fresh}: median {statistics.median(found):.1f} s, longest "
        f"{max(found):.1f} s of {len(found)} moves of level {asked.level} ({machine()})"
    )


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--fresh", type=int, default=0, help="guests with options of their own")
    parser.add_argument("--moves", type=int, default=5)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds after each answer")
    parser.add_argument("--level", type=int, default=4)
    parser.add_argument("--game", default="freedom")
    parser.add_argument("--set", dest="setting", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--patience", type=float, default=400.0, help="seconds for one move")
    return parser.parse_args()


if __name__ == "__main__":
    main()
