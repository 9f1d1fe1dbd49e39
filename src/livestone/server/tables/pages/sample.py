"""A game's sample record, to replay beside its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from litestar import get
from litestar.params import FromPath

from livestone.errors import BadRequest
from livestone.games import find
from livestone.records.record import Record
from livestone.records.samples import sample_of
from livestone.server.tables.pages import panel
from livestone.server.tables.pages.move_list import move_list
from livestone.server.web.forms import is_whole
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import page, table_board


@get("/rules/{game:str}/sample", sync_to_thread=False)
def show(request: AnyRequest, game: FromPath[str]) -> Any:
    """The sample game at its end, or after ``?ply=N``; ``?face=back`` turns the board over."""
    kind = find(game)
    record = sample_of(game)
    at = f"/rules/{kind.id}/sample"
    return record_page(request, record, at, f"A sample game of {kind.title}", "a sample game")


def record_page(request: AnyRequest, record: Record, at: str, title: str, kicker: str) -> Any:
    """The page ``at`` that replays a record; ``kicker`` says what it is. Raises BadRequest."""
    state = record.replay()
    last = state.ply
    asked = request.query_params.get("ply", str(last))
    if not (is_whole(asked, 6) and int(asked) <= last):
        raise BadRequest(f"there is no ply {asked[:20]!r}: this game has plies 0 to {last}")
    ply = int(asked)
    notes = [ply.note.comment or "" for ply in record.plies]
    turns = panel.turns_of(state, state.move_texts, notes)
    moves = panel.move_rows(state.game.players, turns, comments=True)
    while state.ply > ply:
        state.undo()
    view = replace(state.view(), legal=(), paths={})
    face = request.query_params.get("face", "")
    return page(
        request,
        "sample.html",
        title=title,
        kicker=kicker,
        sampled=at.startswith("/rules/"),
        game=state.game,
        at=at,
        ply=ply,
        last=last,
        seats=panel.seats_of(view, record.players),
        said=_said(record, ply),
        picture=table_board(view, face),
        faces=panel.faces(view, at, ply if ply < last else None, face),
        moves=move_list(at, ply, moves),
        steps=panel.steps(at, ply, last, face if face in view.faces else ""),
    )


def _said(record: Record, ply: int) -> str:
    if not ply:
        return "The opening position."
    note = record.plies[ply - 1].note.comment or ""
    return f"Move {ply} of {len(record.plies)}: {record.plies[ply - 1].move}. {note}".strip()


handlers = [show]
