"""What pages of boards share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from livestone.errors import BadRequest
from livestone.languages.words import t
from livestone.server.tables.descriptions import descriptions
from livestone.server.tables.pages import panel
from livestone.server.tables.shapes import TableView
from livestone.server.web.forms import is_whole


@dataclass(frozen=True)
class Notice:
    """A sentence above the board's status; ``refused`` for what was not done."""

    text: str
    refused: bool = False


def number_of(name: str, given: object) -> int:
    """The number in a field of a form or an address. Raises BadRequest."""
    text = str(given)
    if not is_whole(text, 6):
        raise BadRequest(
            t("{name} {text} is not a number: give 0 or more", name=name, text=repr(text[:20]))
        )
    return int(text)


def board_values(shown: TableView, at: str, face: str, comments: bool) -> dict[str, Any]:
    """What the template of the page ``at`` says of a board that is played or only looked at."""
    table, view = shown.table, shown.view
    return {
        "game": shown.game,
        "at": at,
        "description": descriptions.make(shown.game).address,
        "seats": panel.seats(shown),
        "news": panel.news(shown),
        "progress": panel.progress(table),
        "faces": panel.faces(view, at, table.ply if table.replay else None, face),
        "moves": panel.move_list(
            at, table.ply, panel.move_rows(len(table.seats), table.turns, comments)
        ),
        "steps": panel.steps(at, table.ply, table.last_ply, face if face in view.faces else ""),
    }
