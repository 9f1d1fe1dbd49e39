from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from livestone.boards import Piece
from livestone.draw.shapes import SHAPES, words


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_well_formed_and_fits_its_cell(name: str) -> None:
    form = SHAPES[name]
    ElementTree.fromstring(f"<g>{form.svg}</g>")
    assert "style" not in form.svg
    assert max(abs(float(value)) for value in re.findall(r"-?\d+(?:\.\d+)?", form.svg)) <= 84
    assert abs(form.middle) + form.rim <= 40
    assert form.mark <= form.rim


def test_shapes_differ_in_plain_text() -> None:
    glyphs = [glyph for form in SHAPES.values() for glyph in {form.filled, form.hollow} if glyph]
    assert len(set(glyphs)) == len(glyphs)


def test_words() -> None:
    assert words(Piece("black", "b", colour="black")) == "black stone"
    assert words(Piece("red", "r", "ring", "red")) == "red ring"
    assert words(Piece("courier", "c", "triangle", "red")) == "courier"
