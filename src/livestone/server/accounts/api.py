"""The JSON API of accounts and profiles: everything their pages do, for programs."""

from __future__ import annotations

from typing import Annotated, cast

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from msgspec import Meta, Struct
from msgspec.structs import asdict

from livestone.api import accounts as shapes
from livestone.server.accounts import export, sign_in
from livestone.server.accounts.bot_lease import MOST_SECONDS, take_lease
from livestone.server.accounts.extras import Mailboxes, MailboxesDep, StudyShelf, StudyShelfDep
from livestone.server.accounts.profile import profile
from livestone.server.accounts.service import People, PeopleDep
from livestone.server.accounts.store import EndedLogins
from livestone.server.tables.commands import Tables, TablesDep
from livestone.server.web import identity
from livestone.server.web.identity import AnyRequest, Caller, CallerDep
from livestone.server.web.principals import Person, Session, Token

Text = Annotated[str, Meta(max_length=200)]
Long = Annotated[str, Meta(max_length=1000)]


class Registration(Struct, forbid_unknown_fields=True):
    """A new account."""

    name: Text
    password: Long
    email: Text = ""


class Login(Struct, forbid_unknown_fields=True):
    """A name and its password; ``adopt`` brings along the games played here as a guest."""

    name: Text
    password: Long
    adopt: bool = True


class Recovery(Struct, forbid_unknown_fields=True):
    """A recovery code, and the new password."""

    name: Text
    code: Text
    password: Long


class Confirmation(Struct, forbid_unknown_fields=True):
    """The password, once more."""

    password: Long


class NewPassword(Confirmation, forbid_unknown_fields=True):
    """The password, and the new one."""

    new: Long


class NewSettings(Struct, forbid_unknown_fields=True):
    """What is to change; an empty ``email`` removes it. A change of it takes the ``password``."""

    accepts_bots: bool | None = None
    email: Text | None = None
    password: Long = ""
    mail_turns: bool | None = None


class SessionToEnd(Struct, forbid_unknown_fields=True):
    """The id of a session; without one, all others."""

    id: Text | None = None


class NewToken(Struct, forbid_unknown_fields=True):
    """What a token is for and may do; ``bot`` is one of yours, None is yourself."""

    label: Text
    scopes: Annotated[list[Text], Meta(max_length=10)]
    bot: Text | None = None


class OldToken(Struct, forbid_unknown_fields=True):
    """A token to revoke, of a ``bot`` of yours or your own."""

    id: Text
    bot: Text | None = None


class PersonName(Struct, forbid_unknown_fields=True):
    """The name of a person or a bot."""

    name: Text


class LineToken(Struct, forbid_unknown_fields=True):
    """Whom a token of the line protocol is for: a ``bot`` of yours, or yourself."""

    bot: Text | None = None


class LeaseRequest(Struct, forbid_unknown_fields=True):
    """A program's own name for itself, and for how many seconds it plays; 0 stops."""

    holder: Annotated[str, Meta(min_length=1, max_length=40)]
    seconds: Annotated[float, Meta(ge=0, le=MOST_SECONDS)]


class PeopleApi(Controller):
    """``/api/account``, ``/api/people``, registration and login."""

    path = "/api"
    tags = ("people",)
    before_request = staticmethod(identity.recognise)

    @post("/register")
    async def register(
        self, request: AnyRequest, data: JSONBody[Registration], people: PeopleDep
    ) -> shapes.Registered:
        """Make an account of the guest who asks; the recovery codes are shown only now."""
        person, codes = await sign_in.register(
            request, people, data.name, data.password, data.email
        )
        return shapes.Registered(person.name, codes)

    @post("/login", status_code=200)
    async def login(
        self, request: AnyRequest, data: JSONBody[Login], people: PeopleDep
    ) -> shapes.AccountName:
        """Log in; the answer has a new cookie."""
        person = await sign_in.login(request, people, data.name, data.password, data.adopt)
        return shapes.AccountName(person.name)

    @post("/logout", status_code=200)
    async def logout(self, request: AnyRequest, people: PeopleDep) -> shapes.AccountName:
        """Log out."""
        await sign_in.logout(request, people)
        return shapes.AccountName(None)

    @post("/recover", status_code=200)
    async def recover(
        self, request: AnyRequest, data: JSONBody[Recovery], people: PeopleDep
    ) -> shapes.Recovered:
        """Set a new password by a recovery code, end all sessions, revoke all tokens, and log in.

        The answer says how many sessions have ended and how many tokens are revoked.
        """
        origin = identity.origin_of(request)
        person, ended = await people.recover(data.name, data.code, data.password, origin)
        await sign_in.start_session(request, people, person, adopt=False)
        return recovered(person, ended)

    @get("/account")
    async def account(
        self, caller: CallerDep, people: PeopleDep, mail: MailboxesDep
    ) -> shapes.Account:
        """Who you are: ``name`` is null for a guest."""
        if caller.person is None:
            # All other fields are left out.
            return cast(shapes.Account, shapes.AccountName(None))
        return await own_account(people, mail, caller.person)

    @post("/account/settings", status_code=200)
    async def settings(
        self, data: JSONBody[NewSettings], caller: CallerDep, people: PeopleDep, mail: MailboxesDep
    ) -> shapes.Account:
        """Change whether you accept bots, your e-mail address, and whether mails are sent."""
        person = caller.known()
        if data.email is not None and data.email.strip() != (person.email or ""):
            person, _ = caller.logged_in()
            person = await people.change_email(person, data.email, data.password)
        if data.accepts_bots is not None:
            person = await people.set_accepts_bots(person, data.accepts_bots)
        if data.mail_turns is not None:
            await mail.want_turns(person, data.mail_turns)
        return await own_account(people, mail, person)

    @post("/account/password", status_code=200)
    async def password(
        self, request: AnyRequest, data: JSONBody[NewPassword], caller: CallerDep, people: PeopleDep
    ) -> shapes.PasswordChanged:
        """Change the password; every other session ends."""
        person = await people.change_password(*caller.logged_in(), data.password, data.new)
        identity.remember(request, person)
        return shapes.PasswordChanged()

    @post("/account/codes", status_code=200)
    async def codes(
        self, data: JSONBody[Confirmation], caller: CallerDep, people: PeopleDep
    ) -> shapes.RecoveryCodes:
        """New recovery codes, shown only now, which replace the old ones."""
        person, _ = caller.logged_in()
        return shapes.RecoveryCodes(await people.new_codes(person, data.password))

    @post("/account/delete", status_code=200)
    async def delete(
        self,
        request: AnyRequest,
        data: JSONBody[Confirmation],
        people: PeopleDep,
        tables: TablesDep,
    ) -> shapes.AccountName:
        """Delete the account and its bots; games stay, with a deleted player."""
        await sign_in.delete(request, people, tables, data.password)
        return shapes.AccountName(None)

    @get("/account/sessions")
    async def sessions(self, caller: CallerDep, people: PeopleDep) -> list[shapes.LoginSession]:
        """Where you are logged in, last used first."""
        return await login_sessions(people, *caller.logged_in())

    @post("/account/sessions/end", status_code=200)
    async def end_sessions(
        self, data: JSONBody[SessionToEnd], caller: CallerDep, people: PeopleDep
    ) -> list[shapes.LoginSession]:
        """End a session, or all others; answers with those that are left."""
        person, here = caller.logged_in()
        if data.id is None:
            await people.sessions.end_others(person, here)
        else:
            await people.sessions.end(person, data.id)
        return await login_sessions(people, person, here)

    @get("/account/tokens")
    async def tokens(self, caller: CallerDep, people: PeopleDep) -> list[shapes.ApiToken]:
        """Your tokens and those of your bots."""
        person, _ = caller.logged_in()
        return await api_tokens(people, person, *await people.store.bots_of(person.id))

    @post("/account/tokens")
    async def issue(
        self, data: JSONBody[NewToken], caller: CallerDep, people: PeopleDep
    ) -> shapes.NewApiToken:
        """A new token, shown only now."""
        person, _ = caller.logged_in()
        whose = await people.find_own(person, data.bot or person.name)
        token, text = await people.sessions.issue_token(whose, data.label, data.scopes)
        return shapes.NewApiToken(**asdict(_api_token(token, whose)), token=text)

    @post("/account/tokens/revoke", status_code=200)
    async def revoke(
        self, data: JSONBody[OldToken], caller: CallerDep, people: PeopleDep
    ) -> shapes.RevokedToken:
        """Revoke a token."""
        person, _ = caller.logged_in()
        whose = await people.find_own(person, data.bot or person.name)
        await people.sessions.revoke_token(whose, data.id)
        return shapes.RevokedToken(data.id)

    @post("/account/freeplay-token")
    async def line_token(
        self, data: JSONBody[LineToken], caller: CallerDep, people: PeopleDep
    ) -> shapes.FreeplayToken:
        """A new token for the line protocol, shown only now, which replaces an older one."""
        person, _ = caller.logged_in()
        whose = await people.find_own(person, data.bot or person.name)
        return shapes.FreeplayToken(whose.name, await people.sessions.issue_player_token(whose))

    @get("/account/bots")
    async def bots(self, caller: CallerDep, people: PeopleDep) -> list[str]:
        """The names of your bots."""
        return [bot.name for bot in await people.store.bots_of(caller.known().id)]

    @post("/account/bots")
    async def add_bot(
        self, data: JSONBody[PersonName], caller: CallerDep, people: PeopleDep, mail: MailboxesDep
    ) -> shapes.Account:
        """A bot of yours: an account that only programs use, by its tokens."""
        bot = await people.add_bot(caller.known(), data.name)
        return await own_account(people, mail, bot)

    @post("/account/bots/delete", status_code=200)
    async def delete_bot(
        self, data: JSONBody[PersonName], caller: CallerDep, people: PeopleDep, tables: TablesDep
    ) -> list[str]:
        """Delete a bot of yours; answers with the names of the others."""
        person, _ = caller.logged_in()
        await people.delete_bot(person, data.name, tables)
        return [bot.name for bot in await people.store.bots_of(person.id)]

    @post("/account/duty", status_code=200)
    async def take_lease(
        self, request: AnyRequest, data: JSONBody[LeaseRequest], caller: CallerDep
    ) -> shapes.BotLease:
        """Have one of several programs play for an account: ``mine`` says whether you are it.

        It has to ask again before the ``seconds`` are over.
        """
        person, store = caller.known(), request.app.state.store
        return await take_lease(store, person.id, data.holder, data.seconds)

    @get("/account/blocks")
    async def blocks(self, caller: CallerDep, people: PeopleDep) -> list[str]:
        """The names of those whom you block."""
        return await people.store.blocked_by(caller.known().id)

    @post("/account/blocks", status_code=200)
    async def block(
        self, data: JSONBody[PersonName], caller: CallerDep, people: PeopleDep
    ) -> list[str]:
        """Block a person; asking twice is harmless."""
        await people.block(caller.known(), data.name)
        return await people.store.blocked_by(caller.known().id)

    @post("/account/unblock", status_code=200)
    async def unblock(
        self, data: JSONBody[PersonName], caller: CallerDep, people: PeopleDep
    ) -> list[str]:
        """Stop blocking a person; asking twice is harmless."""
        await people.unblock(caller.known(), data.name)
        return await people.store.blocked_by(caller.known().id)

    @get("/account/games.zip")
    async def games(
        self, caller: CallerDep, people: PeopleDep, tables: TablesDep, studies: StudyShelfDep
    ) -> Stream:
        """All your games, as text and as JSON, and your studies."""
        return await download(people, tables, studies, caller)

    @get("/people/{name:str}")
    async def person(
        self, request: AnyRequest, name: FromPath[str], people: PeopleDep, studies: StudyShelfDep
    ) -> shapes.Profile:
        """What everybody may see of a person."""
        return (await profile(people, request.app.state.store, studies, name)).public


def recovered(person: Person, ended: EndedLogins) -> shapes.Recovered:
    return shapes.Recovered(person.name, ended.sessions, ended.tokens)


async def own_account(people: People, mail: Mailboxes, person: Person) -> shapes.Account:
    mailbox = await mail.mailbox(person)
    return shapes.Account(
        name=person.name,
        bot=person.is_bot,
        email=person.email,
        email_proved=mailbox is not None,
        mail_turns=mailbox is not None and mailbox.turns,
        accepts_bots=person.accepts_bots,
        since=person.created,
        codes_left=await people.store.count_codes(person.id),
    )


async def login_sessions(
    people: People, person: Person, here: Session
) -> list[shapes.LoginSession]:
    return [
        shapes.LoginSession(
            session.id, session.device, session.created, session.seen, session.token == here.token
        )
        for session in await people.store.sessions_of(person.id)
    ]


async def api_tokens(people: People, *persons: Person) -> list[shapes.ApiToken]:
    return [
        _api_token(token, whose)
        for whose in persons
        for token in await people.store.tokens_of(whose.id)
    ]


def _api_token(token: Token, whose: Person) -> shapes.ApiToken:
    bot = whose.name if whose.is_bot else None
    return shapes.ApiToken(token.id, token.label, token.scopes, bot, token.created, token.seen)


async def download(people: People, tables: Tables, studies: StudyShelf, caller: Caller) -> Stream:
    """Return all of a person's games and studies in a zip file, made while it is sent."""
    person = caller.known()
    ids = await people.store.games_of(person.id)
    headers = {"Content-Disposition": f'attachment; filename="livestone-games-{person.key}.zip"'}
    return Stream(
        export.zipped(tables, person.id, ids, studies.files(caller)),
        media_type="application/zip",
        headers=headers,
    )
