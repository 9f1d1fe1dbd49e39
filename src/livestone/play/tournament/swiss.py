"""Swiss tournaments: in every round players with about as many points meet.

In this order: no two meet again while that can be avoided; no one is free twice; no one gets one
colour three times in a row or much more often than the other; players with equal points meet;
colours are even; in a group with equal points the first half meets the second, in order. The free
player has the lowest points and gets those of a won meeting.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from itertools import combinations

from livestone.play.tournament import pairing
from livestone.play.tournament.fixtures import Round
from livestone.play.tournament.history import History
from livestone.play.tournament.pairing import Cost
from livestone.play.tournament.seating import meetings, strain

# Those so far apart, and half their group more, meet only if there is no other good way.
NEAR = 20
# Points of three who share a win are thirds: with this all are whole numbers.
_WHOLE = 12


def rounds(history: History) -> int:
    """How many rounds there are: as planned, or enough to leave one player without a loss."""
    if history.plan.rounds is not None:
        return history.plan.rounds
    return max(1, math.ceil(math.log(max(len(history.people), 2), history.seats)))


def over(history: History) -> bool:
    """Whether all rounds have been played."""
    return history.complete and len(history.rounds) >= rounds(history)


def next_round(history: History, present: Collection[str]) -> Round | None:
    """The next round of those present; None if they are too few for a meeting."""
    if len(history.rounds) >= rounds(history):
        return None
    there = [name for name in history.people if name in present]
    if len(there) < history.seats:
        return None
    there.sort(key=lambda name: -history.people[name].points)  # entrants' order among equals
    found = _tables(history, there)
    full = [[there[at] for at in table] for table in found if len(table) == history.seats]
    byes = [there[at] for table in found if len(table) < history.seats for at in table]
    return Round(
        number=len(history.rounds) + 1,
        meetings=meetings(history, full),
        byes=tuple(byes),
        absent=tuple(name for name in history.people if name not in there),
    )


def _tables(history: History, there: list[str]) -> list[tuple[int, ...]]:
    people = [history.people[name] for name in there]
    points = [int(person.points * _WHOLE) for person in people]
    half = {score: points.count(score) // 2 for score in points}
    lowest = min(points)

    def judge(table: tuple[int, ...]) -> Cost:
        if len(table) < history.seats:
            up = sum(points[at] - lowest for at in table)
            again = sum(people[at].byes for at in table)
            return (0, again, 0, up * up, 0, 0, sum(len(there) - at for at in table))
        duels = list(combinations(table, 2))
        again = sum(people[one].met[there[other]] for one, other in duels)
        gaps = sum((points[one] - points[other]) ** 2 for one, other in duels)
        fold = sum((other - one - half[points[one]]) ** 2 for one, other in duels)
        hard, uneven, kept = strain(history, [there[at] for at in table])
        return (again, 0, hard, gaps, uneven, kept, fold)

    if history.seats == 2:
        near = max(half.values()) + NEAR
        found = pairing.pairs(len(there), judge, near)
        if near < len(there) and any(any(judge(table)[:3]) for table in found):
            # It may be better with those who are farther away.
            found = pairing.pairs(len(there), judge)
        return found
    return pairing.tables(len(there), history.seats, judge)
