"""Which move is played: by visits and proofs, by prior when won, back where nothing progresses."""

from __future__ import annotations

import pytest

from livestone.core.state import State
from livestone.games import load
from livestone.search import choice
from livestone.search.choice import highest_prior_first, ranked, taking_back_first
from livestone.search.report import Line


def line(move: int, value: float, visits: int, *, proved: bool = False) -> Line:
    return Line(move, (value, 1 - value), visits, (move,), proved=proved)


def moves(lines: list[Line]) -> list[int]:
    return [each.move for each in lines]


def test_visits_rank_and_proofs_go_by_their_value() -> None:
    found = [line(1, 0.4, 10), line(2, 0.6, 50), line(3, 0.5, 2, proved=True)]
    assert moves(ranked(found, 0)) == [2, 1, 3]
    found[2] = line(3, 1.0, 2, proved=True)
    assert moves(ranked(found, 0)) == [3, 2, 1]
    found[2] = line(3, 0.0, 90, proved=True)
    assert moves(ranked(found, 1)) == [3, 2, 1]


def test_a_sure_winner_plays_what_promises_most() -> None:
    found = [line(1, 0.95, 100), line(2, 0.945, 3), line(3, 0.8, 50), line(4, 0.95, 1)]
    assert moves(highest_prior_first(found, [4, 3, 2, 1], 0, 0.01)) == [2, 1, 3, 4]
    assert highest_prior_first(found, [4, 3, 2, 1], 0, 0.001) == found
    doubtful = [line(1, 0.7, 100), line(2, 0.7, 99)]
    assert highest_prior_first(doubtful, [2, 1], 0, 0.01) == doubtful


class Standoff:
    """Fort Chitral after two moves each; White's last one was f18-f17."""

    def __init__(self) -> None:
        self.state = State(load("fort_chitral"))
        for text in ("e18-e17", "e1-e2", "f18-f17", "f1-f2"):
            self.state.play(text)
        self.on, self.back = (self.state.parse(text) for text in ("g18-g17", "f17-f18"))

    def first(self, value: float = 0.5, back: float = 0.5, visits: int = 50) -> int:
        lines = [line(self.on, value, 100), line(self.back, back, visits)]
        return taking_back_first(lines, self.state, 0)[0].move


def test_a_player_not_ahead_takes_back_late_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Standoff()
    assert here.first() == here.on
    monkeypatch.setattr(choice, "LATE", 4)
    assert here.first() == here.back
    assert here.first(0.3, 0.295) == here.back
    assert here.first(0.7, 0.7) == here.on
    assert here.first(0.5, 0.4) == here.on
    assert here.first(visits=1) == here.on


def test_only_what_was_there_counts_as_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "LATE", 4)
    here = Standoff()
    lines = [line(here.on, 0.5, 100), line(here.state.parse("e17-e18"), 0.5, 99)]
    assert taking_back_first(lines, here.state, 0) == lines


def test_where_a_repetition_is_no_draw_nothing_is_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(choice, "LATE", 0)
    state = State(load("freedom", size=4))
    lines = [line(move, 0.5, 10) for move in state.legal]
    assert taking_back_first(lines, state, 0) == lines
