"""The forms that work without scripts and pages of errors, and their pictures."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup, escape

from livestone.app.pictures import preview as previewed
from livestone.app.shell import FILES
from livestone.core.game import Game
from livestone.errors import (
    BadField,
    Busy,
    LivestoneError,
    NotAllowed,
    NotLoggedIn,
    TooMany,
)
from livestone.games import catalogue, find
from livestone.languages.catalogue import LANGUAGES
from livestone.languages.words import ENGLISH, TAGS, language, mark, t
from livestone.server.web.aside import MadeOnce
from livestone.server.web.constant import YEAR, Constant, constant_answer
from livestone.server.web.errors import sentence, status_of
from livestone.server.web.identity import COOKIE, AnyRequest, recognised
from livestone.server.web.requests import LANGUAGE

TITLES = {
    400: mark("That cannot be done"),
    401: mark("Log in first"),
    403: mark("You may not do this"),
    404: mark("There is nothing here"),
    405: mark("That cannot be done"),
    409: mark("Not now"),
    413: mark("That is too much"),
    429: mark("One moment, please"),
    500: mark("Something went wrong here"),
    503: mark("Not possible at the moment"),
}
WORDS = {
    403: mark("Only the players of a game can open it. Were you playing in another browser?"),
    404: mark("The address leads nowhere. Perhaps it was mistyped, or the game is gone."),
    405: mark("This address is for forms; it cannot be opened like a page."),
    413: mark("What was sent is longer than anything this page needs."),
    429: mark("Too much came at once. Wait a few seconds and try again."),
    500: mark("It is our mistake, not yours. Your games are safe: every move was kept."),
}

NO_SENSE = mark("The request makes no sense to this server.")
REFUSALS = (BadField, NotAllowed, NotLoggedIn, TooMany, Busy)  # said on the form itself
THEMES = ("light", "dark")
# Names under which a server answers to its own machine only.
LOOPBACK = ("localhost", "127.0.0.1", "::1")
# Addresses of ours in a page. No text on it can look like one: its quotes are escaped.
_OWN = re.compile(r'\b(href|src|action)="/(?!/)')


@cache
def environment() -> Environment:
    """Return the templates; ``files`` is where the app's files are, among them the styles."""
    made = Environment(
        loader=FileSystemLoader(sorted(Path(__file__).parents[1].glob("*/templates"))),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a changed template needs a restart
    )
    made.globals |= {"t": t, "tm": _with_markup, "files": FILES}
    made.globals["languages"] = ((ENGLISH, "English"), *((one.tag, one.name) for one in LANGUAGES))
    return made


def _with_markup(text: str, /, **values: object) -> Markup:
    """A text that has HTML in it, in the language of the page; what fills its places has none."""
    return Markup(t(text, **{name: escape(value) for name, value in values.items()}))


def page(
    request: AnyRequest,
    template: str,
    status: int = 200,
    refusal: LivestoneError | None = None,
    **values: Any,
) -> Any:
    """Answer with a page, or with a form and its ``refusal``; ``values`` fill the template.

    What is refused stands beside its field (``problems``), or where it has none, above the form.
    """
    state, theme = request.app.state, request.cookies.get("theme", "")
    said = {"": sentence(refusal)} if refusal else {}
    if isinstance(refusal, BadField):
        said = {refusal.field: said[""]}
    given: dict[str, Any] = {
        "lang": language.get(),
        "theme": theme if theme in THEMES else "",
        "me": _me(request),
        "announcement": staff.announcement if (staff := state.get("staff")) else "",
        "here": request.scope["path"],
        "local_only": state.get("local_only", False),
        "freeplay": state.get("lines", False),
        "preview": preview_address(request),
        "problems": said,
    }
    text = environment().get_template(template).render(given | values)
    base = str(request.scope.get("app_root_path", ""))
    if base:  # where a proxy has put the server
        text = _OWN.sub(rf'\g<1>="{base}/', text)
    return Response(
        text,
        status_code=status_of(refusal) if refusal else status,
        media_type=MediaType.HTML,
        headers={"Vary": "Accept-Language, Cookie"},
    )


async def fields_of(request: AnyRequest) -> dict[str, str]:
    return {name: str(value) for name, value in (await request.form()).items()}


def error_page(request: AnyRequest, error: Exception) -> Any:
    """Answer with a page that says what went wrong, and leads back."""
    status = status_of(error)
    words = WORDS.get(status, NO_SENSE)
    text = sentence(error) if isinstance(error, LivestoneError) else t(words)
    title = t(TITLES.get(status, TITLES[500 if status >= 500 else 400]))
    if status == 403 and str(error).startswith("this game belongs"):
        title, text = text.rstrip("."), t(WORDS[403])
    return page(request, "message.html", status, title=title, text=text)


def preview_address(request: AnyRequest, game: Any = None) -> str:
    """The address of the picture that is shown with a link to a page: its game's, or any."""
    return absolute(request, f"previews/{getattr(game, 'id', None) or next(iter(catalogue()))}.png")


def absolute(request: AnyRequest, path: str) -> str:
    """The address of a path for people elsewhere; ours only where the host is no name."""
    try:
        base, outside = request.base_url, request.app.state.get("outside")
        if outside and base.hostname in LOOPBACK:
            base = outside  # what is typed here leads nowhere on the friend's machine
        return f"{str(base).rstrip('/')}/{path}"
    except ValueError:  # under a name that is none, which is refused
        return f"/{path}"


@get("/previews/{name:str}")
async def preview(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A board in the middle of a game, as PNG."""
    drawn = await _previews.get(find(name.removesuffix(".png")))
    return await constant_answer(request, drawn, current=True)


def _preview_of(kind: type[Game]) -> Constant:
    return Constant(previewed(kind()), "image/png")


_previews = MadeOnce(_preview_of, 64)


def _me(request: AnyRequest) -> str | None:
    """The name of who asks, empty for a guest; None where nobody knows yet, or cares."""
    caller = recognised(request)
    if caller is None:
        return None if COOKIE in request.cookies else ""
    return caller.person.name if caller.person else ""


def see(path: str) -> Redirect:
    """Send the browser on after a form (Post/Redirect/Get)."""
    return Redirect(path, status_code=303)


@get("/favicon.ico", sync_to_thread=False)
def favicon() -> Redirect:
    return Redirect(f"{FILES}logo.svg")


@post("/theme")
async def choose_theme(request: AnyRequest) -> Redirect:
    """Remember light or dark, and go back to the page."""
    return await _choice(request, "theme", THEMES)


@post("/language")
async def choose_language(request: AnyRequest) -> Redirect:
    """Remember a language, and go back to the page."""
    return await _choice(request, LANGUAGE, TAGS.values(), httponly=False)  # scripts read it too


async def _choice(
    request: AnyRequest, name: str, choices: Collection[str], *, httponly: bool = True
) -> Redirect:
    form = await request.form()
    given = str(form.get(name, ""))
    answer = see(own_path(str(form.get("back", "/"))))
    chosen, age = (given, YEAR) if given in choices else ("", 0)
    answer.set_cookie(name, chosen, max_age=age, samesite="lax", httponly=httponly)
    return answer


def own_path(text: str) -> str:
    """A path on this server, or ``/`` for anything else.

    >>> own_path("/games?page=2"), own_path("//elsewhere.example/"), own_path("https://x.example")
    ('/games?page=2', '/', '/')
    """
    safe = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable()
    return text if safe else "/"


handlers = [favicon, preview, choose_theme, choose_language]
