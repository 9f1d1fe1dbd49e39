"""The page of one's own account with its forms, and the profiles."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from litestar import get, post
from litestar.params import FromPath

from livestone.api.tables import Vacation
from livestone.errors import BadField, BadRequest, LivestoneError, NotFound
from livestone.languages.words import mark, t
from livestone.server.accounts.profile import profile, title_of
from livestone.server.accounts.sign_in_pages import codes_page
from livestone.server.accounts.visit import Visit, VisitDep
from livestone.server.tables.pages.gallery import ago
from livestone.server.tables.vacations import DAYS
from livestone.server.web import scopes
from livestone.server.web.forms import fields_of, is_whole
from livestone.server.web.rendering import page, see

DONE = {
    "recovered": mark(
        "Your password is changed. Every other session has ended, and every token of yours and of "
        "your bots is revoked: make new ones for the programs that need them."
    ),
    "password": mark("Your password is changed, and every other session has ended."),
    "settings": mark("Your settings are saved."),
    "email": mark("Your e-mail address is changed."),
    "prove": mark("A link is on its way to your address. It is valid for a day."),
    "turns": mark("Your settings are saved."),
    "session": mark("That session has ended."),
    "sessions": mark("Every other session has ended."),
    "revoke": mark("That token is revoked."),
    "bot": mark("Your bot is made. Make a token for it, so that its program can log in."),
    "delete-bot": mark("That bot is deleted."),
    "block": mark("That person is blocked."),
    "unblock": mark("That person is unblocked."),
    "vacation": mark("You are on vacation: your correspondence time is stopped."),
    "back": mark("Welcome back: your correspondence time runs again."),
}


class Fields(dict[str, str]):
    """The fields of a form that was sent from the account's page; what is missing is empty."""

    def __missing__(self, field: str) -> str:
        return ""


async def _make_codes(visit: Visit, form: Fields) -> Any:
    codes = await visit.people.new_codes(visit.person, form["password"])
    return codes_page(visit.request, visit.person.name, codes)


async def _make_token(visit: Visit, form: Fields) -> Any:
    wanted = [scope for scope in scopes.WORDS if form[scope] == "yes"]
    made = await visit.new_token(form["bot"], form["label"], wanted)
    allowed = ", ".join(wanted)
    use = t("A program sends it as “Authorization: Bearer …”. It allows: {scopes}.", scopes=allowed)
    title = t("A token for {label}", label=made.label)
    return page(visit.request, "secret.html", title=title, secret=made.token, use=use)


async def _make_player_token(visit: Visit, form: Fields) -> Any:
    made = await visit.new_player_token(form["bot"])
    use = t(
        "Save it in a file, say my.token; then “livestone bot my_player.py --user {name} "
        "--ssh-key my.token” plays under this name. It replaces an older one.",
        name=made.name,
    )
    title = t("A Freeplay token for {name}", name=made.name)
    return page(visit.request, "secret.html", title=title, secret=made.token, use=use)


async def _revoke_token(visit: Visit, form: Fields) -> None:
    await visit.people.sessions.revoke_token(await visit.whose(form["bot"]), form["id"])


async def _add_bot(visit: Visit, form: Fields) -> None:
    try:
        await visit.people.add_bot(visit.person, form["name"])
    except BadField as error:
        raise BadField("bot-name", str(error)) from None


async def _block(visit: Visit, form: Fields) -> None:
    try:
        await visit.people.block(visit.person, form["name"])
    except (NotFound, BadRequest) as error:
        raise BadField("block-name", str(error)) from None


async def _begin_vacation(visit: Visit, form: Fields) -> None:
    text = form["days"].strip()
    if not is_whole(text, 3):
        raise BadField("days", t("{text} is no number of days", text=repr(text[:20])))
    await visit.tables.vacations.begin(visit.person.id, int(text))


# What each form does, before the browser is sent back to the account.
ACTIONS: dict[str, Callable[[Visit, Fields], Awaitable[object]]] = {
    "settings": lambda v, f: v.people.set_accepts_bots(v.person, f["accepts_bots"] == "yes"),
    "email": lambda v, f: v.people.change_email(v.person, f["email"], f["password"]),
    "prove": lambda v, f: v.mail.ask_proof(v.person, f["password"]),
    "turns": lambda v, f: v.mail.want_turns(v.person, f["turns"] == "yes"),
    "password": lambda v, f: v.change_password(f["password"], f["new"]),
    "session": lambda v, f: v.people.sessions.end(v.person, f["id"]),
    "sessions": lambda v, f: v.people.sessions.end_others(v.person, v.here),
    "revoke": _revoke_token,
    "bot": _add_bot,
    "delete-bot": lambda v, f: v.people.delete_bot(v.person, f["bot"], v.tables),
    "block": _block,
    "unblock": lambda v, f: v.people.unblock(v.person, f["name"]),
    "vacation": _begin_vacation,
    "back": lambda v, f: v.tables.vacations.end(v.person.id),
    "delete": lambda v, f: v.delete(f["password"]),
}
# The forms that are answered with a page, which shows something once.
PAGES: dict[str, Callable[[Visit, Fields], Awaitable[Any]]] = {
    "codes": _make_codes,
    "token": _make_token,
    "freeplay-token": _make_player_token,
}


@get("/account")
async def show(visit: VisitDep) -> Any:
    if visit.caller.person is None:
        return see("/login?next=/account")
    return await _account(visit)


@post("/account/{action:str}", status_code=200)
async def act(visit: VisitDep, action: FromPath[str]) -> Any:
    if action not in ACTIONS and action not in PAGES:
        raise NotFound(
            t("there is nothing called {action} to do with an account", action=repr(action[:20]))
        )
    if visit.caller.person is None:
        return see("/login?next=/account")
    visit.caller.logged_in()
    form = Fields(await fields_of(visit.request))
    try:
        if action in PAGES:
            return await PAGES[action](visit, form)
        await ACTIONS[action](visit, form)
    except LivestoneError as error:
        return await _account(visit, action, form, error)
    return see("/" if action == "delete" else f"/account?done={action}")


@get("/people/{name:str}")
async def show_person(visit: VisitDep, name: FromPath[str]) -> Any:
    person, public, ids = await profile(visit.people, visit.studies, name)
    me, now = visit.caller.person, time.time()
    mine = me is not None and me.id == person.id
    games = [
        (game, f"/games/{id}" if mine or game.id else "", ago(now - game.ended))
        for game, id in zip(public.games, ids, strict=True)
    ]
    return page(
        visit.request,
        "person.html",
        title=person.name,
        profile=public,
        mine=mine,
        known=me is not None,
        title_of=title_of,
        games=games,
    )


async def _account(
    visit: Visit,
    failed: str = "",
    form: Mapping[str, str] | None = None,
    refusal: LivestoneError | None = None,
) -> Any:
    """The page with all forms, of which one has ``failed``, and why."""
    person, now = visit.person, time.time()
    return page(
        visit.request,
        "account.html",
        refusal=refusal,
        title=t("Your account"),
        person=person,
        done=t(DONE.get(visit.request.query_params.get("done", ""), "")),
        failed=failed,
        form=form or {},
        ago=lambda at: ago(now - at),
        codes_left=await visit.people.store.count_codes(person.id),
        sessions=await visit.sessions(),
        tokens=await visit.tokens(),
        scopes=[(scope, scopes.WORDS[scope]) for scope in scopes.FOR_PEOPLE],
        bot_scopes=scopes.FOR_BOTS,
        bots=[bot.name for bot in await visit.bots()],
        blocked=await visit.blocked(),
        mail=visit.request.app.state.mail.on,
        expires=visit.request.app.state.quotas.settings.account_days,
        mailbox=await visit.mail.mailbox(person),
        vacation=_vacation(await visit.tables.vacations.of(person.id)),
    )


def _vacation(vacation: Vacation) -> dict[str, Any]:
    until = vacation.until
    words = "" if until is None else datetime.fromtimestamp(until, UTC).strftime("%d %B %Y, %H:%M")
    return {"until": words, "days_left": int(vacation.days_left), "days": int(DAYS)}


handlers = [show, act, show_person]
