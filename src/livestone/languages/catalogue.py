"""Catalogues of texts: what the interface says, by the English text, in another language.

The gettext files lie beside this module: ``livestone.pot`` has all texts there are, ``sr_Latn.po``
their translations. Serbian in Cyrillic letters is made from that in Latin ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from livestone.errors import NotFound
from livestone.languages.cyrillic import cyrillic

FOLDER = Path(__file__).parent
TEMPLATE = FOLDER / "livestone.pot"
# What a gettext file says of a title, and of a letter that stands on pieces.
NAME = "A name: it is the same in every language."
_PART = re.compile(r'^(msgid|msgid_plural|msgstr(?:\[\d\])?) ((?:".*"\n?)+)', re.MULTILINE)


def _slavic(n: int) -> int:
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


@dataclass(frozen=True)
class Language:
    """A language: its tag, its own name, its gettext file, and the forms that numbers take.

    ``forms`` are the names that Unicode gives them, in the file's order; ``form`` is the place
    there of a number's. ``letters`` turns the file's texts into this language's letters.
    """

    tag: str
    name: str
    file: str
    forms: tuple[str, ...]
    form: Callable[[int], int]
    letters: Callable[[str], str] = str


LANGUAGES = (
    Language("sr-Latn", "Srpski", "sr_Latn.po", ("one", "few", "other"), _slavic),
    Language("sr-Cyrl", "Српски", "sr_Latn.po", ("one", "few", "other"), _slavic, cyrillic),
)


def exported(tag: str) -> dict[str, Any]:
    """Return a language as scripts read it: ``texts`` by the English ones, forms of ``plurals``.

    Raises NotFound.
    """
    language = next((one for one in LANGUAGES if one.tag == tag), None)
    if language is None:
        tags = ", ".join(one.tag for one in LANGUAGES)
        raise NotFound(f"there is no language {tag!r}: choose {tags}")
    return {"texts": translations(language), "plurals": list(language.forms)}


def translations(language: Language) -> dict[str, str | list[str]]:
    """Return a language's texts by the English ones: a string, or a list of its forms.

    Texts without a translation are left out.
    """
    found: dict[str, str | list[str]] = {}
    for entry in (FOLDER / language.file).read_text("utf-8").strip().split("\n\n")[1:]:
        parts = {
            name: "".join(map(json.loads, lines.splitlines()))
            for name, lines in _PART.findall(entry)
        }
        forms = [text for name, text in parts.items() if name.startswith("msgstr")]
        if not all(forms) or "\n#, fuzzy" in entry:
            continue
        said = forms if NAME in entry else [language.letters(form) for form in forms]
        found[parts["msgid"]] = said if "msgid_plural" in parts else said[0]
    return found
