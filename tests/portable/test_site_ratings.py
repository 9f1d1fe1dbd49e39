"""The static site's ratings of those who solve puzzles, run in Node."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.portable.javascript import JS, run_node

from livestone.play.rating import Duel, Rating, update

SCRIPT = str(JS / "test" / "ratings.mjs")


def question(rating: Rating, duels: list[Duel]) -> dict[str, Any]:
    """A rating period as the script reads it."""
    results = [{"opponent": vars(duel.opponent), "score": duel.score} for duel in duels]
    return {"rating": vars(rating), "results": results}


def test_ratings_are_those_of_the_server() -> None:
    choose = random.Random(5)
    asked = []
    for _ in range(50):
        made = [
            Rating(choose.uniform(500, 2500), choose.uniform(30, 350), choose.uniform(0.03, 0.1))
            for _ in range(choose.randrange(2, 5))
        ]
        asked.append((made[0], [Duel(one, choose.choice((0.0, 0.5, 1.0))) for one in made[1:]]))
    found = run_node([SCRIPT], *(question(rating, duels) for rating, duels in asked))
    wanted = [vars(update(rating, duels)) for rating, duels in asked]
    assert found == [pytest.approx(one, rel=1e-5) for one in wanted]
