"""``livestone new-game``: a game's folder to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

Name = Annotated[str, Parameter(help="The game's name, such as 'River Crossing'.")]
Folder = Annotated[
    Path | None, Parameter(help="The folder to write; one of the game's name here, if left out.")
]


def new_game(name: Name, /, *, folder: Folder = None) -> None:
    """Write a small game with comments and tests, ready to be played and changed."""
    from livestone.conformance.starting import write_start

    place = folder or Path("_".join(name.lower().replace("-", " ").split()))
    for file in write_start(name, place):
        print(file)
    print(f"Play it:   livestone play --game {place}")
    print(f"Check it:  livestone check-game {place}")
