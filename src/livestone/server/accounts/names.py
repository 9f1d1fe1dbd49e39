"""Names: which are allowed, and which look alike."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from string import digits

from livestone.errors import BadField
from livestone.languages.words import t
from livestone.names import latin, skeleton, trimmed

LEAST, MOST = 2, 20
# Letters that Unicode does not take apart.
_SPELT = {"ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "œ": "oe", "þ": "th", "ð": "d"}
# What can be told apart in no typeface, or only by a close look: all become one.
_ALIKE = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"), ("i", "l"), ("5", "s"))
_RESERVED = (
    *("admin", "administrator", "anonymous", "bot", "bots", "computer", "deleted", "engine"),
    *("deletedplayer", "everybody", "friend", "guest", "help", "house", "livestone", "me"),
    *("mod", "moderator", "nobody", "null", "official", "operator", "owner", "player", "root"),
    *("server", "somebody", "staff", "support", "system", "undefined", "you"),
)
# What its bots are called, with any number after it.
_HOUSE = ("bot", "botlevel", "house", "housebot", "housebots", "level", "levelbot", "lvl")
# What the server's own people are called. The first may begin and end no name, the others may be no
# word of one ("Mod-Bob", "SystemTeam7").
_STAFF_ENDS = ("admin", "moderator", "livestone")
_STAFF_WORDS = ("mod", "mods", "staff", "system", "sysop", "operator", "official", "support")
# Digits that are read as letters where they stand between letters.
_DIGITS = str.maketrans("3478", "eatb")
_NUMBERED = re.compile("[-_ ]*[0-9]+$")
_WORDS = re.compile(r"[-_]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def check(name: str) -> str:
    """Return an allowed name, without blanks around it. Raises BadField, saying what is wrong.

    >>> check(" Zoë_7")
    'Zoë_7'
    """
    name = trimmed(name)
    problem = _problem(name)
    if problem:
        raise BadField("name", problem)
    return name


def _problem(name: str) -> str:
    """Return what is wrong with a name; empty if nothing is."""
    shown, n = repr(name), len(name)
    if not LEAST <= n <= MOST:
        return t("a name has {least} to {most} characters, not {n}", least=LEAST, most=MOST, n=n)
    if unicodedata.normalize("NFKC", name) != name:
        return t("the name {name} is written with unusual characters", name=shown)
    for character in name:
        if character.isspace():
            return t("a name has letters of the Latin alphabet, digits, - and _, but no spaces")
        if not (character in "-_" or _plain(character).isalnum()):
            return t(
                "a name has letters of the Latin alphabet, digits, - and _, but not {character}",
                character=repr(character),
            )
    if not _plain(name[0]).isalpha():
        return t("a name begins with a letter, not with {letter}", letter=repr(name[0]))
    if key(name) in RESERVED:
        return t("the name {name} is kept for the server: choose another", name=shown)
    return why_reserved(name)


def why_reserved(name: str) -> str:
    """Return why a name in any script may be taken for the server's own; empty if it may not."""
    shown, read = repr(name), latin(name)
    if _is_like_staff(read):
        return t(
            "the name {name} looks like one of this server's staff: choose another", name=shown
        )
    if skeleton(_NUMBERED.sub("", read)) in _HOUSE_LOOKS:
        return t("the name {name} looks like one of this server's bots: choose another", name=shown)
    return ""


def key(name: str) -> str:
    """Return a key that is the same for names that look alike.

    >>> key("Ada") == key("ADA") == key("a-d_a"), key("Mila") == key("rnlla") == key("M1la")
    (True, True)
    """
    plain = "".join(_plain(character) for character in name.casefold() if character not in "-_")
    for one, other in _ALIKE:
        plain = plain.replace(one, other)
    return plain or name.casefold()


def retired(name_key: str) -> str:
    return hashlib.sha256(f"name {name_key}".encode()).hexdigest()


def _is_like_staff(name: str) -> bool:
    whole = _read_as_letters(name.rstrip(digits))
    if whole.startswith(_ENDS) or whole.endswith(_ENDS):
        return True
    bare = "".join(part for part in unicodedata.normalize("NFD", name) if part.isascii())
    words = (word for word in _WORDS.split(bare) if word)
    return any(_read_as_letters(word.rstrip(digits)) in _NO_WORDS for word in words)


def _read_as_letters(text: str) -> str:
    return key(text).translate(_DIGITS).replace("cl", "d") if text else ""


def _plain(character: str) -> str:
    """The ASCII letters that a Latin letter is made from; empty for any other character."""
    low = character.lower()
    if low in _SPELT:
        return _SPELT[low]
    bare = "".join(
        part for part in unicodedata.normalize("NFD", low) if unicodedata.category(part) != "Mn"
    )
    return bare if bare.isascii() else ""


RESERVED = frozenset(key(name) for name in _RESERVED)
_ENDS = tuple(_read_as_letters(word) for word in _STAFF_ENDS)
_HOUSE_LOOKS = frozenset(skeleton(word) for word in _HOUSE)
_NO_WORDS = frozenset(_read_as_letters(word) for word in _STAFF_WORDS)
