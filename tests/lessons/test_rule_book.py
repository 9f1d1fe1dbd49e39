"""The rule book: out of docstrings, onto a page."""

from __future__ import annotations

import re
import sys
from types import ModuleType

import pytest
from tests.games.twins import Twins

from livestone.core.game import Game
from livestone.lessons.markup import inline, paragraphs
from livestone.lessons.page import drawer, rules_page
from livestone.lessons.rule_book import rule_book

FAMILY = """A family of games.

Goal
    Be first.

Your turn
    Move.

How it ends
    At last.

Sources and rulings
    A book.
"""
MEMBER = """The second game.

    It has more, and this is no heading.

Goal
    Be second.

Captures
    None.

Sources and rulings
    ... And a letter.
"""


@pytest.fixture
def member(monkeypatch: pytest.MonkeyPatch) -> type[Game]:
    """A game whose file holds several."""
    module = ModuleType("family", FAMILY)
    monkeypatch.setitem(sys.modules, "family", module)
    return type("Member", (Twins,), {"__doc__": MEMBER, "__module__": "family"})


def test_a_game_of_several_in_a_file_says_what_differs(member: type[Game]) -> None:
    book = rule_book(member)
    assert [*book] == ["Goal", "Your turn", "Captures", "How it ends", "Sources and rulings"]
    assert book["Goal"] == "Be second."
    assert book["Sources and rulings"] == "A book.\n\nAnd a letter."


def test_text_is_laid_out() -> None:
    assert inline("*live* & ``a1``") == "<em>live</em> &amp; <code>a1</code>"
    assert paragraphs("One\ntwo.\n\nThree.") == "<p>One two.</p>\n<p>Three.</p>"
    assert paragraphs("    . x\n    x .") == "<pre>. x\nx .</pre>"
    assert paragraphs("``size``   4 to\n           16.") == (
        "<dl><dt><code>size</code></dt><dd>4 to 16.</dd></dl>"
    )


def test_a_game_without_diagrams_has_a_picture_all_the_same() -> None:
    assert rules_page(Twins).count("<figure") == 1
    assert drawer(Twins).count("<figure") == 1


def test_boards_that_come_again_are_drawn_once() -> None:
    from livestone.games import find

    page = rules_page(find("koerier"))
    assert page.count('class="frame"') == 1
    assert page.count("<use ") == page.count("<svg ") - 1 >= 6
    assert {*re.findall(r'<use href="#([^"]+)"', page)} == {"rules-ground-0"}
