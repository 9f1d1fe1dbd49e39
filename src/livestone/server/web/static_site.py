"""The static site under ``/site/``, where one was built: its games are played in the browser."""

from __future__ import annotations

from urllib.parse import quote

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.app.built import built_folder, compiled_name, entry
from livestone.app.serving import PAGE, answer
from livestone.core.game import Game
from livestone.errors import NotFound
from livestone.languages.words import t
from livestone.server.web.identity import AnyRequest


@get("/site", sync_to_thread=False)
def site() -> Redirect:
    """To the page by its name, beside which all other files lie, whatever ends the address."""
    return Redirect(f"/site/{PAGE}")


@get("/site/{path:path}", sync_to_thread=True)
def site_file(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """A file of the site."""
    folder, name = built_folder(), path.lstrip("/")
    found = folder and answer(folder, name, request.headers)
    if not found:
        raise NotFound(t("there is no file {path}", path=repr(name[:60])))
    headers = dict(found.headers)
    kind, _, _ = headers.pop("Content-Type").partition(";")  # Litestar adds the letters of texts
    return Response(found.content, status_code=found.status, headers=headers, media_type=kind)


def compiled(game: Game) -> str:
    """The address of a game's compiled form, empty where there is none."""
    folder = built_folder()
    name = folder and compiled_name(folder, game)
    return f"/site/games/{quote(name)}.json" if name else ""


def teaching(id: str) -> dict[str, str]:
    """The addresses of a game's ``lessons`` and ``puzzles``, empty where the site has none."""
    folder = built_folder()
    found = entry(folder, id) if folder else {}
    return {
        kind: f"/site/{PAGE}#{kind}?game={quote(id)}" if found.get(kind) else ""
        for kind in ("lessons", "puzzles")
    }


handlers = [site, site_file]
