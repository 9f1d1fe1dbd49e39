"""Fences for threads that share memory, which Numba lacks.

What a thread wrote before it ``release``d, and a thread that sees anything written after that,
may read once it has ``acquire``d. On x86 they only keep the compiler from changing the order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import intrinsic

from livestone.compiler.native import runs_plain


def _fence(ordering: str) -> Callable[..., Any]:
    def fence(context: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            builder.fence(ordering)
            return context.get_dummy_value()

        return types.void(), code

    return fence


def _no_fence() -> None:
    """Nothing to order: in Python one thread runs at a time."""


_compiled = not runs_plain()
acquire: Callable[[], None] = intrinsic(_fence("acquire")) if _compiled else _no_fence
release: Callable[[], None] = intrinsic(_fence("release")) if _compiled else _no_fence
