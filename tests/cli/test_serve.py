"""``livestone serve``: two listening servers in one process, or one line that says why not."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.server.lines.clients import OldClient, hashed
from tests.server.site import NO_TLS

from livestone.cli.main import run

PATIENCE = 120.0


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
        url = re.search(r"ready at (http://\S+)/\n", said)
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


def test_players_log_in_and_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One with a token, one with his public key; the pages answer, and Ctrl-C ends it all."""
    data, keys = tmp_path / "data", tmp_path / "keys"
    keys.mkdir()
    (keys / "bo.pub").write_bytes(b"ssh-ed25519 AAAA bo")
    assert run(["token", "ada", "--data", str(data)]) == 0
    token = capsys.readouterr().out.encode()
    options = ["--data", str(data), "--lines", "0", "--size", "4", "--classroom", str(keys)]
    with serving(*options) as (url, port, process, said):
        assert "livestone bot my_player.py" in said
        with httpx.Client(verify=NO_TLS, timeout=PATIENCE) as browser:
            assert browser.get(url).status_code == 200

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


def test_a_taken_port_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert run(["serve", "--data", str(tmp_path), "--lines", port]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"livestone: port {port} is taken")
    assert "--lines" in told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--size", "3"], "size"),
        (["--preset", "chess"], "choose freeplay"),
        (["--option", "last_cell=choice"], "choose auto or always"),
        (["--move-seconds", "0"], "0 seconds for a move make no sense"),
        (["--game-seconds", "nan"], "nan seconds for a game make no sense"),
        (["--move-seconds", "60", "--game-seconds", "30"], "are less than the 60 for a move"),
        (["--classroom", "nowhere"], "--classroom names a folder of NAME.pub files"),
        (["--logins", "0"], "--logins 0 would let nobody in"),
        (["--lines", "70000"], "port 70000 does not exist"),
        (["--lines", "1.5"], "no whole number"),
    ],
)
def test_what_cannot_be_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    assert run(["serve", "--data", str(tmp_path), *options]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
