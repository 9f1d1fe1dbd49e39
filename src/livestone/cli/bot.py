"""``livestone bot``: a player's file on a Freeplay server, with a live board in the browser."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.cli.common import check, flag, whole_number
from livestone.cli.player_file import (
    File,
    Stdout,
    keep_open,
    open_log,
    player_limits,
    start_player,
)
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.freeplay.client import Client
    from livestone.freeplay.online import OnlineGame
    from livestone.server.tables.watched import Watched
    from livestone.server.watch.server import LocalServer

KEY = Path("~/.ssh/id_rsa.pub")
MAX_GAMES = 999_999_999

Host = Annotated[str, Parameter(["--host", "-H"], help="The server.")]
Port = Annotated[int, whole_number("The server's port.", "--port", "-P")]
User = Annotated[str | None, Parameter(help="Your name on the server; $USER if left out.")]
SshKey = Annotated[
    Path,
    Parameter(["--ssh-key", "-s"], help="The file that proves who you are: a token, or a key."),
]
Tls = Annotated[bool, flag("Speak TLS; the server then has another port for it.")]
NoGui = Annotated[bool, flag("Show no live board.", "--no-gui", "-G")]
Games = Annotated[int | None, whole_number("Leave after so many games; stay, if left out.")]
Seconds = Annotated[
    float, Parameter(help="The time your player has for a move; the server has its own limit.")
]


def bot(
    file: File,
    /,
    *,
    host: Host = "localhost",
    port: Port = 5678,
    user: User = None,
    ssh_key: SshKey = KEY,
    tls: Tls = False,
    no_gui: NoGui = False,
    stdout: Stdout = False,
    games: Games = None,
    seconds: Seconds = 5.0,
) -> None:
    """Play on a Freeplay server with a player's file, until the server ends it or Ctrl-C."""
    check("port", port, 1, 65535)
    check("games", games, 1, MAX_GAMES)
    limits = player_limits(seconds)
    from livestone.freeplay.board import freeplay
    from livestone.freeplay.client import Client, read_key
    from livestone.freeplay.lines import check_name
    from livestone.freeplay.process import PlayerProcess

    name, key = check_name(_name(user)), read_key(ssh_key)
    with open_log(stdout) as log, PlayerProcess(file, limits, log) as player:
        start_player(player, freeplay())
        say = _voice(None if stdout else log)
        client = Client(player, name, key, host=host, port=port, tls=tls, say=say, most=games)
        if no_gui:
            _play(client)
            return
        with _live(client) as server:
            _play(client)
            keep_open(server, "The games stay on the page until Ctrl-C.", print)


def _play(client: Client) -> None:
    """Play, and say how it went, however it ends."""
    from livestone.freeplay.online import tally

    try:
        client.run()
    finally:
        client.say(f"{client.name}, {tally(client.games)}.")


def _name(user: str | None) -> str:
    """The name to log in by. Raises BadRequest where the system knows none."""
    name = os.environ.get("USER", "") if user is None else user
    if not name:
        raise BadRequest("nobody knows your name here: give it with --user")
    return name


def _voice(log: IO[str] | None) -> Callable[[str], None]:
    """What a person should see goes to the screen, and to the log if that is elsewhere."""

    def say(text: str) -> None:
        print(text, flush=True)
        if log is not None:
            with contextlib.suppress(OSError):  # a full disk is no reason to lose
                log.write(f"{time.strftime('%H:%M:%S')} CLIENT  {text}\n")
                log.flush()

    return say


@contextlib.contextmanager
def _live(client: Client) -> Iterator[LocalServer]:
    """Show the games in the browser while they are played."""
    from livestone.freeplay.board import freeplay
    from livestone.freeplay.online import tally
    from livestone.server.main import browse
    from livestone.server.watch.games import Show, handlers
    from livestone.server.watch.server import LocalServer

    show = Show(
        games=lambda: [_watched(game) for game in tuple(client.games)],
        standing=lambda: f"{client.name}: {tally(tuple(client.games))}",
        empty=freeplay(),
    )
    with LocalServer(handlers, {"show": show}) as server:
        client.changed = server.changed
        client.say(f"The live board is at {server.url}/")
        browse(f"{server.url}/")
        yield server


def _watched(game: OnlineGame) -> Watched:
    """A game as its page shows it."""
    from livestone.server.tables.watched import Watched

    winners = tuple(seat for seat, name in enumerate(game.names) if name == game.winner)
    return Watched(
        game=game.game,
        names=game.names,
        moves=tuple(game.moves),
        result=game.result,
        winners=winners,
        scores=game.scores,
        marks=game.live,
        notes=tuple(game.notes),
    )
