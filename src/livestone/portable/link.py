"""Links compiled kernels to one WebAssembly module: LLVM's linker and optimiser, then ``wasm-ld``.

The module imports nothing. Numba's names contain counters, so all symbols are named anew in the
order of linking: the same source makes the same file, byte for byte.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from livestone.compiler.wasm import target_machine, wasm_target
from livestone.compiler.wrappers import Export, wrapper
from livestone.errors import LinkerMissing
from livestone.portable.folding import PREPARE, Unfolding, preparation, values

# What a module may take of its host's memory, and the part of it that calls use.
MAX_MEMORY, STACK = 1 << 30, 1 << 18
# Of LLVM, from the newest that there may be.
VERSIONS = range(99, 7, -1)
# Exported besides the kernels; and what LLVM may call on its own, which the linker drops if not.
RUNTIME = ("alloc", "free", "status")
BUILT_IN = ("memset", "memcpy", "memmove", "strlen")


def link(exports: Sequence[Export], unfoldings: Sequence[Unfolding] = ()) -> bytes:
    """Return the WebAssembly module that exports these kernels, its tables unfolded at first use.

    Raises LinkerMissing where there is no ``wasm-ld``.
    """
    command = linker()
    machine = target_machine()
    module = _joined(exports, unfoldings)
    _optimise(module, machine, level=0)
    names = (*RUNTIME, *(export.name for export in exports))
    _make_internal(module, {*names, *BUILT_IN, "NRT_incref", "NRT_decref", PREPARE})
    _optimise(module, machine, level=3)
    module.link_in(_parsed(_runtime_text()))
    _make_internal(module, {*names, *BUILT_IN})
    _rename(module, {*names, *BUILT_IN})
    _optimise(module, machine, level=3)
    return _linked(command, machine.emit_object(module), names)


@cache
def linker() -> tuple[str, ...]:
    """Return the command that links: ``wasm-ld`` of the system, or that of the package ziglang.

    Of several with a version in their name, as distributions have them, it is the newest. Raises
    LinkerMissing.
    """
    folders = [*os.environ.get("PATH", "").split(os.pathsep), str(Path(sys.prefix) / "bin")]
    places = os.pathsep.join(filter(None, folders))
    for name in ("wasm-ld", *(f"wasm-ld-{version}" for version in VERSIONS)):
        if path := shutil.which(name, path=places):
            return (path,)
    if find_spec("ziglang"):
        return sys.executable, "-m", "ziglang", "wasm-ld"
    raise LinkerMissing(
        "there is no linker for WebAssembly, wasm-ld: install lld (apt install lld), or the "
        "package ziglang (pip install ziglang)"
    )


def _joined(exports: Iterable[Export], unfoldings: Sequence[Unfolding]) -> Any:
    """All kernels with what they call and read, and the functions that the host calls."""
    module = _parsed("")
    context = wasm_target.target_context
    kernels = [export.kernel for export in exports] + [made.kernel for made in unfoldings]
    for library in _libraries(kernel.result.library for kernel in kernels):
        module.link_in(library._final_module, preserve=True)
    for export in exports:
        module.link_in(_parsed(str(wrapper(context, export))))
    text, names = values(module, unfoldings)
    found = [(made, name) for made, name in zip(unfoldings, names, strict=True) if name]
    module.link_in(_parsed(text))
    module.link_in(_parsed(preparation(context, found)))
    return module


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


def _parsed(text: str) -> Any:
    module = llvm.parse_assembly(text)
    machine = target_machine()
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    module.verify()
    return module


@cache
def _runtime_text() -> str:
    return (files(__package__) / "runtime.ll").read_text(encoding="utf-8")


def _optimise(module: Any, machine: Any, level: int) -> None:
    """Run LLVM's passes, and Numba's that drops reference counts, once it can see pairs of them."""
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if level == 0:
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        passes.add_jump_threading_pass()
    passes.add_constant_merge_pass()
    passes.add_refprune_pass(llvm.RefPruneSubpasses.ALL)
    passes.run(module, builder)


def _make_internal(module: Any, exported: set[str]) -> None:
    """Hide all that nobody else calls, so that it may be inlined and dropped."""
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"


def _rename(module: Any, exported: set[str]) -> None:
    """Number the names that nobody needs."""
    values = (*module.functions, *module.global_variables)
    hidden = [value for value in values if not value.is_declaration and value.name not in exported]
    for index, value in enumerate(hidden):
        value.name = f"local.{index}"


def _linked(command: Sequence[str], object_: bytes, names: Iterable[str]) -> bytes:
    """The module that the linker makes of an object file."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "game.o", Path(folder) / "game.wasm"
        source.write_bytes(object_)
        options = ["--no-entry", "--strip-all", "--gc-sections", "--stack-first"]
        options += ["-z", f"stack-size={STACK}", f"--max-memory={MAX_MEMORY}"]
        options += [f"--export={name}" for name in names]
        done = subprocess.run(
            [*command, *options, str(source), "-o", str(target)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"the linker failed: {done.stderr[:2000]}")
        return target.read_bytes()
