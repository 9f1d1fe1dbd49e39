"""Games of a tournament played here: each once, written before it counts, no process left."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from tests.freeplay.players import FIRST_FREE, player

from livestone.errors import LivestoneError
from livestone.freeplay.arena import Arena
from livestone.freeplay.board import freeplay
from livestone.freeplay.contestants import read_contestants
from livestone.freeplay.fixture_games import FixtureGames, Setup
from livestone.freeplay.journal import Journal
from livestone.freeplay.limits import Limits
from livestone.play.executors import here as on
from livestone.play.tournament import Fixture, Plan, Tournament
from livestone.play.workers import Stopped, side_by_side
from livestone.records.record import Record
from livestone.search.report import never

LIMITS = Limits(move=600.0, game=6000.0, load=600.0, cpu=6000.0)
PLAN = Plan.of("round-robin", freeplay(size=4), plies=2)


def setup(folder: Path, *texts: str, plan: Plan = PLAN) -> Setup:
    return Setup(plan, tuple(read_contestants(texts, trust=True)), LIMITS, folder)


def written_pid(file: Path) -> int | None:
    """The number of a process, once a player has written it there; it is told once."""
    if not (file.is_file() and file.read_text("utf-8")):
        return None
    pid = int(file.read_text("utf-8"))
    file.unlink()
    return pid


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.py").write_text(FIRST_FREE, "utf-8")
    return tmp_path


def test_every_game_once(here: Path) -> None:
    fixtures = [Fixture(1, meeting, 1, ("first", "random")) for meeting in range(1, 7)]
    games = FixtureGames(setup(here, "first.py", "random"))
    found = [finished for _, finished in side_by_side(games, fixtures, 2)]
    assert sorted(finished.result.key for finished in found) == [one.key for one in fixtures]
    for finished in found:
        record = Record.read(finished.record)
        assert [who.name for who in record.players] == ["first", "random"]
        moves = tuple(ply.move for ply in record.plies)
        assert moves[:2] == finished.result.fixture.opening(PLAN)
        assert finished.result.winners == record.replay().winners
        assert finished.kept("x").result.record == "x"


def test_nobody_is_left_behind(here: Path) -> None:
    text = player("open('pid', 'w').write(str(os.getpid()))\ntime.sleep(10 ** 6)")
    (here / "slow.py").write_text(text, "utf-8")
    pids: list[int] = []

    def stop() -> bool:
        pid = written_pid(here / "pid")
        pids.extend([pid] if pid else [])
        return pid is not None

    games = FixtureGames(setup(here, "slow.py", "random"))
    with pytest.raises(Stopped):
        next(side_by_side(games, [Fixture(1, 1, 1, ("slow", "random"))], 1, stop, apart=True))
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_a_game_whose_process_is_killed_is_played_again_once(here: Path) -> None:
    """The second time it is an error."""
    text = "open('pid', 'w').write(str(os.getppid()))\ntime.sleep(10 ** 6)"
    (here / "slow.py").write_text(player(text), "utf-8")
    killed: list[int] = []

    def stop() -> bool:
        pid = written_pid(here / "pid")
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
        return False

    games = FixtureGames(setup(here, "slow.py", "random"))
    with pytest.raises(LivestoneError, match=r"ended twice by itself .* slow against random"):
        next(side_by_side(games, [Fixture(1, 1, 1, ("slow", "random"))], 1, stop, apart=True))
    assert len({*killed}) == 2


@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
def test_what_is_played_is_written(kind: str, here: Path) -> None:
    plan = Plan.of(kind, freeplay(size=4), rounds=2 if kind == "swiss" else None)
    made = setup(here, "random", "first-free", "first.py", plan=plan)
    names = [who.name for who in made.contestants]
    head = {"plan": plan.as_json(), "entrants": names}
    told = []
    with Journal(here, head) as journal:
        cup = Tournament(plan, names)
        arena = Arena(cup, journal, lambda: told.append(len(cup.results)))
        for finished in arena.run(made, on(1, apart=True)):
            assert finished.result in cup.results
            assert {fixture.key for fixture, _ in arena.running()} <= {
                fixture.key for fixture in cup.open()
            }
            record = Record.read(arena.place(finished.result.record or "").read_text("utf-8"))
            assert tuple(who.name for who in record.players) == finished.result.players
        assert cup.over
        assert arena.running() == []
    assert told[-1] == len(cup.results)
    with Journal(here, head) as again:
        found = Tournament(plan, names, again.rounds, again.results)
    assert found.over
    assert found.results == cup.results
    assert found.standings() == cup.standings()


def test_names_that_are_nearly_alike_have_logs_of_their_own(here: Path) -> None:
    for name, word in (("a b", "first"), ("a_b", "second"), ("ž", "third"), ("z", "fourth")):
        text = player(f"print({word!r})\nreturn self.board.legal[0]")
        (here / f"{name}.py").write_text(text, "utf-8")
    pairs = [("a b", "a_b"), ("ž", "z")]
    games = FixtureGames(setup(here, "a b.py", "a_b.py", "ž.py", "z.py"))
    for round, players in enumerate(pairs, 1):
        games(Fixture(round, 1, 1, players), never)
    games.close()
    logs = {path.stem: path.read_text("utf-8") for path in here.glob("*.log")}
    words = ["first", "second", "third", "fourth"]
    found = {name: [word for word in words if word in text] for name, text in logs.items()}
    assert found == {"a b": ["first"], "a_b": ["second"], "ž": ["third"], "z": ["fourth"]}
