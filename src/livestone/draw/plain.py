"""Boards as plain text, for terminals, logs and screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from livestone import columns
from livestone.boards import Board, Piece
from livestone.draw.scene import Pictured, Scene, scene_of
from livestone.draw.shapes import shape, words
from livestone.draw.zones import look

# A site is four characters wide: "[" of the last move, the piece, "*" when it is marked, "]".
WIDTH = 4


class Signs(NamedTuple):
    """The characters for empty sites: plain, and where the next stone may go."""

    empty: str
    target: str


UNICODE, ASCII = Signs("·", "•"), Signs(".", ":")
# Colours of a 256-colour terminal: wood, and each word for a colour.
WOOD, INK = 180, 236
ANSI = {"white": 231, "black": 16, "red": 124, "blue": 19, "green": 22, "yellow": 226, "grey": 241}
# The legend: between its entries, and how wide it may get.
GAP, LEGEND = "   ", 76


def draw(drawn: Scene | Pictured, *, unicode: bool = True, colour: bool = False) -> str:
    """Return the board as text: rows with coordinates, then a legend of what is on it.

    It is that of a scene, a state, or a view of one.

    White and black pieces are small pictures, others their letters; without ``unicode`` all are
    letters and everything is ASCII. Empty sites of some zones show the zone's sign. With
    ``colour`` the board is wood and the pieces have their colours, as terminal escape codes.

    >>> from livestone.boards import square
    >>> stones = {0: Piece("white", "w"), 5: Piece("black", "b", colour="black")}
    >>> print(draw(Scene(square(3, 2), stones, last=(5,), targets=frozenset({1}))))
       a   b   c
    2  ·   ·  [●]  2
    1  ○   •   ·   1
       a   b   c
    ○ white stone   ● black stone   [ ] last move   • may be played
    """
    scene = scene_of(drawn)
    signs = UNICODE if unicode else ASCII
    glyphs = _glyphs(scene.pieces, unicode, colour)
    zones = zone_signs(scene.board, unicode)
    board = _rows(scene, signs, glyphs, zones, colour)
    return "\n".join([*board, *_legend(scene, signs, glyphs, zones, colour)])


def zone_signs(board: Board, unicode: bool) -> dict[int, str]:
    """Return the signs of empty sites in zones that plain text shows."""
    found: dict[int, str] = {}
    for zone in board.zones.values():
        if pair := look(zone.look).signs:
            found |= dict.fromkeys(zone.sites, pair[not unicode])
    return found


def _glyphs(pieces: Mapping[int, Piece], unicode: bool, colour: bool) -> dict[Piece, str]:
    """One character for each kind of piece on the board, white pieces first."""
    kinds = sorted(set(pieces.values()), key=lambda piece: (piece.colour != "white", piece.name))
    return {piece: _glyph(piece, unicode, colour) for piece in kinds}


def _glyph(piece: Piece, unicode: bool, colour: bool) -> str:
    """A small picture where its shape and shade say which piece it is, else the piece's letter."""
    form = shape(piece)
    if piece.mark.isdigit():
        return piece.mark
    if not unicode or piece.mark:
        return piece.mark if colour and piece.mark else piece.letter
    if colour:
        return form.filled or piece.letter
    shown = {"white": form.hollow, "black": form.filled, "grey": form.filled}
    return shown.get(piece.colour) or piece.letter


def _rows(
    scene: Scene,
    signs: Signs,
    glyphs: Mapping[Piece, str],
    zones: Mapping[int, str],
    colour: bool,
) -> list[str]:
    """The lines of the board: the sites of each row where they are, coordinates around them."""
    plan = _plan(scene.board)
    empty = dict.fromkeys(range(len(scene.board)), signs.empty) | dict(zones)
    empty |= dict.fromkeys(scene.targets, signs.target)
    sites = [
        _site(
            scene,
            site,
            glyph if (piece := scene.pieces.get(site)) is None else glyphs[piece],
            colour,
        )
        for site, glyph in empty.items()
    ]
    lines = [_line(row) for row in plan.above]
    for row, texts in zip(scene.board.rows, plan.beside, strict=True):
        lines.append(_line([*texts, *((plan.columns[site], sites[site]) for site in row)], colour))
    return [*lines, *(_line(row) for row in plan.below)]


def _site(scene: Scene, site: int, glyph: str, colour: bool) -> str:
    """The four characters of one site, the second of them what stands there."""
    piece = scene.pieces.get(site)
    mark = "*" if site in scene.marked else ""
    text = f"[{glyph}{mark}]" if site in scene.last else f" {glyph}{mark}"
    text = columns.exactly(text, WIDTH)
    if not colour:
        return text
    ink = INK if piece is None else ANSI[piece.colour]
    return _painted(text, ink)


def _line(parts: Iterable[tuple[int, str]], colour: bool = False) -> str:
    """One line from texts and the columns where they begin."""
    line, length = "", 0
    for column, text in sorted(parts):
        line += " " * (column - length) + text
        length = column + (WIDTH if text.startswith("\x1b") else columns.width(text))
    return line if colour else line.rstrip()


def _legend(
    scene: Scene,
    signs: Signs,
    glyphs: Mapping[Piece, str],
    zones: Mapping[int, str],
    colour: bool,
) -> Iterator[str]:
    """What the characters on this board mean, in as many lines as it takes."""
    parts = [
        (glyph, words(piece), ANSI[piece.colour])
        for piece, glyph in glyphs.items()
        if not glyph.isdigit()  # a number of things says what it means
    ]
    if scene.marked:
        parts.append(("*", scene.mark, INK))
    if scene.last:
        parts.append(("[ ]", "last move", INK))
    if scene.targets - scene.pieces.keys():
        parts.append((signs.target, "may be played", INK))
    parts += [(sign, names, INK) for sign, names in _zone_names(scene, zones).items()]
    line, length = "", 0
    for sign, meaning, ink in parts:
        width = columns.width(f"{sign} {meaning}")
        if length and length + len(GAP) + width > LEGEND:
            yield line
            line, length = "", 0
        gap = GAP if length else ""
        line += f"{gap}{_painted(f' {sign} ', ink) if colour else sign} {meaning}"
        length += len(gap) + width + (2 if colour else 0)
    if line:
        yield line


def _zone_names(scene: Scene, zones: Mapping[int, str]) -> dict[str, str]:
    """What each sign of a zone that is to be seen on this board means."""
    found: dict[str, list[str]] = {}
    for name, zone in scene.board.zones.items():
        empty = set(zone.sites) - scene.pieces.keys() - scene.targets
        for sign in look(zone.look).signs or ():
            if any(zones[site] == sign for site in empty):
                found.setdefault(sign, []).append(name.replace("_", " "))
    return {sign: " or ".join(names) for sign, names in found.items()}


def _painted(text: str, ink: int) -> str:
    return f"\x1b[48;5;{WOOD};38;5;{ink};1m{text}\x1b[0m"


class _Plan(NamedTuple):
    """Where everything of a board stands: columns per site, and texts with their columns."""

    columns: tuple[int, ...]
    above: list[list[tuple[int, str]]]
    beside: list[list[tuple[int, str]]]
    below: list[list[tuple[int, str]]]


@lru_cache(maxsize=128)
def _plan(board: Board) -> _Plan:
    centres = board.centres
    gaps = [
        centres[right][0] - centres[left][0] for row in board.rows for left, right in pairwise(row)
    ]
    scale = WIDTH / min((gap for gap in gaps if gap > 0), default=1.0)
    names = _beside(board, scale)
    left = min(x for x, _ in centres) * scale
    margin = max([0, *(round(left - column) for row in names for column, _ in row)])
    shift = margin - left
    highest, lowest = max(y for _, y in centres), min(y for _, y in centres)

    def outer(chosen: Callable[[float], bool]) -> list[list[tuple[int, str]]]:
        texts = [(label.x * scale + 1, label.text) for label in board.labels if chosen(label.y)]
        return [[(round(x + shift), text) for x, text in texts]] if texts else []

    return _Plan(
        columns=tuple(round(x * scale + shift) for x, _ in centres),
        above=outer(lambda y: y > highest + 0.3),
        beside=[[(round(column + shift), text) for column, text in row] for row in names],
        below=outer(lambda y: y < lowest - 0.3),
    )


def _beside(board: Board, scale: float) -> list[list[tuple[float, str]]]:
    """For each row the coordinates left and right of it, with the columns where they begin."""
    found = []
    for row in board.rows:
        level, first = board.centres[row[0]][1], board.centres[row[0]][0]
        texts = []
        for label in board.labels:
            if abs(label.y - level) < 0.3:
                before = label.x < first
                column = (
                    first * scale - columns.width(label.text) - 1
                    if before
                    else label.x * scale + 1.4
                )
                texts.append((column, label.text))
        found.append(texts)
    return found
