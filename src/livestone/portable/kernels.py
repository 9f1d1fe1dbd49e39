"""The kernels of a game compiled for WebAssembly, as LLVM IR to be linked into a module."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from types import ModuleType
from typing import Any

from livestone.compiler.native import helper
from livestone.compiler.wasm import PortableHelper, compile_portably
from livestone.core.faults import blaming
from livestone.core.kernels import Kernels


@dataclass(frozen=True)
class Kernel:
    """A compiled kernel: the names of its arguments, their types, and Numba's result.

    ``unfolds`` tells that it may read tables which the module has to unfold first.
    """

    arguments: tuple[str, ...]
    types: tuple[Any, ...]
    result: Any
    unfolds: bool = False


class PortableKernels(Kernels):
    """The same kernels as :class:`~livestone.core.kernels.Kernels`, for WebAssembly.

    What it builds cannot be called: it is a :class:`Kernel`.
    """

    helper: Callable[..., Any] = staticmethod(partial(helper, kind=PortableHelper))

    @cached_property
    def _unfolds(self) -> bool:
        return bool(self.game.folded)

    def _compiled(self, name: str, function: Any, types: Any, *modules: ModuleType) -> Any:
        if name not in self._built:
            made = self.helper(function, self.check_bounds)
            with blaming(self.game, function):
                result = compile_portably(made, types)
            names = tuple(inspect.signature(made.py_func).parameters)
            made = Kernel(names, tuple(types), result, self._unfolds)
            self._built[name] = made  # type: ignore[assignment]
        return self._built[name]
