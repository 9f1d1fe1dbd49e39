"""Make the stores of an edition that the tests bring up: python scripts/keep_store.py REVISION

Runs that revision, has people do there what leaves a trace, and writes ``REVISION.db.gz`` (SQLite),
``REVISION.sql.gz`` (PostgreSQL, by pg_dump; run it beside ``scripts/postgres.sh``) into
``tests/server/db/stores``. A revision uses the packages that are installed here.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import httpx

ROOT = Path(__file__).parents[1]
STORES = ROOT / "tests" / "server" / "db" / "stores"
RUN = "import sys; from livestone.cli.main import run; sys.exit(run(sys.argv[1:]))"
PASSWORD = "kept for the tests"
GUEST = "guest-of-a-kept-store0"
PLIES = 400
PATIENCE = 120.0


class Edition:
    """A revision in a folder, and its commands over one store."""

    def __init__(self, source: Path, folder: Path, url: str | None) -> None:
        self.folder, self.url = folder, url
        self._environment = {
            **{name: text for name, text in os.environ.items() if "LIVESTONE" not in name},
            "PYTHONPATH": str(source / "src"),
            "LIVESTONE_WARM_UP": "false",
            "LIVESTONE_NEW_ACCOUNTS": "1000",
            "LIVESTONE_REQUESTS": "0",
            "LIVESTONE_BOTS": "1",
            **({} if url is None else {"LIVESTONE_DATABASE": url}),
        }

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start a command of the edition."""
        command = [sys.executable, "-P", "-c", RUN, *arguments]
        return subprocess.Popen(
            command, env=self._environment, cwd=self.folder, stdout=subprocess.PIPE, text=True
        )

    def do(self, *arguments: str) -> str:
        """Run a command over the store, and return what it prints."""
        process = self.start(*arguments)
        said = process.communicate()[0]
        assert process.returncode == 0, arguments
        return said

    @contextmanager
    def serving(self) -> Iterator[tuple[str, str, str]]:
        """A server's address, its port for players, and the operator's secret."""
        data = self.folder / "data"
        process = self.start("serve", "--data", str(data), "--port", "0", "--lines", "0")
        assert process.stdout is not None
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        found = [re.search(one, said) for one in (r"ready at (\S+)/", r"port (\d+)", r"ator/(\S+)")]
        address, port, secret = (one[1] for one in found if one is not None)
        try:
            yield address, port, secret
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


class Visitor:
    """A browser of its own."""

    def __init__(self, address: str, token: str = "") -> None:
        self.client = httpx.Client(base_url=address, timeout=PATIENCE, follow_redirects=True)
        if token:
            self.client.cookies.set("livestone", token)
        self.client.get("/")

    def get(self, path: str) -> Any:
        """Return what is at an address of the API."""
        answer = self.client.get(f"/api{path}")
        assert answer.is_success, (path, answer.text)
        return answer.json()

    def post(self, path: str, **body: Any) -> Any:
        """Ask for a change; return the answer."""
        answer = self.client.post(f"/api{path}", json=body)
        assert answer.is_success, (path, body, answer.text)
        return answer.json() if answer.content else None


def until(condition: Callable[[], Any]) -> Any:
    """Return what a condition says once it holds."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.1)
    return found


def play(visitors: list[Visitor], id: str, plies: int, dice: random.Random) -> dict[str, Any]:
    """Play at random for whoever is to move, up to so many plies or the end."""
    for _ in range(plies):
        for visitor in visitors:
            table = visitor.get(f"/games/{id}")
            if table["status"] != "running":
                return dict(table)
            if table["curtain"] is not None:
                table = visitor.post(f"/games/{id}/look", ply=table["ply"])
            if table["legal"] and table["my_turn"]:
                move = dice.choice(sorted(table["legal"]))
                visitor.post(f"/games/{id}/plies", move=move, ply=table["ply"])
                break
    return dict(visitors[0].get(f"/games/{id}"))


def people(edition: Edition, address: str) -> dict[str, Visitor]:
    """Accounts: friends, one of the staff, a bot with a token, and one who is banned."""
    made = {name: Visitor(address) for name in ("Ada", "Ben", "Cleo", "Dan")}
    for name, one in made.items():
        one.post("/register", name=name, password=PASSWORD, email=f"{name}@example.org".lower())
    edition.do("admin", "grant", "Cleo", "--data", str(edition.folder / "data"))
    ada, cleo = made["Ada"], made["Cleo"]
    ada.post("/account/bots", name="AdasBot")
    ada.post("/account/tokens", label="mine", scopes=["read", "bot"], bot="AdasBot")
    ada.post("/account/blocks", name="Dan")
    made["Ben"].post("/account/vacation", days=3)
    ada.post("/people/Dan/report", reason="Never answers.")
    cleo.post("/admin/ban", name="Dan", reason="A trial.", days="30")
    cleo.post("/admin/announce", text="Kept for the tests.")
    return made


def games(made: dict[str, Visitor], guest: Visitor, dice: random.Random) -> list[str]:
    """Every game at least once, to the end or left as it is; who may read which."""
    ada, ben = made["Ada"], made["Ben"]
    ids = []
    for number, game in enumerate(guest.get("/catalogue")):
        seats = ["me"] + ["person"] * (len(game["players"]) - 1)
        for options in ({}, *game["presets"].values()):
            table = guest.post("/games", game=game["game"], options=options, seats=seats)
            long = number % 4 == 0 and not options
            play([guest], table["id"], PLIES if long else 6, dice)
            ids.append(table["id"])
    controls = ("5+3", "3d", "10/3x30", "5d3", "30")
    for number, control in enumerate(controls):
        body = {"game": "freedom", "options": {"size": 5}, "seats": ["me", "friend"]}
        body |= {"control": control, "public": True, "delay": number}
        late = ada.client.post("/api/games", json=body | {"delay_seconds": 60 * (number == 2)})
        # Only an early edition knows spectators who are seconds behind.
        id = late.json()["id"] if late.is_success else ada.post("/games", **body)["id"]
        link = ada.get(f"/games/{id}/invitations")[0]
        ben.post(f"/invitations/{link['invitation']}")
        play([ada, ben], id, PLIES if number % 2 else 5, dice)
        ada.post(f"/games/{id}/talk", text="Good luck, šah mat \U0001f600")
        ids.append(id)
    last = ada.post("/games", game="freedom", options={"size": 4}, seats=["me", "friend"])
    against = ben.post("/games", game="freedom", options={"size": 4}, seats=["me", "bot:1"])
    until(lambda: ben.get(f"/games/{against['id']}")["my_turn"])
    play([ben], against["id"], 1, dice)
    until(lambda: ben.get(f"/games/{against['id']}")["my_turn"])
    ben.post(f"/games/{against['id']}/resign", ply=ben.get(f"/games/{against['id']}")["ply"])
    return [*ids, last["id"], against["id"]]


def lobby(made: dict[str, Visitor]) -> None:
    """Challenges: an open one, one for a friend, and one that is taken."""
    ada, ben = made["Ada"], made["Ben"]
    terms = {"game": "straat", "options": {}, "control": "5+3"}
    ada.post("/challenges", **terms, audience="anyone")
    ada.post("/challenges", **terms, audience="anyone", to="Cleo")
    id = ben.post("/challenges", **terms, audience="anyone")["id"]
    ada.post(f"/challenges/{id}/take")


def studies(made: dict[str, Visitor], guest: Visitor, ids: list[str]) -> None:
    """Studies of a game that was played, of one made up, and of a guest's."""
    ada = made["Ada"]
    ada.post("/studies", table=ids[-4], title="A friend", visibility="private")
    made_up = ada.post("/studies", game="freedom", options={"size": 5}, title="Šta ako?")["id"]
    known = ada.post(f"/studies/{made_up}/moves", node=0, moves=["a1", "b2"])
    version = ada.get(f"/studies/{made_up}")["version"]
    ada.post(f"/studies/{made_up}/moves", node=0, moves=["c3"])
    version = ada.get(f"/studies/{made_up}")["version"]
    note = {"comment": "Wide \U0001f600", "glyph": "!", "marks": []}
    ada.post(f"/studies/{made_up}/notes", node=known["node"], version=version, **note)
    guest.post("/studies", game="straat", title="Mine")


def tournaments(edition: Edition, address: str, port: str, secret: str) -> None:
    """A tournament of two players that is over, one that waits, and the ladder's games."""
    operator = Visitor(address)
    operator.post("/operator", secret=secret)
    ladder = operator.get("/freeplay")["ladder"]
    terms = {"options": {"size": 4}, "move": 60, "game": 600}
    operator.post(f"/tournaments/{ladder}/settings", **terms, grace=60)
    data = ("--data", str(edition.folder / "data"))
    edition.do("new", "my_player.py")
    with ExitStack() as ends:
        for name in ("kim", "lee"):
            token = edition.folder / f"{name}.token"
            token.write_text(edition.do("token", name, *data))
            login = ("--port", port, "--user", name, "--ssh-key", str(token))
            ends.callback(edition.start("bot", "my_player.py", *login).kill)
        until(lambda: operator.get("/freeplay")["results"])
        operator.post(f"/tournaments/{ladder}/status", status="paused")
        until(lambda: not operator.get("/freeplay")["games"])
        body = {"kind": "swiss", "rounds": 1, "games": 2, "grace": 3600, **terms}
        over = operator.post("/tournaments", name="Over", entrants=["kim", "lee"], **body)["id"]
        until(lambda: operator.get(f"/tournaments/{over}")["status"] == "finished")
        waits = operator.post("/tournaments", name="Waits", entrants=["kim", "mia"], **body)["id"]
        operator.post(f"/tournaments/{waits}/status", status="paused")


def puzzle(ada: Visitor, source: Path) -> None:
    """A try at a puzzle, where the edition has them."""
    if ada.client.get("/api/puzzles/solver").status_code == 404:
        return
    script = (
        "import json; from livestone.puzzles.puzzle import shipped;"
        "from livestone.games import find;"
        "p = shipped(find('freedom'))[0]; print(json.dumps([p.options, p.text]))"
    )
    environment = {**os.environ, "PYTHONPATH": str(source / "src")}
    command = [sys.executable, "-P", "-c", script]
    said = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    options, text = json.loads(said.stdout)
    ada.post("/puzzles/attempts", game="freedom", options=options, text=text, moves=None)


def fill(edition: Edition, source: Path) -> None:
    """Have people leave their traces."""
    dice = random.Random(1)
    with edition.serving() as (address, port, secret):
        made, guest = people(edition, address), Visitor(address, GUEST)
        ids = games(made, guest, dice)
        lobby(made)
        studies(made, guest, ids)
        tournaments(edition, address, port, secret)
        puzzle(made["Ada"], source)


def zipped(file: Path, content: bytes) -> None:
    """Write a file that is the same whenever it is made of the same."""
    file.write_bytes(gzip.compress(content, mtime=0))
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")


def keep_sqlite(source: Path, name: str) -> None:
    """Make and keep a store of SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        edition = Edition(source, Path(folder), None)
        fill(edition, source)
        # Whole in one file, as the server leaves it once it has ended.
        with contextlib.closing(sqlite3.connect(edition.folder / "data" / "livestone.db")) as store:
            store.execute("PRAGMA journal_mode=DELETE").fetchone()
            store.execute("VACUUM")
        zipped(STORES / f"{name}.db.gz", (edition.folder / "data" / "livestone.db").read_bytes())


def keep_postgres(source: Path, name: str) -> None:
    """Make and keep a store of PostgreSQL, as statements."""
    server = os.environ["LIVESTONE_TEST_POSTGRES"]
    url = server.rpartition("/")[0] + f"/livestone_{name}"
    asyncio.run(execute(server, f"CREATE DATABASE livestone_{name}"))
    with tempfile.TemporaryDirectory() as folder:
        fill(Edition(source, Path(folder), url), source)
    program = str(next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_dump"))), "pg_dump"))
    command = [program, "--inserts", "--rows-per-insert=50", "--no-owner", "--no-privileges", url]
    dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # Words of psql's own, and a setting that would outlive the script.
    lines = [
        line for line in dumped.splitlines() if not line.startswith(("\\", "SELECT pg_catalog"))
    ]
    zipped(STORES / f"{name}.sql.gz", "\n".join(lines).encode())


async def execute(url: str, statement: str) -> None:
    """Have one statement done."""
    connection = await asyncpg.connect(url)
    await connection.execute(statement)
    await connection.close()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision")
    name = parser.parse_args().revision
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", "-q", str(source), name], check=True)
        try:
            keep_sqlite(source, name)
            keep_postgres(source, name)
        finally:
            subprocess.run([*git, "remove", "--force", str(source)], check=True)


if __name__ == "__main__":
    main()
