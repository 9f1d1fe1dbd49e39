"""A tournament that is played here: rounds begin, games are played, and everything is written."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from livestone.core.state import State
from livestone.freeplay.crew import Crew, Finished
from livestone.freeplay.journal import Journal
from livestone.play.tournament import Fixture, Key, Tournament

# Where the next round hangs on no result, so that no process has to wait for the last one.
EARLY = ("round-robin", "match")


class Arena:
    """A tournament with its crew and its journal; :meth:`run` plays it.

    ``changed`` is called whenever there is something new to see. Another thread may look at the
    ``tournament`` and at the games under way while it holds the ``lock``.
    """

    def __init__(
        self,
        tournament: Tournament,
        crew: Crew,
        journal: Journal,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.tournament = tournament
        self.lock = threading.RLock()
        self.changed = changed
        self._crew = crew
        self._journal = journal
        self._states: dict[Key, State] = {}

    def run(self) -> Iterator[Finished]:
        """Play, and yield every game that has been counted, until there is nothing left to play.

        Raises LivestoneError or OSError where that cannot go on.
        """
        for fixture in self.tournament.open():
            self._crew.play(fixture)
        while True:
            self._begin_rounds()
            if not self.tournament.open():
                return
            for finished in self._crew.wait():
                yield self._count(finished)
            self.changed()

    def running(self) -> list[tuple[Fixture, State]]:
        """The games under way as they stand now."""
        live = dict(self._crew.live)
        fixtures = {fixture.key: fixture for fixture in self.tournament.open()}
        keys = [key for key in live if key in fixtures]
        self._states = {key: self._state(key, live[key]) for key in keys}
        return [(fixtures[key], self._states[key]) for key in keys]

    def moves(self, key: Key) -> tuple[str, ...]:
        """The moves so far of a game under way."""
        return self._crew.live.get(key, ())

    def place(self, record: str) -> Path:
        """Where the record of a result lies."""
        return self._journal.folder / record

    def _begin_rounds(self) -> None:
        early = self.tournament.plan.kind in EARLY
        while self._crew.idle:
            round = self.tournament.next_round(self.tournament.entrants, early=early)
            if round is None:
                return
            self._journal.begin(round)
            before = {fixture.key for fixture in self.tournament.open()}
            with self.lock:
                self.tournament.begin(round)
            for fixture in self.tournament.open():
                if fixture.key not in before:
                    self._crew.play(fixture)

    def _count(self, finished: Finished) -> Finished:
        """Write a result with its record before it counts."""
        name = "-".join(map(str, finished.result.key))
        place = self._journal.keep(name, finished.record)
        found = finished.kept(place)
        self._journal.add(found.result)
        with self.lock:
            self.tournament.add(found.result)
        return found

    def _state(self, key: Key, moves: tuple[str, ...]) -> State:
        """The state after these moves, from the one that was looked at before."""
        state = self._states.get(key)
        if state is None or tuple(state.move_texts) != moves[: state.ply]:
            state = State(self.tournament.plan.make_game())
        for move in moves[state.ply :]:
            state.play(move)
        return state
