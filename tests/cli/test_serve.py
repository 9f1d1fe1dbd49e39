"""``livestone serve``: two listening servers in one process, or one line that says why not."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from tests.cli.command import Call
from tests.patience import PATIENCE
from tests.server.databases import apart, execute, fresh
from tests.server.db.kept_stores import unpack
from tests.server.freeplay.clients import OldClient, hashed
from tests.server.site import NO_TLS

from livestone.freeplay.client import Connection, LostConnection
from livestone.server.db.migrations import newest
from livestone.server.db.sqlite_setup import FILE, prepare

TLS = Path(__file__).parents[1] / "data" / "tls"
CERTIFICATE, KEY = TLS / "certificate.pem", TLS / "key.pem"


@contextmanager
def serving(*options: str) -> Iterator[tuple[str, int, subprocess.Popen[str], str]]:
    """A server: where its pages are, its players' port, its process, what it said."""
    process = subprocess.Popen(
        [sys.executable, "-m", "livestone.cli.main", "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        url = re.search(r"ready at (https?://\S+)/\n", said)
        port = re.search(r"log in on port (\d+)", said)
        assert url is not None, said
        assert port is not None, said
        yield url[1], int(port[1]), process, said
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


class Client(OldClient):
    """An old client with a key of its own."""

    def __init__(self, name: str, key: bytes) -> None:
        super().__init__(name, lambda board: board.legal[0])
        self.key = key

    def nonce(self, nonce: str) -> None:
        self.say(f"nonce-reply: {hashed((nonce + hashed(self.key)).encode())}")

    commands = {**OldClient.commands, "nonce": nonce}


def test_players_log_in_and_play(tmp_path: Path, call: Call) -> None:
    """One has a token, one a public key; the pages answer, and Ctrl-C ends it all."""
    data, keys = tmp_path / "data", tmp_path / "keys"
    keys.mkdir()
    (keys / "bo.pub").write_bytes(b"ssh-ed25519 AAAA bo")
    token = call("token ada --data", data).out.encode()
    options = ["--data", str(data), "--lines", "0", "--size", "4", "--classroom", str(keys)]
    with serving(*options) as (url, port, process, said):
        assert "livestone bot my_player.py" in said
        with httpx.Client(verify=NO_TLS, timeout=PATIENCE) as browser:
            browser.follow_redirects = True
            assert browser.get(f"{url}/").is_success

        async def play() -> list[str]:
            clients = Client("ada", token), Client("bo", b"ssh-ed25519 AAAA bo\n")
            found = await asyncio.gather(*(client.run(port) for client in clients))
            assert all(client.board is not None and client.board.size == 4 for client in clients)
            return found

        winners = asyncio.run(play())
        assert winners[0] == winners[1]
        assert winners[0] in ("ada", "bo", "nobody")
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        errors = process.stderr.read()
        assert "classroom: the public keys in" in errors
        assert "ada logged in from 127.0.0.1" in errors
        assert "Traceback" not in errors


def test_players_log_in_where_pages_are_not(tmp_path: Path) -> None:
    """As behind a proxy, which has the pages to itself."""
    try:
        socket.create_server(("127.0.0.2", 0)).close()
    except OSError:
        pytest.skip("this machine has one local address only")
    hosts = ["--host", "127.0.0.1", "--lines-host", "127.0.0.2"]
    with serving("--data", str(tmp_path), "--lines", "0", *hosts) as (url, port, _, _):
        socket.create_connection(("127.0.0.2", port), PATIENCE).close()
        for address, closed in (("127.0.0.1", port), ("127.0.0.2", int(url.rpartition(":")[2]))):
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, closed), PATIENCE)


@pytest.mark.parametrize("options", ["--lines", "--lines 0 --port"])
def test_a_taken_port_is_told(options: str, call: Call) -> None:
    """A port that is asked for is counted on, as by a proxy."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = call(f"serve --data . {options} {port}", code=2).err
    assert told.startswith(f"livestone: port {port} is taken")
    assert options.split()[-1] in told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--size 3", "size"),
        ("--preset chess", "choose beginner or freeplay"),
        ("--option last_cell=choice", "choose auto or always"),
        ("--move-seconds 0", "0 seconds for a move make no sense"),
        ("--game-seconds nan", "nan seconds for a game make no sense"),
        ("--move-seconds 60 --game-seconds 30", "are less than the 60 for a move"),
        ("--check --host nonsense.invalid", "there is no address 'nonsense.invalid' here"),
        ("--check --lines-host 192.0.2.7", "192.0.2.7:0 cannot be used: "),
        (f"--set certificate={KEY} --set key={KEY}", "cannot be used: one of the two"),
    ],
)
def test_what_cannot_be_served(call: Call, options: str, words: str) -> None:
    told = call(f"serve --data . {options}", code=2).err
    assert words in told
    assert told.count("\n") == 1


def test_check_shows_the_settings(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVESTONE_LOGINS", "7")
    (tmp_path / "s.toml").write_text('data = "games"\nmetrics_token = "0123456789abcdef"\n')
    shown = call("serve --config", tmp_path / "s.toml", "--check", "--lines", "5").out
    assert f'data = "{tmp_path / "games"}"  # {tmp_path / "s.toml"}\n' in shown
    assert "logins = 7  # LIVESTONE_LOGINS\n" in shown
    assert "lines = 5  # --lines\n" in shown
    assert 'metrics_token = "..."' in shown
    assert "0123456789abcdef" not in shown
    assert not (tmp_path / "games").exists()


def test_by_tls_until_told_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages and players by TLS; SIGHUP reads the certificate again; SIGTERM loses no move."""
    (tmp_path / "s.toml").write_text(
        f'data = "data"\nlines = 0\nlines_tls = 0\ncertificate = "{CERTIFICATE}"\n'
        f'key = "{KEY}"\nlog_format = "json"\nlog_requests = true\ndrain_seconds = 3\n'
    )
    context = ssl.create_default_context(cafile=str(CERTIFICATE))
    with serving("--config", str(tmp_path / "s.toml")) as (url, _, process, said):
        assert url.startswith("https://")
        found = re.search(r"By TLS they log in on port (\d+)", said)
        assert found is not None
        with pytest.raises(LostConnection, match="cannot be trusted: self-signed"):
            Connection("localhost", int(found[1]), True)
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        with Connection("localhost", int(found[1]), True) as line:
            line.send("authenticate", "ada")
            assert line.receive().command == "nonce"
            process.send_signal(signal.SIGHUP)
            with httpx.Client(base_url=url, verify=context, timeout=PATIENCE) as browser:
                body = {"game": "freedom", "options": {"size": 4}, "seats": ["me", "person"]}
                table = browser.post("/api/games", json=body)
                assert "Secure" in table.headers["set-cookie"]
                process.send_signal(signal.SIGTERM)
                while (ready := browser.get("/readyz")).status_code == 200:
                    pass
                assert ready.json() == {"status": "not-ready", "reason": "the server is stopping"}
                play = {"move": table.json()["legal"][0], "ply": 0}
                kept = browser.post(f"/api/games/{table.json()['id']}/plies", json=play)
                assert kept.status_code == 200
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        log = [json.loads(line) for line in process.stderr.read().splitlines()]
    assert "has been read again" in " ".join(record["message"] for record in log)
    routes = [(record["route"], record["status"]) for record in log if "route" in record]
    assert routes[0] == ("/api/games", 201)
    assert routes[-1] == ("/api/games/{id}/plies", 200)


def test_check_looks_at_the_store(here: Path, call: Call) -> None:
    """It says what a start would do, and does nothing."""
    check = "serve --check --data data"
    assert "there is none yet" in call(check).err
    assert not (here / "data").exists()
    prepare(here / "data" / FILE)
    assert call(check).err == f"The store {here / 'data' / FILE}: schema {newest()}\n"
    path = unpack("6d4b272a", here / "data")
    before = path.read_bytes()
    assert f"schema 0013, which a start brings to {newest()}" in call(check).err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"no database " * 999, "is not a database"), (b"", "is empty"), (None, "'seats' is missing")],
)
def test_check_refuses_a_store_that_cannot_be_used(
    here: Path, call: Call, content: bytes | None, words: str
) -> None:
    path = here / "data" / FILE
    prepare(path)
    if content is None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("DROP TABLE seats")
    else:
        path.write_bytes(content)
    told = call("serve --check --data data", code=2).err
    assert words in told
    assert str(path) in told
    assert told.count("\n") == 1


def test_check_looks_at_postgresql(here: Path, call: Call) -> None:
    """One that is away is waited for at the start, too; what no waiting mends is refused."""
    away = call("serve --check --database postgresql://ada:secret@127.0.0.1:1/games").err
    assert "does not answer now" in away
    assert "secret" not in away
    url = fresh("check")
    assert "no tables yet" in call("serve --check --database", url).err
    apart(lambda: execute(url, "CREATE TABLE other (a INTEGER)"))
    told = call("serve --check --database", url, code=2).err
    assert "not those of Livestone" in told
    assert told.count("\n") == 1
