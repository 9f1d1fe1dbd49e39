"""Put a server under load: games between guests, how long their moves take, and what they cost.

``make load ARGS="--games 100"`` runs it. It starts ``livestone serve`` itself, on an empty store in
a folder that is gone afterwards, or, with ``--database URL --jobs 2``, on a PostgreSQL database
that should hold nothing else: ``sh scripts/postgres.sh`` lends one. In each game two guests play
moves chosen beforehand; each holds the table's event stream and a connection for requests. Games
take turns so that moves come evenly. For Linux: what processes use is read from /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import math
import random
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from load_report import Moves, Plan, Tally, Usage, counted, figures, table
from load_server import Failed, Server, machine_seconds, named, serving, used
from load_wire import Answer, Client, Refused, Site

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import LivestoneError
from livestone.games import load

PLAYOUTS = 20  # different games
AT_ONCE = 8  # games that are set up side by side
PATIENCE = 30.0  # seconds after which a move counts as lost
SPARE_FILES = 200
LONGEST = 2_000  # plies of a game
SHOWN = ("nothing", "move", "table")


class Table:
    """One game: two players and its watchers."""

    def __init__(self, id: str, clients: list[Client], moves: Moves) -> None:
        self.id = id
        self.clients = clients
        self.moves = moves

    def close(self) -> int:
        """Hang up, and return how many streams the server has ended before."""
        for client in self.clients:
            client.close()
        return sum(client.broken for client in self.clients)


class Load:
    """All games, and what is measured of them."""

    def __init__(self, plan: Plan, site: Site) -> None:
        self.plan = plan
        self.site = site
        self.tally = Tally()
        self.ready = 0
        self._loop = asyncio.get_running_loop()
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._origin = self._loop.time()
        self._addresses = 0

    async def play_on(self, number: int) -> None:
        """Play one game after the other until the end."""
        while self._loop.time() < self.tally.end:
            try:
                table = await self._set_up(number)
            except (Refused, OSError, TimeoutError) as error:
                self.tally.errors[f"no game: {str(error) or type(error).__name__}"] += 1
                await asyncio.sleep(1)
                continue
            self.ready += 1
            try:
                if not await self._play(table, number):
                    return
            finally:
                self.ready -= 1
                if broken := table.close():
                    self.tally.errors["a stream ended"] += broken

    def _address(self) -> str:
        if not self.plan.apart:
            return ""
        self._addresses += 1
        return f"10.{self._addresses >> 16}.{self._addresses >> 8 & 255}.{self._addresses & 255}"

    async def _set_up(self, number: int) -> Table:
        """Have two guests begin a game, and all of its clients listen."""
        plan = self.plan
        watchers = plan.watchers // plan.games + (number < plan.watchers % plan.games)
        clients = [Client(self.site, address=self._address()) for _ in range(2 + watchers)]
        data = {
            "game": plan.game.id,
            "options": dict(plan.game.option),
            "seats": ["me", "friend"],
            "control": plan.control,
            "public": plan.watchers > 0,
        }
        try:
            async with self._gate, asyncio.timeout(PATIENCE):
                id = _told(await clients[0].post("/api/games", data))["id"]
                invited = _told(await clients[0].get(f"/api/games/{id}/invitations"))
                _told(await clients[1].post(f"/api/invitations/{invited[0]['invitation']}", {}))
                for client in clients:
                    await client.listen(id)
        except BaseException:
            for client in clients:
                client.close()
            raise
        return Table(id, clients, plan.playouts[number % len(plan.playouts)])

    async def _play(self, table: Table, number: int) -> bool:
        """Play a game's moves when they are due; False if the time was over before the game."""
        every, ply, due = self.plan.every, 0, self._loop.time()
        phase = self._origin + every * number / self.plan.games
        while ply < len(table.moves):
            now = self._loop.time()
            following = phase + every * math.ceil((max(now, due) - phase) / every)
            self._skip(due, following)
            if following >= self.tally.end:
                return False
            await asyncio.sleep(following - now)
            due = following + every / 2
            ply += await self._move(table, ply, following)
        return True

    def _skip(self, last: float, following: float) -> None:
        """Count the moves that should have been sent meanwhile."""
        every, tally = self.plan.every, self.tally
        for at in range(1, math.ceil((following - last) / every)):
            tally.skipped += tally.begin <= following - at * every < tally.end

    async def _move(self, table: Table, ply: int, due: float) -> bool:
        """Send a move, and wait until everybody has it; whether it was played."""
        seat, move = table.moves[ply]
        mover, sent = table.clients[seat], self._loop.time()
        counts = self.tally.begin <= due < self.tally.end
        looking = [
            asyncio.create_task(self._look(table, client, ply + 1, move))
            for client in table.clients
            if client is not mover
        ]
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._send(mover, table.id, move, ply)
                acknowledged = self._loop.time()
                if not answer.good:
                    raise Refused(answer.fault)
                seen = [await look for look in looking]
        except (Refused, OSError, TimeoutError) as error:
            lost = "not told in time" if isinstance(error, TimeoutError) else str(error)
            self.tally.errors[f"a move: {lost or type(error).__name__}"] += 1
            return False
        finally:
            for look in looking:
                look.cancel()
        if counts:
            self._note(due, sent, acknowledged, seen)
        return True

    def _note(
        self, due: float, sent: float, acknowledged: float, seen: list[tuple[float, float]]
    ) -> None:
        tally = self.tally
        tally.late.append(sent - due)
        tally.acknowledged.append(acknowledged - sent)
        tally.told.append(seen[0][0] - sent)
        tally.shown.append(seen[0][1] - sent)
        tally.watched += [shown - sent for _, shown in seen[1:]]

    async def _send(self, mover: Client, id: str, move: str, ply: int) -> Answer:
        """Play a move as programs and pages do."""
        return await mover.post(f"/api/games/{id}/plies", {"move": move, "ply": ply})

    async def _look(self, table: Table, client: Client, ply: int, move: str) -> tuple[float, float]:
        """Return when a client was told of a move, and when it had read what is there now."""
        told = await client.hears(ply)
        if self.plan.show == "nothing":
            return told, told
        if self.plan.show == "move" and client.moves == [move]:
            return told, told  # all that has happened was in the event
        answer = await client.get(f"/api/games/{table.id}")
        if not answer.good:
            raise Refused(answer.fault)
        return told, self._loop.time()


def _told(answer: Answer) -> Any:
    """What an answer says. Raises Refused."""
    if not answer.good:
        raise Refused(answer.fault)
    return msgspec.json.decode(answer.body)


async def measure(plan: Plan, server: Server) -> dict[str, Any]:
    """Begin all games, measure once all of them go on, and return the figures. Raises Failed."""
    running = Load(plan, server.site)
    tally, loop = running.tally, asyncio.get_running_loop()
    games = [asyncio.create_task(running.play_on(number)) for number in range(plan.games)]
    try:
        with _quiet():
            began = loop.time()
            await _begin(running, server)
            begun = loop.time() - began
            tally.begin = loop.time() + plan.settle
            tally.end = tally.begin + plan.seconds
            await _until(tally.begin, server)
            before = _usage(server)
            await _until(tally.end, server)
            after = _usage(server)
            await asyncio.wait(games, timeout=PATIENCE)
    finally:
        for game in games:
            game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
    return figures(plan, tally, before, after, begun)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Collect no garbage meanwhile: the pause would be taken for the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _begin(running: Load, server: Server) -> None:
    games = running.plan.games
    while running.ready < games:
        if not server.alive:
            raise Failed("the server has ended")
        if running.tally.errors.total() > games:
            raise Failed(f"games cannot be set up: {counted(running.tally.errors)}")
        _say(f"{running.ready:,} of {games:,} games go on")
        await asyncio.sleep(0.5)


async def _until(moment: float, server: Server) -> None:
    loop = asyncio.get_running_loop()
    while (left := moment - loop.time()) > 0:
        if not server.alive:
            raise Failed("the server has ended")
        _say(f"{left:3.0f} s left")
        await asyncio.sleep(min(left, 1.0))
    _say("")


def _say(words: str) -> None:
    """Print the progress."""
    if sys.stderr.isatty():
        print(f"\r\033[K{words}", end="", file=sys.stderr, flush=True)


def _usage(server: Server) -> Usage:
    return Usage(
        time.monotonic(),
        server.used(),
        used(named("postgres")),
        server.proxy_used(),
        time.process_time(),
        machine_seconds(),
    )


def playout(game: Game, seed: int) -> Moves:
    """A game of random moves, which is over at the end unless it grows too long."""
    state, chance, moves = State(game), random.Random(seed), Moves()
    while not state.over and len(moves) < LONGEST:
        move = chance.choice(sorted(state.legal_texts))
        moves.append((state.mover or 0, move))
        state.play(state.parse(move))
    return moves


def parsed() -> argparse.Namespace:
    """What was asked for."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--every", type=float, default=5.0, help="seconds between a game's moves")
    reader.add_argument("--seconds", type=float, default=60.0, help="how long to measure")
    reader.add_argument("--settle", type=float, default=10.0, help="seconds to play before that")
    reader.add_argument("--watchers", type=int, default=0, help="onlookers, of all games together")
    reader.add_argument(
        "--show", choices=SHOWN, default="table", help="what a client reads when told of a move"
    )
    reader.add_argument(
        "--game", default="freedom", help="a game's id, with options: id,name=value"
    )
    reader.add_argument("--control", default="30+10", help="the games' clocks")
    reader.add_argument("--database", help="a PostgreSQL database with nothing else in it")
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--set", action="append", default=[], help="a setting of the server")
    reader.add_argument("--profile", type=Path, help="have cProfile write here what takes the time")
    reader.add_argument("--json", action="store_true", help="print JSON")
    return reader.parse_args()


def planned(asked: argparse.Namespace) -> Plan:
    """The plan. Raises LivestoneError or Failed."""
    if asked.games < 1 or asked.every <= 0 or asked.seconds <= 0 or asked.watchers < 0:
        raise Failed("games, seconds and what is between moves must be more than nothing")
    name, *options = asked.game.split(",")
    game = load(name, **dict(option.partition("=")[::2] for option in options))
    if game.players != 2:
        raise Failed(f"{name} is not for two: choose a game that is")
    playouts = [playout(game, seed) for seed in range(min(PLAYOUTS, asked.games))]
    return Plan(
        asked.games,
        asked.every,
        asked.seconds,
        asked.settle,
        asked.watchers,
        asked.show,
        asked.control,
        playouts,
        game,
    )


def allow_files(games: int, watchers: int) -> None:
    """Let this program, and the server that it starts, open enough files. Raises Failed."""
    wanted = 4 * games + 2 * watchers + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise Failed(f"this needs {wanted} open files, and {hard} are allowed: see 'ulimit -Hn'")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main() -> None:
    """Start a server, measure, and print the figures."""
    asked = parsed()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if not Path("/proc/self/stat").exists():
            raise Failed("this needs Linux: what processes use is read from /proc")
        plan = planned(asked)
        allow_files(plan.games, plan.watchers)
        with serving(asked.database, asked.jobs, asked.set, asked.profile) as server:
            found = asyncio.run(measure(plan, server))
            logged = server.said()
    except (Failed, LivestoneError) as error:
        sys.exit(f"load: {error}")
    except KeyboardInterrupt:
        _say("")
        sys.exit(130)
    where = "SQLite" if asked.database is None else "PostgreSQL"
    where += f", {asked.jobs} process" + "es" * (asked.jobs > 1)
    found |= {"store": where, "logged": logged}
    if asked.json:
        print(json.dumps(found, indent=2))
    else:
        print("\n".join([table(found, where), *[f"the server: {line}" for line in logged[:5]]]))


if __name__ == "__main__":
    main()
