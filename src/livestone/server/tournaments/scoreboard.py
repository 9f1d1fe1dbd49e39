"""What a screen shows of a tournament, wherever it is played: on a server, or by a command."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from livestone.api.tournaments import Board, Cell, Encounter, Scoreboard
from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import ONLOOKER, number
from livestone.languages.words import t
from livestone.play.tournament import report
from livestone.play.tournament.fixtures import Result
from livestone.play.tournament.tournament import Tournament
from livestone.server.tables.presenter import picture

# What fits on a projector, and does not keep a server busy.
MAX_BOARDS, MAX_RESULTS, MAX_CROSSED, MAX_MEETINGS, MAX_STANDINGS = 8, 12, 16, 40, 500


def board(id: str, players: tuple[str, ...], state: State) -> Board:
    """A game that runs, as an onlooker may see it."""
    view = state.view(ONLOOKER)
    return Board(
        id=id,
        players=players,
        game=state.game.id,
        options=dict(state.game.option),
        scores=tuple(number(score) for score in view.scores) if state.game.points else (),
        ply=view.ply,
        mover=view.mover,
        picture=picture(view, ()),
    )


def scoreboard(
    tournament: Tournament,
    boards: Sequence[Board] = (),
    *,
    present: Collection[str] | None = None,
    more_boards: int = 0,
    replay: Callable[[Result], str | None] = lambda result: result.record,
    **known: Any,
) -> Scoreboard:
    """What there is to show. ``present`` are those who are here, None where nobody cares.

    ``replay`` gives the id of a game that is over; ``known`` is the rest: id, name, settings.
    """
    table = tournament.crosstable()
    entrants, results = tournament.entrants, tournament.results
    game = tournament.plan.make_game()
    wide = not 2 < len(table) <= MAX_CROSSED
    values: dict[str, Any] = {
        "said": report.said(tournament),
        "verdict": "" if tournament.over else report.verdict(tournament),
        "kind": tournament.plan.kind,
        "played": len(results),
        "games": tournament.games,
        "standings": tuple(report.standing(one) for one, _ in table[:MAX_STANDINGS]),
        "ties": tuple(report.ties(tournament, [one for one, _ in table])),
        "away": () if present is None else tuple(sorted(set(entrants).difference(present))),
        "crosstable": () if wide else tuple(map(_cells, (row for _, row in table))),
        "round": len(tournament.rounds),
        "meetings": _meetings(tournament),
        "free": _free(tournament),
        "boards": tuple(boards[:MAX_BOARDS]),
        "more_boards": more_boards + max(0, len(boards) - MAX_BOARDS),
        "results": tuple(
            encounter(game, one, replay(one)) for one in reversed(results[-MAX_RESULTS:])
        ),
        "more_results": max(0, len(results) - MAX_RESULTS),
    }
    return Scoreboard(**(values | known))


def encounter(game: Game, result: Result, id: str | None) -> Encounter:
    """A game that is over, in a list, with its ``id`` if it can be replayed."""
    points: tuple[float, ...] = result.scores
    if not game.points or result.reason != "finished":
        # Points on the board say nothing where a player has lost by a fault.
        points = tuple(float(result.share(seat)) for seat in range(len(result.players)))
    shown = tuple(map(_rounded, points))
    return Encounter(result.players, shown, note=report.fault(result), game=id or None)


def _cells(row: Sequence[Any]) -> tuple[Cell | None, ...]:
    return tuple(None if one is None else Cell(_rounded(one.points), one.games) for one in row)


def _rounded(points: float) -> int | float:
    return number(round(points, 2))


def _meetings(tournament: Tournament) -> tuple[Encounter, ...]:
    if not tournament.rounds or tournament.plan.kind == "match":
        return ()
    found = tournament.history.in_round(tournament.rounds[-1].number)
    return tuple(
        Encounter(
            tuple(met.meeting.players),
            tuple(_rounded(float(points)) for points in met.points.values()),
            over=met.over,
        )
        for met in found[:MAX_MEETINGS]
    )


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
