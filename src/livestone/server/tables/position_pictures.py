"""Pictures of positions as SVG, for lists of games."""

from __future__ import annotations

from livestone.core.scene import scene
from livestone.core.view import View
from livestone.draw import svg
from livestone.server.db.owners import NOBODY
from livestone.server.tables.commands import Tables
from livestone.server.web.aside import aside

MAX_PICTURES = 64

_drawn: dict[tuple[str, int], str] = {}


async def spectators_picture(tables: Tables, id: str) -> str:
    """The position of a game as a spectator sees it, drawn once for a version.

    Raises NotFound or NotAllowed.
    """
    shown = await tables.page_view(id, NOBODY, unseen=True)
    key = id, shown.table.version
    if key not in _drawn:
        drawn = await aside(_drawing, shown.view)
        while len(_drawn) >= MAX_PICTURES:
            del _drawn[next(iter(_drawn))]
        _drawn[key] = drawn
    return _drawn[key]


def _drawing(view: View) -> str:
    return svg.draw(scene(view, targets=False), coordinates=False)
