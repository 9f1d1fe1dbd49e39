"""The language of a page: what the visitor has chosen, else what their browser asks for."""

from __future__ import annotations

import re
from typing import Any

from livestone.languages.words import ENGLISH, accepted, best_of

LANGUAGE = "language"  # the cookie that keeps the choice
_CHOSEN = re.compile(rf"(?:^|; *){LANGUAGE}=([\w-]+)", re.ASCII)


def language_of(scope: Any) -> str:
    """Return the language of a request; the API is always in English."""
    if scope["path"].startswith("/api/"):
        return ENGLISH
    given = {name: value.decode("latin-1") for name, value in scope["headers"]}
    chosen = _CHOSEN.findall(given.get(b"cookie", ""))
    return best_of([*chosen, *accepted(given.get(b"accept-language", ""))])
