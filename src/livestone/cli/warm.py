"""``livestone warm``: compile games before they are played."""

from __future__ import annotations

import time
from typing import Annotated

from livestone.cli.common import Options, check, chosen_game, read_game, whole_number
from livestone.cli.words import title
from livestone.errors import BadRequest

GameName = Annotated[
    str | None, chosen_game("The game's id, or the path of its rules; all games if left out.")
]
Level = Annotated[int | None, whole_number("Only what a bot of this level needs, 1 to 10.")]


def warm(game: GameName = None, /, *, option: Options = (), level: Level = None) -> None:
    """Compile games for this machine ahead, so that playing and analysing them begin at once."""
    from livestone.games import catalogue
    from livestone.play.levels import LEVELS
    from livestone.play.warming import warm as compile_ahead

    check("level", level, 1, len(LEVELS))
    if game is None and option:
        raise BadRequest("--option needs a game: name one, as in 'livestone warm freedom'")
    games = [kind() for kind in catalogue().values()] if game is None else [read_game(game, option)]
    for each in games:
        began = time.perf_counter()
        compile_ahead(each, level)
        print(f"{title(each)}: ready after {time.perf_counter() - began:.1f} s", flush=True)
