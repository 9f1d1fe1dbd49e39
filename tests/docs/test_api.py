"""The bot of docs/api.md plays on a real server."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.server.site import Site

from livestone.client import Client

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
(BOT,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_bot_is_short() -> None:
    assert len(BOT.splitlines()) < 30


def test_the_bot_plays(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(BOT, "utf-8")
    with Site(tmp_path / "data") as site, Client(site.url) as person:
        person.register("Dora", "four words will do")
        person.read(dict, "/account/bots", {"name": "Dicer"})
        wanted = {"label": "dice", "scopes": ["read", "bot"], "bot": "Dicer"}
        token = person.read(dict, "/account/tokens", wanted)["token"]
        game = person.new_game("freedom", ["me", "friend"], {"size": 4})
        (link,) = game.invitations().values()
        command = [sys.executable, str(tmp_path / "my_bot.py"), site.url, token, link]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as bot:
            for _ in game.events():
                if game.my_turn:
                    game.play(game.legal[0])
            assert bot.poll() is None
            bot.kill()
    assert game.table.reason == "finished"
    assert game.seats[1].name == "Dicer (bot)"
