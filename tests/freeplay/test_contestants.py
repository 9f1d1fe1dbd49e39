"""Entrants by the names that are typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.freeplay.players import FIRST_FREE

from livestone.errors import BadRequest
from livestone.freeplay.contestants import read_contestants
from livestone.freeplay.limits import Limits
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import HouseSeat


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.py").write_text(FIRST_FREE, "utf-8")
    (tmp_path / "mine.py").write_text(FIRST_FREE, "utf-8")
    (tmp_path / "random.py").write_text(FIRST_FREE, "utf-8")
    return tmp_path


def test_names_are_told_apart() -> None:
    found = read_contestants(["a/mine.py", "b/mine.py", "random.py", "random"], trust=True)
    assert [who.name for who in found] == ["a/mine.py", "b/mine.py", "random.py", "random"]


@pytest.mark.parametrize("text", ["", "level:0", "level:11", "nobody.py", "a"])
def test_nobody(text: str) -> None:
    with pytest.raises(BadRequest, match="cannot take part: name a player's file, random"):
        read_contestants(["random", text])


def test_bad_names(here: Path) -> None:
    with pytest.raises(BadRequest, match="'random' is named twice"):
        read_contestants(["random", "random"])
    for name in ("two\nlines", "x" * 61, " spaced"):
        (here / f"{name}.py").write_text(FIRST_FREE, "utf-8")
        with pytest.raises(BadRequest, match="is no name for a table of results"):
            read_contestants([f"{name}.py"])


def test_what_they_are(here: Path) -> None:
    limits = Limits()
    file, house, level, strongest = read_contestants(["mine.py", "greedy", "level:2", "level:10"])
    with file.seat(limits, None) as player:  # type: ignore[attr-defined]
        assert isinstance(player, PlayerProcess)
        assert player.limits is limits
    seat = level.seat(limits, None)
    assert isinstance(seat, HouseSeat)
    assert (seat.name, seat.level) == ("level 2", 2)
    assert house.seat(limits, None).name == "greedy"
    assert [who.name for who in (file, level)] == ["mine", "level 2"]
    assert file.file == here / "mine.py"
    assert [who.thinks for who in (file, house, level)] == [False, True, True]
    assert level.participant.level == 2
    assert strongest.as_json() == {"name": "level 10", "level": 10}
    before = file.as_json()
    assert before["file"] == "mine.py"
    assert file.as_json() == before
    (here / "mine.py").write_text(FIRST_FREE + "\n", "utf-8")
    assert file.as_json() != before, "a file that has changed is somebody else"
