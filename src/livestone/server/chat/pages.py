"""The forms of the chat beside a table."""

from __future__ import annotations

from typing import Any

from litestar import post
from litestar.params import FromPath

from livestone.errors import BadField, NotAllowed, NotFound, NotLoggedIn, TooMany
from livestone.server.chat.service import ChatDep
from livestone.server.tables.commands import TablesDep
from livestone.server.tables.pages.game import Notice, beside_answer, number_of, table_page
from livestone.server.web.errors import sentence, status_of
from livestone.server.web.identity import AnyRequest, CallerDep, SecretDep
from livestone.server.web.rendering import PART, see

REPORTED = "The staff will read it. You can also mute its author."


@post("/games/{id:str}/talk/{action:str}")
async def act(
    request: AnyRequest,
    id: FromPath[str],
    action: FromPath[str],
    chat: ChatDep,
    tables: TablesDep,
    caller: CallerDep,
    secret: SecretDep,
) -> Any:
    form = await request.form()
    number = form.get("message")
    notice, status = None, 200
    try:
        message = None if number is None else number_of("message", number)
        if action == "say":
            await chat.say(id, caller, str(form.get("text", "")))
        elif action == "mute":
            await chat.mute(id, caller, message)
        elif action == "unmute":
            await chat.unmute(id, caller)
            if form.get("every") == "yes":
                await chat.switch(caller, True)
        elif action == "off":
            await chat.switch(caller, False)
        elif action == "report" and message is not None:
            await chat.report(id, caller, message, str(form.get("reason", "")))
            notice = Notice(REPORTED)
        else:
            raise NotFound(f"there is nothing called {action[:20]!r} to do with chat")
    except (BadField, NotLoggedIn, TooMany, NotAllowed) as error:
        await tables.view(id, caller.owner)  # raises for those who may not look on
        notice, status = Notice(sentence(error), refused=True), status_of(error)
    if PART in request.headers:
        return await beside_answer(request, tables, id, caller.owner, secret, notice, status)
    if notice is None:
        return see(f"/games/{id}#talk")
    return await table_page(request, tables, id, caller.owner, secret, notice, status)


handlers = [act]
