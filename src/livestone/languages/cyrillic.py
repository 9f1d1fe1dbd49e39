"""Serbian in Cyrillic letters, from Serbian in Latin ones."""

from __future__ import annotations

import re

_LETTERS = dict(
    zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True),
    lj="љ",
    nj="њ",
    dž="џ",
)
# A letter of the Cyrillic alphabet is one or two Latin ones; in some words two are said apart.
_LETTER = re.compile(
    r"n(?=jekci)|(?<=ko)n(?=jug|junk)|(?<=ta)n(?=jug)|d(?=živ|žanr)|(?<=\bo)d(?=žal)|lj|nj|dž|[a-zđžćčš]",
    re.IGNORECASE,
)
# What stays as it is: places to be filled, markup, commands, names in addresses, sites of a board,
# letters on pieces, times such as 5d3, keys, and words of other languages.
_KEPT = re.compile(
    r"\{\w*\}|\bbot:\w*|<code>.*?</code>|<[^>]*>|`[^`]*`|\blivestone [^“”]*|'\w+'|\b\d+d\d*\b"
    r"|\b\w+\.token\b|\b\w+://\S+|\b\w+=|\b[\w.-]+\.(?:wasm|jsonl?|txt|html|svg|png)\b"
    r"|\b[A-Za-z]\d+\b|(?<=[a-zđžćčš] )[A-Z]\b|\bCtrl\+\w\b|\b\w*[qwxyQWXY]\w*\b"
    r"|\b(?:Livestone|Freedom|Python|Chrome|Firefox|Edge|Safari|PNG|SVG|GIF|JSON|MIT|HTML|PDF|URL|IP"
    r"|PostgreSQL|SQLite|Authorization|Bearer|NAME|UTC|abcd-efgh|Esc|Enter|Tab|Home|End|PageUp|PageDown)\b"
)


def cyrillic(text: str) -> str:
    """Return Serbian text in Cyrillic letters; places in it and foreign words stay as they are.

    >>> cyrillic("Ljudi igraju {n} partija u programu Livestone, džabe")
    'Људи играју {n} партија у програму Livestone, џабе'
    """
    parts, at = [], 0
    for kept in _KEPT.finditer(text):
        parts += [_LETTER.sub(_letter, text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*parts, _LETTER.sub(_letter, text[at:])])


def _letter(latin: re.Match[str]) -> str:
    letter = _LETTERS.get(latin[0].lower(), latin[0])
    return letter.upper() if latin[0][0].isupper() else letter
