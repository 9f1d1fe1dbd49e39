"""The page of a tournament: words for every state, nothing that is not said, nothing unescaped."""

from __future__ import annotations

from typing import Any

import pytest
from tests.play.tournament.simulate import THREE, make, play

from livestone.core.view import ONLOOKER
from livestone.play.match import opening
from livestone.play.tournament import KINDS, Tournament
from livestone.server.tournaments.tournament_view import (
    MOST_BOARDS,
    MOST_RESULTS,
    board,
    tournament_view,
)
from livestone.server.web.rendering import environment


def html(view: dict[str, Any]) -> str:
    values: dict[str, Any] = {"theme": "", "here": "/", "local_only": True, "title": view["title"]}
    values |= {"announcement": "", "challenges_for_you": 0, "turns": 0, "lang": "en", "words": ""}
    values |= {"icon": "logo.svg", "preview": "preview.png"}
    return (
        environment()
        .get_template("tournament.html")
        .render(view=view, version=1, events="/events", **values)
    )


def running(cup: Tournament, count: int) -> list[dict[str, Any]]:
    """The first open games, some moves on."""
    game = cup.plan.make_game()
    return [
        board(fixture, opening(game, 9, at).view(ONLOOKER), f"/games/{at}")
        for at, fixture in enumerate(cup.open()[:count])
    ]


def begun(cup: Tournament) -> Tournament:
    found = cup.next_round(cup.entrants)
    assert found is not None
    cup.begin(found)
    return cup


def test_empty_states_are_said_in_words() -> None:
    page = html(tournament_view(make("swiss", [])))
    assert "Nobody has entered yet." in page
    assert "No game is being played at this moment." in page
    assert "No game is over yet." in page
    assert "<table" not in page


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_before_within_and_after(kind: str) -> None:
    rounds = 2 if kind in ("swiss", "ladder", "match") else None
    cup = make(kind, 2 if kind == "match" else 5, rounds=rounds)
    for _ in range(3):
        view = tournament_view(cup, running(cup, 3), href=lambda result: f"/games/{result.key[2]}")
        page = html(view)
        assert all(name in page for name in cup.entrants)
        assert len(view["boards"]) == min(3, len(cup.open()))
        assert page.count("<figure") == len(view["boards"])
        if cup.open():
            play(cup) if kind == "match" else None
        if not cup.over and not cup.open():
            begun(cup)
        elif not cup.over:
            for fixture in cup.open():
                cup.add(fixture.result([0], [9, 3]))
            play(cup)
    assert cup.over
    final = tournament_view(cup)
    assert final["said"].startswith("It is over: ")
    assert "All games have been played." in html(final)
    assert "http-equiv" not in html(final)


def test_names_are_text() -> None:
    cup = begun(make("round-robin", ["<b>bob</b>", "Ana & Co"]))
    cup.add(cup.open()[0].result([1], [0, 0], reason="failed", loser=0, words="<script>"))
    page = html(tournament_view(cup, running(cup, 1)))
    assert "<b>bob" not in page
    assert "&lt;b&gt;bob&lt;/b&gt; lost: &lt;script&gt;" in page
    assert "Ana &amp; Co" in page


def test_results_newest_first_and_not_too_many() -> None:
    cup = play(make("round-robin", 6), seed=2)
    view = tournament_view(cup, href=lambda result: "/games/{}-{}-{}".format(*result.key))
    assert len(view["results"]) == MOST_RESULTS
    assert view["more_results"] == len(cup.results) - MOST_RESULTS
    newest = cup.results[-1]
    assert view["results"][0]["href"] == "/games/{}-{}-{}".format(*newest.key)
    assert view["results"][0]["who"] == " – ".join(newest.players)
    lost = [line for line in view["results"] if "lost: too slow" in line["note"]]
    assert all(set(line["score"].split(" : ")) == {"0", "1"} for line in lost)


def test_no_more_boards_than_a_screen_holds() -> None:
    cup = begun(make("swiss", 20))
    view = tournament_view(cup, running(cup, 20))
    assert len(view["boards"]) == MOST_BOARDS
    assert view["more_boards"] == 20 - MOST_BOARDS
    assert "And 12 more." in html(view)


def test_who_is_there_who_is_free() -> None:
    cup = make("swiss", 5)
    found = cup.next_round(cup.entrants[1:])
    assert found is not None
    cup.begin(found)
    view = tournament_view(cup, present=cup.entrants[1:])
    assert "Not there: p1." in view["free"]
    assert html(view).count("not here") == 1
    assert "not here" not in html(tournament_view(make("swiss", 2)))


def test_three_at_a_table() -> None:
    cup = begun(make("round-robin", 4, THREE))
    cup.add(cup.open()[0].result([1], [0, 1, 0]))
    view = tournament_view(cup, running(cup, 1))
    assert len(view["boards"][0]["names"]) == 3
    assert view["results"][0]["score"] == "0 : 1 : 0"
    assert len(view["cross"]) == 4
