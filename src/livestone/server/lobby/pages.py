"""The lobby: play now, challenges, games to watch, who is here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litestar import Request, get, post
from litestar.datastructures import Cookie
from litestar.response import ServerSentEvent
from markupsafe import Markup

from livestone.errors import LivestoneError, NotFound
from livestone.games import catalogue, find
from livestone.play.bot import DEFAULT_LEVEL, LEVELS
from livestone.server.accounts.service import GivenPeople
from livestone.server.db.owners import BOT_MARK
from livestone.server.lobby.challenges import (
    ANY_GAME,
    Challenge,
    ChallengeSpec,
    Taker,
    first_game,
    range_words,
)
from livestone.server.lobby.presenter import LobbyView, Offer, Sight, lobby_of
from livestone.server.lobby.service import GivenLobby, Lobby
from livestone.server.lobby.store import HouseBot
from livestone.server.tables.commands import GivenTables, Tables
from livestone.server.tables.presenter import option_words
from livestone.server.tables.shapes import TableSpec
from livestone.server.tables.time_control import TimeControl
from livestone.server.web.error_pages import sentence
from livestone.server.web.errors import status_of
from livestone.server.web.events import answer
from livestone.server.web.forms import fields_of
from livestone.server.web.identity import Caller, GivenCaller, origin_of
from livestone.server.web.rendering import YEAR, page, picture, see

Asking = Request[Any, Any, Any]
# What can be had at a touch: minutes and seconds a turn, or days.
PRESETS = tuple(TimeControl.read(text) for text in ("3+2", "5+3", "10+5", "15+10", "30+20", "2d"))
SPEEDS = {"3+2": "Quick", "5+3": "Quick", "10+5": "Medium", "15+10": "Medium", "30+20": "Long"}
MOST_BOARDS, MOST_PICTURES = 4, 64
MOST_NAMES = 100
CHOSEN = "game"  # the cookie that keeps the game last chosen for quick pairing
REFRESH = 5  # seconds between two looks of who waits, where scripts are blocked


@dataclass(frozen=True)
class Person:
    """Somebody's name, whether he is a bot, and where his profile is (empty for a guest)."""

    name: str
    bot: bool = False
    href: str = ""
    rating: str = ""


@dataclass(frozen=True)
class Line:
    """A challenge in a list."""

    id: str
    people: tuple[Person, ...]
    title: str
    options: str
    clock: str
    terms: str
    why: str = ""
    label: str = ""


@dataclass(frozen=True)
class Board:
    """A game to watch; ``picture`` is empty where only a line is shown."""

    id: str
    title: str
    people: tuple[Person, ...]
    about: str
    picture: Markup


@dataclass(frozen=True)
class HouseLine:
    """A house bot that may be challenged."""

    name: str
    level: int
    title: str
    rating: str

    @property
    def words(self) -> str:
        """All of it, for who hears the button's name."""
        rating = f", rating {self.rating}" if self.rating else ""
        return f"Challenge {self.name}, level {self.level}: {self.title}{rating}"


class Pictures:
    """Little boards of public games, drawn once for everybody and every version."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[str, int], Markup] = OrderedDict()

    async def of(self, tables: Tables, sight: Sight) -> Markup:
        """Return a picture of a game as an onlooker sees it; empty where there is none."""
        key = sight.line.id, sight.version
        if key not in self._drawn:
            try:
                table = await tables.view(sight.line.id, "")
            except LivestoneError:  # it has just become nobody else's business
                return Markup()
            self._drawn[key] = picture(table.view, coordinates=False)
            while len(self._drawn) > MOST_PICTURES:
                self._drawn.popitem(last=False)
        self._drawn.move_to_end(key)
        return self._drawn[key]


PICTURES = Pictures()


@get("/lobby")
async def show(
    request: Asking, meeting: GivenLobby, caller: GivenCaller, tables: GivenTables
) -> Any:
    """The lobby; whose challenge was taken goes on to the table."""
    table = await meeting.lead(caller.owner)
    if table is not None:
        return see(f"/games/{table}")
    return await _page(request, meeting, caller, tables)


@get("/lobby/events")
async def events(meeting: GivenLobby, caller: GivenCaller, people: GivenPeople) -> ServerSentEvent:
    """News of the lobby; whoever listens is here."""
    return answer(caller, people, meeting.follow(caller.somebody))


@post("/lobby/quick")
async def quick(
    request: Asking, meeting: GivenLobby, caller: GivenCaller, tables: GivenTables
) -> Any:
    """Be paired, or wait in the lobby until somebody comes."""
    form = await fields_of(request)
    address, rated = origin_of(request).address, form.get("casual") != "yes"
    game = form.get("game", "")
    try:
        wish = await meeting.seek(
            game,
            form.get("control", ""),
            caller.owner,
            caller.person,
            rated,
            address,
        )
    except LivestoneError as error:
        return await _page(request, meeting, caller, tables, error, game)
    answer = see(f"/games/{wish.game_id}" if wish.game_id else "/lobby")
    answer.set_cookie(Cookie(key=CHOSEN, value=game, max_age=YEAR, samesite="lax", httponly=True))
    return answer


@post("/lobby/bot")
async def bot(
    request: Asking, meeting: GivenLobby, caller: GivenCaller, tables: GivenTables
) -> Any:
    """Play a house bot at once."""
    form = await fields_of(request)
    try:
        game = find(form.get("game", ""))
        seats = ["me", *[f"bot:{form.get('level', '')}"] * (game().players - 1)]
        spec = TableSpec(game.id, {}, tuple(seats))
        table = await tables.create(spec, caller.owner, caller.secret, caller.name)
    except LivestoneError as error:
        return await _page(request, meeting, caller, tables, error, form.get("game", ""))
    return see(f"/games/{table.id}")


@post("/lobby/house")
async def challenge_house(
    request: Asking, meeting: GivenLobby, caller: GivenCaller, tables: GivenTables
) -> Any:
    """Challenge a house bot that is here; it answers in a moment."""
    form = await fields_of(request)
    try:
        address = origin_of(request).address
        spec = _house_spec(form, await meeting.store.house())
        await meeting.challenge(spec, caller.owner, caller.person, address)
    except LivestoneError as error:
        return await _page(request, meeting, caller, tables, error, form.get("game", ""))
    return see("/lobby")


def _house_spec(form: Mapping[str, str], house: Sequence[HouseBot]) -> ChallengeSpec:
    """What a form asks a house bot for; where more than two play, bots of its level join."""
    game, name = find(form.get("game", "")), form.get("to", "")
    level = next((bot.level for bot in house if bot.name == name), DEFAULT_LEVEL)
    others = game().players - 2
    return ChallengeSpec(
        game.id,
        control=form.get("control", "none"),
        seats=("me", "anyone", *[f"bot:{level}"] * others) if others else (),
        rated=form.get("rated") == "yes",
        audience="person",
        to=name,
    )


async def _page(
    request: Asking,
    meeting: Lobby,
    caller: Caller,
    tables: Tables,
    error: LivestoneError | None = None,
    asked: str = "",
) -> Any:
    """The lobby, or why what was ``asked`` for a game in a form is refused."""
    game = request.query_params.get("game", "")
    if game and game not in catalogue():
        raise NotFound(f"there is no game {game[:40]!r} here")
    wanted = (asked, game, request.cookies.get(CHOSEN, ""))
    chosen = next((one for one in wanted if one in (ANY_GAME, *catalogue())), first_game())
    particular = first_game() if chosen == ANY_GAME else chosen
    view = await lobby_of(meeting, caller.owner, caller.person, game)
    boards = [
        _board(sight, await PICTURES.of(tables, sight) if at < MOST_BOARDS else Markup())
        for at, sight in enumerate(view.watch)
    ]
    return page(
        request,
        "lobby.html",
        status_of(error) if error else 200,
        title="Your game waits for somebody" if view.waiting else "Lobby",
        refusal=sentence(error) if error else "",
        version=view.version,
        games=[(one.id, one.title) for one in catalogue().values()],
        game=game,
        any_game=ANY_GAME,
        chosen=chosen,
        particular=particular,
        presets=[
            (str(one), _short(one), one.words(), SPEEDS.get(str(one), "Correspondence"))
            for one in PRESETS
        ],
        levels=[(level.number, level.name) for level in LEVELS],
        level=DEFAULT_LEVEL,
        known=caller.person is not None,
        waiting=[line_of(one, caller.owner) for one in view.waiting],
        for_me=[_offer(one) for one in view.for_me],
        declined=[(one.name, find(one.game).title, one.note) for one in view.declined],
        house=[_house_line(one, particular) for one in view.house],
        seeks=[_seek(one, caller.person is not None) for one in view.seeks],
        offers=[_offer(one) for one in view.open],
        boards=boards,
        people=[_named(one.name, one.program) for one in view.people[:MOST_NAMES]],
        more=max(0, len(view.people) - MOST_NAMES),
        guests=view.guests,
        present=_here(view),
        refresh=REFRESH,
    )


def _house_line(one: HouseBot, game: str) -> HouseLine:
    rating, certain = one.ratings.get(game, (None, False))
    shown = "" if rating is None else f"{rating}{'' if certain else '?'}"
    return HouseLine(one.name, one.level, LEVELS[one.level - 1].name, shown)


def _short(control: TimeControl) -> str:
    return f"{control.days} days" if control.days else str(control)


def title_of(one: Challenge) -> str:
    """What is played, in words."""
    return "Any game" if one.game == ANY_GAME else one.load().title


def line_of(one: Challenge, owner: str, why: str = "") -> Line:
    """A challenge as the lobby and its own page show it."""
    game, control = one.load(), TimeControl.read(one.control)
    terms = ["rated" if one.rated else "casual"]
    if one.low is not None or one.high is not None:
        terms.append(f"for {range_words(one.low, one.high)}")
    missing = one.places - len(one.takers)
    if one.places > 2 and missing:
        terms.append(f"{missing} more {'player' if missing == 1 else 'players'} wanted")
    if not one.shuffled:
        taken = [seat.name for seat, who in zip(game.seats, one.seats, strict=True) if who == "me"]
        terms.append(f"{'you play' if one.maker.owner == owner else 'plays'} {taken[0]}")
    options = option_words(game)
    if one.game == ANY_GAME:
        options = "" if one.maker.owner == owner else f"Play begins {game.title}"
    kinds = {"quick": "Looking for an opponent", "anyone": "Open to anyone", "link": "By link"}
    kind = "quick" if one.kind == "quick" else one.audience
    return Line(
        id=one.id,
        people=tuple(_taker(taker) for taker in one.takers),
        title=title_of(one),
        options=options,
        clock=control.words(),
        terms=", ".join(terms),
        why=f"{why[:1].upper()}{why[1:]}." if why else "",
        label=kinds.get(kind, "For one person"),
    )


def _offer(one: Offer) -> Line:
    return line_of(one.challenge, "", one.why)


def _seek(one: Offer, known: bool) -> Line:
    """Who waits to be paired; with a guest nobody's game is rated."""
    challenge = one.challenge
    return line_of(replace(challenge, rated=challenge.rated and known), "", one.why)


def _taker(one: Taker) -> Person:
    rating = "" if one.rating is None else f"{round(one.rating)}{'' if one.certain else '?'}"
    return _named(one.name, one.program, rating)


def _named(name: str, bot: bool = False, rating: str = "") -> Person:
    plain = name.removesuffix(BOT_MARK)
    return Person(plain or "A guest", bot, f"/people/{plain}" if plain else "", rating)


def _board(sight: Sight, drawn: Markup) -> Board:
    line = sight.line
    people = tuple(
        Person(
            seat.account or seat.name,
            seat.program or seat.kind == "bot",
            rating="" if rating is None else str(rating),
        )
        for seat, rating in zip(line.seats, sight.ratings, strict=True)
    )
    control = TimeControl.read(sight.control)
    about = [line.options, control.words() if control.timed else ""]
    about.append(f"{line.ply} {'move' if line.ply == 1 else 'moves'}")
    if sight.watchers:
        about.append(f"{sight.watchers} watching")
    return Board(line.id, line.game.title, people, ", ".join(part for part in about if part), drawn)


def _here(view: LobbyView) -> str:
    """Who is here, counted."""
    people = sum(not one.program for one in view.people)
    bots = len(view.people) - people
    counts = ((people, "player"), (view.guests, "guest"), (bots, "bot"))
    parts = [f"{count} {word}{'s' * (count != 1)}" for count, word in counts if count]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


handlers = [show, events, quick, bot, challenge_house]
