"""The boards' stylesheet, with its colours resolved where a picture must stand alone.

``board.css`` declares every colour once, as ``--board-NAME: light-dark(LIGHT, DARK)``. Pages serve
it as it is. Many programs that show SVG know neither ``var()`` nor ``light-dark()``, so a picture
that stands alone carries plain colours instead. On paper they are pale, to save ink.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from livestone.errors import BadRequest

THEMES = ("auto", "light", "dark", "print")
_COLOUR = re.compile(r"\s*(--board-[a-z-]+):\s*light-dark\((#[0-9a-f]+),\s*(#[0-9a-f]+)\);")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# What the light theme's colours are on paper, where they differ.
_PAPER = {
    "frame": "#ffffff",
    "cell": "#f1eee8",  # white pieces are seen on it
    "zone": "#e9e4da",
    "line": "#8f877b",
    "rim": "#4b4439",
    "plate": "#f2e6e3",
    "gilt": "#a8822f",
}
_VARIABLE = re.compile(r"var\((--board-[a-z-]+)(?:, [^()]*)?\)")


@cache
def stylesheet() -> str:
    """Return ``board.css``, the stylesheet of boards inside pages."""
    return files(__package__).joinpath("board.css").read_text(encoding="utf-8")


@cache
def page_stylesheet() -> str:
    """Return ``base.css``, the look that the server's pages and the static site share."""
    return files(__package__).joinpath("base.css").read_text(encoding="utf-8")


@cache
def logo() -> str:
    """Return ``logo.svg``: a square picture, for icons."""
    return files(__package__).joinpath("logo.svg").read_text(encoding="utf-8")


@cache
def palette(theme: str) -> dict[str, str]:
    """Return the colours of a theme, such as ``"line": "#7a5c35"``: light, dark or print."""
    found = {
        found[1].removeprefix("--board-"): found[3 if theme == "dark" else 2]
        for found in _COLOUR.finditer(stylesheet())
    }
    return found | _PAPER if theme == "print" else found


@cache
def sheet(theme: str) -> str:
    """Return the stylesheet that a lone picture carries, for a theme or ``"auto"``.

    Its rules reach only pictures of that theme, since a style element reaches a whole page.
    """
    if theme not in THEMES:
        raise BadRequest(f"there is no theme {theme!r}: choose {', '.join(THEMES)}")
    if theme == "auto":
        dark = _resolved("dark", "auto")
        return f"{_resolved('light', 'auto')}@media (prefers-color-scheme:dark){{{dark}}}"
    return _resolved(theme, theme)


def _resolved(colours: str, theme: str) -> str:
    chosen = palette(colours)
    rules = stylesheet().split("/* Rules */", 1)[1]
    rules = rules.split("/* Pages only */", 1)[0]
    plain = _VARIABLE.sub(lambda found: chosen[found[1].removeprefix("--board-")], rules)
    plain = plain.replace(".board", f".board.{theme}")
    return re.sub(r"\s*([{};:,])\s*", r"\1", _COMMENT.sub("", plain)).strip()
