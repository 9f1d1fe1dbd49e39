"""Making an opening book: the position that good play most likely reaches is searched next.

What a position costs is what the players gave away on the cheapest way to it, and a little for each
ply (Lincke's drop-out expansion, "Strategies for the automatic construction of opening books",
2000). Every position goes to the file as soon as it is searched, so that a stopped run goes on
from there; the same plan makes the same book.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from pathlib import Path

from livestone.core.game import Game
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.core.symmetry import canonical, inverse, mirrored, order
from livestone.errors import BadRequest
from livestone.play.analysis import plies_left
from livestone.play.book import Book, Entry, Plan, lead_of, line_of
from livestone.search.report import Limits, Line, never
from livestone.search.strongest import Strongest

# What a ply costs when the next position is chosen, in parts of the margin.
PLY_COST = 0.15
# What a search may remember: enough for two million playouts of Freedom.
MEGABYTES = 512


class Bookmaker:
    """Makes the book of a game in a file, or goes on with one that is there.

    Raises BadRequest for a game of three, with secrets or with repetition, where a position by
    itself has no value, and for a file that is no book of this plan.
    """

    def __init__(self, game: Game, plan: Plan, file: Path) -> None:
        _check(game)
        self.book = Book(game, plan)
        self._file = file
        if file.exists() and file.stat().st_size:
            self.book = Book.read(game, file.read_text("utf-8"))
            if self.book.plan != plan:
                raise BadRequest(f"{str(file)!r} is a book made otherwise, with {self.book.plan}")
        compile_rules(game)
        opening = State(game)
        self._root = canonical(opening)[0]
        self._states = {self._root: opening}
        self._next: dict[str, dict[str, str]] = {}  # where each move of an entry leads to
        for text in sorted(self.book.entries, key=lambda text: self.book.entries[text].ply):
            if text in self._states:
                self._follow(text)

    def make(
        self,
        positions: int,
        progress: Callable[[int, int], None] | None = None,
        stop: Callable[[], bool] = never,
    ) -> Book:
        """Search until the book has so many positions, no more are worth it, or ``stop``.

        The book is then written anew, with all values backed up. Raises OSError.
        """
        self.book.write(self._file)  # without what was cut off when it was stopped
        with self._file.open("a", encoding="utf-8") as out:
            while len(self.book.entries) < positions and not stop():
                if progress is not None:
                    progress(len(self.book.entries), positions)
                text = self._cheapest()
                if text is None or not self._add(text, stop):
                    break
                out.write(f"{line_of(text, self.book.entries[text])}\n")
                out.flush()
        self._back_up()
        self.book.write(self._file)
        return self.book

    def _add(self, text: str, stop: Callable[[], bool]) -> bool:
        """Search a position and keep it; False, keeping nothing, when told to stop."""
        plan, known = self.book.plan, self._states[text]
        state = State.read(self.book.game, text)
        # A new search each time, so that it does not matter what was searched before.
        search = Strongest(self.book.game, threads=1, to_play=True, megabytes=MEGABYTES)
        # A position that is its own mirror shows each move in several places.
        limits = Limits(nodes=plan.nodes, lines=plan.lines * order(known))
        *_, report = search.search(state, limits, stop)
        if stop():
            return False
        found = self._different(state, known, report.lines)
        self.book.entries[text] = Entry(known.ply, int(state.position.mover), found)
        self._follow(text)
        self._back_up()
        return True

    def _different(self, mirror: State, state: State, lines: Sequence[Line]) -> dict[str, float]:
        """The values of the best moves of which none is a mirror of another.

        ``mirror`` is what was searched: ``state`` as it stands in the book.
        """
        game, places, found = self.book.game, set[str](), dict[str, float]()
        paths = {path: move for move, path in state.paths.items()}
        back, plies = inverse(canonical(state)[1]), plies_left(mirror)
        for line in lines:
            ahead = state.copy()
            ahead.play(paths[mirrored(game, game.wording.path(mirror.position, line.move), back)])
            there = canonical(ahead)[0]
            if there not in places and len(places) < self.book.plan.lines:
                places.add(there)
                found[game.wording.move_text(line.move)] = round(lead_of(game, line, plies), 2)
        return found

    def _follow(self, text: str) -> None:
        """Find out where the moves of an entry lead to; forced plies are played on the way."""
        state = self._states[text]
        known, entry = self.book.moves(state), self.book.entries[text]
        for name, move in zip(entry.ranked, known, strict=True):
            ahead = state.copy()
            ahead.play(move)
            while len(ahead.unsorted) == 1:
                ahead.play(ahead.unsorted[0])
            if not ahead.over and ahead.ply <= self.book.plan.plies:
                there = canonical(ahead)[0]
                self._next.setdefault(text, {})[name] = there
                self._states.setdefault(there, ahead)

    def _cheapest(self) -> str | None:
        """The position to search next, None when there is none."""
        margin = self.book.plan.margin
        heap, seen = [(0.0, self._root)], set()
        while heap:
            cost, text = heapq.heappop(heap)
            if text in seen:
                continue
            seen.add(text)
            entry = self.book.entries.get(text)
            if entry is None:
                return text
            for name, there in self._next.get(text, {}).items():
                loss = entry.loss(name)
                if loss <= margin:
                    heapq.heappush(heap, (cost + loss + PLY_COST * margin, there))
        return None

    def _back_up(self) -> None:
        """Value every move by the end of the book's best line from there."""
        entries = self.book.entries
        for text in sorted(entries, key=lambda text: -self._states[text].ply):
            entry = entries[text]
            follow = self._next.get(text, {})
            entry.backed = {}
            for name, value in entry.searched.items():
                after = entries.get(follow.get(name, ""))
                entry.backed[name] = after.best if after else value


def _check(game: Game) -> None:
    reasons = {
        f"{game.players} play it": game.players != 2,
        "some of it is hidden": game.plain.observe is not None,
        "what may be played depends on what was there before": game.repetition is not None,
    }
    for reason, holds in reasons.items():
        if holds:
            raise BadRequest(f"{game.title} cannot have an opening book: {reason}")
