from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from livestone.errors import BadRequest
from livestone.training.dataset import FADE, HELD_OUT, Dataset, joined, load, save


def some(first: int, count: int) -> Dataset:
    numbers = np.arange(first, first + count)
    positions = np.zeros(count, [("cells", "i1", 4), ("mover", "i1")])
    positions["mover"] = numbers % 2
    return Dataset(
        positions,
        numbers.astype(np.float32),
        numbers % 3 == 0,
        (numbers * 2).astype(np.float32),
        numbers.astype(np.int32),
    )


def test_later_searches_count_less_and_less_until_one_is_certain() -> None:
    """Two games, the first of four positions with the third proved."""
    positions = np.zeros(6, [("cells", "i1", 4)])
    searched = np.array([1, 2, 8, 4, 5, 6], np.float32)
    proved = np.array([0, 0, 1, 0, 0, 0], np.bool_)
    result = np.array([9, 9, 9, 9, -1, -1], np.float32)
    game = np.array([3, 3, 3, 3, 4, 4], np.int32)
    target = Dataset(positions, searched, proved, result, game).target.tolist()
    first = FADE * 8 + (1 - FADE) * 2
    assert target == pytest.approx([first, 8, 8, 9, -FADE + (1 - FADE) * 6, -1])


def test_whole_games_are_held_out() -> None:
    dataset = some(0, 25)
    assert dataset.only(dataset.held_out).game.tolist() == [0, HELD_OUT, 2 * HELD_OUT]


def test_files_hold_what_was_saved(tmp_path: Path) -> None:
    file = tmp_path / "positions.npz"
    save(file, **some(4, 3)._asdict())
    again = Dataset(**load(file))
    assert [path.name for path in tmp_path.iterdir()] == ["positions.npz"]
    for kept, given in zip(again, some(4, 3), strict=True):
        assert kept.dtype == given.dtype
        assert np.array_equal(kept, given)
    assert joined([again, some(7, 2)]).game.tolist() == [4, 5, 6, 7, 8]


@pytest.mark.parametrize("content", [b"nonsense", b"PK\x03\x04 cut off"])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "positions.npz"
    file.write_bytes(content)
    with pytest.raises(BadRequest, match=r"positions\.npz' is damaged: remove it"):
        load(file)
