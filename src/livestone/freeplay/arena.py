"""A tournament that is played here: rounds begin, games are played, and everything is written."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from livestone.core.state import State
from livestone.freeplay.fixture_games import Finished, FixtureGames, Setup
from livestone.freeplay.journal import Journal
from livestone.play.executors import Executor
from livestone.play.tournament import Fixture, Key, Tournament

# Where the next round hangs on no result, so that no process has to wait for the last one.
EARLY = ("round-robin", "match")


class Arena:
    """A tournament with its journal; :meth:`run` plays it.

    ``changed`` is called whenever there is something new to see. Another thread may look at the
    ``tournament`` and at the games under way while it holds the ``lock``. ``live`` are the moves so
    far of those games.
    """

    def __init__(
        self,
        tournament: Tournament,
        journal: Journal,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self.tournament = tournament
        self.lock = threading.RLock()
        self.changed = changed
        self.live: dict[Key, tuple[str, ...]] = {}
        self._journal = journal
        self._states: dict[Key, State] = {}

    def run(self, setup: Setup, executor: Executor) -> Generator[Finished]:
        """Play, and yield every game that has been counted, until there is nothing left to play.

        Raises LivestoneError or OSError where that cannot go on.
        """
        given: list[Fixture] = []

        def heard(index: int, moves: Any) -> None:
            self.live[given[index].key] = moves
            self.changed()

        try:
            fixtures = self._fixtures(given)
            with closing(executor(FixtureGames(setup), fixtures, heard=heard)) as games:
                for _, finished in games:
                    yield self._count(finished)
                    self.changed()
        finally:
            self.live.clear()

    def running(self) -> list[tuple[Fixture, State]]:
        """The games under way as they stand now."""
        live = dict(self.live)
        fixtures = {fixture.key: fixture for fixture in self.tournament.open()}
        keys = [key for key in live if key in fixtures]
        self._states = {key: self._state(key, live[key]) for key in keys}
        return [(fixtures[key], self._states[key]) for key in keys]

    def moves(self, key: Key) -> tuple[str, ...]:
        """The moves so far of a game under way."""
        return self.live.get(key, ())

    def place(self, record: str) -> Path:
        """Where the record of a result lies."""
        return self._journal.folder / record

    def _fixtures(self, given: list[Fixture]) -> Iterator[Fixture | None]:
        """Every game to play, with the round that it begins; None until there is another result.

        Those that are handed out are ``given``.
        """
        todo = deque(self.tournament.open())
        while True:
            while not todo and self._begin_round(todo):
                pass
            if not todo:
                yield None
                continue
            fixture = todo.popleft()
            given.append(fixture)
            self.live[fixture.key] = fixture.opening(self.tournament.plan)
            yield fixture

    def _begin_round(self, todo: deque[Fixture]) -> bool:
        """Begin the next round, if it can begin now; False where it cannot."""
        early = self.tournament.plan.kind in EARLY
        round = self.tournament.next_round(self.tournament.entrants, early=early)
        if round is None:
            return False
        self._journal.begin(round)
        before = {fixture.key for fixture in self.tournament.open()}
        with self.lock:
            self.tournament.begin(round)
        todo += (each for each in self.tournament.open() if each.key not in before)
        return True

    def _count(self, finished: Finished) -> Finished:
        """Write a result with its record before it counts."""
        name = "-".join(map(str, finished.result.key))
        place = self._journal.keep(name, finished.record)
        found = finished.kept(place)
        self._journal.add(found.result)
        with self.lock:
            self.live.pop(found.result.key, None)
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
