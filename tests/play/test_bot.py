"""Bots: ten levels that are what they say, and the top of them against plain UCT."""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from itertools import product

import pytest
from tests.games import Shuttle, Twins

from livestone.core.game import Game
from livestone.core.playouts import MAX_PLIES
from livestone.core.state import State
from livestone.games import load
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS, PATIENCE, Level
from livestone.play.match import Entrant, Limited, opening, play_match
from livestone.search.report import Limits, Line, Report
from livestone.search.uct import Settings, Uct

# One that alpha-beta judges, and one that it does not.
GAMES = [load("freedom", size=5), Shuttle(length=5, cap=8)]
WEAK, STRONGEST = LEVELS[:-1], LEVELS[-1]


def test_levels_are_numbered_and_rise() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert len({level.name for level in LEVELS}) == len(LEVELS)
    for rising in (
        [level.seconds for level in LEVELS],
        [level.sight.positions or 0 for level in WEAK],
        [level.sight.plies or 100 for level in LEVELS],
        [level.playouts.count or 0 for level in WEAK],
        [-level.sight.blur for level in LEVELS],
        [-level.playouts.blur for level in LEVELS],
    ):
        assert rising == sorted(rising)


@pytest.mark.parametrize(
    ("game", "level"),
    [
        *product(GAMES, (1, 4, 7, 10)),
        (Twins(side=2, players=3), 10),
        (Twins(side=2, secret=True), 10),
    ],
    ids=repr,
)
def test_levels_play_any_game_to_the_end(game: Game, level: int) -> None:
    state = State(game)
    bot = Bot(game, level, seed=1, seconds=0.02)
    while not state.over:
        *_, report = bot.think(state)
        assert report.final
        assert report.move in state.legal
        state.play(report.move)


@pytest.mark.parametrize("level", [1, 6])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_level_repeats_itself_by_seed(game: Game, level: int) -> None:
    state = opening(game, 1, 3)
    moves = set()
    for seed in range(6):
        # Far more time than it needs, however slow the machine.
        one, same = (
            list(Bot(game, level, seed, seconds=PATIENCE).think(state))[-1] for _ in range(2)
        )
        assert one.lines == same.lines
        moves.add(one.move)
    assert level > 1 or not game.points or len(moves) > 1


@pytest.mark.parametrize(
    "game",
    [load("freedom", size=8), pytest.param(load("radius_y"), marks=pytest.mark.slow)],
    ids=repr,
)
def test_the_strongest_goes_on_from_the_tree_of_its_last_move(game: Game) -> None:
    """In games that guided search plays, and in others: moves have visits of before."""
    state = opening(game, 4, 1)
    bot = Bot(game, len(LEVELS), seed=1, seconds=0.3)
    *_, report = bot.think(state)
    assert sum(line.visits for line in report.lines) <= report.nodes
    for move in report.best.pv[:2]:
        state.play(move)
    *_, report = bot.think(state)
    assert sum(line.visits for line in report.lines) > report.nodes
    assert bot.learns
    assert bot.nbytes > 100 << 20


@pytest.mark.parametrize("level", [7, 8])
def test_a_level_learns_from_its_last_move_and_forgets_it_when_moves_are_taken_back(
    level: int,
) -> None:
    """Else it would know more of a position than its plies show: what it saw later on."""
    state = opening(load("freedom", size=6), 4, 5)
    bot = Bot(state.game, level, seed=1, seconds=PATIENCE)

    def fresh() -> Report:
        *_, report = Bot(state.game, level, seed=1, seconds=PATIENCE).think(state)
        return report

    for _ in range(2):
        *_, report = bot.think(state)
        for move in report.best.pv[:2]:
            state.play(move)
    *_, report = bot.think(state)
    assert report.nodes < fresh().nodes
    for plies in (2, 2, 0):  # taken back once and again, and asked a second time
        for _ in range(plies):
            state.undo()
        *_, report = bot.think(state)
        assert (report.lines, report.nodes) == (fresh().lines, fresh().nodes)


def test_a_level_that_plays_games_out_keeps_nothing() -> None:
    game = Shuttle(length=5, cap=8)
    bot = Bot(game, 4, seed=1, seconds=PATIENCE)
    list(bot.think(opening(game, 1, 3)))
    assert not bot.learns


@pytest.mark.parametrize("level", WEAK, ids=lambda level: level.name)
def test_a_weak_level_looks_at_so_many_positions_and_plies(level: Level) -> None:
    state = opening(load("freedom", size=5), 9, 5)
    *_, report = Bot(state.game, level.number, seconds=PATIENCE).think(state)
    sight = level.sight
    assert sight.positions is not None
    assert report.nodes <= sight.positions + len(state.legal)
    if sight.plies:
        assert report.depth == sight.plies
        assert max(len(line.pv) for line in report.lines) == sight.plies
        assert len(report.lines) == min(sight.lines, len(state.legal))


def test_what_looks_alike_is_played_by_chance_and_what_looks_bad_hardly_ever() -> None:
    """By the odds that the blur promises, over many seeds."""
    states = (opening(load("freedom", size=5), 9, seed) for seed in range(100))
    state = next(state for state in states if len(state.legal) > 4)
    mover = int(state.position.mover)
    blur = LEVELS[0].sight.blur
    played: Counter[int] = Counter()
    leads = {}
    for seed in range(150):
        *_, report = Bot(state.game, 1, seed, seconds=PATIENCE).think(state)
        played[report.move] += 1
        for line in report.lines:
            assert line.points is not None
            leads[line.move] = line.points[mover] - line.points[1 - mover]
    weights = {move: math.exp(lead / blur) for move, lead in leads.items()}
    assert len(played) > 2
    for move, weight in weights.items():
        share = weight / sum(weights.values())
        assert abs(played[move] / 150 - share) < 5 * math.sqrt(share / 150) + 0.01


def test_where_all_moves_looked_at_are_lost_one_that_was_not_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = State(GAMES[1])
    unseen, *others = state.legal
    lost = tuple(Line(move, (0.0, 1.0), 9, (move,), proved=True) for move in others)
    report = Report((Line(unseen, (0.0, 1.0), 0, (unseen,)), *lost), 9, 0.1, final=True)
    monkeypatch.setattr(Uct, "search", lambda *_: iter([report]))
    *_, said = Bot(state.game, 2).think(state)
    assert said.move == unseen


def test_the_first_level_slips_now_and_then_and_the_second_never(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Any move is a slip but one that is seen to lose."""
    game = Shuttle(length=5, cap=8)
    state = opening(game, 1, 3)
    best, other, *_ = state.legal
    lost = Line(99, (0.0, 1.0), 9, (99,), proved=True)
    lines = (Line(best, (0.9, 0.1), 90, (best,)), Line(other, (0.5, 0.5), 1, (other,)), lost)
    monkeypatch.setattr(Uct, "search", lambda *_: iter([Report(lines, 99, 0.1, final=True)]))

    def played(level: int) -> Counter[int]:
        thoughts = (list(Bot(game, level, seed).think(state)) for seed in range(400))
        return Counter(thought[-1].move for thought in thoughts)

    slips = LEVELS[0].playouts.slips
    share = played(1)[other] / 400  # half of the slips are the best move after all
    assert abs(share - slips / 2) < 5 * math.sqrt(slips / 2 / 400)
    assert played(1).keys() == {best, other}
    assert played(2).keys() == {best}


def test_a_win_in_sight_is_played_by_every_level() -> None:
    """A blur mixes up what looks alike; a sure win looks like nothing else."""
    game = Shuttle(length=5, cap=8)
    seen = 0
    for seed in range(60):
        state = opening(game, seed % 12, seed)
        wins = [move for move in state.legal if _wins(state, move)]
        if wins and len(state.legal) > len(wins):
            seen += 1
            *_, report = Bot(game, 1, seed, seconds=PATIENCE).think(state)
            assert report.move in wins
    assert seen > 2


def _wins(state: State, move: int) -> bool:
    mover = state.mover
    state.play(move)
    won = state.over and state.winners == (mover,)
    state.undo()
    return won


def plain_uct(game: Game, seed: int, seconds: float) -> Limited:
    """UCT as in the books: whole random playouts, results only, one thread."""
    settings = Settings(margin=0.0, cut=MAX_PLIES)
    return Limited(Uct(game, seed=seed, settings=settings), Limits(seconds=seconds))


@pytest.mark.slow
def test_the_strongest_beats_plain_uct_in_the_same_time() -> None:
    strongest = Entrant("strongest", partial(Bot, level=len(LEVELS), seconds=0.1))
    plain = Entrant("plain UCT", partial(plain_uct, seconds=0.1))
    match = play_match(load("freedom"), [strongest, plain], 50)
    assert match.score() >= 0.6, match.interval()


def entrant(level: int) -> Entrant:
    """A level with time for all it looks at on any machine."""
    return Entrant(LEVELS[level - 1].name, partial(Bot, level=level, seconds=PATIENCE))


@pytest.mark.slow
@pytest.mark.parametrize("level", range(2, 10))
def test_each_level_beats_the_one_below(level: int) -> None:
    match = play_match(load("freedom"), [entrant(level), entrant(level - 1)], 15, jobs=2)
    assert match.score() >= 0.6, match.interval()
