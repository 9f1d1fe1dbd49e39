"""How good a player is: games against house players, then against bots of rising levels."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import partial

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.freeplay.board import cell_of
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import HouseSeat, Played, Seat, play_game
from livestone.play.baselines import BASELINES
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS
from livestone.play.review import Mistake, costliest
from livestone.ranges import check_whole
from livestone.records.record import Note, Participant, Record

# The strongest level is bounded by time alone, and slow; it is met only when asked for.
LAST_LEVEL = len(LEVELS) - 1

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Trial:
    """One game of the player: its number against this opponent (from 1) and the player's seat.

    ``cells`` says that the player names cells, as a Player does.
    """

    number: int
    seat: int
    played: Played
    cells: bool = False

    @property
    def share(self) -> float:
        """1 for a win, 0 for a loss, something between for a draw."""
        return self.played.share(self.seat)

    @property
    def faulty(self) -> bool:
        """Whether the player lost it by a fault."""
        return self.played.loser == self.seat

    @property
    def seat_name(self) -> str:
        """The name of the player's seat, within a sentence."""
        return self.played.game.seats[self.seat].name.lower()

    def told(self, move: str) -> str:
        """A move as the player knows it: ``(4, 4)``, or its text."""
        return str(cell_of(self.played.game, move)) if self.cells else move


@dataclass
class Row:
    """The games against one opponent, who has every other seat."""

    opponent: str
    level: int | None = None
    trials: list[Trial] = field(default_factory=list)

    @property
    def won(self) -> int:
        """How many games the player won alone."""
        return sum(trial.share == 1 for trial in self.trials)

    @property
    def lost(self) -> int:
        """How many games the player lost."""
        return sum(trial.share == 0 for trial in self.trials)

    @property
    def drawn(self) -> int:
        """How many games were drawn, or won together with another."""
        return len(self.trials) - self.won - self.lost

    @property
    def score(self) -> float:
        """The mean share of the games, 0 to 1."""
        return sum(trial.share for trial in self.trials) / max(1, len(self.trials))

    @property
    def points(self) -> tuple[float, float] | None:
        """The player's and an opponent's mean points in games played to the end, if they count."""
        ends = [trial for trial in self.trials if trial.played.fault is None]
        if not ends or not ends[0].played.game.points:
            return None
        mine = sum(trial.played.scores[trial.seat] for trial in ends)
        total = sum(sum(trial.played.scores) for trial in ends)
        others = len(ends[0].played.scores) - 1
        return mine / len(ends), (total - mine) / others / len(ends)


def opponents(level: int) -> list[HouseSeat]:
    """The house players, then the levels from 1 up to ``level``."""
    check_whole("level", level, 0, len(LEVELS))
    seats = [HouseSeat(name, make) for name, make in BASELINES.items()]
    for each in LEVELS[:level]:
        make = partial(Bot, level=each.number, seconds=each.patient)
        seats.append(HouseSeat(f"level {each.number}", make, each.number))
    return seats


def tryout(
    player: PlayerProcess,
    game: Game,
    rows: list[Row],
    *,
    games: int = 10,
    level: int = LAST_LEVEL,
    seed: int = 0,
    on: bool = False,
    progress: Progress = lambda done, total: None,
) -> None:
    """Play every opponent, seats in turn, and add their ``rows``, which an interrupt leaves there.

    The first game that the player loses by a fault is the last one, unless it goes ``on``. Levels
    end when the player scores less than an equal share against one: of two, a half. ``progress``
    is told the games played and how many there may be.
    """
    check_whole("games", games, 1)
    met = opponents(level)
    most = games * len(met)
    for index, opponent in enumerate(met):
        row = Row(opponent.name, opponent.level)
        rows.append(row)
        if opponent.name not in ("random", "first-free"):
            compile_rules(game)
        for number in range(1, games + 1):
            progress(index * games + number - 1, most)
            row.trials.append(_play(player, opponent, game, number, seed))
            if row.trials[-1].faulty and not on:
                return
        if row.level is not None and row.score < 1 / game.players:
            break


def _play(player: PlayerProcess, opponent: HouseSeat, game: Game, number: int, seed: int) -> Trial:
    seat = (number - 1) % game.players
    dice = random.Random(f"{seed} {opponent.name} {number}").getrandbits(31)
    seats: list[Seat] = [copy(opponent) for _ in range(game.players - 1)]
    seats.insert(seat, player)
    played = play_game(game, seats, seed=dice, words=f"game {number}")
    return Trial(number, seat, played, player.cells)


def lost(rows: Sequence[Row]) -> list[tuple[Row, Trial]]:
    """The games that were lost, with their rows."""
    return [(row, trial) for row in rows for trial in row.trials if trial.share == 0]


def reviewed(
    losses: Sequence[tuple[Row, Trial]], progress: Progress = lambda done, total: None
) -> Iterator[Mistake | None]:
    """Yield for each lost game the move that cost most, None where there was none to find.

    A game lost by a fault needs no search.
    """
    from livestone.search.strongest import Strongest

    search: Strongest | None = None
    for done, (_, trial) in enumerate(losses):
        progress(done, len(losses))
        if trial.played.fault is not None:
            yield None
            continue
        search = search or Strongest(trial.played.game, threads=1)
        yield costliest(trial.played.game, trial.played.moves, trial.seat, search)


def record(row: Row, trial: Trial, mistake: Mistake | None) -> Record:
    """The record of a game, with what is known of its worst move as a comment."""
    players = [
        Participant(name, "bot", None if seat == trial.seat else row.level)
        for seat, name in enumerate(trial.played.names)
    ]
    notes = []
    if mistake is not None:
        better = mistake.better
        if trial.cells:
            better += f" {trial.told(better)}"
        comment = f"Cost {mistake.words}: {better} was better."
        notes = [Note()] * (mistake.ply - 1) + [Note(comment=comment)]
    return trial.played.record(players, notes)
