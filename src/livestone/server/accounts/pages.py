"""The page of one's own account, its forms, and everybody's profile."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath
from litestar.response import Stream

from livestone.errors import BadField, BadRequest, LivestoneError, NotFound
from livestone.server.accounts import sign_in as entrance
from livestone.server.accounts.api import download
from livestone.server.accounts.extras import GivenStudyShelf, Mailboxes
from livestone.server.accounts.profile import profile
from livestone.server.accounts.service import GivenPeople, People
from livestone.server.accounts.sign_in_pages import codes_page
from livestone.server.tables.commands import GivenTables, Tables
from livestone.server.tables.pages.gallery import ago
from livestone.server.tables.vacations import DAYS, Vacation
from livestone.server.web import identity, scopes
from livestone.server.web.errors import status_of
from livestone.server.web.forms import fields_of, refusal_of
from livestone.server.web.identity import Caller, GivenCaller
from livestone.server.web.principals import Person
from livestone.server.web.rendering import page, see

DONE = {
    "recovered": (
        "Your password is changed. Every other session has ended, and every token of yours and of "
        "your bots is revoked: make new ones for the programs that need them."
    ),
    "password": "Your password is changed, and every other session has ended.",
    "settings": "Your settings are kept.",
    "email": "Your e-mail address is changed.",
    "prove": "A link is on its way to your address. It is good for a day.",
    "turns": "Your settings are kept.",
    "session": "That session has ended.",
    "sessions": "Every other session has ended.",
    "revoke": "That token is good no longer.",
    "bot": "Your bot is here. Make a token for it, so that its program can log in.",
    "delete-bot": "That bot is deleted.",
    "block": "That person is blocked.",
    "unblock": "That person is blocked no longer.",
    "vacation": "You are on vacation: your correspondence time stands still.",
    "back": "Welcome back: your correspondence time runs again.",
}


@dataclass(frozen=True)
class Asked:
    """A form that somebody sent from his account's page."""

    request: Request[Any, Any, Any]
    people: People
    tables: Tables
    caller: Caller
    form: Mapping[str, str]

    @property
    def mail(self) -> Mailboxes:
        """What is to be done about e-mail."""
        mail: Mailboxes = self.request.app.state.mail
        return mail

    @property
    def person(self) -> Person:
        """Who it is. Raises NotLoggedIn."""
        return self.caller.logged_in()[0]

    async def whose(self) -> Person:
        """The person himself or the bot of his that the form names."""
        return await self.people.own(self.person, self.form.get("bot") or self.person.name)


# Does what was asked, and returns a page to show or None to go back to the account.
Action = Callable[[Asked], Awaitable[Any]]


async def change_settings(asked: Asked) -> None:
    """Keep the settings."""
    await asked.people.settle(asked.person, asked.form.get("accepts_bots") == "yes")


async def change_email(asked: Asked) -> None:
    """Set another e-mail address."""
    email, password = asked.form.get("email", ""), asked.form.get("password", "")
    await asked.people.change_email(asked.person, email, password)


async def ask_proof(asked: Asked) -> None:
    """Have a link sent that proves the address."""
    await asked.mail.ask_proof(asked.person, asked.form.get("password", ""))


async def mail_turns(asked: Asked) -> None:
    """Be written to when it is his turn, or not."""
    await asked.mail.want_turns(asked.person, asked.form.get("turns") == "yes")


async def change_password(asked: Asked) -> None:
    """Set another password."""
    password, new = asked.form.get("password", ""), asked.form.get("new", "")
    person = await asked.people.change_password(*asked.caller.logged_in(), password, new)
    identity.remember(asked.request, person)


async def make_codes(asked: Asked) -> Any:
    """Show new recovery codes."""
    codes = await asked.people.new_codes(asked.person, asked.form.get("password", ""))
    return codes_page(asked.request, asked.person.name, codes)


async def end_session(asked: Asked) -> None:
    """End one session."""
    await asked.people.end_session(asked.person, asked.form.get("id", ""))


async def end_others(asked: Asked) -> None:
    """End all other sessions."""
    await asked.people.end_others(*asked.caller.logged_in())


async def make_token(asked: Asked) -> Any:
    """Show a new token."""
    wanted = [scope for scope in scopes.WORDS if asked.form.get(scope) == "yes"]
    whose = await asked.whose()
    token, text = await asked.people.issue(whose, asked.form.get("label", ""), wanted)
    use = f"A program sends it as “Authorization: Bearer …”. It is good for: {', '.join(wanted)}."
    return _secret(asked, f"A token for {token.label}", text, use)


async def make_line_token(asked: Asked) -> Any:
    """Show a new token of the line protocol."""
    whose = await asked.whose()
    text = await asked.people.line_token(whose)
    use = (
        "Save it in a file, say my.token; then “livestone bot my_player.py --user "
        f"{whose.name} --ssh-key my.token” plays under this name. An older one is good no longer."
    )
    return _secret(asked, f"A Freeplay token for {whose.name}", text, use)


async def revoke(asked: Asked) -> None:
    """Take a token back."""
    await asked.people.revoke(await asked.whose(), asked.form.get("id", ""))


async def add_bot(asked: Asked) -> None:
    """Make a bot."""
    try:
        await asked.people.add_bot(asked.person, asked.form.get("name", ""))
    except BadField as error:
        raise BadField("bot-name", str(error)) from None


async def delete_bot(asked: Asked) -> None:
    """Delete a bot."""
    await asked.people.delete_bot(asked.person, asked.form.get("bot", ""), asked.tables)


async def block(asked: Asked) -> None:
    """Block somebody."""
    try:
        await asked.people.block(asked.person, asked.form.get("name", "").strip())
    except (NotFound, BadRequest) as error:
        raise BadField("block-name", str(error)) from None


async def unblock(asked: Asked) -> None:
    """Block somebody no longer."""
    await asked.people.unblock(asked.person, asked.form.get("name", ""))


async def go_away(asked: Asked) -> None:
    """Begin a vacation."""
    text = asked.form.get("days", "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise BadField("days", f"{text[:20]!r} is no number of days")
    await asked.tables.vacations.begin(asked.person.id, int(text))


async def come_back(asked: Asked) -> None:
    """End a vacation."""
    await asked.tables.vacations.end(asked.person.id)


async def delete(asked: Asked) -> Any:
    """Delete the account."""
    await entrance.delete(asked.request, asked.people, asked.tables, asked.form.get("password", ""))
    return see("/")


ACTIONS: dict[str, Action] = {
    "settings": change_settings,
    "email": change_email,
    "prove": ask_proof,
    "turns": mail_turns,
    "password": change_password,
    "codes": make_codes,
    "session": end_session,
    "sessions": end_others,
    "token": make_token,
    "freeplay-token": make_line_token,
    "revoke": revoke,
    "bot": add_bot,
    "delete-bot": delete_bot,
    "block": block,
    "unblock": unblock,
    "vacation": go_away,
    "back": come_back,
    "delete": delete,
}


@get("/account")
async def show(request: Request[Any, Any, Any], caller: GivenCaller, people: GivenPeople) -> Any:
    """One's own account; who is not logged in does that first."""
    if caller.person is None:
        return see("/login?next=/account")
    done = DONE.get(request.query_params.get("done", ""), "")
    return await _account(request, caller, people, done=done)


@post("/account/{action:str}", status_code=200)
async def act(
    request: Request[Any, Any, Any],
    action: FromPath[str],
    caller: GivenCaller,
    people: GivenPeople,
    tables: GivenTables,
) -> Any:
    """Do what a form of the account's page asks, or show what is wrong beside the field."""
    if action not in ACTIONS:
        raise NotFound(f"there is nothing called {action[:20]!r} to do with an account")
    if caller.person is None:
        return see("/login?next=/account")
    asked = Asked(request, people, tables, caller, await fields_of(request))
    try:
        answer = await ACTIONS[action](asked)
    except LivestoneError as error:
        problems = {f"{action}.{field}": text for field, text in refusal_of(error).items()}
        return await _account(request, caller, people, problems, asked.form, status_of(error))
    return see(f"/account?done={action}") if answer is None else answer


@get("/account/games.zip")
async def games(
    caller: GivenCaller, people: GivenPeople, tables: GivenTables, studies: GivenStudyShelf
) -> Stream:
    """All one's games and studies."""
    return await download(people, tables, studies, caller)


@get("/people/{name:str}")
async def person(
    request: Request[Any, Any, Any], name: FromPath[str], caller: GivenCaller, people: GivenPeople
) -> Any:
    """What everybody may see of somebody."""
    found = await profile(people, request.app.state.store, request.app.state.studies, name)
    me = caller.person
    mine = me is not None and me.id == found.person.id
    return page(
        request,
        "person.html",
        title=found.person.name,
        profile=found,
        mine=mine,
        known=me is not None,
        rows=[
            {
                "others": " and ".join(one.others),
                "result": one.result,
                "won": {True: "Won", False: "Lost", None: ""}[one.won],
                "title": one.title,
                "when": ago(time.time() - one.ended),
                "at": f"/games/{one.id}" if mine or one.public else "",
            }
            for one in found.recent
        ],
    )


async def _account(
    request: Request[Any, Any, Any],
    caller: Caller,
    people: People,
    problems: Mapping[str, str] | None = None,
    form: Mapping[str, str] | None = None,
    status: int = 200,
    done: str = "",
) -> Any:
    person, here = caller.logged_in()
    store, now = people.store, time.time()
    bots = await store.bots_of(person.id)
    tokens = [(one, token) for one in (person, *bots) for token in await store.tokens_of(one.id)]
    return page(
        request,
        "account.html",
        status,
        title="Your account",
        person=person,
        done=done,
        problems=problems or {},
        form=form or {},
        codes_left=await store.count_codes(person.id),
        sessions=[
            {"id": one.id, "device": one.device, "here": one.token == here.token}
            | {"since": ago(now - one.created), "seen": ago(now - one.seen)}
            for one in await store.sessions_of(person.id)
        ],
        tokens=[
            {"id": token.id, "label": token.label, "bot": one.name if one.is_bot else ""}
            | {"scopes": ", ".join(token.scopes)}
            | {"seen": ago(now - token.seen) if token.seen else "never"}
            for one, token in tokens
        ],
        scopes=[(scope, scopes.WORDS[scope]) for scope in scopes.FOR_PEOPLE],
        bot_scopes=[(scope, scopes.WORDS[scope]) for scope in scopes.FOR_BOTS],
        bots=[bot.name for bot in bots],
        blocked=await store.blocked_by(person.id),
        mail=request.app.state.mail.on,
        mailbox=await request.app.state.mail.mailbox(person),
        vacation=_vacation(await request.app.state.tables.vacations.of(person.id)),
    )


def _vacation(vacation: Vacation) -> dict[str, Any]:
    """A vacation in words."""
    until = vacation.until
    words = "" if until is None else datetime.fromtimestamp(until, UTC).strftime("%d %B %Y, %H:%M")
    return {"until": words, "days_left": int(vacation.days_left), "days": int(DAYS)}


def _secret(asked: Asked, title: str, text: str, use: str) -> Any:
    return page(asked.request, "secret.html", title=title, secret=text, use=use)


handlers = [show, act, games, person]
