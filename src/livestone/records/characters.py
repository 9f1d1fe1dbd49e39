"""What characters a record may have in its texts, and JSON that is read strictly."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from livestone.errors import BadRecord

_WORD = re.compile("[a-z][a-z0-9_-]*")


def check_characters(text: str, line: int | None = None) -> None:
    """Refuse what is no text: control characters and halves of characters. Raises BadRecord."""
    if text.isprintable():
        return
    for found in text:
        if unicodedata.category(found) in ("Cc", "Cs") and found not in "\n\t":
            raise BadRecord(f"the character U+{ord(found):04X} does not belong in a text", line)


def check_word(what: str, word: str, line: int | None = None) -> None:
    """Refuse a text that names nothing. Raises BadRecord."""
    if _WORD.fullmatch(word) is None:
        raise BadRecord(
            f"{shortened(word)} cannot name {what}: write a lower-case letter, then lower-case "
            "letters, digits, - or _",
            line,
        )


def shortened(text: str) -> str:
    """A text as an error quotes it."""
    return repr(text if len(text) <= 60 else text[:57] + "...")


def check_line(text: str) -> None:
    """Refuse what does not fit on one line. Raises BadRecord."""
    check_characters(text)
    if text != text.strip() or "\n" in text:
        raise BadRecord(f"{text[:40]!r} has spaces around it or more than one line")


def decoded(text: str) -> object:
    """What a text of JSON says. Raises BadRecord, for a name that is given twice too."""
    try:
        return json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise BadRecord(f"this is no JSON: {error.msg}", error.lineno) from None
    except RecursionError:
        raise BadRecord("this JSON is nested too deep to be a game record") from None
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(f"this is no JSON: {error}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadRecord(f"{name[:40]!r} is given twice")
        found[name] = value
    return found
