"""``livestone bot`` as a learner meets it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.cli.command import Call
from tests.freeplay.players import FIRST_FREE, player
from tests.freeplay.scripted import ScriptedServer, deaf
from tests.patience import PATIENCE
from tests.server.site import NO_TLS

from livestone.freeplay import lines

ADA = ("bot", "mine.py", "--user", "ada", "--ssh-key", "my.token", "--host", "127.0.0.1")
QUIET = (*ADA, "--no-gui", "--seconds", "60")
LOGIN = f"""\
> authenticate: ada
< nonce: 5f3c
> nonce-reply: {lines.reply("5f3c", b"a token")}
"""
GAME = (
    "< opponent: ada, bob\n< board: white 4\n< move: none,none\n> move: 0,0\n"
    "< message: bob (black) lost the game at move 2: they left.\n< game: ada, , \n"
)
QUIT = "< quit: Good bye.\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "mine.py").write_text(FIRST_FREE)
    (tmp_path / "my.token").write_text("a token")
    return tmp_path


def test_games_and_a_tally(here: Path, call: Call) -> None:
    with ScriptedServer(LOGIN + GAME + GAME + QUIT) as server:
        out, err = call(*QUIET, "--port", server.port)
    at = f"127.0.0.1:{server.port}"
    assert out.splitlines() == [
        f"ada is at {at}.",
        "Game 1: ada (white) against bob, 4x4.",
        f"{at}: bob (black) lost the game at move 2: they left.",
        "Game 1: ada won: bob (black) lost the game at move 2: they left.",
        "Game 2: ada (white) against bob, 4x4.",
        f"{at}: bob (black) lost the game at move 2: they left.",
        "Game 2: ada won: bob (black) lost the game at move 2: they left.",
        f"{at}: Good bye.",
        "ada, 2 games: 2 won.",
    ]
    assert err == ""
    log = (here / "freeplay.log").read_text()
    assert re.search(r"^\d\d:\d\d:\d\d CLIENT  Game 1: ada won", log, re.M)
    assert re.search(r"^\d\d:\d\d:\d\d INFO    game 1: ada \(white\) against bob, 4x4$", log, re.M)
    assert "move 1: (0, 0) after None" in log


def test_the_old_options(here: Path, call: Call) -> None:
    """Short forms, the name from the system, and the log on the screen."""
    with (
        pytest.MonkeyPatch.context() as patch,
        ScriptedServer(LOGIN + GAME + QUIT) as server,
    ):
        patch.setenv("USER", "ada")
        short = ["-H", "127.0.0.1", "-P", str(server.port), "-s", "my.token", "-G", "--stdout"]
        out = call("bot mine.py", *short).out
    assert "INFO    game 1: ada (white) against bob, 4x4" in out
    assert "DEBUG   move 1: (0, 0) after None" in out
    assert "CLIENT" not in out
    assert not (here / "freeplay.log").exists()


def test_help_tells_the_defaults(call: Call) -> None:
    words = " ".join(re.sub("[│─╭╮╰╯]", " ", call("bot --help").out).split())
    options = ("--host -H", "--port -P", "--ssh-key -s", "--no-gui -G", "--stdout", "--user")
    for text in (*options, "localhost", "5678", "~/.ssh/id_rsa.pub", "$USER"):
        assert text in words


def test_a_file_that_cannot_be_loaded(here: Path, call: Call) -> None:
    """It is found before any server is asked: there is none here."""
    (here / "mine.py").write_text("class Mine(\n")
    out, err = call(*QUIET, "--port", "1", code=2)
    assert "SyntaxError" in err
    assert "livestone: mine.py cannot be read: line 1: '(' was never closed" in err
    assert out == ""


def test_no_server(call: Call) -> None:
    with deaf() as port:
        assert (
            f"livestone: 127.0.0.1:{port} cannot be reached: "
            in call(*QUIET, "--port", port, code=2).err
        )


def test_a_refusal(call: Call) -> None:
    with ScriptedServer(LOGIN + "< not-authorized: ask for a token\n>\n") as server:
        out, err = call(*QUIET, "--port", server.port, code=2)
    assert f"livestone: 127.0.0.1:{server.port} refuses: ask for a token\n" in err
    assert out.endswith("ada, no games.\n")


def test_an_illegal_move(here: Path, call: Call) -> None:
    (here / "mine.py").write_text(player("return 7, 7"))
    lost = LOGIN + "< opponent: ada, bob\n< board: white 4\n< move: none,none\n>\n"
    with ScriptedServer(lost) as server:
        out = call(*QUIET, "--port", server.port, "--games", "1").out
    for text in (out, (here / "freeplay.log").read_text()):
        assert "mine (white) lost the game at move 1: it played (7, 7), which is not legal" in text
        assert "x and y go from 0 to 3" in text
        assert "Legal moves: any empty cell" in text
    assert out.endswith("ada, 1 game: 1 lost.\n")


def test_the_live_board(here: Path) -> None:
    """A page of its own shows the games, until Ctrl-C ends everything."""
    stay = LOGIN + GAME + ">\n"
    with ScriptedServer(stay) as server:
        arguments = [*ADA, "--port", str(server.port), "--seconds", "60"]
        process = subprocess.Popen(
            [sys.executable, "-m", "livestone", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={name: os.environ[name] for name in os.environ if "DISPLAY" not in name},
        )
        assert process.stdout is not None
        try:
            url = re.fullmatch(r"The live board is at (\S+)\n", process.stdout.readline())
            assert url is not None
            for line in process.stdout:
                if line.startswith("Game 1: ada won"):
                    break
            with httpx.Client(base_url=url[1], timeout=PATIENCE, verify=NO_TLS) as client:
                page = client.get("/", follow_redirects=True)
                (game,) = client.get("/api/freeplay/games").json()
                table = client.get("/api/freeplay/games/newest/table").json()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert 'data-more="watch"' in page.text
    assert game["said"] == "ada won: bob (black) lost the game at move 2: they left"
    (turn,) = table["turns"]
    assert turn["plies"][0]["text"] == "a1"
    assert table["option_words"] == "ada: 1 game: 1 won"
    assert process.returncode == 130
    assert out == "ada, 1 game: 1 won.\n"
    assert err == ""
