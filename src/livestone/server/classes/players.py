"""The players of a class: the newest file of each student, and the simple opponents."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from livestone.core.game import Game
from livestone.freeplay.board import FREEDOM
from livestone.freeplay.limits import Fault
from livestone.freeplay.table import Played
from livestone.games import find
from livestone.languages.words import t
from livestone.play.baselines import BASELINES
from livestone.play.levels import LEVELS
from livestone.server.classes.hosts import Hosts
from livestone.server.freeplay.limits import Clock
from livestone.server.freeplay.player import Changes
from livestone.server.freeplay.registry import Unavailable
from livestone.server.tournaments.players import RunningGame
from livestone.server.tournaments.request import TournamentRules

# After so many games of a file the ladder knows its place: it plays so many times more rarely.
SETTLED = ((200, 1800.0), (40, 30.0))
# The opponents of the house, and the level of each that has one.
HOUSE: dict[str, int | None] = {
    **dict.fromkeys(BASELINES),
    **{f"level {level.number}": level.number for level in LEVELS},
}

# What everybody is told of a fault; its owner and teachers have the report.
FAULTS = {"illegal": "it made an illegal move", "timeout": "it gave no answer in time"}


@dataclass(frozen=True)
class HandedIn:
    """The file of a player: whose it is, its number among theirs, and its text.

    ``cells`` says that it has a Player, who plays Freedom only, ``engine`` that it imports that.
    """

    name: str
    version: int
    text: str
    cells: bool | None = None
    engine: bool | None = None

    def why_not(self, rules: TournamentRules) -> str:
        """Why it cannot play by these rules, as a sentence; empty if it can."""
        if self.cells and rules.plays != FREEDOM:
            return t(
                "it has a Player, who plays Freedom only: derive from GamePlayer to play {game}",
                game=t(find(rules.plays).title),
            )
        if self.engine and not rules.engine:
            return t("it imports Livestone’s engine, which players do without here")
        return ""


class HostedGame:
    """A game while processes of the server play it."""

    def __init__(self, files: Mapping[str, HandedIn | None], game: Game, clock: Clock) -> None:
        self.id = secrets.token_hex(8)
        self.game = game
        self.clock = clock
        self.names = tuple(files)
        self.versions = [None if one is None else one.version for one in files.values()]
        self.moves: list[str] = []
        self.movers: list[int] = []
        self.seconds: list[float] = []
        self.notes: list[dict[str, str]] = []  # what each seat printed and drew, by ply
        self.begun = time.time()

    @property
    def mover(self) -> int | None:
        return len(self.moves) % len(self.names)

    def left_of(self, seat: int) -> float:
        """The seconds that a seat has left for the game; those of moves are only known later."""
        return self.clock.game

    def hear(self, moves: list[str]) -> None:
        self.moves = moves


class HostedPlayers:
    """Everybody who has handed in a file that can play by the ``rules``; they are always here.

    ``rules`` tells those in force, and who of the house is here. ``after`` is told of
    every game that has been saved. A ``refusal`` says why the ``hosts`` play no files here.
    """

    enter_late = False

    def __init__(
        self,
        hosts: Hosts,
        after: Callable[[HostedGame, Played], Awaitable[None]],
        rules: Callable[[], tuple[TournamentRules, Collection[str]]],
        refusal: str = "",
    ) -> None:
        self.changes = Changes()
        self.games: dict[str, HostedGame] = {}
        self._hosts = hosts
        self._after = after
        self._rules = rules
        self._refusal = refusal
        self._files: dict[str, HandedIn] = {}
        self._played: Counter[tuple[str, int]] = Counter()
        self._moved = 0

    @property
    def moves(self) -> int:
        return self._moved + sum(len(game.moves) for game in self.games.values())

    @property
    def present(self) -> frozenset[str]:
        """Who can play; the house only while there is somebody to play with."""
        rules, house = self._rules()
        here = [name for name, file in self._files.items() if not file.why_not(rules)]
        return frozenset((*here, *house)) if here and not self._refusal else frozenset()

    @property
    def free(self) -> frozenset[str]:
        return self.present.difference(*(game.names for game in self.games.values()))

    def hand_in(self, files: Iterable[HandedIn]) -> None:
        """Have files play from now on, each in place of its owner's last one."""
        self._files.update((one.name, one) for one in files)
        self.changes.notify()

    def rest(self, name: str) -> float:
        """How many times as long as usual a player rests between games of the ladder."""
        if name not in self._files:
            return min(map(self.rest, self._files), default=1.0)
        played = self._played[name, self._files[name].version]
        return next((times for many, times in SETTLED if played >= many), 1.0)

    async def play(
        self,
        names: tuple[str, ...],
        game: Game,
        clock: Clock,
        *,
        words: str = "",
        save: Callable[[RunningGame, Played], Awaitable[None]] | None = None,
    ) -> Played:
        """Play a game; ``save`` gets it. Raises Unavailable or EngineError."""
        if not self.free.issuperset(names):
            raise Unavailable("one of them plays, or is not here")
        files = {name: self._files.get(name) for name in names}
        running = HostedGame(files, game, clock)
        self.games[running.id] = running
        self.changes.notify()
        try:
            played = await self._play(running, files, words)
            if save is not None:
                await save(running, played)
            for file in filter(None, files.values()):
                self._played[file.name, file.version] += 1
            await self._after(running, played)
            return played
        finally:
            del self.games[running.id]
            self._moved += len(running.moves)
            self.changes.notify()

    async def _play(
        self, running: HostedGame, files: Mapping[str, HandedIn | None], words: str
    ) -> Played:
        seats = [
            {"name": name, "level": HOUSE[name]}
            if file is None
            else {"name": name, "text": file.text}
            for name, file in files.items()
        ]
        job = {
            "game": running.game.id,
            "options": dict(running.game.option),
            "engine": self._rules()[0].engine,
            "seats": seats,
            "seed": secrets.randbits(31),
            "words": words or "a game",
            "move": running.clock.move,
            "total": running.clock.game,
        }
        done = await self._hosts.play(job, running.hear)
        running.moves, running.movers = done["moves"], done["movers"]
        running.seconds = done["seconds"]
        running.notes = done["notes"]
        return Played(
            running.game,
            running.names,
            tuple(done["moves"]),
            tuple(done["scores"]),
            tuple(done["winners"]),
            done["loser"],
            None if done["fault"] is None else _told(done["fault"][0]),
            done["report"],
        )

    async def message(self, name: str, text: str) -> None:
        """Files hear nothing."""

    def disconnect(self, name: str, words: str) -> None:
        """Have a player play no more, until they hand in another file."""
        self._files.pop(name, None)
        self.changes.notify()


def _told(reason: str) -> Fault:
    """A fault as everybody is told of it."""
    return Fault(reason, FAULTS.get(reason, "its program failed"))
