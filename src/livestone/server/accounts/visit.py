"""A visitor's request, and what they do with accounts: for forms and the JSON API alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from litestar.di import NamedDependency
from litestar.response import Stream
from msgspec.structs import asdict

from livestone.api import accounts as shapes
from livestone.errors import BadRequest
from livestone.languages.words import t
from livestone.server.accounts.export import exported
from livestone.server.accounts.service import People
from livestone.server.tables.commands import Tables
from livestone.server.web import identity
from livestone.server.web.identity import AnyRequest, Caller
from livestone.server.web.principals import From, Person, Session, Token
from livestone.server.web.zipping import zipped

if TYPE_CHECKING:  # they stand above the accounts
    from livestone.server.classes.service import Classes
    from livestone.server.device_games.service import DeviceGames
    from livestone.server.mail.service import Mail
    from livestone.server.quotas.quotas import Quotas
    from livestone.server.staff.service import Staff
    from livestone.server.studies.service import Studies


class Visit:
    """Who asks, and the services of their server. ``person`` and ``here`` raise NotLoggedIn."""

    def __init__(self, request: AnyRequest, caller: Caller) -> None:
        self.request, self.caller, state = request, caller, request.app.state
        self.people: People = state.people
        self.tables: Tables = state.tables
        self.mail: Mail = state.mail
        self.staff: Staff = state.staff
        self.studies: Studies = state.studies
        self.device_games: DeviceGames = state.device_games
        self.quotas: Quotas = state.quotas
        self.classes: Classes | None = state.classes

    @property
    def person(self) -> Person:
        """Who has logged in, in a browser or by a cookie: no token is good for that."""
        return self.caller.logged_in()[0]

    @property
    def here(self) -> Session:
        return self.caller.logged_in()[1]

    @property
    def origin(self) -> From:
        return identity.origin_of(self.request)

    async def whose(self, bot: str | None) -> Person:
        """The ``bot`` of that name, or who asks. Raises NotFound or NotAllowed."""
        return await self.people.find_own(self.person, bot or self.person.name)

    # In and out.

    async def register(self, name: str, password: str, email: str) -> tuple[Person, list[str]]:
        """Register a guest, and log them in. Raises BadField, BadRequest, TooMany or Busy."""
        caller = self.caller
        if caller.person is not None:
            raise BadRequest(
                t("you are logged in as {name}: log out first", name=caller.person.name)
            )
        # The guest's token keys their links to open seats, which stay valid.
        registering = self.people.register(name, password, email, caller.secret, self.origin)
        person, codes = await registering
        await self.begin_session(person)
        return person, codes

    async def login(self, name: str, password: str, adopt: bool = True) -> Person:
        """Log a person in. Raises NotLoggedIn, NotAllowed, TooMany or Busy."""
        person = await self.people.login(name, password, self.origin)
        await self.begin_session(person, adopt)
        return person

    async def recover(self, name: str, code: str, password: str) -> shapes.Recovered:
        """Set a new password by a code, and log in. Raises BadField, NotLoggedIn, TooMany..."""
        person, recovered = await self.people.recover(name, code, password, self.origin)
        await self.begin_session(person, adopt=False)
        return recovered

    async def begin_session(self, person: Person, adopt: bool = True) -> None:
        """Begin a session with a new cookie, and ``adopt`` what the guest had."""
        if self.caller.session is not None:
            await self.people.sessions.logout(self.caller.session)
        elif adopt:
            await self.people.adopt(self.caller.secret, person)
            if self.classes is not None:
                await self.classes.adopt(self.caller.owner_id, person.id)
        token = identity.new_token()
        session = await self.people.sessions.open(person, token, self.origin)
        identity.become(self.request, token, person, session)

    async def logout(self) -> None:
        """End the session of who asks, and make them a new guest. Asking twice is harmless."""
        if self.caller.session is not None:
            await self.people.sessions.logout(self.caller.session)
            identity.give(self.request, identity.new_token())

    async def delete(self, password: str) -> None:
        """Delete the account of who asks. Raises BadField, NotLoggedIn, TooMany or Busy."""
        person = self.person
        await self.people.confirm_password(person, password)
        await self.people.delete(person, self.tables)
        identity.give(self.request, identity.new_token())

    async def change_password(self, password: str, new: str) -> None:
        person = await self.people.change_password(self.person, self.here, password, new)
        identity.remember(self.request, person)

    # What they have here.

    async def account(self, person: Person) -> shapes.Account:
        mailbox = await self.mail.mailbox(person)
        return shapes.Account(
            name=person.name,
            bot=person.is_bot,
            email=person.email,
            email_proved=mailbox is not None,
            mail_turns=mailbox is not None and mailbox.turns,
            accepts_bots=person.accepts_bots,
            since=person.created,
            codes_left=await self.people.store.count_codes(person.id),
            mails=self.mail.on,
            staff=await self.staff.store.role(person.id) is not None,
            expires=0 if mailbox else self.quotas.settings.account_days,
            device_games=self.device_games.name_for(Caller.of(person)),
        )

    async def sessions(self) -> list[shapes.LoginSession]:
        """Where they are logged in, last used first."""
        here = self.here.token
        return [
            shapes.LoginSession(one.id, one.device, one.created, one.seen, one.token == here)
            for one in await self.people.store.sessions_of(self.person.id)
        ]

    async def bots(self) -> list[Person]:
        return await self.people.store.bots_of(self.caller.known().id)

    async def blocked(self) -> list[str]:
        """The names of those whom they block."""
        return await self.people.store.blocked_by(self.caller.known().id)

    async def tokens(self) -> list[shapes.ApiToken]:
        """Their tokens and those of their bots."""
        return [
            api_token(token, whose)
            for whose in (self.person, *await self.bots())
            for token in await self.people.store.tokens_of(whose.id)
        ]

    async def new_token(self, bot: str | None, label: str, scopes: list[str]) -> shapes.NewApiToken:
        whose = await self.whose(bot)
        token, text = await self.people.sessions.issue_token(whose, label, scopes)
        return shapes.NewApiToken(**asdict(api_token(token, whose)), token=text)

    async def new_player_token(self, bot: str | None) -> shapes.FreeplayToken:
        whose = await self.whose(bot)
        text = await self.people.sessions.issue_player_token(whose)
        return shapes.FreeplayToken(whose.name, text)

    async def download(self) -> Stream:
        """All of their games and studies in a zip file, made while it is sent."""
        person = self.caller.known()
        ids = await self.people.store.games_of(person.id)
        name = f"livestone-games-{person.key}.zip"
        return Stream(
            zipped(exported(self.tables, person.id, ids, self._files())),
            media_type="application/zip",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    async def _files(self) -> AsyncIterator[tuple[str, str]]:
        """Yield the names and texts of the files beside the games of tables."""
        for service in (self.device_games, self.studies):
            async for file in service.files(self.caller):
                yield file


def api_token(token: Token, whose: Person) -> shapes.ApiToken:
    bot = whose.name if whose.is_bot else None
    return shapes.ApiToken(token.id, token.label, token.scopes, bot, token.created, token.seen)


async def visit(request: AnyRequest) -> Visit:
    return Visit(request, await identity.caller(request))


VisitDep = NamedDependency[Visit]
