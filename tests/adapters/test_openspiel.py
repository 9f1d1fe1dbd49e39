"""Every game in OpenSpiel: its own tests, and what they do not ask."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.adapters.cheap import every_game, needed, some_games

from livestone.core.game import MAX_TURNS
from livestone.core.state import State
from livestone.errors import BadOption
from livestone.games import catalogue
from livestone.games import load as load_own

needed("pyspiel")

import pyspiel  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from livestone.adapters.openspiel import load  # noqa: E402


@some_games
def test_their_random_simulation(game: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(game, **options), num_sims=1, serialize=True, verbose=False)


def test_the_longest_game_is_that_of_the_options() -> None:
    assert load("freedom", size=5).max_game_length() == 25
    assert load("freedom").max_game_length() == 100
    assert load("straat").max_game_length() == 16
    assert load("straat", ply_cap=8).max_game_length() == 8
    assert load("brainline").max_game_length() == 500
    assert load("brainline", ply_cap=60).max_game_length() == 60
    # Without a cap a game is drawn after a million turns.
    assert load("brainline", ply_cap=0).max_game_length() == MAX_TURNS
    assert load("trangalla", ply_cap=20).max_game_length() == 20 * 24


@some_games
def test_their_simulation_in_python(game: str, options: dict[str, Any]) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest().sim_game(load(game, **options))


@every_game
def test_actions_returns_and_ends_are_ours(game: str, options: dict[str, Any]) -> None:
    adapted, own = load(game, **options), State(load_own(game, **options))
    state, rng = adapted.new_initial_state(), Random(2)
    assert adapted.num_distinct_actions() == own.game.move_limit
    while not own.over:
        assert own.ply < adapted.max_game_length()
        assert state.current_player() == own.mover
        assert state.legal_actions() == sorted(own.legal)
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert sorted(texts) == own.legal_texts
        assert state.returns() == [0] * adapted.num_players()
        move = rng.choice(own.legal)
        state.apply_action(move)
        own.play(move)
    assert state.is_terminal()
    assert str(state) == own.text
    winners = own.winners or ()
    gains = state.returns()
    assert sum(gains) == pytest.approx(0)
    assert [gain > 0 for gain in gains] == [
        player in winners for player in range(adapted.num_players())
    ]


def test_every_game_is_registered_and_loaded_by_its_text() -> None:
    assert {f"livestone_{game}" for game in catalogue()} <= set(pyspiel.registered_names())
    game = pyspiel.load_game("livestone_freedom(size=5,scoring=rows)")
    assert game.livestone == load_own("freedom", size=5, scoring="rows")
    assert pickle.loads(pickle.dumps(game)).livestone == game.livestone
    with pytest.raises(BadOption, match="size='3' is not allowed"):
        pyspiel.load_game("livestone_freedom(size=3)")


def test_what_is_told_about_a_game() -> None:
    types = pyspiel.GameType.Information
    for open_kings, wanted in (
        (False, types.IMPERFECT_INFORMATION),
        (True, types.PERFECT_INFORMATION),
    ):
        assert load("trangalla", open_kings=open_kings).get_type().information == wanted
    kamelen = load("kamelen")
    assert (kamelen.min_utility(), kamelen.max_utility(), kamelen.utility_sum()) == (-2, 2, 0)
    assert load("haalmaa_1").num_players() == 3


def kings(white: str, black: str) -> Any:
    """Trangalla after both Kings' places were chosen, and a plain move."""
    state = load("trangalla").new_initial_state()
    for move in (f"K={white}", f"K={black}", "3a-4b"):
        state.apply_action(state.string_to_action(move))
    return state


def test_secrets_are_seen_by_their_owner_only() -> None:
    one, other = kings("3b", "8a"), kings("2a", "8a")
    observation = make_observation(one.get_game())
    for see in (
        lambda state, player: state.information_state_string(player),
        lambda state, player: state.observation_string(player),
        lambda state, player: state.observation_tensor(player),
        lambda state, player: (observation.set_from(state, player), observation.tensor.tolist()),
    ):
        assert see(one, 1) == see(other, 1)
        assert see(one, 0) != see(other, 0)


def test_the_view_that_is_asked_for() -> None:
    one, other = kings("3b", "8a"), kings("2a", "8a")
    private = pyspiel.PrivateInfoType
    for asked, player, same in (
        (private.NONE, 0, True),
        (private.SINGLE_PLAYER, 1, True),
        (private.ALL_PLAYERS, 1, False),
    ):
        wanted = pyspiel.IIGObservationType(perfect_recall=False, private_info=asked)
        seer = make_observation(one.get_game(), wanted)
        assert (seer.string_from(one, player) == seer.string_from(other, player)) is same


def test_an_information_state_remembers_everything_seen() -> None:
    """Different ways to the same position are different information states."""
    states = []
    for way in (("2a-4a", "7a-6b", "3b-4c"), ("3b-4c", "7a-6b", "2a-4a")):
        state = load("trangalla").new_initial_state()
        for move in ("K=3b", "K=8a", *way):
            state.apply_action(state.string_to_action(move))
        states.append(state)
    one, other = states
    assert str(one) == str(other)
    assert one.observation_string(1) == other.observation_string(1)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.clone().information_state_string(1) == one.information_state_string(1)


def test_their_search_plays_our_games() -> None:
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    game = load("freedom", size=4)
    dice = np.random.RandomState(1)
    bot = MCTSBot(game, 1.4, 20, RandomRolloutEvaluator(1, dice), random_state=dice)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert len(state.history()) >= 15
