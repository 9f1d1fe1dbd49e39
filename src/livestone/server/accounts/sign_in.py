"""Registration, login and logout over HTTP: what the pages and the JSON API share."""

from __future__ import annotations

from livestone.errors import BadRequest
from livestone.server.accounts.service import People
from livestone.server.tables.commands import Tables
from livestone.server.web import identity
from livestone.server.web.identity import AnyRequest
from livestone.server.web.principals import Person


async def register(
    request: AnyRequest, people: People, name: str, password: str, email: str
) -> tuple[Person, list[str]]:
    """Register a guest, and log them in. Raises BadField, BadRequest, TooMany or Busy."""
    caller = await identity.caller(request)
    if caller.person is not None:
        raise BadRequest(f"you are logged in as {caller.person.name}: log out first")
    origin = identity.origin_of(request)
    # The guest's token keys their links to open seats, which stay valid.
    person, codes = await people.register(name, password, email, caller.secret, origin)
    await start_session(request, people, person)
    return person, codes


async def login(
    request: AnyRequest, people: People, name: str, password: str, adopt: bool = True
) -> Person:
    """Log a person in. Raises NotLoggedIn, NotAllowed, TooMany or Busy."""
    person = await people.login(name, password, identity.origin_of(request))
    await start_session(request, people, person, adopt)
    return person


async def start_session(
    request: AnyRequest, people: People, person: Person, adopt: bool = True
) -> None:
    """Begin a session with a new cookie, and ``adopt`` what the guest had."""
    caller = await identity.caller(request)
    if caller.session is not None:
        await people.sessions.logout(caller.session)
    elif adopt:
        await people.adopt(caller.secret, person)
    token = identity.new_token()
    session = await people.sessions.open(person, token, identity.origin_of(request))
    identity.become(request, token, person, session)


async def logout(request: AnyRequest, people: People) -> None:
    """End the session of who asks, and make them a new guest. Asking twice is harmless."""
    caller = await identity.caller(request)
    if caller.session is not None:
        await people.sessions.logout(caller.session)
        identity.give(request, identity.new_token())


async def delete(request: AnyRequest, people: People, tables: Tables, password: str) -> None:
    """Delete the account of who asks. Raises BadField, NotLoggedIn, TooMany or Busy."""
    person, _ = (await identity.caller(request)).logged_in()
    await people.confirm_password(person, password)
    await people.delete(person, tables)
    identity.give(request, identity.new_token())
