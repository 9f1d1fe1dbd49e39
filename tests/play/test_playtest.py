"""Playtests of the test games and a small board: games are games, and a seed means the same."""

from __future__ import annotations

import pytest

from livestone.core.state import State
from livestone.games import load
from livestone.play import playtest as module
from livestone.play.playtest import Playtest, Trial, playtest


def replayed(played: Playtest, trial: Trial) -> State:
    state = State(played.game)
    for at, move in enumerate(trial.moves):
        assert trial.movers[at] == state.mover
        assert trial.branching[at] == len(state.legal)
        assert (trial.values[at] is None) == (len(state.legal) == 1)
        assert set(state.legal) <= trial.used.legal
        state.play(move)
    return state


def check(played: Playtest) -> None:
    for trial in (*played.games, *played.depth):
        state = replayed(played, trial)
        assert trial.turns == state.turn
        assert trial.winners == (state.winners or ())
        assert state.over == (trial.ending != "unfinished")
        assert sum(trial.brought(seat) for seat in range(played.game.players)) == pytest.approx(1)
        for value in trial.values:
            assert value is None or sum(value) == pytest.approx(1, abs=1e-3)


def test_games_are_games_and_the_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    game = load("freedom", size=4)
    played = playtest(game, 4, 20, seed=3, progress=lambda *done: told.append(done))
    check(played)
    assert told == [(at, 6) for at in range(1, 7)]
    assert [trial.playouts for trial in played.depth] == [(20, 5), (5, 20)]
    assert {trial.ending for trial in played.games} == {"rules"}
    assert all(len(trial.used.sites) == 16 for trial in played.games)
    assert all(trial.used.moved == {"white", "black"} for trial in played.games)
    assert len({trial.moves for trial in played.games}) > 1


def test_a_seed_means_the_same_however_many_play_side_by_side() -> None:
    game = load("freedom", size=4)
    alone = playtest(game, 3, 16, seed=5)
    assert playtest(game, 3, 16, seed=5, jobs=2) == alone
    assert playtest(game, 3, 16, seed=6) != alone


def test_three_players_with_secrets_and_points() -> None:
    played = playtest(load("twins", players=3, side=2, secret=True), 3, 16)
    check(played)
    assert [trial.playouts for trial in played.depth] == [(16, 4, 4)]
    hearts = [move - len(played.game.board) for move in played.games[0].moves[:3]]
    assert all(0 <= heart < len(played.game.board) for heart in hearts)


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_PLIES", 2)
    short = playtest(load("freedom", size=4), 2, 4)
    check(short)
    assert {trial.ending for trial in short.games} == {"unfinished"}
    assert {trial.winners for trial in short.games} == {()}
