"""The pages of a tournament that a command plays: the whole tournament, and each game.

The server's state holds the :class:`~livestone.freeplay.arena.Arena` (``arena``).
"""

from __future__ import annotations

import re
from typing import Any

from litestar import get
from litestar.params import FromPath

from livestone.errors import NotFound
from livestone.freeplay.arena import Arena
from livestone.languages.words import mark, t
from livestone.play.tournament import Key, Result, report
from livestone.records.record import Record
from livestone.server.tables.pages.panel import Link
from livestone.server.tables.pages.watched import Watched, watched_page
from livestone.server.tournaments.tournament_view import board, tournament_view
from livestone.server.watch.server import EVENTS, version_of
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import page


@get("/", sync_to_thread=True)
def overview(request: AnyRequest) -> Any:
    """The standings, the games under way and the last results."""
    arena: Arena = request.app.state.arena
    version = version_of(request)
    with arena.lock:
        boards = [
            board(fixture, view, f"/games/{_name(fixture.key)}")
            for fixture, view in arena.running()
        ]
        shown = tournament_view(
            arena.tournament, boards, href=lambda result: f"/games/{_name(result.key)}"
        )
    return page(
        request, "tournament.html", title=shown["title"], view=shown, version=version, events=EVENTS
    )


@get("/games/{name:str}", sync_to_thread=True)
def one_game(request: AnyRequest, name: FromPath[str]) -> Any:
    """One game, ``/games/ROUND-MEETING-GAME``: now, or after ``?ply=N``. Raises NotFound."""
    arena: Arena = request.app.state.arena
    version = version_of(request)
    key = _key(name)
    with arena.lock:
        result = arena.tournament.history.results.get(key)
        fixture = arena.tournament.history.open.get(key)
        moves = arena.moves(key)
    if result is not None:
        watched = _finished(arena, result)
    elif fixture is not None:
        watched = Watched(arena.tournament.plan.make_game(), fixture.players, moves)
    else:
        raise NotFound(
            t("there is no game {name} in this tournament, or not yet", name=repr(name[:30]))
        )
    return watched_page(
        request,
        watched,
        f"/games/{_name(key)}",
        version=version,
        events=EVENTS if result is None else "",
        standing=f"round {key[0]}, game {key[2]}",
        links=[Link("Back to the tournament", "/")],
    )


def _finished(arena: Arena, result: Result) -> Watched:
    if result.record is None:
        raise NotFound(mark("this game was not played"))
    record = Record.read(arena.place(result.record).read_text("utf-8"))
    moves = tuple(ply.move for ply in record.plies)
    return Watched(record.make_game(), result.players, moves, _ended(result), result.winners)


def _ended(result: Result) -> str:
    winners = " and ".join(result.players[seat] for seat in result.winners)
    return report.fault(result) or (f"{winners} won" if winners else "A draw")


def _name(key: Key) -> str:
    return "-".join(map(str, key))


def _key(name: str) -> Key:
    found = re.fullmatch(r"([0-9]{1,6})-([0-9]{1,6})-([0-9]{1,6})", name)
    if found is None:
        raise NotFound(
            t("there is no game {name}: games are named like '1-2-1'", name=repr(name[:30]))
        )
    return int(found[1]), int(found[2]), int(found[3])


handlers = [overview, one_game]
