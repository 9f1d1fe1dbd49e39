"""How good a player is: games against house players, then against bots of rising levels."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from livestone.core.game import Game
from livestone.core.record import Note, Participant, Record
from livestone.core.runtime import compile_rules
from livestone.freeplay.board import BLACK, WHITE, cell_of
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.review import Mistake, costliest
from livestone.freeplay.table import HouseSeat, Played, play_game
from livestone.play.bot import LEVELS, Bot
from livestone.play.house import HOUSE

# A level thinks until it has looked at its nodes, however long that takes: the same on any machine.
PATIENCE = 600.0
# The strongest level is bounded by time alone, and slow; it is met only when asked for.
LAST_LEVEL = len(LEVELS) - 1
# Whoever scores less than this against a level does not meet the next.
ENOUGH = 0.5

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Trial:
    """One game of the player: its number against this opponent (from 1) and his colour."""

    number: int
    colour: str
    played: Played

    @property
    def share(self) -> float:
        """1 for a win, a half for a draw, 0 for a loss."""
        return self.played.share(self.colour)


@dataclass
class Row:
    """The games against one opponent."""

    opponent: str
    level: int | None = None
    trials: list[Trial] = field(default_factory=list)

    def count(self, share: float) -> int:
        """How many games brought so much."""
        return sum(trial.share == share for trial in self.trials)

    @property
    def score(self) -> float:
        """The mean share of the games, 0 to 1."""
        return sum(trial.share for trial in self.trials) / max(1, len(self.trials))

    @property
    def points(self) -> tuple[float, float] | None:
        """The player's and the opponent's mean points in games played to the end, if any were."""
        ends = [trial for trial in self.trials if trial.played.fault is None]
        if not ends:
            return None
        mine = sum(trial.played.scores[trial.colour == BLACK] for trial in ends)
        other = sum(trial.played.scores[trial.colour == WHITE] for trial in ends)
        return mine / len(ends), other / len(ends)


def opponents(level: int) -> list[HouseSeat]:
    """The house players, then the levels from 1 up to ``level``."""
    seats = [HouseSeat(name, make) for name, make in HOUSE.items()]
    for each in LEVELS[:level]:
        seconds = None if each.nodes is None else PATIENCE
        make = partial(Bot, level=each.number, seconds=seconds)
        seats.append(HouseSeat(f"level {each.number}", make, each.number))
    return seats


def tryout(
    player: PlayerProcess,
    game: Game,
    *,
    games: int = 10,
    level: int = LAST_LEVEL,
    seed: int = 0,
    progress: Progress | None = None,
) -> Iterator[Row]:
    """Yield a row for each opponent when its games are played, colours in turn.

    Levels go on until the player scores less than half against one. ``progress`` is told the games
    played and how many there may be.
    """
    everybody = opponents(level)
    most = games * len(everybody)
    for index, opponent in enumerate(everybody):
        row = Row(opponent.name, opponent.level)
        if opponent.name not in ("random", "first-free"):
            compile_rules(game)
        for number in range(1, games + 1):
            if progress is not None:
                progress(index * games + number - 1, most)
            row.trials.append(_play(player, opponent, game, number, seed))
        yield row
        if row.level is not None and row.score < ENOUGH:
            break


def _play(player: PlayerProcess, opponent: HouseSeat, game: Game, number: int, seed: int) -> Trial:
    colour = WHITE if number % 2 else BLACK
    dice = random.Random(f"{seed} {opponent.name} {number}").getrandbits(31)
    pair = (player, opponent) if colour == WHITE else (opponent, player)
    return Trial(number, colour, play_game(game, *pair, seed=dice, words=f"game {number}"))


def lost(rows: Sequence[Row]) -> list[tuple[Row, Trial]]:
    """The games that were lost, with their rows."""
    return [(row, trial) for row in rows for trial in row.trials if trial.share == 0]


def reviewed(
    losses: Sequence[tuple[Row, Trial]], progress: Progress | None = None
) -> Iterator[Mistake | None]:
    """Yield for each lost game the move that cost most, None where there was none to find.

    A game lost by a fault needs no search.
    """
    from livestone.search.strongest import Strongest

    search: Strongest | None = None
    for done, (_, trial) in enumerate(losses):
        if progress is not None:
            progress(done, len(losses))
        if trial.played.fault is not None:
            yield None
            continue
        search = search or Strongest(trial.played.game)
        yield costliest(trial.played.game, trial.played.texts, trial.colour, search)


def record(row: Row, trial: Trial, mistake: Mistake | None) -> Record:
    """The record of a game, with what is known of its worst move as a comment."""
    names = trial.played.names
    levels = [None, row.level] if trial.colour == WHITE else [row.level, None]
    players = [Participant(name, "bot", at) for name, at in zip(names, levels, strict=True)]
    notes = []
    if mistake is not None:
        better = f"{mistake.better} {cell_of(trial.played.game, mistake.better)}"
        comment = f"Cost about {mistake.cost:.0f} points: {better} was better."
        notes = [Note()] * (mistake.ply - 1) + [Note(comment=comment)]
    return trial.played.record(players, notes)
