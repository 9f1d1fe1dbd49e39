"""The gallery of games, and the list of the visitor's own."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from functools import cache
from typing import Any

from litestar import get

from livestone.api.tables import GameLine
from livestone.core.state import State
from livestone.errors import BadRequest, NotFound
from livestone.games import catalogue, load
from livestone.languages.words import t, tn
from livestone.server.tables.commands import TablesDep
from livestone.server.tables.pages.setup import player_counts
from livestone.server.tables.time_control import time_left
from livestone.server.web.forms import is_whole
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import page, picture

TRIES = 12  # random games looked at for a pretty position
SHORT_SECONDS = 6 * 3600.0  # under which time is short in a list of games
SHOWN = 3  # games to continue on the front page


@dataclass(frozen=True)
class Row:
    id: str
    title: str
    who: str
    state: str
    when: str
    waiting: bool
    short: bool = False


@get("/")
async def home(request: AnyRequest, tables: TablesDep, caller: CallerDep) -> Any:
    mine = await tables.mine(caller.owner, urgent=True)
    running = [row(line) for line in mine.games if line.status != "finished"][:SHOWN]
    return page(
        request,
        "home.html",
        cards=[card(id) for id in catalogue()],
        running=running,
        turns=await tables.turns(caller.owner),
    )


@get("/games")
async def my_games(request: AnyRequest, tables: TablesDep, caller: CallerDep) -> Any:
    text = request.query_params.get("page", "1")
    if not is_whole(text, 6):
        raise BadRequest(t("page {text} is not a page number", text=repr(text[:20])))
    mine = await tables.mine(caller.owner, int(text), urgent=True)
    if mine.page > mine.pages:
        raise NotFound(
            t(
                "there is no page {number}: your games end on page {last}",
                number=mine.page,
                last=mine.pages,
            )
        )
    return page(
        request,
        "games.html",
        title=t("My games"),
        turns=await tables.turns(caller.owner),
        rows=[row(line) for line in mine.games],
        page=mine.page,
        pages=mine.pages,
        later=f"/games?page={mine.page - 1}" if mine.page > 1 else "",
        earlier=f"/games?page={mine.page + 1}" if mine.page < mine.pages else "",
    )


@cache
def card(id: str) -> dict[str, Any]:
    """What the gallery shows of a game."""
    game = load(id)
    return {
        "game": game,
        "players": player_counts(type(game)),
        "summary": game.words.summary,
        "picture": picture(pretty(id).view(), coordinates=False),
    }


def pretty(id: str) -> State:
    """A position that shows what a game looks like: the most marks after half a random game."""
    best = State(load(id))
    most = -1
    if best.game.plain.marks is None:
        return best
    for seed in range(TRIES):
        chance = random.Random(seed)
        state = State(best.game)
        for _ in range(len(state.game.board) * 3 // 5):
            if state.over:
                break
            state.play(chance.choice(state.unsorted))
        if len(state.marks) > most and not state.over:
            best, most = state, len(state.marks)
    return best


def row(line: GameLine) -> Row:
    mine = [seat.player for seat in line.seats if seat.is_me]
    others = [
        t("a friend") if seat.kind == "open" else seat.name for seat in line.seats if not seat.is_me
    ]
    if not others:
        who = t("Two people at this screen") if len(mine) == 2 else t("All at this screen")
    else:
        both = f" {t('and')} "
        who = both.join(others)
        if mine:
            who = t("{players} against {others}", players=both.join(mine), others=who)
    when = ago(time.time() - line.updated)
    if line.left is not None:
        when = t("{time} left", time=time_left(line.left))
    state = line.result or (t("Your turn") if line.my_turn else _waits(line))
    return Row(
        id=line.id,
        title=f"{line.title}, {line.options}" if line.options else line.title,
        who=f"{who}, {tn('{n} move', '{n} moves', line.ply)}",
        state=state,
        when=when,
        short=line.my_turn and line.left is not None and line.left < SHORT_SECONDS,
        waiting=line.my_turn and not line.result,
    )


def _waits(line: GameLine) -> str:
    if line.status == "waiting":
        return t("Waiting for a friend")
    if line.mover is None or line.seats[line.mover].is_me:
        return t("Waiting")
    return t("Waiting for {name}", name=line.seats[line.mover].name)


def ago(seconds: float) -> str:
    """A length of time in words.

    >>> ago(5), ago(90), ago(7200), ago(200000)
    ('just now', '1 minute ago', '2 hours ago', '2 days ago')
    """
    minutes = int(seconds // 60)
    if minutes >= 24 * 60:
        return tn("{n} day ago", "{n} days ago", minutes // (24 * 60))
    if minutes >= 60:
        return tn("{n} hour ago", "{n} hours ago", minutes // 60)
    return tn("{n} minute ago", "{n} minutes ago", minutes) if minutes > 0 else t("just now")


handlers = [home, my_games]
