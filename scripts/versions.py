"""Let the engine at hand play against that of another revision, and tell the Elo between them.

``make versions ARGS="5373a71 --seconds 0.1"`` runs it. Both engines work in processes of their own
with their own sources, one move at a time; every random opening of four plies is played twice, with
colours changed. Seconds are the processor's, unless ``--wall`` is said. The other revision may also
be a folder that holds a copy of the project. ``--sprt 0 30`` ends as soon as the games speak for
either lead in Elo.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.errors import LivestoneError
from livestone.games import load
from livestone.play.match import opening
from livestone.play.sprt import Sprt

HERE = Path(__file__).parents[1]
PLAYER = Path(__file__).with_name("versions_player.py")
PLIES = 4
# The error rates of the test without --sprt: so low that it never ends the match.
NEVER = 1e-300


class Engine:
    """One revision's engine in a process of its own; counts the work that it does."""

    def __init__(self, source: Path, threads: int, wall: bool) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(PLAYER), str(threads), *["--wall"] * wall],
            env={**os.environ, "PYTHONPATH": str(source / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.nodes, self.depths, self.spent, self.moves = 0, 0, 0.0, 0

    def begin(self, game: Game) -> None:
        """Begin a new game with nothing remembered."""
        self._ask({"game": [game.id, dict(game.option)]})

    def move(self, state: State, limits: dict[str, float]) -> str:
        """Return the move it chooses."""
        answer = self._ask({"moves": state.move_texts, "limits": limits})
        self.nodes += answer["nodes"]
        self.depths += answer["depth"]
        self.spent += answer["spent"]
        self.moves += 1
        return str(answer["move"])

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    @property
    def work(self) -> str:
        """What it did, in words."""
        moves = max(self.moves, 1)
        return (
            f"{self.nodes / moves:,.0f} nodes and {1000 * self.spent / moves:.1f} ms a move, "
            f"{self.nodes / max(self.spent, 1e-9) / 1e6:.2f} M nodes/s, "
            f"depth {self.depths / moves:.2f}"
        )

    def _ask(self, question: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(json.dumps(question), file=self._process.stdin, flush=True)
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            sys.exit("versions: an engine ended; what it said is above")
        return json.loads(line)


def main() -> None:
    """Play what is asked for and print what came of it."""
    asked = parsed()
    try:
        play(asked)
    except LivestoneError as error:
        sys.exit(f"versions: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def parsed() -> argparse.Namespace:
    """What was asked for."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    reader.add_argument("revision", help="a git revision, or a folder with the project in it")
    reader.add_argument("--game", default="freedom", help="an id, with options: id,name=value")
    reader.add_argument("--games", type=int, default=100, help="how many games, in pairs")
    limit = reader.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=float, help="processor time a move (0.1 unless said)")
    limit.add_argument("--nodes", type=int, help="positions a move instead of time")
    reader.add_argument("--times", type=float, default=1.0, help="how much more ours has of it")
    reader.add_argument("--seed", type=int, default=0, help="of the openings")
    reader.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"))
    reader.add_argument("--threads", type=int, nargs=2, metavar=("OURS", "THEIRS"), default=(1, 1))
    reader.add_argument("--wall", action="store_true", help="count seconds on the wall's clock")
    return reader.parse_args()


def play(asked: argparse.Namespace) -> None:
    """Play the match."""
    name, *options = asked.game.split(",")
    game = load(name, **dict(option.split("=", 1) for option in options))
    compile_rules(game)
    kind, limit = ("nodes", asked.nodes) if asked.nodes else ("seconds", asked.seconds or 0.1)
    ours, theirs = {kind: type(limit)(limit * asked.times)}, {kind: limit}
    limits = [ours, theirs]
    test = Sprt(*asked.sprt) if asked.sprt else Sprt(0, 1, NEVER)
    with ExitStack() as stack:
        other = stack.enter_context(sources(asked.revision))
        engines = []
        for source, threads in zip((HERE, other), asked.threads, strict=True):
            engine = Engine(source, threads, asked.wall)
            stack.callback(engine.close)
            engines.append(engine)
        for pair in range((asked.games + 1) // 2):
            start = opening(game, PLIES, f"{asked.seed} {pair}")
            test.add(sum(share(game, start, engines, limits, seat) for seat in (0, 1)))
            print(f"\r{told(test)}", end="", file=sys.stderr, flush=True)
            if test.verdict:
                break
        print(file=sys.stderr)
        print(f"{datetime.now(UTC):%Y-%m-%d}, {platform.machine()}, {game!r}, seed {asked.seed}")
        print(f"{ours} against {theirs}: {told(test)}")
        for label, engine in zip(("ours", "theirs"), engines, strict=True):
            print(f"{label}: {engine.work}")


def share(
    game: Game, start: State, engines: list[Engine], limits: list[dict[str, float]], ours: int
) -> float:
    """What our engine makes of one game in which it has the seat ``ours``: 1, ½ or 0."""
    sides = list(zip(engines, limits, strict=True))
    seats = sides if ours == 0 else sides[::-1]
    for engine in engines:
        engine.begin(game)
    state = start.copy()
    while not state.over:
        forced = len(state.legal) == 1
        engine, limit = seats[int(state.position.mover)]
        state.play(state.legal[0] if forced else engine.move(state, limit))
    winners = state.winners or (0, 1)
    return (ours in winners) / len(winners)


def told(test: Sprt) -> str:
    """The match so far, in words."""
    games, points = 2 * test.pairs, sum(at * n for at, n in enumerate(test.counts)) / 2
    gap = test.gap
    lead = f"{gap.value:+.0f} Elo ({gap.low:+.0f} to {gap.high:+.0f})"
    verdict = f", speaks for {test.verdict}" if test.verdict else ""
    return f"{points:g} of {games} points: {lead}, LLR {test.llr:+.2f}{verdict}"


@contextmanager
def sources(revision: str) -> Iterator[Path]:
    """A folder with that revision's files; made for the time being unless it is one already."""
    if (Path(revision) / "src" / "livestone").is_dir():
        yield Path(revision).absolute()
        return
    git = ["git", "-C", str(HERE), "worktree"]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "versions"
        command = [*git, "add", "--quiet", "--detach", str(place), revision]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"versions: {revision!r} is no revision here: {done.stderr.strip()}")
        try:
            yield place
        finally:
            subprocess.run([*git, "remove", "--force", str(place)], check=False)


if __name__ == "__main__":
    main()
