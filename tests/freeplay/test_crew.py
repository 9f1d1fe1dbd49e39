"""Processes that play: each game once, and no process or player left behind."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from tests.freeplay.players import FIRST_FREE, player

from livestone.errors import LivestoneError
from livestone.freeplay.board import freeplay
from livestone.freeplay.contestants import read_contestants
from livestone.freeplay.crew import Crew, Finished, Setup
from livestone.freeplay.limits import Limits
from livestone.play.tournament import Fixture, Plan
from livestone.records.record import Record

LIMITS = Limits(move=600.0, game=6000.0, load=600.0, cpu=6000.0)
PLAN = Plan.of("round-robin", freeplay(size=4), plies=2)


def setup(folder: Path, *texts: str) -> Setup:
    return Setup(PLAN, tuple(read_contestants(texts)), LIMITS, folder)


def all_of(crew: Crew, count: int) -> list[Finished]:
    """So many finished games."""
    found: list[Finished] = []
    while len(found) < count:
        found += crew.wait()
    return found


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.py").write_text(FIRST_FREE, "utf-8")
    return tmp_path


def test_every_game_once(here: Path) -> None:
    fixtures = [Fixture(1, meeting, 1, ("first", "random")) for meeting in range(1, 7)]
    with Crew(setup(here, "first.py", "random"), 2) as crew:
        assert crew.idle == 2
        for fixture in fixtures:
            crew.play(fixture)
        assert crew.idle == 0
        assert set(crew.live) == {fixtures[0].key, fixtures[1].key}
        assert crew.live[fixtures[0].key] == fixtures[0].opening(PLAN)
        found = all_of(crew, 6)
        assert crew.idle == 2
        assert crew.live == {}
    assert sorted(finished.result.key for finished in found) == [one.key for one in fixtures]
    for finished in found:
        record = Record.read(finished.record)
        assert [who.name for who in record.players] == ["first", "random"]
        moves = tuple(ply.move for ply in record.plies)
        assert moves[:2] == finished.result.fixture.opening(PLAN)
        assert finished.result.winners == record.replay().winners
        assert finished.kept("x").result.record == "x"


def test_whoever_fails_loses_and_the_report_says_it_all(here: Path) -> None:
    (here / "bad.py").write_text(player("return 1 / 0"), "utf-8")
    with Crew(setup(here, "bad.py", "random"), 1) as crew:
        crew.play(Fixture(1, 1, 1, ("random", "bad")))
        (finished,) = all_of(crew, 1)
    result = finished.result
    assert (result.reason, result.loser, result.winners) == ("failed", 1, (0,))
    assert result.words == "move raised ZeroDivisionError: division by zero (bad.py, line 5)"
    assert "Legal moves:" in finished.report
    assert "ZeroDivisionError" in (here / "bad.log").read_text("utf-8")


def test_nobody_is_left_behind(here: Path) -> None:
    text = player("open('pid', 'w').write(str(os.getpid()))\ntime.sleep(10 ** 6)")
    (here / "slow.py").write_text(text, "utf-8")
    with Crew(setup(here, "slow.py", "random"), 1) as crew:
        crew.play(Fixture(1, 1, 1, ("slow", "random")))
        while not ((here / "pid").is_file() and (here / "pid").read_text("utf-8")):
            assert crew.wait(0.05) == []
    assert gone(int((here / "pid").read_text("utf-8")))


def test_a_game_whose_process_is_killed_is_played_again_once(here: Path) -> None:
    """The second time it is an error."""
    text = "open('pid', 'w').write(str(os.getppid()))\ntime.sleep(10 ** 6)"
    (here / "slow.py").write_text(player(text), "utf-8")
    fixture = Fixture(1, 1, 1, ("slow", "random"))
    with Crew(setup(here, "slow.py", "random"), 1) as crew:
        crew.play(fixture)
        for number in range(2):
            while not ((here / "pid").is_file() and (here / "pid").read_text("utf-8")):
                assert crew.wait(0.05) == []
            pid = int((here / "pid").read_text("utf-8"))
            (here / "pid").unlink()
            os.kill(pid, signal.SIGKILL)
            if number:
                with pytest.raises(LivestoneError, match="slow against random ended twice"):
                    all_of(crew, 1)
            else:
                assert crew.wait() == []
                assert set(crew.live) == {fixture.key}
