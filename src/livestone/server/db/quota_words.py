"""What is said of quotas that are full."""

from __future__ import annotations

from livestone.languages.words import mark, t, tn

MEGABYTE = 1_000_000

# Who keeps too much.
ALL_GUESTS = mark("all guests together keep")
ADDRESS = mark("guests and new accounts at one address keep")
ADDRESS_ALL = mark("everybody at one address keeps")
GUEST = mark("a guest keeps")
NEW_ACCOUNT = mark("a new account keeps")
ACCOUNT = mark("an account keeps")
STORE = mark("everybody together keeps")
# What they can do.
ASK = mark("ask the operator of this server for more")
REGISTER = mark("log in, or register, to keep more")
WAIT = mark("wait some days, after which the account may keep more")
LOG_IN = mark("log in, or register, to go on; or come back when old games have expired")
DISK = mark(
    "the disk of this server is almost full, so nothing new is kept; games that were begun go on"
)
OWN_BOT_GAMES = mark(
    "you have {most} games with bots that go on, as many as you may: finish or resign one first"
)
ADDRESS_BOT_GAMES = mark(
    "{most} games with bots go on that were begun from your address, as many as there may be: "
    "finish or resign one first"
)


def full(name: str, number: int, who: str, remedy: str) -> str:
    """Say that there are ``number`` games, studies or bytes, by ``name``, and no room for more."""
    who, remedy = t(who), t(remedy)
    if name == "games":
        return tn(
            "{who} at most {n} games here, and that is full: {remedy}",
            "{who} at most {n} games here, and that is full: {remedy}",
            number,
            who=who,
            remedy=remedy,
        )
    remedy = t("delete studies that you do not need; or {remedy}", remedy=remedy)
    if name == "studies":
        return tn(
            "{who} at most {n} studies here, and that is full: {remedy}",
            "{who} at most {n} studies here, and that is full: {remedy}",
            number,
            who=who,
            remedy=remedy,
        )
    return t(
        "{who} at most {size} MB of games, studies and talk here, and that is full: {remedy}",
        who=who,
        size=f"{number / MEGABYTE:g}",
        remedy=remedy,
    )
