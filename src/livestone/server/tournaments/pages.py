"""The line server's pages: who is here, games to watch, tournaments."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent

from livestone.core.state import ONLOOKER
from livestone.errors import NotFound
from livestone.freeplay.board import cell_of
from livestone.freeplay.lines import PORT
from livestone.play.tournament import report
from livestone.play.tournament.fixtures import Fixture, Result
from livestone.server.freeplay.game import LineGame
from livestone.server.tables.pages.gallery import ago
from livestone.server.tables.pages.game import LOOPBACK, number_of
from livestone.server.tables.pages.watched import Link, Watched, watched_page
from livestone.server.tournaments.spectators import (
    MOST_TOURNAMENTS,
    GivenSpectators,
    Spectators,
    Watching,
    contest_json,
    outcome,
    replayed,
)
from livestone.server.tournaments.state import TournamentState, result_of
from livestone.server.tournaments.store import GOING_ON, TournamentRow
from livestone.server.tournaments.tournament_view import (
    MOST_BOARDS,
    MOST_RESULTS,
    Line,
    Running,
    TournamentView,
    tournament_view,
)
from livestone.server.web.events import EventStream
from livestone.server.web.identity import GivenVisitor
from livestone.server.web.rendering import page

PATH = "/freeplay"
MOST_PLACES = 20  # of the ladder on the front page
PER_PAGE = 20
STATUSES = {
    "running": "goes on",
    "paused": "is paused",
    "finished": "is over",
    "stopped": "was stopped",
}


@dataclass(frozen=True)
class Guest:
    """Somebody who is here, and the game he plays, if any."""

    name: str
    game: str


@dataclass(frozen=True)
class Row:
    """A tournament in a list."""

    href: str
    name: str
    what: str
    state: str
    when: str
    on: bool


@get(PATH)
async def show(
    request: Request[Any, Any, Any], spectators: GivenSpectators, visitor: GivenVisitor
) -> Any:
    """Who is here, what is played, how to join."""
    runner, hall = spectators.runner, spectators.runner.hall
    version = spectators.version
    tournaments, total = await runner.store.newest(MOST_TOURNAMENTS)
    playing = {name: game.id for game in hall.games.values() for name in game.names}
    contest = runner.contest
    return await asyncio.to_thread(
        page,
        request,
        "freeplay.html",
        view=await spectators.shown("", lambda: _front(spectators)),
        version=version,
        events=f"{PATH}/events",
        title="Freeplay",
        command=_command(request, spectators),
        classroom=spectators.doorway.classroom,
        guests=[Guest(name, playing.get(name, "")) for name in sorted(hall.present)],
        contest=None if contest is None else row(contest.row),
        ladder=runner.ladder,
        terms=runner.ladder.terms.words(),
        tournaments=[row(one) for one in tournaments],
        more_tournaments=total > len(tournaments),
        operator=await spectators.operators.includes(visitor),
    )


@get(f"{PATH}/events")
async def events(spectators: GivenSpectators) -> ServerSentEvent:
    """News of everything, about once a second."""
    return EventStream(spectators.follow())


@get(PATH + "/games/{id:str}")
async def show_game(
    request: Request[Any, Any, Any], id: FromPath[str], spectators: GivenSpectators
) -> Any:
    """A game, running or over, now or after ``?ply=N``."""
    game = await spectators.game(id)
    at = f"{PATH}/games/{game.id}"
    said = "" if game.result is None else outcome(game.result)
    winners = () if game.result is None else game.result.winners
    shown = Watched(game.game, game.names, tuple(game.state.move_texts), said, winners)
    home = f"/tournaments/{game.tournament}" if game.tournament else PATH
    return await asyncio.to_thread(
        watched_page,
        request,
        replace(shown, notes=_cells(game)),
        at,
        version=game.version,
        events=f"{at}/events" if game.running else "",
        standing=game.name,
        record="" if game.running else json.dumps(game.record().as_json(), ensure_ascii=False),
        links=(
            Link(game.name or "Freeplay", home),
            Link("Save as text", f"{at}/record/txt", save=True),
            Link("Save as JSON", f"{at}/record/json", save=True),
        ),
    )


@get(PATH + "/games/{id:str}/events")
async def game_events(id: FromPath[str], spectators: GivenSpectators) -> ServerSentEvent:
    """News of a game."""
    await spectators.game(id)  # refuse before the stream begins
    return EventStream(spectators.follow(lambda: spectators.version_of(id)))


@get(PATH + "/games/{id:str}/record/{form:str}")
async def record(
    id: FromPath[str], form: FromPath[str], spectators: GivenSpectators
) -> Response[str]:
    """A game's record, to keep."""
    made = (await spectators.game(id)).record()
    return _file(id, form, made.as_text(), made.as_json())


@get("/tournaments")
async def all_tournaments(request: Request[Any, Any, Any], spectators: GivenSpectators) -> Any:
    """Every tournament there was, newest first."""
    at = max(1, number_of("page", request.query_params.get("page", "1")))
    rows, total = await spectators.runner.store.newest(PER_PAGE, (at - 1) * PER_PAGE)
    pages = max(1, -(-total // PER_PAGE))
    if at > pages:
        raise NotFound(f"there is no page {at}: the tournaments end on page {pages}")
    return page(
        request,
        "tournaments.html",
        title="Tournaments",
        rows=[row(one) for one in rows],
        page=at,
        pages=pages,
        later=f"/tournaments?page={at - 1}" if at > 1 else "",
        earlier=f"/tournaments?page={at + 1}" if at < pages else "",
    )


@get("/tournaments/{id:str}")
async def show_tournament(
    request: Request[Any, Any, Any],
    id: FromPath[str],
    spectators: GivenSpectators,
    visitor: GivenVisitor,
) -> Any:
    """A tournament, for everybody who watches it."""
    version = spectators.version
    contest = await spectators.runner.find(id)
    goes_on = contest.row.status in GOING_ON
    return await asyncio.to_thread(
        page,
        request,
        "contest.html",
        view=await spectators.shown(
            f"{id} {contest.row.status}", lambda: _contest_view(spectators, contest)
        ),
        version=version,
        events=f"{PATH}/events" if goes_on else "",
        title=contest.row.name,
        contest=contest,
        goes_on=goes_on,
        terms=contest.terms.words(),
        state=STATUSES[contest.row.status],
        operator=await spectators.operators.includes(visitor),
    )


@get("/tournaments/{id:str}/results/{form:str}")
async def results(
    id: FromPath[str], form: FromPath[str], spectators: GivenSpectators
) -> Response[str]:
    """The standings and results, to keep."""
    contest = await spectators.runner.find(id)
    text = "\n".join([contest.row.name, *report.lines(contest.tournament), ""])
    return _file(id, form, text, contest_json(contest))


def row(one: TournamentRow) -> Row:
    """A tournament as a list shows it."""
    entered = len(one.entrants)
    players = f"{entered} {'player' if entered == 1 else 'players'}"
    return Row(
        href=f"/tournaments/{one.id}",
        name=one.name,
        what=f"{report.TITLES[one.kind]}, {players}",
        state=STATUSES[one.status],
        when=ago(time.time() - one.created),
        on=one.status in GOING_ON,
    )


async def _front(spectators: Spectators) -> TournamentView:
    """The ladder, with every game that is played and the last results of all."""
    runner = spectators.runner
    hall, ladder = runner.hall, runner.ladder
    found = await runner.store.last_results(MOST_RESULTS)
    games = list(hall.games.values())
    here = len(hall.present)
    said = [
        f"{here} {'player is' if here == 1 else 'players are'} here" if here else "Nobody is here"
    ]
    if games:
        many = len(games)
        said.append(f"{many} {'game is' if many == 1 else 'games are'} being played")
    fixtures = [Fixture(0, at, 1, game.names) for at, game in enumerate(games, 1)]
    shown = await _view(ladder, list(zip(fixtures, games, strict=True)), "Freeplay", hall.present)
    return replace(
        shown,
        options="",
        said=f"{'; '.join(said)}.",
        standings=shown.standings[:MOST_PLACES],
        cross=(),
        meetings=(),
        free="",
        results=tuple(_line(result_of(row), name) for row, name in found),
        more_results=0,
    )


async def _contest_view(spectators: Spectators, contest: TournamentState) -> TournamentView:
    goes_on = contest.row.status in GOING_ON
    here = spectators.runner.hall.present if goes_on else None
    shown = await _view(contest, spectators.counting(contest), contest.row.name, here)
    said = shown.said if goes_on or shown.over else f"It was stopped. {shown.said}"
    if contest.row.status == "paused":
        said = f"Paused. {said}"
    return replace(shown, options=contest.terms.words(), said=said, over=not goes_on)


async def _view(
    contest: TournamentState,
    games: Sequence[tuple[Fixture, LineGame]],
    title: str,
    present: Collection[str] | None,
) -> TournamentView:
    """The view of a tournament as it stands now, made in a thread: it may take a while."""
    copied = contest.copied()
    seen = [(fixture, game.id, game.game, game.moves) for fixture, game in games[:MOST_BOARDS]]

    def make() -> TournamentView:
        running = []
        for fixture, id, game, moves in seen:
            view = replace(replayed(game, moves).view(ONLOOKER), legal=(), paths={})
            running.append(Running(fixture, view, f"{PATH}/games/{id}"))
        return tournament_view(copied(), running, title=title, present=present, href=_replay)

    made = await asyncio.to_thread(make)
    return replace(made, more_boards=len(games) - len(seen))


def _replay(result: Result) -> str:
    """Where a result's game can be replayed, empty where there was none."""
    return f"{PATH}/games/{result.record}" if result.record else ""


def _line(result: Result, tournament: str) -> Line:
    """A result as the front page tells it."""
    return Line(
        id=f"result-{result.record or '-'.join(map(str, result.key))}",
        who=" – ".join(result.players),
        score=" : ".join(report.shown(score) for score in result.scores),
        note=outcome(result) if result.loser is not None or not result.record else "",
        href=_replay(result),
    )


def _cells(game: Watching) -> tuple[str, ...]:
    """Every move as a player's program knows it."""
    return tuple(str(cell_of(game.game, move)) for move in game.state.move_texts)


def _command(request: Request[Any, Any, Any], spectators: Spectators) -> str:
    """What to type to join."""
    host = request.base_url.hostname or "localhost"
    if host in LOOPBACK:
        host = urlsplit(request.app.state.outside).hostname or "localhost"
    parts = ["livestone bot my_player.py"]
    parts += [f"--host {host}"] * (host != "localhost")
    parts += [f"--port {spectators.doorway.port}"] * (spectators.doorway.port != PORT)
    return " ".join([*parts, "--user NAME", "--ssh-key NAME.token"])


def _file(name: str, form: str, text: str, data: Any) -> Response[str]:
    """A file to keep. Raises NotFound."""
    if form not in ("txt", "json"):
        raise NotFound(f"there is no {form[:20]!r} of it: choose txt or json")
    return Response(
        text if form == "txt" else json.dumps(data, ensure_ascii=False, indent=1),
        media_type="text/plain" if form == "txt" else "application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.{form}"',
            "Cache-Control": "no-store",
        },
    )


handlers = [
    show,
    events,
    show_game,
    game_events,
    record,
    all_tournaments,
    show_tournament,
    results,
]
