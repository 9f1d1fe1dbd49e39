"""Sheets to print: what stands on them, that they are A4, and what is refused."""

from __future__ import annotations

import io
import re
import sys
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from pypdf import PdfReader

from livestone.cli.main import run
from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import ExtraMissing
from livestone.games import catalogue, load
from livestone.lessons.diagrams import diagrams
from livestone.lessons.loose_pieces import loose_pieces
from livestone.lessons.rule_book import FOLDED, GOAL, rule_book
from livestone.lessons.sheet import sheet

A4 = (210, 297)
MAX_BYTES = 160_000
SHIPPED = [kind for kind in catalogue().values() if kind.__module__.startswith("livestone.")]
# Every fifth one; all in the full tests.
KINDS = pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, id=kind.id, marks=pytest.mark.slow if number % 5 else ())
        for number, kind in enumerate(SHIPPED)
    ],
)


def letters(text: str) -> str:
    """A text without spaces and signs, which a PDF does not keep as they are, nor its accents."""
    plain = unicodedata.normalize("NFD", text.replace("-\n", ""))
    return "".join(re.findall(r"\w", plain))


@KINDS
def test_a_sheet_has_rules_board_and_pieces_on_a4(kind: type[Game]) -> None:
    content = sheet(kind())
    assert len(content) < MAX_BYTES
    told = PdfReader(io.BytesIO(content))
    assert told.metadata is not None
    assert told.metadata.title == f"How to play {kind.title}"
    pages = [letters(page.extract_text()) for page in told.pages]
    rules = "".join(pages[:-2])
    assert pages[0].startswith(letters(f"{kind.title}{kind.author}"))
    book = rule_book(kind)
    headings = [heading for heading in book if heading not in (GOAL, *FOLDED)]
    titles = [diagram.title for diagram in diagrams(kind)]
    goal = " ".join(book.get(GOAL, "").split()).replace("*", "")
    for text in (goal, *headings, *titles, *(option.label for option in kind().options)):
        assert letters(text) in rules
    assert pages[-1].startswith(letters(f"Pieces of {kind.title}"))
    for page in told.pages:
        size = sorted(round(float(side) / 72 * 25.4) for side in page.mediabox[2:])
        assert tuple(size) == A4


def test_the_same_sheet_has_the_same_bytes() -> None:
    game = load("koerier")
    assert sheet.__wrapped__(game) == sheet.__wrapped__(game)


@KINDS
def test_the_pieces_are_enough_to_begin(kind: type[Game]) -> None:
    game = kind()
    pieces = loose_pieces(game)
    needed = Counter(piece for piece in game.wording.standing(State(game).position) if piece)
    assert needed <= Counter(face for piece in pieces for face in piece)
    if not needed:
        assert len(pieces) >= len(game.board)


def test_a_piece_with_two_faces_has_both() -> None:
    pieces = [{face.name for face in piece} for piece in loose_pieces(load("straat"))]
    assert len(pieces) == 16
    assert Counter(len(faces) for faces in pieces) == {2: 16}


def test_options_are_told_and_change_the_board(tmp_path: Path) -> None:
    out = tmp_path / "small.pdf"
    assert run(("sheet", "freedom", "--option", "size=6", "--out", str(out))) == 0
    told = PdfReader(out)
    assert "Played with Board size: 6" in told.pages[0].extract_text()
    board = told.pages[-2].extract_text()
    assert "f" in board.split()
    assert "j" not in board.split()


def test_a_sheet_of_every_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = {id: kind for id, kind in catalogue().items() if id in ("freedom", "trangalla")}
    monkeypatch.setattr("livestone.games.catalogue", lambda: few)
    assert run(("sheet", "--all", "--out", str(tmp_path / "new"))) == 0
    assert {path.name for path in (tmp_path / "new").iterdir()} == {f"{id}.pdf" for id in few}
    assert capsys.readouterr().out.count(" bytes\n") == 2


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("freedom", "--out", "board.png"), "'board.png' is no PDF: end it with .pdf"),
        (("freedom", "--out", "none/board.pdf"), "there is no folder 'none'"),
        (("fredom", "--out", "board.pdf"), "did you mean 'freedom'?"),
        (("freedom", "--all", "--out", "new"), "name a game, or give --all without any --option"),
        (("--all", "--option", "size=6", "--out", "new"), "give --all without any --option"),
        (("--out", "board.pdf"), "name a game, or give --all"),
        (("--all", "--out", "file"), "'file' is no folder"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    arguments: tuple[str, ...],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    assert run(("sheet", *arguments)) == 2
    assert reason in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_without_typst_it_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(ExtraMissing, match="not installed") as error:
        sheet.__wrapped__(load("freedom"))
    assert error.value.code == "extra-missing"
    assert run(("sheet", "--all", "--out", str(tmp_path / "new"))) == 2
    assert "pip install 'livestone[sheets]'" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
