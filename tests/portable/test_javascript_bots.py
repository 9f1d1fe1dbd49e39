"""Bots in JavaScript play the moves that they play in Python, for the same reasons."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from tests.portable.javascript import INDEX, JS, ask, call, timeless
from tests.positions import state_after

from livestone.core.chance import seed_of, weighted
from livestone.core.game import Game
from livestone.core.maths import exp, log
from livestone.core.random import seeded
from livestone.core.state import State
from livestone.games import catalogue, load
from livestone.play.bot import Bot
from livestone.play.levels import PATIENCE
from livestone.portable.compile import Compiled
from livestone.search.report import Limits
from livestone.search.strongest import Strongest

FREEDOM = {"size": 6}
slow = pytest.mark.slow
# A game and its options, a level, the plies before it plays and how many it plays: one game that
# alpha-beta judges, and one that UCT plays and that hides something.
PLAYED = [
    ("freedom", FREEDOM, 1, 4, 40),
    ("freedom", FREEDOM, 4, 0, 40),
    ("freedom", FREEDOM, 7, 3, 40),
    ("trangalla", {}, 4, 3, 4),
]
# The same with more work, and with turns of several plies.
SLOW = [
    ("freedom", {}, 7, 10, 10),
    ("freedom", FREEDOM, 9, 8, 4),
    ("line_sauce", {}, 1, 0, 81),
    ("line_sauce", {}, 4, 3, 6),
    ("line_sauce", {}, 7, 30, 2),
    ("trangalla", {}, 1, 0, 40),
    ("trangalla", {}, 7, 6, 3),
    ("koerier", {}, 4, 5, 10),
    ("koerier", {}, 7, 20, 3),
    *((id, {}, 1, 4, 6) for id in catalogue()),
    *((id, {}, 6, 9, 1) for id in catalogue()),
]
# A game, the plies before an analysis, and its limit in nodes.
ANALYSED = [
    ("freedom", FREEDOM, 6, 20_000),
    ("freedom", FREEDOM, 22, 200_000),
    ("trangalla", {}, 4, 500),
]


def name(case: tuple[Any, ...]) -> str:
    id, _, *numbers = case
    return "-".join([id, *map(str, numbers)])


def opening(game: Game, plies: int) -> list[str]:
    """The texts of a random game's first moves."""
    rng, state = Random(plies), State(game)
    while state.ply < plies and not state.over:
        state.play(rng.choice(state.legal_texts))
    return state.move_texts


def reports(bot: Bot, state: State, plies: int) -> Iterator[dict[str, Any]]:
    """The last report at each move that a bot plays."""
    for _ in range(plies):
        if state.over:
            return
        *_, report = bot.think(state)
        yield timeless(json.loads(json.dumps(report.as_json(bot.game))))
        state.play(report.move)


@pytest.mark.parametrize(
    "case",
    [
        *(pytest.param(case, id=name(case)) for case in PLAYED),
        *(pytest.param(case, id=name(case) + "-full", marks=slow) for case in SLOW),
    ],
)
def test_a_level_plays_what_it_plays_in_python(
    case: tuple[str, dict[str, Any], int, int, int],
    compiled: Callable[[Game], Compiled],
) -> None:
    id, options, level, before, plies = case
    game = load(id, **options)
    moves = opening(game, before)
    bot = {"level": level, "seed": 5, "seconds": PATIENCE}
    question = {"manifest": str(compiled(game).manifest), "moves": moves, "plies": plies}
    [found] = ask("bots.mjs", {**question, "bot": bot})
    python = Bot(game, level, 5, seconds=PATIENCE)
    wanted = list(reports(python, state_after(game, *moves), plies))
    assert [timeless(report) for report in found] == wanted


def test_bots_in_slices_play_the_same(compiled: Callable[[Game], Compiled]) -> None:
    game = load("freedom", **FREEDOM)
    question = {"manifest": str(compiled(game).manifest), "moves": ["c3"], "plies": 3}
    bot = {"level": 4, "seed": 2, "seconds": PATIENCE}
    both = [{**question, "bot": {**bot, "worker": worker}} for worker in (True, False)]
    worker, slices = ask("bots.mjs", *both)
    assert list(map(timeless, worker)) == list(map(timeless, slices))


@pytest.mark.parametrize("case", ANALYSED, ids=name)
def test_an_analysis_says_what_it_says_in_python(
    case: tuple[str, dict[str, Any], int, int], compiled: Callable[[Game], Compiled]
) -> None:
    id, options, before, nodes = case
    game = load(id, **options)
    moves = opening(game, before)
    question = {"manifest": str(compiled(game).manifest), "moves": moves, "seed": 3}
    [found] = ask("bots.mjs", {**question, "limits": {"nodes": nodes}})
    search = Strongest(game, seed=3, threads=1)
    *_, report = search.search(state_after(game, *moves), Limits(nodes=nodes))
    assert timeless(found) == timeless(json.loads(json.dumps(report.as_json(game))))


@pytest.mark.parametrize(("before", "nodes"), [(4, 20_000), (16, 100_000)])
def test_the_strongest_level_thinks_as_in_python(
    before: int, nodes: int, compiled: Callable[[Game], Compiled]
) -> None:
    """Guided search and the endgame solver, from one move to the next."""
    game = load("freedom", **FREEDOM)
    moves = opening(game, before)
    question = {"manifest": str(compiled(game).manifest), "moves": moves, "seed": 3, "plies": 6}
    [found] = ask("bots.mjs", {**question, "limits": {"nodes": nodes}, "play": {"contempt": 0.1}})
    search = Strongest(game, seed=3, threads=1, to_play=True, contempt=0.1)
    state, wanted = state_after(game, *moves), list[dict[str, Any]]()
    while not state.over and len(wanted) < 6:
        *_, report = search.search(state, Limits(nodes=nodes))
        wanted.append(timeless(json.loads(json.dumps(report.as_json(game)))))
        state.play(report.move)
    assert list(map(timeless, found)) == wanted


def test_workers_never_block_and_are_replaced(compiled: Callable[[Game], Compiled]) -> None:
    manifest = compiled(load("freedom", **FREEDOM)).manifest
    done = call("node", str(JS / "test" / "workers.mjs"), INDEX, str(manifest))
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


def test_numbers_are_the_same_to_the_bit() -> None:
    rng = Random(1)
    powers = [rng.uniform(-750, 709) for _ in range(2000)] + [0.0, -745.2, -800.0]
    sizes = [*map(exp, powers[:1000]), 5e-324, 1e300]
    texts, weights = ["", "a", "1 4 ○●é/3 w"], [1.0, 2.5, 0.1]
    [found] = ask(
        "numbers.mjs", {"powers": powers, "sizes": sizes, "texts": texts, "weights": weights}
    )
    chosen = [weighted(seeded(seed_of(text)), weights) for text in texts]
    assert [*map(float, found["exp"])] == [*map(exp, powers)]
    assert [*map(float, found["log"])] == [*map(log, sizes)]
    assert found["chosen"] == chosen
