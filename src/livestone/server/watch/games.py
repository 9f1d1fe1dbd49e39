"""The pages of games that are kept in memory: the one being played, live, and any other.

The little server's state holds a :class:`Show` (``show``); ``handlers`` are ``/`` and
``/games/N``, ``pages`` only the latter, for a command with a front page of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from litestar import Request, get
from litestar.params import FromPath

from livestone.core.game import Game
from livestone.errors import NotFound
from livestone.server.tables.pages.game import number_of
from livestone.server.tables.pages.watched import Row, watched_page
from livestone.server.tables.pages.watched import Watched as Watched
from livestone.server.watch.server import EVENTS, News

MOST_LISTED = 50


@dataclass(frozen=True)
class Show:
    """What is to be seen: games, oldest first, and in a few words how it stands altogether.

    Both are asked for whenever somebody looks, from the server's thread. ``empty`` is the game
    whose board is shown before the first has begun.
    """

    games: Callable[[], Sequence[Watched]]
    standing: Callable[[], str]
    empty: Game


@get("/", sync_to_thread=False)
def present(request: Request[Any, Any, Any]) -> Any:
    """The newest game, whichever that is."""
    show: Show = request.app.state.show
    version = _version(request)
    games = show.games()
    return game_page(request, games, len(games), show, version)


@get("/games/{number:str}", sync_to_thread=False)
def one(request: Request[Any, Any, Any], number: FromPath[str]) -> Any:
    """One game, from 1, now or after ``?ply=N``."""
    show: Show = request.app.state.show
    version = _version(request)
    games = show.games()
    at = number_of("game", number)
    if not 1 <= at <= len(games):
        raise NotFound(f"there is no game {at}: there are {len(games)} so far")
    return game_page(request, games, at, show, version)


def _version(request: Request[Any, Any, Any]) -> int:
    """What the page will know of; asked for first, so that it never claims to know more."""
    news: News = request.app.state.news
    return news.version


def game_page(
    request: Request[Any, Any, Any],
    games: Sequence[Watched],
    shown: int,
    show: Show,
    version: int,
) -> Any:
    """The page of the game with the number ``shown``, 0 before there is any. Raises BadRequest."""
    watched = games[shown - 1] if shown else Watched(show.empty, ())
    # Who steps through a game stays there when the next one begins.
    at = f"/games/{shown}" if shown else "/"
    return watched_page(
        request,
        watched,
        at,
        version=version,
        events=EVENTS,
        waiting="" if shown else "Waiting for the first game.",
        standing=show.standing(),
        rows=_rows(games, shown),
        left_out=max(0, len(games) - MOST_LISTED),
    )


def _rows(games: Sequence[Watched], shown: int) -> list[Row]:
    """The newest games, newest first."""
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


pages = [one]
handlers = [present, *pages]
