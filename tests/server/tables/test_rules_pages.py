"""The pages of games' rules: what they show, where they lead, and how they are printed."""

from __future__ import annotations

import sys
from pathlib import Path

import httpx
import pytest

from livestone.lessons.sheet import sheet


@pytest.mark.parametrize("game", ["freedom", "twins", "shuttle"])
def test_the_rules_are_the_docstring_and_a_picture_of_the_board(
    me: httpx.Client, game: str
) -> None:
    page = me.get(f"/rules/{game}")
    assert "Sources and rulings</h2>" in page.text
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="board"' in page.text
    assert "``" not in page.text
    assert f'href="/rules/{game}/sheet.pdf"' in page.text


def test_how_to_play_is_a_part_of_a_page_and_rules_can_be_printed(me: httpx.Client) -> None:
    part = me.get("/rules/freedom/drawer").text
    assert part.count("<figure") == 3
    assert "<html" not in part
    printed = me.get("/rules/shuttle/sheet.pdf")
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.content.startswith(b"%PDF-")
    for name in ("drawer", "sheet.pdf"):
        assert me.get(f"/rules/chess/{name}").status_code == 404


def test_rules_lead_to_the_lessons_and_puzzles_that_a_built_site_has(
    me: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIVESTONE_APP", "")
    for path in ("/rules/freedom", "/lobby"):
        assert "/site/" not in me.get(path).text
    games = '[{"id": "freedom", "lessons": 8, "puzzles": 0, "compiled": []}]'
    (tmp_path / "catalogue.json").write_text(f'{{"games": {games}}}')
    monkeypatch.setenv("LIVESTONE_APP", str(tmp_path))
    page = me.get("/rules/freedom").text
    assert 'href="/site/index.html#lessons?game=freedom"' in page
    assert "#puzzles?game=" not in page
    bar = me.get("/lobby").text
    for name in ("lessons", "puzzles"):
        assert f'<a class="learn" href="/site/index.html#{name}">' in bar


def test_without_typst_the_built_site_s_sheets_are_printed(
    me: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    monkeypatch.setenv("LIVESTONE_APP", "")
    sheet.cache_clear()
    assert "sheet.pdf" not in me.get("/rules/freedom").text
    refused = me.get("/rules/freedom/sheet.pdf")
    assert refused.status_code == 404
    assert "livestone[sheets]" in refused.text
    (tmp_path / "sheets").mkdir()
    (tmp_path / "catalogue.json").write_text('{"games": []}')
    (tmp_path / "sheets" / "freedom.pdf").write_bytes(b"%PDF-built")
    monkeypatch.setenv("LIVESTONE_APP", str(tmp_path))
    assert "sheet.pdf" in me.get("/rules/freedom").text
    assert me.get("/rules/freedom/sheet.pdf").content == b"%PDF-built"
