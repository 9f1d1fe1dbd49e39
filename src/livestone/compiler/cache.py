"""Compiled kernels on disk, so that a second start does not compile again.

Numba's own disk cache refuses functions that close over other compiled functions and does not see
a change in an imported file. Here a kernel's key is made from the content of every source file
involved, and the versions and settings of what compiles it; an edited rule therefore never runs
stale. All kernels of one key lie in one folder, a file for each that differs in more than the
numbers and tables it reads (:mod:`livestone.compiler.parameters`): those of a game's options are
one file, and get their own names and values when they are loaded.
"""

from __future__ import annotations

import ast
import hashlib
import itertools
import logging
import multiprocessing
import os
import pickle
import platform
import re
import shutil
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from livestone.compiler.parameters import linked, shape_of
from livestone.loaded import LOADED
from livestone.private_files import user_cache

if TYPE_CHECKING:
    from livestone.core.game import Game

DAY = 24 * 60 * 60
# Kernels that were not loaded for so long are removed.
KEPT = 60 * DAY
# Another process that compiles is waited for no longer than this, in seconds.
PATIENCE = 60
# Libraries whose version stands for their content.
PINNED = (llvmlite, numba, np, platformdirs)
_DIGEST = 32
# The descriptors of the folders that this process has locked.
_locks: set[int] = set()

# Numba numbers the functions of a process from 1 on, and the number is part of a compiled
# function's name. Kernels here come from many processes: with equal numbers, a helper of one game's
# rules could be linked to the same helper of another's, so the first digits are those of the
# process, and a kernel that is loaded gets digits of its own.
_FIRST, _OTHERS = 11, 7


def _first_digits() -> int:
    least: int = 10 ** (_FIRST - 1)
    return least + uuid.uuid4().int % (9 * least)


_own_digits = _first_digits()
FunctionIdentity._unique_ids = itertools.count(_own_digits * 10**_OTHERS)


@cache
def cache_folder() -> Path | None:
    """Return the folder that keeps compiled kernels, or None when there is none.

    ``LIVESTONE_CACHE`` overrides the user's cache folder. One that cannot be written is read.
    """
    try:
        folder = user_cache() / "kernels"
    except RuntimeError as error:
        not_kept(str(error))
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if not folder.is_dir():
            not_kept(f"{folder}: {error.strerror}")
            return None
    return folder


@cache
def _say_once(reason: str) -> None:
    logging.getLogger("livestone").warning(
        "livestone: what is compiled is not kept, and compiled again at every start (%s)", reason
    )


def not_kept(reason: str) -> None:
    """Say why what is compiled is not kept: once, and not by each of several processes."""
    if multiprocessing.parent_process() is None and not _say_once.cache_info().currsize:
        _say_once(reason)


def kernel_folder(
    game: Game | None, rules: Sequence[Any], function: Any, *modules: ModuleType
) -> Path | None:
    """Return the folder for a kernel made from ``function`` over these (compiled) functions.

    ``modules`` are those that the kernel comes from; the game's own, those of all helpers and what
    any of them imports are found. A kernel that is the same for all games has no ``game``. None,
    for no caching, where what runs is not sure to be what the source files hold: a file that
    changed after this process began, a game typed into a notebook.
    """
    folder = cache_folder()
    if folder is None:
        return None
    made = linked(function, *rules)
    helping = (sys.modules[each.__module__] for each in made if each.__module__ in sys.modules)
    written = {str(each.__code__.co_filename) for each in made}
    try:
        own = () if game is None else (sys.modules[type(game).__module__],)
        sources = _sources((*own, *modules, *helping))
        late = any(changed(path) > LOADED for path in sources.values())
    except OSError as error:  # as where the package lies in a zip
        not_kept(f"{error.filename}: {error.strerror}")
        return None
    if late or not written <= {str(path) for path in sources.values()}:
        return None
    digest = hashlib.sha256()
    settings = {name: os.environ[name] for name in sorted(os.environ) if name[:6] == "NUMBA_"}
    versions = (platform.python_version(), *(module.__version__ for module in PINNED))
    digest.update(repr((versions, settings, game and game.id)).encode())
    for name, path in sorted(sources.items()):
        digest.update(f"\0{name}\0".encode() + _content(path))
    return folder / digest.hexdigest()[:24]


class Missing(Exception):
    """A kernel is not on disk, and is not to be compiled here."""


_loads_only = False


@contextmanager
def loading_only(only: bool = True) -> Iterator[None]:
    """Compile no kernel in the block that could be kept and loaded later: raise Missing instead."""
    global _loads_only  # of the process, since searches have threads
    before, _loads_only = _loads_only, only
    try:
        yield
    finally:
        _loads_only = before


class KernelCache(_Cache):
    """Numba's view of the file of one kernel; no failure of it ever reaches a user."""

    def __init__(self, folder: Path, name: str, function: Any, missing: Callable[[], None]) -> None:
        """``missing`` is called when the kernel is not there and has to be compiled."""
        self._folder = folder
        self._shape = shape_of(function)
        self._name = f"{name}-{self._shape.digest}"
        self._missing = missing
        self._lock: int | None = None

    @property
    def cache_path(self) -> str:
        """The folder, as Numba's statistics show it."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the compiled function; a missing or damaged file only means compiling it.

        Numba's runtime is all that it needs; what compiles comes with the first that is compiled.
        """
        rtsys.initialize(target_context)
        file = self._file(sig, target_context.codegen())
        data = _stored(file)
        if data is None and _loads_only and os.access(self._folder.parent, os.W_OK):
            raise Missing
        if data is None:
            self._missing()
            self._wait()
            data = _stored(file)
        if data is None:
            return None
        _touch(self._folder)
        self._shape.publish()
        return CompileResult._rebuild(target_context, *pickle.loads(self._renamed(data)))

    def _renamed(self, data: bytes) -> bytes:
        """A stored kernel with names of its own, and those of the values that it is to read."""
        marks, code = pickle.loads(data)
        own = [str(_first_digits()), *self._shape.marks]
        names = {old.encode(): new.encode() for old, new in zip(marks, own, strict=True)}
        pattern = re.compile(b"|".join(map(re.escape, names)))
        return pattern.sub(lambda found: names[found[0]], code)

    def _wait(self) -> None:
        """Wait while another process compiles, so that what it saves can be loaded."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self._folder, os.O_RDONLY)
            _locks.add(self._lock)
            end = time.monotonic() + PATIENCE
            while not _locked(self._lock) and time.monotonic() < end:
                time.sleep(0.05)

    def leave(self) -> None:
        """Let the others compile."""
        if self._lock in _locks:
            _locks.remove(self._lock)
            _unlock(self._lock)
            os.close(self._lock)
        self._lock = None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save a compiled function; a full or read-only disk only means compiling again."""
        if data.library.has_dynamic_globals:  # addresses that mean nothing to another process
            return
        marks = [str(_own_digits), *self._shape.marks]
        stored = dumps((marks, dumps(data._reduce())))
        file = self._file(sig, data.codegen)
        half = file.with_suffix(f".{uuid.uuid4().hex}")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            half.write_bytes(hashlib.sha256(stored).digest() + stored)
            half.replace(file)
        except OSError as error:
            not_kept(f"{self._folder.parent}: {error.strerror}")
            with suppress(OSError):
                half.unlink()
        _prune(self._folder.parent)

    def _file(self, sig: Any, codegen: Any) -> Path:
        """One file for each signature and kind of processor."""
        kind = hashlib.sha256(repr((str(sig), codegen.magic_tuple())).encode()).hexdigest()
        return self._folder / f"{self._name}-{kind[:12]}.kernel"

    def enable(self) -> None:
        """Part of Numba's interface; always enabled."""

    def disable(self) -> None:
        """Part of Numba's interface; always enabled."""

    def flush(self) -> None:
        """Part of Numba's interface; old kernels are pruned by age."""


def _stored(file: Path) -> bytes | None:
    """What is on disk, if it is whole."""
    try:
        stored = file.read_bytes()
    except OSError:
        return None
    digest, data = stored[:_DIGEST], stored[_DIGEST:]
    return data if hashlib.sha256(data).digest() == digest else None


def _locked(descriptor: int) -> bool:
    """Lock a folder for this process, unless another one has; it ends with the process."""
    try:
        import fcntl
    except ImportError:  # elsewhere than on Unix several processes may compile the same
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _unlock(descriptor: int) -> None:
    """Unlock a folder, also for a process that was forked meanwhile and has the descriptor too."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_UN)


def _close_locks() -> None:
    """Close what a forked process has inherited: its parent compiles, and not it."""
    for descriptor in _locks:
        os.close(descriptor)
    _locks.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_locks)


def _touch(folder: Path) -> None:
    """Note that a folder is in use, at most once a day."""
    with suppress(OSError):
        if folder.stat().st_mtime < time.time() - DAY:
            os.utime(folder)


@cache
def _prune(kernels: Path) -> None:
    """Remove the folders of kernels that have not been used for long; once a process."""
    with suppress(OSError):
        for folder in kernels.iterdir():
            if folder.stat().st_mtime < time.time() - KEPT:
                shutil.rmtree(folder, ignore_errors=True)


def _sources(modules: Iterable[ModuleType]) -> dict[str, Path]:
    """The files of these modules and of everything that they import when loaded, by module name.

    Left out is what the version of Python or of a pinned library stands for, and what is imported
    later: that would depend on what else a process has done.
    """
    pinned = {*sys.stdlib_module_names, *(module.__name__ for module in PINNED)} - {"__main__"}
    found: dict[str, Path] = {}
    todo = list(modules)
    while todo:
        module = todo.pop()
        name, path = module.__name__, getattr(module, "__file__", None)
        if path is None or name in found or name.partition(".")[0] in pinned:
            continue
        found[name] = Path(path)
        package = module.__spec__.parent if module.__spec__ else None
        names = _imports(Path(path), package or "")
        todo += [sys.modules[name] for name in names if name in sys.modules]
    return found


def changed(path: Path) -> float:
    """Return when a file was last written or put in place, in seconds since 1970.

    A time in the future, of an archive or a wrong clock, does not say that; 0 if all are.
    """
    stat, now = path.stat(), time.time()
    return max((at for at in (stat.st_mtime, stat.st_ctime) if at <= now), default=0.0)


@cache
def _content(path: Path) -> bytes:
    return path.read_bytes()


@cache
def _imports(path: Path, package: str) -> tuple[str, ...]:
    if path.suffix != ".py":  # an extension module
        return ()
    return tuple(_imported_names(ast.parse(_content(path)), package))


def _imported_names(tree: ast.Module, package: str) -> Iterator[str]:
    """What a module imports when it is loaded: not what its functions do, nor what types need."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            name = resolve_name("." * node.level + (node.module or ""), package)
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            todo += node.orelse
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
