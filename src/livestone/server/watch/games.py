"""The pages of games in memory: the newest one (``/``), and any other (``/games/N``).

The server's state holds a :class:`Show` (``show``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from litestar import get

from livestone.core.game import Game
from livestone.errors import NotFound
from livestone.languages.words import t
from livestone.server.tables.pages.game import number_of
from livestone.server.tables.pages.watched import Row, Watched, watched_page
from livestone.server.watch.server import EVENTS, version_of
from livestone.server.web.identity import AnyRequest

MOST_LISTED = 50


@dataclass(frozen=True)
class Show:
    """Functions that return the games, oldest first, and the standing in a few words.

    The server's thread calls them for each page. ``empty`` is the game whose board is shown before
    the first game begins.
    """

    games: Callable[[], Sequence[Watched]]
    standing: Callable[[], str]
    empty: Game


@get(["/", "/games/{number:str}"], sync_to_thread=False)
def show_game(request: AnyRequest) -> Any:
    """The game of a number, or the newest: a page that goes on with the next one."""
    show: Show = request.app.state.show
    version, games = version_of(request), show.games()
    asked = request.path_params.get("number")
    shown = len(games) if asked is None else number_of("game", asked)
    if asked is not None and not 1 <= shown <= len(games):
        raise NotFound(
            t("there is no game {number}: there are {n} so far", number=shown, n=len(games))
        )
    left_out = max(0, len(games) - MOST_LISTED)
    return watched_page(
        request,
        games[shown - 1] if shown else Watched(show.empty, ()),
        f"/games/{shown}" if shown else "/",
        version=version,
        events=EVENTS,
        newest="/" if asked is None else "",
        standing=show.standing(),
        rows=[
            Row(
                number=at,
                who=" – ".join(watched.names),
                state=watched.result or "running",
                shown=at == shown,
                running=not watched.result,
            )
            for at, watched in reversed(list(enumerate(games[left_out:], left_out + 1)))
        ],
        left_out=left_out,
    )


handlers = [show_game]
