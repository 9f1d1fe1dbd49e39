"""A board as coloured tiles of characters: where each site is drawn, and with which signs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from livestone import columns
from livestone.boards import Board, Piece
from livestone.draw.plain import zone_signs
from livestone.draw.scene import Scene
from livestone.draw.shapes import shape

# Sizes of a tile in characters, columns by lines: the largest that fits is taken.
SIZES = ((6, 3), (4, 2), (4, 1), (3, 1), (2, 1))
# Room for coordinates on each side.
MARGIN = 3

COLOURS = {
    "white": "#fbfaf5",
    "black": "#171513",
    "red": "#b3261e",
    "blue": "#1d4ed8",
    "green": "#15803d",
    "yellow": "#facc15",
    "grey": "#77706a",
}
# The mark on a stone of these colours is dark.
LIGHT_COLOURS = ("white", "yellow")
WOOD = ("#d9b27c", "#cfa56b")
TARGET = "#b9c48a"
LAST = "#efd267"
CURSOR = "#5aa2e0"
INK = "#4a3820"


# Shapes that fill a tile of several lines, by how many; a blank between two signs is filled too.
BIG: dict[str, dict[int, tuple[str, ...]]] = {
    "disc": {2: ("▗▇▇▖", "▝  ▘"), 3: (" ▄▄▄▄ ", "▐    ▌", " ▀▀▀▀ ")},
    "square": {2: ("▗▄▄▖", "▐██▌"), 3: (" ▄▄▄▄ ", " ████ ", " ▀▀▀▀ ")},
    "triangle": {2: (" ▟▙ ", "▟██▙"), 3: ("  ▟▙  ", " ▟██▙ ", "▟████▙")},
    # A gap that is to stay open is a no-break space; two lines are too few for humps.
    "camel": {3: ("▄▗▄▗▄ ", "▀████ ", " █\u00a0\u00a0█ ")},
    "dromedary": {3: ("▄\u00a0▗█▖ ", "▀████ ", " █\u00a0\u00a0█ ")},
    "rock": {3: (" ▗▟▙▄ ", "▗████▙", "▀▀▀▀▀▀")},
}


class Cell(NamedTuple):
    """One character and its colours; an empty colour is the terminal's."""

    text: str
    ink: str = ""
    paper: str = ""


@dataclass(frozen=True)
class Plan:
    """Where the sites of a board stand: column and line of each tile's upper left corner."""

    size: tuple[int, int]
    places: tuple[tuple[int, int], ...]
    labels: tuple[tuple[int, int, str], ...]
    width: int
    height: int

    def site(self, x: int, y: int) -> int | None:
        """Return the site whose tile covers a character."""
        wide, high = self.size
        for site, (column, line) in enumerate(self.places):
            if column <= x < column + wide and line <= y < line + high:
                return site
        return None


@lru_cache(maxsize=64)
def plan(board: Board, width: int, height: int) -> Plan:
    """Return the largest plan that fits, or the smallest there is."""
    plans = (_plan(board, size) for size in SIZES)
    smallest = _plan(board, SIZES[-1])
    return next((each for each in plans if each.width <= width and each.height <= height), smallest)


def _plan(board: Board, size: tuple[int, int]) -> Plan:
    wide, high = size
    xs = [x for x, _ in board.centres]
    gaps = [xs[right] - xs[left] for row in board.rows for left, right in pairwise(row)]
    scale = wide / min((gap for gap in gaps if gap > 0), default=1.0)
    line = {site: 1 + at * high for at, row in enumerate(board.rows) for site in row}
    places = tuple(
        (MARGIN + _columns((x - min(xs)) * scale), line[site]) for site, x in enumerate(xs)
    )
    last = 1 + len(board.rows) * high
    return Plan(
        size=size,
        places=places,
        labels=tuple(_labels(board, size, places, scale, last)),
        width=max(column for column, _ in places) + wide + MARGIN,
        height=last + 1,
    )


def _columns(width: float) -> int:
    """The nearest number of columns; of a half the lower, so that all steps of a row are equal."""
    return ceil(width - 0.5 - 1e-6)


def _labels(
    board: Board,
    size: tuple[int, int],
    places: tuple[tuple[int, int], ...],
    scale: float,
    last: int,
) -> Iterator[tuple[int, int, str]]:
    """The coordinates around the board: column, line and text."""
    wide, high = size
    ys = [y for _, y in board.centres]
    left = min(x for x, _ in board.centres)
    for label in board.labels:
        if label.text in board.site:  # a place's own name: it stands beside its row
            row = next(row for row in board.rows if board.site[label.text] in row)
            line = places[row[0]][1] + (high - 1) // 2
            if board.site[label.text] == row[0]:
                yield places[row[0]][0] - columns.width(label.text) - 1, line, label.text
            elif board.site[label.text] == row[-1]:
                yield places[row[-1]][0] + wide + 1, line, label.text
            continue
        across = MARGIN + _columns((label.x - left) * scale) + (wide - 1) // 2
        if label.y > max(ys) + 0.3:
            yield across, 0, label.text
        elif label.y < min(ys) - 0.3:
            yield across, last, label.text
        else:
            row = min(board.rows, key=lambda row: abs(ys[row[0]] - label.y))
            line = places[row[0]][1] + (high - 1) // 2
            if label.x < board.centres[row[0]][0]:
                yield places[row[0]][0] - columns.width(label.text) - 1, line, label.text
            else:
                yield places[row[-1]][0] + wide + 1, line, label.text


@dataclass(frozen=True)
class Look:
    """What is drawn besides the scene: the cursor, and with what: colours, more than ASCII."""

    cursor: int | None = None
    colour: bool = True
    unicode: bool = True
    chosen: frozenset[int] = field(default_factory=frozenset)


def draw(scene: Scene, plan: Plan, look: Look) -> list[list[Cell]]:
    """Return the board as lines of cells."""
    blank = Cell(" ")
    canvas = [[blank] * plan.width for _ in range(plan.height)]
    for column, line, text in plan.labels:
        if len(text) > 1 and 0 < column <= plan.width and canvas[line][column - 1] != blank:
            continue  # it would look like one word with the label before
        if 0 <= line < plan.height:
            _write(canvas[line], column, text)
    parity = {site: at + k for at, row in enumerate(scene.board.rows) for k, site in enumerate(row)}
    for site, (column, line) in enumerate(plan.places):
        for down, cells in enumerate(_tile(scene, plan.size, site, parity[site] % 2, look)):
            canvas[line + down][column : column + len(cells)] = cells
    return canvas


def _write(line: list[Cell], column: int, text: str, ink: str = "", paper: str = "") -> None:
    """Put a text on a line; a wide character takes the place of two cells."""
    for character in text:
        for at in range(column, column := column + columns.width(character)):
            if 0 <= at < len(line):
                line[at] = Cell(character, ink, paper)
                character = ""


def _tile(
    scene: Scene, size: tuple[int, int], site: int, shade: int, look: Look
) -> list[list[Cell]]:
    """One site: its piece or sign in the middle, a frame where the cursor or last move is."""
    wide, high = size
    piece = scene.pieces.get(site)
    paper, ink = _paper(scene, site, shade, look), INK if look.colour else ""
    tile = [[Cell(" ", ink, paper)] * wide for _ in range(high)]
    big = piece is not None and high in BIG.get(piece.shape, {})
    if not look.unicode:
        _put_letter(tile, scene, site, piece, paper, look)
    elif piece is not None and big and look.colour and not piece.mark:
        _put_shape(tile, piece, paper, site in scene.marked)
    elif piece is not None and look.colour and shape(piece).fills:
        _put_block(tile, piece, shape(piece).dark)
    else:
        _put_sign(tile, scene, site, piece, paper, look)
    frame = _frame(scene, site, look, high)
    if frame:
        corners = ((0, 0), (0, wide - 1), (high - 1, 0), (high - 1, wide - 1))
        for (line, column), sign in zip(corners, frame, strict=True):
            if wide > 2 or column:
                tile[line][column] = Cell(sign, ink, paper)
    return tile


def _paper(scene: Scene, site: int, shade: int, look: Look) -> str:
    if not look.colour:
        return ""
    if site == look.cursor:
        return CURSOR
    if site in scene.last or site in look.chosen:
        return LAST
    return TARGET if site in scene.targets else WOOD[shade]


def _frame(scene: Scene, site: int, look: Look, high: int) -> str:
    """The four corner signs: double for the cursor, single for the last move, else none."""
    if site == look.cursor:
        return "><><" if high == 1 else "╔╗╚╝" if look.unicode else "/\\\\/"
    if site in scene.last or site in look.chosen:
        return "[][]" if high == 1 else "┌┐└┘" if look.unicode else "++++"
    return ""


def _put_shape(tile: list[list[Cell]], piece: Piece, paper: str, marked: bool) -> None:
    """A piece over the whole tile; a marked one carries a jewel."""
    stone = COLOURS.get(piece.colour, COLOURS["black"])
    contrast = COLOURS["black" if piece.colour in LIGHT_COLOURS else "white"]
    for line, row in enumerate(BIG[piece.shape][len(tile)]):
        for column, sign in enumerate(row):
            inside = sign == " " and row[:column].strip() and row[column:].strip()
            tile[line][column] = Cell(sign, stone, stone if inside else paper)
    if marked:
        _put_jewel(tile, contrast, stone)


def _put_block(tile: list[list[Cell]], piece: Piece, dark: str) -> None:
    """A piece that fills its cell, one half of it dark where it has a ``dark`` side."""
    body, shade = COLOURS.get(piece.colour, COLOURS["black"]), COLOURS["black"]
    high, wide = len(tile), len(tile[0])
    for line in range(high):
        # Two half lines to each line of characters.
        above = [
            shade if dark == ("top" if at < high else "bottom") else body
            for at in (2 * line, 2 * line + 1)
        ]
        for column in range(wide):
            beside = dark == ("left" if 2 * column < wide else "right")
            upper, lower = (shade, shade) if beside else above
            tile[line][column] = Cell("▀", upper, lower)


def _put_jewel(tile: list[list[Cell]], ink: str, paper: str) -> None:
    """A small square in the middle of a tile of several lines."""
    for column, sign in enumerate("▝▘" if len(tile) == 2 else "▐▌", len(tile[0]) // 2 - 1):
        tile[1][column] = Cell(sign, ink, paper)


def _put_letter(
    tile: list[list[Cell]], scene: Scene, site: int, piece: Piece | None, paper: str, look: Look
) -> None:
    """What stands on a site in ASCII: the letter that position texts have for it, or a dot."""
    line, column = (len(tile) - 1) // 2, (len(tile[0]) - 1) // 2
    ink = INK if look.colour else ""
    if piece is None:
        zone = zone_signs(scene.board, unicode=False).get(site)
        tile[line][column] = Cell(":" if site in scene.targets else zone or ".", ink, paper)
        return
    ink = COLOURS.get(piece.colour, INK) if look.colour else ""
    mark = "*" if site in scene.marked else ""
    _write(tile[line], column, f"{piece.letter}{mark}", ink, paper)


def _put_sign(
    tile: list[list[Cell]], scene: Scene, site: int, piece: Piece | None, paper: str, look: Look
) -> None:
    """A piece as one character, with a star beside it when it is marked, or an empty site's dot."""
    line, column = (len(tile) - 1) // 2, (len(tile[0]) - 1) // 2
    zone = zone_signs(scene.board, unicode=True).get(site)
    if piece is None and len(tile) > 1 and look.colour and (site in scene.targets or not zone):
        if site in scene.targets:
            _put_jewel(tile, INK, paper)
        return
    if piece is None:
        sign = "•" if site in scene.targets else zone or "·"
        tile[line][column] = Cell(sign, INK if look.colour else "", paper)
        return
    form = shape(piece)
    bare = {"white": form.hollow, "black": form.filled, "grey": form.filled}.get(piece.colour)
    sign = piece.mark or (form.filled if look.colour else bare) or piece.letter
    ink = COLOURS.get(piece.colour, INK) if look.colour else ""
    mark = "*" if site in scene.marked else ""
    _write(tile[line], column, f"{sign}{mark}", ink, paper)


def towards(board: Board, site: int, dx: int, dy: int) -> int:
    """Return the nearest site in a direction (x right, y up), or the site itself at the edge."""
    x, y = board.centres[site]
    best, found = float("inf"), site
    for other, (ox, oy) in enumerate(board.centres):
        along = (ox - x) * dx + (oy - y) * dy
        across = abs((ox - x) * dy) + abs((oy - y) * dx)
        if along > 0.1 and across <= along * 1.01 and along + 2 * across < best:
            best, found = along + 2 * across, other
    return found
