"""What is said of a tournament, as text and as JSON."""

from __future__ import annotations

import json

import msgspec
import pytest
from tests.play.tournament.simulate import TWO, begin, make, names, play, play_stronger, stronger

from livestone.play.sprt import Sprt
from livestone.play.tournament import KINDS, Plan, Tournament, report


@pytest.mark.parametrize("kind", KINDS)
def test_json_holds_all_there_is(kind: str) -> None:
    cup = play(make(kind, 2, rounds=3 if kind in ("swiss", "ladder", "match") else None))
    found = json.loads(msgspec.json.encode(report.summary(cup)))
    assert Plan.from_json(found["plan"]) == cup.plan
    assert found["over"] is True
    assert found["entrants"] == names(2)
    assert len(found["results"]) == len(cup.results)
    assert found["standings"][0].keys() == {
        "rank", "name", "points", "ties", "games", "wins", "draws", "losses", "byes",
        "rating", "interval", "deviation",
    }  # fmt: skip
    assert found["crosstable"][0][0] is None
    assert sum(found["crosstable"][0][1].values()) == len(cup.results)
    assert found["sprt"] is None


def test_how_it_stands() -> None:
    cup = make("swiss", [])
    assert next(iter(report.lines(cup))).endswith("of Freedom. Nobody has entered yet.")
    assert report.summary(cup).standings == ()
    cup.enter("p1")
    assert report.said(cup) == "1 player has entered; nobody plays yet."
    cup.enter("p2")
    cup.enter("p3")
    begin(cup)
    cup.add(stronger(cup.open()[0]))
    assert report.said(cup) == "Round 1 of 2: 1 of 2 games played."
    assert report.title(cup) == "Swiss tournament of Freedom"


def test_who_has_won() -> None:
    cup = make("round-robin", 3)
    while not cup.over:
        begin(cup)
        play_stronger(cup)
    assert report.said(cup) == "It is over: p1 has won."
    lines = list(report.lines(cup))
    assert lines[0] == "Round robin of Freedom. It is over: p1 has won."
    assert " ".join(lines[2].split()) == "Points Won Drawn Lost S-B Scored Rating (95 %)"
    assert lines[3].split()[:7] == ["1.", "p1", "4", "4", "0", "0", "4"]
    assert lines[-1].split() == ["3", "p3", "0/2", "0/2", "×"]


def test_a_shared_first_place() -> None:
    cup = make("round-robin", 2)
    begin(cup)
    for fixture in cup.open():
        cup.add(fixture.result([], [5, 5]))
    assert report.said(cup) == "It is over: p1 and p2 share the first place."


def test_an_sprt() -> None:
    cup = Tournament(Plan.of("match", TWO, sprt=(0.0, 200.0)), names(2))
    assert "It is open whether p1 leads p2 by 0 Elo or 200 Elo" in report.verdict(cup)
    while not cup.over:
        begin(cup)
        play_stronger(cup)
    assert "p1 leads p2 by 200 Elo rather than 0 Elo" in report.said(cup)
    lines = list(report.lines(cup))
    assert lines[-2].startswith("Elo of p1: ")
    assert lines[-1].startswith("Pairs that brought 0, ½, 1, 1½ and 2 points: 0, 0, 0, 0, ")
    found_sprt = report.summary(cup).sprt
    assert found_sprt is not None
    assert found_sprt.verdict == "H1"
    assert found_sprt.elo == (None, None, None)  # without any loss there is no bound


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ([], "unknown before a pair of games is over"),
        ([2, 2], "unknown while every game is won"),
        ([0], "unknown while every game is lost"),
        ([2, 1.5], "+338 (at least +149)"),
        ([0, 0.5], "-338 (at most -149)"),
        ([2, 0], "+0 (it may be any other)"),
        ([1, 1.5, 0.5, 1], "+0 (-126 to +126)"),
    ],
)
def test_what_is_not_known_is_said_in_words(shares: list[float], said: str) -> None:
    test = Sprt(0, 20)
    for share in shares:
        test.add(share)
    assert report.lead(test) == said
