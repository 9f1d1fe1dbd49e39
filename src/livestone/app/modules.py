"""Compiled games out of a cache: a game is compiled again only when what it is made from changes.

The cache holds one file for each game and each state of its sources, which is written whole or not
at all.
"""

from __future__ import annotations

import hashlib
import io
import os
import platform
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

import livestone
from livestone.compiler.cache import changed
from livestone.core.game import Game
from livestone.core.game_files import RULES
from livestone.loaded import LOADED
from livestone.play.workers import side_by_side
from livestone.portable.compile import by_kind, compile_game, file_name
from livestone.private_files import user_cache

ROOT = Path(livestone.__file__).parent
# What every module is made from, besides its game; and libraries whose version stands for them.
DRAWN = tuple(f"draw/{name}.py" for name in ("ground", "paths", "shapes", "zones"))
PLAYED = ("play/book.py", "play/bot.py")
SHARED = ("boards", "compiler", "core", *DRAWN, "errors.py", *PLAYED, "portable", "search")
PINNED = ("llvmlite", "numba", "numpy")
# Modules of other states of the sources are removed after so many seconds without use.
KEPT = 14 * 24 * 60 * 60

Tell = Callable[[int, int], None]


def modules(
    games: Sequence[Game], jobs: int, tell: Tell
) -> Iterator[tuple[Game, dict[str, bytes]]]:
    """Yield each game with its compiled files by name, in no order; ``tell`` is told the progress.

    Raises LinkerMissing where something is to be compiled, and BrokenGame for a game that cannot
    be.
    """
    kept = {game: kept_files(game) for game in games}
    missing = [game for game, found in kept.items() if found is None]
    done = len(games) - len(missing)
    tell(done, len(games))
    yield from ((game, found) for game, found in kept.items() if found is not None)
    kinds = by_kind(missing)
    for index, made in side_by_side(_compile, kinds, jobs):
        done += len(made)
        tell(done, len(games))
        yield from zip(kinds[index], made, strict=True)


def cache_folder() -> Path:
    """The folder that keeps compiled games, in the user's cache folder or ``LIVESTONE_CACHE``."""
    return user_cache() / "modules"


def _compile(games: Sequence[Game], stop: Callable[[], bool]) -> list[dict[str, bytes]]:
    return [_compile_one(game, stop) for game in games]


def _compile_one(game: Game, stop: Callable[[], bool]) -> dict[str, bytes]:
    """Compile a game in a folder of its own, and keep what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        compile_game(game, Path(folder), stop)
        files = {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}
    with suppress(OSError):  # a full or read-only disk only means compiling again
        _keep(game, files)
    return files


def kept_files(game: Game) -> dict[str, bytes] | None:
    """The files of a game that has been compiled from the same sources."""
    archive = _archive(game)
    try:
        with zipfile.ZipFile(archive) as opened:
            files = {name: opened.read(name) for name in opened.namelist()}
    except (OSError, zipfile.BadZipFile):
        return None
    with suppress(OSError):
        os.utime(archive)
    return files


def _keep(game: Game, files: Mapping[str, bytes]) -> None:
    if any(changed(path) > LOADED for path in (*_own(game), *_shared_files())):
        return  # nobody knows whether this process has compiled the files as they are now
    archive, packed = _archive(game), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    archive.parent.mkdir(parents=True, exist_ok=True)
    half = archive.with_suffix(f".{os.getpid()}")
    half.write_bytes(packed.getvalue())
    half.replace(archive)
    for other in archive.parent.glob(f"{_glob(file_name(game))}-*"):
        if other.stat().st_mtime < time.time() - KEPT:
            other.unlink()


def _archive(game: Game) -> Path:
    return cache_folder() / f"{file_name(game)}-{_digest(game)}.zip"


def _glob(name: str) -> str:
    """A pattern for one name; digests have a known length, so that no other name fits."""
    return name.replace("[", "[[]")


def _digest(game: Game) -> str:
    """What a game is made from, as a few letters."""
    digest = hashlib.sha256(_shared())
    for path in _own(game):
        digest.update(f"\0{path.name}\0".encode() + path.read_bytes())
    digest.update(repr((game.id, sorted(game.option.items()))).encode())
    return digest.hexdigest()[:20]


@cache
def _shared() -> bytes:
    """What all games are made from: our own sources, and the compilers' versions."""
    digest = hashlib.sha256()
    for path in _shared_files():
        digest.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    versions = [platform.python_version(), *map(version, PINNED), _linker_version()]
    settings = [f"{name}={os.environ[name]}" for name in sorted(os.environ) if name[:6] == "NUMBA_"]
    digest.update(repr((versions, settings)).encode())
    return digest.digest()


def _linker_version() -> str:
    """What the linker says of itself; nothing where there is none, and kept games must do."""
    from livestone.errors import LinkerMissing
    from livestone.portable.link import linker

    try:
        command = linker()
    except LinkerMissing:
        return ""
    return subprocess.run(
        [*command, "--version"], capture_output=True, text=True, check=False
    ).stdout


def _own(game: Game) -> list[Path]:
    """The files of a game: its folder's, or the one file."""
    own = Path(str(sys.modules[type(game).__module__].__file__))
    return _files(own.parent if own.stem == RULES else own)


def _shared_files() -> list[Path]:
    return [path for part in SHARED for path in _files(ROOT / part)]


def _files(place: Path) -> list[Path]:
    """The files of a folder, or the one file, in order; compiled Python is left out."""
    if place.is_file():
        return [place]
    return sorted(
        path for path in place.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
