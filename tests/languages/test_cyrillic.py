"""Serbian in Cyrillic letters."""

from __future__ import annotations

import re

import pytest
from tests.docs.scripts import load_script

from livestone.languages.catalogue import FOLDER, NAME, exported
from livestone.languages.cyrillic import cyrillic

LATIN = re.compile(r"[A-Za-zđžćčšĐŽĆČŠ]+")
# What Cyrillic texts have in Latin letters: names, kinds of files, a key, keys of addresses, sites
# and letters on pieces.
KEPT = re.compile(
    r"\{\w+\}|<code>.*?</code>|<[^>]*>|`[^`]*`|„livestone [^“]*“|'\w+'|\b\d+d3?\b|10/3x30"
    r"|\bmy\.token\b|NAME(?:\.token)?|Authorization: Bearer|abcd-efgh|\bbot:\w*|\b(?:IP|UTC)\b"
    r"|\b(?:Livestone|Freedom|Freeplay|(?:Game)?Player|Python|JSON|PNG|SVG|MIT|Enter|Ctrl\+C)\b"
    r"|\b[xy]\b|\b(?:last_cell|level|seat|seats|shared|step)=|\b[IJ]\d+\b"
    r"|\b(?:енглеско|немачко|играча) [A-Z]\b"
)


def test_two_latin_letters_are_one_where_they_are_said_as_one() -> None:
    assert (
        cyrillic("Ljubav, njiva, džep; konj, ulje, budžet") == "Љубав, њива, џеп; коњ, уље, буџет"
    )
    assert cyrillic("LJUBAV NJIVA DŽEP Njegoš") == "ЉУБАВ ЊИВА ЏЕП Његош"


@pytest.mark.parametrize(
    ("latin", "expected"),
    [
        ("injekcija", "инјекција"),
        ("Konjunkcija", "Конјункција"),
        ("konjugacija", "конјугација"),
        ("Tanjug", "Танјуг"),
        ("nadživeti", "надживети"),
        ("odžaliti", "оджалити"),
        ("podžanr", "поджанр"),
        ("injekcija konja nadživljuje odžak", "инјекција коња надживљује оџак"),
    ],
)
def test_letters_that_meet_by_chance_stay_two(latin: str, expected: str) -> None:
    assert cyrillic(latin) == expected


def test_places_addresses_and_foreign_words_stay() -> None:
    text = (
        "level={level} u <b>programu</b> Livestone: igra.json, https://a.rs/igra, Ctrl+C, Windows"
    )
    expected = (
        "level={level} у <b>програму</b> Livestone: igra.json, https://a.rs/igra, Ctrl+C, Windows"
    )
    assert cyrillic(text) == expected


def test_sites_and_letters_on_pieces_stay_but_not_words_of_one_letter() -> None:
    assert (
        cyrillic("O igri: kamen na I9 i J10, englesko D") == "О игри: камен на I9 и J10, енглеско D"
    )
    assert cyrillic("U tabli. A i kamen igrača O; i X") == "У табли. А и камен играча O; и X"


def test_the_interface_has_no_other_latin_letters() -> None:
    messages = load_script("languages").read(FOLDER / "sr_Latn.po")
    names = {message.id for message in messages if NAME in message.auto_comments}
    for text, translation in exported("sr-Cyrl")["texts"].items():
        if text in names:
            assert translation == text
            continue
        for form in [translation] if isinstance(translation, str) else translation:
            assert not LATIN.search(KEPT.sub("", form)), form
