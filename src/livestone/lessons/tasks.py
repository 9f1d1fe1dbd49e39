"""The tasks of lessons, and which turns solve them; all of it follows from the rules.

A task is one of these, and ``not:`` takes the same::

    any               every turn is right
    play a1 b2        one of these moves
    turn a1-b2 b2-c3  exactly these moves, all in one turn
    reach j10         the turn ends on one of these sites
    capture 2         at least so many pieces of others are gone
    score 4           at least so many points more
    win               the turn wins
    win in 2          it wins in so many turns of one's own, whatever the others do
    draw              the turn ends the game without a winner
    stop              no other player can win on the next turn
    leave 3           the next player has at most so many moves
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from livestone.core.state import State
from livestone.errors import BadLesson, LivestoneError
from livestone.lessons.conditions import captured, gained
from livestone.suggest import instead

# How many plies may be looked at for one task.
MAX_PLIES = 100_000


class Turn(NamedTuple):
    """All plies of a turn as texts, the state before them, and the one after."""

    moves: tuple[str, ...]
    before: State
    after: State


Task = Callable[[Turn], bool]


def task_of(text: str, state: State) -> Task:
    """Return whether a turn solves the task that a text describes. Raises BadLesson."""
    name, *words = text.split() or [""]
    if name not in TASKS:
        raise BadLesson(f"there is no task {text!r}: {instead(name, TASKS)}")
    return TASKS[name](words, state)


def right_turns(state: State, wanted: Task, text: str = "") -> tuple[list[tuple[str, ...]], int]:
    """The turns that are right, and how many there are. Raises BadLesson for too many.

    Where the task's text names moves to begin with, those that begin otherwise are not right, and
    each such move is counted as one turn.
    """
    name, *words = text.split() or [""]
    first = {"play": words, "turn": words[:1]}.get(name, state.legal_texts)
    found = [*turns(state, _Budget(), first)]
    others = len({*state.legal_texts} - {*first})
    return [turn.moves for turn in found if wanted(turn)], len(found) + others


class _Budget:
    """How many plies may still be looked at."""

    def __init__(self) -> None:
        self.left = MAX_PLIES

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise BadLesson("there are too many turns to look at: choose a smaller position")


def turns(state: State, budget: _Budget, first: Collection[str] | None = None) -> Iterator[Turn]:
    """All whole turns from a state, or those that begin with one of the ``first`` moves."""
    waiting: list[tuple[tuple[str, ...], State]] = [((), state)]
    while waiting:
        moves, at = waiting.pop()
        for move, text in zip(at.legal, at.legal_texts, strict=True):
            if not moves and first is not None and text not in first:
                continue
            budget.spend()
            after = at.copy()
            after.play(move)
            if after.over or after.turn != state.turn:
                yield Turn((*moves, text), state, after)
            else:
                waiting.append(((*moves, text), after))


def _any(words: list[str], state: State) -> Task:
    _count(words, 0, "any")
    return lambda turn: True


def _play(words: list[str], state: State) -> Task:
    for word in words:
        try:
            state.parse(word)
        except LivestoneError as error:
            raise BadLesson(f"{word}: {error}") from None
    return lambda turn: turn.moves[0] in words


def _turn(words: list[str], state: State) -> Task:
    trial = state.copy()
    for word in words:
        try:
            trial.play(word)
        except LivestoneError as error:
            raise BadLesson(f"{word}: {error}") from None
    return lambda turn: turn.moves == tuple(words)


def _reach(words: list[str], state: State) -> Task:
    for word in words:
        if word not in state.game.board.site:
            raise BadLesson(f"there is no site {word!r}")

    def reaches(turn: Turn) -> bool:
        tokens = [token for path in turn.after.view().steps[-1:] for token in path]
        sites = [token for token in tokens if token in state.game.board.site]
        return bool(sites) and sites[-1] in words

    return reaches


def _capture(words: list[str], state: State) -> Task:
    wanted = _count(words, 1, "capture 2")
    return lambda turn: captured(turn.before, turn.after) >= wanted


def _score(words: list[str], state: State) -> Task:
    wanted = _count(words, 1, "score 4")
    return lambda turn: gained(turn.before, turn.after) >= wanted


def _win(words: list[str], state: State) -> Task:
    if words[:1] == ["in"]:
        words = words[1:]
        turns_left = _count(words, 1, "win in 2")
    else:
        turns_left = _count(words, 0, "win") or 1
    return _Win(int(state.position["mover"]), turns_left).by


class _Win:
    """Whether turns win for a player; those that have won before are tried first."""

    def __init__(self, player: int, turns_left: int) -> None:
        self._player, self._left, self._budget = player, turns_left, _Budget()
        self._winning: set[str] = set()

    def by(self, turn: Turn) -> bool:
        """Whether a turn of the player wins within so many turns, this one counted."""
        return self._wins(turn.after, self._left)

    def _wins(self, state: State, left: int) -> bool:
        if state.over:
            return self._player in (state.winners or ())
        if left <= 1:
            return False
        if state.mover == self._player:
            return self._finds(state, self._winning, left) or self._finds(state, None, left)
        return all(self._wins(reply.after, left) for reply in turns(state, self._budget))

    def _finds(self, state: State, first: Collection[str] | None, left: int) -> bool:
        """Whether a turn that begins with one of the ``first`` moves wins, or any at all."""
        for turn in turns(state, self._budget, first):
            if self._wins(turn.after, left - 1):
                self._winning.add(turn.moves[0])
                return True
        return False


def _draw(words: list[str], state: State) -> Task:
    _count(words, 0, "draw")
    return lambda turn: turn.after.winners == ()


def _stop(words: list[str], state: State) -> Task:
    _count(words, 0, "stop")
    player, budget = int(state.position["mover"]), _Budget()

    def stops(turn: Turn) -> bool:
        if turn.after.over:
            return turn.after.winners in ((), (player,))
        replies = turns(turn.after, budget)
        return not any(set(reply.after.winners or ()) - {player} for reply in replies)

    return stops


def _leave(words: list[str], state: State) -> Task:
    most = _count(words, 1, "leave 3")
    return lambda turn: len(turn.after.legal) <= most


def _count(words: list[str], wanted: int, example: str) -> int:
    """The number after a task's name, or 0 where there is to be none. Raises BadLesson."""
    if len(words) != wanted or any(not word.isdecimal() for word in words):
        raise BadLesson(f"{' '.join(words)!r} does not follow: write '{example}'")
    return int(words[0]) if words else 0


TASKS: dict[str, Callable[[list[str], State], Task]] = {
    "any": _any,
    "play": _play,
    "turn": _turn,
    "reach": _reach,
    "capture": _capture,
    "score": _score,
    "win": _win,
    "draw": _draw,
    "stop": _stop,
    "leave": _leave,
}
