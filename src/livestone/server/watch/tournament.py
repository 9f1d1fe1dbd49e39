"""A tournament that a command plays, for the app: the whole tournament, and each game.

The server's state holds the :class:`~livestone.freeplay.arena.Arena` (``arena``).
"""

from __future__ import annotations

import re

from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.api.tournaments import FreeplayTable, Scoreboard, Settings
from livestone.core.options import telling
from livestone.errors import NotFound
from livestone.freeplay.arena import Arena
from livestone.languages.words import mark, t
from livestone.play.tournament import Key, Result, report
from livestone.records.record import Record
from livestone.server.tables.watched import Watched, watched_table
from livestone.server.tournaments.scoreboard import board, scoreboard
from livestone.server.watch.server import version_of
from livestone.server.web.identity import AnyRequest
from livestone.server.web.requests import QueryNumber

HERE = "here"  # the id of the one tournament there is


@get("/", sync_to_thread=False)
def show_tournament() -> Redirect:
    return Redirect(f"/tournaments/{HERE}")


@get(f"/api/tournaments/{HERE}/scoreboard", sync_to_thread=True)
def overview(request: AnyRequest) -> Scoreboard:
    """The standings, the games under way and the last results."""
    arena: Arena = request.app.state.arena
    with arena.lock:
        tournament = arena.tournament
        game = tournament.plan.make_game()
        boards = [
            board(_name(fixture.key), fixture.players, state) for fixture, state in arena.running()
        ]
        return scoreboard(
            tournament,
            boards,
            replay=lambda result: result.record and _name(result.key),
            id=HERE,
            name=report.title(tournament),
            status="finished" if tournament.over else "running",
            settings=Settings({}, 0, 0, 0),
            rules=telling(game.options, game.option, t),
        )


@get("/api/freeplay/games/{name:str}/table", sync_to_thread=True)
def one_game(request: AnyRequest, name: FromPath[str], ply: QueryNumber = None) -> FreeplayTable:
    """One game, ``ROUND-MEETING-GAME``: now, or after ``?ply=N``. Raises NotFound."""
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
    standing = t("round {round}, game {game}", round=key[0], game=key[2])
    return watched_table(watched, _name(key), ply, version, standing, HERE)


def _finished(arena: Arena, result: Result) -> Watched:
    if result.record is None:
        raise NotFound(mark("this game was not played"))
    record = Record.read(arena.place(result.record).read_text("utf-8"))
    moves = tuple(ply.move for ply in record.plies)
    notes = tuple(ply.note.engine or "" for ply in record.plies)
    ended = _ended(result)
    return Watched(record.make_game(), result.players, moves, ended, result.winners, notes=notes)


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


handlers = [show_tournament, overview, one_game]
