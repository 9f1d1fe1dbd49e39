"""What commands that run players' files share: log, limits, game, and the page at the end."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.cli.common import check_seconds, flag, read_game, read_options
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.freeplay.limits import Limits
    from livestone.freeplay.process import PlayerProcess
    from livestone.server.watch.server import LocalServer

LOG = "freeplay.log"

File = Annotated[Path, Parameter(help="The player's file.")]
Stdout = Annotated[bool, flag(f"Log to the screen, not to {LOG}.")]


@contextmanager
def open_log(stdout: bool) -> Iterator[IO[str]]:
    """The file that players write to: the screen, or the log from its beginning."""
    sys.stdout.flush()
    with open(os.dup(1) if stdout else LOG, "w", encoding="utf-8") as opened:
        yield opened


def start_player(player: PlayerProcess, game: Game) -> None:
    """Load the file, to play a game. Raises BadRequest with all that is wrong there."""
    from livestone.freeplay.limits import Fault

    say_limits()
    try:
        player.start()
    except Fault as fault:
        if fault.details:
            print(fault.details.rstrip(), file=sys.stderr)
        raise BadRequest(str(fault)) from None
    if reason := player.why_not(game):
        raise BadRequest(reason)


def say_limits() -> None:
    """Say on standard error what this system does not limit."""
    from livestone.freeplay.limits import lacking

    if words := lacking():
        print(f"This system sets no limit to a player's {words}.", file=sys.stderr)


def player_limits(seconds: float) -> Limits:
    """The limits of a player who has so many seconds for a move. Raises BadRequest."""
    from livestone.freeplay.limits import Limits

    check_seconds(seconds, 3600)
    return Limits(move=seconds, game=60 * seconds, cpu=75 * seconds)


def player_game(game: str | None, option: Sequence[str]) -> Game:
    """The game to play, Freedom by its preset unless told. Raises UnknownGame or BadOption."""
    from livestone.freeplay.board import FREEDOM, freeplay

    if game is None or game == FREEDOM:
        return freeplay(**read_options(option))
    return read_game(game, option)


def keep_open(server: LocalServer, words: str, say: Callable[[str], None]) -> None:
    """Keep a server's pages open until Ctrl-C, where a browser has one open."""
    if server.listeners and sys.stdout.isatty():
        say(words)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)
