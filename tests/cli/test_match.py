"""``livestone match``: engines and levels, an SPRT, a match that is killed and goes on."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone.records.record import Record

FILE = Path(__file__).parents[1] / "freeplay" / "ugi_engine.py"
ENGINE = f"cmd:{shlex.join([sys.executable, str(FILE)])}"
OURS = f"cmd:{shlex.join([sys.executable, '-m', 'livestone', 'engine'])}"
SMALL = ("--option", "size=4", "--no-show", "--seconds", "60")


def test_an_sprt_between_an_engine_and_a_player(here: Path, call: Call) -> None:
    found = call("match", ENGINE, "greedy", *SMALL, "--sprt", "elo0=-50", "elo1=0", "--json").json
    assert found["over"] is True
    assert found["sprt"]["verdict"] == "H0"
    games = [(result["round"], result["game"]) for result in found["results"]]
    assert len(games) == 2 * sum(found["sprt"]["pairs"])
    assert {result["reason"] for result in found["results"]} == {"finished"}


def test_two_engines_on_the_clock(here: Path, call: Call) -> None:
    found = call(
        "match", ENGINE, OURS, *SMALL, "--pairs", "1", "--clock", "300+1", "--out", "kept", "--json"
    ).json
    assert [result["reason"] for result in found["results"]] == ["finished"] * 2
    records = [Record.read(file.read_text()) for file in (here / "kept" / "games").iterdir()]
    assert len({tuple(record.replay().move_texts[:4]) for record in records}) == 1, (
        "both games have one opening"
    )
    assert {record.players[0].name for record in records} == set(found["entrants"])
    told = call("match", ENGINE, OURS, *SMALL, "--pairs", "1", "--out", "kept", code=2).err
    assert "'kept' holds another tournament: its clock is [300.0, 1.0], not null" in told


def test_faults_are_told_apart(here: Path, call: Call) -> None:
    for wrong, words in (
        ("crash", "2 crashes"),
        ("illegal", "2 illegal moves"),
        ("slow", "2 losses on time"),
    ):
        clock = ("--clock", "0.2") if wrong == "slow" else ()
        out = call("match", f"{ENGINE} {wrong}", "first-free", *SMALL, "--pairs", "1", *clock).out
        (line,) = [line for line in out.splitlines() if line.startswith("Lost by faults")]
        assert line.endswith(f": {words}")


def test_adjudication(here: Path, call: Call) -> None:
    more = ("--pairs", "1", "--resign", "400:2", "--max-plies", "12", "--json")
    found = call("match", f"{ENGINE} lost", "first-free", *SMALL, *more).json
    assert [result["reason"] for result in found["results"]] == ["resigned"] * 2
    assert found["standings"][0]["name"] == "first-free"
    assert all(result["loser"] is None for result in found["results"]), "that is no fault"


def test_killed_it_goes_on(here: Path, call: Call) -> None:
    more = (*SMALL, "--pairs", "6", "--json", "--jobs", "1")
    whole = call("match", ENGINE, "random", *more, "--out", "whole").out
    log = here / "kept" / "tournament.jsonl"
    command = [sys.executable, "-m", "livestone", "match", ENGINE, "random", *more, "--out", "kept"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            if log.is_file() and log.read_bytes().count(b'{"result"') >= 3:
                break
            time.sleep(0.02)
        process.kill()
    found = call("match", ENGINE, "random", *more, "--out", "kept")
    assert found.out == whole
    assert "Going on in kept after " in found.err


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("--sprt elo0=0 10", None),
        ("--sprt elo1=0 elo0=10", "say elo0=0 elo1=10"),
        ("--sprt 10 0", "give the lower first"),
        ("--clock soon", "say 10+0.1, or 60"),
        ("--clock 0", "say 10+0.1, or 60"),
        ("--resign 400", "say 400:3"),
        ("--draw 10:8", "say 10:8:40"),
        ("--max-plies 0", "the plies of a game must be a whole number"),
        ("--game haalmaa_1", "a match is for two, but Haalmaa"),
    ],
)
def test_what_is_refused(more: str, why: str | None, call: Call) -> None:
    if why is None:
        call(f"match random first-free --option size=4 --no-show --pairs 1 {more}")
    else:
        assert why in call(f"match random first-free {more}", code=2).err
