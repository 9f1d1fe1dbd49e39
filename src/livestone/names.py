"""Names of people and programs as they are typed: blanks around them mean nothing."""

from __future__ import annotations

import re

# Around a name that was copied there are also marks that nobody sees: zero-width spaces, joiners,
# directions of reading.
_BLANK = "[\\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+"
_AROUND = re.compile(f"\\A{_BLANK}|{_BLANK}\\Z")


def trimmed(name: str) -> str:
    """Return a name without the blanks around it. Every field for a name is read by this.

    >>> trimmed(" Ada\\u200b\\n")
    'Ada'
    """
    return _AROUND.sub("", name)
