"""Makes a game's rules page, and the drawer "How to play" beside a table, as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from markupsafe import Markup

from livestone.core.game import Game
from livestone.core.options import Option
from livestone.lessons.diagrams import Diagram, check_sections, diagrams
from livestone.lessons.markup import inline, paragraphs
from livestone.lessons.option_words import others, usual
from livestone.lessons.pictures import Pictures, middle
from livestone.lessons.rule_book import FOLDED, GOAL, OPTIONS, SOURCES, rule_book

DRAWN_IN_DRAWER = 3
_DIAGRAMS = Markup('<div class="diagrams">{}</div>')


@cache
def rules_page(kind: type[Game]) -> Markup:
    """The rules: goal and picture, sections with diagrams, options; the rest folded away.

    Raises BadLesson.
    """
    book, pictures = rule_book(kind), Pictures("rules")
    check_sections(kind, book)
    parts = [
        _goal(kind, book, pictures),
        *_sections(kind, book, pictures),
        _options(kind().options),
        _folded(book),
    ]
    return pictures.grounds + Markup("\n").join(filter(None, parts))


@cache
def drawer(kind: type[Game]) -> Markup:
    """The goal and at most three diagrams. Raises BadLesson."""
    pictures = Pictures("drawer")
    found = diagrams(kind)
    chosen = [diagram for diagram in found if diagram.drawer] or found
    figures = [
        pictures.figure(replace(diagram, caption=diagram.drawer or diagram.caption))
        for diagram in chosen[:DRAWN_IN_DRAWER]
    ]
    body = Markup("").join(figures or [_opening(kind, pictures)])
    return Markup('{}<p class="goal">{}</p>{}').format(
        pictures.grounds, _goal_text(kind, rule_book(kind)), body
    )


def _goal_text(kind: type[Game], book: Mapping[str, str]) -> Markup:
    """The goal in a sentence; the game's summary where the rule book has none."""
    return inline(" ".join(book.get(GOAL, kind().words.summary).split()))


def _goal(kind: type[Game], book: Mapping[str, str], pictures: Pictures) -> Markup:
    own = _figures(kind, GOAL, pictures)
    picture = own or _DIAGRAMS.format(_opening(kind, pictures))
    return Markup('<section class="goal"><p>{}</p>{}</section>').format(
        _goal_text(kind, book), picture
    )


def _opening(kind: type[Game], pictures: Pictures) -> Markup:
    return Markup('<figure class="diagram"><div class="pictures">{}</div></figure>').format(
        pictures.picture(middle(kind()))
    )


def _figures(kind: type[Game], section: str, pictures: Pictures) -> Markup:
    """The diagrams of a section."""
    chosen: Sequence[Diagram] = [one for one in diagrams(kind) if one.section == section]
    drawn = Markup("").join(map(pictures.figure, chosen))
    return _DIAGRAMS.format(drawn) if drawn else Markup("")


def _sections(kind: type[Game], book: Mapping[str, str], pictures: Pictures) -> Iterator[Markup]:
    for heading, text in book.items():
        if heading not in (GOAL, *FOLDED):
            yield Markup("<section><div><h2>{}</h2>{}</div>{}</section>").format(
                heading, paragraphs(text), _figures(kind, heading, pictures)
            )


def _options(options: Sequence[Option]) -> Markup:
    """The options in words for people, the usual value of each first."""
    items = [
        Markup("<dt>{}</dt><dd><strong>{}</strong>{}</dd>").format(
            option.label, usual(option), others(option)
        )
        for option in options
    ]
    if not items:
        return Markup("")
    return Markup("<section><h2>{}</h2><dl>{}</dl></section>").format(
        OPTIONS, Markup("").join(items)
    )


def _folded(book: Mapping[str, str]) -> Markup:
    """What players look up: sources and rulings, then options by the names that commands take."""
    titles = {OPTIONS: "Options by name"}
    parts = [
        Markup("<h3>{}</h3>{}").format(titles.get(heading, heading), paragraphs(book[heading]))
        for heading in FOLDED[1:]
        if heading in book
    ]
    return Markup('<details class="sources"><summary><h2>{}</h2></summary>{}{}</details>').format(
        SOURCES, paragraphs(book.get(SOURCES, "")), Markup("").join(parts)
    )
