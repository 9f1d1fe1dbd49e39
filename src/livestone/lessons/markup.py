"""Reads the text of a rule book's sections, and turns it into HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent

from markupsafe import Markup

_TERM = re.compile(r"(``[^`]+``)\s{2,}(.*)")
_RUN = re.compile(r"``([^`]+)``|\*([^*\s][^*]*)\*")
_TAGS = {"code": Markup("<code>{}</code>"), "stress": Markup("<em>{}</em>"), "": Markup("{}")}


@dataclass(frozen=True)
class Part:
    """A paragraph of a text, a board of letters, or a list of terms with what each means.

    ``kind`` is ``paragraph``, ``board`` or ``terms``; the others' texts are empty.
    """

    kind: str
    text: str = ""
    terms: tuple[tuple[str, str], ...] = ()


def parts(text: str) -> Iterator[Part]:
    """The parts of an indented text; boards are indented further.

    The two colons that announce a board become one, or none where they stand alone.

    >>> [part.text for part in parts("::\\n\\n    a b\\n\\nThen::\\n\\n    c d")]
    ['a b', 'Then:', 'c d']
    """
    for block in re.split(r"\n\s*\n", text):
        if block.strip() in ("", "::"):
            continue
        lines = block.split("\n")
        if all(line.startswith("    ") for line in lines):
            yield Part("board", dedent(block))
        else:
            yield from _words(lines)


def runs(text: str) -> list[tuple[str, str]]:
    """Split a text where its look changes: ``code``, ``stress``, or nothing, and the words.

    >>> runs("Play ``e5``, *freely*.")
    [('', 'Play '), ('code', 'e5'), ('', ', '), ('stress', 'freely'), ('', '.')]
    """
    found, end = [], 0
    for run in _RUN.finditer(text):
        found.append(("", text[end : run.start()]))
        found.append(("code", run[1]) if run[1] else ("stress", run[2]))
        end = run.end()
    return [(look, words) for look, words in [*found, ("", text[end:])] if words]


def paragraphs(text: str) -> Markup:
    """Turn a text into HTML.

    >>> print(paragraphs("Play::\\n\\n    a b"))
    <p>Play:</p>
    <pre>a b</pre>
    """
    return Markup("\n").join(map(_html, parts(text)))


def inline(text: str) -> Markup:
    """Mark up ``code`` and *stress*."""
    return Markup("").join(_TAGS[look].format(words) for look, words in runs(text))


def _words(lines: list[str]) -> Iterator[Part]:
    """The terms of a block, then what is said besides."""
    terms: list[tuple[str, list[str]]] = []
    plain: list[str] = []
    for line in lines:
        term = _TERM.fullmatch(line)
        if term:
            terms.append((term[1], [term[2]]))
        elif terms and line[:1].isspace():
            terms[-1][1].append(line.strip())
        else:
            plain.append(line.strip())
    if terms:
        yield Part("terms", terms=tuple((name, " ".join(words)) for name, words in terms))
    if plain:
        words = " ".join(plain)
        yield Part("paragraph", words[:-1] if words.endswith("::") else words)


def _html(part: Part) -> Markup:
    if part.kind == "board":
        return Markup("<pre>{}</pre>").format(part.text)
    if part.kind == "paragraph":
        return Markup("<p>{}</p>").format(inline(part.text))
    items = (
        Markup("<dt>{}</dt><dd>{}</dd>").format(inline(name), inline(meaning))
        for name, meaning in part.terms
    )
    return Markup("<dl>{}</dl>").format(Markup("").join(items))
