"""Accounts: what the API says of people, their sessions, tokens, bots and ratings."""

from __future__ import annotations

from msgspec import Struct

from livestone.api.studies import StudyLine


class Account(Struct, frozen=True):
    """One's own account; a guest has another, much shorter answer: see :class:`Guest`.

    ``since`` is the time of registration, ``codes_left`` the number of unused recovery codes.
    ``mails`` says whether the server sends e-mail, ``staff`` whether one is on the staff. An
    account is deleted after ``expires`` days without a visit; 0 is never. ``device_games`` is a
    name for whose games on devices are kept here; empty: nobody's.
    """

    name: str | None
    bot: bool = False
    email: str | None = None
    email_proved: bool = False
    mail_turns: bool = False
    accepts_bots: bool = True
    since: float = 0.0
    codes_left: int = 0
    mails: bool = False
    staff: bool = False
    expires: int = 0
    device_games: str = ""


class Guest(Struct, frozen=True, omit_defaults=True):
    """The account of a guest, who has none; ``device_games`` as in :class:`Account`."""

    name: None
    device_games: str = ""


class AccountName(Struct, frozen=True):
    """Who one is now: ``name`` is None for a guest."""

    name: str | None


class Registered(Struct, frozen=True):
    """A new account, and its recovery codes, which are shown only now."""

    name: str
    codes: list[str]


class Recovered(Struct, frozen=True):
    """An account with a new password, and how many sessions and tokens have ended by that."""

    name: str
    sessions_ended: int
    tokens_revoked: int


class RecoveryCodes(Struct, frozen=True):
    """New recovery codes, which are shown only now."""

    codes: list[str]


class PasswordChanged(Struct, frozen=True):
    """The password was changed."""

    changed: bool = True


class LoginSession(Struct, frozen=True):
    """A browser or program that is logged in; ``here`` is the one that asks."""

    id: str
    device: str
    created: float
    seen: float
    here: bool


class ApiToken(Struct, frozen=True):
    """A token for a program: ``bot`` is the name of the bot it is for, None for oneself."""

    id: str
    label: str
    scopes: list[str]
    bot: str | None
    created: float
    seen: float | None


class NewApiToken(ApiToken, frozen=True):
    """A new token; ``token`` is its text, which is shown only now."""

    token: str


class RevokedToken(Struct, frozen=True):
    """The id of a token that was revoked."""

    revoked: str


class FreeplayToken(Struct, frozen=True):
    """A new token of the line protocol, which is shown only now."""

    name: str
    token: str


class BotLease(Struct, frozen=True):
    """Whether the program that asks plays for the account (``mine``).

    Whichever does, holds the lease for so many ``seconds`` more.
    """

    mine: bool
    seconds: float


class ProfileRating(Struct, frozen=True):
    """A person's rating at a game; ``certain`` says that it is more than a guess."""

    game: str
    rating: int
    deviation: int
    certain: bool
    wins: int
    draws: int
    losses: int


class ProfileGame(Struct, frozen=True):
    """A finished game against others with accounts.

    ``id`` is None for a game that is not public, unless the profile is one's own. ``won`` is None
    for a draw or no result.
    """

    id: str | None
    game: str
    others: list[str]
    result: str
    won: bool | None
    ended: float


class Profile(Struct, frozen=True):
    """What everybody may see of a person; ``since`` is a date, as in ``2026-05-01``."""

    name: str
    bot: bool
    owner: str | None
    bots: list[str]
    since: str
    accepts_bots: bool
    ratings: list[ProfileRating]
    games: list[ProfileGame]
    studies: list[StudyLine]


class SeatRating(Struct, frozen=True):
    """A player's rating before a game, and now; the same where the game has not changed it."""

    before: int
    now: int
