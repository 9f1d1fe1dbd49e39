"""Plots as SVG: bars with intervals, histograms and curves, laid out on one page.

A panel is drawn in a box of ``WIDTH`` by ``HEIGHT``; a page puts panels side by side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from livestone.draw.paths import number
from livestone.draw.style import palette

# A panel, and the room in it for what stands around the plot itself.
WIDTH, HEIGHT = 460, 290
LEFT, RIGHT, TOP, BOTTOM = 62, 24, 44, 50
GAP, HEAD, COLUMNS = 24, 84, 2
TICKS = 5
# What each part of a plot is painted with: a colour's name on the boards.
_PAINT = {
    "page": "frame",
    "panel": "cell",
    "axis": "line",
    "ink": "text",
    "fill": "zone-blue",
}
_RULES = """
.plots{{font-family:Inter,system-ui,sans-serif;font-size:13px}}
.plots .page{{fill:{page}}}
.plots .panel{{fill:{panel};stroke:{axis};stroke-opacity:.5}}
.plots text{{fill:{ink}}}
.plots .title{{font-size:22px;font-weight:700}}
.plots .name{{font-size:15px;font-weight:600}}
.plots .grid{{stroke:{axis};stroke-opacity:.35}}
.plots .axis{{stroke:{axis};stroke-width:1.5}}
.plots .fill{{fill:{fill}}}
.plots .band{{fill:{fill};fill-opacity:.28}}
.plots .curve{{fill:none;stroke:{fill};stroke-width:2.5;stroke-linejoin:round}}
.plots .level{{stroke:{ink};stroke-dasharray:5 4;stroke-opacity:.7}}
.plots .whisker{{stroke:{ink};stroke-width:2;fill:none}}
.plots .halo{{stroke:{panel};stroke-width:6;fill:none}}
"""


@dataclass(frozen=True)
class Bar:
    """One bar: what it is, its value and the ends of its interval, all 0 to 1, and its words."""

    name: str
    value: float
    low: float
    high: float
    note: str


@dataclass(frozen=True)
class Axis:
    """An axis: what it counts, from where to where, and whether its numbers are shares.

    An axis that is not ``whole`` measures, and has numbers with decimals.
    """

    name: str
    start: float
    end: float
    percent: bool = False
    whole: bool = True

    def part(self, value: float) -> float:
        """Where a value lies, 0 to 1."""
        return (value - self.start) / (self.end - self.start) if self.end > self.start else 0.0

    def ticks(self) -> list[float]:
        """About five round numbers along the axis."""
        span = self.end - self.start
        if span <= 0:
            return [self.start]
        rough = span / TICKS
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(size * power for size in (1, 2, 5, 10) if size * power >= rough)
        if self.whole and not self.percent:
            step = max(1.0, step)
        first = math.ceil(self.start / step - 1e-9)
        last = math.floor(self.end / step + 1e-9)
        return [at * step for at in range(first, last + 1)]

    def word(self, value: float) -> str:
        """A number on the axis as text."""
        if self.percent:
            return f"{value:.0%}"
        return f"{value:,.0f}" if self.whole else f"{value:.4g}"


def bars(name: str, given: Sequence[Bar], words: Sequence[str] = ()) -> str:
    """Lying bars with whiskers, each with its name above it; below them lines of words."""
    room = min(80.0, (HEIGHT - TOP - 16 - 24 * len(words)) / max(len(given), 1))
    across = WIDTH - 2 * RIGHT
    parts = [_name(name)]
    for at, bar in enumerate(given):
        y = TOP + at * room
        thick = min(22.0, room - 24)
        middle = y + 20 + thick / 2
        low, high = (RIGHT + across * end for end in (bar.low, bar.high))
        whisker = f"M{number(low)} {number(middle)}H{number(high)}" + "".join(
            f"M{number(end)} {number(middle - 6)}v12" for end in (low, high)
        )
        parts += [
            _text(RIGHT, y + 14, bar.name),
            _text(WIDTH - RIGHT, y + 14, bar.note, "end"),
            _rect(RIGHT, y + 20, across * bar.value, thick),
            f'<path class="halo" d="{whisker}"/><path class="whisker" d="{whisker}"/>',
        ]
    below = TOP + room * len(given) + 16
    parts += [_text(RIGHT, below + 24 * at, line) for at, line in enumerate(words)]
    return "".join(parts)


def columns(name: str, across: str, up: str, start: int, width: int, counts: Sequence[int]) -> str:
    """A histogram; column number i begins at ``start + i * width``."""
    if len(counts) < 3:  # room around a column or two
        start, counts = start - width, [0, *counts, 0]
    shift = 0.5 if width == 1 else 0.0  # a single number stands in the middle of its column
    x = Axis(across, start - shift, start - shift + width * max(len(counts), 1))
    y = Axis(up, 0, max([*counts, 1]))
    parts = [_name(name), _axes(x, y)]
    for at, count in enumerate(counts):
        left = _x(x, x.start + at * width)
        right = _x(x, x.start + (at + 1) * width)
        top = _y(y, count)
        parts.append(_rect(left + 0.5, top, max(right - left - 1, 0.5), _y(y, 0) - top))
    return "".join(parts)


def curve(
    name: str,
    x: Axis,
    y: Axis,
    mean: Sequence[float],
    low: Sequence[float],
    high: Sequence[float],
    level: float | None = None,
) -> str:
    """A curve within a band, its points spread evenly along ``x``; ``level`` is a dashed line."""
    steps = max(len(mean) - 1, 1)
    places = [_x(x, x.start + (x.end - x.start) * at / steps) for at in range(len(mean))]
    there = [f"{number(at)} {number(_y(y, value))}" for at, value in zip(places, high, strict=True)]
    back = [f"{number(at)} {number(_y(y, value))}" for at, value in zip(places, low, strict=True)]
    line = [f"{number(at)} {number(_y(y, value))}" for at, value in zip(places, mean, strict=True)]
    parts = [_name(name), _axes(x, y), f'<path class="band" d="M{"L".join(there + back[::-1])}z"/>']
    if level is not None:
        parts.append(_line("level", LEFT, _y(y, level), WIDTH - RIGHT, _y(y, level)))
    return "".join([*parts, f'<path class="curve" d="M{"L".join(line)}"/>'])


def page(
    title: str, words: str, panels: Sequence[str], description: str = "", theme: str = "auto"
) -> str:
    """A whole picture: a title, a line of words, and the panels in two columns.

    ``theme`` is ``"light"``, ``"dark"``, or ``"auto"`` for the viewer's own.
    """
    rows = -(-len(panels) // COLUMNS)
    across = COLUMNS * WIDTH + (COLUMNS + 1) * GAP
    down = HEAD + rows * (HEIGHT + GAP)
    placed = []
    for at, panel in enumerate(panels):
        x = GAP + at % COLUMNS * (WIDTH + GAP)
        y = HEAD + at // COLUMNS * (HEIGHT + GAP)
        frame = f'<rect class="panel" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
        placed.append(f'<g transform="translate({x} {y})">{frame}{panel}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plots" viewBox="0 0 {across} {down}" '
        f'role="img"><title>{escape(title)}</title><desc>{escape(description)}</desc>'
        f"<style>{sheet(theme)}</style>"
        f'<rect class="page" width="{across}" height="{down}"/>'
        f'<text class="title" x="{GAP}" y="38">{escape(title)}</text>'
        f"{_text(GAP, 64, words)}{''.join(placed)}</svg>"
    )


def picture(panel: str, description: str) -> str:
    """One panel as a picture in a page that has the :func:`sheet`."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plots" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img"><title>{escape(description)}</title>'
        f'<rect class="panel" width="{WIDTH}" height="{HEIGHT}" rx="8"/>{panel}</svg>'
    )


def sheet(theme: str) -> str:
    """Return the style of plots, for a theme or ``"auto"``."""
    if theme == "auto":
        return f"{_rules('light')}@media (prefers-color-scheme:dark){{{_rules('dark')}}}"
    return _rules(theme)


def _rules(theme: str) -> str:
    colours = palette(theme)
    return _RULES.format(**{part: colours[name] for part, name in _PAINT.items()}).replace("\n", "")


def _axes(x: Axis, y: Axis) -> str:
    """Both axes with their ticks and names, and a faint grid."""
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = []
    for value in y.ticks():
        at = _y(y, value)
        parts.append(_line("grid", LEFT, at, right, at))
        parts.append(_text(LEFT - 8, at + 4.5, y.word(value), "end"))
    parts += [
        _text(_x(x, value), bottom + 18, x.word(value), "middle")
        for value in x.ticks()
        if value >= 0
    ]
    parts += [_line("axis", LEFT, bottom, right, bottom), _line("axis", LEFT, TOP, LEFT, bottom)]
    parts.append(_text((LEFT + right) / 2, HEIGHT - 10, x.name, "middle"))
    middle = (TOP + bottom) / 2
    parts.append(
        f'<g transform="translate(16 {number(middle)}) rotate(-90)">'
        f"{_text(0, 0, y.name, 'middle')}</g>"
    )
    return "".join(parts)


def _x(axis: Axis, value: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * axis.part(value)


def _y(axis: Axis, value: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * axis.part(value)


def _name(words: str) -> str:
    return f'<text class="name" x="{RIGHT}" y="27">{escape(words)}</text>'


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(words, False)}</text>"


def _rect(x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect class="fill" x="{number(x)}" y="{number(y)}" '
        f'width="{number(width)}" height="{number(height)}"/>'
    )


def _line(kind: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path class="{kind}" d="M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"/>'
