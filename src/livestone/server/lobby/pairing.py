"""Quick pairing: which of the players who wait play each other. Pure functions of their seeks.

A player is content with ratings near their own at first, and with more the longer they wait: within
:data:`NEAR` at once, :data:`WIDER` more each second, any after :data:`PATIENCE` seconds. A pair
must suit both. The player who has waited longest chooses first, and takes the nearest that suits.
A player who waits for any game is paired with one who waits for any or for a particular one.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import combinations

from livestone.server.db.owners import OwnerId
from livestone.server.lobby.challenges import ANY_GAME, ChallengeRow

NEAR, WIDER, PATIENCE = 150.0, 15.0, 60.0
MAX_FOR_GROUPS = 30  # the nearest seeks among which a group of three or more is sought

Apart = Set[frozenset[OwnerId]]  # pairs of owners of whom one blocks the other


def reach(seek: ChallengeRow, now: float) -> float:
    """Return how far a player's opponent may be from their own rating by now."""
    waited = max(0.0, now - seek.created)
    return float("inf") if waited >= PATIENCE else NEAR + WIDER * waited


def distance(one: ChallengeRow, other: ChallengeRow) -> float:
    """Return how far apart two ratings are: 0 from guests, whose strength is unknown."""
    if one.maker.rating is None or other.maker.rating is None:
        return 0.0
    return abs(one.maker.rating - other.maker.rating)


def suit(one: ChallengeRow, other: ChallengeRow, now: float, apart: Apart) -> bool:
    """Whether two may be paired."""
    a, b = one.maker, other.maker
    agree = one.game == other.game or ANY_GAME in (one.game, other.game)
    if not agree or one.control != other.control:
        return False
    if a.owner_id == b.owner_id or a.keeper == b.keeper != "":
        return False
    if one.rated != other.rated and (a.known and b.known):
        return False
    if (a.program and not b.accepts_bots) or (b.program and not a.accepts_bots):
        return False
    if distance(one, other) > min(reach(one, now), reach(other, now)):
        return False
    return frozenset((a.owner_id, b.owner_id)) not in apart


def match(
    seeks: Sequence[ChallengeRow], now: float, apart: Apart = frozenset()
) -> list[tuple[ChallengeRow, ...]]:
    """Return the groups that begin now; of two who play, no two who suit are left over."""
    left = sorted(seeks, key=lambda one: (one.created, one.id))
    groups: list[tuple[ChallengeRow, ...]] = []
    while left:
        first = left.pop(0)
        others = [one for one in left if suit(first, one, now, apart)]
        others.sort(key=lambda one: (distance(first, one), one.created, one.id))
        found = _group(first, others, now, apart)
        if found:
            groups.append(found)
            owners = {one.maker.owner_id for one in found}
            left = [one for one in left if one.maker.owner_id not in owners]
    return groups


def _group(
    first: ChallengeRow, others: Sequence[ChallengeRow], now: float, apart: Apart
) -> tuple[ChallengeRow, ...]:
    """The first group with ``first`` in it, all of whom suit each other; empty for none."""
    games = [first.game] if first.game != ANY_GAME else dict.fromkeys(one.game for one in others)
    places = {one.game: one.places for one in (first, *others)}
    for game in games:
        fitting = [one for one in others if one.game in (game, ANY_GAME)]
        for rest in combinations(fitting[:MAX_FOR_GROUPS], places[game] - 1):
            if all(suit(one, other, now, apart) for one, other in combinations(rest, 2)):
                return (first, *rest)
    return ()
