"""The sandbox: what a stranger's file can reach, and who is at fault when a process is killed."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.freeplay import attacks
from tests.freeplay.players import FIRST_FREE, FIRST_LEGAL, LIMITS, SHORT, Seat, house, player
from tests.freeplay.test_process import ended
from tests.server.site import until

from livestone.cli.player_file import say_limits
from livestone.conformance.starting import write_start
from livestone.core.game_files import games_in
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.freeplay import box, process
from livestone.freeplay.board import freeplay
from livestone.freeplay.contestants import Contestant, read_contestants
from livestone.freeplay.fixture_games import FixtureGames, Setup
from livestone.freeplay.limits import Fault, Killed, lacking
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import play_game
from livestone.play.pipes import command
from livestone.play.tournament import Fixture, Plan
from livestone.play.workers import side_by_side

GAME = freeplay(size=4)
NAMES = {attack.__name__ for attack in attacks.HARMLESS}
WITHOUT_ENGINE = """
import importlib.util, pathlib, subprocess, sys
import livestone

home = pathlib.Path(livestone.__file__).parent
sys.path.append(str(home.parent))


def by_file():
    spec = importlib.util.spec_from_file_location("bot", home / "play" / "bot.py")
    spec.loader.exec_module(importlib.util.module_from_spec(spec))


def without_the_finder():
    sys.meta_path.pop(0)
    sys.modules.pop("livestone.play")
    from livestone.play import bot


for way in (
    lambda: importlib.import_module("livestone.search.report"),
    lambda: livestone.Bot,
    by_file,
    lambda: (home / "search" / "report.py").read_text(),
    lambda: (home / "play" / "x").write_text(""),
    without_the_finder,
):
    try:
        way()
    except (ImportError, OSError):
        continue
    raise SystemError("it found the engine")
"""
needs_a_box = pytest.mark.skipif(
    sys.platform != "linux" or (bool(box.missing()) and not os.environ.get("CI")),
    reason=f"no sandbox: {box.missing()}",
)


@pytest.fixture
def target(tmp_path: Path) -> Iterator[dict[str, object]]:
    """What an attacker might harm: files, listeners, this process."""
    (tmp_path / "secret").write_text("secret")
    with socket.socket() as network, socket.socket(socket.AF_UNIX) as local:
        network.bind(("127.0.0.1", 0))
        local.bind(str(tmp_path / "socket"))
        network.listen()
        local.listen()
        yield {
            "test": os.getpid(),
            "user": os.getuid(),
            "secret": str(tmp_path / "secret"),
            "neighbour": str(tmp_path / "victim.py"),
            "folder": str(tmp_path),
            "socket": str(tmp_path / "socket"),
            "port": network.getsockname()[1],
        }


def attack(folder: Path, target: dict[str, object], boxed: bool) -> str:
    """Let the attacker play against a victim, and return what it logged."""
    (folder / "victim.py").write_text(FIRST_FREE, "utf-8")
    text = Path(attacks.__file__).read_text("utf-8")
    victim = PlayerProcess(folder / "victim.py", LIMITS, boxed=boxed)
    with (folder / "log").open("a") as log, victim:
        victim.begin(GAME, 1)
        assert victim.pid is not None
        known = {**target, "boxed": boxed, "opponent": victim.pid}
        (folder / "attacker.py").write_text(text.replace("TARGET = {}", f"TARGET = {known}"))
        with PlayerProcess(folder / "attacker.py", LIMITS, log, boxed=boxed) as attacker:
            played = play_game(GAME, [attacker, victim])
            assert played.fault is None
            pid = attacker.pid
        assert pid is not None
    until(lambda: ended(pid))
    return (folder / "log").read_text("utf-8", errors="replace")


@needs_a_box
def test_nothing_succeeds_in_a_box(tmp_path: Path, target: dict[str, object]) -> None:
    said = attack(tmp_path, target, boxed=True)
    tried = {one.__name__ for one in attacks.HARMLESS + attacks.HARMFUL}
    assert re.findall("done: .*", said) == []
    assert set(re.findall(r"failed: (\w+)", said)) >= tried - {"fills_the_log"}
    assert not (tmp_path / "fled").exists()
    assert (tmp_path / "victim.py").read_text("utf-8") == FIRST_FREE
    assert (tmp_path / "log").stat().st_size < 2 * box.MAX_WRITTEN
    (tmp_path / "log").unlink()


@needs_a_box
def test_the_attacks_succeed_without_a_box(tmp_path: Path, target: dict[str, object]) -> None:
    """So that the test above could fail."""
    said = attack(tmp_path, target, boxed=False)
    os.kill(int((tmp_path / "fled").read_text()), signal.SIGKILL)
    assert set(re.findall(r"done: (\w+)", said)) == NAMES


@needs_a_box
def test_a_player_in_a_box_plays_as_any_other(tmp_path: Path) -> None:
    """It may write a little, is told its line when late, and stands still while others think."""
    late = "if self.board.moves:\n    while True: pass\n"
    text = player(f"{late}open('x', 'w').write('kept')\nreturn 0, 0")
    (tmp_path / "mine.py").write_text(text, "utf-8")
    with PlayerProcess(tmp_path / "mine.py", replace(LIMITS, move=1.0), boxed=True) as mine:
        mine.begin(GAME, 0)
        state = State(GAME)
        assert mine.move(state) == "a1"
        state.play("a1")
        state.play("a2")
        stat = Path(f"/proc/{mine.pid}/stat")
        until(lambda: stat.read_text().rsplit(")", 1)[1].split()[0] == "T")
        with pytest.raises(Fault, match="within 1 seconds: still in line 6, `while True: pass`"):
            mine.move(state)
    assert not (tmp_path / "x").exists()


@needs_a_box
def test_a_file_in_a_box_is_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import beside\n", "utf-8")
    (tmp_path / "beside.py").write_text("", "utf-8")
    said = "there is no file beside yours"
    with (
        PlayerProcess(tmp_path / "mine.py", LIMITS, boxed=True) as mine,
        pytest.raises(Fault, match=said),
    ):
        mine.start()


@needs_a_box
def test_a_player_can_be_kept_from_the_engine(tmp_path: Path) -> None:
    """Whatever it tries: there is nothing to read. Its game's rules are there."""
    (tmp_path / "any.py").write_text(WITHOUT_ENGINE + FIRST_LEGAL, "utf-8")
    with PlayerProcess(tmp_path / "any.py", LIMITS, boxed=True, engine=False) as mine:
        assert play_game(GAME, [mine, house()]).fault is None
    (tmp_path / "any.py").write_text(f"from livestone import Bot\n{FIRST_LEGAL}", "utf-8")
    said = r"livestone\.play\.bot may not be imported here: players do without.*any\.py, line 1"
    with (
        PlayerProcess(tmp_path / "any.py", LIMITS, boxed=True, engine=False) as mine,
        pytest.raises(Fault, match=said),
    ):
        mine.start()


@needs_a_box
def test_limits_hold_for_all_that_a_player_does(tmp_path: Path) -> None:
    """Even where it ignores the signal that tells of the limit."""
    burn = "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\n"
    text = player(f"{burn}while time.process_time() < 0.7: pass\nreturn 0, 0")
    (tmp_path / "burns.py").write_text(text, "utf-8")
    with PlayerProcess(tmp_path / "burns.py", replace(LIMITS, cpu=0.1), boxed=True) as burns:
        burns.begin(GAME, 0)
        with pytest.raises(Fault, match="more CPU time than a game may"):
            burns.move(State(GAME))
    text = player("for number in range(1100): open(str(number), 'w').close()\nreturn 0, 0")
    (tmp_path / "files.py").write_text(text, "utf-8")
    with PlayerProcess(tmp_path / "files.py", LIMITS, boxed=True) as files:
        files.begin(GAME, 0)
        with pytest.raises(Fault, match="it made more than 1000 files"):
            files.move(State(GAME))


@needs_a_box
def test_a_game_of_ones_own_in_a_box(tmp_path: Path) -> None:
    write_start("Yav", tmp_path / "yav")
    (kind,) = games_in(str(tmp_path / "yav"))
    (tmp_path / "any.py").write_text(FIRST_LEGAL, "utf-8")
    with PlayerProcess(tmp_path / "any.py", LIMITS, boxed=True) as mine:
        assert play_game(kind(), [mine, house()]).fault is None


@pytest.mark.parametrize("boxed", [pytest.param(True, marks=needs_a_box), False])
def test_who_is_killed_is_not_at_fault(tmp_path: Path, boxed: bool) -> None:
    """The game is played again; only in a box, which nobody else gets into, once."""
    (tmp_path / "mine.py").write_text(FIRST_FREE, "utf-8")
    deaths: list[signal.Signals] = []

    def tell(moves: Sequence[str]) -> None:
        if len(moves) == 2 and deaths:
            assert mine.pid is not None
            os.kill(mine.pid, deaths.pop())

    with PlayerProcess(tmp_path / "mine.py", LIMITS, boxed=boxed) as mine:
        seats = [mine, house("first-free")]
        deaths.append(signal.SIGKILL)
        assert play_game(GAME, seats, tell=tell).fault is None
        deaths += [signal.SIGKILL, signal.SIGTERM]
        if boxed:
            fault = play_game(GAME, seats, tell=tell).fault
            assert str(fault) == "its process was killed twice: by itself?"
        else:
            with pytest.raises(Killed, match="twice in the game of mine against first-free"):
                play_game(GAME, seats, tell=tell)
        assert deaths == []
        assert play_game(GAME, seats, tell=tell).fault is None


def test_a_game_with_a_killed_player_is_played_again_once(tmp_path: Path) -> None:
    """The second time nobody loses, and the tournament stops."""
    first = "pid = len(os.listdir('pids'))\n"
    text = f"{first}open(f'pids/{{pid}}', 'w').write(str(os.getpid()))\ntime.sleep(10 ** 6)"
    (tmp_path / "pids").mkdir()
    (tmp_path / "slow.py").write_text(player(text), "utf-8")
    who = (Contestant("slow", tmp_path / "slow.py"), Contestant("random"))
    plan = Plan.of("round-robin", GAME)

    def kill() -> None:
        for number in range(2):
            file = tmp_path / "pids" / str(number)
            until(lambda file=file: file.is_file() and file.read_text())
            os.kill(int(file.read_text()), signal.SIGKILL)

    games = FixtureGames(Setup(plan, who, LIMITS, tmp_path))
    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(Killed, match="ended twice in the game of slow against random"):
        next(side_by_side(games, [Fixture(1, 1, 1, ("slow", "random"))], 1, apart=True))
    killer.join()


def test_several_files_are_other_peoples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "other"):
        (tmp_path / f"{name}.py").write_text(FIRST_FREE, "utf-8")
    both = ["one.py", "other.py", "random"]
    monkeypatch.setattr(box, "missing", lambda: None)
    assert [who.boxed for who in read_contestants(both)] == [True, True, False]
    assert [who.boxed for who in read_contestants(both, trust=True)] == [False] * 3
    monkeypatch.setattr(box, "missing", lambda: "bubblewrap is not installed")
    assert [who.boxed for who in read_contestants(both[1:])] == [False] * 2
    with pytest.raises(BadRequest, match=r"none: bubblewrap is not installed\. .* --trust"):
        read_contestants(both)
    with pytest.raises(BadRequest, match=r"one\.py needs a sandbox: bubblewrap is not installed"):
        PlayerProcess(tmp_path / "one.py", LIMITS, boxed=True).start()


# What Windows lacks, in the player's process and in ours.
LACKING = (
    "import faulthandler, os, select, signal, sys; del select.poll, faulthandler.register; "
    "del os.killpg, signal.SIGUSR1, signal.SIGXCPU, signal.SIGKILL; sys.modules['resource'] = None;"
)


def test_ones_own_player_needs_no_limits(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a system that gives none, which is told."""
    start = command("livestone.freeplay.worker")
    monkeypatch.setattr(process, "command", lambda _: [*start[:2], LACKING + start[2]])
    monkeypatch.setattr(process, "TRACES", False)
    for module, name in ((select, "poll"), (os, "killpg"), (signal, "SIGXCPU")):
        monkeypatch.delattr(module, name)
    monkeypatch.setitem(sys.modules, "resource", None)
    say_limits()
    said = "This system sets no limit to a player's memory, CPU time and size of files.\n"
    assert capsys.readouterr().err == said
    played = play_game(GAME, [seat(FIRST_FREE), house("first-free")])
    assert (played.fault, played.record().replay().over) == (None, True)
    late = play_game(GAME, [seat(player("time.sleep(600)"), SHORT), house("first-free")])
    assert str(late.fault) == "it gave no answer within 0.2 seconds"
    ends = play_game(GAME, [seat(player("os._exit(3)")), house("first-free")])
    assert str(ends.fault) == "its process ended with exit code 3"
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.delitem(sys.modules, "resource")
    assert lacking() == "memory"


def test_why_there_is_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = box.missing.__wrapped__
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert missing() == "bubblewrap is not installed"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert missing() == "bubblewrap needs Linux"
