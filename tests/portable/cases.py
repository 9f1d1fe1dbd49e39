"""The games that portable modules are tested with: few at once, all in the full tests."""

import pytest

from livestone.games import catalogue, load

QUICK = ("freedom", "trangalla")
GAMES = [
    pytest.param(
        load(id, **({"size": 6} if id == "freedom" else {})),
        id=id,
        marks=() if id in QUICK else pytest.mark.slow,
    )
    for id in catalogue()
    if id not in ("twins", "shuttle")
]
