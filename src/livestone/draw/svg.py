"""Boards as SVG."""

from __future__ import annotations

from html import escape
from typing import Literal

from livestone.draw import style
from livestone.draw.ground import BASELINE, Ground, ground, number
from livestone.draw.scene import Scene
from livestone.draw.shapes import shape, words

Theme = Literal["auto", "light", "dark"]
# Sizes of numbers by how many digits they have, and of letters, in hundredths of a cell.
NUMBER_SIZES = {1: 38, 2: 34, 3: 27}
LETTER_SIZE = 44


def draw(
    scene: Scene,
    *,
    theme: Theme = "auto",
    standalone: bool = True,
    interactive: bool = False,
    coordinates: bool = True,
    name: str = "board",
) -> str:
    """Return a whole picture as SVG text.

    A ``standalone`` picture carries its stylesheet: plain colours for ``theme`` ``"light"`` or
    ``"dark"``, both for ``"auto"``. Otherwise it has no style at all, and the page serves
    ``board.css``. An ``interactive`` board is a grid that a keyboard and a screen reader can
    walk: each site has the id ``{name}-{site}``, ``data-site`` and words.
    """
    base = ground(scene.board, coordinates)
    box = " ".join(map(number, base.view_box))
    look = f"board {theme}" if standalone else "board"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{look}" viewBox="{box}"'
    sheet = f"<style>{style.sheet(theme)}</style>" if standalone else ""
    title, description = escape(scene.title), escape(scene.description)
    if interactive:
        key = escape(name)
        return (
            f'{head} role="none"><desc id="{key}-description">{description}</desc>{sheet}{base.svg}'
            f'<g role="grid" aria-label="{title}" aria-describedby="{key}-description">'
            f"{_grid(scene, base, key)}</g></svg>"
        )
    return (
        f'{head} role="img"><title>{title}</title><desc>{description}</desc>{sheet}{base.svg}'
        f"{_picture(scene, base)}</svg>"
    )


def label(scene: Scene, site: int) -> str:
    """What is on a site, in words: ``e5, white stone, live, last move``."""
    piece = scene.pieces.get(site)
    parts = [scene.board.names[site], "empty" if piece is None else words(piece)]
    if site in scene.marked:
        parts.append(scene.mark)
    if site in scene.numbers:
        parts.append(f"move {scene.numbers[site]}")
    if site in scene.last:
        parts.append("last move")
    if site in scene.targets:
        parts.append("may be played")
    return ", ".join(parts)


def _picture(scene: Scene, base: Ground) -> str:
    return "".join(
        f'<g class="site" data-site="{base.names[site]}" transform="{base.places[site]}">'
        f"{_content(scene, base, site)}</g>"
        for row in scene.board.rows
        for site in row
    )


def _grid(scene: Scene, base: Ground, key: str) -> str:
    focus = scene.last[-1] if scene.last else scene.board.rows[-1][0]
    targets = scene.targets
    parts = []
    for row in scene.board.rows:
        parts.append('<g role="row">')
        for site in row:
            name = base.names[site]
            parts.append(
                f'<g class="{"site target" if site in targets else "site"}" id="{key}-{name}" '
                f'data-site="{name}" role="gridcell" tabindex="{0 if site == focus else -1}" '
                f'aria-label="{escape(label(scene, site))}" transform="{base.places[site]}">'
                f'<path class="area" fill="transparent" d="{base.areas[site]}"/>'
                f"{_content(scene, base, site)}</g>"
            )
        parts.append("</g>")
    return "".join(parts)


def _content(scene: Scene, base: Ground, site: int) -> str:
    """The piece on a site with what is on it, and the marks around it."""
    piece = scene.pieces.get(site)
    target = site in scene.targets
    last = f'<path class="last" d="{base.corners[site]}"/>' if site in scene.last else ""
    if piece is None:
        return f'{last}<circle class="dot" r="11"/>' if target else last
    around = '<circle class="movable" r="46"/>' if target else ""
    count = scene.numbers.get(site)
    mark = ""
    if site in scene.marked:
        mark = '<circle class="mark" r="31"/>' if count else '<circle class="mark" r="24"/>'
    text = ""
    if piece.mark:
        text = _text(piece.mark, LETTER_SIZE)
    elif count:
        text = _text(str(count), NUMBER_SIZES.get(len(str(count)), 22))
    return f'{last}{around}<g class="piece {piece.colour}">{shape(piece).svg}{mark}{text}</g>'


def _text(text: str, size: int) -> str:
    return (
        f'<text y="{number(BASELINE * size)}" font-size="{size}" text-anchor="middle">'
        f"{escape(text)}</text>"
    )
