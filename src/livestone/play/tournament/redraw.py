"""Changes of a round that is drawn and has not begun: two change places, some are left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from livestone.errors import BadRequest, NotAllowed
from livestone.languages.words import mark, t
from livestone.play.tournament import knockout
from livestone.play.tournament.fixtures import Meeting, Round
from livestone.play.tournament.tournament import Tournament

TOO_FEW = mark("too few are left for a meeting")


def swapped(tournament: Tournament, round: Round, one: str, other: str) -> Round:
    """Return the round with two players in each other's places.

    Nobody becomes free who has been so more often than another. Raises BadRequest or NotAllowed.
    """
    there = [*round.byes, *(name for met in round.meetings for name in met.players)]
    for name in (one, other):
        if name not in there:
            raise BadRequest(t("{name} does not play in this round", name=repr(name[:40])))
    if tournament.plan.kind == "round-robin":
        raise NotAllowed(mark("in a round robin everybody meets everybody: you can leave some out"))
    _check_not_again(tournament)
    places = {one: other, other: one}
    met = tuple(replace(met, players=_turned(met.players, places)) for met in round.meetings)
    changed = replace(round, meetings=met, byes=_turned(round.byes, places))
    people = tournament.history.people
    fewest = min(people[name].byes for name in there)
    for name in set(changed.byes).difference(round.byes):
        if people[name].byes > fewest:
            raise NotAllowed(t("{name} has been free already", name=repr(name[:40])))
    return changed


def drawn(tournament: Tournament, present: Collection[str], absent: Sequence[str]) -> Round | None:
    """Return the next round without those who are left out, None if too few are left for one.

    In a knock-out they are out, and who would have met them goes on. Raises BadRequest or
    NotAllowed.
    """
    for name in absent:
        if name not in tournament.entrants:
            raise BadRequest(t("{name} does not take part", name=repr(name[:40])))
    if tournament.plan.kind != "knock-out":
        return tournament.next_round([name for name in present if name not in absent])
    found = tournament.next_round(present)
    if not absent or found is None:
        return found
    _check_not_again(tournament)
    played: list[Meeting] = []
    free = [name for name in found.byes if name not in absent]
    for met in found.meetings:
        left = [name for name in met.players if name not in absent]
        if len(left) == len(met.players):
            played.append(replace(met, number=len(played) + 1))
        elif len(left) == 1:
            free += left
        else:
            names = ", ".join(met.players)
            raise NotAllowed(t("of {names} only one can go on: leave all others out", names=names))
    if not free and not played:
        raise NotAllowed(TOO_FEW)
    return replace(found, meetings=tuple(played), byes=tuple(free), absent=tuple(absent))


def _check_not_again(tournament: Tournament) -> None:
    """Raise NotAllowed where the next round of a knock-out is one of drawn meetings."""
    if tournament.plan.kind == "knock-out" and knockout.bracket(tournament.history).drawn:
        raise NotAllowed(mark("drawn meetings are played again, by the same players"))


def _turned(names: Sequence[str], places: dict[str, str]) -> tuple[str, ...]:
    return tuple(places.get(name, name) for name in names)
