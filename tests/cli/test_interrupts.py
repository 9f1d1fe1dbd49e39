"""Ctrl-C at any moment of a command: what is done is reported, without tracebacks or rests."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import Call
from tests.cli.terminal import Terminal
from tests.freeplay.players import player
from tests.patience import PATIENCE

from livestone.freeplay import acceptance_match
from livestone.training.run import Training

# Python imports this first: it counts what is imported once the command has begun, and presses
# Ctrl-C at one import.
CUSTOM = """
import atexit, os, sys

class Finder:
    begun, imports = False, 0

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        cls.begun = cls.begun or name == "livestone.cli"
        cls.imports += cls.begun
        if cls.begun and cls.imports == int(os.environ["PRESS_AT"]):
            os.kill(os.getpid(), 2)

@atexit.register
def end():
    sys.meta_path.remove(Finder)
    print("imports", Finder.imports)

sys.meta_path.insert(0, Finder)
"""


# What pip makes of the entry point.
SCRIPT = """
import sys
from livestone.__main__ import main
sys.exit(main())
"""


def command(folder: Path, press_at: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, str(folder / "livestone"), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "PRESS_AT": str(press_at)},
    )


@pytest.mark.parametrize(
    ("line", "presses"),
    [
        ("--help", 3),
        ("position freedom", 2),
        pytest.param("analyse freedom --nodes 9", 2, marks=pytest.mark.slow),
    ],
)
def test_at_any_import(line: str, presses: int, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(CUSTOM)
    (tmp_path / "livestone").write_text(SCRIPT)
    if line.startswith("analyse"):
        command(tmp_path, 0, *line.split())  # the first time may compile, and says so
    done = command(tmp_path, 0, *line.split())
    assert (done.returncode, done.stderr) == (0, "")
    imports = int(done.stdout.rpartition("imports ")[2])
    assert imports > 100
    for at in range(1, imports, imports // presses):
        done = command(tmp_path, at, *line.split())
        assert (at, done.returncode, done.stderr) == (at, 130, "")


def within_a_command(body: str) -> subprocess.CompletedProcess[str]:
    """The whole program with a command that does this, and then goes on for ever."""
    code = f"""
import os, signal, sys, time
from livestone.cli import main

def command(*arguments, **named):
{body}
    while True:
        time.sleep(0.01)

main.make_app = lambda *_: command
main.main([])
"""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )


def test_an_interrupt_that_cannot_be_caught() -> None:
    """A destructor's exceptions are lost, so that the command would go on."""
    done = within_a_command("""
    class Thing:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

    Thing()
""")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_when_everything_is_done() -> None:
    code = """
import atexit, os, sys, time
atexit.register(time.sleep, 60)
atexit.register(os.kill, os.getpid(), 2)
from livestone.__main__ import main
sys.argv = ["livestone", "--version"]
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize(
    ("line", "ready", "end"),
    [
        ("play --plain --option size=4", "Your move.", "Goodbye."),
        ("play --no-browser --port 0", "Games are kept in", ""),
    ],
)
def test_the_usual_end_is_no_failure(line: str, ready: str, end: str, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "livestone", *line.split(), "--data", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        assert any(said.startswith(ready) for said in process.stdout)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read().strip().endswith(end)
        assert process.wait() == 0


PLAYTEST = "playtest freedom --option size=4 --games 6 --playouts 4"


def press_at(number: int, work: Callable[..., Any]) -> Callable[..., Any]:
    """The same work, with Ctrl-C when it is done for the time with this number."""
    calls = 0

    def do(*args: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == number:
            os.kill(os.getpid(), signal.SIGINT)
        return work(*args, **named)

    return do


@pytest.mark.usefixtures("ctrl_c_at_first")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_playtest_reports_on_the_games_that_are_over(
    jobs: str, tmp_path: Path, call: Call
) -> None:
    page = tmp_path / "page.svg"
    found = call(f"{PLAYTEST} --jobs", jobs, "--json", "--out", page, code=130).json
    assert found["interrupted"]["of"] == 9
    assert found["games"] == found["interrupted"]["done"] < 6
    assert sum(part["count"] for part in (*found["wins"], found["draws"])) == found["games"]
    halted = f"this rests on {found['games']} games of equals and 0 between"
    assert halted in page.read_text("utf-8")
    if jobs == "1":
        out = call(f"{PLAYTEST} --jobs 1", code=130).out
        assert re.search(r"^Stopped: this rests on \d games of equals and 0 betw", out, re.M)


TRY = "try mine.py --option size=4 --seconds 60 --all --level 0 --games"


@pytest.fixture
def mine(here: Path) -> Path:
    (here / "mine.py").write_text(player("return (9, 9)"), "utf-8")
    return here


def test_trying_a_player_reports_on_the_games_that_are_over(
    mine: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = acceptance_match._play
    monkeypatch.setattr(acceptance_match, "_play", press_at(4, play))
    out = call(TRY, "2", code=130).out
    assert "\nStopped after 3 of at most 6 games.\n" in out
    assert re.search(r"^random +2 +0 +0 +2 ", out, re.M)
    assert re.search(r"^first-free +1 +0 +0 +1 ", out, re.M)
    assert "greedy" not in out
    assert len(list((mine / "mine-lost").iterdir())) == 3
    monkeypatch.setattr(acceptance_match, "_play", press_at(2, play))
    found = call(TRY, "2", "--json", code=130).json
    assert found["interrupted"] == {"done": 1, "of": 6}
    assert [row["games"] for row in found["opponents"]] == [1]


def test_mistakes_not_looked_for_are_not_denied(
    mine: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mine / "mine.py").write_text(player("return self.board.legal[-1]"), "utf-8")
    monkeypatch.setattr(acceptance_match, "costliest", press_at(2, lambda *_: None))
    out = call(TRY, "6", "--seed", "5", code=130).out
    assert "\nStopped after 18 of at most 18 games.\n" in out
    assert out.count("no single move cost much") == 1
    assert out.count("the moves were not looked at") >= 1


def test_training_tells_how_to_go_on(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "my training"
    asked = ["train", "freedom", "--option", "size=4", "--games", "9", "--rounds", "4"]
    monkeypatch.setattr(Training, "_play", press_at(1, lambda *_: None))
    out, err = call(*asked, "--jobs", "2", "--out", place, "--json", code=130)
    assert json.loads(out)["rounds"] == []
    assert json.loads(out)["interrupted"] == {"done": 0, "of": 4}
    said, command = err.splitlines()
    assert said == f"Stopped after 0 of 4 rounds. Everything so far is in {place}; go on with:"
    words = shlex.split(command)
    assert words[:2] == ["livestone", "train"]
    # It goes on, rather than refusing a training that is there already or is not.
    monkeypatch.setattr(Training, "_play", press_at(1, lambda *_: None))
    assert call(*words[1:], code=130).err == err


def screen(output: str) -> list[str]:
    """What stands on a terminal in the end after this output, without empty lines."""
    lines, at, column = [""], 0, 0
    for control, parameter, letter, text in re.findall(
        r"(\x1b\[\??([0-9;]*)([A-Za-z]))|([^\x1b])", output
    ):
        if control:
            if letter == "A":
                at = max(0, at - int(parameter or 1))
            elif letter == "K":
                lines[at] = "" if parameter == "2" else lines[at][:column]
        elif text == "\r":
            column = 0
        elif text == "\n":
            at, column = at + 1, column
            lines += [""] * (at == len(lines))
        else:
            lines[at] = lines[at].ljust(column)[:column] + text + lines[at][column + 1 :]
            column += 1
    return [line.rstrip() for line in lines if line.strip()]


@pytest.mark.parametrize(
    ("command", "sign", "left"),
    [
        ("perft freedom 9", r"preparing the rules \.\.\.", r""),
        ("solve freedom --option size=6", r"nodes, .* a second", r"open: White leads by .*"),
        (
            "playtest freedom --option size=4 --games 90000 --playouts 1 --jobs 1",
            r"\d/135000",
            r"Freedom \(size 4.*",
        ),
    ],
)
def test_progress_is_erased_whole(command: str, sign: str, left: str) -> None:
    """On a real terminal, where the terminal itself writes ^C over what stands there."""
    made = Terminal([sys.executable, "-m", "livestone", *command.split()])
    made.until(re.compile(sign))
    made.type("\x03")
    assert made.rest()[1] == 130
    rest = screen(made.output)
    assert re.fullmatch(left, rest[0] if rest else "")
    assert not re.search(sign, "\n".join(rest))
    assert "━" not in "".join(rest)
