"""Games in memory for the app: the newest one (``/``), and any other.

The server's state holds a :class:`Show` (``show``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.api.tournaments import FreeplayTable, PlayedGame
from livestone.core.game import Game
from livestone.errors import NotFound
from livestone.languages.words import t
from livestone.server.tables.watched import Watched, watched_table
from livestone.server.watch.server import version_of
from livestone.server.web.identity import AnyRequest
from livestone.server.web.requests import QueryNumber

MAX_LISTED = 50
NEWEST = "newest"  # in place of a game's number


@dataclass(frozen=True)
class Show:
    """Functions that return the games, oldest first, and the standing in a few words.

    The server's thread calls them for each answer. ``empty`` is the game whose board is shown
    before the first game begins.
    """

    games: Callable[[], Sequence[Watched]]
    standing: Callable[[], str]
    empty: Game


@get("/", sync_to_thread=False)
def show_newest() -> Redirect:
    return Redirect(f"/freeplay/games/{NEWEST}")


@get("/api/freeplay/games", sync_to_thread=False)
def played(request: AnyRequest) -> list[PlayedGame]:
    """The newest games, the newest first."""
    show: Show = request.app.state.show
    numbered = list(enumerate(show.games(), 1))[-MAX_LISTED:]
    return [PlayedGame(str(at), game.names, game.result) for at, game in reversed(numbered)]


@get("/api/freeplay/games/{id:str}/table", sync_to_thread=True)
def table(request: AnyRequest, id: FromPath[str], ply: QueryNumber = None) -> FreeplayTable:
    """The game of a number, or the newest. Raises NotFound or BadRequest."""
    show: Show = request.app.state.show
    version, games = version_of(request), show.games()
    number = len(games) if id == NEWEST else int(id) if id.isascii() and id.isdigit() else -1
    if not (1 <= number <= len(games) or id == NEWEST):
        raise NotFound(
            t("there is no game {number}: there are {n} so far", number=id[:20], n=len(games))
        )
    game = games[number - 1] if number else Watched(show.empty, ())
    return watched_table(game, str(number), ply, version, show.standing())


handlers = [show_newest, played, table]
