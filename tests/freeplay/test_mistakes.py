"""What learners hear of the mistakes that beginners make."""

from __future__ import annotations

import io
import linecache
import sys
from pathlib import Path

import pytest
from tests.freeplay.mistakes import MISTAKES

from livestone.freeplay import blame
from livestone.freeplay.board import freeplay
from livestone.freeplay.cell_table import CellTable, find_player
from livestone.freeplay.limits import Fault
from livestone.freeplay.player import GamePlayer, Player
from livestone.freeplay.state_table import StateTable
from livestone.freeplay.told_game import ToldGame
from livestone.games import load

FREEDOM, STRAAT = freeplay(), load("straat")


@pytest.fixture(autouse=True)
def like_a_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.setattr(sys, "modules", sys.modules.copy())
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(blame, "HOME", str(tmp_path))
    linecache.clearcache()


def first_move(file: Path) -> None:
    """Load a player's file and ask for a move, as its process does."""
    kind = find_player(file)
    game = FREEDOM if issubclass(kind, Player) else STRAAT
    asked = {"moves": [], "seconds": 60.0}
    if issubclass(kind, GamePlayer):
        StateTable(kind, ToldGame(game), 0).move(asked)
    else:
        CellTable(kind, game.option, 0).move(asked)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_explained(tmp_path: Path, name: str) -> None:
    text, said = MISTAKES[name]
    (tmp_path / "mine.py").write_text(text, "utf-8")
    with pytest.raises(Fault) as caught:
        first_move(tmp_path / "mine.py")
    assert said in str(caught.value)
    assert str(caught.value).isprintable()
