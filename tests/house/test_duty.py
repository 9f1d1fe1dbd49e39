"""Two houses for one bot: one plays, the other takes over when it ends or falls silent."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.house.test_house import SMALL, Open, challenge, until
from tests.server.site import Site

from livestone.client import Client
from livestone.house import duty, name
from livestone.house.house import TournamentRules
from livestone.house.keys import load
from livestone.house.name import Name
from livestone.server.accounts import bot_lease as times

TERMS = TournamentRules(games=4)


def test_one_at_a_time(site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (key,) = load(folder / "tokens", {}, [3])
    with Client(site.url, token=key.token) as bot:
        assert bot.duty("one", 60)
        assert bot.duty("one", 60)
        assert not bot.duty("two", 60)
        assert not bot.duty("two", 0)  # nobody is sent home by another
        assert not bot.duty("two", 60)
        assert not bot.duty("one", 0)
        assert bot.duty("two", 60)
        assert not bot.duty("one", 60)
        monkeypatch.setattr(times, "now", lambda: time.time() + 61)
        assert bot.duty("one", 60)
        # The machine's clock is set back, by more than anybody can ask for.
        monkeypatch.setattr(times, "now", lambda: time.time() - 3600)
        assert bot.duty("two", 60)


@pytest.mark.parametrize("machines", [1, 2])
def test_the_second_house_takes_over(
    site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch, machines: int
) -> None:
    monkeypatch.setattr(duty, "EVERY", 0.2)
    folders = itertools.cycle(folder / str(number) for number in range(machines))
    monkeypatch.setattr(name, "folder", lambda: next(folders))
    tokens = folder / "tokens"
    level = machines + 4
    (key,) = load(tokens, {}, [level])
    first, second = (Open(site, tokens, [level], TERMS) for _ in range(2))
    with Client(site.url) as person, Client(site.url, token=key.token) as bot, first:
        first.wait("is here")
        until(lambda: not bot.duty("probe", 0.01))
        with second:
            second.wait("is looked after by another house")
            game = challenge(person, level, options=SMALL, side=0)
            for _ in range(2):
                game.play(game.legal[0])
                until(lambda: game.refresh().my_turn)
            assert (len(first.engine.asked), second.engine.asked) == (2, [])
            first._stop()
            first.wait("ended")
            game.play(game.legal[0])
            until(lambda: game.refresh().my_turn)
            assert second.engine.asked
            game.resign()


def test_the_name_of_a_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path))
    first, second, other = Name("a token"), Name("a token"), Name("another token")
    called = first.take()
    assert re.fullmatch("[0-9a-f]{16}", called)
    assert first.take() == called
    assert second.take() == ""
    assert other.take() not in ("", called)
    (kept,) = (path for path in (tmp_path / "house").iterdir() if path.read_text() == called)
    assert "token" not in kept.name
    first.leave()
    assert second.take() == called
    second.leave()
    kept.write_text("rubbish")
    assert first.take() not in ("", called)
    first.leave()
    other.leave()


def test_a_house_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house").write_text("no folder")
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path))
    nameless = Name("a token")
    called = nameless.take()
    assert called == nameless.take() != ""
    nameless.leave()
    assert nameless.take() != called


def test_whoever_is_killed_lets_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path))
    program = (
        "import time; from livestone.house.name import Name; name = Name('a token'); "
        "print(name.take(), flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        called = process.stdout.readline().strip()
        after = Name("a token")
        assert after.take() == ""
        process.kill()
    assert after.take() == called != ""
    after.leave()


class FakeMsvcrt:
    """Locks a byte of a file as Windows does, from where the file stands."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.held: dict[tuple[int, int, int], int] = {}

    def locking(self, number: int, how: int, count: int) -> None:
        assert (how, count) == (self.LK_NBLCK, 1)
        at = os.lseek(number, 0, os.SEEK_CUR)
        assert at > 100, "nobody else may read what is locked"
        found = os.fstat(number)
        key = (found.st_dev, found.st_ino, at)
        holder = self.held.get(key, number)
        if holder != number and _is_open(holder):
            raise PermissionError(13, "Permission denied")
        self.held[key] = number


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def test_names_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One house at a time has a name there as well, and the next one has the same."""
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", FakeMsvcrt())
    monkeypatch.setattr(name, "folder", lambda: tmp_path)
    first, second = Name("a token"), Name("a token")
    known = first.take()
    assert re.fullmatch("[0-9a-f]{16}", known)
    assert second.take() == ""
    assert first.take() == known
    first.leave()
    assert second.take() == known
    second.leave()
