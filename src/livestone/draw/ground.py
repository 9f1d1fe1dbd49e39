"""The part of a picture that a board alone decides: its field, lines, coordinates and places.

Lengths are in hundredths of the distance between neighbouring sites, x to the right and y down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from math import dist
from typing import Any, NamedTuple

from livestone.boards import Board
from livestone.boards.board import Point
from livestone.draw.paths import number, polygon
from livestone.draw.zones import Place, look

CELL = 100
MARGIN = 36
# Coordinates grow with the board, so that they can be read on a small screen.
LABEL_SIZES = (26, 42)
LABEL_PART = 0.032
# From the middle of a line of text down to its baseline, as a part of the font size.
BASELINE = 0.36
CORNER = 0.3
# How far the sheet of a board of points reaches beyond them, and with their names on it too.
SHEET, NAMED_SHEET = 58, 84
# Names nearer than this to a point stand on the sheet.
ON_SHEET = 0.75
# Wider points are double circles.
WIDE = 25
CIRCLE = "M-{0} 0a{0} {0} 0 1 0 {1} 0a{0} {0} 0 1 0-{1} 0z"


class Drawing(NamedTuple):
    """How a board is drawn, in parts, so that a host may put them together as it likes.

    ``box`` is (left, top, width, height), ``plain_box`` the same without coordinates. ``ground``
    is the markup under the pieces, without the frame that fills the box; ``coordinates`` comes
    over it. Per site: ``places`` holds where it is, ``areas`` the path of its clickable area
    around (0, 0), ``corners`` that of the mark for the last move.
    """

    box: tuple[float, float, float, float]
    plain_box: tuple[float, float, float, float]
    ground: str
    coordinates: str
    places: tuple[Point, ...]
    areas: tuple[str, ...]
    corners: tuple[str, ...]


class Ground(NamedTuple):
    """What is drawn under the pieces, and where each site is.

    ``view_box`` is (left, top, width, height). Per site: ``places`` holds the ``transform`` that
    puts (0, 0) on it, ``areas`` the path of its clickable area, ``corners`` the path of the mark
    for the last move, ``names`` its name ready for markup. ``cells`` keeps what was drawn on them.
    """

    view_box: tuple[float, float, float, float]
    svg: str
    names: tuple[str, ...]
    places: tuple[str, ...]
    areas: tuple[str, ...]
    corners: tuple[str, ...]
    cells: dict[Any, str]


@lru_cache(maxsize=128)
def ground(board: Board, coordinates: bool) -> Ground:
    """Return what the picture of a board is built on; kept, since boards never change."""
    drawn = drawing(board)
    box = drawn.box if coordinates else drawn.plain_box
    return Ground(
        view_box=box,
        svg=_frame(box) + drawn.ground + (drawn.coordinates if coordinates else ""),
        names=tuple(escape(name) for name in board.names),
        places=tuple(f"translate({number(x)} {number(y)})" for x, y in drawn.places),
        areas=drawn.areas,
        corners=drawn.corners,
        cells={},
    )


@lru_cache(maxsize=128)
def drawing(board: Board) -> Drawing:
    """Return the parts of a board's picture; kept, since boards never change."""
    scale = CELL / spacing(board)

    def place(point: Point) -> Point:
        return point[0] * scale, -point[1] * scale

    centres = [place(point) for point in board.centres]
    outlines = [[place(point) for point in outline] for outline in board.outlines]
    labels = [(label.text, *place((label.x, label.y))) for label in board.labels]
    shapes = [
        [(x - cx, y - cy) for x, y in outline]
        for outline, (cx, cy) in zip(outlines, centres, strict=False)
    ]
    reach = _reach(board, ON_SHEET * CELL / scale)
    box = _box(centres, outlines, labels, reach)
    under, over = _zones(board, centres, outlines)
    circle, brackets = CIRCLE.format(48, 96), _brackets_around_circle()
    return Drawing(
        box=box,
        plain_box=_box(centres, outlines, [], reach),
        ground=_field(centres, outlines, reach) + under + _lines(board, centres, place) + over,
        coordinates=_coordinates(labels, LABEL_PART * max(box[2:]), reach == NAMED_SHEET),
        places=tuple(centres),
        areas=tuple(map(polygon, shapes)) or (circle,) * len(board),
        corners=tuple(map(_brackets, shapes)) or (brackets,) * len(board),
    )


def through(points: Sequence[Point], board: Board) -> str:
    """The path through points given in the board's own measure."""
    scale = CELL / spacing(board)
    return "M" + "L".join(f"{number(x * scale)} {number(-y * scale)}" for x, y in points)


def spacing(board: Board) -> float:
    """The distance between the two nearest sites of a board, 1 where there is only one."""
    nearest = [
        dist(point, other)
        for index, point in enumerate(board.centres)
        for other in board.centres[index + 1 :]
    ]
    return min(nearest, default=1.0)


def _reach(board: Board, near: float) -> float:
    """How far the sheet of a board of points reaches beyond them; ``near`` to one is a name's."""
    named = not board.outlines and any(
        dist((label.x, label.y), point) < near for label in board.labels for point in board.centres
    )
    return NAMED_SHEET if named else SHEET


def _box(
    centres: list[Point],
    outlines: list[list[Point]],
    labels: list[tuple[str, float, float]],
    reach: float,
) -> tuple[float, float, float, float]:
    """The field with the same margin on all four sides, wide enough for every coordinate."""
    field = [point for outline in outlines for point in outline] or [
        (x + dx, y + dy) for x, y in centres for dx, dy in ((-reach, -reach), (reach, reach))
    ]
    left, right = min(x for x, _ in field), max(x for x, _ in field)
    top, bottom = min(y for _, y in field), max(y for _, y in field)
    outside = [max(left - x, x - right, top - y, y - bottom) + MARGIN for _, x, y in labels]
    margin = max([MARGIN, *outside])
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin


def _frame(box: tuple[float, float, float, float]) -> str:
    left, top, width, height = map(number, box)
    return f'<rect class="frame" x="{left}" y="{top}" width="{width}" height="{height}" rx="16"/>'


def _field(centres: list[Point], outlines: list[list[Point]], reach: float) -> str:
    """The cells: once with a thick edge, of which only the outer rim stays visible.

    A board of points is a sheet of the same make around all of them.
    """
    if outlines:
        path = "".join(map(polygon, outlines))
        return f'<path class="rim" d="{path}"/><path class="cells" d="{path}"/>'
    path, width = polygon(_hull(centres)), round(2 * reach)
    return (
        f'<path class="sheet-rim" stroke-width="{width + 11}" d="{path}"/>'
        f'<path class="sheet" stroke-width="{width}" d="{path}"/>'
    )


def _hull(points: list[Point]) -> list[Point]:
    """The corners of the convex hull (Andrew's monotone chain)."""

    def half(ordered: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for x, y in ordered:
            while len(chain) > 1:
                (px, py), (qx, qy) = chain[-2:]
                if (qx - px) * (y - py) - (qy - py) * (x - px) > 1e-6:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(points)
    return half(ordered) + half(ordered[::-1]) or points


def _zones(board: Board, centres: list[Point], outlines: list[list[Point]]) -> tuple[str, str]:
    """What is drawn of the board's zones below its lines, and above."""
    floors, parts = "", ""
    for zone in board.zones.values():
        places = [
            Place(centres[site], outlines[site] if outlines else (), CELL * board.point)
            for site in zone.sites
        ]
        how = look(zone.look)
        kind = f"zone {zone.colour}" if zone.colour else "zone"
        floors += _group(kind, how.floor(places))
        parts += _group(kind, how.draw(places))
    return floors, parts


def _group(kind: str, markup: str) -> str:
    return f'<g class="{kind}">{markup}</g>' if markup else ""


def _lines(board: Board, centres: list[Point], place: Callable[[Point], Point]) -> str:
    """The drawn lines and courses, and a circle on every site of a board without cells."""

    def line(points: Sequence[Point]) -> str:
        return "M" + "L".join(" ".join(map(number, place(point))) for point in points)

    drawn = ""
    if board.strokes:
        kind = "axes" if board.outlines else "lines"
        drawn = f'<path class="{kind}" d="{"".join(map(line, board.strokes))}"/>'
    for course in board.courses:
        kind = f"zone {course.colour}" if course.colour else "zone"
        look = "edge" if course.edge else "course dotted" if course.dotted else "course"
        drawn += _group(kind, f'<path class="{look}" d="{line(course.points)}"/>')
    if board.outlines:
        return drawn
    radius = CELL * board.point
    radii = [radius, radius - 7] if radius > WIDE else [radius]
    points = "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>'
        for x, y in centres
        for r in radii
    )
    return f'{drawn}<g class="points">{points}</g>'


def _coordinates(labels: list[tuple[str, float, float]], size: float, on_sheet: bool) -> str:
    smallest, largest = LABEL_SIZES
    size = round(min(max(size, smallest), largest))
    texts = "".join(
        f'<text x="{number(x)}" y="{number(y + BASELINE * size)}">{escape(text)}</text>'
        for text, x, y in labels
    )
    return (
        f'<g class="coordinates{" on-sheet" if on_sheet else ""}" font-size="{size}" '
        f'text-anchor="middle" aria-hidden="true">{texts}</g>'
    )


def _brackets(shape: list[Point]) -> str:
    """The corners of a cell, a little inside its edge."""
    inner = [(0.9 * x, 0.9 * y) for x, y in shape]
    path = []
    for index, (x, y) in enumerate(inner):
        ends = [inner[index - 1], inner[(index + 1) % len(inner)]]
        (ax, ay), (bx, by) = [(x + CORNER * (ex - x), y + CORNER * (ey - y)) for ex, ey in ends]
        path.append(f"M{number(ax)} {number(ay)}L{number(x)} {number(y)}L{number(bx)} {number(by)}")
    return "".join(path)


def _brackets_around_circle() -> str:
    return _brackets([(-50, -50), (50, -50), (50, 50), (-50, 50)])
