"""Ctrl-C: what is done is reported with what it rests on, and no progress stays on the screen."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import Call
from tests.freeplay.players import player

from livestone.core.state import State
from livestone.freeplay import acceptance_match
from livestone.games import load
from livestone.records.record import Record
from livestone.training.run import Training

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
    assert f"this rests on {found['games']} of 6 games, and on 0 of 3" in page.read_text("utf-8")
    if jobs == "1":
        out = call(f"{PLAYTEST} --jobs 1", code=130).out
        assert re.search(r"^Stopped: this rests on \d of 6 games, and on 0 of 3 betw", out, re.M)


TRY = ["try", "mine.py", "--option", "size=4", "--seconds", "60", "--games", "2", "--level", "0"]


@pytest.fixture
def mine(here: Path) -> Path:
    (here / "mine.py").write_text(player("return (9, 9)"), "utf-8")
    return here


def test_trying_a_player_reports_on_the_games_that_are_over(
    mine: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = acceptance_match._play
    monkeypatch.setattr(acceptance_match, "_play", press_at(4, play))
    out = call(*TRY, code=130).out
    assert "\nStopped after 3 of at most 6 games.\n" in out
    assert re.search(r"^random +2 +0 +0 +2 ", out, re.M)
    assert re.search(r"^first-free +1 +0 +0 +1 ", out, re.M)
    assert "greedy" not in out
    assert len(list((mine / "mine-lost").iterdir())) == 3
    monkeypatch.setattr(acceptance_match, "_play", press_at(4, play))
    found = call(*TRY, "--json", code=130).json
    assert found["interrupted"] == {"done": 3, "of": 6}
    assert [row["games"] for row in found["opponents"]] == [2, 1]


def test_mistakes_not_looked_for_are_not_denied(
    mine: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mine / "mine.py").write_text(player("return self.board.legal[-1]"), "utf-8")
    monkeypatch.setattr(acceptance_match, "costliest", press_at(2, lambda *_: None))
    out = call(*TRY[:-4], "--games", "6", "--level", "0", "--seed", "5", code=130).out
    assert "\nStopped after 18 of at most 18 games.\n" in out
    assert out.count("no single move cost much") == 1
    assert out.count("the moves were not looked at") >= 1


MOVES = "a2 b1 c1 c2 d2 c3 b4 b3 b2 a3 a4 c4 d4 d3 d1 a1"


@pytest.fixture
def record(tmp_path: Path) -> str:
    state = State(load("freedom", size=4))
    for move in MOVES.split():
        state.play(move)
    file = tmp_path / "game.txt"
    file.write_text(Record.of(state).as_text(), "utf-8")
    return str(file)


@pytest.mark.usefixtures("ctrl_c_at_first")
def test_a_review_tells_how_much_it_has_judged(record: str, tmp_path: Path, call: Call) -> None:
    graph = tmp_path / "graph.svg"
    out = call("review", record, "--nodes", "500", "--svg", graph, code=130).out
    assert "\nStopped: this rests on the last 1 of 16 plies.\n" in out
    # The last move was forced, so no choice could be judged.
    assert "accuracy" not in out
    assert out.count("no choice judged") == 2
    assert "the last 1 of 16 plies" in graph.read_text("utf-8")
    found = call("review", record, "--nodes", "500", "--json", code=130).json
    assert found["interrupted"] == {"done": 1, "of": 16}
    assert [side["accuracy"] for side in found["sides"]] == [None, None]


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
        ("perft freedom 12", r"of 100 first plies", r""),
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
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm")
        termios.tcsetwinsize(0, (24, 60))
        os.execv(sys.executable, [sys.executable, "-m", "livestone", *command.split()])
    output, pressed = "", False
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # how Linux tells that the other side is closed
            break
        if not data:
            break
        output += data.decode()
        if not pressed and re.search(sign, output):
            os.write(terminal, b"\x03")
            pressed = True
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 130
    rest = screen(output)
    assert re.fullmatch(left, rest[0] if rest else "")
    assert not re.search(sign, "\n".join(rest))
    assert "━" not in "".join(rest)
