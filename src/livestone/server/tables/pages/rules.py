"""The rules page, and what a table shows of it."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.params import FromPath

from livestone.games import find
from livestone.lessons.page import drawer, rules_page
from livestone.records.samples import sample
from livestone.server.tables.pages.setup import player_counts
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import html, page


@get("/rules/{game:str}", sync_to_thread=False)
def rules(request: AnyRequest, game: FromPath[str]) -> Any:
    kind = find(game)
    return page(
        request,
        "rules.html",
        title=f"Rules of {kind.title}",
        game=kind,
        players=player_counts(kind),
        text=rules_page(kind),
        sample=sample(kind.id) is not None,
    )


@get("/rules/{game:str}/drawer", sync_to_thread=False)
def rules_drawer(request: AnyRequest, game: FromPath[str]) -> Any:
    """How to play, in short, for a table's script."""
    return html(request, str(drawer(find(game))))


handlers = [rules, rules_drawer]
