"""``livestone house``: house bots for a server, on this machine."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from livestone.cli.common import check, flag, level_numbers, whole_number

GAMES = 16

Url = Annotated[str, Parameter(help="The server's address, as in https://play.example.")]
Tokens = Annotated[
    Path | None,
    Parameter(help="A file of lines 'LEVEL TOKEN'; $LIVESTONE_HOUSE_TOKENS if left out."),
]
Levels = Annotated[str, Parameter(help="Only these levels, as in 1,4,10; all if left out.")]
Games = Annotated[int, whole_number("Games at once; further challenges are declined.")]
Jobs = Annotated[int | None, whole_number("Processes that think; the cores less one.")]
Seek = Annotated[
    float | None,
    Parameter(help="Take open challenges too, once they have waited for so many seconds."),
]
Greet = Annotated[bool, flag("Say hello, and thank for the game.")]


def house(
    url: Url,
    /,
    *,
    tokens: Tokens = None,
    levels: Levels = "",
    games: Games = GAMES,
    jobs: Jobs = None,
    seek: Seek = None,
    greet: Greet = False,
) -> None:
    """Play as house bots on a server until Ctrl-C; games go on when it is started again.

    'livestone admin house FILE', on the server's machine, makes the bots and the file of tokens.
    """
    import asyncio
    import os

    check("games", games, 1, 1000)
    check("jobs", jobs, 1, 1000)
    check("seek", seek, 0, 3600)
    from livestone.bot_host.host import BotHost, HostSettings
    from livestone.bot_host.tokens import load

    chosen = load(tokens, os.environ, level_numbers(levels))
    settings = HostSettings(games, jobs, seek, greet)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)

    async def play() -> None:
        await BotHost(url, chosen, settings, _say).run()

    asyncio.run(play())


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)
