"""What only the playground needs: its editor, and Python with the learner's side of Livestone.

All of it lies in ``write/``, apart from the files that a first visit fetches.
"""

from __future__ import annotations

import gzip
import io
import shutil
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path

from livestone.app import bundle
from livestone.app.files import compact
from livestone.app.serving import FRAME
from livestone.core.game import Game
from livestone.errors import BundlerMissing
from livestone.games import load
from livestone.lessons.player_lessons import lessons

FOLDER = "write/"
# The files that players begin with, as templates: of Freedom, and of any other game.
STARTERS = ("starter.txt", "game_starter.txt")
STARTER_FOLDER = bundle.PACKAGE / "freeplay"
SCRIPTS = {
    "editor": ("js/app/write/editor.js", "esm"),
    "worker": ("js/app/write/python_worker.js", "iife"),
}
STYLES = "js/app/write/write.css"
SNAPSHOT = "js/app/write/snapshot.js"
# The learner's side: no more than a player of Freedom needs, without NumPy.
LEARNER = (
    *("__init__.py", "loaded.py", "errors.py", "ranges.py", "suggest.py"),
    *(
        f"freeplay/{name}.py"
        for name in (
            *(
                "__init__",
                "advice",
                "annotations",
                "blame",
                "board",
                "cell_table",
                "in_browser",
                "limits",
            ),
            *("live_state", "player", "state_table"),
        )
    ),
)
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can tell
OPTIONS = ("--bundle", "--minify", "--target=es2022", "--charset=utf8", *bundle.NODE)
# A worker's script that came as text has no address.
NO_ADDRESS = '--define:import.meta.url="https://livestone.invalid/"'


def is_wanted(games: Sequence[Game]) -> bool:
    """Whether a site with these games can have a playground."""
    return load("freedom", preset="freeplay") in games


@cache
def files() -> dict[str, bytes]:
    """Return the files by name, the same bytes each time. Raises BundlerMissing."""
    pyodide = bundle.package("pyodide")
    starters = {name: (STARTER_FOLDER / name).read_bytes() for name in STARTERS}
    return {
        f"{FOLDER}{name}": content
        for name, content in {
            **_scripts(),
            "lessons.json": compact([asdict(lesson) for lesson in lessons()]),
            **starters,
            "frame.js": FRAME,
            "write.css": bundle.minified(bundle.esbuild(), bundle.text(STYLES)),
            "python.wasm": (pyodide / "pyodide.asm.wasm").read_bytes(),
            "python.zip": (pyodide / "python_stdlib.zip").read_bytes(),
            "learner.zip": learner(),
            "memory.gz": memory(),
        }.items()
    }


def _scripts() -> dict[str, bytes]:
    command, found = bundle.esbuild(), {}
    for name, (path, form) in SCRIPTS.items():
        asked = [command, path, f"--format={form}", *OPTIONS, *([NO_ADDRESS] * (form == "iife"))]
        found[f"{name}.js"] = bundle.run(asked)
    return found


def learner() -> bytes:
    """The learner's side as a zip, which Python imports from."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in LEARNER:
            info = zipfile.ZipInfo(f"livestone/{name}", LONG_AGO)
            archive.writestr(info, (bundle.PACKAGE / name).read_bytes())
    return packed.getvalue()


def memory() -> bytes:
    """The memory of a Python that has loaded the learner's side, packed: one starts from it soon.

    Raises BundlerMissing.
    """
    node = shutil.which("node")
    if node is None:
        raise BundlerMissing("there is no Node, by which the playground's Python is started once")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "learner.zip").write_bytes(learner())
        script = folder / "snapshot.mjs"
        away = ("--platform=node", "--external:pyodide", f"--outfile={script}")
        bundle.run([bundle.esbuild(), SNAPSHOT, "--bundle", "--format=esm", *away])
        (folder / "node_modules").symlink_to(bundle.folder() / "node_modules")
        bundle.run([node, str(script), str(folder / "learner.zip"), str(folder / "memory")])
        return gzip.compress((folder / "memory").read_bytes(), 9, mtime=0)
