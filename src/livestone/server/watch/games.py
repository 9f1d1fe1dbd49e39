"""The pages of games in memory: the newest one (``/``), and any other (``/games/N``).

The server's state holds a :class:`Show` (``show``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from litestar import get
from litestar.params import FromPath

from livestone.core.game import Game
from livestone.errors import NotFound
from livestone.languages.words import t
from livestone.server.tables.pages.game import number_of
from livestone.server.tables.pages.watched import Row, watched_page
from livestone.server.tables.pages.watched import Watched as Watched
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


@get("/", sync_to_thread=False)
def newest(request: AnyRequest) -> Any:
    show: Show = request.app.state.show
    version = version_of(request)
    games = show.games()
    return _game_page(request, games, len(games), show, version, newest="/")


@get("/games/{number:str}", sync_to_thread=False)
def one_game(request: AnyRequest, number: FromPath[str]) -> Any:
    show: Show = request.app.state.show
    version = version_of(request)
    games = show.games()
    at = number_of("game", number)
    if not 1 <= at <= len(games):
        raise NotFound(
            t("there is no game {number}: there are {n} so far", number=at, n=len(games))
        )
    return _game_page(request, games, at, show, version)


def _game_page(
    request: AnyRequest,
    games: Sequence[Watched],
    shown: int,
    show: Show,
    version: int,
    newest: str = "",
) -> Any:
    """The page of the game with the number ``shown``, 0 before there is any. Raises BadRequest."""
    watched = games[shown - 1] if shown else Watched(show.empty, ())
    # A page of its own, so that it stays when the next game begins.
    at = f"/games/{shown}" if shown else "/"
    return watched_page(
        request,
        watched,
        at,
        version=version,
        events=EVENTS,
        newest=newest,
        standing=show.standing(),
        rows=_rows(games, shown),
        left_out=max(0, len(games) - MOST_LISTED),
    )


def _rows(games: Sequence[Watched], shown: int) -> list[Row]:
    first = max(0, len(games) - MOST_LISTED)
    return [
        Row(
            number=at,
            who=" – ".join(watched.names),
            state=watched.result or "running",
            shown=at == shown,
            running=not watched.result,
        )
        for at, watched in reversed(list(enumerate(games[first:], first + 1)))
    ]


handlers = [newest, one_game]
