"""Analysis: proved where it is proved, in order, the same again, and only what may be seen."""

from __future__ import annotations

import json

import pytest
from tests.positions import best_lead, random_state

from livestone.core.state import State
from livestone.games import load
from livestone.play import book as books
from livestone.play.analysis import Analysis, analyse
from livestone.play.book import Book, Entry, Plan
from livestone.search.report import Limits

GAME = load("freedom", size=4)


def last(state: State, limits: Limits, **settings: int) -> Analysis:
    *_, found = analyse(state, limits, **settings)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_solved_position_is_proved_and_right(seed: int) -> None:
    state = random_state(GAME, seed, 10)
    found = last(state, Limits(lines=20), playouts=0)
    assert len(found.lines) == len(state.legal)
    assert len({line.move for line in found.lines}) == len(found.lines)
    sign = 1 if state.mover == 0 else -1
    leads = []
    for line in found.lines:
        state.play(line.move)
        white = best_lead(state)
        state.undo()
        assert line.lead(0) == white
        assert line.source == "proved"
        assert line.chances is not None
        assert (line.chances.win, line.chances.draw) == (float(white > 0), float(white == 0))
        assert line.pv[0] == line.move
        leads.append(sign * white)
    assert leads == sorted(leads, reverse=True)


def test_while_nothing_is_proved_chances_come_from_the_lead() -> None:
    state = random_state(GAME, 1, 2)
    found = last(state, Limits(nodes=300, lines=3), playouts=0)
    assert found.depth >= 1
    assert found.final
    for line in found.lines:
        assert line.source == "estimated"
        assert line.chances is not None
        assert sum(vars(line.chances).values()) == pytest.approx(1)
        assert 0 < line.chances.loss < 1
        assert line.value[0] == pytest.approx(line.chances.value)
    values = [line.value[found.mover] for line in found.lines]
    assert values == sorted(values, reverse=True)


def test_the_same_seed_has_the_same_answer_as_json() -> None:
    state = random_state(GAME, 2, 3)
    first, again = (last(state, Limits(nodes=2000, lines=2), seed=5).as_json() for _ in range(2))
    for found in (first, again):
        del found["seconds"], found["speed"]
    assert first == again
    assert list(first) == [
        "game", "text", "ply", "mover", "depth", "nodes", "final", "lines", "survival"
    ]  # fmt: skip
    assert list(first["lines"][0]) == [
        "move", "pv", "source", "proved", "value", "points", "lead", "chances", "book",
        "visits",
    ]  # fmt: skip
    assert first["survival"]
    json.dumps(first)


def test_forced_moves_are_looked_through() -> None:
    state = next(
        state for seed in range(99) if len((state := random_state(GAME, seed, 9)).legal) == 1
    )
    found = last(state, Limits(), playouts=0)
    assert found.best.lead(0) == best_lead(state)
    assert (len(found.lines), found.best.source) == (1, "proved")


def test_stopped_at_once_it_still_ends_with_a_report() -> None:
    *_, found = analyse(random_state(GAME, 1, 1), Limits(), stop=lambda: True, playouts=0)
    assert found.final
    assert found.best.move in random_state(GAME, 1, 1).legal


def test_what_the_book_knows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    text = State(GAME).text
    book = Book(GAME, Plan(7), {text: Entry(0, 0, {"b2": 1.5, "a1": 0.25})})
    monkeypatch.setattr(books, "shipped", lambda game: book)
    first, *_, end = analyse(State(GAME), Limits(nodes=2000, lines=16), playouts=0)
    assert [line.source for line in first.lines] == ["book", "book"]
    assert [GAME.wording.move_text(line.move) for line in first.lines] == ["b2", "a1"]
    assert (first.nodes, first.depth) == (7, 0)
    known = {GAME.wording.move_text(line.move): line.book for line in end.lines}
    assert (known["b2"], known["a1"], known["b1"]) == (1.5, 0.25, None)
