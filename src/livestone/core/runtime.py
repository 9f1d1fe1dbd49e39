"""Running a game's rules on single positions: as plain Python until they have been compiled.

Plain rules answer at once, compiled ones after a second of compiling (or a blink, from the cache)
and then a hundred times faster. Both give the same answers; callers never need to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Any

import numpy as np

from livestone.core.game import MAX_TURNS, Game, Position
from livestone.core.repetition import DEPTH, History, Referee, history_array, referee
from livestone.core.rules import Rules, Search


class Texts(dict[int, str]):
    """The texts of a game's moves, each made when it is first asked for."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, move: int) -> str:
        self[move] = text = self._game.wording.move_text(move)
        return text


class Runtime:
    """The rules of one game over single positions, with arrays hidden behind tuples.

    It keeps nothing between calls but the opening and texts of moves, so that any number of threads
    may share it. Without ``search`` it has the game's plain one. ``seen`` makes of a position what
    the rules are given instead.
    """

    def __init__(
        self,
        game: Game,
        rules: Rules,
        search: Search | None,
        judge: Referee,
        seen: Callable[[Position], Position] = lambda s: s,
    ) -> None:
        self.game = game
        self.rules = rules
        self._search = search
        self._judge = judge
        self._seen = seen
        self.advance: Callable[..., Any] | None = None  # once it is compiled
        self.texts = Texts(game)

    @property
    def search(self) -> Search:
        """What searches are told: its tables take long to build, and most callers only play."""
        return self.game.plain_search if self._search is None else self._search

    def start(self) -> Position:
        """Return the opening position."""
        return self.opening.copy()

    @cached_property
    def opening(self) -> Position:
        """The opening position, which nobody changes."""
        s = self.game.layout.new()
        self.rules.start(self._seen(s))
        return s

    def play(self, s: Position, move: int) -> None:
        """Apply a legal move in place."""
        self.rules.play(self._seen(s), move)

    def after(self, s: Position, move: int) -> tuple[Position, tuple[int, ...] | None]:
        """Return the position after a legal move, and its legal moves where they are known now."""
        octets = bytearray(s.tobytes())
        if self.advance is None:
            position = np.frombuffer(octets, s.dtype)[0]
            self.play(position, move)
            return position, None
        out = np.zeros(self._room, np.int32)
        n = self.advance(np.frombuffer(octets, np.uint8), move, out)
        return np.frombuffer(octets, s.dtype)[0], tuple(out[:n].tolist())

    @cached_property
    def _room(self) -> int:
        """How long an array of moves is."""
        return self.game.max_moves + 1

    def legal(self, s: Position, history: History) -> tuple[int, ...]:
        """Return the legal moves; ``history`` are the placements at turn ends so far."""
        out = np.zeros(self._room, np.int32)
        if self.game.repetition is None:
            n = self.rules.moves(self._seen(s), out)
        else:
            stack, words = self._stack(s)
            past = history.decisive(self.game, words[0])
            with np.errstate(over="ignore"):
                n = self._judge.legal(stack, words, 0, out, past, len(past))
        return () if s["turn"] >= MAX_TURNS else tuple(out[:n].tolist())

    def placement(self, s: Position) -> bytes:
        """Return a position's placement as a row of a history."""
        _, words = self._stack(s)
        row = history_array(self.game, (), 1)
        with np.errstate(over="ignore"):
            self._judge.note(words[0], row, 0)
        return bytes(row.tobytes())

    def is_drawn(self, s: Position, history: History) -> bool:
        """Whether repetition has ended the game, or its length."""
        if s["turn"] >= MAX_TURNS:
            return bool(self.rules.moves(self._seen(s), np.zeros(self._room, np.int32)))
        if self.game.repetition is None:
            return False
        _, words = self._stack(s)
        past = history.decisive(self.game, words[0])
        with np.errstate(over="ignore"):
            return bool(self._judge.drawn(words, 0, past, len(past)))

    def scores(self, s: Position) -> tuple[float, ...]:
        """Return what ``outcome`` says, one score a player."""
        score = np.zeros(self.game.players)
        self.rules.outcome(self._seen(s), score)
        return tuple(score.tolist())

    def gains(self, s: Position, move: int) -> tuple[float, ...] | None:
        """Return how much a legal move changes ``scores``, or None where only they can tell."""
        gains = self.search.gains
        if gains is None:
            return None
        score = np.zeros(self.game.players)
        gains(self._seen(s), move, score)
        return tuple(score.tolist())

    def estimate(self, s: Position) -> tuple[float, ...] | None:
        """Return ``evaluate``'s guess at the outcome, or None if the game has no guess."""
        if self.search.evaluate is None:
            return None
        score = np.zeros(self.game.players)
        self.search.evaluate(self._seen(s), score)
        return tuple(score.tolist())

    def marks(self, s: Position) -> tuple[int, ...]:
        """Return the sites that deserve a mark in pictures."""
        if self.rules.marks is None:
            return ()
        out = np.zeros(len(self.game.board.names), np.int8)
        self.rules.marks(self._seen(s), out)
        return tuple(np.flatnonzero(out).tolist())

    def derive(self, s: Position) -> None:
        """Fill the derived fields in place."""
        if self.rules.derive is not None:
            self.rules.derive(self._seen(s))

    def observed(self, s: Position, viewer: int) -> Position:
        """Return a copy with everything blanked that ``viewer`` (-1: an onlooker) may not see."""
        seen = self.game.layout.copy(s)
        if self.rules.observe is not None:
            self.rules.observe(self._seen(seen), viewer)
        return seen

    def guessed(self, s: Position, viewer: int, rng: Any) -> Position:
        """Return what ``viewer`` may see, the rest guessed with ``rng`` where the game can."""
        seen = self.observed(s, viewer)
        if self.rules.determinise is not None:
            with np.errstate(over="ignore"):
                self.rules.determinise(self._seen(seen), viewer, rng)
        return seen

    def _stack(self, s: Position) -> tuple[Any, Any]:
        """A stack with ``s`` at the bottom and the same records as words, for the referee."""
        stack = self.game.layout.array(DEPTH + 1)
        stack[0] = s
        return stack, stack.view(np.uint64).reshape(len(stack), -1)


@cache
def _plain(game: Game) -> Runtime:
    judge = referee(game, game.plain, lambda function: function)
    return Runtime(game, game.plain, None, judge, game.layout.at_hand)


_compiled: dict[Game, Runtime] = {}


def runtime(game: Game) -> Runtime:
    """Return the quickest runtime that is ready."""
    return _compiled.get(game) or _plain(game)


def compile_rules(game: Game, *, steps: bool = False) -> None:
    """Compile a game's rules (or load them from the cache) and use them from now on.

    With ``steps`` what a state does at each ply is compiled as a whole too, for programs that play
    very many plies; where repetition counts this changes nothing.
    """
    from livestone.core import kernels

    built = kernels.kernels(game)
    if game not in _compiled:
        rules = Rules(**{name: rule and built.rule(name) for name, rule in _named(game.plain)})
        search = Search(
            **{name: hint and built.rule(name) for name, hint in _named(game.plain_search)}
        )
        _compiled[game] = Runtime(game, rules, search, kernels.referee_entries(built))
    if steps and game.repetition is None:
        _compiled[game].advance = kernels.advance_entry(built)


def _named(functions: Any) -> Iterable[tuple[str, Any]]:
    return functions._asdict().items()  # type: ignore[no-any-return]
