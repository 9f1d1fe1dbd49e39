"""Names of people and programs: as they are typed, and which look alike."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# Around a name that was copied there are also marks that nobody sees: zero-width spaces, joiners,
# directions of reading.
_BLANK = "[\\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+"
_AROUND = re.compile(f"\\A{_BLANK}|{_BLANK}\\Z")
# Digits that are written for letters. Six stays itself: all ten must differ.
_DIGITS = str.maketrans("012345789", "olzeastbg")
# What is taken for another letter at a glance, in this order.
_ALIKE = (("vv", "w"), ("uu", "w"), ("rn", "m"), ("cl", "d"), ("i", "l"))
_NUMBER = re.compile("(?<=[a-z])[0-9]{2,}$")


def trimmed(name: str) -> str:
    """Return a name without the blanks around it. Every field for a name is read by this.

    >>> trimmed(" Ada\\u200b\\n")
    'Ada'
    """
    return _AROUND.sub("", name)


def latin(text: str) -> str:
    """Return a text in the ASCII characters that it looks like (Unicode TS 39); others stay."""
    bare = _without_marks(text)
    return bare if bare.isascii() else "".join(_prototypes().get(sign, sign) for sign in bare)


def skeleton(name: str) -> str:
    """Return what is the same for names that may be taken for each other.

    It is looser than a key: a digit may stand for a letter, and two letters for one.

    >>> skeleton("Uuillow") == skeleton("Willow") == skeleton("vv1-ll0w")
    True
    >>> skeleton("Ada_77"), skeleton("House-3")
    ('ada77', 'housee')
    """
    plain = "".join(sign for sign in latin(name).casefold() if sign.isalnum())
    number = _NUMBER.search(plain)
    stem = (plain[: number.start()] if number else plain).translate(_DIGITS)
    for one, other in _ALIKE:
        stem = stem.replace(one, other)
    return stem + (number[0] if number else "")


@cache
def _prototypes() -> dict[str, str]:
    """The ASCII text that each other character can be mistaken for."""
    # Half a megabyte, which most names do not need.
    from confusable_homoglyphs.confusables import confusables_data

    found = {}
    for sign, others in confusables_data.items():
        plain = (_without_marks(other["c"]) for other in others)
        ascii = [text for text in plain if text and text.isascii()]
        if ascii and not sign.isascii():
            found[sign] = ascii[0]
    return found


def _without_marks(text: str) -> str:
    """A text without accents and other marks on its letters."""
    signs = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in signs if unicodedata.category(sign) != "Mn")
