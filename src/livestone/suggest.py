"""What to say instead of a word that is not known: the nearest one that is, or all of them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most like this one, whatever the case; None if none is.

    >>> nearest("Fredom", ["freedom", "straat"]), nearest("chess", ["freedom", "straat"])
    ('freedom', None)
    """
    folded = {each.casefold(): each for each in known}
    found = difflib.get_close_matches(word[:60].casefold(), folded, n=1)
    return folded[found[0]] if found else None


def instead(word: object, known: Iterable[str], choices: str = "") -> str:
    """Return the end of a message about an unknown word; ``choices`` replaces the list.

    >>> instead("fredom", ["freedom", "straat"]), instead("chess", ["freedom", "straat"])
    ("did you mean 'freedom'?", 'choose freedom or straat')
    """
    names = list(known)
    found = nearest(word, names) if isinstance(word, str) else None
    if found:
        return f"did you mean {found!r}?"
    return f"choose {choices or ' or '.join(filter(None, [', '.join(names[:-1]), *names[-1:]]))}"
