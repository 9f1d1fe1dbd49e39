"""The lobby's page: play now, challenges, games to watch, who is here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from litestar import get, post
from litestar.datastructures import Cookie
from markupsafe import Markup
from msgspec.structs import replace

from livestone.api import lobby as shapes
from livestone.api.lobby import Challenge, Watched
from livestone.errors import LivestoneError, NotFound
from livestone.games import catalogue, find, load
from livestone.languages.words import mark, t, tn
from livestone.play.levels import DEFAULT_LEVEL, LEVELS
from livestone.server.accounts.visit import Visit, VisitDep
from livestone.server.lobby.challenges import ANY_GAME, NewChallenge, first_game, range_words
from livestone.server.lobby.presenter import house_bot, lobby_of
from livestone.server.lobby.service import Lobby, LobbyDep
from livestone.server.lobby.store import HouseAccount
from livestone.server.tables.commands import Tables
from livestone.server.tables.presenter import option_words
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.time_control import TimeControl
from livestone.server.web.aside import aside
from livestone.server.web.constant import YEAR
from livestone.server.web.errors import capital
from livestone.server.web.forms import fields_of
from livestone.server.web.rendering import page, picture, see

QUICK, MEDIUM, LONG, DAYS = mark("Quick"), mark("Medium"), mark("Long"), mark("Correspondence")
# The buttons of quick pairing.
PRESETS = {"3+2": QUICK, "5+3": QUICK, "10+5": MEDIUM, "15+10": MEDIUM, "30+20": LONG, "2d": DAYS}
LABELS = {
    "quick": mark("Looking for an opponent"),
    "anyone": mark("Open to anyone"),
    "link": mark("By link"),
    "person": mark("For one person"),
}
MOST_BOARDS, MOST_PICTURES = 4, 64
MOST_NAMES = 100
CHOSEN = "game"  # the cookie that keeps the game last chosen for quick pairing
REFRESH = 5  # seconds after which a page without scripts that waits is read again


@dataclass(frozen=True)
class ChallengeLine:
    """A challenge in words, as the lobby and its own page show it."""

    challenge: Challenge
    title: str
    options: str
    clock: str
    terms: str
    label: str
    why: str


_drawn: dict[tuple[str, int], Markup] = {}


async def small_board(tables: Tables, id: str, version: int) -> Markup:
    """A picture of a game as a spectator sees it, drawn once for a version; empty for none."""
    key = id, version
    if key not in _drawn:
        try:
            shown = await tables.page_view(id, "")
        except LivestoneError:  # it has just been made private
            return Markup()
        if len(_drawn) >= MOST_PICTURES:
            del _drawn[next(iter(_drawn))]
        _drawn[key] = await aside(picture, shown.view, coordinates=False)
    return _drawn.get(key, Markup())


@get("/lobby")
async def show(visit: VisitDep, lobby: LobbyDep) -> Any:
    table = await lobby.begun_game(visit.caller.owner)
    if table is not None:
        return see(f"/games/{table}")
    return await _page(visit, lobby)


@post("/lobby/quick")
async def quick(visit: VisitDep, lobby: LobbyDep) -> Any:
    form = await fields_of(visit.request)
    game, rated = form.get("game", ""), form.get("casual") != "yes"
    try:
        made = await lobby.seek(game, form.get("control", ""), visit.caller, rated)
    except LivestoneError as error:
        return await _page(visit, lobby, error, game)
    answer = see(f"/games/{made.game_id}" if made.game_id else "/lobby")
    answer.set_cookie(Cookie(key=CHOSEN, value=game, max_age=YEAR, samesite="lax", httponly=True))
    return answer


@post("/lobby/bot")
async def bot(visit: VisitDep, lobby: LobbyDep) -> Any:
    form, caller = await fields_of(visit.request), visit.caller
    try:
        game = find(form.get("game", ""))
        seats = ["me", *[f"bot:{form.get('level', '')}"] * (game().players - 1)]
        spec = TableSpec(game.id, {}, tuple(seats))
        table = await visit.tables.create(spec, caller.owner, caller.secret, caller.name)
    except LivestoneError as error:
        return await _page(visit, lobby, error, form.get("game", ""))
    return see(f"/games/{table.id}")


@post("/lobby/house")
async def challenge_house(visit: VisitDep, lobby: LobbyDep) -> Any:
    form = await fields_of(visit.request)
    try:
        made = _house_challenge(form, await lobby.store.house())
        await lobby.challenge(made, visit.caller)
    except LivestoneError as error:
        return await _page(visit, lobby, error, form.get("game", ""))
    return see("/lobby")


def _house_challenge(form: Mapping[str, str], house: Sequence[HouseAccount]) -> NewChallenge:
    """The challenge to a house bot; where more than two play, bots of its level join."""
    game, name = find(form.get("game", "")), form.get("to", "")
    level = next((bot.level for bot in house if bot.name == name), DEFAULT_LEVEL)
    others = game().players - 2
    return NewChallenge(
        game.id,
        control=form.get("control", "none"),
        seats=("me", "anyone", *[f"bot:{level}"] * others) if others else (),
        rated=form.get("rated") == "yes",
        audience="person",
        to=name,
    )


async def _page(
    visit: Visit, lobby: Lobby, error: LivestoneError | None = None, asked: str = ""
) -> Any:
    request, known = visit.request, visit.caller.person is not None
    game = request.query_params.get("game", "")
    if game and game not in catalogue():
        raise NotFound(t("there is no game {game} here", game=repr(game[:40])))
    wanted = (asked, game, request.cookies.get(CHOSEN, ""))
    chosen = next((one for one in wanted if one in (ANY_GAME, *catalogue())), first_game())
    particular = first_game() if chosen == ANY_GAME else chosen
    view = await lobby_of(lobby, visit.caller, game)
    return await aside(
        page,
        request,
        "lobby.html",
        title=t("Your game waits for an opponent") if view.waiting else t("Lobby"),
        refusal=error,
        view=view,
        games=[(one.id, one.title) for one in catalogue().values()],
        game=game,
        any_game=ANY_GAME,
        chosen=chosen,
        particular=particular,
        presets=[_preset(*one) for one in PRESETS.items()],
        levels=[(level.number, level.name) for level in LEVELS],
        level=DEFAULT_LEVEL,
        known=known,
        waiting=[line_of(one) for one in view.waiting],
        for_you=[line_of(one) for one in view.for_you],
        declined=[(one.name, find(one.game).title, one.note) for one in view.declined],
        house=[house_bot(one, particular) for one in lobby.snapshots.last.house],
        # A guest's games are never rated.
        seeks=[line_of(replace(one, rated=one.rated and known)) for one in view.seeks],
        challenges=[line_of(one) for one in view.challenges],
        boards=await _boards(lobby, view.watch),
        most_names=MOST_NAMES,
        present=_present(view),
        refresh=REFRESH,
    )


def _preset(text: str, speed: str) -> tuple[str, str, str, str]:
    """A time control as a button sends it, says it and explains it, and how fast it is."""
    control = TimeControl.read(text)
    short = tn("{n} day", "{n} days", control.days) if control.days else text
    return text, short, control.words(), speed


def line_of(one: Challenge) -> ChallengeLine:
    any_game = one.game == ANY_GAME
    game = load(first_game() if any_game else one.game, **one.options)
    terms = [t("rated") if one.rated else t("casual")]
    if one.low is not None or one.high is not None:
        terms.append(t("for {ratings}", ratings=range_words(one.low, one.high)))
    missing = one.places - len(one.takers)
    if one.places > 2 and missing:
        terms.append(tn("{n} more player wanted", "{n} more players wanted", missing))
    if one.seats is not None:
        player = t(game.seats[one.seats.index("me")].name)
        you, they = t("you play {player}", player=player), t("plays {player}", player=player)
        terms.append(you if one.mine else they)
    options = option_words(game)
    if any_game:
        options = "" if one.mine else t("Play begins {game}", game=game.title)
    return ChallengeLine(
        challenge=one,
        title=t("Any game") if any_game else game.title,
        options=options,
        clock=TimeControl.read(one.control["text"]).words(),
        terms=", ".join(terms),
        label=LABELS["quick" if one.kind == "quick" else one.audience],
        why=capital(one.why_not) if one.why_not else "",
    )


async def _boards(lobby: Lobby, watch: Sequence[Watched]) -> list[tuple[Watched, str, Markup]]:
    versions = {one.game.id: one.version for one in lobby.snapshots.last.watched}
    boards = []
    for at, one in enumerate(watch):
        drawn = Markup()
        if at < MOST_BOARDS and one.id in versions:
            drawn = await small_board(lobby.tables, one.id, versions[one.id])
        control = TimeControl.read(one.control)
        about = [one.options, control.words() if control.timed else ""]
        about.append(tn("{n} move", "{n} moves", one.ply))
        about.append(t("{n} watching", n=one.watchers) if one.watchers else "")
        boards.append((one, ", ".join(part for part in about if part), drawn))
    return boards


def _present(view: shapes.Lobby) -> str:
    people = sum(not one.bot for one in view.people)
    bots = len(view.people) - people
    parts = [
        *([tn("{n} player", "{n} players", people)] if people else []),
        *([tn("{n} guest", "{n} guests", view.guests)] if view.guests else []),
        *([tn("{n} bot", "{n} bots", bots)] if bots else []),
    ]
    return f" {t('and')} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


handlers = [show, quick, bot, challenge_house]
