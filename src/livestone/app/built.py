"""The app's files: those that were built before, or the sources as they are.

`make site` puts what it builds beside this module, and so into the wheel.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from livestone.app.files import CATALOGUE
from livestone.app.serving import Files, Folder
from livestone.core.game_files import named_files

BESIDE = Path(__file__).parent / "built"


def built_folder() -> Path | None:
    """Return the folder of the built app, None where there is none.

    ``LIVESTONE_APP`` overrides it; where that is empty there is none.
    """
    given = os.environ.get("LIVESTONE_APP")
    folder = BESIDE if given is None else Path(given).expanduser()
    return folder if given != "" and (folder / CATALOGUE).is_file() else None


def files() -> Files:
    """The files of the app, built ones or the sources, with the games of files that are named."""
    return _files(built_folder(), tuple(named_files()))


@lru_cache(4)
def _files(folder: Path | None, paths: tuple[str, ...]) -> Files:
    if folder is not None:
        app: Files = Folder(folder)
    else:
        from livestone.app.sources import Sources

        app = Sources()
    if not paths:
        return app
    from livestone.app.added import Added

    return Added(app, paths)


def entry(id: str) -> Mapping[str, Any]:
    """Return what the built app's catalogue says of a game, nothing where it has none."""
    folder = built_folder()
    if folder is None:
        return {}
    file = folder / CATALOGUE
    return _entries(file, file.stat().st_mtime_ns).get(id, {})


@lru_cache(4)
def _entries(file: Path, changed: int) -> dict[str, dict[str, Any]]:
    """The games of a catalogue as it was when it last changed, by their ids."""
    return {one["id"]: one for one in json.loads(file.read_bytes())["games"]}
