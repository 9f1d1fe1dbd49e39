"""``livestone new``: a player's file to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.errors import BadRequest

File = Annotated[Path, Parameter(help="The file to write, such as my_player.py.")]

STARTER = '''\
"""A player of Freedom. Try it:  livestone try {file}"""

from livestone import Player


class {name}(Player):
    """Plays on the first free cell it finds."""

    def move(self):
        """Return (x, y): where to place my stone. (0, 0) is the lower left corner."""
        board = self.board

        # My stone must touch my opponent's last one, if there is room. `board.legal` lists all
        # the cells that I may choose; the next lines find the first of them step by step.
        last = board.last_opponent_move
        if last is not None:
            for x, y in board.adjacent(*last):
                if board[x, y] == "empty":
                    self.logger.info("I play next to %s", last)
                    return x, y

        # No room (or it is the first move): any empty cell will do.
        self.logger.info("I am free: I am %s, the score is %s", board.player, board.scores)
        return board.empty[0]


# What else you can ask:
#   board.size                 cells along a side
#   board[x, y]                "empty", "white" or "black"
#   board.player               your colour; board.opponent is the other
#   board.legal, board.empty   lists of cells (x, y)
#   board.scores, board.lead   points of both colours; yours less your opponent's
#   board.live                 the stones in rows of exactly four
#   board.after(x, y)          a copy with a move played, to see what it would bring
#   board.time_left            seconds you have left for this move
'''


def new(file: File, /) -> None:
    """Write a small player with comments, ready to be tried and changed."""
    if file.suffix != ".py":
        raise BadRequest(f"{str(file)!r} is no Python file: end its name with .py")
    name = "".join(part[:1].upper() + part[1:] for part in file.stem.replace("-", "_").split("_"))
    text = STARTER.format(file=file, name=name if name.isidentifier() else "MyPlayer")
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise BadRequest(f"{str(file)!r} is there already: choose another name") from None
    print(f"{file} is a player. See how it does:  livestone try {file}")
