"""The programs of docs/api.md play on a real server."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.server.site import Site

from livestone.client import Client, Game

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
BOT, THINKING, SEEKING = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_bot_is_short() -> None:
    assert len(BOT.splitlines()) < 30


def play(game: Game) -> None:
    """Play one side of a game to its end."""
    for _ in game.events():
        if game.my_turn:
            game.play(game.legal[0])
    assert game.table.reason == "finished"


def test_the_bot_plays(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(BOT, "utf-8")
    with Site(tmp_path / "data") as site, Client(site.url) as person:
        person.register("Dora", "four words will do")
        person.read(dict, "/account/bots", {"name": "Dicer"})
        wanted = {"label": "dice", "scopes": ["read", "bot"], "bot": "Dicer"}
        token = person.read(dict, "/account/tokens", wanted)["token"]
        game = person.new_game("freedom", ["me", "friend"], {"size": 4})
        (link,) = game.invitations().values()
        command = [sys.executable, str(tmp_path / "my_bot.py"), site.url, link]
        environment = os.environ | {"LIVESTONE_TOKEN": token}
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as bot:
            play(game)
            made = person.new_challenge("freedom", to="Dicer", options={"size": 4})
            for event in person.events():
                if event.name == "challenge" and event.data["table"]:
                    break
            play(person.game(str(person.challenge(made.id).table)))
            assert bot.poll() is None
            bot.kill()
    assert game.table.reason == "finished"
    assert game.seats[1].name == "Dicer (bot)"


@pytest.mark.parametrize("kind", ["freedom", "trangalla"])
def test_a_table_is_read_back(tmp_path: Path, kind: str) -> None:
    """Into the state that the program sees, of a game with secrets too."""
    options = {"size": 4} if kind == "freedom" else {}
    with Site(tmp_path) as site, Client(site.url) as me, Client(site.url) as other:
        game = me.new_game(kind, ["me", "friend"], options)
        (link,) = game.invitations().values()
        theirs = other.game(other.accept(link).id)
        for _ in range(2):
            for one in (game, theirs):
                one.refresh()
                while one.my_turn:
                    found: dict[str, Any] = {"game": one}
                    exec(THINKING, found)
                    assert set(found["state"].legal_texts) == set(found["table"].legal)
        assert game.refresh().last_ply >= 4
