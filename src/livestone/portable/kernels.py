"""The kernels of a game compiled for WebAssembly, as LLVM IR to be linked into a module."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from types import ModuleType
from typing import Any

from livestone.compiler.native import helper
from livestone.compiler.wasm import PortableHelper, SharedHelper, compile_portably
from livestone.core.faults import blaming
from livestone.core.game import Game
from livestone.core.kernels import Kernels


@dataclass(frozen=True)
class Kernel:
    """A kernel: the names of its arguments, their types, and its function.

    ``unfolds`` tells that it may read tables which the module has to unfold first; ``result`` is
    Numba's, once it is compiled.
    """

    game: Game
    arguments: tuple[str, ...]
    types: tuple[Any, ...]
    function: Any
    unfolds: bool = False
    result: Any = None

    def compiled(self) -> Any:
        """Compile it; return Numba's result. Raises BrokenGame."""
        with blaming(self.game, self.function.py_func):
            return compile_portably(self.function, self.types)


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
            names = tuple(inspect.signature(made.py_func).parameters)
            kernel = Kernel(self.game, names, tuple(types), made, self._unfolds)
            self._built[name] = kernel  # type: ignore[assignment]
        return self._built[name]


class SharedKernels(PortableKernels):
    """The same, for any values of the numbers and flags that they close over."""

    helper: Callable[..., Any] = staticmethod(partial(helper, kind=SharedHelper))
