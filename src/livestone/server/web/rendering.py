"""Templates, static files, and the answers made of them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup, escape

from livestone.app.pictures import preview as previewed
from livestone.core.game import Game
from livestone.draw import style
from livestone.errors import LivestoneError, NotFound
from livestone.games import catalogue, find
from livestone.languages.catalogue import LANGUAGES, exported
from livestone.languages.words import ENGLISH, TAGS, language, t, tn
from livestone.server.web import modules
from livestone.server.web.aside import MadeOnce, aside
from livestone.server.web.constant import SHORT, YEAR, Constant, constant_answer
from livestone.server.web.errors import capital, sentence, status_of
from livestone.server.web.forms import refusal_of
from livestone.server.web.identity import COOKIE, AnyRequest, recognised
from livestone.server.web.request_language import LANGUAGE

TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
THEMES = ("light", "dark")
# Names under which a server answers to its own machine only.
LOOPBACK = ("localhost", "127.0.0.1", "::1")
QUICK = 3  # of gzip's levels: half the time of its usual 6, for a seventh more bytes
# Addresses of ours in a page. No text on it can look like one: its quotes are escaped.
_ADDRESSES = "href|src|action|formaction|data-(?:events|game|description|part|again|icon|words)"
_OWN = re.compile(rf'\b({_ADDRESSES})="/(?!/)')


@cache
def environment() -> Environment:
    """Return the templates, with ``static`` to name a file of ours by its content."""
    made = Environment(
        loader=FileSystemLoader(_folders("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a changed template needs a restart
    )
    made.globals |= {"t": t, "tn": tn, "tm": _with_markup, "sentence": capital}
    made.globals["languages"] = ((ENGLISH, "English"), *((one.tag, one.name) for one in LANGUAGES))
    made.globals |= {"static": static_url, "modules": modules.addresses}
    return made


def _with_markup(text: str, /, **values: object) -> Markup:
    """A text that has HTML in it, in the language of the page; what fills its places has none."""
    return Markup(t(text, **{name: escape(value) for name, value in values.items()}))


def page(
    request: AnyRequest,
    template: str,
    status: int = 200,
    turns: int = 0,
    my_turn: bool = False,
    refusal: LivestoneError | None = None,
    **values: Any,
) -> Any:
    """Answer with a page, or with a form and its ``refusal``; ``values`` fill the template.

    What is refused stands beside its field (``problems``), or where it has none, above the form.
    ``turns`` says how many games wait for the visitor, ``my_turn`` that this one does.
    """
    state, theme = request.app.state, request.cookies.get("theme", "")
    lang = language.get()
    text = (
        environment()
        .get_template(template)
        .render(
            lang=lang,
            words="" if lang == ENGLISH else static_url(_words_of(lang)),
            theme=theme if theme in THEMES else "",
            me=_me(request),
            announcement=staff.announcement if (staff := state.get("staff")) else "",
            here=request.scope["path"],
            local_only=state.get("local_only", False),
            freeplay=state.get("lines", False),
            turns=turns,
            icon=icon(turns or int(my_turn)),
            refusal=sentence(refusal) if refusal else "",
            preview=preview_address(request, values.get("game")),
            **{"problems": refusal_of(refusal) if refusal else {}, **values},
        )
    )
    return html(request, text, status_of(refusal) if refusal else status)


def html(request: AnyRequest, text: str, status: int = 200) -> Response[bytes]:
    """Answer with a page or a part of one."""
    answer = _answer(request, based(request, text).encode(), MediaType.HTML, status)
    answer.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    return answer


def based(request: AnyRequest, text: str) -> str:
    """A page whose own addresses begin where a proxy has put the server."""
    base: Any = request.scope.get("app_root_path", "")
    return _OWN.sub(rf'\g<1>="{base}/', text) if base else text


def address_of(request: AnyRequest, path: str) -> str:
    """The address of a path for people elsewhere."""
    base, outside = request.base_url, request.app.state.get("outside")
    if outside and base.hostname in LOOPBACK:
        base = outside  # what is typed here leads nowhere on the friend's machine
    return f"{str(base).rstrip('/')}/{path}"


def preview_address(request: AnyRequest, game: Any = None) -> str:
    """The address of the picture that is shown with a link to a page: its game's, or any."""
    return absolute(request, f"previews/{getattr(game, 'id', None) or next(iter(catalogue()))}.png")


def absolute(request: AnyRequest, path: str) -> str:
    """The address of a path for people elsewhere; ours only where the host is no name."""
    try:
        return address_of(request, path)
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


@cache
def icon(turns: int) -> str:
    """The address of the tab's icon: the logo, with the number of games that wait."""
    if not turns:
        return static_url("logo.svg")
    logo = static_files()["logo.svg"].content.decode()
    text = str(turns) if turns < 10 else "9+"
    badge = (
        '<circle cx="22" cy="10" r="10" fill="#b3261e"/>'
        '<text x="22" y="15" font-family="sans-serif" font-size="14" font-weight="bold" '
        f'text-anchor="middle" fill="#fff">{text}</text></svg>'
    )
    return "data:image/svg+xml," + quote(logo.replace("</svg>", badge), safe="")


def _me(request: AnyRequest) -> str | None:
    """The name of who asks, empty for a guest; None where nobody knows yet, or cares."""
    caller = recognised(request)
    if caller is None:
        return None if COOKIE in request.cookies else ""
    return caller.person.name if caller.person else ""


def see(path: str) -> Redirect:
    """Send the browser on after a form (Post/Redirect/Get)."""
    return Redirect(path, status_code=303)


@cache
def static_files() -> dict[str, Constant]:
    """Return every static file by its path under ``/static/``, what a static site has included."""
    found = {
        "logo.svg": style.logo().encode(),
        **{_words_of(one.tag): msgspec.json.encode(exported(one.tag)) for one in LANGUAGES},
        **modules.contents(),
    }
    for folder in _folders("static"):
        found |= {file.name: file.read_bytes() for file in folder.iterdir()}
    shared = style.page_stylesheet() + style.stylesheet() + modules.stylesheet()
    found["app.css"] = shared.encode() + found["app.css"]
    return {
        path: Constant(content, TYPES.get(path[path.rfind(".") :], "text/plain"))
        for path, content in found.items()
    }


async def make_static_files() -> None:
    """Make them before a page asks for them: it takes a while."""
    await aside(static_files)


def _words_of(tag: str) -> str:
    """The file from which scripts read a language."""
    return f"words/{tag}.json"


def _folders(name: str) -> list[Path]:
    return sorted(Path(__file__).parents[1].glob(f"*/{name}"))


def static_url(path: str) -> str:
    """The address of a static file; it changes with the content, so browsers may keep it."""
    return f"/static/{path}?v={static_files()[path].version}"


@get("/static/{path:path}")
async def static(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    found = static_files().get(path.lstrip("/"))
    if found is None:
        raise NotFound(t("there is no file {path}", path=repr(path[:60])))
    current = path.startswith("/js/") or request.query_params.get("v") == found.version
    return await constant_answer(request, found, current)


def _answer(request: AnyRequest, content: bytes, kind: str, status: int = 200) -> Response[bytes]:
    """Answer with text, compressed for clients that understand it."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and len(content) > SHORT:
        content = gzip.compress(content, QUICK, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(content, status_code=status, media_type=kind, headers=headers)


@get("/favicon.ico", sync_to_thread=False)
def favicon() -> Redirect:
    return Redirect(static_url("logo.svg"))


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


handlers = [static, favicon, preview, choose_theme, choose_language]
