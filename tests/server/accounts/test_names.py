"""Names: who may have which, and which are one."""

from __future__ import annotations

import pytest

from livestone.errors import BadField
from livestone.names import skeleton
from livestone.server.accounts import names


@pytest.mark.parametrize(
    "name",
    [
        *("Ada", "Zoë_7", "x-y", "Łukasz", "Straße", "a" * 20),
        # Real names and words with some of the staff's in them.
        *("Falstaff", "Staffan", "Badminton", "Modesty", "Ecosystem", "Model-T", "Livia_Stone"),
    ],
)
def test_good_names(name: str) -> None:
    assert names.check(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a", "2 to 20"),
        ("a" * 21, "2 to 20"),
        ("Аda", "Latin"),  # begins with a Cyrillic letter
        ("ɑda", "Latin"),
        ("a b", "but no spaces"),
        ("a,b", "Latin"),
        ("a\u200bb", "Latin"),
        ("a\nb", "Latin"),
        ("ａda", "unusual"),
        ("7up", "begins"),
        ("-ada", "begins"),
        ("Guest", "kept"),
    ],
)
def test_bad_names(name: str, why: str) -> None:
    with pytest.raises(BadField, match=why) as caught:
        names.check(name)
    assert caught.value.field == "name"


@pytest.mark.parametrize(
    "name",
    [
        *("Admin", "admln", "Adm1n", "a-d-m-i-n", "Admin7", "Aclmin", "Àdmín", "4dmin", "BobAdmin"),
        *("the_admin2", "Administrator", "m0d3rat0r", "TheModerator", "Mod", "M0d", "Mod-Bob"),
        *("BobMod", "S-t-a-f-f", "5taff", "OurStaff", "Llvestone", "LIVEST0NE", "LivestoneTeam"),
        *("l1ve5t0ne", "Syst3m", "System-Bot", "Livest\N{LATIN SMALL LETTER O WITH STROKE}ne"),
        *("\N{CYRILLIC CAPITAL LETTER A}dmin", "m\N{GREEK SMALL LETTER OMICRON}derator"),
        *("adm\N{LATIN SMALL LETTER DOTLESS I}n", "st\N{LATIN SMALL LETTER ALPHA}ff"),
        "\N{FULLWIDTH LATIN CAPITAL LETTER A}dmin",
        # Nor for one of its bots.
        *("House-7", "H0use77", "HOUSE", "Level_3", "leve1-10", "L3vel", "Lvl9", "b0t-level-5"),
    ],
)
def test_nobody_can_be_taken_for_the_staff(name: str) -> None:
    with pytest.raises(BadField):
        names.check(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "ADA"), ("Ian", "lan"), ("O-tto", "0tto"), ("Zoe", "Zoë"), ("barn", "bam")],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert names.key(one) == names.key(other)


@pytest.mark.parametrize(
    ("name", "like"),
    [
        *(("Uuillow", "Willow"), ("W1ll0w", "Willow"), ("vv-illow", "Willow"), ("Ad4", "Ada")),
        *(("3l1sa", "Elisa"), ("Clave", "Dave"), ("5am", "Sam"), ("Ma6", "ma6")),
        ("\N{CYRILLIC CAPITAL LETTER A}\N{CYRILLIC SMALL LETTER KOMI DE}a", "Ada"),
        ("\N{MATHEMATICAL BOLD CAPITAL A}\N{LATIN SMALL LETTER D WITH STROKE}\u0251", "Ada"),
    ],
)
def test_names_that_may_be_taken_for_each_other(name: str, like: str) -> None:
    assert skeleton(name) == skeleton(like)


def test_names_that_may_not() -> None:
    numbered = ["Max", *(f"Max{number}" for number in range(30))]
    others = ["Ada", "Anna", "Ana", "Bob", "Bo", "Lucia", "Luda", "Willow", "Wilow"]
    house = [f"House-{level}" for level in range(1, 11)]
    for names_ in (numbered, others, house):
        assert len({skeleton(name) for name in names_}) == len(names_)


def test_what_is_kept_of_a_name_does_not_tell_it() -> None:
    assert "ada" not in names.retired(names.key("ada"))
    assert names.retired("ada") != names.retired("bob")
