"""Ten ways to keep others from playing, for ``attack.py``: each from an address of its own.

``python scripts/attack_kinds.py HOST PORT KIND ...`` goes on until it is ended, and then prints how
many answers there were of each kind by status.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Awaitable, Callable

import httpx
import msgspec
from load_wire import Client, Site

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Record

NICER = 10  # attackers come from elsewhere: they leave the processors to the server
AGAIN = 0.5  # seconds before somebody connects again
LONG = "haalmaa_1"  # for three, and has no limit of turns
STUDY = "not_made_in_germany"  # games of 600 plies
CONSTANTS = (
    *("/schema/openapi.yaml", "/schema/openapi.json", "/schema", "/rules/freedom/sample"),
    *("/rules/haalmaa_5", "/", "/api/catalogue", "/games", "/studies/new"),
)

counts: dict[str, Counter[str]] = {}


class Attack:
    """Where one kind of attack comes from, and what came back."""

    def __init__(self, site: Site, kind: str, number: int) -> None:
        self.site, self.counts = site, Counter[str]()
        self.address = f"203.0.113.{number + 1}"
        counts[kind] = self.counts

    def guest(self) -> Client:
        """A new guest."""
        return Client(self.site, address=self.address)

    def program(self) -> httpx.AsyncClient:
        """A visitor who keeps the cookies that are set."""
        url = f"http://{self.site.host}:{self.site.port}"
        headers = {"X-Forwarded-For": self.address}
        return httpx.AsyncClient(base_url=url, headers=headers, timeout=120)

    def head(self, method: str, path: str, *more: str) -> bytes:
        """A request without its body."""
        host = f"Host: {self.site.host}:{self.site.port}"
        lines = [f"{method} {path} HTTP/1.1", host, f"X-Forwarded-For: {self.address}", *more]
        return "\r\n".join([*lines, "", ""]).encode()

    async def get(self, guest: Client, path: str) -> bytes:
        """Ask for something; what was said where it was answered."""
        answer = await guest.get(path)
        self.counts[str(answer.status)] += 1
        return answer.body if answer.good else b""

    async def post(self, guest: Client, path: str, data: object) -> dict[str, object]:
        """Send something; what was said where it was accepted."""
        answer = await guest.post(path, data)
        self.counts[str(answer.status)] += 1
        if not answer.good:
            await asyncio.sleep(AGAIN)
            return {}
        found: dict[str, object] = msgspec.json.decode(answer.body)
        return found

    async def many(self, number: int, one: Callable[[int], Awaitable[None]]) -> None:
        """Do something many times beside each other, again and again."""

        async def ever(index: int) -> None:
            while True:
                try:
                    await one(index)
                except (OSError, httpx.HTTPError, TimeoutError, asyncio.IncompleteReadError) as no:
                    self.counts[type(no).__name__] += 1
                await asyncio.sleep(AGAIN)

        await asyncio.gather(*(ever(index) for index in range(number)))


async def constants(attack: Attack) -> None:
    """Large answers that are always the same."""

    async def one(index: int) -> None:
        guest = attack.guest()
        while True:
            for path in CONSTANTS:
                await attack.get(guest, path)

    await attack.many(4, one)


async def pipelines(attack: Attack) -> None:
    """Twenty requests in one packet, on many connections."""
    paths = [CONSTANTS[n % len(CONSTANTS)] for n in range(20)]
    packet = b"".join(attack.head("GET", path) for path in paths)

    async def one(index: int) -> None:
        reader, writer = await asyncio.open_connection(attack.site.host, attack.site.port)
        try:
            writer.write(packet)
            async with asyncio.timeout(10):
                while data := await reader.read(65536):
                    attack.counts["bytes"] += len(data)
        finally:
            writer.transport.abort()

    await attack.many(100, one)


async def sockets(attack: Attack) -> None:
    """Connections and event streams that are opened, held and dropped."""
    game = await attack.post(attack.guest(), "/api/games", a_game("freedom", public=True))
    greetings = (
        b"",
        attack.head("GET", "/api/events"),
        attack.head("GET", f"/api/games/{game.get('id')}/events"),
    )

    async def one(index: int) -> None:
        _, writer = await asyncio.open_connection(attack.site.host, attack.site.port)
        try:
            attack.counts["opened"] += 1
            writer.write(greetings[index % 3])
            await asyncio.sleep(random.uniform(1, 10))
        finally:
            writer.transport.abort()

    await attack.many(400, one)


async def bodies(attack: Attack) -> None:
    """Bodies that come a byte at a time, and some that are as large as they may be."""
    slow = attack.head("POST", "/api/games", "Content-Length: 60000")
    body = json.dumps({"game": "freedom", "options": {}, "seats": ["me"] * 12_000}).encode()
    large = attack.head("POST", "/api/games", f"Content-Length: {len(body)}") + body

    async def one(index: int) -> None:
        reader, writer = await asyncio.open_connection(attack.site.host, attack.site.port)
        try:
            if index % 10 == 0:
                writer.write(large)
                attack.counts[(await reader.readline())[9:12].decode()] += 1
                return
            writer.write(slow)
            for _ in range(30):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(1)
        finally:
            writer.transport.abort()

    await attack.many(200, one)


async def exports(attack: Attack) -> None:
    """All games of an account that has many, again and again."""
    async with attack.program() as program:
        name = {"name": f"Packer{random.randrange(10**6)}", "password": "a long one for an attack"}
        await program.post("/api/register", json=name)
        for _ in range(100):
            made = await program.post("/api/games", json=a_game("freedom"))
            if made.is_success:
                await program.post(f"/api/games/{made.json()['id']}/resign", json={})

        async def one(index: int) -> None:
            answer = await program.get("/api/account/games.zip")
            attack.counts[str(answer.status_code)] += 1

        await attack.many(2, one)


async def imports(attack: Attack) -> None:
    """Long studies by guest after guest."""
    state, chance = State(load(STUDY)), random.Random(1)
    while not state.over:
        state.play(chance.choice(state.legal))
    record = Record.of(state).as_text()

    async def one(index: int) -> None:
        await attack.post(attack.guest(), "/api/studies", {"record": record})

    await attack.many(4, one)


async def options(attack: Attack) -> None:
    """Guests who play bots with options that nobody has compiled yet."""
    games = [("freedom", {"size": size}) for size in range(4, 17)]
    games += [("straat", {}), ("kamelen", {}), ("koerier", {}), ("sjekkers", {}), ("trangalla", {})]

    async def one(index: int) -> None:
        for game, chosen in games[index::8]:
            guest = attack.guest()
            spec = {"game": game, "options": chosen, "seats": ["bot:10", "me"]}
            made = await attack.post(guest, "/api/games", spec)
            await asyncio.sleep(5)
            await attack.post(guest, f"/api/games/{made.get('id')}/hint", {})

    await attack.many(8, one)


async def tables(attack: Attack) -> None:
    """One guest at twenty tables against the strongest level."""
    guest = attack.guest()

    async def one(index: int) -> None:
        made = await attack.post(guest, "/api/games", a_game("freedom", "bot:10"))
        while made:
            view = msgspec.json.decode(await attack.get(guest, f"/api/games/{made['id']}") or b"{}")
            if view.get("my_turn") and view["legal"]:
                move = {"move": random.choice(view["legal"]), "ply": view["last_ply"]}
                await attack.post(guest, f"/api/games/{made['id']}/plies", move)
            await asyncio.sleep(AGAIN)

    await attack.many(20, one)


async def logins(attack: Attack) -> None:
    """Wrong passwords, and accounts."""

    async def one(index: int) -> None:
        name = f"Nobody{random.randrange(10**6)}"
        path = "/api/register" if index % 2 else "/api/login"
        await attack.post(attack.guest(), path, {"name": name, "password": "not this one either"})

    await attack.many(6, one)


async def games(attack: Attack) -> None:
    """Games that never end, played as fast as they can be and looked at by streams."""

    async def one(index: int) -> None:
        guest = attack.guest()
        made = await attack.post(guest, "/api/games", a_game(LONG, "person", "person"))
        path = f"/api/games/{made['id']}"
        while True:
            for _ in range(20):
                view = msgspec.json.decode(await attack.get(guest, path) or b"{}")
                if view.get("legal"):
                    move = {"move": random.choice(view["legal"]), "ply": view["last_ply"]}
                    await attack.post(guest, f"{path}/plies", move)
            _, writer = await asyncio.open_connection(attack.site.host, attack.site.port)
            writer.write(attack.head("GET", f"{path}/events", f"Cookie: livestone={guest.token}"))
            await asyncio.sleep(AGAIN)
            writer.transport.abort()

    await attack.many(2, one)


KINDS = {
    kind.__name__: kind
    for kind in (
        *(constants, pipelines, sockets, bodies, exports),
        *(imports, options, tables, logins, games),
    )
}


def a_game(game: str, *others: str, **more: object) -> dict[str, object]:
    """What is sent to begin a game."""
    return {"game": game, "options": {}, "seats": ["me", *(others or ["person"])], **more}


async def attacked(site: Site, kinds: list[str]) -> None:
    """Attack in all of these ways until SIGTERM."""
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    tasks = [
        asyncio.create_task(KINDS[kind](Attack(site, kind, number)), name=kind)
        for number, kind in enumerate(kinds)
    ]
    await ended.wait()
    for task in tasks:
        if task.done():
            counts[task.get_name()][f"failed: {task.exception()!r}"] += 1
        task.cancel()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(5):
            await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    """Attack, and print what came back."""
    host, port, *kinds = sys.argv[1:]
    os.nice(NICER)
    asyncio.run(attacked(Site(host, int(port)), kinds or list(KINDS)))
    print(json.dumps(counts), flush=True)


if __name__ == "__main__":
    main()
