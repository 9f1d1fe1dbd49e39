"""``livestone new``: a player's file to begin with."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import OtherGame
from livestone.errors import BadRequest

File = Annotated[Path, Parameter(help="The file to write, such as my_player.py.")]

GAME_STARTER = '''\
"""A player of {title}. Try it:  livestone try {file} --game {game}"""

import random

from livestone import GamePlayer


class {name}(GamePlayer):
    """Tries a few moves and plays one that wins; otherwise anything that is legal."""

    def move(self, state):
        """Return my move: one of state.legal, or its text, such as {example!r}."""
        # `state.legal` lists the moves as numbers. Each is one ply: where a turn has several,
        # I am asked again for the next.
        for move in random.sample(state.legal, min(10, len(state.legal))):
            after = self.guess(state)  # a copy to try the move on
            after.play(move)
            if after.over and self.seat in after.winners:
                self.logger.info("I win with %s", self.game.wording.move_text(move))
                return move
        return random.choice(state.legal)


# What else you can ask:
#   state.legal_texts          the legal moves as texts, sorted
#   state.mover, self.seat     whose turn it is, by index; which index is yours
#   self.game.seats            who plays: {seats}
#   self.moves                 the plies so far, as texts
#   state.view().cells         what stands where: {{"{site}": "{piece}"}}
#   state.scores               points of all players, where the game counts them
#   state.undo()               takes the last ply of a copy back
#   print(state.text)          the position on one line
#   self.time_left             seconds you have left for this move
'''


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
    if game is None or game == FREEDOM:
        starter = resources.files("livestone.freeplay").joinpath("starter.txt")
        return starter.read_text("utf-8").format(file=file, name=name)
    state = State(load(game))
    kind, cells = state.game, state.view().cells
    site, piece = next(iter(cells.items()), (kind.board.names[0], kind.pieces[0].name))
    return GAME_STARTER.format(
        file=file,
        name=name,
        game=game,
        title=kind.title,
        example=state.legal_texts[0],
        seats=", ".join(f"{at} is {seat.name}" for at, seat in enumerate(kind.seats)),
        site=site,
        piece=piece,
    )
