"""Puzzles over HTTP: the server judges moves, the first try is rated, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from httpx import Client, Response

from livestone.games import find
from livestone.play.rating import Duel, Rating, update
from livestone.puzzles.puzzle import Puzzle, shipped
from livestone.server.puzzles.service import NEWCOMER

ONE, OTHER, THIRD = shipped(find("freedom"))[:3]


def attempt(client: Client, puzzle: Puzzle, move: str) -> Response:
    return client.post("/api/puzzles/attempts", json=asked(puzzle, move))


def asked(puzzle: Puzzle, move: str) -> dict[str, Any]:
    return {"game": puzzle.game, "options": puzzle.options, "text": puzzle.text, "moves": [move]}


def wrong(puzzle: Puzzle) -> str:
    """A legal move that is not the right one."""
    return next(text for text in puzzle.state().legal_texts if text not in puzzle.best)


def test_a_solved_puzzle_and_a_missed_one(newcomer: Callable[..., Client]) -> None:
    client = newcomer("Solver")
    start = client.get("/api/puzzles/solver").json()
    assert (start["rating"], start["tried"], start["streak"]) == (1000, 0, 0)
    told = attempt(client, ONE, ONE.best[0]).json()
    hard = Rating(ONE.rating, 150.0)
    after = update(NEWCOMER, [Duel(hard, 1.0)])
    assert told["solved"]
    assert told["counted"]
    assert told["rating"] == pytest.approx(after.value)
    assert told["puzzle_rating"] == pytest.approx(update(hard, [Duel(NEWCOMER, 0.0)]).value)
    assert told["best"] == list(ONE.best)
    missed = attempt(client, OTHER, wrong(OTHER)).json()
    assert (missed["solved"], missed["counted"], missed["streak"]) == (False, True, 0)
    assert missed["change"] < 0
    now = client.get("/api/puzzles/solver").json()
    assert (now["tried"], now["solved"], now["streak"], now["longest_streak"]) == (2, 1, 0, 1)
    assert now["rating"] == pytest.approx(missed["rating"])
    assert sum(theme["tried"] for theme in now["themes"]) == 2


def test_only_the_first_try_counts(newcomer: Callable[..., Client]) -> None:
    client = newcomer("Again")
    first = attempt(client, THIRD, wrong(THIRD)).json()
    again = attempt(client, THIRD, THIRD.best[0]).json()
    shown = client.post("/api/puzzles/attempts", json=asked(THIRD, "") | {"moves": None}).json()
    assert (shown["solved"], shown["counted"]) == (False, False)
    assert (again["solved"], again["counted"]) == (True, False)
    assert (again["rating"], again["puzzle_rating"]) == (first["rating"], first["puzzle_rating"])


@pytest.mark.parametrize(
    ("changed", "status", "words"),
    [
        ({"moves": ["z99"]}, 400, "z99"),
        ({"text": "no such position"}, 404, "no puzzle of freedom"),
        ({"game": "fredom"}, 404, "freedom"),
        ({"options": {}}, 404, "no puzzle"),
        ({"more": 1}, 400, "more"),
    ],
)
def test_what_is_no_try(
    newcomer: Callable[..., Client], changed: dict[str, Any], status: int, words: str
) -> None:
    client = newcomer(f"Wrong-{next(iter(changed))}")
    answer = client.post("/api/puzzles/attempts", json=asked(ONE, ONE.best[0]) | changed)
    assert answer.status_code == status
    assert words in answer.json()["message"]
    assert client.get("/api/puzzles/solver").json()["tried"] == 0


def test_guests_are_not_rated(newcomer: Callable[..., Client]) -> None:
    assert attempt(newcomer(), ONE, ONE.best[0]).status_code == 401
    assert newcomer().get("/api/puzzles/solver").status_code == 401
