"""Compiling: equal helpers are one, and are linked into whatever calls them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from livestone.compiler.native import compile_entry, entry, helper

INT = numba.int64


def adding(constant: Any, *, check_bounds: bool = False) -> Any:
    def add(n: int) -> Any:
        return n + constant

    return helper(add, check_bounds)


def looking_up(table: Any, *, check_bounds: bool = False) -> Any:
    def look_up(at: int) -> Any:
        return table[at]

    return helper(look_up, check_bounds)


def compiled(function: Callable[..., Any], *types: Any, check_bounds: bool = False) -> Any:
    made = entry(function, check_bounds)
    compile_entry(made, types)
    return made


def test_equal_helpers_are_one() -> None:
    assert adding(3) is adding(3)
    assert looking_up(np.arange(4)) is looking_up(np.arange(4))


@pytest.mark.parametrize("constants", [(1, 2), (1, True), (1, 1.0), (0.0, -0.0), (1, np.int8(1))])
def test_other_constants_make_another_helper(constants: tuple[Any, Any]) -> None:
    one, other = (adding(constant) for constant in constants)
    assert one is not other


def test_other_tables_make_another_helper() -> None:
    tables = [np.arange(4), np.arange(5), np.arange(4, dtype=np.int8), np.arange(4).reshape(2, 2)]
    made = [looking_up(table) for table in tables]
    assert len(set(map(id, made))) == len(tables)
    short, long = made[:2]
    assert compiled(lambda n: short(n) * 10 + long(n + 1), INT)(3) == 34


def test_other_helpers_inside_make_another_helper() -> None:
    def twice(inner: Any) -> Any:
        def apply(n: int) -> Any:
            return inner(inner(n))

        return helper(apply, check_bounds=False)

    one, other = twice(adding(1)), twice(adding(2))
    assert one is twice(adding(1))
    assert one is not other
    assert compiled(lambda n: one(n) * 100 + other(n), INT)(5) == 709


def test_the_same_text_in_another_module_is_another_helper() -> None:
    text = "def times(n):\n    return n * FACTOR\n"
    made = []
    for factor in (2, 3):
        module: dict[str, Any] = {"__name__": "times", "FACTOR": factor}
        exec(compile(text, "times.py", "exec"), module)
        made.append(helper(module["times"], check_bounds=False))
    one, other = made
    assert one is not other
    assert compiled(lambda n: one(n) + other(n), INT)(10) == 50


def test_checked_and_unchecked_helpers_are_two() -> None:
    assert adding(3) is not adding(3, check_bounds=True)
    table = np.arange(4)
    look_up = looking_up(table, check_bounds=True)
    read = compiled(lambda at: look_up(at), INT, check_bounds=True)
    assert read(3) == 3
    with pytest.raises(IndexError):
        read(4)


def test_a_compiled_function_stays_as_it_is() -> None:
    add = adding(3)
    assert helper(add, check_bounds=False) is add


def test_a_helper_may_call_itself() -> None:
    def factorial(n: int) -> int:
        return 1 if n < 2 else n * factorial(n - 1)

    factorial = helper(factorial, check_bounds=False)
    assert compiled(lambda n: factorial(n) + 1, INT)(10) == 3628801


def test_a_helper_s_errors_reach_python() -> None:
    def refuse(n: int) -> int:
        if n < 0:
            raise ValueError("below zero", n)
        return n

    refuse = helper(refuse, check_bounds=False)
    checked = compiled(lambda n: refuse(n), INT)
    assert checked(1) == 1
    with pytest.raises(ValueError, match="below zero"):
        checked(-1)


def test_an_entry_has_one_signature() -> None:
    add = adding(3)
    made = compiled(lambda n: add(n), INT)
    assert made(4) == 7
    with pytest.raises(TypeError):
        made("four")


def test_a_helper_is_compiled_once_for_integers_of_any_width() -> None:
    add = adding(3)
    made = compiled(lambda n: add(n) + add(np.int8(n)) + add(np.int32(n)) + add(4), INT)
    assert made(-2) == 3 * 1 + 7
    assert add.signatures == [(INT,)]
    add = adding(np.uint8(5))
    made = compiled(lambda n: add(np.uint8(n)) + add(n), INT)
    assert made(2) == 14
    assert len(add.signatures) == 2, "unsigned ones are indexed with otherwise"
