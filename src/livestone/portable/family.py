"""Kernels compiled once for all options of a game that differ only in numbers, flags and tables.

Those are external in the code of a family; :mod:`livestone.portable.link` puts in a game's own as
constants, so that nothing is slower for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from livestone.compiler.parameters import LENGTH, VALUE, Parameter, Shape
from livestone.compiler.wasm import target_machine
from livestone.core.game import Game
from livestone.play.workers import Stopped
from livestone.portable.exports import exports, tables
from livestone.portable.folding import Unfolding
from livestone.portable.kernels import Kernel, PortableKernels, SharedKernels
from livestone.portable.modules import optimise, parsed
from livestone.search.report import never

# The families that a process remembers: options of one game are compiled one after the other.
MAX_FAMILIES = 8


class Code(NamedTuple):
    """A family's optimised code, as LLVM's bitcode, and what Numba tells of each kernel."""

    bitcode: bytes
    results: tuple[Result, ...]


class Result(NamedTuple):
    """What callers of a kernel have to know: see Numba's own class of results."""

    fndesc: Any
    signature: Any


@dataclass(frozen=True)
class Member:
    """A game's exports and unfoldings, compiled; the code and the values that it reads."""

    exports: list[Any]
    unfoldings: list[Unfolding]
    bitcode: bytes
    parameters: list[Parameter]


_known: dict[str, Code] = {}


def member(game: Game, stop: Callable[[], bool] = never) -> Member:
    """Compile a game, unless one of its family is compiled already.

    A game whose code compiles only where its numbers and flags are known is compiled for those.
    Raises BrokenGame, and Stopped soon after ``stop`` says so.
    """
    try:
        return _member(game, SharedKernels, stop)
    except Stopped:
        raise
    except Exception:  # such as a field that is there with a flag only
        return _member(game, PortableKernels, stop)


def _member(game: Game, kind: type[PortableKernels], stop: Callable[[], bool]) -> Member:
    found: list[Any] = [*exports(game, kind), *tables(game, kind)]
    kernels: list[Kernel] = [each.kernel for each in found]
    shape = Shape(*(each.function for each in kernels), every_number=kind is SharedKernels)
    said = repr((kind.__name__, shape.digest, [str(each.types) for each in kernels]))
    digest = hashlib.sha256(said.encode()).hexdigest()
    if digest not in _known:
        code = _code(kernels, shape, stop)
        if len(_known) == MAX_FAMILIES:
            del _known[next(iter(_known))]
        _known[digest] = code
    bitcode, results = _known[digest]
    made = [
        replace(each, kernel=replace(each.kernel, result=result))
        for each, result in zip(found, results, strict=True)
    ]
    unfoldings = [each for each in made if isinstance(each, Unfolding)]
    return Member(made[: len(made) - len(unfoldings)], unfoldings, bitcode, shape.parameters)


def _code(kernels: Sequence[Kernel], shape: Shape, stop: Callable[[], bool]) -> Code:
    results = []
    for kernel in kernels:
        if stop():
            raise Stopped
        results.append(kernel.compiled())
    module = parsed("")
    for library in _libraries(result.library for result in results):
        module.link_in(library._final_module, preserve=True)
    _number(module, shape.marks)
    machine = target_machine()
    optimise(module, machine, level=0)
    told = tuple(Result(result.fndesc, result.signature) for result in results)
    return Code(module.as_bitcode(), told)


def _libraries(roots: Iterable[Any]) -> Iterator[Any]:
    """These libraries and all that they link to, each once."""
    seen: set[Any] = set()
    todo = [*roots][::-1]
    while todo:
        library = todo.pop()
        if library not in seen:
            seen.add(library)
            yield library
            todo += library._linking_libraries[::-1]


def _number(module: Any, marks: Sequence[str]) -> None:
    """Call values by their places in place of what they are, which differs within a family."""
    for variable in module.global_variables:
        for kind in (VALUE, LENGTH):
            if variable.name.startswith(kind):
                variable.name = f"{kind}{marks.index(variable.name.removeprefix(kind))}"
