"""Compiling is no thinking: limits and seconds begin when everything is compiled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.games import Shuttle

from livestone.core import kernels as kernels_module
from livestone.core import runtime
from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.play.analysis import analyse
from livestone.play.bot import Bot
from livestone.search.alphabeta import AlphaBeta
from livestone.search.endgame import Endgame
from livestone.search.guided import Guided
from livestone.search.report import Limits
from livestone.search.strongest import Strongest
from livestone.search.uct import Uct

FREEDOM, SHUTTLE = load("freedom", size=4), Shuttle(length=5, cap=8)
TICK, COMPILING, SECONDS = 1e-3, 1000.0, 100.0
LIMITS = Limits(seconds=SECONDS, nodes=300)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """What is compiled, each of which takes long by the clock: nothing is compiled yet."""
    made: list[object] = []
    now, compile_entry = [0.0], kernels_module.compile_entry

    def clock() -> float:
        now[0] += TICK
        return now[0]

    def slowly(dispatcher: Any, types: Any) -> None:
        compile_entry(dispatcher, types)
        made.append(dispatcher)
        now[0] += COMPILING

    kernels_module.kernels.cache_clear()
    monkeypatch.setattr(runtime, "_compiled", {})
    monkeypatch.setattr(kernels_module, "compile_entry", slowly)
    monkeypatch.setattr(time, "perf_counter", clock)
    yield made
    kernels_module.kernels.cache_clear()


THOUGHTS: dict[str, Callable[[Game, State], Iterator[Any]]] = {
    "analyse": lambda game, state: analyse(state, LIMITS, playouts=1),
    "level 1": lambda game, state: Bot(game, 1, seconds=SECONDS).think(state),
    "level 10": lambda game, state: Bot(game, 10, seconds=0.02).think(state),
    "strongest": lambda game, state: Strongest(game, threads=1).search(state, LIMITS),
    "UCT": lambda game, state: Uct(game).search(state, LIMITS),
    "alpha-beta": lambda game, state: AlphaBeta(game).search(state, LIMITS),
}
OF_POINTS = {
    "endgame": lambda game, state: Endgame(game).search(state, LIMITS),
    "guided": lambda game, state: Guided(game).search(state, LIMITS),
}


@pytest.mark.parametrize(
    ("game", "name"),
    [*((FREEDOM, name) for name in THOUGHTS | OF_POINTS), *((SHUTTLE, name) for name in THOUGHTS)],
    ids=str,
)
def test_no_search_counts_what_is_compiled_for_it(
    game: Game, name: str, compiled: list[object]
) -> None:
    reports = list((THOUGHTS | OF_POINTS)[name](game, State(game)))
    assert compiled
    assert all(report.seconds < SECONDS for report in reports)
    assert reports[-1].final
    assert reports[-1].nodes > 0
