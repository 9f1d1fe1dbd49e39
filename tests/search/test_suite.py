"""The public suite of proved positions: what it holds, and how often the engine plays as well.

``scripts/proved.py`` made it: the lead after every legal move, in 500 positions of several boards,
scorings and ways to end, all from games of alpha-beta against itself.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from livestone.core.state import State
from livestone.games import load
from livestone.search.report import Limits
from livestone.search.strongest import Strongest

SUITE = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "proved.jsonl")
    .read_text("utf-8")
    .splitlines()
]
USUAL = [position for position in SUITE if not position["options"]]
ENOUGH = 0.95


def state(position: dict[str, Any]) -> State:
    return State.read(load("freedom", **position["options"]), position["text"])


def best(position: dict[str, Any], mover: int) -> set[str]:
    """The moves with the best lead for the mover."""
    leads = position["leads"]
    wanted = max(leads.values()) if mover == 0 else min(leads.values())
    return {move for move, lead in leads.items() if lead == wanted}


def plays_well(position: dict[str, Any], limits: Limits) -> bool:
    here = state(position)
    assert here.mover is not None
    *_, report = Strongest(here.game, threads=1, to_play=True).search(here, limits)
    return here.game.wording.move_text(report.move) in best(position, here.mover)


def test_it_has_all_moves_of_five_hundred_positions_where_something_can_be_got_wrong() -> None:
    assert len(SUITE) == 500
    assert len({position["text"] for position in SUITE}) == 500
    for position in SUITE:
        assert sorted(state(position).legal_texts) == sorted(position["leads"])
        assert len(set(position["leads"].values())) > 1


def test_the_engine_plays_as_well_as_can_be() -> None:
    few = USUAL[:: len(USUAL) // 20][:2]
    well = sum(plays_well(position, Limits(nodes=400_000)) for position in few)
    assert well >= ENOUGH * len(few)


@pytest.mark.slow
def test_the_engine_plays_as_well_as_can_be_within_a_second() -> None:
    well = sum(plays_well(position, Limits(seconds=1.0)) for position in SUITE)
    assert well >= ENOUGH * len(SUITE)
