"""Round robins: each entrant meets all others.

Two at a table: Berger tables (FIDE Handbook C.05, annex 1). More: *base blocks* moved round the
circle of entrants. The block (0, a, b) seats the entrants i, i + a and i + b for every i, so that
each of them has every seat once; two who are d places apart on the circle meet as often as d
comes up among the differences of the block. The fewest blocks are taken with which all pairs meet,
none of them more than once more often than another (where such blocks are found).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import combinations

from livestone.play.tournament.fixtures import Meeting, Round
from livestone.play.tournament.history import History

# So many places are looked at for blocks that are balanced, before others will do.
TRIES = 20_000


def next_round(history: History, present: Collection[str]) -> Round | None:
    """The next round: the first of the schedule in which a meeting is left that can be held."""
    names = list(history.people)
    held = {met.meeting.players for met in history.meetings.values()}
    for tables in schedule(len(names), history.seats):
        meetings = [tuple(names[at] for at in table) for table in tables]
        left = [players for players in meetings if players not in held]
        ready = [players for players in left if set(players) <= set(present)]
        if ready:
            return _round(history, ready, present)
    return None


def over(history: History) -> bool:
    """Whether all pairs have met."""
    tables = sum(map(len, schedule(len(history.people), history.seats)))
    return history.complete and len(history.meetings) == tables


def _round(history: History, ready: list[tuple[str, ...]], present: Collection[str]) -> Round:
    busy = {name for players in ready for name in players}
    free = [name for name in history.people if name not in busy]
    return Round(
        number=len(history.rounds) + 1,
        meetings=tuple(Meeting(number, players) for number, players in enumerate(ready, 1)),
        byes=tuple(name for name in free if name in present),
        absent=tuple(name for name in free if name not in present),
    )


@lru_cache
def schedule(entrants: int, seats: int = 2) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the rounds of a round robin: tables of entrants (from 0) by seat.

    >>> [[f"{one + 1}-{other + 1}" for one, other in tables] for tables in schedule(4)]
    [['1-4', '2-3'], ['4-3', '1-2'], ['2-4', '3-1']]
    """
    if entrants < seats:
        return ()
    if seats == 2:
        return tuple(_berger(entrants))
    return tuple(_packed(_tables(entrants, seats), entrants, seats))


def _berger(entrants: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Berger's rounds; the player who would meet the missing last one of an odd number is free."""
    even = entrants + entrants % 2
    last, circle = even - 1, even - 1
    for number in range(circle):
        first = number * (even // 2) % circle
        tables = [(first, last) if number % 2 == 0 else (last, first)]
        steps = range(1, even // 2)
        tables += [((first + step) % circle, (first - step) % circle) for step in steps]
        yield tuple(table for table in tables if max(table) < entrants)


def _tables(entrants: int, seats: int) -> list[tuple[int, ...]]:
    if entrants == seats:
        return [tuple(range(seats))]
    return [
        tuple((start + at) % entrants for at in block)
        for block in _blocks(entrants, seats)
        for start in range(entrants)
    ]


def _blocks(entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Base blocks that cover all differences about equally."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for rest in combinations(range(1, entrants), seats - 1):
        block = (0, *rest)
        turned = [tuple(sorted((at - start) % entrants for at in block)) for start in block]
        if turned.count(turned[0]) == 1:  # else a part of the circle is all of it
            found.setdefault(min(turned), block)
    blocks = list(found.values())
    covers = [_differences(block, entrants) for block in blocks]
    distances = range(1, entrants // 2 + 1)
    each = entrants - 1
    least = -(-each // (seats * (seats - 1)))
    for count in range(least, least + 3):
        chosen = _balanced(covers, distances, count)
        if chosen is not None:
            return [blocks[at] for at in chosen]
    return [blocks[at] for at in _greedy(covers, distances)]


def _differences(block: tuple[int, ...], entrants: int) -> Counter[int]:
    """How often entrants so far apart meet when the block goes round."""
    found: Counter[int] = Counter()
    for one, other in combinations(block, 2):
        gap = min(other - one, entrants - other + one)
        found[gap] += 2 if 2 * gap == entrants else 1
    return found


def _balanced(covers: list[Counter[int]], distances: range, count: int) -> tuple[int, ...] | None:
    """So many blocks with which no two meet more than once more often than any others."""
    met: Counter[int] = Counter()
    tries = 0

    def fill(chosen: tuple[int, ...]) -> tuple[int, ...] | None:
        nonlocal tries
        least = min(met[gap] for gap in distances)
        if len(chosen) == count:
            even = least > 0 and max(met[gap] for gap in distances) <= least + 1
            return chosen if even else None
        rarest = min(distances, key=lambda gap: (met[gap], -gap))
        for at, cover in enumerate(covers):
            tries += 1
            if tries > TRIES:
                return None
            if at in chosen or not cover[rarest]:
                continue
            met.update(cover)
            found = fill((*chosen, at))
            if found is not None:
                return found
            met.subtract(cover)
        return None

    return fill(())


def _greedy(covers: list[Counter[int]], distances: range) -> Iterator[int]:
    """Blocks until all pairs meet, each the one that adds most pairs."""
    met: Counter[int] = Counter()
    while min(met[gap] for gap in distances) == 0:
        best = max(
            range(len(covers)),
            key=lambda at: (sum(not met[gap] for gap in covers[at]), -at),
        )
        met.update(covers[best])
        yield best


def _packed(
    tables: list[tuple[int, ...]], entrants: int, seats: int
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The tables in rounds in which no one sits twice."""
    left = list(tables)
    while left:
        busy: set[int] = set()
        chosen = []
        for table in left:
            if busy.isdisjoint(table):
                chosen.append(table)
                busy.update(table)
        left = [table for table in left if table not in chosen]
        yield tuple(chosen)
