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
from livestone.server.web.errors import status_of
from livestone.server.web.forms import fields_of, is_whole, refusal_of
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


class Submission(Visit):
    """A form that was sent from the account's page."""

    def __init__(self, visit: Visit, form: Mapping[str, str]) -> None:
        super().__init__(visit.request, visit.caller)
        self.form = form

    @property
    def password(self) -> str:
        return self.text("password")

    def text(self, field: str) -> str:
        return self.form.get(field, "")

    def ticked(self, field: str) -> bool:
        return self.form.get(field) == "yes"


async def _make_codes(sent: Submission) -> Any:
    codes = await sent.people.new_codes(sent.person, sent.password)
    return codes_page(sent.request, sent.person.name, codes)


async def _make_token(sent: Submission) -> Any:
    wanted = [scope for scope in scopes.WORDS if sent.ticked(scope)]
    made = await sent.new_token(sent.text("bot"), sent.text("label"), wanted)
    allowed = ", ".join(wanted)
    use = t("A program sends it as “Authorization: Bearer …”. It allows: {scopes}.", scopes=allowed)
    title = t("A token for {label}", label=made.label)
    return page(sent.request, "secret.html", title=title, secret=made.token, use=use)


async def _make_player_token(sent: Submission) -> Any:
    made = await sent.new_player_token(sent.text("bot"))
    use = t(
        "Save it in a file, say my.token; then “livestone bot my_player.py --user {name} "
        "--ssh-key my.token” plays under this name. It replaces an older one.",
        name=made.name,
    )
    title = t("A Freeplay token for {name}", name=made.name)
    return page(sent.request, "secret.html", title=title, secret=made.token, use=use)


async def _revoke_token(sent: Submission) -> None:
    await sent.people.sessions.revoke_token(await sent.whose(sent.text("bot")), sent.text("id"))


async def _add_bot(sent: Submission) -> None:
    try:
        await sent.people.add_bot(sent.person, sent.text("name"))
    except BadField as error:
        raise BadField("bot-name", str(error)) from None


async def _block(sent: Submission) -> None:
    try:
        await sent.people.block(sent.person, sent.text("name").strip())
    except (NotFound, BadRequest) as error:
        raise BadField("block-name", str(error)) from None


async def _begin_vacation(sent: Submission) -> None:
    text = sent.text("days").strip()
    if not is_whole(text, 3):
        raise BadField("days", t("{text} is no number of days", text=repr(text[:20])))
    await sent.tables.vacations.begin(sent.person.id, int(text))


# What each form does, before the browser is sent back to the account.
ACTIONS: dict[str, Callable[[Submission], Awaitable[object]]] = {
    "settings": lambda s: s.people.set_accepts_bots(s.person, s.ticked("accepts_bots")),
    "email": lambda s: s.people.change_email(s.person, s.text("email"), s.password),
    "prove": lambda s: s.mail.ask_proof(s.person, s.password),
    "turns": lambda s: s.mail.want_turns(s.person, s.ticked("turns")),
    "password": lambda s: s.change_password(s.password, s.text("new")),
    "session": lambda s: s.people.sessions.end(s.person, s.text("id")),
    "sessions": lambda s: s.people.sessions.end_others(s.person, s.here),
    "revoke": _revoke_token,
    "bot": _add_bot,
    "delete-bot": lambda s: s.people.delete_bot(s.person, s.text("bot"), s.tables),
    "block": _block,
    "unblock": lambda s: s.people.unblock(s.person, s.text("name")),
    "vacation": _begin_vacation,
    "back": lambda s: s.tables.vacations.end(s.person.id),
    "delete": lambda s: s.delete(s.password),
}
# The forms that are answered with a page, which shows something once.
PAGES: dict[str, Callable[[Submission], Awaitable[Any]]] = {
    "codes": _make_codes,
    "token": _make_token,
    "freeplay-token": _make_player_token,
}


@get("/account")
async def show(visit: VisitDep) -> Any:
    if visit.caller.person is None:
        return see("/login?next=/account")
    return await _account(visit, done=t(DONE.get(visit.request.query_params.get("done", ""), "")))


@post("/account/{action:str}", status_code=200)
async def act(visit: VisitDep, action: FromPath[str]) -> Any:
    if action not in ACTIONS and action not in PAGES:
        raise NotFound(
            t("there is nothing called {action} to do with an account", action=repr(action[:20]))
        )
    if visit.caller.person is None:
        return see("/login?next=/account")
    visit.caller.logged_in()
    sent = Submission(visit, await fields_of(visit.request))
    try:
        if action in PAGES:
            return await PAGES[action](sent)
        await ACTIONS[action](sent)
    except LivestoneError as error:
        problems = {f"{action}.{field}": text for field, text in refusal_of(error).items()}
        return await _account(visit, problems, sent.form, status_of(error))
    return see("/" if action == "delete" else f"/account?done={action}")


@get("/people/{name:str}")
async def person(visit: VisitDep, name: FromPath[str]) -> Any:
    found = await profile(visit.people, visit.studies, name)
    me, now = visit.caller.person, time.time()
    mine = me is not None and me.id == found.person.id
    games = [
        (game, title, f"/games/{id}" if mine or game.id else "", ago(now - game.ended))
        for game, (id, title) in zip(found.public.games, found.recent, strict=True)
    ]
    return page(
        visit.request,
        "person.html",
        title=found.person.name,
        profile=found.public,
        mine=mine,
        known=me is not None,
        titles={one.game: title_of(one.game) for one in found.public.ratings},
        games=games,
    )


async def _account(
    visit: Visit,
    problems: Mapping[str, str] | None = None,
    form: Mapping[str, str] | None = None,
    status: int = 200,
    done: str = "",
) -> Any:
    person, store, now = visit.person, visit.people.store, time.time()
    return page(
        visit.request,
        "account.html",
        status,
        title=t("Your account"),
        person=person,
        done=done,
        problems=problems or {},
        form=form or {},
        ago=lambda at: ago(now - at),
        codes_left=await store.count_codes(person.id),
        sessions=await visit.sessions(),
        tokens=await visit.tokens(),
        scopes=[(scope, scopes.WORDS[scope]) for scope in scopes.FOR_PEOPLE],
        bot_scopes=scopes.FOR_BOTS,
        bots=[bot.name for bot in await visit.bots()],
        blocked=await store.blocked_by(person.id),
        mail=visit.request.app.state.mail.on,
        mailbox=await visit.mail.mailbox(person),
        vacation=_vacation(await visit.tables.vacations.of(person.id)),
    )


def _vacation(vacation: Vacation) -> dict[str, Any]:
    until = vacation.until
    words = "" if until is None else datetime.fromtimestamp(until, UTC).strftime("%d %B %Y, %H:%M")
    return {"until": words, "days_left": int(vacation.days_left), "days": int(DAYS)}


handlers = [show, act, person]
