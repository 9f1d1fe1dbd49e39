"""``livestone tournament``: good players and bad ones, ends of all kinds, and going on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.command import Call
from tests.freeplay.players import FIRST_FREE, game_player, player

from livestone.freeplay import box
from livestone.records.record import Record

SMALL = ("--option", "size=4", "--no-show", "--seconds", "60")
COMMAND = (sys.executable, "-m", "livestone", "tournament")


@pytest.fixture(autouse=True)
def first(here: Path) -> None:
    """A player's file."""
    (here / "first.py").write_text(FIRST_FREE, "utf-8")


def test_standings_and_crosstable(here: Path, call: Call) -> None:
    entrants = ("first.py", "random", "first-free", "--out", "kept")
    out = call("tournament", *entrants, *SMALL, "--seed", "3").out
    assert out.startswith("Round robin of Freedom. It is over: ")
    assert "Points  Won  Drawn  Lost" in out
    assert sum("×" in line for line in out.splitlines()) == 3
    records = sorted((here / "kept" / "games").iterdir())
    assert len(records) == 6
    for file in records:
        record = Record.read(file.read_text("utf-8"))
        assert record.result is not None
        assert record.result.reason == "finished"
    assert (here / "kept" / "logs" / "first.log").read_text("utf-8")
    # What is over stays as it is.
    again = call("tournament", *entrants, *SMALL, "--seed", "3")
    assert again.out == out
    assert again.err == "Going on in kept after 6 games.\n"
    # Its folder can be rated.
    (here / "kept/logs/first.txt").write_text("no record")
    for folder in ("kept", "kept/games", "."):
        (found,) = call(f"rate {folder} --json").json
        assert (found["game"], found["games"], len(found["players"])) == ("freedom", 6, 3)
    # Another tournament is refused there.
    told = call("tournament", *entrants, *SMALL, "--seed", "4", code=2).err
    assert "'kept' holds another tournament: its seed is 3, not 4. Choose another folder" in told
    (here / "first.py").write_text(FIRST_FREE + "# better\n", "utf-8")
    told = call("tournament", *entrants, *SMALL, "--seed", "3", code=2).err
    assert "first has changed since it began" in told


def test_three_players_of_another_game(here: Path, call: Call) -> None:
    (here / "last.py").write_text(game_player("return state.legal[-1]"), "utf-8")
    more = ("--game", "haalmaa_1", "--option", "ply_cap=60", "--no-show", "--json")
    found = call("tournament random first-free last.py", *more).json
    assert [result["reason"] for result in found["results"]] == ["finished"] * 3
    for seat in range(3):
        assert {result["players"][seat] for result in found["results"]} == {
            "random", "first-free", "last"
        }  # fmt: skip


BAD = {
    "syntax": ("def x(:\n", "failed", "invalid syntax"),
    "prints": (player("print('hello', flush=True)\nos.write(1, b'x' * 99)\nreturn 99, 99"),
               "illegal", "(99, 99)"),
    "sleeps": (player("time.sleep(10 ** 6)"), "timeout", "gave no answer within"),
}  # fmt: skip


def test_the_right_party_loses_with_the_right_reason(here: Path, call: Call) -> None:
    for name, (text, _, _) in BAD.items():
        (here / f"{name}.py").write_text(text, "utf-8")
    files = [f"{name}.py" for name in BAD]
    more = (
        "--option",
        "size=4",
        "--games",
        "1",
        "--seconds",
        "1.5",
        "--out",
        "kept",
        "--json",
        "--trust",
    )
    found = call("tournament", *files, "first-free", *more).json
    assert found["over"] is True
    assert len(found["results"]) == 6
    lost = set()
    for result in found["results"]:
        name = result["players"][result["loser"]]
        _, reason, words = BAD[name]
        lost.add(name)
        assert (result["reason"], words in result["words"]) == (reason, True), result
        record = Record.read((here / "kept" / result["record"]).read_text("utf-8"))
        assert record.result is not None
        assert (record.result.reason, record.result.by) == (reason, result["loser"])
    assert lost == set(BAD)
    table = {one["name"]: one for one in found["standings"]}
    assert (table["first-free"]["rank"], table["first-free"]["wins"]) == (1, 3)
    assert all(one["games"] == 3 for one in table.values())
    log = (here / "kept" / "logs" / "prints.log").read_text("utf-8")
    assert "hello" in log
    assert "lost the game at move" in log


def test_other_peoples_files_need_a_sandbox(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "other.py").write_text(FIRST_FREE, "utf-8")
    monkeypatch.setattr(box, "missing", lambda: "bubblewrap is not installed")
    for command in ("tournament", "match"):
        told = call(f"{command} first.py other.py", *SMALL, code=2).err
        assert "sandbox only, and there is none: bubblewrap is not installed" in told
    found = call("match first.py other.py --pairs 1 --trust --json --no-show --option size=4").json
    assert [result["reason"] for result in found["results"]] == ["finished"] * 2


def test_what_is_said_of_bad_players(here: Path, call: Call) -> None:
    (here / "bad.py").write_text(player("return 'e5'"), "utf-8")
    out = call("tournament bad.py first-free", *SMALL).out
    assert "bad lost 2 games: " in out
    assert "Legal moves: any empty cell" in out


def test_killed_and_resumed_it_is_as_if_nothing_had_happened(here: Path, call: Call) -> None:
    more = (*SMALL, "--plies", "2", "--games", "6", "--json")
    entrants = ("first.py", "random", "first-free")
    whole = call("tournament", *entrants, *more, "--out", "whole", "--jobs", "1").out
    log = here / "kept" / "tournament.jsonl"
    command = [*COMMAND, *entrants, *more, "--out", "kept", "--jobs", "2"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        if log.is_file() and log.read_bytes().count(b'{"result"') >= 5:
            break
        time.sleep(0.02)
    process.kill()
    process.wait()
    done = log.read_bytes().count(b'{"result"')
    assert done >= 5
    with log.open("ab") as file:
        file.write(b'{"result":{"round":1,"meet')  # as a power cut may leave it
    found = call("tournament", *entrants, *more, "--out", "kept")
    assert found.out == whole
    assert "The last line in kept was cut off in the middle, and is left out." in found.err
    assert f"Going on in kept after {done} games." in found.err
    games = sorted(file.name for file in (here / "kept" / "games").iterdir())
    assert games == sorted(file.name for file in (here / "whole" / "games").iterdir())
    for name in games:
        kept, other = (here / place / "games" / name for place in ("kept", "whole"))
        assert kept.read_bytes() == other.read_bytes()


def test_ctrl_c_says_how_to_go_on(here: Path) -> None:
    command = [*COMMAND, "first.py", "random", *SMALL, "--kind", "ladder", "--out", "kept"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    log = here / "kept" / "tournament.jsonl"
    while process.poll() is None:
        if log.is_file() and log.read_bytes().count(b'{"result"') >= 3:
            break
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 0, err  # a ladder without rounds ends so
    assert out.startswith("Ladder of Freedom. Round ")
    assert err == "Stopped. Everything so far is in kept: the same command goes on from there.\n"


def test_an_sprt_stops(call: Call) -> None:
    more = ("--sprt", "0", "400", "--seed", "1", "--json")
    found = call("tournament first-free random", *SMALL, *more).json
    assert found["plan"]["kind"] == "match"
    assert found["plan"]["plies"] == 4
    assert found["sprt"]["verdict"] in ("H0", "H1")
    assert len(found["results"]) == 2 * sum(found["sprt"]["pairs"])
    openings = [result["round"] for result in found["results"]]
    assert openings == sorted(openings)
