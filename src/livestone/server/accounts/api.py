"""The JSON API of accounts and profiles."""

from __future__ import annotations

from typing import Annotated, cast

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from msgspec import Meta, Struct

from livestone.api import accounts as shapes
from livestone.server.accounts.bot_lease import MAX_SECONDS, take_lease
from livestone.server.accounts.profile import profile
from livestone.server.accounts.visit import VisitDep
from livestone.server.web import identity

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
    seconds: Annotated[float, Meta(ge=0, le=MAX_SECONDS)]


class PeopleApi(Controller):
    """``/api/account``, ``/api/people``, registration and login."""

    path = "/api"
    tags = ("people",)
    before_request = staticmethod(identity.recognise)

    @post("/register")
    async def register(self, visit: VisitDep, data: JSONBody[Registration]) -> shapes.Registered:
        """Make an account of the guest who asks; the recovery codes are shown only now."""
        person, codes = await visit.register(data.name, data.password, data.email)
        return shapes.Registered(person.name, codes)

    @post("/login", status_code=200)
    async def login(self, visit: VisitDep, data: JSONBody[Login]) -> shapes.AccountName:
        """Log in; the answer has a new cookie.

        ``adopt`` false leaves the guest's games.
        """
        person = await visit.login(data.name, data.password, data.adopt)
        return shapes.AccountName(person.name)

    @post("/logout", status_code=200)
    async def logout(self, visit: VisitDep) -> shapes.AccountName:
        """Log out."""
        await visit.logout()
        return shapes.AccountName(None)

    @post("/recover", status_code=200)
    async def recover(self, visit: VisitDep, data: JSONBody[Recovery]) -> shapes.Recovered:
        """Set a new password by a recovery code, end all sessions, revoke all tokens, and log in.

        The answer says how many sessions have ended and how many tokens are revoked.
        """
        return await visit.recover(data.name, data.code, data.password)

    @get("/account")
    async def account(self, visit: VisitDep) -> shapes.Account:
        """Who you are: ``name`` is null for a guest.

        ``mails``: this server sends e-mail; ``staff``: you are on the staff; ``expires``: days
        without a visit after which the account is deleted (0: never); ``device_games``: for whom
        games on devices are kept, empty where they are not.
        """
        if visit.caller.person is None:
            # All other fields are left out.
            guest = shapes.Guest(None, visit.device_games.name_for(visit.caller))
            return cast(shapes.Account, guest)
        return await visit.account(visit.caller.person)

    @post("/account/settings", status_code=200)
    async def settings(self, visit: VisitDep, data: JSONBody[NewSettings]) -> shapes.Account:
        """Change whether you accept bots, your e-mail address, and whether mails are sent.

        Another address needs the ``password``, in a session.
        """
        person = visit.caller.known()
        if data.email is not None and data.email.strip() != (person.email or ""):
            person = await visit.people.change_email(visit.person, data.email, data.password)
        if data.accepts_bots is not None:
            person = await visit.people.set_accepts_bots(person, data.accepts_bots)
        if data.mail_turns is not None:
            await visit.mail.want_turns(person, data.mail_turns)
        return await visit.account(person)

    @post("/account/password", status_code=200)
    async def password(
        self, visit: VisitDep, data: JSONBody[NewPassword]
    ) -> shapes.PasswordChanged:
        """Change the password; every other session ends."""
        await visit.change_password(data.password, data.new)
        return shapes.PasswordChanged()

    @post("/account/codes", status_code=200)
    async def codes(self, visit: VisitDep, data: JSONBody[Confirmation]) -> shapes.RecoveryCodes:
        """New recovery codes, shown only now, which replace the old ones."""
        return shapes.RecoveryCodes(await visit.people.new_codes(visit.person, data.password))

    @post("/account/delete", status_code=200)
    async def delete(self, visit: VisitDep, data: JSONBody[Confirmation]) -> shapes.AccountName:
        """Delete the account and its bots; games stay, with a deleted player."""
        await visit.delete(data.password)
        return shapes.AccountName(None)

    @get("/account/sessions")
    async def sessions(self, visit: VisitDep) -> list[shapes.LoginSession]:
        """Where you are logged in, last used first."""
        return await visit.sessions()

    @post("/account/sessions/end", status_code=200)
    async def end_sessions(
        self, visit: VisitDep, data: JSONBody[SessionToEnd]
    ) -> list[shapes.LoginSession]:
        """End a session, or all others; answers with those that are left."""
        if data.id is None:
            await visit.people.sessions.end_others(visit.person, visit.here)
        else:
            await visit.people.sessions.end(visit.person, data.id)
        return await visit.sessions()

    @get("/account/tokens")
    async def tokens(self, visit: VisitDep) -> list[shapes.ApiToken]:
        """Your tokens and those of your bots."""
        return await visit.tokens()

    @post("/account/tokens")
    async def issue(self, visit: VisitDep, data: JSONBody[NewToken]) -> shapes.NewApiToken:
        """A new token, shown only now."""
        return await visit.new_token(data.bot, data.label, data.scopes)

    @post("/account/tokens/revoke", status_code=200)
    async def revoke(self, visit: VisitDep, data: JSONBody[OldToken]) -> shapes.RevokedToken:
        """Revoke a token."""
        await visit.people.sessions.revoke_token(await visit.whose(data.bot), data.id)
        return shapes.RevokedToken(data.id)

    @post("/account/freeplay-token")
    async def line_token(self, visit: VisitDep, data: JSONBody[LineToken]) -> shapes.FreeplayToken:
        """A new token for the line protocol, shown only now, which replaces an older one."""
        return await visit.new_player_token(data.bot)

    @get("/account/bots")
    async def bots(self, visit: VisitDep) -> list[str]:
        """The names of your bots."""
        return [bot.name for bot in await visit.bots()]

    @post("/account/bots")
    async def add_bot(self, visit: VisitDep, data: JSONBody[PersonName]) -> shapes.Account:
        """A bot of yours: an account that only programs use, by its tokens."""
        bot = await visit.people.add_bot(visit.caller.known(), data.name)
        return await visit.account(bot)

    @post("/account/bots/delete", status_code=200)
    async def delete_bot(self, visit: VisitDep, data: JSONBody[PersonName]) -> list[str]:
        """Delete a bot of yours; answers with the names of the others."""
        await visit.people.delete_bot(visit.person, data.name, visit.tables)
        return [bot.name for bot in await visit.bots()]

    @post("/account/duty", status_code=200)
    async def take_lease(self, visit: VisitDep, data: JSONBody[LeaseRequest]) -> shapes.BotLease:
        """Have one of several programs play for an account: ``mine`` says whether you are it.

        It has to ask again before the ``seconds`` are over.
        """
        person, store = visit.caller.known(), visit.people.store.store
        return await take_lease(store, person.id, data.holder, data.seconds)

    @get("/account/blocks")
    async def blocks(self, visit: VisitDep) -> list[str]:
        """The names of those whom you block."""
        return await visit.blocked()

    @post("/account/blocks", status_code=200)
    async def block(self, visit: VisitDep, data: JSONBody[PersonName]) -> list[str]:
        """Block a person; asking twice is harmless."""
        await visit.people.block(visit.caller.known(), data.name)
        return await visit.blocked()

    @post("/account/unblock", status_code=200)
    async def unblock(self, visit: VisitDep, data: JSONBody[PersonName]) -> list[str]:
        """Stop blocking a person; asking twice is harmless."""
        await visit.people.unblock(visit.caller.known(), data.name)
        return await visit.blocked()

    @get("/account/games.zip")
    async def games(self, visit: VisitDep) -> Stream:
        """All your games, as text and as JSON, and your studies."""
        return await visit.download()

    @get("/games/{id:str}/ratings")
    async def table_ratings(
        self, id: FromPath[str], visit: VisitDep
    ) -> list[shapes.SeatRating | None]:
        """The ratings of a game's players by seat, and how it has changed them; null for guests."""
        table = await visit.tables.view(id, visit.caller.owner_id)
        return await visit.people.ratings.at_table(id, table.status == "finished")

    @get("/people/{name:str}")
    async def person(self, name: FromPath[str], visit: VisitDep) -> shapes.Profile:
        """What everybody may see of a person.

        ``id`` of a game that is not public is null, but for oneself.
        """
        return await profile(visit.people, visit.studies, name, visit.caller.person)
