"""What the interface says, in the language of whoever asks: English in the sources."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from livestone.languages.catalogue import LANGUAGES, translations

ENGLISH = "en"
TAGS = {one.tag.lower(): one.tag for one in LANGUAGES} | {ENGLISH: ENGLISH}
# What a tag leaves out is what is most likely.
_LIKELY = {"sr": "sr-Cyrl", "sr-me": "sr-Latn"}
_PLACE = re.compile(r"\{(\w+)\}")

# The language of the page that is being made.
language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@contextmanager
def speaking(tag: str) -> Iterator[None]:
    """Have texts be in this language meanwhile, and in tasks that are begun meanwhile."""
    spoken = language.set(tag)
    try:
        yield
    finally:
        language.reset(spoken)


def best_of(wanted: Iterable[str]) -> str:
    """Return the first of the wanted languages that there is, else English; regions do not matter.

    >>> best_of(["de", "sr-Latn-RS", "en"]), best_of(["sr-RS"]), best_of(["fr"])
    ('sr-Latn', 'sr-Cyrl', 'en')
    """
    for tag in wanted:
        parts = tag.strip().lower().split("-")
        shorter = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
        found = next((one for one in shorter if one in TAGS or one in _LIKELY), None)
        if found is not None:
            return TAGS.get(found) or _LIKELY[found]
    return ENGLISH


def accepted(header: str) -> list[str]:
    """Return the languages of an ``Accept-Language`` header, the most wanted first.

    >>> accepted("en;q=0.5, sr-Latn, de;q=no")
    ['sr-Latn', 'en', 'de']
    """
    return [tag for tag, _ in sorted(map(_ranked, header.split(",")), key=lambda one: -one[1])]


def _ranked(part: str) -> tuple[str, float]:
    tag, _, rank = part.partition(";")
    found = re.fullmatch(r"\s*q=([01](?:\.\d{1,3})?)\s*", rank, re.ASCII)
    return tag.strip(), float(found[1]) if found else float(not rank)


def t(text: str, /, **values: object) -> str:
    """Return a text in the language of the page, its places such as ``{name}`` filled."""
    found = _texts(language.get()).get(text)
    return _filled(found if isinstance(found, str) else text, values)


def tn(one: str, many: str, n: int, /, **values: object) -> str:
    """Return a text that depends on a number, which fills its place ``{n}``."""
    found = _texts(language.get()).get(one)
    english = one if n == 1 else many
    text = found[_form(language.get(), n)] if isinstance(found, list) else english
    return _filled(text, {"n": n, **values})


def mark(text: str) -> str:
    """Return a text as it is, for translators to find: ``t`` translates it where it is shown."""
    return text


@cache
def _texts(tag: str) -> Mapping[str, str | list[str]]:
    return next((translations(one) for one in LANGUAGES if one.tag == tag), {})


def _form(tag: str, n: int) -> int:
    return next(one.form(n) for one in LANGUAGES if one.tag == tag)


def _filled(text: str, values: Mapping[str, object]) -> str:
    return _PLACE.sub(lambda place: str(values.get(place[1], place[0])), text) if values else text
