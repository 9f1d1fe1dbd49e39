"""A game's rules as HTML, from the docstring of its file."""

from __future__ import annotations

import inspect
import re
import sys
from functools import cache
from textwrap import dedent

from markupsafe import Markup, escape

from livestone.core.game import Game

_TERM = re.compile(r"(``[^`]+``)\s{2,}(.*)")
_INLINE = (
    (re.compile(r"``([^`]+)``"), r"<code>\1</code>"),
    (re.compile(r"\*([^*\s][^*]*)\*"), r"<em>\1</em>"),
)


@cache
def rules_html(game: type[Game]) -> Markup:
    """A game's rules as HTML from its docstring, without the first line (title and author)."""
    texts = [
        inspect.cleandoc(found.__doc__ or "") for found in (game, sys.modules[game.__module__])
    ]
    text = next((text for text in texts if "\nRules\n" in text), "")
    _, _, body = text.partition("\n")
    return Markup("\n").join(
        Markup("<h2>{}</h2>\n{}").format(heading, blocks(section))
        for heading, section in sections(body)
    )


def sections(text: str) -> list[tuple[str, str]]:
    """Split a text into its headings (lines at the margin) and what is indented under each.

    >>> sections("Rules\\n    Play.\\n\\nStart\\n    Empty.")
    [('Rules', 'Play.'), ('Start', 'Empty.')]
    """
    found: list[tuple[str, list[str]]] = []
    for line in text.strip("\n").split("\n"):
        if line and not line[0].isspace():
            found.append((line.strip(), []))
        elif found:
            found[-1][1].append(line)
    return [(heading, dedent("\n".join(lines)).strip("\n")) for heading, lines in found]


def blocks(text: str) -> Markup:
    """Turn an indented text into paragraphs, lists of terms, and diagrams (indented further).

    The two colons that announce a diagram become one, or none where they stand alone.

    >>> print(blocks("::\\n\\n    a b\\n\\nThen::\\n\\n    c d"))
    <pre>a b</pre>
    <p>Then:</p>
    <pre>c d</pre>
    """
    parts = re.split(r"\n\s*\n", text)
    return Markup("\n").join(_block(part) for part in parts if part.strip() not in ("", "::"))


def _block(block: str) -> Markup:
    lines = block.split("\n")
    if all(line.startswith("    ") for line in lines):
        return Markup("<pre>{}</pre>").format(dedent(block))
    parts = Markup("")
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
        items = (
            Markup("<dt>{}</dt><dd>{}</dd>").format(inline(name), inline(" ".join(words)))
            for name, words in terms
        )
        parts += Markup("<dl>{}</dl>").format(Markup("").join(items))
    if plain:
        words = " ".join(plain)
        parts += Markup("<p>{}</p>").format(inline(words[:-1] if words.endswith("::") else words))
    return parts


def inline(text: str) -> Markup:
    """Mark up ``code`` and *stress*."""
    html = str(escape(text))
    for pattern, replacement in _INLINE:
        html = pattern.sub(replacement, html)
    return Markup(html)
