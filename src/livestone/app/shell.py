"""The one HTML page that a server answers all addresses of the app with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

FILES = "/app/"  # where a server has the files of the app
# The first parts of the addresses of its pages; those that only a server has are further ones.
OF_A_GAME = ("play", "setup", "lessons", "rules", "sample", "analysis", "puzzles", "puzzle")
NAMES = (
    "",
    *OF_A_GAME,
    "game",
    "review",
    "daily",
    "games",
    "settings",
    "help",
    "about",
    "shared",
    "link",
    "write",
)
_RELATIVE = re.compile(r'\b(href|src)="(?![#/]|[a-z]+:)(?:\./)?')
_ABOUT = re.compile(r"<!-- about -->\n.*?<!-- /about -->\n", re.DOTALL)
_CONTENT = re.compile(r"<!-- content -->\n.*?<!-- /content -->\n", re.DOTALL)
_HOME = 'class="home" href="./"'


@dataclass(frozen=True)
class About:
    """What a page is about, for search engines and for who is sent a link to it.

    ``picture`` is an absolute address; ``content`` is HTML that is read where no script runs.
    """

    title: str
    description: str
    picture: str
    content: str = ""


def shell(page: str, base: str, language: str, about: About, more: str = "") -> str:
    """The app's ``page`` as a server below the path ``base`` sends it, its files at ``FILES``.

    ``more`` names what this server has besides, such as ``freeplay``.
    """
    home = page.replace(_HOME, f'class="home" href="{base}/"', 1)
    text = _RELATIVE.sub(rf'\1="{base}{FILES}', home)
    told = f'<html lang="{language}" data-server="{base}" data-files="{base}{FILES}"'
    told += f' data-more="{more}">' if more else ">"
    text = text.replace('<html lang="en">', told, 1)
    text = _ABOUT.sub(lambda _: _head(about), text, count=1)
    if not about.content:
        return text
    return _CONTENT.sub(lambda _: about.content, text, count=1)


def _head(about: About) -> str:
    title, description = escape(about.title), escape(about.description)
    return (
        f"<title>{title} - Livestone</title>\n"
        f'<meta name="description" content="{description}">\n'
        '<meta property="og:type" content="website">\n'
        '<meta property="og:site_name" content="Livestone">\n'
        f'<meta property="og:title" content="{title}">\n'
        f'<meta property="og:description" content="{description}">\n'
        f'<meta property="og:image" content="{escape(about.picture)}">\n'
    )
