"""The static site's ratings of those who solve puzzles, run in Node."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.portable.javascript import JS, run_node

from livestone.play.rating import Duel, Rating, update

SCRIPT = str(JS / "test" / "ratings.mjs")


def as_json(rating: Rating) -> dict[str, float]:
    """A rating as the script reads it."""
    return {
        "value": rating.value,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
    }


def question(rating: Rating, duels: list[Duel]) -> dict[str, Any]:
    """A rating period as the script reads it."""
    results = [{"opponent": as_json(duel.opponent), "score": duel.score} for duel in duels]
    return {"rating": as_json(rating), "results": results}


def test_the_example_of_the_method_published_by_its_author() -> None:
    duels = [
        Duel(Rating(1400, 30), 1.0),
        Duel(Rating(1550, 100), 0.0),
        Duel(Rating(1700, 300), 0.0),
    ]
    (found,) = run_node([SCRIPT], question(Rating(1500, 200, 0.06), duels))
    assert found["value"] == pytest.approx(1464.06, abs=0.01)
    assert found["deviation"] == pytest.approx(151.52, abs=0.01)
    assert found["volatility"] == pytest.approx(0.05999, abs=0.00001)


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
    wanted = [as_json(update(rating, duels)) for rating, duels in asked]
    assert found == [pytest.approx(one, rel=1e-5) for one in wanted]
