"""The examples of the docs go on when the server under them is killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.docs.test_api import BOT, SEEKING, THINKING
from tests.patience import PATIENCE
from tests.server.servers import Server

from livestone.client import Client

DOCS = Path(__file__).parents[2] / "docs"
(WHOLE_GAME,) = re.findall(
    r"```python\n(.*?)```", (DOCS / "server.md").read_text("utf-8"), re.DOTALL
)
ENDS = [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
SMALL = {"size": 4}

Restart = Callable[[], None]

pytestmark = pytest.mark.parametrize("how", ENDS, ids=lambda how: how.name)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server in a process of its own."""
    running = Server(tmp_path / "server", None, {})
    running.wait()
    yield running
    running.end(signal.SIGTERM)


@pytest.fixture
def restart(server: Server, how: signal.Signals) -> Restart:
    """Ends the server, and starts it again at the same address."""

    def again() -> None:
        server.end(how)
        server.start()

    return again


def after(calls: int, act: Callable[[], None], function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that does something else first, when it is called so many times."""
    count = 0

    def counted(*given: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if count == calls:
            act()
        return function(*given, **named)

    return counted


def test_the_bot_answers_all_its_games(tmp_path: Path, server: Server, restart: Restart) -> None:
    (tmp_path / "my_bot.py").write_text(BOT, "utf-8")
    with Client(server.url, patience=None) as person:
        person.register("Dora", "four words will do")
        person.read(dict, "/account/bots", {"name": "Dicer"})
        wanted = {"label": "dice", "scopes": ["read", "bot"], "bot": "Dicer"}
        token = person.read(dict, "/account/tokens", wanted)["token"]
        games = [person.new_game("freedom", ["me", "friend"], SMALL) for _ in range(3)]
        links = [link for game in games for link in game.invitations().values()]
        command = [sys.executable, str(tmp_path / "my_bot.py"), server.url, *links]
        environment = os.environ | {"LIVESTONE_TOKEN": token}
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as bot:
            play_all(person, len(games), restart)
            assert bot.poll() is None
            bot.kill()
        assert {game.refresh().reason for game in games} == {"finished"}


def play_all(person: Client, games: int, restart: Restart) -> None:
    """Play one side of so many games, and restart the server after 8 and 16 moves."""
    moves, over = 0, set()
    for event in person.events():
        if event.name != "game":
            continue
        game = person.game(event.data["id"])
        while game.my_turn:
            game.play(game.legal[0])
            moves += 1
            if moves in (8, 16):
                restart()
        if game.over:
            over.add(game.id)
        if len(over) == games:
            return


def test_who_thinks_plays_afterwards(server: Server, restart: Restart) -> None:
    with Client(server.url) as person:
        game = person.new_game("freedom", ["me", "person"], SMALL)
        restart()
        exec(THINKING, {"game": game})
        assert game.ply == 1


def test_who_seeks_an_opponent_finds_one(server: Server, restart: Restart) -> None:
    found: dict[str, Any] = {"server": server.url}
    seeker = threading.Thread(target=exec, args=(SEEKING, found))
    seeker.start()
    with Client(server.url, patience=None) as other:
        while other.lobby("freedom").seeking == 0:
            time.sleep(0.05)
        restart()
        wish = other.seek("freedom", "5+3", rated=False)
        for _ in () if wish.table else other.events():
            wish = other.seek("freedom", "5+3", rated=False)
            if wish.table:
                break
        seeker.join(PATIENCE)
        assert found["game"].id == wish.table
        assert other.game(str(wish.table)).talk().messages[0].text == "Have a good game!"
    found["client"].close()


def test_a_whole_game_without_the_client(
    server: Server, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: dict[str, Any] = {"server": server.url}
    opened: list[None] = []

    def once() -> None:
        opened.append(None)
        restart()

    from urllib import request

    opener = request.OpenerDirector
    monkeypatch.setattr(opener, "open", after(5, once, opener.open))
    exec(WHOLE_GAME, found)
    assert found["table"]["reason"] == "finished"
    assert opened
