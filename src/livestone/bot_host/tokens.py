"""The file of tokens that house bots log in with: a line ``LEVEL TOKEN`` for each."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from livestone.errors import BadRequest
from livestone.play.levels import LEVELS

VARIABLE = "LIVESTONE_HOUSE_TOKENS"
COMMENT = "#"


@dataclass(frozen=True)
class BotToken:
    """The token that a bot logs in with, and the level it plays at."""

    level: int
    token: str

    def __repr__(self) -> str:
        return f"BotToken(level={self.level}, token=...)"


def write(tokens: Sequence[tuple[BotToken, str]]) -> str:
    """Return the text of a file of tokens, each with the name of its bot.

    >>> write([(BotToken(3, "ls_x"), "House-3")]).splitlines()[-1]
    '3 ls_x # House-3'
    """
    about = f"{COMMENT} Tokens of house bots, for 'livestone house': as good as passwords.\n"
    return about + "".join(
        f"{token.level} {token.token} {COMMENT} {name}\n" for token, name in tokens
    )


def read(text: str, levels: Sequence[int] = ()) -> list[BotToken]:
    """Return the tokens in a text, those of ``levels`` if any are given. Raises BadRequest.

    >>> read("# mine\\n7 ls_abc # Lena\\n")
    [BotToken(level=7, token=...)]
    """
    found: list[BotToken] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition(COMMENT)[0].split()
        if not words:
            continue
        # The line is not quoted: it may be a secret.
        if len(words) != 2 or not words[0].isdecimal() or not words[1].isascii():
            raise BadRequest(f"line {number} of the tokens is not 'LEVEL TOKEN', as in '4 ls_...'")
        level = int(words[0][:4])
        if not 1 <= level <= len(LEVELS):
            raise BadRequest(f"line {number} of the tokens: no level is {level}: say 1 to 10")
        found.append(BotToken(level, words[1]))
    missing = sorted(set(levels) - {token.level for token in found})
    if missing:
        raise BadRequest(f"there is no token for level {missing[0]}: its line would begin with it")
    chosen = [token for token in found if not levels or token.level in levels]
    if not chosen:
        raise BadRequest("there are no tokens: give a file of lines 'LEVEL TOKEN'")
    if len({token.token for token in chosen}) < len(chosen):
        raise BadRequest("a token is there twice: each bot has its own, and one level")
    return chosen


def load(
    file: Path | None, environment: Mapping[str, str], levels: Sequence[int] = ()
) -> list[BotToken]:
    """Return the tokens of a file, or of the environment without one. Raises BadRequest."""
    if file is None:
        if not environment.get(VARIABLE):
            raise BadRequest(
                f"there are no tokens to log in with: give --tokens FILE, or {VARIABLE}; "
                "'livestone admin house FILE' makes the file on the server's machine"
            )
        # Lines, or commas where a line's end is hard to write.
        return read(environment[VARIABLE].replace(",", "\n"), levels)
    try:
        return read(file.read_text("utf-8"), levels)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise BadRequest(f"the tokens in {str(file)!r} cannot be read: {why}") from None


def save(file: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all. Raises BadRequest."""
    beside = file.with_name(file.name + ".part")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            os.fchmod(out.fileno(), 0o600)
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    except OSError as error:
        raise BadRequest(f"{str(file)!r} cannot be written: {error.strerror}") from error
