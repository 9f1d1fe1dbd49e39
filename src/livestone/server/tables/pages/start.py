"""The game that the server was started for: ``livestone play --game GAME``."""

from __future__ import annotations

import secrets

from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.errors import NotFound
from livestone.server.tables.commands import TablesDep
from livestone.server.tables.settings import Start
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import see


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


handlers = [start]
