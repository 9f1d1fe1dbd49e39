"""The rules page, and what a table shows of it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath

from livestone.app.serving import SHEET_POLICY
from livestone.app.sheets import has_sheet, sheet_of
from livestone.games import find
from livestone.languages.words import t
from livestone.lessons.page import drawer, rules_page
from livestone.records.samples import sample
from livestone.server.tables.pages.setup import player_counts
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import html, page
from livestone.server.web.static_site import teaching


@get("/rules/{game:str}", sync_to_thread=True)
def rules(request: AnyRequest, game: FromPath[str]) -> Any:
    kind = find(game)
    return page(
        request,
        "rules.html",
        title=t("Rules of {game}", game=kind.title),
        game=kind,
        players=player_counts(kind),
        text=rules_page(kind),
        teaching=teaching(kind.id),
        sample=sample(kind.id) is not None,
        printed=has_sheet(kind),
    )


@get("/rules/{game:str}/sheet.pdf", sync_to_thread=True)
def printed_rules(game: FromPath[str]) -> Response[bytes]:
    """Rules, board and pieces to print."""
    kind = find(game)
    headers = {
        "Cache-Control": "no-cache",
        "Content-Disposition": f'inline; filename="{kind.id}.pdf"',
        "Content-Security-Policy": SHEET_POLICY,
    }
    return Response(sheet_of(kind), media_type="application/pdf", headers=headers)


@get("/rules/{game:str}/drawer", sync_to_thread=True)
def rules_drawer(request: AnyRequest, game: FromPath[str]) -> Any:
    """How to play, in short, for a table's script."""
    return html(request, str(drawer(find(game))))


handlers = [rules, printed_rules, rules_drawer]
