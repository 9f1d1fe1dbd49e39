"""A round that has not begun is changed: nobody plays twice, and byes stay fair."""

from __future__ import annotations

import pytest
from tests.play.tournament.simulate import THREE, begin, make, names, play_stronger

from livestone.errors import BadRequest, NotAllowed
from livestone.play.tournament.fixtures import Round
from livestone.play.tournament.redraw import drawn, swapped
from livestone.play.tournament.tournament import Tournament


def draw(cup: Tournament, *absent: str) -> Round:
    round = drawn(cup, cup.entrants, absent)
    assert round is not None
    return round


def pairs(round: Round) -> list[tuple[str, ...]]:
    return [met.players for met in round.meetings]


@pytest.mark.parametrize("kind", ["swiss", "knock-out"])
def test_two_change_places(kind: str) -> None:
    cup = make(kind, 4)
    round = draw(cup)
    one, other = pairs(round)
    changed = swapped(cup, round, one[0], other[1])
    assert pairs(changed) == [(other[1], one[1]), (other[0], one[0])]
    cup.begin(changed)
    play_stronger(cup)
    assert begin(cup).number == 2


def test_nobody_is_free_more_often_than_others() -> None:
    cup = make("swiss", 5, rounds=4)
    first = draw(cup)
    (free,) = first.byes
    changed = swapped(cup, first, free, "p1")
    assert changed.byes == ("p1",)
    cup.begin(changed)
    play_stronger(cup)
    second = draw(cup)
    with pytest.raises(NotAllowed, match="'p1' has been free already"):
        swapped(cup, second, second.byes[0], "p1")


@pytest.mark.parametrize(("one", "other"), [("p1", "p9"), ("p9", "p1")])
def test_only_who_plays_changes_places(one: str, other: str) -> None:
    cup = make("swiss", 4)
    with pytest.raises(BadRequest, match="'p9' does not play in this round"):
        swapped(cup, draw(cup), one, other)
    with pytest.raises(BadRequest, match="'p9' does not take part"):
        draw(cup, "p9")


def test_who_is_left_out_of_a_swiss_round_gets_nothing_for_it() -> None:
    cup = make("swiss", 5)
    round = draw(cup, "p2")
    assert (round.absent, round.byes) == (("p2",), ())
    assert drawn(cup, cup.entrants, ["p1", "p2", "p3", "p4"]) is None


def test_a_round_robin_postpones_meetings() -> None:
    cup = make("round-robin", 4)
    round = draw(cup, "p1")
    assert round.absent == ("p1",)
    assert "p1" not in {name for met in pairs(round) for name in met}
    with pytest.raises(NotAllowed, match="everybody meets everybody"):
        swapped(cup, round, *pairs(round)[0])
    cup.begin(round)
    while not cup.over:
        play_stronger(cup)
        if not cup.over:
            begin(cup)
    assert all(one.games == 3 * cup.plan.games for one in cup.standings())


def test_who_is_left_out_of_a_knock_out_is_out() -> None:
    cup = make("knock-out", 4)
    round = draw(cup, "p1")
    assert (pairs(round), round.byes) == ([("p2", "p3")], ("p4",))
    with pytest.raises(NotAllowed, match="of p1, p4 only one can go on"):
        draw(cup, "p1", "p4")
    cup.begin(round)
    play_stronger(cup)
    last = draw(cup, "p2")
    assert (pairs(last), last.byes) == ([], ("p4",))
    cup.begin(last)
    assert cup.over
    assert [one.name for one in cup.standings()][:2] == ["p4", "p2"]


def test_a_drawn_meeting_of_a_knock_out_is_played_again_as_it_was() -> None:
    cup = make("knock-out", 2)
    begin(cup)
    for fixture in cup.open():
        cup.add(fixture.result([], [7, 7]))
    again = draw(cup)
    for change in (lambda: swapped(cup, again, "p1", "p2"), lambda: draw(cup, "p1")):
        with pytest.raises(NotAllowed, match="played again"):
            change()


def test_of_three_at_a_table_one_goes_on() -> None:
    cup = make("knock-out", names(9), THREE)
    with pytest.raises(NotAllowed, match="only one can go on"):
        draw(cup, "p1")
