"""Parts of a player's process that need no process: finding the class, reading the answer."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from livestone.freeplay.limits import Fault
from livestone.freeplay.worker import blamed, find_player, read_cell


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ((1, 2), [1, 2]),
        ([1, 2], [1, 2]),
        ((-1, 99), [-1, 99]),
        (np.array([3, 4]), [3, 4]),
        ((np.int8(3), 4), [3, 4]),
        ((at for at in (5, 6)), [5, 6]),
        ("pass", "pass"),
    ],
)
def test_answers(answer: object, read: object) -> None:
    found = read_cell(answer)
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
        ((1,), r"move returned \(1,\), not"),
        ((1, 2, 3), r"move returned \(1, 2, 3\), not"),
        ((1.0, 2.0), r"move returned \(1.0, 2.0\), not"),
        ((True, False), r"move returned \(True, False\), not"),
        ((1, None), r"not \(x, y\), two whole numbers"),
        ((10**30, 0), r"not \(x, y\), two whole numbers"),
        ("x" * 10**6, "xxx"),
        (Unspeakable(), "move returned <Unspeakable instance at .*>, not"),
        (iter(int, 1), r"not \(x, y\)"),
    ],
)
def test_no_answers(answer: object, words: str) -> None:
    with pytest.raises(Fault, match=words) as caught:
        read_cell(answer)
    assert caught.value.reason == "illegal"
    assert len(str(caught.value)) < 300


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", sys.path.copy())
    monkeypatch.setattr(sys, "modules", sys.modules.copy())
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def test_the_last_class_of_a_family_plays(tmp_path: Path) -> None:
    text = (
        "from livestone import Player\nclass Base(Player): pass\n"
        "class Mine(Base): pass\nclass Other: pass\nalias = Mine\n"
    )
    (tmp_path / "family.py").write_text(text, "utf-8")
    assert find_player(tmp_path / "family.py").__name__ == "Mine"
    text = "from family import Base\nclass Next(Base): pass\n"
    (tmp_path / "next.py").write_text(text, "utf-8")
    assert find_player(tmp_path / "next.py").__name__ == "Next"


def test_a_file_may_be_called_like_a_module(tmp_path: Path) -> None:
    text = "import random\nfrom livestone import Player\nclass Mine(Player): dice = random.Random\n"
    (tmp_path / "random.py").write_text(text, "utf-8")
    assert find_player(tmp_path / "random.py").__name__ == "Mine"


def test_not_a_python_file(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("", "utf-8")
    with pytest.raises(Fault, match="its name must end"):
        find_player(tmp_path / "mine.txt")


def test_running_out_of_memory_is_not_told_with_memory() -> None:
    with pytest.raises(MemoryError), blamed("move"):
        raise MemoryError
