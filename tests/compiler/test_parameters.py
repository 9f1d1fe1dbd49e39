"""The numbers and tables that compiled code reads, which others of its shape replace."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from livestone.compiler.native import compile_entry, entry, helper
from livestone.compiler.parameters import shape_of


def made(table: Any, most: Any, twice: Callable[..., Any] | None = None) -> Any:
    def look_up(at: int) -> Any:
        found = table[at] if most else table[-1]
        return found + most if twice is None else twice(found + most)

    return look_up


TABLE = np.arange(4.0)


@pytest.mark.parametrize("table", [TABLE, np.arange(3, 9.0), np.arange(2, 5.0)])
@pytest.mark.parametrize("most", [-7, 0, 1 << 40])
def test_other_values_have_the_same_shape_and_are_read(table: Any, most: int) -> None:
    function = made(table, most)
    assert shape_of(function).digest == shape_of(made(TABLE, 3)).digest
    compiled = entry(function, check_bounds=False)
    compile_entry(compiled, (numba.int64,))
    assert [compiled(at) for at in range(3)] == [function(at) for at in range(3)]


OTHERS = {
    "another type of table": made(TABLE.astype(np.float32), 3),
    "a table of rows": made(TABLE.reshape(2, 2), 3),
    "a float": made(TABLE, 3.0),
    "a boolean": made(TABLE, True),
    "a helper": made(TABLE, 3, helper(lambda n: 2 * n, check_bounds=False)),
    "no table": made(None, 3),
    "another text": lambda at: 0,
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_other_types_and_other_helpers_are_another_shape(other: Any) -> None:
    assert shape_of(other).digest != shape_of(made(TABLE, 3)).digest


class Colour(Enum):
    BLACK = 1
    WHITE = 2


CONSTANTS = {
    "booleans": (True, False),
    "members": (Colour.BLACK, Colour.WHITE),
    "record types": tuple(np.dtype([(name, "i8")]) for name in "ab"),
    "tuples of long tables": tuple((np.arange(9999) == at,) for at in (5000, 5001)),
}


@pytest.mark.parametrize("constants", CONSTANTS.values(), ids=CONSTANTS)
def test_other_constants_are_another_shape(constants: tuple[Any, Any]) -> None:
    one, same, other = (shape_of(made(each, 3)) for each in (constants[0], *constants))
    assert one.digest == same.digest != other.digest


@pytest.mark.parametrize("scored", [True, False])
def test_a_branch_that_is_not_taken_may_read_what_is_not_there(
    scored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = ModuleType("package")
    package.NUMBERS_VARY = True  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, __name__.rpartition(".")[0], package)
    position = np.zeros((), [("score", "i8")] if scored else [("stones", "i8")])

    def read(s: Any) -> int:
        if not scored:
            return int(s.stones)
        return int(s.score)

    compiled = entry(read, check_bounds=False)
    compile_entry(compiled, (numba.typeof(position[()]),))
    assert compiled(position[()]) == 0


def test_what_is_one_value_here_and_two_there_is_another_shape() -> None:
    shapes = [shape_of(function).digest for function in (pair(1, 2), pair(3, 4), pair(5, 5))]
    assert shapes[0] == shapes[1] != shapes[2]


def pair(one: int, two: int) -> Any:
    """Adds both, by two helpers, or one where both are equal."""

    def adding(most: int) -> Any:
        def add(n: int) -> int:
            return n + most

        return helper(add, check_bounds=False)

    first, second = adding(one), adding(two)
    return lambda n: first(second(n))
