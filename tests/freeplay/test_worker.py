"""What needs no process of a player's: finding the class, reading the answer, telling errors."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from livestone import GamePlayer, Player
from livestone.core.state import State
from livestone.freeplay.blame import blamed
from livestone.freeplay.board import Board
from livestone.freeplay.cell_table import find_player, read_cell
from livestone.freeplay.limits import Fault
from livestone.freeplay.player import make
from livestone.freeplay.state_table import read_move
from livestone.games import load


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ((1, 2), [1, 2]),
        ((-1, 99), [-1, 99]),
        (np.array([3, 4]), [3, 4]),
        ((np.int8(3), 4), [3, 4]),
        ((at for at in (5, 6)), [5, 6]),
        ("pass", "pass"),
    ],
)
def test_answers(answer: object, read: object) -> None:
    found = read_cell(answer, make(Player, board=Board()))
    assert found == read
    assert all(type(at) in (int, str) for at in found)


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "is there a 'return' missing"),
        ("a1", "move returned 'a1', not"),
        (5, "move returned 5, not"),
        ((1, 2, 3), r"move returned \(1, 2, 3\), not"),
        ((1.0, 2.0), r"move returned \(1.0, 2.0\), not"),
        ((True, False), r"move returned \(True, False\), not"),
        ((10**30, 0), r"not \(x, y\): return two whole numbers"),
        ("x" * 10**6, "xxx"),
        (Unspeakable(), "move returned <Unspeakable instance at .*>, not"),
        (iter(int, 1), r"not \(x, y\)"),
    ],
)
def test_no_answers(answer: object, words: str) -> None:
    with pytest.raises(Fault, match=words) as caught:
        read_cell(answer, make(Player, board=Board()))
    assert caught.value.reason == "illegal"
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "move returned None, not a move: is there a 'return' missing"),
        ((3, 3), r"move returned \(3, 3\), not a legal move: return one"),
        (1.0, "move returned 1.0, not a legal move"),
        (True, "move returned True, not a legal move"),
        (10**40, "move returned 1000.*, not a legal move"),
        ("z" * 10**6, "move returned 'zzz"),
    ],
)
def test_no_moves_of_any_game(answer: object, words: str) -> None:
    with pytest.raises(Fault, match=words) as caught:
        read_move(answer, State(load("koerier")), make(GamePlayer))
    assert caught.value.reason == "illegal"
    assert len(str(caught.value)) < 300


class Untellable(Exception):
    __str__ = None  # type: ignore[assignment]


def recurse() -> None:
    recurse()


def test_whatever_is_raised_is_told_on_one_line() -> None:
    for error, words in (
        (SystemExit(3), r"move called sys.exit\(3\)"),
        (KeyboardInterrupt(), "move raised KeyboardInterrupt"),
        (ValueError("x\n" * 10**6), "ValueError: x x x"),
        (Untellable(), "move raised Untellable"),
    ):
        with pytest.raises(Fault, match=words) as caught, blamed("move"):
            raise error
        assert caught.value.reason == "failed"
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 400
    with pytest.raises(Fault, match="RecursionError"), blamed("move"):
        recurse()
    with pytest.raises(MemoryError), blamed("move"):
        raise MemoryError  # it is not told with memory
    with pytest.raises(NotImplementedError, match=r"write a method move\(self\)"):
        Player().move()


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.setattr(sys, "modules", sys.modules.copy())
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def test_the_last_class_of_a_family_plays(tmp_path: Path) -> None:
    text = (
        "from livestone import Player\nclass Base(Player): pass\n"
        "class Mine(Base): move = list\nclass Other: pass\nalias = Mine\n"
    )
    (tmp_path / "family.py").write_text(text, "utf-8")
    assert find_player(tmp_path / "family.py").__name__ == "Mine"
    text = "from family import Base\nclass Next(Base): move = list\n"
    (tmp_path / "next.py").write_text(text, "utf-8")
    assert find_player(tmp_path / "next.py").__name__ == "Next"


def test_a_file_may_be_called_like_a_module(tmp_path: Path) -> None:
    text = "import random\nfrom livestone import Player\nclass Mine(Player): move = random.Random\n"
    (tmp_path / "random.py").write_text(text, "utf-8")
    assert find_player(tmp_path / "random.py").__name__ == "Mine"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def move(self)\n", "mine.py cannot be read: line 1: expected ':'"),
        ("\0", "mine.py"),
        ("from livestone import Player\n", "mine.py has no player: write class"),
        (
            "from livestone import Player\nclass A(Player): pass\nclass B(Player): pass\n",
            "mine.py has 2 players, A, B",
        ),
        ("import nowhere", "mine.py raised ModuleNotFoundError: No module named 'nowhere'"),
    ],
)
def test_files_without_a_player(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "mine.py").write_text(text, "utf-8")
    with pytest.raises(Fault, match=words):
        find_player(tmp_path / "mine.py")


def test_not_a_python_file(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("", "utf-8")
    with pytest.raises(Fault, match="its name must end"):
        find_player(tmp_path / "mine.txt")
