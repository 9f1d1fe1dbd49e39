"""How many games two players in processes of their own get through: ``python -m`` runs it."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from livestone.freeplay.board import SIZE, freeplay
from livestone.freeplay.limits import Fault, Limits
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import play_game

FIRST_FREE = """\
from livestone import Player


class FirstFree(Player):
    def move(self):
        return self.board.legal[0]
"""


@dataclass(frozen=True)
class MatchSpeed:
    """Games a second by the clock, games a CPU second of all three processes, seconds to start."""

    games: float
    games_per_core: float
    start: float


def match_speed(games: int = 50, size: int = SIZE) -> MatchSpeed:
    """Play a match of two first-free players, each in his process. Raises Fault."""
    game = freeplay(size=size)
    limits = Limits(move=60.0, game=6000.0, cpu=6000.0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "first_free.py"
        file.write_text(FIRST_FREE, "utf-8")
        with PlayerProcess(file, limits) as white, PlayerProcess(file, limits) as black:
            began = time.perf_counter()
            for player in (white, black):
                player.start()
            start = time.perf_counter() - began
            cpu, began = _cpu(white, black), time.perf_counter()
            for number in range(games):
                fault = play_game(game, [white, black], seed=number).fault
                if fault is not None:
                    raise Fault(fault.reason, str(fault))
            seconds, cpu = time.perf_counter() - began, _cpu(white, black) - cpu
    return MatchSpeed(games / seconds, games / cpu, start)


def _cpu(*players: PlayerProcess) -> float:
    """The CPU seconds that this process and the players' have used so far."""
    total = time.process_time()
    for player in players:
        fields = Path(f"/proc/{player.pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def main() -> None:
    """Measure and print."""
    speed = match_speed()
    print(
        f"two first-free players, {SIZE}x{SIZE}: {speed.games:.1f} games a second, "
        f"{speed.games_per_core:.1f} a CPU second; both started in {speed.start:.2f} s"
    )


if __name__ == "__main__":
    main()
