"""What the tests of the adapters share: every game with options that make it short."""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest
from tests import games

from livestone.core.game import Game
from livestone.games import catalogue

CAP, SIZE = "ply_cap", "size"
FEW = ("freedom", "trangalla", "twins-secret", "shuttle")


def _options(kind: type[Game]) -> dict[str, Any]:
    short = {CAP: lambda values: min(filter(None, values)), SIZE: min}
    return {
        option.name: short[option.name](option.values)
        for option in kind.options
        if option.name in short
    }


def _marks(kind: type[Game]) -> Any:
    return pytest.mark.slow if kind.id in games.SISTERS else ()


CASES = [
    *(
        pytest.param(kind.id, _options(kind), id=kind.id, marks=_marks(kind))
        for kind in catalogue().values()
    ),
    pytest.param("twins", {"secret": True, "players": 3}, id="twins-secret"),
]
every_game = pytest.mark.parametrize(("game", "options"), CASES)


def _slow(case: Any) -> Any:
    return pytest.param(*case.values, id=case.id, marks=pytest.mark.slow)


# Where the games make little difference: all of them in the full tests only.
some_games = pytest.mark.parametrize(
    ("game", "options"),
    [case if case.id in FEW else _slow(case) for case in CASES],
)


def needed(module: str) -> None:
    """Skip tests where what they need is missing; where everything must be there, fail."""
    try:
        importlib.import_module(module)
    except ImportError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"not tested: {error}", allow_module_level=True)
