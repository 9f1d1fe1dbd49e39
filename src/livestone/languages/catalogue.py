"""Catalogues of texts: what the interface says, by the English text, in another language.

The gettext files lie beside this module: ``livestone.pot`` has all texts there are, ``sr_Latn.po``
their translations. Serbian in Cyrillic letters is made from that in Latin ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from livestone.errors import NotFound
from livestone.languages.cyrillic import cyrillic

if TYPE_CHECKING:
    from babel.messages import Catalog

FOLDER = Path(__file__).parent
TEMPLATE = FOLDER / "livestone.pot"
# What a gettext file says of a title, and of a letter that stands on pieces.
NAME = "A name: it is the same in every language."


@dataclass(frozen=True)
class Language:
    """A language: its tag, its own name, its gettext file, and the forms that numbers take.

    ``forms`` are the names that Unicode gives them, in the file's order. ``letters`` turns the
    file's texts into this language's letters.
    """

    tag: str
    name: str
    file: str
    forms: tuple[str, ...]
    letters: Callable[[str], str] = str


LANGUAGES = (
    Language("sr-Latn", "Srpski", "sr_Latn.po", ("one", "few", "other")),
    Language("sr-Cyrl", "Српски", "sr_Latn.po", ("one", "few", "other"), cyrillic),
)


def exported(tag: str) -> dict[str, Any]:
    """Return a language as pages read it: ``texts`` by the English ones, and forms of ``plurals``.

    A text is a string, or a list of its forms. Texts without a translation are left out. Raises
    NotFound.
    """
    language = next((one for one in LANGUAGES if one.tag == tag), None)
    if language is None:
        tags = ", ".join(one.tag for one in LANGUAGES)
        raise NotFound(f"there is no language {tag!r}: choose {tags}")
    texts = dict(_translated(read(FOLDER / language.file), language.letters))
    return {"texts": texts, "plurals": list(language.forms)}


def read(path: Path) -> Catalog:
    """Read a gettext file."""
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def _translated(
    catalogue: Catalog, letters: Callable[[str], str]
) -> Iterator[tuple[str, str | list[str]]]:
    for message in catalogue:
        if not message.id or message.fuzzy or not message.string:
            continue
        if isinstance(message.id, str):
            text = str(message.string)
            yield message.id, text if NAME in message.auto_comments else letters(text)
        elif all(message.string):
            yield message.id[0], [letters(form) for form in message.string]
