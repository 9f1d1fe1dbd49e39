"""``livestone book`` on a small board: it makes a book, goes on with it, and refuses."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Call

from livestone.games import load
from livestone.play.book import Book

SMALL = "book freedom --option size=4 --nodes 200 --plies 4"


def test_it_is_made_and_goes_on(tmp_path: Path, call: Call) -> None:
    out = tmp_path / "four.jsonl"
    assert call(f"{SMALL} --positions 2 --out", out).out == f"{out}: 2 positions, 1 plies deep\n"
    call(f"{SMALL} --positions 4 --out", out)
    book = Book.read(load("freedom", size=4), out.read_text("utf-8"))
    assert len(book.entries) == 4
    assert book.plan.plies == 4
    assert "is a book made otherwise" in call(f"{SMALL} --lines 2 --out", out, code=2).err
