"""Layouts: identity first, whole words, no holes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from livestone.core.layout import WORD, layout


def test_blocks_fill_whole_words_in_order() -> None:
    made = layout(
        placement=[("cells", "i1", 101), ("last", "i2")],
        identity=[("passed", "i1")],
        derived=[("stones", "i2"), ("table", "i4", (2, 3))],
    )
    assert made.placement == ("mover", "cells", "last")
    assert made.identity == ("passed",)
    assert made.derived == ("turn", "stones", "table")
    assert (made.placement_words, made.identity_words) == (13, 14)
    assert made.words * WORD == made.dtype.itemsize
    offsets = {name: made.dtype.fields[name][1] for name in ("mover", "last", "passed", "turn")}
    assert offsets == {"mover": 0, "last": 102, "passed": 104, "turn": 112}


fields = st.lists(
    st.tuples(st.sampled_from(["i1", "u1", "i2", "i4", "i8", "u8"]), st.integers(1, 9)), max_size=4
)


@given(fields, fields, fields)
def test_any_fields_are_aligned_and_leave_no_holes(
    placement: list[tuple[str, int]],
    identity: list[tuple[str, int]],
    derived: list[tuple[str, int]],
) -> None:
    blocks = [
        [(f"field{block}{at}", *field) for at, field in enumerate(part)]
        for block, part in enumerate((placement, identity, derived))
    ]
    made = layout(*blocks)
    end = 0
    for name in made.dtype.names or ():
        kind, offset = made.dtype.fields[name][:2]
        assert offset == end, "NumPy would leave garbage in a hole"
        assert offset % kind.base.itemsize == 0
        end += kind.itemsize
    assert end == made.dtype.itemsize == made.words * WORD
    assert 1 <= made.placement_words <= made.identity_words < made.words


@pytest.mark.parametrize(
    "name", ["size", "data", "flags", "shape", "T", "copy", "field", "mover", "turn", "sum"]
)
def test_taken_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"field named '{name}': it is taken"):
        layout([(name, "i1")])


def test_a_name_is_used_once() -> None:
    with pytest.raises(ValueError, match="'cells'"):
        layout([("cells", "i1", 4)], [("cells", "i1", 4)])


@pytest.mark.parametrize("kind", ["f8", "?", "S4", "O"])
def test_fields_hold_integers(kind: str) -> None:
    with pytest.raises(ValueError, match="'hope' must hold integers"):
        layout([("hope", kind)])


def test_new_positions_are_zero_and_independent() -> None:
    made = layout([("cells", "i1", 4)])
    first, second = made.new(), made.new()
    first.cells[0] = 1
    assert second.tobytes() == bytes(made.dtype.itemsize)
    three = made.array(3)
    three[1].cells[2] = 5
    assert np.flatnonzero(three.cells).tolist() == [6]


def test_a_position_at_hand_is_the_position_itself() -> None:
    made = layout([("cells", "i1", 3)], [("count", "u1")], [("total", "i4")])
    s = made.new()
    s.cells[1] = 7
    near = made.at_hand(s)
    assert (near.cells.tolist(), near.count, near.total, near.mover) == ([0, 7, 0], 0, 0, 0)
    near.cells[2] = 5
    near.mover, near.total = 1, -3
    near.count += np.uint8(255)
    assert (s.cells.tolist(), s.mover, s.total, s.count) == ([0, 7, 5], 1, -3, 255)
    near.cells = [1, 2, 3]
    assert s.cells.tolist() == near.cells.tolist() == [1, 2, 3]
    apart = near.copy()
    apart.cells[0] = apart.turn = 9
    assert (s.cells[0], s.turn, apart.cells[0], apart.turn) == (1, 0, 9, 9)
    with pytest.raises(AttributeError):
        near.nothing = 1
