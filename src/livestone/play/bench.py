"""How fast Livestone thinks about a game on this machine, on one thread."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.core.playouts import MAX_PLIES
from livestone.core.state import State
from livestone.search.report import Limits

if TYPE_CHECKING:
    from livestone.play.bot import Bot

ROUNDS = 5
# Where random games are cut to count plies (races seldom end by chance), and UCT's playouts.
RANDOM_PLIES, CUT = 300, 20
# How many games the compiled loop plays before the clock is looked at.
BATCH = 50
# What a fresh process does to measure a start: everything up to the first move a bot thinks about.
_START = """
import sys, time
began = time.perf_counter()
from livestone.games import load
from livestone.core.state import State
from livestone.play.bench import think_first
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS
game = load(sys.argv[1], **dict(pair.split("=", 1) for pair in sys.argv[2:]))
think_first(Bot(game, len(LEVELS), seconds=0.01), State(game))
print(time.perf_counter() - began)
"""


@dataclass(frozen=True)
class Benchmark:
    """What was measured, medians of several rounds.

    ``random_games``: complete random games a second; ``plies``: plies a second in random games cut
    at 300; ``playouts``: UCT playouts a second, each played to the end; ``cut_playouts``: the same
    with playouts cut after 20 plies, None for a game that cannot be judged before its end;
    ``nodes``: positions a second in the exact solver, None where there is none for this game;
    ``cold_start`` and ``warm_start``: seconds from a fresh process to the first move that the
    strongest bot thinks about, without and with compiled code in the cache.
    """

    game: str
    random_games: float
    plies: float
    playouts: float
    cut_playouts: float | None
    nodes: float | None
    cold_start: float
    warm_start: float

    def as_json(self) -> dict[str, Any]:
        """Return the figures as a JSON object: speeds as whole numbers, seconds with two places."""
        found = asdict(self)
        for name in ("random_games", "plies", "playouts", "cut_playouts", "nodes"):
            found[name] = None if found[name] is None else round(found[name])
        for name in ("cold_start", "warm_start"):
            found[name] = round(found[name], 2)
        return found


def measure(
    game: Game, seconds: float = 1.0, progress: Callable[[str], None] | None = None
) -> Benchmark:
    """Measure a game: ``seconds`` for each of several rounds of each figure.

    ``progress`` is told in words what is measured next.
    """
    tell = progress or (lambda words: None)
    tell("random games")
    games = random_games(game, seconds)
    plies = random_plies(game, seconds)
    tell("UCT playouts")
    playouts = uct_playouts(game, seconds)
    judged = game.points or game.plain_search.evaluate is not None
    cut_playouts = uct_playouts(game, seconds, CUT) if judged else None
    tell("solver nodes")
    nodes = solver_nodes(game, seconds)
    tell("cold and warm start")
    cold, warm = starts(game)
    return Benchmark(game.id, games, plies, playouts, cut_playouts, nodes, cold, warm)


def random_games(game: Game, seconds: float) -> float:
    """Complete random games a second from the opening."""
    return statistics.median(games / spent for games, _, spent in _random(game, seconds))


def random_plies(game: Game, seconds: float) -> float:
    """Plies a second in random games from the opening, cut at 300 plies."""
    rounds = _random(game, seconds, RANDOM_PLIES)
    return statistics.median(plies / spent for _, plies, spent in rounds)


def _random(
    game: Game, seconds: float, most_plies: int = MAX_PLIES
) -> Iterator[tuple[int, int, float]]:
    """For each round: random games, their plies, and the seconds they took."""
    import numpy as np

    from livestone.core import playouts
    from livestone.core.kernels import kernels
    from livestone.core.random import seeded

    play = playouts.random_games(kernels(game))
    stack = game.layout.array(2)
    stack[0] = State(game).position
    rng, wins = seeded(0), np.zeros(game.players + 1)
    for _ in range(ROUNDS):
        games, plies, spent, began = 0, 0, 0.0, time.perf_counter()
        while spent < seconds:
            plies += play(stack, BATCH, most_plies, rng, wins)
            games += BATCH
            spent = time.perf_counter() - began
        yield games, plies, spent


def uct_playouts(game: Game, seconds: float, cut: int = MAX_PLIES) -> float:
    """UCT playouts a second from the opening, each cut after so many plies."""
    from livestone.search.uct import Settings, Uct

    search = Uct(game, settings=Settings(cut=cut))
    search.prepare()
    speeds = []
    for _ in range(ROUNDS):
        *_, report = search.search(State(game), Limits(seconds=seconds))
        speeds.append(report.speed)
    return statistics.median(speeds)


def solver_nodes(game: Game, seconds: float) -> float | None:
    """Positions a second in the exact solver on endgames; None for more than two players."""
    if game.players != 2:
        return None
    from livestone.search.solver import solver_speed

    rounds = [solver_speed(game, seconds) for _ in range(ROUNDS)]
    return statistics.median(nodes / spent for nodes, spent in rounds)


def think_first(bot: Bot, state: State) -> None:
    """Play on by the opening book until the bot thinks about a move."""
    while bot.nbytes == 0:
        *_, report = bot.think(state)
        state.play(report.best.move)


def starts(game: Game) -> tuple[float, float]:
    """Seconds from a fresh process to the first move a bot thinks about, cold and then warm."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"LIVESTONE_CACHE": folder}
        options = [f"{name}={text_of(value)}" for name, value in game.option.items()]
        command = [sys.executable, "-c", _START, game.id, *options]
        cold, *warm = (
            float(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
            for _ in range(4)
        )
    return cold, statistics.median(warm)
