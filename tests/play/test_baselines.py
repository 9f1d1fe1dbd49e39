"""Baselines: legal, the same again by seed, and they know only what their seat sees."""

from __future__ import annotations

import pytest
from tests.games import Shuttle, Twins

from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.games import load
from livestone.play.baselines import BASELINES, FirstFree, Greedy, RandomPlayer
from livestone.play.match import Entrant, Thinker, play_match

GAMES = [
    Twins(side=2, players=3),
    Twins(side=2, secret=True),
    Shuttle(length=5, cap=8),
]


def chosen(player: Thinker, state: State) -> int:
    *_, report = player.think(state)
    assert report.final
    return report.move


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("name", BASELINES)
def test_they_play_any_game_to_the_end_and_again_by_seed(name: str, game: Game) -> None:
    entrants = [Entrant(name, BASELINES[name])] * game.players
    one, same = (play_match(game, entrants, 1, plies=0, seed=3) for _ in range(2))
    assert one == same
    assert len(one.games) == game.players


def test_they_leave_the_state_as_it_was() -> None:
    state = State(load("trangalla"))
    before = state.text
    for player in BASELINES.values():
        chosen(player(state.game, 1), state)
    assert (state.text, state.ply) == (before, 0)


def test_random_plays_every_move_sometime() -> None:
    state = State(load("freedom", size=4))
    state.play("b2")
    player = RandomPlayer(state.game, 5)
    assert {chosen(player, state) for _ in range(100)} == set(state.legal)


def test_first_free_plays_the_first() -> None:
    state = State(load("freedom", size=4))
    assert chosen(FirstFree(state.game), state) == state.legal[0]


def by_hand(state: State) -> set[int]:
    """The moves that one ply of evaluation likes best, of two players."""
    mover, found = int(state.position.mover), {}
    for move in state.legal:
        after = State(state.game, state.position)
        after.play(move)
        assert not after.over
        guess = runtime(state.game).estimate(after.position)
        assert guess is not None
        found[move] = guess[mover] - guess[1 - mover]
    return {move for move, lead in found.items() if lead == max(found.values())}


@pytest.mark.parametrize("game", [load("not_made_in_germany"), load("kasteel_1")], ids=repr)
def test_greedy_plays_what_evaluate_likes_best(game: Game) -> None:
    state = State(game)
    state.play(chosen(RandomPlayer(game, 2), state))
    best = by_hand(state)
    player = Greedy(game, 1)
    assert {chosen(player, state) for _ in range(8 * len(best))} == best


def test_greedy_takes_a_win_where_there_is_one() -> None:
    seen = 0
    for seed in range(12):
        game = Shuttle(length=5)
        state, random = State(game), RandomPlayer(game, seed)
        while not state.over and state.ply < 60:
            wins = {move for move in state.legal if winners_after(state, move) == (state.mover,)}
            if wins:
                seen += 1
                assert chosen(Greedy(game, seed), state) in wins
            state.play(chosen(random, state))
    assert seen > 0


def winners_after(state: State, move: int) -> tuple[int, ...] | None:
    after = state.copy()
    after.play(move)
    return after.winners
