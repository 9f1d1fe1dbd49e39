"""A game's rule book: the sections of the docstrings of its file."""

from __future__ import annotations

import inspect
import re
import sys
from functools import cache
from textwrap import dedent

from livestone.core.game import Game

GOAL, OPTIONS, SOURCES = "Goal", "Options", "Sources and rulings"
# Sections for those who look things up; they are folded away.
FOLDED = (SOURCES, OPTIONS, "Start")
MORE = "..."  # a section that begins so is added to the one of all games of the file


@cache
def rule_book(kind: type[Game]) -> dict[str, str]:
    """The sections of a game's rule book by their headings, in the order of a page.

    Sections of the game's class come in place of those of the file that have the same heading, or
    after their text where they begin with ``...``; new ones come before ``How it ends``.
    """
    module = sys.modules[kind.__module__].__doc__
    own = [base.__doc__ for base in reversed(kind.__mro__) if base.__module__ == kind.__module__]
    book: dict[str, str] = {}
    for text in (module, *own):
        for heading, section in sections(inspect.cleandoc(text or "")).items():
            more = section.startswith(MORE)
            book[heading] = f"{book.get(heading, '')}\n\n{section[3:].strip()}" if more else section
    return dict(sorted(book.items(), key=lambda item: _rank(item[0], module or "")))


def _rank(heading: str, module: str) -> tuple[int, int]:
    """Where a section stands: in the file's order, a game's own before how the game ends."""
    if heading in FOLDED:
        return 3, FOLDED.index(heading)
    if heading == "How it ends":
        return 2, 0
    at = module.find(f"\n{heading}\n")
    return (0, at) if at >= 0 else (1, 0)


def sections(text: str) -> dict[str, str]:
    """Split a text into its headings (at the margin) and what is indented under each.

    >>> sections("A game.\\n\\nGoal\\n    Play.\\n\\nYour turn\\n    Move.")
    {'Goal': 'Play.', 'Your turn': 'Move.'}
    """
    parts = re.split(r"\n\n(\S[^\n]*)\n(?=\n?[ \t])", text)
    return {
        heading.strip(): dedent(body).strip("\n")
        for heading, body in zip(parts[1::2], parts[2::2], strict=True)
    }
