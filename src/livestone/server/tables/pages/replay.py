"""What the server was started for, a record or a game, and the sample games beside the rules."""

from __future__ import annotations

import secrets
from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.errors import NotFound
from livestone.games import find
from livestone.languages.words import t
from livestone.records.record import Record
from livestone.records.samples import sample_of
from livestone.server.tables.commands import TablesDep
from livestone.server.tables.pages import panel
from livestone.server.tables.pages.look import Look, look_at, look_page, ply_asked
from livestone.server.tables.shapes import Start
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import see

PATH = "/replay"


@get(PATH, sync_to_thread=False)
def show_replay(request: AnyRequest) -> Any:
    """The record at its end, or as it was after ``?ply=N``. Raises NotFound."""
    record: Record | None = request.app.state.replay
    if record is None:
        raise NotFound("there is no record to replay: start with livestone play --replay FILE")
    return record_page(request, record, PATH, t("a record"))


@get("/rules/{game:str}/sample", sync_to_thread=False)
def show_sample(request: AnyRequest, game: FromPath[str]) -> Any:
    """The sample game at its end, or after ``?ply=N``; ``?face=back`` turns the board over."""
    kind = find(game)
    at = f"/rules/{kind.id}/sample"
    return record_page(request, sample_of(game), at, t("a sample game"), kind.id)


def record_page(request: AnyRequest, record: Record, at: str, kicker: str, sample: str = "") -> Any:
    """The page ``at`` that replays a record; ``kicker`` says what it is. Raises BadRequest.

    The ``sample`` of a game plays by itself where scripts run.
    """
    state = record.replay()
    last = state.ply
    ply = ply_asked(request, last)
    notes = [ply.note.comment or "" for ply in record.plies]
    turns = panel.noted_turns(state, state.move_texts, notes)
    result, over = record.result, state.winners is not None
    winners = result.winners if result else state.winners or ()
    while state.ply > ply:
        state.undo()
    names = [player.name for player in record.players]
    view = state.view()
    ended = panel.outcome(view) if over and ply == last else ""
    shown = look_at(view, turns, last, names, id=at, winners=winners, result=ended, options=kicker)
    look = Look(shown, at, plays=bool(sample))
    return look_page(request, "sample.html", look, sample=sample)


@get("/start/{key:str}")
async def start(
    request: AnyRequest, key: FromPath[str], tables: TablesDep, caller: CallerDep
) -> Redirect:
    """Start the game, once a visitor, and go to it. Raises NotFound for another start's link."""
    wanted: Start | None = request.app.state.start
    if wanted is None or not secrets.compare_digest(key.encode(), wanted.key.encode()):
        raise NotFound("no game starts here: choose one on the first page")
    async with wanted.lock:
        if caller.owner not in wanted.tables:
            table = await tables.create(wanted.spec, caller.owner, caller.secret, caller.name)
            wanted.tables[caller.owner] = table.id
    return see(f"/games/{wanted.tables[caller.owner]}")


handlers = [show_replay, show_sample, start]
