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
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from livestone.compiler.wasm import target_machine, wasm_target
from livestone.compiler.wrappers import Export, wrapper
from livestone.errors import LinkerMissing
from livestone.portable.family import Member
from livestone.portable.folding import PREPARE, preparation, values
from livestone.portable.modules import hide, optimise, parsed

# What a module may take of its host's memory, and the part of it that calls use.
MAX_MEMORY, STACK = 1 << 30, 1 << 18
# Of LLVM, from the newest that there may be.
VERSIONS = range(99, 7, -1)
# Exported besides the kernels; and what LLVM may call on its own, which the linker drops if not.
RUNTIME = ("alloc", "free", "status")
BUILT_IN = ("memset", "memcpy", "memmove", "strlen")


def link(game: Member, exports: Sequence[Export]) -> bytes:
    """Return the WebAssembly module of some of a game's exports, its tables unfolded at first use.

    Raises LinkerMissing where there is no ``wasm-ld``.
    """
    command = linker()
    machine = target_machine()
    module = _joined(game, exports)
    names = (*RUNTIME, *(export.name for export in exports))
    hide(module, {*names, *BUILT_IN, "NRT_incref", "NRT_decref", PREPARE})
    optimise(module, machine, level=3)
    module.link_in(parsed(_runtime_text()))
    hide(module, {*names, *BUILT_IN})
    _rename(module, {*names, *BUILT_IN})
    optimise(module, machine, level=1)
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


def _joined(game: Member, exports: Iterable[Export]) -> Any:
    """All kernels with what they call and read, and the functions that the host calls."""
    module = parsed(game.bitcode)
    context = wasm_target.target_context
    for export in exports:
        module.link_in(parsed(str(wrapper(context, export))))
    text, names = values(module, game.parameters, game.unfoldings)
    found = [(made, name) for made, name in zip(game.unfoldings, names, strict=True) if name]
    module.link_in(parsed(text))
    module.link_in(parsed(preparation(context, found)))
    return module


@cache
def _runtime_text() -> str:
    return (files(__package__) / "runtime.ll").read_text(encoding="utf-8")


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
