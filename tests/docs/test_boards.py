"""Every game's board is shown in the docs."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.games import SHIPPED

from livestone.draw.zones import LOOKS
from livestone.games import catalogue

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("id", SHIPPED)
def test_every_board_has_its_picture(id: str) -> None:
    page = (DOCS / "boards.md").read_text(encoding="utf-8")
    assert f"(images/boards/{id}.svg)" in page
    assert f"## {catalogue()[id].title}\n" in page
    ElementTree.parse(DOCS / "images" / "boards" / f"{id}.svg")


def test_every_look_is_explained() -> None:
    page = (DOCS / "boards.md").read_text(encoding="utf-8")
    assert [name for name in LOOKS if name and f"| `{name}` |" not in page] == []
