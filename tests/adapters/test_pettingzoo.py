"""Every game in PettingZoo: its own tests, and what they do not ask."""

from __future__ import annotations

import copy
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.adapters.cheap import every_game, needed, some_games

from livestone.core.state import State
from livestone.errors import IllegalMove
from livestone.games import load

needed("pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from livestone.adapters.pettingzoo import env, raw_env  # noqa: E402

# Its own board games are spared these by their names: a dictionary with the mask beside the
# observation, and a mask without actions for players not to act.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@some_games
def test_their_api_and_seed_tests(game: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        for words in EXPECTED:
            warnings.filterwarnings("ignore", words)
        api_test(env(game, **options), num_cycles=30)
        seed_test(lambda: env(game, **options), num_cycles=10)


@every_game
def test_a_whole_game_is_ours(game: str, options: dict[str, Any]) -> None:
    table, own, rng = env(game, **options), State(load(game, **options)), Random(3)
    table.reset()
    while not own.over:
        assert table.agent_selection == f"player_{own.mover}"
        seen, reward, terminated, truncated, _ = table.last()
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(own.legal)
        assert (reward, terminated, truncated) == (0, False, False)
        move = rng.choice(own.legal)
        table.step(move)
        own.play(move)
    assert all(table.terminations.values())
    winners = own.winners or ()
    assert sum(table.rewards.values()) == pytest.approx(0)
    gained = [player for player in range(own.game.players) if table.rewards[f"player_{player}"] > 0]
    assert gained == list(winners)
    while table.agents:
        table.step(None)


def test_only_the_mover_has_actions_and_only_the_owner_sees() -> None:
    tables = [raw_env("trangalla") for _ in range(2)]
    for table, king in zip(tables, ("3b", "2a"), strict=True):
        table.reset()
        for move in (f"K={king}", "K=8a", "3a-4b"):
            table.step(table.table.parse(move))
    one, other = tables
    assert one.agent_selection == "player_1"
    seen = [table.observe("player_1") for table in tables]
    for part in ("observation", "action_mask"):
        assert np.array_equal(seen[0][part], seen[1][part])
    own = [table.observe("player_0")["observation"] for table in tables]
    assert not np.array_equal(*own)
    assert not one.observe("player_0")["action_mask"].any()
    assert not np.array_equal(one.state(), other.state())
    assert np.array_equal(one.observe("player_0")["observation"].shape, one.state().shape)


def test_a_long_game_is_truncated() -> None:
    table = env("freedom", max_plies=3)
    table.reset()
    for ply in range(3):
        assert not any(table.truncations.values()), ply
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert not any(table.rewards.values())


def test_an_illegal_action() -> None:
    table = raw_env("freedom")
    table.reset()
    table.step(0)
    with pytest.raises(IllegalMove):
        table.step(99)
    assert table.table.ply == 1
    checked = env("freedom")
    checked.reset()
    checked.step(0)
    checked.step(99)
    assert checked.rewards == {"player_0": 0, "player_1": -1}
    assert all(checked.terminations.values())


def test_a_game_from_a_position_and_as_text() -> None:
    table = raw_env("freedom", size=4)
    table.reset(options={"position": "4/1w2/2b1/4 w last=c2 turn=2"})
    assert table.render() == "4/1w2/2b1/4 w last=c2 turn=2"
    assert table.agent_selection == "player_0"
    assert str(table) == "livestone_freedom_v0"


def test_three_players_take_turns() -> None:
    table = env("haalmaa_1", ply_cap=60)
    table.reset()
    order = []
    for _ in range(6):
        order.append(table.agent_selection)
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    assert sorted(set(order)) == ["player_0", "player_1", "player_2"]
    assert order[:3] == order[3:]


def test_a_copy_plays_by_itself() -> None:
    table = raw_env("freedom", size=4)
    table.reset()
    before = table.render()
    twin = copy.copy(table)
    twin.step(5)
    assert table.render() == before != twin.render()
