"""Signs drawn on boards: told apart by form, out of the way of clicks, and said in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from livestone.boards import square
from livestone.draw import svg
from livestone.draw.scene import Scene
from livestone.draw.signs import FORMS, Sign

BOARD = square(4)


def groups(*signs: Sign) -> list[str]:
    picture = svg.draw(Scene(BOARD, signs=signs), interactive=True)
    ElementTree.fromstring(picture)
    found = picture.partition('<g class="signs" pointer-events="none">')[2]
    return re.findall(r'<g class="[a-z]+".*?</g>', found)


def test_signs_on_sites_have_a_form_each() -> None:
    drawn = groups(*(Sign(colour, 5) for colour in FORMS))
    assert len({re.sub("green|red|blue|yellow", "", one) for one in drawn}) == len(FORMS)
    assert len({re.findall('translate[^"]*', one)[0] for one in drawn}) == 1


def test_an_arrow_leads_from_site_to_site() -> None:
    (there,) = groups(Sign("red", BOARD.site["a1"], BOARD.site["d1"]))
    shaft = re.findall(r'class="ink shaft" d="M(\S+) (\S+)L(\S+) (\S+)"', there)[0]
    x, y, to_x, to_y = map(float, shaft)
    assert y == to_y
    assert 240 < to_x - x < 300
    (back,) = groups(Sign("red", BOARD.site["d1"], BOARD.site["a1"]))
    assert back != there


def test_nothing_is_drawn_where_nothing_is() -> None:
    assert "signs" not in svg.draw(Scene(BOARD), standalone=False)


def test_a_sites_words_tell_of_its_signs() -> None:
    scene = Scene(BOARD, signs=(Sign("red", 0, words="red cross on a1"),))
    assert "red cross on a1" in svg.label(scene, 0)
    assert "cross" not in svg.label(scene, 1)
