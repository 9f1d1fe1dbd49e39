"""What ``tournament.html`` shows of a tournament, wherever it is played.

A command shows it on a server of its own, the class server among its other pages. Both call
:func:`tournament_view` and render the template.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from livestone.core.game import Game
from livestone.core.options import telling
from livestone.core.view import View, number
from livestone.languages.words import t
from livestone.play.tournament import report
from livestone.play.tournament.fixtures import Fixture, Result
from livestone.play.tournament.standings import TIES
from livestone.play.tournament.tournament import Tournament
from livestone.server.web.rendering import picture

# What fits on a projector, and does not keep a server busy.
MOST_BOARDS, MOST_RESULTS, MOST_CROSSED, MOST_MEETINGS = 8, 12, 16, 40


def board(fixture: Fixture, view: View, href: str) -> dict[str, Any]:
    """A small board of a game that runs, with a link to it."""
    game = view.game
    scores = [str(number(score)) if game.points else "" for score in view.scores]
    colours = [seat.colour for seat in game.seats]
    said = t("move {number}", number=view.ply + 1)
    if view.mover is not None:
        said = f"{said}, {t('{player} to play', player=t(game.seats[view.mover].name))}"
    return {
        "id": f"game-{fixture.round}-{fixture.meeting}-{fixture.game}",
        "names": list(zip(colours, fixture.players, scores, strict=True)),
        "said": said,
        "picture": picture(view, coordinates=False),
        "href": href,
    }


def tournament_view(
    tournament: Tournament,
    boards: Sequence[dict[str, Any]] = (),
    *,
    title: str = "",
    present: Collection[str] | None = None,
    href: Callable[[Result], str] = lambda result: "",
) -> dict[str, Any]:
    """What the page of a tournament shows: ``standings`` as the API has them, and what a page adds.

    ``href`` gives a result's replay. ``present`` are the players who are here, None where that does
    not matter. ``ties`` are the tie-breaks to show, each with its name and what it means; a cell
    of the crosstable (``cross``) is the points and the number of games.
    """
    table = tournament.crosstable()
    here = tournament.entrants if present is None else present
    results = tournament.results
    game = tournament.plan.make_game()
    cross = [
        tuple(("", 0) if one is None else (report.shown(one.points), one.games) for one in row)
        for _, row in table
    ]
    return {
        "title": title or report.title(tournament),
        "options": telling(game.options, game.option, t),
        "said": report.said(tournament),
        "sprt": report.verdict(tournament) if not tournament.over else "",
        "done": len(results),
        "total": tournament.games,
        "over": tournament.over,
        "points": tournament.plan.kind != "ladder",
        "shown": report.shown,
        "ties": {tie: TIES[tie] for tie in report.ties(tournament, [one for one, _ in table])},
        "away": set(tournament.entrants).difference(here),
        "standings": [report.standing(standing) for standing, _ in table],
        "cross": cross if 2 < len(table) <= MOST_CROSSED else [],
        "round": t("Round {number}", number=len(tournament.rounds)),
        "meetings": _meetings(tournament),
        "free": _free(tournament),
        "boards": boards[:MOST_BOARDS],
        "more_boards": max(0, len(boards) - MOST_BOARDS),
        "results": [
            result_line(game, one, "-".join(map(str, one.key)), href(one))
            for one in reversed(results[-MOST_RESULTS:])
        ],
        "more_results": max(0, len(results) - MOST_RESULTS),
    }


def result_line(game: Game, result: Result, id: str, href: str) -> dict[str, Any]:
    """The players of a game, the score, why a person lost, and a link to the game."""
    scores = result.scores
    if not game.points or result.reason != "finished":
        # Points on the board say nothing where a player has lost by a fault.
        scores = tuple(float(result.share(seat)) for seat in range(len(result.players)))
    return {
        "id": f"result-{id}",
        "who": " – ".join(result.players),
        "score": " : ".join(map(report.shown, scores)),
        "note": report.fault(result),
        "href": href,
    }


def _meetings(tournament: Tournament) -> list[dict[str, Any]]:
    if not tournament.rounds or tournament.plan.kind == "match":
        return []
    found = tournament.history.in_round(tournament.rounds[-1].number)
    return [
        {
            "id": f"meeting-{met.round}-{met.meeting.number}",
            "who": " – ".join(met.meeting.players),
            "score": " : ".join(report.shown(float(points)) for points in met.points.values()),
            "open": not met.over,
        }
        for met in found[:MOST_MEETINGS]
    ]


def _free(tournament: Tournament) -> str:
    if not tournament.rounds or tournament.over:
        return ""
    round = tournament.rounds[-1]
    words = []
    if round.byes:
        words.append(t("Free this time: {names}.", names=", ".join(round.byes)))
    if round.absent:
        words.append(t("Not there: {names}.", names=", ".join(round.absent)))
    return " ".join(words)
