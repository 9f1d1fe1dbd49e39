"""Talk beside a table: what the panel shows, and its forms."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.params import FromPath

from livestone.errors import BadField, LivestoneError, NotAllowed, NotFound, NotLoggedIn, TooMany
from livestone.server.chat.service import GivenChat
from livestone.server.tables.commands import GivenTables
from livestone.server.tables.pages.game import Notice, number_of, table_page
from livestone.server.web.error_pages import sentence
from livestone.server.web.errors import status_of
from livestone.server.web.identity import GivenCaller, GivenSecret
from livestone.server.web.rendering import see

DONE = "The staff will read it. You can also mute who said it."


@post("/games/{id:str}/talk/{action:str}")
async def act(
    request: Request[Any, Any, Any],
    id: FromPath[str],
    action: FromPath[str],
    talk: GivenChat,
    tables: GivenTables,
    caller: GivenCaller,
    secret: GivenSecret,
) -> Any:
    """Say, mute, unmute or report, or show the table and why nothing was done."""
    form = await request.form()
    number = form.get("message")
    notice, status = None, 200
    try:
        message = None if number is None else number_of("message", number)
        if action == "say":
            await talk.say(id, caller, str(form.get("text", "")))
        elif action == "mute":
            await talk.mute(id, caller, message)
        elif action == "unmute":
            await talk.unmute(id, caller)
            if form.get("every") == "yes":
                await talk.switch(caller, True)
        elif action == "off":
            await talk.switch(caller, False)
        elif action == "report" and message is not None:
            await talk.report(id, caller, message, str(form.get("reason", "")))
            notice = Notice(DONE)
        else:
            raise NotFound(f"there is nothing called {action[:20]!r} to do with talk")
    except (BadField, NotLoggedIn, TooMany, NotAllowed) as error:
        await tables.view(id, caller.owner)  # who may not look here is told that
        notice, status = _refused(error), status_of(error)
    if notice is None:
        return see(f"/games/{id}#talk")
    return await table_page(request, tables, id, caller.owner, secret, notice, status)


def _refused(error: LivestoneError) -> Notice:
    return Notice(sentence(error), refused=True)


handlers = [act]
