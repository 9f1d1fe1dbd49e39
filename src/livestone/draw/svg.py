"""Boards as SVG."""

from __future__ import annotations

from html import escape
from typing import Literal

from livestone.boards import Board
from livestone.draw import signs, style
from livestone.draw.ground import BASELINE, Ground, ground, through
from livestone.draw.paths import number
from livestone.draw.scene import Pictured, Scene, scene_of
from livestone.draw.shapes import Shape, shape, words

Theme = Literal["auto", "light", "dark", "print"]
# Font sizes as parts of the room on a piece: of numbers by how many digits they have, of letters.
NUMBER_SIZES = {1: 1.15, 2: 1.05, 3: 0.82}
LETTER_SIZE = 1.35
# Font sizes of hints by how many characters they have.
HINT_SIZES = {1: 46, 2: 40, 3: 32}
# How many sites of a board are kept as they were drawn.
MAX_CELLS = 5000
# What scripts ask of a site: whether the next ply may begin there, whether the last one was there.
_LEGAL, _LAST = ' data-legal=""', ' data-last=""'


def draw(
    drawn: Scene | Pictured,
    *,
    theme: Theme = "auto",
    standalone: bool = True,
    interactive: bool = False,
    coordinates: bool = True,
    name: str = "board",
    ground_id: str = "",
) -> str:
    """Return a whole picture as SVG text: of a scene, a state, or a view of one.

    A ``standalone`` picture carries its stylesheet: plain colours for ``theme`` ``"light"``,
    ``"dark"`` or ``"print"``, the first two for ``"auto"``. Otherwise it has no style at all, and
    the page serves ``board.css``. An ``interactive`` board is a grid that a keyboard and a screen
    reader can walk: each site has the id ``{name}-{site}``, ``data-site`` and words. What is under
    the pieces is left out where a page has it once, as ``shared_ground`` with the ``ground_id``.
    Raises BadRequest.
    """
    scene = scene_of(drawn)
    base = ground(scene.board, coordinates)
    under = f'<use href="#{escape(ground_id)}"/>' if ground_id else base.svg
    box = " ".join(map(number, base.view_box))
    look = f"board {theme}" if standalone else "board"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{look}" viewBox="{box}"'
    sheet = f"<style>{style.sheet(theme)}</style>" if standalone else ""
    title, description = escape(scene.title), escape(scene.description)
    if interactive:
        key = escape(name)
        return (
            f'{head} role="none"><desc id="{key}-description">{description}</desc>{sheet}{under}'
            f'<g role="grid" aria-label="{title}" aria-describedby="{key}-description">'
            f"{_grid(scene, base, key)}</g>{_over(scene, base)}</svg>"
        )
    return (
        f'{head} role="img"><title>{title}</title><desc>{description}</desc>{sheet}{under}'
        f"{_bare(scene, base) if ground_id else _picture(scene, base)}{_over(scene, base)}</svg>"
    )


def shared_ground(board: Board, ground_id: str, *, coordinates: bool = True) -> str:
    """What is under the pieces, for several pictures on one page; inside an SVG."""
    return f'<g class="board" id="{escape(ground_id)}">{ground(board, coordinates).svg}</g>'


def label(scene: Scene, site: int) -> str:
    """What is on a site, in words: ``e5, castle, white stone, live, last move``."""
    piece = scene.pieces.get(site)
    parts = [scene.board.names[site]]
    if zones := scene.board.zone_words[site]:
        parts.append(zones)
    parts.append("empty" if piece is None else words(piece))
    if site in scene.marked:
        parts.append(scene.mark)
    if site in scene.numbers:
        parts.append(f"move {scene.numbers[site]}")
    if site in scene.last:
        parts.append("last move")
    if site in scene.targets:
        parts.append("may be played")
    parts += [sign.words for sign in scene.signs if sign.at == site and sign.words]
    return ", ".join(parts)


def _picture(scene: Scene, base: Ground) -> str:
    return "".join(
        f'<g class="site" data-site="{base.names[site]}" transform="{base.places[site]}">'
        f"{_content(scene, base, site)}</g>"
        for row in scene.board.rows
        for site in row
    )


def _bare(scene: Scene, base: Ground) -> str:
    """Only what stands on sites, without their names: nobody clicks there."""
    drawn = ((site, _content(scene, base, site)) for row in scene.board.rows for site in row)
    return "".join(f'<g transform="{base.places[at]}">{what}</g>' for at, what in drawn if what)


def _grid(scene: Scene, base: Ground, key: str) -> str:
    focus = scene.last[-1] if scene.last else scene.board.rows[-1][0]
    parts = []
    for row in scene.board.rows:
        first, final = base.names[row[0]], base.names[row[-1]]
        parts.append(f'<g role="row" aria-label="{first} to {final}">')
        parts += [_cell(scene, base, key, site, site == focus) for site in row]
        parts.append("</g>")
    return "".join(parts)


def _cell(scene: Scene, base: Ground, key: str, site: int, focus: bool) -> str:
    """A site that a keyboard can walk to; kept, since from ply to ply few of them change."""
    last, target = site in scene.last, site in scene.targets
    marked = scene.mark if site in scene.marked else None
    signs = tuple(sign.words for sign in scene.signs if sign.at == site and sign.words)
    piece, count = scene.pieces.get(site), scene.numbers.get(site)
    looks = site, key, focus, last, target, marked, piece, count, signs
    found = base.cells.get(looks)
    if found is None:
        if len(base.cells) >= MAX_CELLS:
            base.cells.clear()
        name = base.names[site]
        found = base.cells[looks] = (
            f'<g class="{"site target" if target else "site"}" id="{key}-{name}" '
            f'data-site="{name}"{_LEGAL if target else ""}{_LAST if last else ""} '
            f'role="gridcell" tabindex="{0 if focus else -1}" '
            f'aria-label="{escape(label(scene, site))}" transform="{base.places[site]}">'
            f'<path class="area" fill="transparent" d="{base.areas[site]}"/>'
            f"{_content(scene, base, site)}</g>"
        )
    return found


def _over(scene: Scene, base: Ground) -> str:
    """What is drawn over the pieces."""
    return _courses(scene) + _hints(scene, base) + signs.draw(scene.signs, scene.board)


def _courses(scene: Scene) -> str:
    """The lines over the pieces, all on bands of their colour; clicks go through them."""
    ways = [(course.colour, through(course.points, scene.board)) for course in scene.courses]
    parts = "".join(
        f'<path class="{colour}{band}" d="{way}"/>'
        for band in (" halo", "")
        for colour, way in ways
    )
    return f'<g class="ways" pointer-events="none">{parts}</g>' if parts else ""


def _hints(scene: Scene, base: Ground) -> str:
    """The texts over the sites; clicks go through them too."""
    parts = []
    for site, text in scene.hints.items():
        size = HINT_SIZES.get(len(text), HINT_SIZES[3])
        parts.append(
            f'<text transform="{base.places[site]}" y="{number(BASELINE * size)}" '
            f'font-size="{number(size)}" text-anchor="middle">{escape(text)}</text>'
        )
    return f'<g class="hints" pointer-events="none">{"".join(parts)}</g>' if parts else ""


def _content(scene: Scene, base: Ground, site: int) -> str:
    """The piece on a site with what is on it, and the marks around it."""
    piece = scene.pieces.get(site)
    target = site in scene.targets
    last = f'<path class="last" d="{base.corners[site]}"/>' if site in scene.last else ""
    if piece is None:
        return f'{last}<circle class="dot" r="11"/>' if target else last
    around = '<circle class="movable" r="46"/>' if target else ""
    form = shape(piece)
    count = scene.numbers.get(site)
    text = piece.mark or (str(count) if count else "")
    digits = not piece.mark or piece.mark.isdigit()
    on_top = _text(text, form, digits=digits, turned=piece.turned) if text else ""
    if site in scene.marked:
        radius, width = (form.rim, 5) if text else (form.mark, 8)
        on_top += f'<circle class="mark" cy="{form.middle}" r="{radius}" stroke-width="{width}"/>'
    kind = f"piece {piece.colour} {piece.shape}"
    turn = ' transform="rotate(180)"' if piece.turned else ""
    body = f'<g class="{kind}"{turn}>{form.svg}{on_top}</g>'
    return f"{around}{body}{last}" if form.fills else f"{last}{around}{body}"


def _text(text: str, form: Shape, digits: bool, turned: bool) -> str:
    """A letter, which turns with its piece, or a number, which stays upright."""
    size = form.room * (NUMBER_SIZES.get(len(text), 0.55) if digits else LETTER_SIZE)
    upright = turned and digits
    middle = -form.middle if upright else form.middle
    turn = ' transform="rotate(180)"' if upright else ""
    return (
        f'<text y="{number(middle + BASELINE * size)}" font-size="{number(size)}" '
        f'text-anchor="middle"{turn}>{escape(text)}</text>'
    )
