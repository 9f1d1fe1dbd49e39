"""The site that was built before: `make site` puts it beside this module, and so into the wheel."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from livestone.core.game import Game
from livestone.site.files import CATALOGUE

BESIDE = Path(__file__).parent / "built"


def built_folder() -> Path | None:
    """Return the folder of the built site, None where there is none.

    ``LIVESTONE_SITE`` overrides it; where that is empty there is none.
    """
    given = os.environ.get("LIVESTONE_SITE")
    folder = BESIDE if given is None else Path(given)
    return folder if given != "" and (folder / CATALOGUE).is_file() else None


def has_game(folder: Path, game: Game) -> bool:
    """Whether a built site has a game with these options."""
    told: dict[str, Any] = json.loads((folder / CATALOGUE).read_bytes())
    options = dict(game.option)
    return any(
        one["id"] == game.id and any(compiled["options"] == options for compiled in one["compiled"])
        for one in told["games"]
    )
