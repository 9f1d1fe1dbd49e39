"""``livestone try`` as a learner meets it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import Call
from tests.freeplay.players import FIRST_FREE, game_player, player

from livestone.freeplay import acceptance_match
from livestone.play.baselines import BASELINES
from livestone.records.record import Record

QUICK = ("--option", "size=4", "--seconds", "60", "--games", "4")


def test_a_table_and_the_lost_games(here: Path, call: Call) -> None:
    (here / "mine.py").write_text(
        player("self.logger.info('hello')\nreturn self.board.legal[-1]"), "utf-8"
    )
    asked = ("try mine.py", *QUICK, "--level", "1", "--seed", "5")
    out = call(*asked).out
    assert call(*asked).out == out
    assert out.startswith("mine plays Freedom (size 4, scoring rows, last_cell auto), seed 5\n")
    table = re.findall(r"^(random|first-free|greedy|level 1) +4 +(\d) +(\d) +(\d) +", out, re.M)
    assert len(table) == 4
    assert all(won + drawn + lost for _, won, drawn, lost in table)
    losses = sum(int(row[3]) for row in table)
    commands = re.findall(r"livestone play --replay (\S+) --ply (\d+)", out)
    assert 0 < len(commands) <= losses
    shown = re.findall(r"^  (?:random|first-free|greedy|level 1), games? ([\d, ]+)", out, re.M)
    assert sum(len(re.findall(r"\d+", numbers)) for numbers in shown) == losses
    assert re.search(
        r"lost 0 to 4; move \d+ at \(\d, \d\) cost about \d points?: \(\d, \d\) was", out
    )
    for file, ply in commands:
        record = Record.read((here / file).read_text("utf-8"))
        assert 0 < int(ply) <= len(record.plies)
        state = record.replay()
        assert record.players[(state.winners or (0,))[0]].name != "mine"
    log = (here / "freeplay.log").read_text("utf-8")
    assert "game 1: mine (white) against random, Freedom(size=4, " in log
    assert "INFO    hello" in log


def test_json(here: Path, call: Call) -> None:
    (here / "mine.py").write_text(FIRST_FREE, "utf-8")
    data = call("try mine.py --option size=4 --level 0 --json").json
    assert (data["player"], data["game"], data["options"]["size"]) == ("mine", "freedom", 4)
    assert [row["name"] for row in data["opponents"]] == ["random", "first-free", "greedy"]
    for row in data["opponents"]:
        assert row["won"] + row["drawn"] + row["lost"] == row["games"] == 10
    losses = [number for game in data["lost"] for number in game["games"]]
    assert sum(row["lost"] for row in data["opponents"]) == len(losses)
    # Neither side has any choice, so there are only two games.
    alike = [game["games"] for game in data["lost"] if game["opponent"] == "first-free"]
    assert alike in ([], [[1, 3, 5, 7, 9]], [[2, 4, 6, 8, 10]])


def test_a_fault_is_told_once_and_in_full(here: Path, call: Call) -> None:
    text = player("return self.board.legal[0] if len(self.board.moves) < 2 else (9, 9)")
    (here / "mine.py").write_text(text, "utf-8")
    asked = ("try mine.py", *QUICK[:4], "--games", "2", "--level", "0")
    out = call(*asked, code=1).out
    halt = "Stopped at the first fault, in game 1 of at most 6: --all plays on.\n"
    assert halt in out
    assert out.count("Legal moves: ") == 1
    assert out.count("lost because") == 1
    assert call(*asked, "--json", code=1).json["stopped_at_fault"] == {"done": 1, "of": 6}
    out = call(*asked[:-3], "1", "--level", "0", "--all").out
    assert out.count("Legal moves: ") == 1
    told = "it played (9, 9), which is not legal: (9, 9) is off the board: x and y go from 0 to 3"
    assert f"mine (white) lost the game at move 3: {told}.\n" in out
    assert out.count(f"lost because {told}") == 3
    assert (here / "freeplay.log").read_text("utf-8").count(f"move 3: {told}.\n") == 3


def test_the_log_on_the_screen(here: Path, call: Call) -> None:
    (here / "mine.py").write_text(player("print('seen')\nreturn self.board.legal[0]"), "utf-8")
    out = call("try mine.py", *QUICK[:4], "--games", "1", "--level", "0", "--stdout").out
    assert "\nseen\n" in out
    assert "freeplay.log" not in out
    assert not (here / "freeplay.log").exists()


def test_another_game(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of three without points, against the one simple opponent that needs no compiler."""
    monkeypatch.setattr(acceptance_match, "BASELINES", {"first-free": BASELINES["first-free"]})
    move = "if len(self.moves) < 9: return state.legal_texts[-1]\nreturn 'A1-A1'"
    (here / "mine.py").write_text(game_player(move), "utf-8")
    line = ["try", "mine.py", "--game", "haalmaa_1", "--level", "0", "--games", "3"]
    out = call(*line, "--seconds", "60", "--all").out
    assert out.startswith("mine plays Haalmaa I (full_goal false, ply_cap 1500), seed 0\n")
    assert "The other 2 seats are taken by the same opponent.\n" in out
    assert re.search(r"^first-free +3 +0 +0 +3 +0% +–$", out, re.M)
    assert re.search(r"^mine \(red\) lost the game at move 10: A1-A1 is not possible", out, re.M)
    assert "first-free, game 2 as blue: lost because A1 is where it stands" in out
    call("try mine.py --game haalmaa_1 --option size=8", code=2)


@pytest.mark.slow
def test_the_move_that_cost_most_where_no_points_are_counted(here: Path, call: Call) -> None:
    (here / "mine.py").write_text(game_player("return state.legal_texts[-1]"), "utf-8")
    outs = []
    for _ in range(2):
        line = ["try", "mine.py", "--game", "straat", "--level", "0", "--games", "2", "--json"]
        outs.append(call(*line, "--seconds", "60").json)
    assert outs[0] == outs[1]
    found = [game["mistake"] for game in outs[0]["lost"] if game["mistake"]]
    assert found
    for mistake in found:
        assert mistake["points"] is False
        assert 0.1 <= mistake["cost"] <= 1
    for game in outs[0]["lost"]:
        record = Record.read((here / game["record"]).read_text("utf-8"))
        assert (game["mistake"] is None) or "% of a win: " in str(record.plies)


def test_ctrl_c_ends_the_players_too(here: Path) -> None:
    (here / "mine.py").write_text(
        player("print('mine is', os.getpid())\nwhile True: pass"), "utf-8"
    )
    command = [sys.executable, "-m", "livestone", "try", "mine.py", "--seconds", "600", "--stdout"]
    ours = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert ours.stdout is not None
    pid = next(int(line.split()[-1]) for line in ours.stdout if line.startswith("mine is"))
    ours.send_signal(signal.SIGINT)
    _, err = ours.communicate()
    assert (ours.returncode, err) == (130, "")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
