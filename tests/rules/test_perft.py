"""As many ways to play so many turns as independent programs count; some are in a game's tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.rules.positions import played

from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.playouts import count_turns
from livestone.games import load

KINGS = "K=2a K=8b"
# Of each family one game is compiled every time, by its usual options.
COUNTS = {
    "brainline": (68, 4390, 297790),
    # Ordered pairs, one stone alone, none at all.
    "coy_lips": (2 * 7659 + 127 + 1,),
    "fort_chitral": (52, 2704, 163280),
    "haalmaa_1": (18, 324, 5832),
    "haalmaa_3": (30, 900, 27000),
    "haalmaa_5": (18, 324, 9468),
    "kamelen": (30, 900, 27636),
    "kasteel_1": (10, 216, 2188, 57542),
    "koerier": (16, 256, 4376),
    # Nobody can be entitled to three stones before X's second turn.
    "line_sauce": (81, 81 * 80 * 79),
    "not_made_in_germany": (25, 625, 20450),
    "sjekkers": (26, 676, 18148, 475118),
    # The n-th turn has (17 - n) x 8 moves.
    "straat": (128, 128 * 120, 128 * 120 * 112),
    "trangalla": (10, 100, 1448, 21575),
}
MORE: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("haalmaa_2", {}, (32, 1023, 32672)),
    ("haalmaa_4", {}, (80, 6345, 498800)),
    ("haalmaa_6", {}, (33, 1088, 43558)),
    ("kamelen", {"ranks": 12}, (30, 900, 27720)),
    ("kamelen", {"ranks": 13}, (30, 900, 27720)),
    ("kasteel_2", {}, (10, 274, 2772, 79660)),
    ("koerier", {"yellow_guards": "printed"}, (16, 256, 4328)),
    ("not_made_in_germany", {"first_player": "germany"}, (25, 625)),
    ("trangalla", {"home_tip": "open"}, (12, 144, 2268, 36647)),
]


def cases() -> Iterator[Any]:
    for name, counts in COUNTS.items():
        yield pytest.param(load(name), counts, id=name)
    for name, options, counts in MORE:
        label = "-".join([name, *map(str, options.values())])
        yield pytest.param(load(name, **options), counts, id=label, marks=pytest.mark.slow)


@pytest.mark.parametrize(("game", "counts"), [*cases()])
def test_counts_of_independent_programs(game: Game, counts: tuple[int, ...]) -> None:
    state = played(game, KINGS if game.id == "trangalla" else "")
    found = [
        count_turns(kernels(game), state.position, state.history, turns)
        for turns in range(1, len(counts) + 1)
    ]
    assert tuple(found) == counts
