"""What may be written beside a move of a study: a comment, a glyph, and marks on the board."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

from livestone.api.studies import Mark
from livestone.errors import BadField
from livestone.languages.words import mark, t
from livestone.server.web.requests import check_visible

MAX_LETTERS = 2_000  # of one comment
MAX_MARKS = 60  # on one position
MAX_TITLE = 80
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")  # signs for a move
COLOURS = ("green", "red", "blue", "yellow")


def mark_of(data: Mapping[str, Any], sites: Collection[str]) -> Mark:
    """Return the mark that a JSON object describes on these ``sites``. Raises BadField."""
    colour, at, to = (data.get(name, "") for name in ("colour", "at", "to"))
    if set(data) - {"colour", "at", "to"}:
        raise BadField(
            "marks",
            t("{text} is no mark: it has a colour, at, and perhaps to", text=f"{data!r:.60}"),
        )
    if colour not in COLOURS:
        raise BadField(
            "marks",
            t(
                "{colour} is no colour of a mark: choose {known}",
                colour=f"{colour!r:.20}",
                known=", ".join(COLOURS),
            ),
        )
    return check_mark(Mark(colour, at, to), sites)


def check_mark(mark: Mark, sites: Collection[str]) -> Mark:
    """Return a mark whose sites are on the board. Raises BadField."""
    for site in (mark.at, mark.to) if mark.to else (mark.at,):
        if site not in sites:
            raise BadField("marks", t("{site} is no site of this board", site=f"{site!r:.20}"))
    if mark.at == mark.to:
        raise BadField(
            "marks", t("an arrow from {site} leads to another site, not back to it", site=mark.at)
        )
    return mark


def glyph_of(text: str) -> str:
    """Return a glyph, empty for none. Raises BadField."""
    if text and text not in GLYPHS:
        known = " ".join(GLYPHS)
        raise BadField(
            "glyph",
            t(
                "{text} is no sign for a move: choose one of {known}",
                text=repr(text[:10]),
                known=known,
            ),
        )
    return text


def comment_of(text: str) -> str:
    """Return a comment as it is kept: no hidden characters, no spaces around it.

    Raises BadField.

    >>> comment_of("  The only move.\\r\\nIt wins. ")
    'The only move.\\nIt wins.'
    """
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\t", " ")).strip()
    if len(text) > MAX_LETTERS:
        raise BadField(
            "comment",
            t("a comment has at most {most} letters, not {n}", most=MAX_LETTERS, n=len(text)),
        )
    check_visible(text, "comment", mark("comment"), "\n\u200d")
    return text


def title_of(text: str) -> str:
    """Return a study's title as it is kept: one line. Raises BadField."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(text) <= MAX_TITLE:
        raise BadField(
            "title", t("a title has 1 to {most} letters, not {n}", most=MAX_TITLE, n=len(text))
        )
    check_visible(text, "title", mark("title"))
    return text
