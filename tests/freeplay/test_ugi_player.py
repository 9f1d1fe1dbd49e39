"""Engines that speak UGI in a seat: what they play, and what they do wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.freeplay.players import house

from livestone.errors import BadRequest
from livestone.freeplay.board import freeplay
from livestone.freeplay.contestants import read_contestants
from livestone.freeplay.limits import Clocks, Fault, Limits
from livestone.freeplay.table import play_game
from livestone.freeplay.ugi_player import UgiPlayer
from livestone.games import load

ENGINE = Path(__file__).with_name("ugi_engine.py")
PATIENT = Limits(move=60.0)
Seat = Callable[..., UgiPlayer]


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Seat]:
    made: list[UgiPlayer] = []

    def make(wrong: str = "", limits: Limits = PATIENT) -> UgiPlayer:
        made.append(UgiPlayer("tiny", [sys.executable, str(ENGINE), wrong], limits, log))
        return made[-1]

    with (tmp_path / "log").open("w") as log:
        yield make
    for player in made:
        player.close()


def test_whole_games_in_one_process(seat: Seat) -> None:
    tiny = seat()
    processes = set()
    for size in (4, 6):
        for players in ([tiny, house()], [house(), tiny]):
            played = play_game(freeplay(size=size), players, seed=size)
            assert played.fault is None
            assert tiny._child is not None
            processes.add(tiny._child.pid)
    assert len(processes) == 1


@pytest.mark.parametrize(
    ("wrong", "reason", "words"),
    [
        ("crash", "failed", "its process ended with exit code 3"),
        ("illegal", "illegal", "is occupied"),
        ("flood", "failed", "it said over 16 MB and no bestmove"),
        ("garbage", "failed", "its process answered nonsense"),
        ("gone", "failed", "its process ended with exit code 1"),
    ],
)
def test_what_they_do_wrong(wrong: str, reason: str, words: str, seat: Seat) -> None:
    tiny = seat(wrong)
    for players in ([tiny, house()], [house(), tiny]):  # each game has a new process
        played = play_game(freeplay(size=5), players)
        assert played.fault is not None
        assert (played.fault.reason, played.loser) == (reason, players.index(tiny))
        assert words in str(played.fault)
        assert len(played.moves) == (0 if wrong == "gone" else 2 + (tiny is players[1]))


def test_they_take_too_long(seat: Seat) -> None:
    for wrong, limits in (
        ("hang", Limits(move=0.5)),
        ("dumb", Limits(load=0.5)),
    ):
        played = play_game(freeplay(size=5), [seat(wrong, limits), house()])
        assert played.fault is not None
        assert (played.fault.reason, played.loser) == ("timeout", 0)


def test_games_with_secrets_are_not_for_them(seat: Seat) -> None:
    with pytest.raises(Fault, match="UGI keeps no secrets"):
        seat().begin(load("trangalla"), 0)


def test_it_is_told_the_clocks(seat: Seat) -> None:
    clocks = Clocks(2, 5.0, 0.25)
    clocks.took(1, 2.0)
    assert seat()._limit(clocks) == "p1time 5000 p2time 3250 p1inc 250 p2inc 250"


def test_as_entrants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    here = tmp_path
    (who,) = read_contestants([f"cmd:{sys.executable} {ENGINE}"])
    assert who.name.startswith(f"{Path(sys.executable).name} /")
    assert (who.thinks, who.external, len(who.as_json()["sha256"])) == (False, True, 64)
    for name in ("a", "b"):
        (here / name).mkdir()
        (here / name / "x").write_text("#!/bin/sh\n")
        (here / name / "x").chmod(0o755)
    assert [who.name for who in read_contestants(["cmd:a/x", "cmd:b/x"])] == ["a/x", "b/x"]
    assert [who.name for who in read_contestants(["cmd:a/x --level 3"])] == ["x --level 3"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("cmd:", "names no program"),
        ("cmd:no-such-program -x", "there is no program 'no-such-program'"),
        ("cmd:'x", "cannot be read: No closing quotation"),
    ],
)
def test_what_is_no_engine(text: str, why: str) -> None:
    with pytest.raises(BadRequest, match=why):
        read_contestants(["random", text])
