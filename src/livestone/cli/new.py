"""``livestone new``: a player's file to begin with."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import OtherGame
from livestone.errors import BadRequest

File = Annotated[Path, Parameter(help="The file to write, such as my_player.py.")]


def new(file: File, /, *, game: OtherGame = None) -> None:
    """Write a small player with comments, ready to be tried and changed."""
    if file.suffix != ".py":
        raise BadRequest(f"{str(file)!r} is no Python file: end its name with .py")
    text = _starter(file, game)
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise BadRequest(f"{str(file)!r} is there already: choose another name") from None
    more = f" --game {game}" if game else ""
    print(f"{file} is a player. See how it does:  livestone try {file}{more}")


def _starter(file: Path, game: str | None) -> str:
    """The text of the file. Raises UnknownGame."""
    from livestone.core.state import State
    from livestone.freeplay.board import FREEDOM
    from livestone.games import load

    name = "".join(part[:1].upper() + part[1:] for part in file.stem.replace("-", "_").split("_"))
    name = name if name.isidentifier() else "MyPlayer"
    starters = resources.files("livestone.freeplay")
    if game is None or game == FREEDOM:
        return starters.joinpath("starter.txt").read_text("utf-8").format(file=file, name=name)
    state = State(load(game))
    kind, cells = state.game, state.view().cells
    site, piece = next(iter(cells.items()), (kind.board.names[0], kind.pieces[0].name))
    return (
        starters.joinpath("game_starter.txt")
        .read_text("utf-8")
        .format(
            file=file,
            name=name,
            game=game,
            title=kind.title,
            example=state.legal_texts[0],
            seats=", ".join(f"{at} is {seat.name}" for at, seat in enumerate(kind.seats)),
            site=site,
            piece=piece,
        )
    )
