"""The game that the server was started to show: ``livestone play --replay FILE``."""

from __future__ import annotations

from typing import Any

from litestar import get

from livestone.errors import NotFound
from livestone.records.record import Record
from livestone.server.tables.pages.sample import record_page
from livestone.server.web.identity import AnyRequest

PATH = "/replay"


@get(PATH, sync_to_thread=False)
def show(request: AnyRequest) -> Any:
    """The record at its end, or as it was after ``?ply=N``. Raises NotFound."""
    record: Record | None = request.app.state.replay
    if record is None:
        raise NotFound("there is no record to replay: start with livestone play --replay FILE")
    return record_page(request, record, PATH, "a record")


handlers = [show]
