"""The gettext files have all texts of the sources, and the languages have all of their texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from babel.messages import Catalog
from babel.messages.catalog import Message
from tests.docs.scripts import load_script

from livestone.errors import NotFound
from livestone.languages.catalogue import (
    FOLDER,
    LANGUAGES,
    NAME,
    TEMPLATE,
    Language,
    exported,
)

SCRIPT = load_script("languages")
read = SCRIPT.read
FILES = sorted({language.file for language in LANGUAGES})
PLACE = re.compile(r"\{\w+\}")


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def ids(catalogue: Catalog) -> set[tuple[str, ...]]:
    return {forms(message.id) for message in messages(catalogue)}


def test_the_template_is_what_the_sources_say() -> None:
    assert ids(read(TEMPLATE)) == ids(SCRIPT.collected()), "run `make languages`"


def test_a_text_is_collected_wherever_it_stands() -> None:
    source = """
      `${t("and")}`;
      t("Moves: {moves}", { moves: tn("{n} move", "{n} moves", count) });
      print(
        t(
          "He said \\"no\\".",
        ),
      );
      at("no text"); t(name);
    """
    found = ["and", "Moves: {moves}", ("{n} move", "{n} moves"), 'He said "no".']
    assert list(SCRIPT.texts_in(source)) == found


def test_every_text_is_in_double_quotes_as_one_string() -> None:
    other = re.compile(r"""(?<![.\w])tn?\(\s*(?:['`]|"(?:[^"\\]|\\.)*"\s*\+)""")
    for path in (SCRIPT.ROOT / "js").glob("*/**/*.js"):
        assert not other.search(path.read_text("utf-8")), path


@pytest.mark.parametrize("file", FILES)
def test_a_language_has_every_text(file: str) -> None:
    catalogue = read(FOLDER / file)
    assert ids(catalogue) == ids(read(TEMPLATE)), "run `make languages`"
    for message in messages(catalogue):
        assert all(forms(message.string)), f"not translated: {message.id}"
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("file", FILES)
def test_a_translation_has_the_places_of_its_text(file: str) -> None:
    for message in messages(read(FOLDER / file)):
        (places,) = {frozenset(PLACE.findall(form)) for form in forms(message.id)}
        for form in forms(message.string):
            assert set(PLACE.findall(form)) == places, form
            assert "{" not in PLACE.sub("", form), form


@pytest.mark.parametrize("file", FILES)
def test_names_are_the_same_in_every_language(file: str) -> None:
    names = [message for message in messages(read(FOLDER / file)) if NAME in message.auto_comments]
    assert {"Freedom", "Not Made in Germany", "X"} <= {message.id for message in names}
    for message in names:
        assert message.string == message.id


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.tag)
def test_pages_get_each_text_and_each_form_of_a_number(language: Language) -> None:
    found = exported(language.tag)
    assert found["plurals"] == list(language.forms)
    assert read(FOLDER / language.file).num_plurals == len(language.forms)
    expected = {forms(message.id)[0]: message for message in messages(read(TEMPLATE))}
    texts: Mapping[str, str | list[str]] = found["texts"]
    assert texts.keys() == expected.keys()
    for text, translation in texts.items():
        counted = isinstance(expected[text].id, tuple)
        assert isinstance(translation, list) == counted
        assert len(forms(translation)) == (len(language.forms) if counted else 1)


def test_a_language_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(NotFound, match=r"there is no language 'sr': choose sr-Latn, sr-Cyrl"):
        exported("sr")
