"""How many games two players in processes of their own get through.

``python scripts/match_speed.py`` runs it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from load_server import used

from livestone.core.game import Game
from livestone.freeplay.board import FREEDOM, freeplay
from livestone.freeplay.limits import Fault, Limits
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import play_game
from livestone.games import load

FIRST_FREE = """\
from livestone import Player


class FirstFree(Player):
    def move(self):
        return self.board.legal[0]
"""
FIRST_LEGAL = """\
from livestone import GamePlayer


class FirstLegal(GamePlayer):
    def move(self, state):
        return state.legal[0]
"""


@dataclass(frozen=True)
class MatchSpeed:
    """Games a second by the clock, games a CPU second of all three processes, seconds to start."""

    games: float
    games_per_core: float
    start: float


def match_speed(games: int = 50, game: Game | None = None) -> MatchSpeed:
    """Play a match between players that take the first legal move. Raises Fault.

    Each player has a process of its own.
    Without a ``game`` they play Freedom as learners know it.
    """
    limits = Limits(move=60.0, game=6000.0, cpu=6000.0)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        file = Path(folder) / "first.py"
        file.write_text(FIRST_FREE if game is None else FIRST_LEGAL, "utf-8")
        game = freeplay() if game is None else game
        players = [stack.enter_context(PlayerProcess(file, limits)) for _ in range(game.players)]
        began = time.perf_counter()
        for player in players:
            player.start()
        start = time.perf_counter() - began
        cpu, began = _cpu(players), time.perf_counter()
        for number in range(games):
            fault = play_game(game, players, seed=number).fault
            if fault is not None:
                raise Fault(fault.reason, str(fault))
        seconds, cpu = time.perf_counter() - began, _cpu(players) - cpu
    return MatchSpeed(games / seconds, games / cpu, start)


def _cpu(players: Sequence[PlayerProcess]) -> float:
    """The CPU seconds that this process and the players' have used so far."""
    processes = [player.pid for player in players if player.pid is not None]
    return time.process_time() + used(processes).seconds


def main() -> None:
    """Measure and print; a game's id may follow ``--game``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", help="another game, as 'livestone games' lists it")
    parser.add_argument("--games", type=int, default=50, help="how many games")
    arguments = parser.parse_args()
    speed = match_speed(arguments.games, arguments.game and load(arguments.game))
    print(
        f"first-free players, {arguments.game or FREEDOM}: {speed.games:.1f} games a second, "
        f"{speed.games_per_core:.1f} a CPU second; all started in {speed.start:.2f} s"
    )


if __name__ == "__main__":
    main()
