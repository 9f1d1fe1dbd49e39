"""Every route that can be read, for tests of what none of them may tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tests.server.roles import routes

# Routes that show no game that is played.
ELSEWHERE = re.compile(r"/(rules|new|schema|docs|samples?|learn|static|vendor)\b")
_routes = cache(routes)


def addresses(game: str, ply: int, person: str = "") -> Iterator[str]:
    """The addresses that can be read, but for streams: of a game also after a ply."""
    named = {"games": game, "people": person}
    for method, path in _routes():
        kind = re.search(r"/(games|people)/\{", path)
        if method != "GET" or ("{" in path and kind is None) or "events" in path:
            continue
        if ELSEWHERE.search(path) or (kind and not named[kind[1]]):
            continue
        address = re.sub(r"\{\w+\}", named[kind[1]] if kind else "", path, count=1)
        address = address.replace("{form}", "txt")
        of_game = kind is not None and kind[1] == "games"
        for query in ("", f"?ply={ply}", "?face=back") if of_game else ("",):
            yield address + query
