"""No random call makes a compiled game trap, write outside its arrays, or take a wrong pointer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.portable.cases import GAMES
from tests.portable.javascript import run_node

from livestone.core.game import Game
from livestone.portable.compile import Compiled

FUZZ = Path(__file__).parents[2] / "scripts" / "portable_fuzz.mjs"
CALLS = 20_000


@pytest.mark.parametrize("game", GAMES)
def test_random_calls_do_no_harm(game: Game, compiled: Callable[[Game], Compiled]) -> None:
    (told,) = run_node([str(FUZZ), str(compiled(game).manifest), str(CALLS)])
    assert told["calls"] == CALLS
    assert told["refused"] > CALLS / 10
