"""What a token may do: the one table of it. A route that is not here takes no token."""

from __future__ import annotations

from collections.abc import Sequence

from livestone.errors import NotAllowed
from livestone.languages.words import mark, t

# The scopes from which a person may choose.
FOR_PEOPLE = ("read", "play", "account")
FOR_BOTS = ("read", "bot")

ANY = ("read", "play", "bot", "account")
READ, PLAY, ACCOUNT = ("read", "play", "bot"), ("play", "bot"), ("account",)
TABLE: dict[tuple[str, str], tuple[str, ...]] = {
    ("GET", "/api/events"): READ,
    ("GET", "/api/games"): READ,
    ("GET", "/api/games/{id}"): READ,
    ("GET", "/api/games/{id}/events"): READ,
    ("GET", "/api/games/{id}/invitations"): READ,
    ("GET", "/api/games/{id}/picture.svg"): READ,
    ("GET", "/api/games/{id}/talk"): READ,
    ("GET", "/api/games/{id}/record"): READ,
    ("GET", "/api/games/{id}/ratings"): READ,
    ("GET", "/api/games/{id}/record.json"): READ,
    ("GET", "/api/games/{id}/record.txt"): READ,
    ("GET", "/api/games/{id}/review"): READ,
    ("GET", "/api/games/{id}/review/events"): READ,
    ("POST", "/api/games/{id}/review"): PLAY,
    ("GET", "/api/invitations/{invitation}"): READ,
    ("GET", "/api/challenges"): READ,
    ("GET", "/api/challenges/{id}"): READ,
    ("GET", "/api/lobby"): READ,
    ("GET", "/api/freeplay/faults"): READ,
    ("GET", "/api/puzzles/solver"): READ,
    ("POST", "/api/puzzles/attempts"): PLAY,
    ("GET", "/api/lobby/events"): READ,
    ("POST", "/api/challenges"): PLAY,
    ("POST", "/api/challenges/{id}/cancel"): PLAY,
    ("POST", "/api/challenges/{id}/decline"): PLAY,
    ("POST", "/api/challenges/{id}/take"): PLAY,
    ("POST", "/api/games"): PLAY,
    ("POST", "/api/games/{id}/abort"): PLAY,
    ("POST", "/api/games/{id}/answer"): PLAY,
    ("POST", "/api/games/{id}/claim"): PLAY,
    ("POST", "/api/games/{id}/hint"): PLAY,
    ("POST", "/api/games/{id}/look"): PLAY,
    ("POST", "/api/games/{id}/offer"): PLAY,
    ("POST", "/api/games/{id}/plan"): PLAY,
    ("POST", "/api/games/{id}/plies"): PLAY,
    ("POST", "/api/games/{id}/rematch"): PLAY,
    ("POST", "/api/games/{id}/resign"): PLAY,
    ("POST", "/api/games/{id}/resume"): PLAY,
    ("POST", "/api/games/{id}/takeback"): PLAY,
    ("POST", "/api/games/{id}/talk"): PLAY,
    ("POST", "/api/games/{id}/talk/mute"): PLAY,
    ("POST", "/api/games/{id}/talk/report"): PLAY,
    ("POST", "/api/games/{id}/talk/unmute"): PLAY,
    ("POST", "/api/games/{id}/undo"): PLAY,
    ("POST", "/api/invitations/{invitation}"): PLAY,
    ("POST", "/api/account/duty"): PLAY,
    ("POST", "/api/lobby/quick"): PLAY,
    ("GET", "/api/device-games"): READ,
    ("GET", "/api/device-games/{id}"): READ,
    ("POST", "/api/device-games/{id}"): PLAY,
    ("POST", "/api/device-games/{id}/delete"): PLAY,
    ("GET", "/api/classes"): READ,
    ("GET", "/api/classes/{id}"): READ,
    ("POST", "/api/classes/{id}/versions"): PLAY,
    ("GET", "/api/studies"): READ,
    ("GET", "/api/studies/{id}"): READ,
    ("GET", "/api/studies/{id}/engine"): ("play",),
    ("GET", "/api/studies/{id}/file"): READ,
    ("GET", "/api/studies/{id}/position"): READ,
    ("GET", "/api/studies/{id}/record"): READ,
    ("GET", "/api/studies/{id}/record.json"): READ,
    ("GET", "/api/studies/{id}/record.txt"): READ,
    ("POST", "/api/studies"): PLAY,
    ("POST", "/api/studies/{id}/copy"): PLAY,
    ("POST", "/api/studies/{id}/delete"): PLAY,
    ("POST", "/api/studies/{id}/moves"): PLAY,
    ("POST", "/api/studies/{id}/notes"): PLAY,
    ("POST", "/api/studies/{id}/promote"): PLAY,
    ("POST", "/api/studies/{id}/prune"): PLAY,
    ("POST", "/api/studies/{id}/settings"): PLAY,
    ("GET", "/api/catalogue"): ANY,
    ("GET", "/api/time-controls"): ANY,
    ("GET", "/api/limits"): ANY,
    ("GET", "/api/announcement"): ANY,
    ("GET", "/api/descriptions/{game}"): ANY,
    ("GET", "/api/descriptions/{game}/start"): ANY,
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

    >>> needed("GET", "/api/games/{id:str}")
    ('read', 'play', 'bot')
    """
    return TABLE.get((method, path.replace(":str", "")), ())


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
