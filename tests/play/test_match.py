"""Matches: fair pairings, the same again by seed, and honest scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

import pytest
from tests.games import Twins

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.play.match import Entrant, Limited, Match, Played, opening, play_match
from livestone.play.statistics import share
from livestone.search.report import Limits, Line, Report, never
from livestone.search.uct import Uct


class Picker:
    """Plays the first or the last legal move."""

    def __init__(self, game: Game, *, seed: int, index: int = 0) -> None:
        self.index = index

    def think(self, state: State, stop: Callable[[], bool] = never) -> Iterator[Report]:
        move = state.legal[self.index]
        value = (1 / state.game.players,) * state.game.players
        yield Report((Line(move, value, 0, (move,)),), 0, 0.0, final=True)


PICKERS = (Entrant("first", Picker), Entrant("last", partial(Picker, index=-1)))


def test_every_opening_is_played_both_ways_round() -> None:
    match = play_match(load("freedom", size=4), PICKERS, 3)
    assert [game.seats for game in match.games] == [(0, 1), (1, 0)] * 3
    for one, other in pairwise(match.games):
        same = one.moves[:4] == other.moves[:4]
        assert same == (one.opening == other.opening)


def test_three_players_rotate() -> None:
    game = Twins(side=2, players=3)
    match = play_match(game, [*PICKERS, PICKERS[0]], 1, plies=2)
    assert [game.seats for game in match.games] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert sum(match.score(entrant) for entrant in range(3)) == pytest.approx(1)


def test_the_number_of_entrants_is_checked() -> None:
    with pytest.raises(ValueError, match="Freedom needs 2 entrants, not 1"):
        play_match(load("freedom", size=4), PICKERS[:1], 1)


def test_the_games_are_played_by_the_rules() -> None:
    game = load("freedom", size=4)
    told: list[Match] = []
    match = play_match(game, PICKERS, 2, progress=told.append)
    assert [len(so_far.games) for so_far in told] == [1, 2, 3, 4]
    assert told[-1] == match
    for played in match.games:
        state = State(game)
        for move in played.moves:
            state.play(move)
        assert (state.over, state.scores, state.winners) == (True, played.scores, played.winners)


def limited_uct(game: Game, seed: int, nodes: int) -> Limited:
    return Limited(Uct(game, seed=seed), Limits(nodes=nodes))


def test_the_same_seed_gives_the_same_match() -> None:
    game = load("freedom", size=4)
    entrants = [Entrant(f"{nodes} nodes", partial(limited_uct, nodes=nodes)) for nodes in (20, 80)]
    one, same = (play_match(game, entrants, 3, seed=7) for _ in range(2))
    assert one == same
    assert one != play_match(game, entrants, 3, seed=8)


def test_processes_play_the_same_match() -> None:
    game = load("freedom", size=4)
    assert play_match(game, PICKERS, 2, jobs=2) == play_match(game, PICKERS, 2)


def test_shares_and_scores() -> None:
    win = Played(0, (1, 0), ("a1",), (1.0, 0.0), (0,))
    draw = Played(0, (0, 1), ("a1",), (2.0, 2.0), ())
    assert [win.share(0), win.share(1), draw.share(0)] == [0.0, 1.0, 0.5]
    match = Match(("a", "b"), (win, draw, draw, draw))
    assert match.score(0) == 0.375
    assert match.score(1) == 0.625
    assert match.interval() == (share(1.5, 4).low, share(1.5, 4).high)
    shared = Played(0, (2, 0, 1), (), (1.0, 1.0, 0.0), (0, 1))
    assert [shared.share(entrant) for entrant in range(3)] == [0.5, 0.0, 0.5]
    found = match.as_json()
    assert [entrant["score"] for entrant in found["entrants"]] == [0.375, 0.625]
    assert [entrant["points"] for entrant in found["entrants"]] == [6, 7]
    assert len(found["games"]) == 4


def test_an_opening_leaves_something_to_play() -> None:
    game = load("freedom", size=4)
    assert opening(game, 4, 1).moves == opening(game, 4, 1).moves
    assert opening(game, 4, 1).moves != opening(game, 4, 2).moves
    assert not opening(game, 1000, 1).over
