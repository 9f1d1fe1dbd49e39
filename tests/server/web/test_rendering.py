"""What pages say to people is what they say elsewhere too."""

from __future__ import annotations

import re
from pathlib import Path

import livestone

OLD = re.compile(r"By lot\b|By post\b|Look into your mail|This is somebody else's")


def test_no_page_has_a_phrase_that_nobody_uses() -> None:
    files = Path(livestone.__file__).parent.rglob("*")
    pages = [file for file in files if file.suffix in (".html", ".js", ".py")]
    assert len(pages) > 400
    assert [file.name for file in pages if OLD.search(file.read_text("utf-8"))] == []
