"""Every line of a page that looks like a row of a table is one when the page is rendered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_tables_are_whole(page: Path) -> None:
    lines = page.read_text("utf-8").splitlines()
    tokens = MarkdownIt("commonmark").enable("table").parse("\n".join(lines))
    places = [(token.type, range(*token.map)) for token in tokens if token.map]
    code = {at for kind, place in places if kind in ("fence", "code_block") for at in place}
    tables = [place for kind, place in places if kind == "table_open"]
    rows = {at for place in tables for at in place}
    like = {at for at, line in enumerate(lines) if line.startswith("|")}
    assert [lines[at] for at in sorted(like - rows - code)] == []
    for place in tables:
        columns = {len(re.findall(r"(?<!\\)\|", lines[at])) for at in place}
        assert len(columns) == 1, lines[place.start]
