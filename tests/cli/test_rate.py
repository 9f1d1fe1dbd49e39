"""``livestone rate`` over records in every form, and what it refuses or leaves out."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone.core.state import State
from livestone.games import load
from livestone.records.record import Participant, Record, Result

ANA, BEN, BOT = Participant("Ana"), Participant("Ben"), Participant("Livestone", "bot", 3)


def record(*players: Participant, winner: int | None = 0, date: str | None = None) -> Record:
    state = State(load("freedom", size=4))
    state.play("b2")
    if winner is None:
        return Record.of(state, players, date=date)
    return Record.of(state, players, result=Result.of(state, "resigned", by=1 - winner), date=date)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three games of two pairs in three forms, and one that still runs."""
    inner = tmp_path / "more"
    inner.mkdir()
    (tmp_path / "one.txt").write_text(record(ANA, BEN).as_text(), "utf-8")
    (tmp_path / "two.json").write_text(json.dumps(record(BEN, ANA, winner=1).as_json()), "utf-8")
    lines = [record(ANA, BOT, winner=1), record(ANA, BEN, winner=None)]
    text = "\n".join(json.dumps(each.as_json()) for each in lines)
    (inner / "three.jsonl").write_text(text + "\n\n", "utf-8")
    (tmp_path / "notes.md").write_text("no record", "utf-8")
    return tmp_path


def test_for_people(folder: Path, call: Call) -> None:
    out = call("rate", folder).out
    assert out.startswith("Freedom, 3 games\n")
    assert "Livestone (bot level 3)" in out
    assert "1 game is left out" in out


def test_all_forms_and_one_pool_a_game(folder: Path, call: Call) -> None:
    (found,) = call("rate . --json").json
    assert (found["game"], found["games"]) == ("freedom", 3)
    players = found["players"]
    assert isinstance(players, list)
    assert [player["name"] for player in players] == ["Livestone", "Ana", "Ben"]
    ana = players[1]
    assert (ana["wins"], ana["draws"], ana["losses"]) == (2, 0, 1)
    low, high = ana["interval"]
    assert low < ana["rating"] < high
    assert (players[0]["kind"], players[0]["level"]) == ("bot", 3)
    assert call("rate . --game kasteel_1 --json").json == []


def test_pretty_json_is_one_record_and_dates_decide_the_order(tmp_path: Path, call: Call) -> None:
    dated = [(0, f"2026-01-{day:02}") for day in range(1, 13)]
    dated += [(1, f"2026-02-{day:02}T10:00:00+01:00") for day in range(1, 13)]
    files = []
    for at, (winner, date) in enumerate(dated):
        path = tmp_path / f"{at}.json"
        text = json.dumps(record(ANA, BEN, winner=winner, date=date).as_json(), indent=2)
        path.write_text(text, "utf-8")
        files.append(str(path))
    one, other = (call("rate --json", *order).json for order in (files, files[::-1]))
    assert one == other


def test_standard_input(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.TextIOWrapper(io.BytesIO(record(ANA, BEN).as_text().encode()))
    monkeypatch.setattr(sys, "stdin", data)
    (found,) = call("rate - --json").json
    assert found["games"] == 1


def test_a_player_on_every_side_is_left_out(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "own.txt"
    path.write_text(record(BOT, BOT).as_text(), "utf-8")
    out = call("rate", path).out
    assert "No finished game between different players." in out
    assert "1 game is left out" in out
