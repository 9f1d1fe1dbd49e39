"""What commands that run a player's file have in common: its log, and what is said of mistakes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.freeplay.process import PlayerProcess

LOG = "freeplay.log"

File = Annotated[Path, Parameter(help="The player's file.")]
Stdout = Annotated[
    bool, Parameter("--stdout", negative=(), help=f"Log to the screen, not to {LOG}.")
]


@contextmanager
def open_log(stdout: bool) -> Iterator[IO[str]]:
    """The file that players write to: the screen, or the log from its beginning."""
    sys.stdout.flush()
    with open(os.dup(1) if stdout else LOG, "w", encoding="utf-8") as opened:
        yield opened


def start_player(player: PlayerProcess, game: Game) -> None:
    """Load the file, to play a game. Raises BadRequest with all that is wrong there."""
    from livestone.freeplay.limits import Fault

    try:
        player.start()
    except Fault as fault:
        if fault.details:
            print(fault.details.rstrip(), file=sys.stderr)
        raise BadRequest(str(fault)) from None
    if reason := player.why_not(game):
        raise BadRequest(reason)
