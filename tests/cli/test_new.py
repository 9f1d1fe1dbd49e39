from __future__ import annotations

from pathlib import Path

import pytest

from livestone.cli.main import run
from livestone.freeplay.board import freeplay
from livestone.freeplay.limits import Limits
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import HouseSeat, play_game
from livestone.play.house import HOUSE


@pytest.mark.parametrize("name", ["my_player.py", "7-of nine.py"])
def test_the_starter_plays(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / name
    assert run(["new", str(file)]) == 0
    assert "livestone try" in capsys.readouterr().out
    text = file.read_text("utf-8")
    assert ("class MyPlayer(Player)" in text) or ("class MyPlayer" not in name)
    compile(text, name, "exec")
    house = HouseSeat("random", HOUSE["random"])
    with PlayerProcess(file, Limits(move=60.0, game=600.0, load=60.0)) as player:
        for pair in ((player, house), (house, player)):
            assert play_game(freeplay(size=5), pair, seed=1).fault is None


@pytest.mark.parametrize("name", ["my_player", "my_player.txt", ".py"])
def test_only_python_files(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", str(tmp_path / name)]) == 2
    assert "end its name with .py" in capsys.readouterr().err
    assert not (tmp_path / name).exists()


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text("mine", "utf-8")
    assert run(["new", str(file)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert file.read_text("utf-8") == "mine"
    assert run(["new", str(tmp_path / "nowhere" / "mine.py")]) == 2
