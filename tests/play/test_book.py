"""Opening books: made best line first, the same when resumed, found in any mirror."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import tests.games  # noqa: F401  (registers its games)

from livestone.core.state import State
from livestone.core.symmetry import canonical
from livestone.errors import BadRequest
from livestone.games import load
from livestone.play import book as books
from livestone.play.book import Book, Entry, Plan
from livestone.play.bookmaker import Bookmaker
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS
from livestone.search.report import Line

GAME = load("freedom", size=4)
PLAN = Plan(nodes=300, lines=3, margin=2.0, plies=4)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("book") / "four.jsonl"
    Bookmaker(GAME, PLAN, file).make(9)
    return file


def test_a_book_stands_in_its_file(made: Path) -> None:
    book = Book.read(GAME, made.read_text("utf-8"))
    assert len(book.entries) == 9
    head, *lines = (json.loads(line) for line in made.read_text("utf-8").splitlines())
    assert (head["format"], head["game"], head["nodes"]) == ("livestone-book", "freedom", 300)
    assert [line["ply"] for line in lines] == sorted(line["ply"] for line in lines)
    for text, entry in book.entries.items():
        state = State.read(GAME, text)
        assert entry.mover == state.mover
        assert set(entry.values) <= set(state.legal_texts)
        assert 1 <= len(entry.values) <= PLAN.lines


def test_a_stopped_run_goes_on_to_the_same_book(made: Path, tmp_path: Path) -> None:
    file = tmp_path / "again.jsonl"
    told: list[int] = []
    maker = Bookmaker(GAME, PLAN, file)
    maker.make(9, lambda done, total: told.append(done), lambda: told[-1:] == [4])
    part = file.read_text("utf-8")
    assert len(part.splitlines()) == 5
    # Killed in the middle of a line:
    file.write_text(part + made.read_text("utf-8").splitlines()[-1][:20], "utf-8")
    Bookmaker(GAME, PLAN, file).make(9)
    assert file.read_text("utf-8") == made.read_text("utf-8")


def test_values_are_backed_up_from_the_ends_of_the_lines(made: Path) -> None:
    book = Book.read(GAME, made.read_text("utf-8"))
    followed = 0
    for text, entry in book.entries.items():
        for name, value in entry.backed.items():
            state = State.read(GAME, text)
            state.play(name)
            after = book.entries.get(_canonical(state))
            if after is not None:
                assert value == after.best
                followed += 1
    assert followed >= 5


def _canonical(state: State) -> str:
    """The least text of a position in all mirrors, found by placing its stones anew."""
    game, found = state.game, []
    for symmetry in game.board.symmetries:
        image = state.position.copy()
        image.cells[list(symmetry)] = state.position.cells[:16]
        last = int(state.position.last)
        image.last = symmetry[last] if last < 16 else last
        found.append(State(game, image).text)
    return min(found)


def test_a_position_is_found_in_every_mirror(made: Path) -> None:
    book = Book.read(GAME, made.read_text("utf-8"))
    best = max(book.entries["4/4/4/4 w"].values.items(), key=lambda item: item[1])
    site = GAME.board.site[best[0]]
    found = set()
    for symmetry in GAME.symmetries:
        state = State(GAME)
        state.play(symmetry[site])
        moves = book.moves(state)
        assert moves
        assert set(moves) <= set(state.legal)
        leads = list(moves.values())
        assert leads == sorted(leads)  # Black's best first
        found.add((canonical(state)[0], tuple(leads)))
    assert len(found) == 1


def test_one_of_the_best_moves_is_played_by_seed() -> None:
    book = Book(GAME, PLAN, {"4/4/4/4 w": Entry(0, 0, {"b2": 1.0, "a1": 0.98, "b1": 0.5})})
    state = State(GAME)
    played = [book.choose(state, seed) for seed in range(20)]
    assert {GAME.wording.move_text(move) for move in played if move is not None} == {"b2", "a1"}
    assert played == [book.choose(state, seed) for seed in range(20)]
    report = book.report(state, 3)
    assert report is not None
    assert report.move == played[3]
    assert sum(report.best.value) == 1
    state.play("d4")
    assert book.choose(state) is None
    assert book.report(state) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no opening book"),
        ('{"format": "other"}\n', "no opening book"),
        (books.heading(load("freedom", size=5), PLAN), "the book is for freedom with"),
        (books.heading(GAME, PLAN) + '\n{"at": 3}\n', "line 2 of the book is no position"),
        (books.heading(GAME, PLAN) + "\nsome words\n", "line 2 of the book is no position"),
    ],
)
def test_what_is_no_book_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadRequest, match=why):
        Book.read(GAME, text)


def test_the_shipped_books_are_whole() -> None:
    for kind in (GAME, load("freedom"), load("straat")):
        book = books.shipped(kind)
        if book is None:
            continue
        assert book.game == kind
        assert State(kind).text in book.entries
        assert book.choose(State(kind)) in State(kind).legal
        for text, entry in book.entries.items():
            assert set(entry.values) <= set(State.read(kind, text).legal_texts)


def test_the_strongest_level_plays_by_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book(GAME, PLAN, {"4/4/4/4 w": Entry(0, 0, {"b2": 1.0, "b1": 0.5})})
    monkeypatch.setattr(books, "shipped", lambda game: book)
    (report,) = Bot(GAME, len(LEVELS)).think(State(GAME))
    assert (GAME.wording.move_text(report.move), report.depth, report.final) == ("b2", 0, True)


def test_a_lead_is_what_the_value_is_worth() -> None:
    """Whatever the search says of points, unless it has proved them."""
    line = Line(0, (0.75, 0.25), 10, (0,), points=(9.0, 1.0))
    lead = books.lead_of(GAME, line, 12)
    assert GAME.knobs.lead_odds.chances(lead, 12).value == pytest.approx(0.75, abs=0.001)
    proved = replace(line, value=(1.0, 0.0), proved=True)
    assert books.lead_of(GAME, proved, 12) == 8.0
    assert books.lead_of(load("radius_y"), replace(line, points=None), 12) == 0.25
