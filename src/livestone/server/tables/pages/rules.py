"""The rules page."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.params import FromPath

from livestone.core.state import State
from livestone.games import find, load
from livestone.records.samples import sample
from livestone.server.tables.pages.setup import player_counts
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import page, picture
from livestone.site.rules_html import rules_html


@get("/rules/{game:str}", sync_to_thread=False)
def rules(request: AnyRequest, game: FromPath[str]) -> Any:
    kind = find(game)
    return page(
        request,
        "rules.html",
        title=f"Rules of {kind.title}",
        game=kind,
        players=player_counts(kind),
        text=rules_html(kind),
        sample=sample(kind.id) is not None,
        picture=picture(State(load(kind.id)).view()),
    )


handlers = [rules]
