"""Serbian in Cyrillic letters, from Serbian in Latin ones."""

from __future__ import annotations

import re

_PAIRS = {"lj": "љ", "nj": "њ", "dž": "џ"}
_LETTERS = dict(zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True))
# In these words the letters of a pair are said one by one.
_APART = ("injekci", "konjunk", "nadživ", "tanjug")
# What stays as it is: places to be filled, markup, addresses, and words of other languages.
_KEPT = re.compile(
    r"\{\w*\}|<[^>]*>|\b\w+://\S+|\b[\w.]+\.(?:wasm|json|txt|html)\b|`[^`]*`|\b\w*[qwxyQWXY]\w*\b"
    r"|\b(?:Livestone|WebAssembly|Python|Chrome|Firefox|Edge|Safari|PNG|SVG|JSON|MIT|HTML|PDF"
    r"|Esc|Enter|Space|Tab|Home|End|PageUp|PageDown)\b"
)


def cyrillic(text: str) -> str:
    """Return Serbian text in Cyrillic letters; places in it and foreign words stay as they are.

    >>> cyrillic("Ljudi igraju {n} partija u programu Livestone, džabe")
    'Људи играју {n} партија у програму Livestone, џабе'
    """
    parts, at = [], 0
    for kept in _KEPT.finditer(text):
        parts += [_letters(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*parts, _letters(text[at:])])


def _letters(text: str) -> str:
    found = []
    at = 0
    while at < len(text):
        pair = text[at : at + 2]
        together = pair.lower() in _PAIRS and not any(
            text[max(0, at - 3) : at + 8].lower().find(word) >= 0 for word in _APART
        )
        step = pair if together else text[at]
        letter = _PAIRS[step.lower()] if together else _LETTERS.get(step.lower(), step)
        found.append(letter.upper() if step[0].isupper() and letter != step else letter)
        at += len(step)
    return "".join(found)
