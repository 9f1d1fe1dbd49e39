"""The JSON API of accounts and profiles: everything their pages do, for programs."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from msgspec import Meta, Struct

from livestone.server.accounts import export
from livestone.server.accounts import sign_in as entrance
from livestone.server.accounts.bot_lease import MOST_SECONDS, take_lease
from livestone.server.accounts.extras import GivenMailboxes, GivenStudyShelf, Mailboxes, StudyShelf
from livestone.server.accounts.profile import profile
from livestone.server.accounts.service import GivenPeople, People
from livestone.server.accounts.store import Ended as EndedLogins
from livestone.server.tables.commands import GivenTables, Tables
from livestone.server.web import identity
from livestone.server.web.identity import Caller, GivenCaller
from livestone.server.web.principals import Person, Session, Token

Text = Annotated[str, Meta(max_length=200)]
Long = Annotated[str, Meta(max_length=1000)]
Asking = Request[Any, Any, Any]


class Newcomer(Struct, forbid_unknown_fields=True):
    """Somebody who registers."""

    name: Text
    password: Long
    email: Text = ""


class Login(Struct, forbid_unknown_fields=True):
    """Somebody who logs in; ``adopt`` brings along the games played here as a guest."""

    name: Text
    password: Long
    adopt: bool = True


class Recovery(Struct, forbid_unknown_fields=True):
    """Somebody who has lost his password."""

    name: Text
    code: Text
    password: Long


class Sure(Struct, forbid_unknown_fields=True):
    """The password, once more."""

    password: Long


class NewPassword(Sure, forbid_unknown_fields=True):
    """Another password."""

    new: Long


class NewSettings(Struct, forbid_unknown_fields=True):
    """What is to change; an empty ``email`` is forgotten. Another one takes the ``password``."""

    accepts_bots: bool | None = None
    email: Text | None = None
    password: Long = ""
    mail_turns: bool | None = None


class Ended(Struct, forbid_unknown_fields=True):
    """The session to end; all others where none is named."""

    id: Text | None = None


class NewToken(Struct, forbid_unknown_fields=True):
    """A token: what it is for, what it may do, and for which ``bot`` of his unless for himself."""

    label: Text
    scopes: Annotated[list[Text], Meta(max_length=10)]
    bot: Text | None = None


class OldToken(Struct, forbid_unknown_fields=True):
    """A token to revoke, of a ``bot`` of his or his own."""

    id: Text
    bot: Text | None = None


class Name(Struct, forbid_unknown_fields=True):
    """Somebody."""

    name: Text


class LineToken(Struct, forbid_unknown_fields=True):
    """For whom to make a token of the line protocol: a ``bot`` of his, or himself."""

    bot: Text | None = None


class OnDuty(Struct, forbid_unknown_fields=True):
    """A program's own name for itself, and for how many seconds it plays; 0: it stops."""

    holder: Annotated[str, Meta(min_length=1, max_length=40)]
    seconds: Annotated[float, Meta(ge=0, le=MOST_SECONDS)]


class PeopleApi(Controller):
    """``/api/account``, ``/api/people`` and the ways in and out."""

    path = "/api"
    tags = ("people",)
    before_request = staticmethod(identity.recognise)

    @post("/register")
    async def register(
        self, request: Asking, data: JSONBody[Newcomer], people: GivenPeople
    ) -> dict[str, Any]:
        """Make an account of the guest who asks; the recovery codes are shown only now."""
        person, codes = await entrance.register(
            request, people, data.name, data.password, data.email
        )
        return {"name": person.name, "codes": codes}

    @post("/login", status_code=200)
    async def login(
        self, request: Asking, data: JSONBody[Login], people: GivenPeople
    ) -> dict[str, Any]:
        """Log in; the answer has a new cookie."""
        person = await entrance.login(request, people, data.name, data.password, data.adopt)
        return {"name": person.name}

    @post("/logout", status_code=200)
    async def logout(self, request: Asking, people: GivenPeople) -> dict[str, Any]:
        """Log out."""
        await entrance.leave(request, people)
        return {"name": None}

    @post("/recover", status_code=200)
    async def recover(
        self, request: Asking, data: JSONBody[Recovery], people: GivenPeople
    ) -> dict[str, Any]:
        """Set a new password by a recovery code, end all sessions, revoke all tokens, and log in.

        The answer says how many sessions have ended and how many tokens are revoked.
        """
        origin = identity.origin_of(request)
        person, ended = await people.recover(data.name, data.code, data.password, origin)
        await entrance.enter(request, people, person, adopt=False)
        return recovered_json(person, ended)

    @get("/account")
    async def account(
        self, caller: GivenCaller, people: GivenPeople, mail: GivenMailboxes
    ) -> dict[str, Any]:
        """Who you are: ``name`` is null for a guest."""
        if caller.person is None:
            return {"name": None}
        return await account_json(people, mail, caller.person)

    @post("/account/settings", status_code=200)
    async def settings(
        self,
        data: JSONBody[NewSettings],
        caller: GivenCaller,
        people: GivenPeople,
        mail: GivenMailboxes,
    ) -> dict[str, Any]:
        """Change whether you accept bots, your e-mail address, and whether you are written to."""
        person = caller.known()
        if data.email is not None and data.email.strip() != (person.email or ""):
            person, _ = caller.logged_in()
            person = await people.change_email(person, data.email, data.password)
        if data.accepts_bots is not None:
            person = await people.settle(person, data.accepts_bots)
        if data.mail_turns is not None:
            await mail.want_turns(person, data.mail_turns)
        return await account_json(people, mail, person)

    @post("/account/password", status_code=200)
    async def password(
        self,
        request: Asking,
        data: JSONBody[NewPassword],
        caller: GivenCaller,
        people: GivenPeople,
    ) -> dict[str, Any]:
        """Change the password; every other session ends."""
        person = await people.change_password(*caller.logged_in(), data.password, data.new)
        identity.remember(request, person)
        return {"changed": True}

    @post("/account/codes", status_code=200)
    async def codes(
        self, data: JSONBody[Sure], caller: GivenCaller, people: GivenPeople
    ) -> dict[str, Any]:
        """New recovery codes, shown only now; the old ones are good no longer."""
        person, _ = caller.logged_in()
        return {"codes": await people.new_codes(person, data.password)}

    @post("/account/delete", status_code=200)
    async def delete(
        self, request: Asking, data: JSONBody[Sure], people: GivenPeople, tables: GivenTables
    ) -> dict[str, Any]:
        """Delete the account and its bots; games stay, under nobody's name."""
        await entrance.delete(request, people, tables, data.password)
        return {"name": None}

    @get("/account/sessions")
    async def sessions(self, caller: GivenCaller, people: GivenPeople) -> list[dict[str, Any]]:
        """Where you are logged in, last used first."""
        person, here = caller.logged_in()
        return [session_json(one, here) for one in await people.store.sessions_of(person.id)]

    @post("/account/sessions/end", status_code=200)
    async def end_sessions(
        self, data: JSONBody[Ended], caller: GivenCaller, people: GivenPeople
    ) -> list[dict[str, Any]]:
        """End a session, or all others; answers with those that are left."""
        person, here = caller.logged_in()
        if data.id is None:
            await people.end_others(person, here)
        else:
            await people.end_session(person, data.id)
        return [session_json(one, here) for one in await people.store.sessions_of(person.id)]

    @get("/account/tokens")
    async def tokens(self, caller: GivenCaller, people: GivenPeople) -> list[dict[str, Any]]:
        """Your tokens and those of your bots."""
        person, _ = caller.logged_in()
        found = []
        for one in (person, *await people.store.bots_of(person.id)):
            found += [token_json(token, one) for token in await people.store.tokens_of(one.id)]
        return found

    @post("/account/tokens")
    async def issue(
        self, data: JSONBody[NewToken], caller: GivenCaller, people: GivenPeople
    ) -> dict[str, Any]:
        """A new token, shown only now."""
        person, _ = caller.logged_in()
        whose = await people.own(person, data.bot or person.name)
        token, text = await people.issue(whose, data.label, data.scopes)
        return {**token_json(token, whose), "token": text}

    @post("/account/tokens/revoke", status_code=200)
    async def revoke(
        self, data: JSONBody[OldToken], caller: GivenCaller, people: GivenPeople
    ) -> dict[str, Any]:
        """Take a token back."""
        person, _ = caller.logged_in()
        await people.revoke(await people.own(person, data.bot or person.name), data.id)
        return {"revoked": data.id}

    @post("/account/freeplay-token")
    async def line_token(
        self, data: JSONBody[LineToken], caller: GivenCaller, people: GivenPeople
    ) -> dict[str, Any]:
        """A new token for the line protocol, shown only now; an older one is good no longer."""
        person, _ = caller.logged_in()
        whose = await people.own(person, data.bot or person.name)
        return {"name": whose.name, "token": await people.line_token(whose)}

    @get("/account/bots")
    async def bots(self, caller: GivenCaller, people: GivenPeople) -> list[str]:
        """The names of your bots."""
        return [bot.name for bot in await people.store.bots_of(caller.known().id)]

    @post("/account/bots")
    async def add_bot(
        self,
        data: JSONBody[Name],
        caller: GivenCaller,
        people: GivenPeople,
        mail: GivenMailboxes,
    ) -> dict[str, Any]:
        """A bot of yours: an account that only programs use, by its tokens."""
        bot = await people.add_bot(caller.known(), data.name)
        return await account_json(people, mail, bot)

    @post("/account/bots/delete", status_code=200)
    async def delete_bot(
        self,
        data: JSONBody[Name],
        caller: GivenCaller,
        people: GivenPeople,
        tables: GivenTables,
    ) -> list[str]:
        """Delete a bot of yours; answers with the names of the others."""
        person, _ = caller.logged_in()
        await people.delete_bot(person, data.name, tables)
        return [bot.name for bot in await people.store.bots_of(person.id)]

    @post("/account/duty", status_code=200)
    async def duty(
        self, request: Asking, data: JSONBody[OnDuty], caller: GivenCaller
    ) -> dict[str, Any]:
        """Have one of several programs play for an account: ``mine`` says whether you are it.

        Who is has to say so again before the ``seconds`` are over.
        """
        person, store = caller.known(), request.app.state.store
        return (await take_lease(store, person.id, data.holder, data.seconds)).as_json()

    @get("/account/blocks")
    async def blocks(self, caller: GivenCaller, people: GivenPeople) -> list[str]:
        """The names of those whom you block."""
        return await people.store.blocked_by(caller.known().id)

    @post("/account/blocks", status_code=200)
    async def block(
        self, data: JSONBody[Name], caller: GivenCaller, people: GivenPeople
    ) -> list[str]:
        """Block somebody; asking twice is harmless."""
        await people.block(caller.known(), data.name)
        return await people.store.blocked_by(caller.known().id)

    @post("/account/unblock", status_code=200)
    async def unblock(
        self, data: JSONBody[Name], caller: GivenCaller, people: GivenPeople
    ) -> list[str]:
        """Block somebody no longer; asking twice is harmless."""
        await people.unblock(caller.known(), data.name)
        return await people.store.blocked_by(caller.known().id)

    @get("/account/games.zip")
    async def games(
        self,
        caller: GivenCaller,
        people: GivenPeople,
        tables: GivenTables,
        studies: GivenStudyShelf,
    ) -> Stream:
        """All your games, as text and as JSON, and your studies."""
        return await download(people, tables, studies, caller)

    @get("/people/{name:str}")
    async def person(
        self,
        request: Asking,
        name: FromPath[str],
        people: GivenPeople,
        studies: GivenStudyShelf,
    ) -> dict[str, Any]:
        """What everybody may see of somebody."""
        return (await profile(people, request.app.state.store, studies, name)).as_json()


def recovered_json(person: Person, ended: EndedLogins) -> dict[str, Any]:
    """Return what somebody is told who has set a new password without the old one."""
    return {
        "name": person.name,
        "sessions_ended": ended.sessions,
        "tokens_revoked": ended.tokens,
    }


async def account_json(people: People, mail: Mailboxes, person: Person) -> dict[str, Any]:
    """Return what only he himself and his programs may see."""
    box = await mail.mailbox(person)
    return {
        "name": person.name,
        "bot": person.is_bot,
        "email": person.email,
        "email_proved": box is not None,
        "mail_turns": box is not None and box.turns,
        "accepts_bots": person.accepts_bots,
        "since": person.created,
        "codes_left": await people.store.count_codes(person.id),
    }


def session_json(session: Session, here: Session) -> dict[str, Any]:
    """Return a session without its token's hash."""
    return {
        "id": session.id,
        "device": session.device,
        "created": session.created,
        "seen": session.seen,
        "here": session.token == here.token,
    }


def token_json(token: Token, whose: Person) -> dict[str, Any]:
    """Return a token without its hash."""
    return {
        "id": token.id,
        "label": token.label,
        "scopes": token.scopes,
        "bot": whose.name if whose.is_bot else None,
        "created": token.created,
        "seen": token.seen,
    }


async def download(people: People, tables: Tables, studies: StudyShelf, caller: Caller) -> Stream:
    """Return all of somebody's games and studies in a zip file, as it is being made."""
    person = caller.known()
    ids = await people.store.games_of(person.id)
    headers = {"Content-Disposition": f'attachment; filename="livestone-games-{person.key}.zip"'}
    return Stream(
        export.zipped(tables, person.id, ids, studies.files(caller)),
        media_type="application/zip",
        headers=headers,
    )
