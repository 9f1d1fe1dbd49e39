"""The pages of the app: every address of one is answered with the same small shell."""

from __future__ import annotations

import contextlib
from functools import cache
from urllib.parse import quote, urlencode

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.app.built import files
from livestone.app.serving import PAGE, answer, policy
from livestone.app.shell import FILES, About, shell
from livestone.core.game import Game
from livestone.errors import LivestoneError, NotFound
from livestone.games import find
from livestone.languages.words import language, mark, t
from livestone.lessons.page import rules_page
from livestone.server.db.owners import NOBODY
from livestone.server.web.aside import MadeOnce, aside
from livestone.server.web.constant import Constant, constant_answer
from livestone.server.web.identity import AnyRequest, recognised
from livestone.server.web.rendering import preview_address

DESCRIPTION = mark(
    "A table for Freedom and its rare cousins: play a bot or a friend in the browser."
)
# The pages that one game is about, by what their titles say.
OF_A_GAME = {
    "play": mark("Play {game}"),
    "setup": mark("New game of {game}"),
    "lessons": mark("Learn {game}"),
    "rules": mark("Rules of {game}"),
    "sample": mark("A sample game of {game}"),
    "analysis": mark("Analyse {game}"),
    "puzzles": mark("Puzzles of {game}"),
    "puzzle": mark("A puzzle of {game}"),
}
# The other ones.
OTHERS = {
    "/": mark("Games"),
    "/lessons": mark("Lessons"),
    "/analysis": mark("Analysis"),
    "/puzzles": mark("Puzzles"),
    "/daily": mark("Puzzle of the day"),
    "/settings": mark("Settings"),
    "/help": mark("Help"),
    "/about": mark("About"),
    "/shared": mark("A shared game"),
    "/link": mark("A friend's move"),
    "/write": mark("Write a player"),
    "/games": mark("My games"),
    "/studies": mark("My studies"),
    "/studies/new": mark("New study"),
    "/lobby": mark("Lobby"),
    "/challenges/new": mark("A new challenge"),
    "/account": mark("Your account"),
    "/admin": mark("Staff"),
    "/admin/audit": mark("Log"),
    "/freeplay": mark("Freeplay"),
    "/freeplay/new": mark("Start a tournament"),
    "/tournaments": mark("Tournaments"),
    "/join": mark("Join a class"),
}
# Where pages of earlier editions are now, by their routes.
MOVED = {
    "/new/{game}": "/setup/{game}",
    "/rules/{game}/sample": "/sample/{game}",
    "/rules/{game}/sheet.pdf": FILES + "sheets/{game}.pdf",
    "/games/{id}": "/game/{id}",
    "/games/{id}/review": "/review/{id}",
    "/site": "/",
    "/site/index.html": "/",
}
# An earlier edition's service worker goes, and its pages are loaded from where they are now.
GONE = b"""\
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  await self.registration.unregister();
  for (const client of await self.clients.matchAll()) client.navigate(client.url);
})()));
"""


@get([path.replace("}", ":str}") for path in OTHERS])
async def show(request: AnyRequest) -> Response[bytes]:
    """A page of the app."""
    title = t(OTHERS[request.scope["path_template"]])
    return await page_of(request, About(title, t(DESCRIPTION), preview_address(request)))


@get(
    [
        *(f"/{name}/{{game:str}}" for name in OF_A_GAME if name != "puzzle"),
        "/puzzle/{game:str}/{n:int}",
    ]
)
async def show_of_game(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """A page of the app that is about a game; its rules are read without scripts too."""
    kind = find(game)
    name = request.scope["path_template"].split("/")[1]
    title, picture = t(OF_A_GAME[name], game=t(kind.title)), preview_address(request, kind)
    content = await aside(_rules, kind) if name == "rules" else ""
    return await page_of(request, About(title, t(kind().words.summary), picture, content))


@get("/people/{name:str}")
async def show_person(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A person's profile."""
    title, words, status = t("Games"), t(DESCRIPTION), 404
    with contextlib.suppress(NotFound):
        title, status = (await request.app.state.people.by_name(name)).name, 200
        words = t("Ratings and last games of {name}", name=title)
    return await page_of(request, About(title, words, preview_address(request)), status)


@get("/challenges/{id:str}")
async def show_challenge(request: AnyRequest, id: FromPath[str]) -> Response[bytes]:
    """A challenge, which a friend may be sent a link to; one for somebody else says nothing."""
    title, kind, known = t("A challenge"), None, recognised(request)
    with contextlib.suppress(LivestoneError):
        found = await request.app.state.lobby.find(id, known.owner_id if known else NOBODY)
        kind = type(found.load())
        title = t("A challenge to play {game}", game=t(kind.title))
    return await page_of_game(request, title, kind)


async def page_of_game(request: AnyRequest, title: str, kind: type[Game] | None) -> Response[bytes]:
    """Answer with the shell, of a page about a game; 404 where there is none."""
    words = t(kind().words.summary) if kind else t(DESCRIPTION)
    about = About(title, words, preview_address(request, kind))
    return await page_of(request, about, 200 if kind else 404)


async def page_of(request: AnyRequest, about: About, status: int = 200) -> Response[bytes]:
    """Answer with the app's shell."""
    base = str(request.scope.get("app_root_path", ""))
    state = request.app.state
    more = state.get("more", "freeplay" if state.get("lines") else "")
    page, kept_out = await aside(_page_of, base, about, more)
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Security-Policy": kept_out,
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    answer = await constant_answer(request, page, more=headers)
    if answer.status_code != 304:
        answer.status_code = status
    return answer


def _page_of(base: str, about: About, more: str) -> tuple[Constant, str]:
    """A page, and its policy of content."""
    found = files().find(PAGE)
    assert found is not None
    return _pages.make(found.content, base, language.get(), about, more)


def _make(page: bytes, base: str, spoken: str, about: About, more: str) -> tuple[Constant, str]:
    content = shell(page.decode(), base, spoken, about, more).encode()
    return Constant(content, "text/html"), policy(content)


_pages = MadeOnce(_make, 200)


@cache
def _rules(kind: type[Game]) -> str:
    return (
        f'<main class="page narrow"><header><h1>{kind.title}</h1></header>'
        f'<div class="prose rules">{rules_page(kind)}</div></main>\n'
    )


@get(FILES + "{path:path}")
async def file(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """A file of the app."""
    name = path.lstrip("/")
    found = await aside(lambda: answer(files(), name, request.headers))
    if not found:
        raise NotFound(t("there is no file {path}", path=repr(name[:60])))
    headers = dict(found.headers)
    kind, _, _ = headers.pop("Content-Type").partition(";")  # Litestar adds the letters of texts
    if name == "sw.js":
        headers["Service-Worker-Allowed"] = f"{request.scope.get('app_root_path', '')}/"
    return Response(found.content, status_code=found.status, headers=headers, media_type=kind)


@get([path.replace("}", ":str}") for path in MOVED], sync_to_thread=False)
def moved(request: AnyRequest) -> Redirect:
    """An address of an earlier edition; what stood after ``#`` names the page here too."""
    parts = {name: quote(part) for name, part in request.path_params.items()}
    path = MOVED[request.scope["path_template"]]
    query = urlencode(list(request.query_params.multi_items()))
    return Redirect(f"{path.format(**parts)}{'?' if query else ''}{query}", status_code=301)


@get("/site/sw.js", sync_to_thread=False)
def moved_service_worker() -> Response[bytes]:
    return Response(GONE, media_type="text/javascript")


handlers = [show, show_of_game, show_person, show_challenge, file, moved, moved_service_worker]
