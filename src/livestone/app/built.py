"""The site that was built before: `make site` puts it beside this module, and so into the wheel."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from livestone.app.files import CATALOGUE

if TYPE_CHECKING:
    from livestone.core.game import Game

BESIDE = Path(__file__).parent / "built"


def built_folder() -> Path | None:
    """Return the folder of the built app, None where there is none.

    ``LIVESTONE_APP`` overrides it; where that is empty there is none.
    """
    given = os.environ.get("LIVESTONE_APP")
    folder = BESIDE if given is None else Path(given)
    return folder if given != "" and (folder / CATALOGUE).is_file() else None


def has_game(folder: Path, game: Game) -> bool:
    """Whether a built site has a game with these options."""
    return compiled_name(folder, game) is not None


def compiled_name(folder: Path, game: Game) -> str | None:
    """Return the name of a game's compiled form in a built site, None where it has none."""
    options = dict(game.option)
    for one in entry(folder, game.id).get("compiled", ()):
        if one["options"] == options:
            return str(one["name"])
    return None


def entry(folder: Path, id: str) -> Mapping[str, Any]:
    """Return what a built site's catalogue says of a game, nothing where it has none."""
    file = folder / CATALOGUE
    return _entries(file, file.stat().st_mtime_ns).get(id, {})


@lru_cache(4)
def _entries(file: Path, changed: int) -> dict[str, dict[str, Any]]:
    """The games of a catalogue as it was when it last changed, by their ids."""
    return {one["id"]: one for one in json.loads(file.read_bytes())["games"]}
