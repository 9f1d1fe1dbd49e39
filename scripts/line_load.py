"""What the line server adds to a move when many bots play: ``python scripts/line_load.py``.

A server as ``livestone serve`` starts it is one process, the bots are another. A move's time runs
from before it is sent until its opponent has read ``move:``; it has everything in it that the bots'
own process makes it wait.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from load_server import used

from livestone.freeplay import lines
from livestone.freeplay.board import Board
from livestone.play.pipes import command
from livestone.server.accounts.player_tokens import PlayerTokens
from livestone.server.tables.store import GameStore

BOTS = 200
THINK = 0.2  # seconds that a bot takes for a move
SECONDS = 60.0
TIMEOUT = 120.0


@dataclass(frozen=True)
class Load:
    """What was measured: times in milliseconds, memory in megabytes, of the server's process.

    ``games`` is how many there were at once, on average; ``moves`` how many in a second.
    """

    games: float
    moves: float
    median: float
    most: float  # of 99 % of the moves
    longest: float
    resident: float
    unshared: float
    cpu: float  # for a move

    def __str__(self) -> str:
        return (
            f"{self.games:.0f} games at once, {self.moves:.0f} moves a second: "
            f"median {self.median:.2f} ms, 99 % {self.most:.1f} ms, longest {self.longest:.1f} ms; "
            f"server: {self.cpu:.2f} ms CPU a move, {self.resident:.0f} MB resident, "
            f"{self.unshared:.0f} MB of its own"
        )


class BotGroup:
    """The bots of one process, and the seconds that their moves took."""

    def __init__(self, think: float) -> None:
        self.think = think
        self.dice = random.Random(1)
        self.bots: dict[str, Bot] = {}
        self.times: list[float] = []

    @property
    def games(self) -> float:
        """How many games go on."""
        return sum(bot.playing for bot in self.bots.values()) / 2


class Bot(asyncio.Protocol):
    """One connection that plays any legal move, so long after it was asked."""

    def __init__(self, group: BotGroup, name: str, key: bytes) -> None:
        self.group, self.name, self.key = group, name, key
        self.playing = False
        self.sent = 0.0
        self._rest = b""
        self._opponent = ""
        self._board: Board

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Say who it is."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send("authenticate", self.name)

    def itself(self) -> Bot:
        """For who asks for a new protocol."""
        return self

    def leave(self) -> None:
        """Play no more."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read whole lines."""
        now = time.perf_counter()
        *found, self._rest = (self._rest + data).split(b"\n")
        for line in found:
            message = lines.read(line)
            self._receive(message.command, message.arguments, now)

    def _receive(self, command: str, arguments: str, now: float) -> None:
        if command == "nonce":
            self._send("nonce-reply", lines.reply(arguments, self.key))
        elif command == "opponent":
            names = lines.read_opponent(arguments)
            self._opponent = names[names[0] == self.name]
        elif command == "board":
            colour, size = lines.read_board(arguments)
            self._board = Board(size, colour)
            self.playing = True
        elif command == "move":
            self._turn(arguments, now)
        elif command == "game":
            self.playing = False
        elif command in ("not-authorized", "quit"):
            raise SystemExit(f"{self.name} was sent away: {arguments}")

    def _turn(self, last: str, now: float) -> None:
        cell = lines.read_cell(last)
        if cell is not None:
            self.group.times.append(now - self.group.bots[self._opponent].sent)
            self._board.play(*cell)
        cell = self.group.dice.choice(self._board.legal)
        self._board.play(*cell)
        wait = max(0.0, now + self.group.think - time.perf_counter())
        asyncio.get_running_loop().call_later(wait, self._move, lines.write_cell(cell))

    def _move(self, cell: str) -> None:
        if self.playing:
            self.sent = time.perf_counter()
            self._send("move", cell)

    def _send(self, command: str, arguments: str) -> None:
        self._transport.write(lines.write(command, arguments))


async def load(bots: int = BOTS, think: float = THINK, seconds: float = SECONDS) -> Load:
    """Have so many bots play for so long, once all of them do, and return what it took."""
    with tempfile.TemporaryDirectory() as folder:
        store = await GameStore.open(Path(folder))
        names = [f"bot{number}" for number in range(bots)]
        keys = {name: (await PlayerTokens(store).issue(name)).encode() for name in names}
        await store.close()
        async with _server(Path(folder), bots) as (pid, port):
            group = BotGroup(think)
            loop = asyncio.get_running_loop()
            for name in names:
                bot = group.bots[name] = Bot(group, name, keys[name])
                await loop.create_connection(bot.itself, "127.0.0.1", port)
            async with asyncio.timeout(TIMEOUT):
                while group.games < bots // 2:
                    await asyncio.sleep(0.05)
            found = await _measure(group, pid, seconds)
            for bot in group.bots.values():
                bot.leave()
            return found


async def _measure(group: BotGroup, pid: int, seconds: float) -> Load:
    group.times.clear()
    cpu, began, games = used([pid]).seconds, time.perf_counter(), []
    while time.perf_counter() - began < seconds:
        await asyncio.sleep(min(seconds, 0.25))
        games.append(group.games)
    took, cpu = time.perf_counter() - began, used([pid]).seconds - cpu
    times = sorted(1000 * wait for wait in group.times)
    resident, unshared = _memory(pid)
    return Load(
        games=statistics.fmean(games),
        moves=len(times) / took,
        median=statistics.median(times),
        most=times[int(len(times) * 0.99)],
        longest=times[-1],
        resident=resident,
        unshared=unshared,
        cpu=1000 * cpu / len(times),
    )


@asynccontextmanager
async def _server(folder: Path, bots: int) -> AsyncIterator[tuple[int, int]]:
    """A server's process id and the port where players log in."""
    options = {
        **{"--data": folder, "--port": 0, "--lines": 0, "--move-seconds": 60},
        **{"--game-seconds": 600, "--per-address": 2 * bots, "--logins": 2 * bots},
    }
    process = subprocess.Popen(
        [*command("livestone.cli.main"), "serve", *(str(w) for o in options.items() for w in o)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.match(r"Players log in on port (\d+)", line):
                yield process.pid, int(found[1])
                break
        else:
            raise SystemExit("the server did not start")
    finally:
        process.terminate()
        process.communicate(timeout=TIMEOUT)


def _memory(pid: int) -> tuple[float, float]:
    """A process's memory, and what of it is no other process's, in megabytes."""
    found = dict(
        re.findall(r"^(\w+): +(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
    )
    own = int(found["Private_Clean"]) + int(found["Private_Dirty"])
    return int(found["Rss"]) / 1000, own / 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=BOTS)
    parser.add_argument("--think", type=float, default=THINK)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args(sys.argv[1:])
    print(asyncio.run(load(asked.bots, asked.think, asked.seconds)))


if __name__ == "__main__":
    main()
