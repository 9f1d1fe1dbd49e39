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
import os
import random
import resource
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from load_server import Failed, Server, Used, machine, machine_seconds, named, serving, used
from load_wire import Answer, Client, Refused, Site

import livestone
from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import LivestoneError
from livestone.games import load

PLAYOUTS = 20  # different games
AT_ONCE = 8  # games that are set up side by side
PATIENCE = 30.0  # seconds after which a move counts as lost
SPARE_FILES = 200
LONGEST = 2_000  # plies of a game
SHOWN = ("nothing", "move", "table", "page")
Moves = list[tuple[int, str]]  # who plays, and what


@dataclass(frozen=True)
class Plan:
    """What is asked for: games, seconds between a game's moves, how long to play and measure."""

    games: int
    every: float
    seconds: float
    settle: float
    watchers: int
    show: str
    control: str
    playouts: list[Moves]
    game: Game


@dataclass
class Tally:
    """What was measured, in seconds; moves count that are sent between ``begin`` and ``end``."""

    begin: float = math.inf
    end: float = math.inf
    late: list[float] = field(default_factory=list)  # sent after they were due
    acknowledged: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    watched: list[float] = field(default_factory=list)
    skipped: int = 0  # not sent when they were due: the move before had not arrived yet
    errors: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Usage:
    """What had been used at one moment."""

    at: float
    server: Used
    database: Used
    proxy: Used
    generator: float
    machine: float


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

    async def _set_up(self, number: int) -> Table:
        """Have two guests begin a game, and all of its clients listen."""
        plan = self.plan
        watchers = plan.watchers // plan.games + (number < plan.watchers % plan.games)
        clients = [Client(self.site) for _ in range(2 + watchers)]
        data = {
            "game": plan.game.id,
            "options": dict(plan.game.option),
            "seats": ["me", "friend"],
            "control": plan.control,
            "public": plan.watchers > 0,
        }
        async with self._gate, asyncio.timeout(PATIENCE):
            id = _told(await clients[0].post("/api/games", data))["id"]
            invited = _told(await clients[0].get(f"/api/games/{id}/invitations"))
            _told(await clients[1].post(f"/api/invitations/{invited[0]['invitation']}", {}))
            for client in clients:
                await client.listen(id)
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
        """Play a move as a program does, or as a page does, which is sent itself."""
        if self.plan.show != "page":
            return await mover.post(f"/api/games/{id}/plies", {"move": move, "ply": ply})
        fields = {"move": move, "ply": str(ply)}
        return await mover.send_form(f"/games/{id}/moves", fields, "X-Part: main")

    async def _look(self, table: Table, client: Client, ply: int, move: str) -> tuple[float, float]:
        """Return when a client was told of a move, and when it had read what is there now."""
        told = await client.hears(ply)
        if self.plan.show == "nothing":
            return told, told
        if self.plan.show == "move" and client.moves == [move]:
            return told, told  # all that has happened was in the event
        if self.plan.show == "page":
            answer = await client.get(f"/games/{table.id}", "X-Part: main")
        else:
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
            raise Failed(f"games cannot be set up: {_counted(running.tally.errors)}")
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


def figures(plan: Plan, tally: Tally, before: Usage, after: Usage, begun: float) -> dict[str, Any]:
    """What was measured, as JSON: milliseconds, processors (1 is one core), MB."""
    seconds, moves = after.at - before.at, len(tally.acknowledged)
    server = after.server.since(before.server)
    database = after.database.since(before.database)
    return {
        "livestone": livestone.__version__,
        "machine": machine(),
        "game": plan.game.id,
        "options": dict(plan.game.option),
        "games": plan.games,
        "streams": 2 * plan.games + plan.watchers,
        "every": plan.every,
        "show": plan.show,
        "seconds": round(seconds, 1),
        "setting_up_seconds": round(begun, 1),
        "moves": moves,
        "moves_a_second": round(moves / seconds, 1),
        "skipped": tally.skipped,
        "milliseconds": {
            name: percentiles(getattr(tally, name))
            for name in ("acknowledged", "told", "shown", "watched", "late")
        },
        "server": {
            "processors": round(server / seconds, 3),
            "milliseconds_a_move": round(1000 * server / max(moves, 1), 2),
            "megabytes": round(after.server.megabytes),
        },
        "database_processors": round(database / seconds, 3),
        "proxy_processors": round(after.proxy.since(before.proxy) / seconds, 3),
        "generator_processors": round((after.generator - before.generator) / seconds, 3),
        "machine_processors": round((after.machine - before.machine) / seconds, 3),
        "errors": dict(tally.errors),
    }


def percentiles(taken: list[float]) -> dict[str, float] | None:
    """The median, 99 % and the worst of seconds, in milliseconds.

    >>> percentiles([0.001, 0.002, 0.003])
    {'median': 2.0, 'most': 3.0, 'worst': 3.0}
    """
    if not taken:
        return None
    ordered = sorted(taken)
    most = ordered[math.ceil(0.99 * len(ordered)) - 1]
    found = {"median": statistics.median(ordered), "most": most, "worst": ordered[-1]}
    return {name: round(1000 * value, 1) for name, value in found.items()}


WORDS = {
    "acknowledged": "acknowledged",
    "told": "the opponent told",
    "shown": "shown to the opponent",
    "watched": "shown to who watches",
    "late": "(sent too late by us)",
}


def table(found: dict[str, Any], where: str) -> str:
    """The figures for people."""
    times, server = found["milliseconds"], found["server"]
    lines = [
        f"Livestone {found['livestone']}, {where}, on {found['machine']}",
        f"{found['games']:,} games of {found['game']}, {found['streams']:,} streams, "
        f"a move every {found['every']:g} s in each",
        f"{found['moves']:,} moves in {found['seconds']:g} s, {found['moves_a_second']:g} a second;"
        f" {found['skipped']:,} not sent since the one before had not arrived",
        "",
        f"{'milliseconds':24}{'median':>9}{'99 %':>9}{'worst':>9}",
    ]
    for name, words in WORDS.items():
        row = times[name]
        if row is not None:
            lines.append(f"{words:24}{row['median']:9.1f}{row['most']:9.1f}{row['worst']:9.1f}")
    lines += [
        "",
        f"server: {server['milliseconds_a_move']:g} ms of a processor a move, "
        f"{server['processors']:.0%} of one in all; {server['megabytes']:,} MB at most",
        f"PostgreSQL: {found['database_processors']:.0%}; nginx: {found['proxy_processors']:.0%}; "
        "this program: "
        f"{found['generator_processors']:.0%}; whole machine: {found['machine_processors']:.0%} "
        f"of {100 * (os.cpu_count() or 1)}%",
        f"errors: {_counted(Counter(found['errors'])) or 'none'}",
    ]
    return "\n".join(lines)


def _counted(errors: Counter[str]) -> str:
    return ", ".join(f"{count} x {words}" for words, count in errors.most_common(5))


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
