"""Adjudication: games that end before the rules end them, by what the players think of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from livestone.copying import Independent
from livestone.ranges import check_whole

MAX_CENTIPOINTS, MAX_MOVES, MAX_PLIES = 1_000_000, 1_000, 100_000


@dataclass(frozen=True)
class Adjudication:
    """When a game between two is ended; nothing of it unless asked for.

    ``resign`` (centipoints, moves): a player has lost who thinks so of so many own moves in a row,
    if the other agrees, or tells nothing. ``draw`` (centipoints, moves, ply): nobody has thought to
    lead by more, for so many moves each, and so many plies are played. ``plies``: then it is a
    draw. Raises BadRequest.
    """

    resign: tuple[int, int] | None = None
    draw: tuple[int, int, int] | None = None
    plies: int | None = None

    def __post_init__(self) -> None:
        for name, given in (("resign", self.resign), ("draw", self.draw)):
            if given is not None:
                check_whole(f"the centipoints of {name}", given[0], 0, MAX_CENTIPOINTS)
                check_whole(f"the moves of {name}", given[1], 1, MAX_MOVES)
        if self.draw is not None:
            check_whole("the ply of draw", self.draw[2], 0, MAX_PLIES)
        if self.plies is not None:
            check_whole("the plies of a game", self.plies, 1, MAX_PLIES)

    def as_json(self) -> dict[str, Any]:
        """Return what was asked for."""
        return {name: value for name, value in vars(self).items() if value is not None}


@dataclass(frozen=True)
class Verdict:
    """How a game was ended: a record's reason, and who has ``lost``, None for a draw."""

    reason: str
    lost: int | None = None


class Judge(Independent):
    """Follows one game, move by move."""

    def __init__(self, rules: Adjudication, players: int) -> None:
        self._rules = rules
        self._scores: list[list[int | None]] = [[] for _ in range(players)]

    def after(self, ply: int, player: int, score: int | None) -> Verdict | None:
        """Return the verdict after a player's move, of which they think so much."""
        self._scores[player].append(score)
        for each in range(len(self._scores)):
            if self._resigns(each):
                return Verdict("resigned", each)
        if self._drawn(ply):
            return Verdict("agreed")
        if self._rules.plies is not None and ply >= self._rules.plies:
            return Verdict("move-limit")
        return None

    def _resigns(self, player: int) -> bool:
        if self._rules.resign is None or len(self._scores) != 2:
            return False
        most, moves = self._rules.resign
        mine, theirs = self._last(player, moves), self._last(1 - player, moves)
        other = self._scores[1 - player]
        silent = len(other) >= moves and all(score is None for score in other)
        agrees = silent or (theirs is not None and min(theirs) >= most)
        return mine is not None and max(mine) <= -most and agrees

    def _drawn(self, ply: int) -> bool:
        if self._rules.draw is None or ply < self._rules.draw[2]:
            return False
        most, moves, _ = self._rules.draw
        found = [self._last(player, moves) for player in range(len(self._scores))]
        return all(last is not None and max(map(abs, last)) <= most for last in found)

    def _last(self, player: int, moves: int) -> list[int] | None:
        """What a player thought of the last moves; None if that is not known of all of them."""
        last = [score for score in self._scores[player][-moves:] if score is not None]
        return last if len(last) == moves else None
