"""Reviews: what every move of a game cost, as a search sees it, and what was better.

A cost is in points of the final lead where the game counts points that can be foretold, else in
parts of a win.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from livestone.core.game import Game
from livestone.core.odds import certain
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.play.analysis import plies_left
from livestone.ranges import check_kind, check_whole
from livestone.records.record import Record
from livestone.search.report import Limits, Line, Search, never
from livestone.search.strongest import Strongest

# How many nodes a search looks at: first over the whole game, then at the moves that look worst.
# Where a game is played out to judge a position, a node is a whole game.
GLANCE, LOOK = 3_000, 60_000
GLANCE_PLAYED, LOOK_PLAYED = 300, 4_000
SUSPECTS = 4
# How much longer a review looks at those of each seat's moves that look worst.
HARDER = 4
# What is worth telling, in points or in parts of a win: the second is what such a search mistakes.
MIN_POINTS, MIN_SHARE = 0.5, 0.1
# Accuracy, after https://lichess.org/page/accuracy: from parts of a win lost to 0 to 100.
ACCURACY, FALL, BELOW = 103.1668, 4.354, 3.1669


@dataclass(frozen=True)
class Mistake:
    """A move that cost something: its ``ply`` (from 1), what was played and what was ``better``.

    ``cost`` is what it gave away, as far as the search saw: points of the final lead, or where the
    game counts none (``points`` is False) a part of a win, 0 to 1.
    """

    ply: int
    move: str
    better: str
    cost: float
    points: bool = True

    @property
    def words(self) -> str:
        """The cost in words: ``about 4 points``, ``about 30% of a win``."""
        if not self.points:
            return f"about {self.cost:.0%} of a win"
        return f"about {self.cost:.0f} {'point' if round(self.cost) == 1 else 'points'}"


@dataclass(frozen=True)
class Judged(Mistake):
    """A ply of a review: also its ``turn`` (from 1), its ``mover``, and the ``line`` that was best.

    ``worth`` is what the position was worth before it to each player: points ahead of the best
    other, or the expected part of a win; ``value`` the second in any case. ``lost`` is the part of
    a win that the move gave away. ``proved`` says that the cost is exact, ``choice`` that there
    was another move.
    """

    turn: int = 0
    mover: int = 0
    line: tuple[str, ...] = ()
    worth: tuple[float, ...] = ()
    value: tuple[float, ...] = ()
    lost: float = 0.0
    proved: bool = False
    choice: bool = True

    @property
    def telling(self) -> bool:
        """Whether it cost more than a search mistakes."""
        return self.cost >= (MIN_POINTS if self.points else MIN_SHARE)


@dataclass(frozen=True)
class Side:
    """How a seat played: its choices, what they cost on average, and its accuracy, 0 to 100.

    Without any choice the accuracy is None. ``mistakes`` are the moves worth telling, the
    costliest first.
    """

    seat: int
    choices: int
    mean: float
    accuracy: float | None
    mistakes: tuple[Judged, ...]


@dataclass(frozen=True)
class Review:
    """A reviewed game: its plies in order, and what it was worth to each player at the end."""

    game: Game
    points: bool
    plies: tuple[Judged, ...]
    final: tuple[float, ...]
    final_value: tuple[float, ...]

    def side(self, seat: int) -> Side:
        """How a seat played."""
        self._check(seat)
        mine = [each for each in self.plies if each.mover == seat and each.choice]
        count = max(1, len(mine))
        return Side(
            seat,
            len(mine),
            sum(each.cost for each in mine) / count,
            sum(accuracy(each.lost) for each in mine) / count if mine else None,
            tuple(sorted((each for each in mine if each.telling), key=lambda each: -each.cost)),
        )

    def graph(self, seat: int) -> list[float]:
        """What the game was worth to a seat before each ply and at the end."""
        self._check(seat)
        return [*(each.worth[seat] for each in self.plies), self.final[seat]]

    def chances(self, seat: int) -> list[float]:
        """A seat's expected part of a win before each ply and at the end."""
        self._check(seat)
        return [*(each.value[seat] for each in self.plies), self.final_value[seat]]

    def as_json(self) -> dict[str, object]:
        """Return the review as a JSON object; ``ply`` and ``turn`` count from 1."""
        return {
            "game": self.game.id,
            "options": dict(self.game.option),
            "unit": self.game.unit if self.points else "wins",
            "sides": [self._side(seat) for seat in range(self.game.players)],
            "plies": [_json(each) for each in self.plies],
            "final": [round(worth, 3) for worth in self.final],
        }

    def _check(self, seat: int) -> None:
        check_whole("seat", seat, 0, self.game.players - 1)

    def _side(self, seat: int) -> dict[str, Any]:
        side = self.side(seat)
        return {
            "seat": self.game.seats[seat].name,
            "choices": side.choices,
            "mean_cost": round(side.mean, 3),
            "accuracy": None if side.accuracy is None else round(side.accuracy, 1),
            "mistakes": [each.ply for each in side.mistakes],
        }


def accuracy(lost: float) -> float:
    """Return how accurate a move is, 0 to 100, that gave away this part of a win.

    >>> round(accuracy(0)), round(accuracy(0.5))
    (100, 9)
    """
    return min(100.0, max(0.0, ACCURACY * math.exp(-FALL * lost) - BELOW))


def costliest(
    game: Game, moves: Sequence[str], seat: int, search: Search | None = None
) -> Mistake | None:
    """Return the move of a seat that cost most, None when none cost anything.

    ``search`` may be one that has been used on this game before; it is bounded by nodes, so that
    with one thread the same game has the same answer.
    """
    check_whole("seat", seat, 0, game.players - 1)
    judge = Judge(game, search or Strongest(game, threads=1))
    glance, look = (GLANCE, LOOK) if judge.points else (GLANCE_PLAYED, LOOK_PLAYED)
    states = states_of(State(game), moves)
    plies = [ply for ply, state in enumerate(states[:-1]) if state.mover == seat]
    glances = {ply: judge.weigh(states, ply, Limits(nodes=glance)) for ply in plies}
    suspects = sorted(plies, key=lambda ply: -glances[ply].cost)[:SUSPECTS]
    found = [judge.weigh(states, ply, Limits(nodes=look)) for ply in suspects]
    worst = max(found, key=lambda mistake: mistake.cost, default=None)
    return worst if worst is not None and worst.telling else None


def review(
    played: State | Record,
    limits: Limits | None = None,
    *,
    search: Search | None = None,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] = never,
) -> Review:
    """Return what each move cost in a game that was ``played``: a state, or a record.

    ``limits`` hold for each position; the worst moves of each seat are looked at again, four times
    as long. One thread and limits in nodes have the same review for the same game. ``stop`` ends
    it with what is known: the last plies are judged first. Raises BadRequest where nothing was
    played, or nothing has been judged, and BadRecord for a record with secrets left out.
    """
    state = played.replay() if isinstance(played, Record) else played
    check_kind("a game to review", state, State, "make one, or read a Record")
    opening, moves = state.copy(), state.move_texts
    while opening.ply:
        opening.undo()
    if not moves:
        raise BadRequest("there is nothing to review: no ply was played")
    game = opening.game
    judge = Judge(game, search or Strongest(game, seed=seed, threads=1))
    limits = limits or Limits(nodes=judge.nodes)
    states = states_of(opening, moves)
    total = len(moves) + 2 * SUSPECTS * game.players
    judged: dict[int, Judged] = {}
    tell = progress or (lambda done, total: None)
    # From the end, so that a search meets what it has already learned of what comes later.
    for done, ply in enumerate(reversed(range(len(moves)))):
        tell(done, total)
        found = judge.weigh(states, ply, limits, stop)
        if stop():
            break
        judged[ply] = found
    harder = Limits(
        limits.seconds and limits.seconds * HARDER, limits.nodes and limits.nodes * HARDER
    )
    for done, ply in enumerate(_suspects(judged, game.players)):
        if stop():
            break
        tell(len(moves) + done, total)
        found = judge.weigh(states, ply, harder, stop)
        if not stop():
            judged[ply] = found
    if not judged:
        raise BadRequest("nothing has been judged: it was stopped too soon")
    plies = tuple(judged[ply] for ply in sorted(judged))
    end = judge.end(states, limits)
    return Review(game, judge.points, plies, end.worth, end.value)


def states_of(opening: State, moves: Sequence[str]) -> list[State]:
    """Return the state before each move of a game, and after the last."""
    state = opening.copy()
    states = [state.copy()]
    for move in moves:
        state.play(move)
        states.append(state.copy())
    return states


@dataclass(frozen=True)
class Worth:
    """What a position is worth to each player, and whether that is exact."""

    worth: tuple[float, ...]
    value: tuple[float, ...]
    proved: bool


class Judge:
    """Weighs the moves of one game with a search; what it has searched it remembers."""

    def __init__(self, game: Game, search: Search) -> None:
        self.points = game.points and game.plain_search.evaluate is not None
        self.nodes = LOOK if self.points else LOOK_PLAYED
        self._game = game
        self._search = search
        self._hides = game.plain.observe is not None
        self._known: dict[tuple[int, Limits], tuple[Line, ...]] = {}

    def weigh(
        self, states: Sequence[State], ply: int, limits: Limits, stop: Callable[[], bool] = never
    ) -> Judged:
        """Return what the move at ``ply`` (from 0) cost against the best."""
        before, after = states[ply], states[ply + 1]
        mover, played = int(before.position.mover), after.move_texts[-1]
        if len(before.unsorted) == 1:
            seen = self._before(states, ply, limits, stop)
            return self._judged(before, played, played, (played,), 0.0, 0.0, seen, False)
        lines = self._lines(before, limits, stop)
        seen = self._seen(before, lines[0])
        text = before.game.wording.move_text
        best, pv = text(lines[0].move), tuple(text(move) for move in lines[0].pv)
        if best == played:
            return self._judged(before, played, best, pv, 0.0, 0.0, seen)
        if self._hides:
            # What others know would come in if the position after the move were asked as well.
            mine = after.moves[-1]
            line = next((line for line in lines if line.move == mine), lines[-1])
            got = self._seen(before, line)
        else:
            got = self._before(states, ply + 1, limits, stop)
        seen = replace(seen, proved=seen.proved and got.proved)
        cost = seen.worth[mover] - got.worth[mover]
        lost = seen.value[mover] - got.value[mover]
        return self._judged(before, played, best, pv, cost, lost, seen)

    def end(self, states: Sequence[State], limits: Limits) -> Worth:
        """What a game is worth after its last move."""
        return self._before(states, len(states) - 1, limits, never)

    def _judged(
        self,
        before: State,
        move: str,
        better: str,
        line: tuple[str, ...],
        cost: float,
        lost: float,
        seen: Worth,
        choice: bool = True,
    ) -> Judged:
        return Judged(
            ply=before.ply + 1,
            move=move,
            better=better,
            cost=max(0.0, cost),
            points=self.points,
            turn=before.turn + 1,
            mover=int(before.position.mover),
            line=line,
            worth=seen.worth,
            value=seen.value,
            lost=max(0.0, lost),
            proved=seen.proved,
            choice=choice,
        )

    def _before(
        self, states: Sequence[State], ply: int, limits: Limits, stop: Callable[[], bool]
    ) -> Worth:
        """What a state is worth with good play by everybody, from where there is a choice on."""
        state = states[ply]
        while not state.over and len(state.unsorted) == 1:
            state = state.copy()
            state.play(state.unsorted[0])
        if state.over:
            return self._ended(state)
        return self._seen(state, self._lines(state, limits, stop)[0])

    def _lines(self, state: State, limits: Limits, stop: Callable[[], bool]) -> tuple[Line, ...]:
        asked = state.ply, limits
        if asked not in self._known or self._known[asked][0].move not in state.unsorted:
            *_, report = self._search.search(state, limits, stop)
            if stop():
                return report.lines
            self._known[asked] = report.lines
        return self._known[asked]

    def _seen(self, state: State, line: Line) -> Worth:
        if not self.points or line.points is None:
            return Worth(line.value, line.value, line.proved)
        leads, value = _leads(line.points), line.value
        if len(leads) == 2:
            odds = state.game.knobs.lead_odds
            lead = leads[0]
            first = certain(lead) if line.proved else odds.chances(lead, plies_left(state))
            value = first.value, 1 - first.value
        return Worth(leads, value, line.proved)

    def _ended(self, state: State) -> Worth:
        players = state.game.players
        winners = state.winners or tuple(range(players))
        value = tuple((seat in winners) / len(winners) for seat in range(players))
        return Worth(_leads(state.scores) if self.points else value, value, state.over)


def _leads(points: Sequence[float]) -> tuple[float, ...]:
    """By how much each player is ahead of the best of the others."""
    return tuple(
        mine - max(other for seat, other in enumerate(points) if seat != here)
        for here, mine in enumerate(points)
    )


def _suspects(judged: dict[int, Judged], players: int) -> Iterator[int]:
    """The plies of each seat that look worst."""
    for seat in range(players):
        mine = [(-each.cost, ply) for ply, each in judged.items() if each.mover == seat]
        yield from (ply for cost, ply in sorted(mine)[:SUSPECTS] if cost < 0)


def _json(ply: Judged) -> dict[str, Any]:
    return {
        "ply": ply.ply,
        "turn": ply.turn,
        "mover": ply.mover,
        "move": ply.move,
        "better": ply.better,
        "line": list(ply.line),
        "cost": round(ply.cost, 3),
        "lost": round(ply.lost, 4),
        "proved": ply.proved,
        "choice": ply.choice,
        "worth": [round(worth, 3) for worth in ply.worth],
        "value": [round(value, 4) for value in ply.value],
    }
