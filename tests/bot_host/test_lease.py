"""Two hosts for one bot: one plays, the other takes over when it ends."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tests.bot_host.test_host import SMALL, RunningHost, challenge
from tests.server.site import Site, until

from livestone.bot_host import lease
from livestone.bot_host.host import HostSettings
from livestone.bot_host.tokens import load
from livestone.client import Client
from livestone.server.accounts import bot_lease

SETTINGS = HostSettings(games=4)


def test_one_program_at_a_time_has_the_lease(
    site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (token,) = load(folder / "tokens", {}, [3])
    with Client(site.url, token=token.token) as bot:
        assert bot.take_lease("one", 60)
        assert bot.take_lease("one", 60)
        assert not bot.take_lease("two", 60)
        assert not bot.take_lease("two", 0)  # releases nobody else's
        assert not bot.take_lease("two", 60)
        assert not bot.take_lease("one", 0)
        assert bot.take_lease("two", 60)
        assert not bot.take_lease("one", 60)
        monkeypatch.setattr(bot_lease, "now", lambda: time.time() + 61)
        assert bot.take_lease("one", 60)
        # The machine's clock is set back, by more than anybody can ask for.
        monkeypatch.setattr(bot_lease, "now", lambda: time.time() - 3600)
        assert bot.take_lease("two", 60)


def test_the_second_host_waits_and_takes_over(
    site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "RENEW_SECONDS", 0.2)
    tokens = folder / "tokens"
    (token,) = load(tokens, {}, [5])
    first, second = (RunningHost(site, tokens, [5], SETTINGS) for _ in range(2))
    with Client(site.url) as person, Client(site.url, token=token.token) as bot, first:
        first.wait("is here")
        until(lambda: not bot.take_lease("probe", 0.01))
        with second:
            second.wait("is played by another host; this one waits")
            game = challenge(person, 5, options=SMALL, side=0)
            for _ in range(2):
                game.play(game.legal[0])
                until(lambda: game.refresh().my_turn)
            assert (len(first.engine.asked), second.engine.asked) == (2, [])
            first.stop()
            first.wait("ended")
            game.play(game.legal[0])
            until(lambda: game.refresh().my_turn)
            assert second.engine.asked
            game.resign()
