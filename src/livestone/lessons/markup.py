"""Turns the text of a rule book's sections into HTML."""

from __future__ import annotations

import re
from textwrap import dedent

from markupsafe import Markup, escape

_TERM = re.compile(r"(``[^`]+``)\s{2,}(.*)")
_INLINE = (
    (re.compile(r"``([^`]+)``"), r"<code>\1</code>"),
    (re.compile(r"\*([^*\s][^*]*)\*"), r"<em>\1</em>"),
)


def paragraphs(text: str) -> Markup:
    """Turn an indented text into paragraphs, lists of terms, and boards (indented further).

    The two colons that announce a board become one, or none where they stand alone.

    >>> print(paragraphs("::\\n\\n    a b\\n\\nThen::\\n\\n    c d"))
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
