"""Bots: eight levels that are what they say, and the top of them against plain UCT."""

from __future__ import annotations

from functools import partial

import pytest
from tests.games import Shuttle, Twins

from livestone.core.game import Game
from livestone.core.playouts import MOST_PLIES
from livestone.core.state import State
from livestone.games import load
from livestone.play.bot import LEVELS, Bot
from livestone.play.match import Entrant, Limited, opening, play_match
from livestone.search.report import Limits
from livestone.search.uct import Settings, Uct


def test_levels_are_numbered_and_rise() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    nodes = [level.nodes for level in LEVELS[:-1]]
    assert None not in nodes
    assert nodes == sorted(nodes, key=lambda count: count or 0)
    assert [level.seconds for level in LEVELS] == sorted(level.seconds for level in LEVELS)


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_plays_a_game_to_the_end(level: int) -> None:
    game = load("freedom", size=4)
    state = State(game)
    bot = Bot(game, level, seed=1, seconds=0.02)
    while not state.over:
        *_, report = bot.think(state)
        assert report.final
        assert report.move in state.legal
        state.play(report.move)


@pytest.mark.parametrize(
    "game",
    [Twins(side=2, players=3), Twins(side=2, secret=True), Shuttle(length=5, cap=8)],
    ids=repr,
)
def test_the_strongest_plays_any_game(game: Game) -> None:
    state = State(game)
    bot = Bot(game, len(LEVELS), seconds=0.01)
    while not state.over:
        *_, report = bot.think(state)
        state.play(report.move)


@pytest.mark.parametrize("level", [1, 4])
def test_a_level_repeats_itself_by_seed(level: int) -> None:
    game = load("freedom", size=6)
    state = State(game)
    state.play(state.legal[8])
    moves = set()
    for seed in range(12):
        # Far more time than the nodes need, however slow the machine.
        one, same = (list(Bot(game, level, seed, seconds=600).think(state))[-1] for _ in range(2))
        assert one.lines == same.lines
        moves.add(one.move)
    assert level > 1 or len(moves) > 1


def test_a_win_in_sight_is_played_by_every_level() -> None:
    """Temperature chooses among what looks alike; a sure win looks like nothing else."""
    game = load("freedom", size=4)
    seen = 0
    for seed in range(40):
        state = opening(game, MOST_PLIES, seed)
        for _ in range(3):
            state.undo()
        mover = state.mover
        assert mover is not None
        *_, exact = Uct(game).search(state, Limits(nodes=1_000))
        if len(state.legal) > 1 and exact.best.value[mover] == 1:
            seen += 1
            *_, report = Bot(game, 1, seed, seconds=600).think(state)
            assert report.best.value[mover] == 1
    assert seen > 0


def plain_uct(game: Game, seed: int, seconds: float) -> Limited:
    """UCT as in the books: whole random playouts, results only, one thread."""
    settings = Settings(margin=0.0, cut=MOST_PLIES)
    return Limited(Uct(game, seed=seed, settings=settings), Limits(seconds=seconds))


@pytest.mark.slow
def test_the_strongest_beats_plain_uct_in_the_same_time() -> None:
    strongest = Entrant("strongest", partial(Bot, level=len(LEVELS), seconds=0.1))
    plain = Entrant("plain UCT", partial(plain_uct, seconds=0.1))
    match = play_match(load("freedom"), [strongest, plain], 50)
    assert match.score() >= 0.6, match.interval()


def entrant(level: int) -> Entrant:
    """A level with time for all its nodes on any machine; the strongest with far less than its."""
    seconds = 0.1 if LEVELS[level - 1].nodes is None else 600
    return Entrant(LEVELS[level - 1].name, partial(Bot, level=level, seconds=seconds))


@pytest.mark.slow
@pytest.mark.parametrize("level", range(3, 9))
def test_each_level_beats_the_one_two_below(level: int) -> None:
    match = play_match(load("freedom"), [entrant(level), entrant(level - 2)], 50, processes=2)
    assert match.score() >= 0.6, match.interval()
