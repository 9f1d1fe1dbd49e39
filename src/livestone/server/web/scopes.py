"""What a token may do: the one place of it.

A route that is neither in the table nor below one of the sections takes no token. The permission
table of ``docs/permissions.md`` says of each route what it takes, and the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence

from livestone.errors import NotAllowed
from livestone.languages.words import mark, t

WORDS = {
    "read": mark("see your games, also those that run, and your account"),
    "play": mark("start games, take seats and play in your name, and change your studies"),
    "bot": mark("play as this bot"),
    "account": mark("change what others see, whom you block, your vacation, and your bots"),
}
# The scopes from which a person may choose.
FOR_PEOPLE = ("read", "play", "account")
FOR_BOTS = ("read", "bot")

ANY = tuple(WORDS)
READ, PLAY, ACCOUNT = ("read", "play", "bot"), ("play", "bot"), ("account",)
# What is asked for below these takes READ, and what is changed PLAY, but for the table.
SECTIONS = ("games", "invitations", "challenges", "lobby", "puzzles", "studies")
TABLE: dict[tuple[str, str], tuple[str, ...]] = {
    ("GET", "/api/events"): READ,
    ("POST", "/api/account/duty"): PLAY,
    ("GET", "/api/studies/{id}/engine"): ("play",),
    ("GET", "/api/catalogue"): ANY,
    ("GET", "/api/descriptions/{game}"): ANY,
    ("GET", "/api/people/{name}"): ANY,
    ("GET", "/api/account"): ANY,
    ("GET", "/api/account/games.zip"): ("read",),
    ("GET", "/api/account/blocks"): ACCOUNT,
    ("GET", "/api/account/vacation"): ACCOUNT,
    ("POST", "/api/account/vacation"): ACCOUNT,
    ("GET", "/api/account/bots"): ACCOUNT,
    ("POST", "/api/account/blocks"): ACCOUNT,
    ("POST", "/api/account/bots"): ACCOUNT,
    ("POST", "/api/account/settings"): ACCOUNT,
    ("POST", "/api/account/unblock"): ACCOUNT,
}


def needed(method: str, path: str) -> tuple[str, ...]:
    """Return the scopes any of which lets a token in; none for a route that takes no token.

    >>> needed("GET", "/api/games/{id:str}"), needed("POST", "/api/login")
    (('read', 'play', 'bot'), ())
    """
    section = path.removeprefix("/api/").partition("/")[0]
    usual = {"GET": READ, "POST": PLAY}.get(method, ()) if section in SECTIONS else ()
    return TABLE.get((method, path.replace(":str", "")), usual)


def check(method: str, path: str, given: Sequence[str]) -> None:
    """Raises NotAllowed where a token with the ``given`` scopes may not go."""
    scopes = needed(method, path)
    if not scopes:
        raise NotAllowed(mark("no token is good for this: log in with name and password"))
    if not set(scopes) & set(given):
        raise NotAllowed(
            t(
                "this token is good for {given}, and this needs {wanted}",
                given=", ".join(given) or t("nothing"),
                wanted=f" {t('or')} ".join(scopes),
            )
        )
