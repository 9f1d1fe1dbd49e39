"""What a thread of the engine thinks with: games, searches and positions that it keeps."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

import msgspec

from livestone.copying import Uncopied
from livestone.core.game import Game
from livestone.core.learning import weighted_like
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.engine.queries import Query
from livestone.games import load
from livestone.play.analysis import Analysis, analyse
from livestone.search.report import Limits
from livestone.search.strongest import Strongest
from livestone.search.survival import GAMES

MAX_GAMES = 100
MAX_ANSWERS = 2000
MEGABYTES = 512

# Held while something is compiled or loaded, which threads do one after the other.
preparing = threading.Lock()


def reach(game: Game, text: str | None, moves: Sequence[str], known: State | None = None) -> State:
    """Return the state after these plies from a position's text, or from the opening.

    ``known`` is one that may lie on the way, and stays as it is. Raises BadPosition,
    MoveSyntaxError, IllegalMove or GameOver.
    """
    state = State(game) if text is None else State.read(game, text)
    if known is not None and known.game == game and known.opening == state.opening:
        played = known.move_texts
        if played == list(moves[: len(played)]):
            state = known.copy()
    for move in moves[state.ply :]:
        state.play(move)
    return state


class Answers(Uncopied):
    """The last answers that do not depend on time, for all threads."""

    def __init__(self) -> None:
        self.cleared = 0
        self._kept: OrderedDict[Hashable, dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> dict[str, Any] | None:
        """Return what was answered before."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Hashable, answer: dict[str, Any]) -> None:
        """Keep an answer; the one that was asked for longest ago may go."""
        with self._lock:
            self._kept[key] = answer
            if len(self._kept) > MAX_ANSWERS:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything; threads forget what their searches have learned."""
        with self._lock:
            self._kept.clear()
            self.cleared += 1


class Mind(Uncopied):
    """The games and searches of one thread; searches take so many ``megabytes`` at most.

    The search that is used is always kept, whatever it takes.
    """

    def __init__(self, game: Game, megabytes: int) -> None:
        self._default, self._megabytes = game, megabytes
        self._games: OrderedDict[tuple[str, bytes], Game] = OrderedDict()
        self._ready: set[Game] = set()
        self._searches: OrderedDict[tuple[Game, int], Strongest] = OrderedDict()
        self._state: State | None = None
        self._cleared = 0

    def game(self, query: Query) -> Game:
        """Return the game that is asked about, by default the usual one as it was chosen.

        Raises UnknownGame or BadOption.
        """
        key = query.game or "", msgspec.json.encode(query.options)
        game = self._games.pop(key, None)
        if game is None:
            usual = {} if query.game or "preset" in query.options else self._default.option
            game = load(query.game or self._default.id, **{**usual, **query.options})
            game = weighted_like(game, self._default)
        self._games[key] = game
        if len(self._games) > MAX_GAMES:
            self._games.popitem(last=False)
        return game

    def state(self, query: Query, game: Game, ply: int) -> State:
        """Return the position that is asked about; it is not to be changed.

        Raises BadPosition, MoveSyntaxError, IllegalMove or GameOver.
        """
        self._state = reach(game, query.start, query.moves[:ply], self._state)
        return self._state

    def analyse(
        self, query: Query, state: State, stop: Callable[[], bool], cleared: int
    ) -> Iterator[Analysis]:
        """Report on a position. Raises GameOver."""
        if self._cleared != cleared:
            self._searches.clear()
            self._cleared = cleared
        limits = Limits(query.limit, query.nodes, query.lines, query.depth)
        search = self._search(state.game, query.seed, query.fresh)
        playouts = GAMES if query.survival else 0
        yield from analyse(
            state, limits, search=search, seed=query.seed, playouts=playouts, stop=stop
        )

    def _search(self, game: Game, seed: int, fresh: bool) -> Strongest:
        """A search for a game, compiled; a ``fresh`` one has learned nothing."""
        search = None if fresh else self._searches.pop((game, seed), None)
        if search is None:
            search = Strongest(game, seed=seed, threads=1)
        with preparing:
            if game not in self._ready:
                _compile(game)
                self._ready.add(game)
            search.prepare()
        if not fresh:
            self._searches[game, seed] = search
            self._make_room()
        return search

    def _make_room(self) -> None:
        while len(self._searches) > 1 and self._bytes > self._megabytes << 20:
            self._searches.popitem(last=False)

    @property
    def _bytes(self) -> int:
        return sum(search.nbytes for search in self._searches.values())


def _compile(game: Game) -> None:
    """Compile what an analysis needs, or load it."""
    compile_rules(game)
    for _ in analyse(State(game), Limits(nodes=1), playouts=1):
        pass
