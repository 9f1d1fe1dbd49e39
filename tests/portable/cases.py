"""The games that portable modules are tested with: few at once, all in the full tests."""

from collections.abc import Iterable
from typing import Any

import pytest

from livestone.core.game import Game
from livestone.games import catalogue, load
from livestone.portable.compile import everything, file_name

FREEDOM, TRANGALLA = load("freedom", size=6), load("trangalla")
# The catalogue without the games that only tests have.
KINDS = {id: kind for id, kind in catalogue().items() if id not in ("twins", "shuttle")}


def cases(games: Iterable[Game], *quick: Game) -> list[Any]:
    """These games for tests, which are slow ones for all but the quick games."""
    return [
        pytest.param(game, id=file_name(game), marks=() if game in quick else pytest.mark.slow)
        for game in games
    ]


# Each game once, and each with every option value that people choose.
GAMES = cases([FREEDOM, *(load(id) for id in KINDS if id != "freedom")], FREEDOM, TRANGALLA)
CHOICES = cases(everything(KINDS), FREEDOM, TRANGALLA)
