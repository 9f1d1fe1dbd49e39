"""What ``tournament.html`` shows of a tournament: words, numbers and pictures, and nothing else.

The page belongs to whoever runs a tournament: a command shows it on a server of its own, the
class server among its other pages. Both call :func:`tournament_view` and render the template.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from livestone.core.options import telling
from livestone.core.state import View, number
from livestone.play.tournament import report
from livestone.play.tournament.fixtures import Fixture, Meeting, Result
from livestone.play.tournament.standings import TIES, Score, Standing
from livestone.play.tournament.tournament import Tournament
from livestone.server.web.rendering import picture

# What fits on a projector, and does not keep a server busy.
MOST_BOARDS, MOST_RESULTS, MOST_CROSSED, MOST_MEETINGS = 8, 12, 16, 40


@dataclass(frozen=True)
class Running:
    """A game under way: what everybody may see of it, and where it can be watched, if anywhere."""

    fixture: Fixture
    view: View
    href: str = ""


@dataclass(frozen=True)
class Heading:
    """A column of the standings: its name, and what it means."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Row:
    """Somebody in the standings; ``here`` is False for who is not there, None if nobody asks.

    Who ``leads`` has played and nobody stands before him.
    """

    rank: int
    name: str
    points: str
    counts: str
    ties: tuple[str, ...]
    rating: str
    here: bool | None
    leads: bool


@dataclass(frozen=True)
class CrossRow:
    """A line of the crosstable; a cell is the points and the games, empty for oneself."""

    rank: int
    name: str
    cells: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Board:
    """A little board of a game under way."""

    id: str
    names: tuple[tuple[str, str, str], ...]  # colour, name, score
    said: str
    picture: Markup
    href: str


@dataclass(frozen=True)
class Line:
    """A meeting of this round, or a result: who, how it stands, more words, where to see it."""

    id: str
    who: str
    score: str
    note: str
    href: str
    open: bool = False


@dataclass(frozen=True)
class TournamentView:
    """All that the template needs."""

    title: str
    options: str
    said: str
    sprt: str
    done: int
    total: int | None
    over: bool
    points: bool
    headings: tuple[Heading, ...]
    standings: tuple[Row, ...]
    cross: tuple[CrossRow, ...]
    round: str
    meetings: tuple[Line, ...]
    free: str
    boards: tuple[Board, ...]
    more_boards: int
    results: tuple[Line, ...]
    more_results: int


def tournament_view(
    tournament: Tournament,
    running: Sequence[Running] = (),
    *,
    title: str = "",
    present: Collection[str] | None = None,
    href: Callable[[Result], str] = lambda result: "",
) -> TournamentView:
    """Return what there is to show.

    ``running`` are the games under way; ``present`` who is there, where that is known; ``href``
    leads from a result to its game, empty where it cannot be replayed.
    """
    table = tournament.crosstable()
    results = tournament.results
    game = tournament.plan.make_game()
    round = tournament.rounds[-1] if tournament.rounds else None
    ties = report.ties(tournament, [standing for standing, _ in table])
    return TournamentView(
        title=title or report.title(tournament),
        options=telling(game.options, game.option),
        said=report.said(tournament),
        sprt=report.verdict(tournament) if not tournament.over else "",
        done=len(results),
        total=tournament.games,
        over=tournament.over,
        points=tournament.plan.kind != "ladder",
        headings=tuple(Heading(*TIES[tie]) for tie in ties),
        standings=tuple(_row(standing, ties, present) for standing, _ in table),
        cross=_crosstable(table),
        round=f"Round {round.number}" if round else "",
        meetings=_meetings(tournament),
        free=_free(tournament),
        boards=tuple(_board(one) for one in running[:MOST_BOARDS]),
        more_boards=max(0, len(running) - MOST_BOARDS),
        results=tuple(_result(tournament, one, href(one)) for one in _newest(results)),
        more_results=max(0, len(results) - MOST_RESULTS),
    )


def _row(standing: Standing, ties: Sequence[str], present: Collection[str] | None) -> Row:
    return Row(
        rank=standing.rank,
        name=standing.name,
        points=report.shown(standing.points),
        counts=f"{standing.wins}–{standing.draws}–{standing.losses}",
        ties=tuple(report.shown(standing.ties[tie]) for tie in ties),
        rating=report.strength(standing.rating) if standing.games else "–",
        here=None if present is None else standing.name in present,
        leads=standing.rank == 1 and bool(standing.games),
    )


def _crosstable(
    table: Sequence[tuple[Standing, tuple[Score | None, ...]]],
) -> tuple[CrossRow, ...]:
    """The crosstable, unless it says nothing new or is too wide to be read."""
    if not 2 < len(table) <= MOST_CROSSED:
        return ()
    return tuple(
        CrossRow(
            at,
            standing.name,
            tuple(("", 0) if one is None else (report.shown(one.points), one.games) for one in row),
        )
        for at, (standing, row) in enumerate(table, 1)
    )


def _meetings(tournament: Tournament) -> tuple[Line, ...]:
    """The meetings of the newest round, with what they have brought so far."""
    if not tournament.rounds or tournament.plan.kind == "match":
        return ()
    found = tournament.history.in_round(tournament.rounds[-1].number)
    return tuple(
        Line(
            id=f"meeting-{met.round}-{met.meeting.number}",
            who=_who(met.meeting),
            score=" : ".join(report.shown(float(met.points[name])) for name in met.meeting.players),
            note="",
            href="",
            open=not met.over,
        )
        for met in found[:MOST_MEETINGS]
    )


def _who(meeting: Meeting) -> str:
    return " – ".join(meeting.players)


def _free(tournament: Tournament) -> str:
    """Who does not play in this round, as a sentence."""
    if not tournament.rounds or tournament.over:
        return ""
    round = tournament.rounds[-1]
    words = []
    if round.byes:
        words.append(f"Free this time: {', '.join(round.byes)}.")
    if round.absent:
        words.append(f"Not there: {', '.join(round.absent)}.")
    return " ".join(words)


def _board(running: Running) -> Board:
    view, fixture = running.view, running.fixture
    game = view.game
    scores = [str(number(score)) if game.points else "" for score in view.scores]
    colours = [seat.colour for seat in game.seats]
    said = f"move {view.ply + 1}"
    if view.mover is not None:
        said = f"{said}, {game.seats[view.mover].name} to play"
    return Board(
        id=f"game-{fixture.round}-{fixture.meeting}-{fixture.game}",
        names=tuple(zip(colours, fixture.players, scores, strict=True)),
        said=said,
        picture=picture(view, coordinates=False),
        href=running.href,
    )


def _newest(results: Sequence[Result]) -> list[Result]:
    return list(reversed(results[-MOST_RESULTS:]))


def _result(tournament: Tournament, result: Result, href: str) -> Line:
    game = tournament.plan.make_game()
    scores = result.scores
    if not game.points or result.reason != "finished":
        # Points on the board say nothing where somebody lost by what he did.
        scores = tuple(float(result.share(seat)) for seat in range(len(result.players)))
    return Line(
        id=f"result-{result.round}-{result.meeting}-{result.game}",
        who=" – ".join(result.players),
        score=" : ".join(map(report.shown, scores)),
        note=_note(result),
        href=href,
    )


def _note(result: Result) -> str:
    """Why somebody lost, where it was not on the board."""
    if result.loser is None:
        return result.words
    return f"{result.players[result.loser]} lost: {result.words or result.reason}"
