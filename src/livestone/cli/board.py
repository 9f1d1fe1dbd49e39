"""The board on the terminal's screen: drawn in tiles, walked with arrow keys, clicked."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import groupby

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from livestone.boards import Board
from livestone.cli import tiles, words
from livestone.core.scene import scene
from livestone.core.view import View


class BoardView(Widget, can_focus=True):
    """A board with a cursor; it says which site was chosen and knows no rules."""

    BINDINGS = [
        Binding("up", "walk(0, 1)", show=False),
        Binding("down", "walk(0, -1)", show=False),
        Binding("left", "walk(-1, 0)", show=False),
        Binding("right", "walk(1, 0)", "walk", key_display="arrows"),
        Binding("enter,space", "choose", "play", key_display="Enter"),
    ]
    cursor: reactive[int] = reactive(0)

    class Chosen(Message):
        """The user pressed Enter on a site, or clicked it."""

        def __init__(self, site: int) -> None:
            super().__init__()
            self.site = site

    def __init__(self) -> None:
        super().__init__()
        self._view: View | None = None
        self._targets: frozenset[int] = frozenset()
        self._chosen: frozenset[int] = frozenset()
        self._face = ""

    def show(self, view: View, targets: frozenset[int], chosen: frozenset[int]) -> None:
        """Draw a view; ``targets`` may be chosen next, ``chosen`` have been."""
        if self._view is None or self._view.game != view.game:
            row = view.game.board.rows[len(view.game.board.rows) // 2]
            self.cursor = row[len(row) // 2]
        self._view, self._targets, self._chosen = view, targets, chosen
        self.refresh()

    def turn_over(self) -> None:
        """Turn to the next of the board's faces."""
        if self._view is not None:
            names = ["", *self._view.faces]
            at = names.index(self._face) if self._face in names else 0
            self._face = names[(at + 1) % len(names)]
            self.refresh()

    def render(self) -> Text:
        """The board, as large as it fits."""
        text = Text(no_wrap=True)
        if self._view is None:
            return text
        picture = scene(self._view, targets=False, face=self._face)
        picture = replace(picture, targets=self._targets)
        look = tiles.Look(
            cursor=self.cursor if self.has_focus else None,
            colour=not os.environ.get("NO_COLOR"),
            unicode=words.unicode(),
            chosen=self._chosen,
        )
        left, top = self.corner()
        lines = [
            [tiles.Cell(" " * left), *line] for line in tiles.draw(picture, self._plan(), look)
        ]
        text.append("\n" * top)
        for line in lines:
            for (ink, paper), cells in groupby(line, key=lambda cell: (cell.ink, cell.paper)):
                style = Style(color=ink or None, bgcolor=paper or None)
                text.append("".join(cell.text for cell in cells), style)
            text.append("\n")
        return text

    def action_walk(self, dx: int, dy: int) -> None:
        """Move the cursor to the next site that way."""
        if self._view is not None:
            self.cursor = tiles.towards(self._seen(), self.cursor, dx, dy)

    def action_choose(self) -> None:
        """Choose the site under the cursor."""
        self.post_message(self.Chosen(self.cursor))

    def on_click(self, event: events.Click) -> None:
        left, top = self.corner()
        site = self._plan().site(event.x - left, event.y - top)
        if site is not None:
            self.cursor = site
            self.post_message(self.Chosen(site))

    def _plan(self) -> tiles.Plan:
        return tiles.plan(self._seen(), self.size.width, self.size.height)

    def _seen(self) -> Board:
        """The board as the face that is shown has it."""
        assert self._view is not None
        face = self._view.faces.get(self._face)
        return face.board if face else self._view.game.board

    def corner(self) -> tuple[int, int]:
        """Where the upper left corner of the centred board is."""
        plan = self._plan()
        spare = self.size.width - plan.width, self.size.height - plan.height
        return max(0, spare[0] // 2), max(0, spare[1] // 2)
