"""``livestone house``: what it refuses, and a game with real bots."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import Call
from tests.patience import PATIENCE
from tests.server.site import Site

from livestone.client import Client


def test_what_is_no_server(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVESTONE_HOUSE_TOKENS", "3 ls_x")
    assert "no address of a server" in call("house play.example", code=2).err


@pytest.mark.slow
def test_a_game_against_a_real_bot(call: Call, tmp_path: Path, small_bots: None) -> None:
    tokens = tmp_path / "tokens"
    call("admin house", tokens, "--data", tmp_path)
    command = [sys.executable, "-m", "livestone.cli.main", "house"]
    options = ["--tokens", str(tokens), "--levels", "1,2", "--jobs", "1"]
    with Site(tmp_path) as site, Client(site.url) as person:
        house = subprocess.Popen(
            [*command, site.url, *options], stdout=subprocess.PIPE, env=os.environ, text=True
        )
        with house:
            made = person.new_challenge("freedom", to="House-2", options={"size": 4})
            for event in person.events():
                if event.name == "challenge" and event.data["table"]:
                    break
            game = person.game(str(person.challenge(made.id).table))
            for _ in game.events():
                if game.my_turn:
                    game.play(game.legal[0])
            assert game.table.reason == "finished"
            house.send_signal(signal.SIGINT)
            said, _ = house.communicate(timeout=PATIENCE)
            assert house.returncode == 130
    assert "House-2 plays Freedom with Guest" in said
