"""Counts the words that a rules page shows before what is folded away."""

from __future__ import annotations

from html.parser import HTMLParser

from livestone.core.game import Game
from livestone.lessons.page import rules_page


def visible_words(kind: type[Game]) -> int:
    """How many words of a game's rules are seen at once; those in pictures do not count."""
    reader = _Reader()
    reader.feed(str(rules_page(kind)))
    return reader.words


class _Reader(HTMLParser):
    """Counts words outside of pictures and folds."""

    LEFT_OUT = ("svg", "details")

    def __init__(self) -> None:
        super().__init__()
        self.words = self._inside = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._inside += tag in self.LEFT_OUT

    def handle_endtag(self, tag: str) -> None:
        self._inside -= tag in self.LEFT_OUT

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.words += len(data.split())
