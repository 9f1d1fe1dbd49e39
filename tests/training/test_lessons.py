from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from livestone.errors import BadRequest
from livestone.training.lessons import HELD_OUT, RESULT, Lessons, joined, load, save


def some(first: int, count: int) -> Lessons:
    numbers = np.arange(first, first + count)
    positions = np.zeros(count, [("cells", "i1", 4), ("mover", "i1")])
    positions["mover"] = numbers % 2
    return Lessons(
        positions,
        numbers.astype(np.float32),
        numbers % 3 == 0,
        (numbers * 2).astype(np.float32),
        numbers.astype(np.int32),
    )


def test_what_is_proved_is_the_target_else_a_mixture() -> None:
    target = some(1, 3).target.tolist()
    assert target == pytest.approx([1 + RESULT, 2 + 2 * RESULT, 3])


def test_whole_games_are_held_out() -> None:
    lessons = some(0, 25)
    assert lessons.only(lessons.held_out).game.tolist() == [0, HELD_OUT, 2 * HELD_OUT]


def test_files_hold_what_was_saved(tmp_path: Path) -> None:
    file = tmp_path / "positions.npz"
    save(file, **some(4, 3)._asdict())
    again = Lessons(**load(file))
    assert [path.name for path in tmp_path.iterdir()] == ["positions.npz"]
    for kept, given in zip(again, some(4, 3), strict=True):
        assert kept.dtype == given.dtype
        assert np.array_equal(kept, given)
    assert joined([again, some(7, 2)]).game.tolist() == [4, 5, 6, 7, 8]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04 cut off"])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "positions.npz"
    file.write_bytes(content)
    with pytest.raises(BadRequest, match=r"positions\.npz' is damaged: remove it"):
        load(file)
