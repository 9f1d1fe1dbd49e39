"""The pages of players and tournaments: who is here, games to watch, standings."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent

from livestone.core.view import ONLOOKER
from livestone.errors import NotFound
from livestone.freeplay.board import cell_of
from livestone.freeplay.lines import PORT
from livestone.languages.words import language, mark, t, tn
from livestone.play.tournament import report
from livestone.play.tournament.fixtures import Fixture, Result
from livestone.play.tournament.tournament import Tournament
from livestone.records.record import Record
from livestone.server.freeplay.game import LineGame
from livestone.server.tables.pages.gallery import Row, ago
from livestone.server.tables.pages.game import number_of
from livestone.server.tables.pages.panel import Link
from livestone.server.tables.pages.watched import Watched, watched_page
from livestone.server.tournaments.spectators import (
    MOST_TOURNAMENTS,
    Spectators,
    SpectatorsDep,
    copy_of,
    replayed,
    shape_of,
)
from livestone.server.tournaments.state import TournamentState
from livestone.server.tournaments.store import GOING_ON, TournamentRow
from livestone.server.tournaments.tournament_view import (
    MOST_BOARDS,
    MOST_RESULTS,
    board,
    result_line,
    tournament_view,
)
from livestone.server.web.aside import aside
from livestone.server.web.events import EventStream
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import LOOPBACK, attachment, page

Id = FromPath[str]
PATH, EVENTS = "/freeplay", "/api/freeplay/events"
MOST_PLACES = 20  # of the ladder on the front page
PER_PAGE = 20
STATUSES = {
    "running": mark("goes on"),
    "paused": mark("is paused"),
    "finished": mark("is over"),
    "stopped": mark("was stopped"),
}


@get(PATH)
async def show(request: AnyRequest, spectators: SpectatorsDep, caller: CallerDep) -> Any:
    runner, version = spectators.runner, spectators.version
    tournaments, total = await runner.store.newest(MOST_TOURNAMENTS)
    return await aside(
        page,
        request,
        "freeplay.html",
        view=await spectators.cached(language.get(), lambda: _front(spectators)),
        version=version,
        events=EVENTS,
        title=t("Freeplay"),
        command=_command(request, spectators),
        classroom=spectators.classroom,
        players=spectators.players(),
        current=runner.current,
        ladder=runner.ladder,
        tournaments=[_line(row) for row in tournaments],
        more_tournaments=total > len(tournaments),
        operator=await spectators.operators.includes(caller.owner),
        statuses=STATUSES,
    )


@get(PATH + "/games/{id:str}")
async def show_game(request: AnyRequest, id: Id, spectators: SpectatorsDep) -> Any:
    version, game = spectators.version_of(id), await spectators.game(id)
    at = f"{PATH}/games/{game.id}"
    back = f"/tournaments/{game.tournament}" if game.name else PATH
    moves, rules = tuple(game.state.move_texts), game.state.game
    shown = Watched(
        rules,
        game.names,
        moves,
        game.said,
        game.result.winners if game.result else (),
        # Every move as a player's program knows it.
        notes=tuple(str(cell_of(rules, move)) for move in moves),
    )
    return await aside(
        watched_page,
        request,
        shown,
        at,
        version=version,
        events=f"{at}/events" if game.running else "",
        standing=game.name,
        record="" if game.running else json.dumps(game.record().as_json(), ensure_ascii=False),
        links=(
            Link(game.name or t("Freeplay"), back),
            Link(t("Save as text"), f"{at}/record/txt", save=True),
            Link(t("Save as JSON"), f"{at}/record/json", save=True),
        ),
    )


@get(PATH + "/games/{id:str}/events")
async def game_events(id: Id, spectators: SpectatorsDep) -> ServerSentEvent:
    await spectators.game(id)  # refuse before the stream begins
    return EventStream(spectators.follow(lambda: spectators.version_of(id)))


@get(PATH + "/games/{id:str}/record/{form:str}")
async def record(id: Id, form: FromPath[str], spectators: SpectatorsDep) -> Response[str]:
    game = await spectators.game(id)
    return await aside(lambda: _record(game.record(), id, form))


def _record(made: Record, id: str, form: str) -> Response[str]:
    return _file(id, form, made.as_text(), made.as_json())


@get("/tournaments")
async def all_tournaments(request: AnyRequest, spectators: SpectatorsDep) -> Any:
    at = max(1, number_of("page", request.query_params.get("page", "1")))
    rows, total = await spectators.runner.store.newest(PER_PAGE, (at - 1) * PER_PAGE)
    pages = max(1, -(-total // PER_PAGE))
    if at > pages:
        raise NotFound(
            t(
                "there is no page {number}: the tournaments end on page {last}",
                number=at,
                last=pages,
            )
        )
    return page(
        request,
        "tournaments.html",
        title=t("Tournaments"),
        tournaments=[_line(row) for row in rows],
        page=at,
        pages=pages,
    )


@get("/tournaments/{id:str}")
async def show_tournament(
    request: AnyRequest, id: Id, spectators: SpectatorsDep, caller: CallerDep
) -> Any:
    version = spectators.version
    state = await spectators.runner.find(id)
    goes_on = state.row.status in GOING_ON
    return await aside(
        page,
        request,
        "server_tournament.html",
        view=await spectators.cached(
            f"{id} {state.row.status} {language.get()}", lambda: _state_view(spectators, state)
        ),
        version=version,
        events=EVENTS if goes_on else "",
        title=state.row.name,
        state=state,
        goes_on=goes_on,
        operator=await spectators.operators.includes(caller.owner),
    )


@get("/tournaments/{id:str}/results/{form:str}")
async def results(id: Id, form: FromPath[str], spectators: SpectatorsDep) -> Response[str]:
    state = await spectators.runner.find(id)
    return await aside(_results, state.row, copy_of(state), form)


def _results(row: TournamentRow, copied: Callable[[], Tournament], form: str) -> Response[str]:
    tournament = copied()
    text = "\n".join([row.name, *report.lines(tournament), ""])
    return _file(row.id, form, text, msgspec.to_builtins(shape_of(row, tournament)))


def _line(row: TournamentRow) -> Row:
    """A tournament in a list, marked while it goes on."""
    entered = tn("{n} player", "{n} players", len(row.entrants))
    return Row(
        id=row.id,
        title=row.name,
        who=f"{t(report.TITLES[row.kind])}, {entered}",
        state=t(STATUSES[row.status]),
        when=ago(time.time() - row.created),
        waiting=row.status in GOING_ON,
    )


async def _front(spectators: Spectators) -> dict[str, Any]:
    runner = spectators.runner
    players, ladder = runner.players, runner.ladder
    found = await runner.store.last_results(MOST_RESULTS)
    games = list(players.games.values())
    here, many = len(players.present), len(games)
    said = tn("{n} player is here", "{n} players are here", here) if here else t("Nobody is here")
    if many:
        games_now = tn("{n} game is being played", "{n} games are being played", many)
        said = f"{said}; {games_now}"
    playing = [(Fixture(0, at, 1, game.names), game) for at, game in enumerate(games, 1)]
    shown = await _view(ladder, playing, t("Freeplay"), players.present)
    rules = ladder.plan.make_game()
    last = [one.result for one in found]
    return {
        **shown,
        "options": "",
        "said": f"{said}.",
        "standings": shown["standings"][:MOST_PLACES],
        "cross": (),
        "meetings": (),
        "results": [
            result_line(rules, one, one.record or "-".join(map(str, one.key)), _replay(one))
            for one in last
        ],
        "more_results": 0,
    }


async def _state_view(spectators: Spectators, state: TournamentState) -> dict[str, Any]:
    goes_on = state.row.status in GOING_ON
    present = spectators.runner.players.present if goes_on else None
    shown = await _view(state, spectators.games(state), state.row.name, present)
    said = shown["said"]
    if state.row.status == "paused":
        said = f"{t('Paused.')} {said}"
    elif not (goes_on or shown["over"]):
        said = f"{t('It was stopped.')} {said}"
    return {**shown, "options": state.rules.words(), "said": said, "over": not goes_on}


async def _view(
    state: TournamentState,
    games: Sequence[tuple[Fixture, LineGame]],
    title: str,
    present: Collection[str] | None,
) -> dict[str, Any]:
    """The view of a tournament as it stands now, made in a thread: it may take a while."""
    copied = copy_of(state)
    seen = [(fixture, game.id, game.game, game.moves) for fixture, game in games[:MOST_BOARDS]]

    def make() -> dict[str, Any]:
        boards = []
        for fixture, id, game, moves in seen:
            view = replace(replayed(game, moves).view(ONLOOKER), legal=(), paths={})
            boards.append(board(fixture, view, f"{PATH}/games/{id}"))
        return tournament_view(copied(), boards, title=title, present=present, href=_replay)

    return {**await aside(make), "more_boards": len(games) - len(seen)}


def _replay(result: Result) -> str:
    return f"{PATH}/games/{result.record}" if result.record else ""


def _command(request: AnyRequest, spectators: Spectators) -> str:
    host = request.base_url.hostname or "localhost"
    if host in LOOPBACK:
        host = urlsplit(request.app.state.outside).hostname or "localhost"
    parts = ["livestone bot my_player.py"]
    parts += [f"--host {host}"] * (host != "localhost")
    parts += [f"--port {spectators.port}"] * (spectators.port != PORT)
    return " ".join([*parts, "--user NAME", "--ssh-key NAME.token"])


def _file(name: str, form: str, text: str, data: Any) -> Response[str]:
    """A file to save, ``txt`` or ``json``. Raises NotFound for another form."""
    if form not in ("txt", "json"):
        raise NotFound(t("there is no {form} of it: choose txt or json", form=repr(form[:20])))
    text = text if form == "txt" else json.dumps(data, ensure_ascii=False, indent=1)
    return attachment(text, f"{name}.{form}")


handlers = [show, show_game, game_events, record, all_tournaments, show_tournament, results]
