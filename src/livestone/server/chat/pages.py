"""The forms of the chat beside a table."""

from __future__ import annotations

from typing import Any

from litestar import post
from litestar.params import FromPath

from livestone.errors import BadField, NotAllowed, NotFound, NotLoggedIn, TooMany
from livestone.languages.words import mark, t
from livestone.server.chat.service import ChatDep
from livestone.server.tables.acts import At
from livestone.server.tables.pages.game import Notice, beside_answer, number_of, table_page
from livestone.server.web.errors import sentence, status_of
from livestone.server.web.forms import fields_of
from livestone.server.web.rendering import PART, see

REPORTED = mark("The staff will read it. You can also mute its author.")


@post("/games/{id:str}/talk/{action:str}")
async def act(at: At, action: FromPath[str], chat: ChatDep) -> Any:
    form = await fields_of(at.request)
    id, caller, number = at.id, at.caller, form.get("message")
    notice, status = None, 200
    try:
        message = None if number is None else number_of("message", number)
        if action == "say":
            await chat.say(id, caller, form.get("text", ""))
        elif action == "mute":
            await chat.mute(id, caller, message)
        elif action == "unmute":
            await chat.unmute(id, caller)
            if form.get("every") == "yes":
                await chat.switch(caller, True)
        elif action == "off":
            await chat.switch(caller, False)
        elif action == "report" and message is not None:
            await chat.report(id, caller, message, form.get("reason", ""))
            notice = Notice(t(REPORTED))
        else:
            raise NotFound(
                t("there is nothing called {action} to do with chat", action=repr(action[:20]))
            )
    except (BadField, NotLoggedIn, TooMany, NotAllowed) as error:
        await at.tables.view(id, caller.owner)  # raises for those who may not look on
        notice, status = Notice(sentence(error), refused=True), status_of(error)
    if PART in at.request.headers:
        return await beside_answer(at, notice, status)
    if notice is None:
        return see(f"/games/{id}#talk")
    return await table_page(at, notice, status)


handlers = [act]
