"""What tests make once and keep: it is there before a clock runs, however long making it takes."""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from livestone.conformance.starting import write_start
from livestone.loaded import LOADED
from livestone.private_files import user_cache

# Seconds for one kernel, on a machine that is busy with other work.
LIMIT = 1800
ROOT = Path(__file__).parent.parent
# What everything is made from, and for how many seconds something is kept without use.
SOURCES, KEPT = ("js", "src/livestone", "requirements", "tests/games"), 24 * 60 * 60
WORK = """
import sys
from livestone.core.state import State
from livestone.games import load
from livestone.play.engine.compiling import compile_for

size, task, level = sys.argv[1:]
question = {"task": task, "level": int(level), "seed": 0}
compile_for(question, State(load("freedom", size=int(size))))
"""


def compiled(size: int, level: int, task: str = "") -> None:
    """Compile what a bot or a hint of this level needs for Freedom, or a task of the engine.

    It is kept on the disk, where servers look for it.
    """
    words = [sys.executable, "-c", WORK, str(size), task, str(level)]
    settings = sorted(f"{name}={os.environ[name]}" for name in os.environ if name[:6] == "NUMBA_")
    name = f"kernels {platform.python_version()} {settings} {words[3:]} {sources()}"
    made_once(name, lambda _: subprocess.run(words, check=True, timeout=LIMIT, cwd=ROOT))


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """The folder that ``make`` has filled, in this process or an earlier one; to be read only."""
    place = user_cache() / "test-sites" / hashlib.sha256(name.encode()).hexdigest()[:20]
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be making it
        if not place.is_dir():
            with tempfile.TemporaryDirectory(dir=place.parent) as folder:
                half = Path(folder) / "half"
                half.mkdir()
                make(half)
                half.rename(place)
        place.touch()
    for other in place.parent.iterdir():
        with suppress(OSError):
            if other.stat().st_mtime < time.time() - KEPT:
                shutil.rmtree(other) if other.is_dir() else other.unlink()
    return place


def started_game(name: str) -> Path:
    """The folder of a new game of this name, always at the same place.

    What is compiled of a file's game is kept for the place where the file lies.
    """
    starter = sorted((ROOT / "src/livestone/conformance/starter").iterdir())
    key = f"start {name} {[file.read_text() for file in starter]}"
    id = name.lower().replace(" ", "_")
    return made_once(key, lambda folder: write_start(name, folder / id)) / id


@cache
def sources() -> str:
    """All sources as a few letters; those of this process alone if one changed since it began."""
    from livestone.compiler.cache import changed  # with Numba, which not everybody needs

    paths = [path for part in SOURCES for path in sorted((ROOT / part).rglob("*"))]
    paths = [path for path in paths if path.is_file() and "__pycache__" not in path.parts]
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"\0{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    digest.update(str(max(map(changed, paths)) > LOADED and os.getpid()).encode())
    return digest.hexdigest()
