"""Games between two clients who write down what they were told, and when; and the comparison."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select
from tests.server.servers import ask

from livestone.server.db.schema.games import games, plies
from livestone.server.tables.store import GameStore

MINUTES = 30
UNCHARGED = 2  # plies: a player's first turn costs no time
CLOSE = 1.0  # seconds by which a clock may be wrong


def moves(table: dict[str, Any]) -> list[str]:
    """The moves of a table."""
    return [ply["text"] for turn in table["turns"] for ply in turn["plies"]]


@dataclass(frozen=True)
class Told:
    """A move that was acknowledged, and when it was first sent and acknowledged (monotonic)."""

    move: str
    sent: float
    acknowledged: float


@dataclass
class Duel:
    """A game between two clients, and what they were told."""

    clients: Sequence[httpx.AsyncClient]
    seed: int
    id: str = ""
    told: list[Told] = field(default_factory=list)

    @property
    def moves(self) -> list[str]:
        """The moves that were acknowledged."""
        return [told.move for told in self.told]

    async def begin(self) -> None:
        """Have both sit down."""
        first, second = self.clients
        for client in self.clients:
            # The cookie first, so that every try is the same person's.
            await ask(client, "/api/games")
        spec = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "friend"]}
        table = await ask(first, "/api/games", {**spec, "control": str(MINUTES)})
        self.id = table["id"]
        invited = await ask(first, f"/api/games/{self.id}/invitations")
        await ask(second, f"/api/invitations/{invited[0]['invitation']}", {})

    async def play(self, pause: float = 0.0) -> None:
        """Play at random to the end; who is to move always sees all that was acknowledged."""
        dice = random.Random(self.seed)
        await self.begin()
        while True:
            client = self.clients[len(self.told) % 2]
            table = await ask(client, f"/api/games/{self.id}")
            assert moves(table) == self.moves
            if table["status"] != "running":
                break
            assert table["my_turn"]
            await self._move(client, dice.choice(table["legal"]))
            await asyncio.sleep(dice.uniform(0.5, 1.5) * pause)
        assert table["status"] == "finished"

    async def _move(self, client: httpx.AsyncClient, move: str) -> None:
        sent = time.monotonic()
        body = {"move": move, "ply": len(self.told)}
        table = await ask(client, f"/api/games/{self.id}/plies", body)
        self.told.append(Told(move, sent, time.monotonic()))
        assert moves(table) == self.moves

    async def check(self) -> None:
        """Compare what the server shows to both with what they were told."""
        for client in self.clients:
            table = await ask(client, f"/api/games/{self.id}")
            assert table["status"] == "finished"
            assert table["reason"] == "finished"
            assert moves(table) == self.moves

    def drift(self, left: Sequence[float], stood: Sequence[tuple[float, float]] = ()) -> float:
        """Return by how many seconds the clocks cannot have been right.

        Each move was committed between its first sending and its acknowledgement, and what is
        ``left`` after each tells what passed since the one before. ``stood`` are the moments at
        which time that nobody had to pay was given back, and how much of it.
        """
        earliest, latest = float("-inf"), float("inf")
        passed, before = 0.0, [60.0 * MINUTES] * 2
        for number, (told, now) in enumerate(zip(self.told, left, strict=True)):
            if number >= UNCHARGED:
                passed += before[number % 2] - now
            before[number % 2] = now
            if number >= UNCHARGED - 1:
                free = sum(seconds for at, seconds in stood if self.told[1].sent < at)
                after = sum(seconds for at, seconds in stood if told.acknowledged < at)
                gone = passed + free - after
                earliest = max(earliest, told.sent - gone)
                latest = min(latest, told.acknowledged - gone)
        return max(0.0, earliest - latest)


async def compare(
    duels: Sequence[Duel],
    folder: Path,
    database: str | None,
    stood: Sequence[tuple[float, float]] = (),
) -> float:
    """Compare every record in a store with what was told; return the worst clock's error."""
    store = await GameStore.open(folder, database)
    try:
        rows = await store.fetch(select(plies).order_by(plies.c.game_id, plies.c.ply))
        known = {row.id: row for row in await store.fetch(select(games))}
    finally:
        await store.close()
    kept: dict[str, list[Any]] = {}
    for row in rows:
        kept.setdefault(row.game_id, []).append(row)
    told = {duel.id: duel for duel in duels}
    assert kept.keys() == told.keys()  # nobody has moved anywhere else
    worst = 0.0
    for id, duel in told.items():
        assert [row.move for row in kept[id]] == duel.moves
        assert [row.ply for row in kept[id]] == list(range(1, len(duel.told) + 1))
        assert [row.mover for row in kept[id]] == [n % 2 for n in range(len(duel.told))]
        assert (known[id].status, known[id].ply) == ("finished", len(duel.told))
        worst = max(worst, duel.drift([row.left for row in kept[id]], stood))
    return worst
