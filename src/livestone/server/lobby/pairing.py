"""Quick pairing: who of those who wait plays whom. Pure, so that it can be tested whole.

People are content with ratings near their own at first, and with more the longer they wait: within
:data:`NEAR` at once, :data:`WIDER` more each second, anybody after :data:`PATIENCE` seconds. A pair
must suit both. Whoever has waited longest chooses first, and takes the nearest that suits them.
Who waits for any game is paired with whoever waits for any or for a particular one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from livestone.server.lobby.challenges import ANY_GAME, Taker

NEAR, WIDER, PATIENCE = 150.0, 15.0, 60.0
MOST_LOOKED_AT = 200  # the nearest of those who wait; a group of three is sought among fewer
MOST_FOR_GROUPS = 30

Apart = Callable[[str, str], bool]


@dataclass(frozen=True)
class Waiting:
    """Somebody who waits: their wish's ``id``, who it is, whether rated, since when (seconds).

    ``game`` may be :data:`ANY_GAME`. ``players`` are how many its game has; where nobody of a
    group wants a particular game, how many theirs has.
    """

    id: str
    taker: Taker
    game: str
    control: str
    rated: bool
    since: float
    players: int = 2


def reach(waiting: Waiting, now: float) -> float:
    """How far from his own rating somebody looks by now."""
    waited = max(0.0, now - waiting.since)
    return float("inf") if waited >= PATIENCE else NEAR + WIDER * waited


def distance(one: Waiting, other: Waiting) -> float:
    """How far apart two ratings are; nothing is known of guests, who suit anybody."""
    if one.taker.rating is None or other.taker.rating is None:
        return 0.0
    return abs(one.taker.rating - other.taker.rating)


def same_pool(one: Waiting, other: Waiting) -> bool:
    """Whether two wait for the same control, and for games that agree."""
    agree = one.game == other.game or ANY_GAME in (one.game, other.game)
    return agree and one.control == other.control


def suit(one: Waiting, other: Waiting, now: float, apart: Apart) -> bool:
    """Whether two may be paired; ``apart`` says of two owners that one blocks the other."""
    a, b = one.taker, other.taker
    if not same_pool(one, other) or a.owner == b.owner or a.keeper == b.keeper != "":
        return False
    if one.rated != other.rated and (a.known and b.known):
        return False
    if (a.program and not b.accepts_bots) or (b.program and not a.accepts_bots):
        return False
    if distance(one, other) > min(reach(one, now), reach(other, now)):
        return False
    return not apart(a.owner, b.owner)


def match(
    waiting: Sequence[Waiting], now: float, apart: Apart = lambda one, other: False
) -> list[tuple[Waiting, ...]]:
    """Return the groups that begin to play now, each of as many as its game has players.

    No two who suit each other are both left over, where two play.
    """
    left = sorted(waiting, key=lambda one: (one.since, one.id))
    groups: list[tuple[Waiting, ...]] = []
    while left:
        first = left.pop(0)
        others = [one for one in left if suit(first, one, now, apart)]
        others.sort(key=lambda one: (distance(first, one), one.since, one.id))
        found = _group(first, others, now, apart)
        if found:
            groups.append(found)
            taken = {one.id for one in found}
            owners = {one.taker.owner for one in found}
            left = [one for one in left if one.id not in taken and one.taker.owner not in owners]
    return groups


def _group(
    first: Waiting, others: Sequence[Waiting], now: float, apart: Apart
) -> tuple[Waiting, ...]:
    """The first group with ``first`` in it, all of whom suit each other; empty for none."""
    games = [first.game] if first.game != ANY_GAME else dict.fromkeys(one.game for one in others)
    players = {one.game: one.players for one in (first, *others)}
    for game in games:
        fitting = [one for one in others if one.game in (game, ANY_GAME)]
        for rest in combinations(fitting[:MOST_FOR_GROUPS], players[game] - 1):
            if all(suit(one, other, now, apart) for one, other in combinations(rest, 2)):
                return (first, *rest)
    return ()
