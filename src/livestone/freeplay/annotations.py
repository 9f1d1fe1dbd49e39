"""What a player prints, logs and draws at a move: one text, a move's note.

What is drawn are lines of markup at its end: ``[%mark b9 maybe]``, ``[%arrow a1 c3]`` and
``[%values b9=0.5 c9=-2]``. ``docs/freeplay.md`` describes them; records keep the text as what the
engine thought. This is plain Python, which browsers run as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import islice

MAX_NOTE = 5_000  # characters of a move's note
MAX_PRINTED = 2_000  # of these, what was printed and logged
MAX_NOTES = 400_000  # of all notes of a game
MAX_TEXT = 12  # characters of a mark
MAX_ARROWS = 100  # on a move
VALUES_A_LINE = 30
CUT = "… cut: too much for one move"


class Drawing:
    """What has been drawn on the board since the last move, by the names of sites."""

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}
        self._arrows: dict[tuple[str, str], None] = {}
        self._values: dict[str, float] = {}

    def put_mark(self, site: str, text: object) -> None:
        """Write a short text on a site, in place of another one; draw a ring for an empty text."""
        self._marks[site] = _shown(" ".join(str(text).split()))[:MAX_TEXT]

    def put_arrow(self, site: str, other: str) -> None:
        """Draw an arrow. Raises ValueError for one that leads nowhere."""
        if site == other:
            raise ValueError("an arrow leads from one cell to another")
        if len(self._arrows) < MAX_ARROWS:
            self._arrows[site, other] = None

    def put_value(self, site: str, number: float) -> None:
        """Colour a site by a number, in place of another one. Raises ValueError or TypeError."""
        value = float(number)
        if not math.isfinite(value):
            raise ValueError(f"{number!r} cannot be drawn: give a finite number")
        self._values[site] = value

    def clear(self) -> None:
        """Forget everything: another move begins."""
        for drawn in (self._marks, self._arrows, self._values):
            drawn.clear()

    def lines(self) -> Iterator[str]:
        """Yield the markup of what has been drawn."""
        for site, text in self._marks.items():
            yield f"[%mark {site}{' ' * bool(text)}{text}]"
        for site, other in self._arrows:
            yield f"[%arrow {site} {other}]"
        values = iter(f"{site}={value:.3g}" for site, value in self._values.items())
        while some := list(islice(values, VALUES_A_LINE)):
            yield f"[%values {' '.join(some)}]"


class CellDraw(Drawing):
    """Draws for a Player, by x and y; ``name`` gives a cell's name, or raises IndexError.

    What is drawn is seen where the game is looked at, and forgotten with the next move.
    """

    def __init__(self, name: Callable[[int, int], str]) -> None:
        super().__init__()
        self._name = name

    def mark(self, x: int, y: int, text: object = "") -> None:
        """Write a short text on a cell; without one, draw a ring around it."""
        self.put_mark(self._name(x, y), text)

    def arrow(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Draw an arrow from a cell to another."""
        self.put_arrow(self._name(x1, y1), self._name(x2, y2))

    def value(self, x: int, y: int, number: float) -> None:
        """Colour a cell by a number: all of a move together are a heat map."""
        self.put_value(self._name(x, y), number)


class SiteDraw(Drawing):
    """The same for a GamePlayer, by the names of ``sites``. Raises IndexError for another name."""

    def __init__(self, sites: Callable[[str], bool]) -> None:
        super().__init__()
        self._has = sites

    def mark(self, site: str, text: object = "") -> None:
        """Write a short text on a site; without one, draw a ring around it."""
        self.put_mark(self._checked(site), text)

    def arrow(self, site: str, other: str) -> None:
        """Draw an arrow from a site to another."""
        self.put_arrow(self._checked(site), self._checked(other))

    def value(self, site: str, number: float) -> None:
        """Colour a site by a number: all of a move together are a heat map."""
        self.put_value(self._checked(site), number)

    def _checked(self, site: str) -> str:
        if not self._has(site):
            raise IndexError(f"{site!r} is not on the board: give the name of a site, as in 'e5'")
        return site


class Printed:
    """What a player has printed and logged since the last move, up to ``MAX_PRINTED``."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._room = MAX_PRINTED

    def write(self, text: str) -> None:
        """Add a text, as far as there is room."""
        if self._room > 0:
            self._parts.append(text[: self._room])
        self._room -= len(text)

    def take(self) -> str:
        """Return the text and begin anew."""
        text = "".join(self._parts).strip("\n")
        if self._room < 0:
            text += f"\n{CUT}"
        self._parts, self._room = [], MAX_PRINTED
        return text


def note(printed: str, drawing: Drawing) -> str:
    """Return a move's note: what was printed, then what was drawn, as far as there is room."""
    lines = [printed] if printed else []
    room = MAX_NOTE - len(printed) - len(CUT) - 2
    for line in drawing.lines():
        room -= len(line) + 1
        if room < 0:
            lines.append(CUT)
            break
        lines.append(line)
    return "\n".join(lines)


def cleaned(text: object) -> str:
    """Return a note that came from a player's process as a text that records take; bounded."""
    return _shown(text, keep="\n\t")[:MAX_NOTE].strip() if isinstance(text, str) else ""


def _shown(text: str, keep: str = "") -> str:
    """A text in which nothing acts on a screen."""
    return "".join(sign if sign.isprintable() or sign in keep else "?" for sign in text)
