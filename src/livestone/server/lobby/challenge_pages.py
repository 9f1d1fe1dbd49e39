"""Making a challenge, and its page: what somebody sees who was sent its link."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath
from litestar.response import ServerSentEvent

from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadField, BadRequest, Conflict, LivestoneError, NotFound
from livestone.games import catalogue, find
from livestone.play.bot import DEFAULT_LEVEL
from livestone.server.accounts.service import GivenPeople
from livestone.server.lobby.challenges import ANY_GAME, AUDIENCES, Challenge, ChallengeSpec, past
from livestone.server.lobby.pages import line_of, title_of
from livestone.server.lobby.service import GivenLobby, Lobby
from livestone.server.tables.pages.game import LOOPBACK, address_of
from livestone.server.tables.pages.setup import (
    CONTROL,
    DELAY,
    OWN_CONTROL,
    asked_control,
    asked_delay,
    controls,
    option_fields,
)
from livestone.server.web.error_pages import sentence
from livestone.server.web.errors import status_of
from livestone.server.web.events import answer
from livestone.server.web.forms import fields_of
from livestone.server.web.identity import Caller, GivenCaller, origin_of
from livestone.server.web.rendering import page, picture, see

Asking = Request[Any, Any, Any]
USUAL_CONTROL = "10+5"
LOT = "lot"
NAMES = ("game", "audience", "to", "side", "rated", "low", "high", "public", "fill", *DELAY)
WHO = {
    "anyone": "Anyone in the lobby",
    "link": "A friend, by link (needs no account)",
    "person": "Somebody by name",
}


@get("/challenges/new")
async def show_form(request: Asking, caller: GivenCaller) -> Any:
    """The form for a challenge, with what the address asks for already chosen."""
    given = dict(request.query_params.items())
    if given.get("game") == ANY_GAME:  # the lobby's choice, which is for pairing only
        del given["game"]
    return _form(request, caller, given)


@post("/challenges/new")
async def make(request: Asking, meeting: GivenLobby, caller: GivenCaller) -> Any:
    """Make the challenge that the form describes, and wait for somebody."""
    form = await fields_of(request)
    try:
        spec = _spec(find(form.get("game", "")), form)
        address = origin_of(request).address
        made = await meeting.challenge(spec, caller.owner, caller.person, address)
    except LivestoneError as error:
        return _form(request, caller, form, error)
    return see(f"/challenges/{made.id}" if made.audience == "link" else "/lobby")


@get("/challenges/{id:str}")
async def show(request: Asking, id: FromPath[str], meeting: GivenLobby, caller: GivenCaller) -> Any:
    """A challenge; opening the link takes nothing."""
    found = await meeting.find(id, caller.owner)
    if found.game_id is not None and found.includes(caller.owner):
        await meeting.lead(caller.owner)
        return see(f"/games/{found.game_id}")
    return await _page(request, meeting, caller, found)


@get("/challenges/{id:str}/events")
async def events(
    id: FromPath[str], meeting: GivenLobby, caller: GivenCaller, people: GivenPeople
) -> ServerSentEvent:
    """News of the lobby, and so of the challenge."""
    await meeting.find(id, caller.owner)
    return answer(caller, people, meeting.follow(caller.somebody))


async def take(meeting: Lobby, caller: Caller, id: str, address: str) -> str:
    """Take it; with the last place the game begins."""
    found = await meeting.take(id, caller.owner, caller.person, address)
    if found.game_id:
        return f"/games/{found.game_id}"
    return "/lobby" if found.kind == "quick" else f"/challenges/{id}"


async def cancel(meeting: Lobby, caller: Caller, id: str, address: str) -> str:
    """Withdraw it."""
    await meeting.cancel(id, caller.owner)
    return "/lobby"


async def decline(meeting: Lobby, caller: Caller, id: str, address: str) -> str:
    """Decline it."""
    await meeting.decline(id, caller.owner)
    return "/lobby"


# Does what was asked, and returns the address to go on to.
Action = Callable[[Lobby, Caller, str, str], Awaitable[str]]
ACTIONS: dict[str, Action] = {"take": take, "cancel": cancel, "decline": decline}


@post("/challenges/{id:str}/{action:str}")
async def act(
    request: Asking,
    id: FromPath[str],
    action: FromPath[str],
    meeting: GivenLobby,
    caller: GivenCaller,
) -> Any:
    """Do what a form asks, or show the challenge and why nothing was done.

    Whose game has begun at the same moment goes on to it.
    """
    if action not in ACTIONS:
        raise NotFound(f"there is nothing called {action[:20]!r} to do with a challenge")
    try:
        return see(await ACTIONS[action](meeting, caller, id, origin_of(request).address))
    except Conflict as error:
        table = await meeting.lead(caller.owner)
        if table is not None:
            return see(f"/games/{table}")
        found = await meeting.find(id, caller.owner)
        return await _page(request, meeting, caller, found, error)


async def _page(
    request: Asking,
    meeting: Lobby,
    caller: Caller,
    found: Challenge,
    error: LivestoneError | None = None,
) -> Any:
    game = found.load()
    included = found.includes(caller.owner)
    if included:
        why = "" if found.status == "open" else past(found)
    else:
        why = await meeting.why_not(found, caller.owner, caller.person)
    snapshot = await meeting.snapshots.fresh()
    return page(
        request,
        "challenge.html",
        status_of(error) if error else 200,
        title=_title(found, included),
        refusal=sentence(error) if error else "",
        line=line_of(found, caller.owner, why),
        included=included,
        open=found.status == "open",
        for_me=found.target == caller.owner,
        asked=await _asked(request, found) if included else "",
        game=game,
        link=address_of(request, f"challenges/{found.id}") if found.audience == "link" else "",
        local=request.base_url.hostname in LOOPBACK and not request.app.state.outside,
        picture=picture(State(game).view()),
        version=snapshot.read,
        events=f"/challenges/{found.id}/events" if included and found.status == "open" else "",
        refresh=5 if included and found.status == "open" else 0,
        watch=f"/games/{found.game_id}" if found.game_id and found.public else "",
    )


def _title(found: Challenge, included: bool) -> str:
    title = title_of(found)
    if included:
        return f"Waiting for an opponent at {title}"
    if found.kind == "quick":
        return f"{found.maker.shown} looks for an opponent at {title}"
    return f"{found.maker.shown} challenges you to {title}"


async def _asked(request: Asking, found: Challenge) -> str:
    """The name of the one person whom a challenge is for, empty where it is for others too."""
    if found.target is None:
        return ""
    person = await request.app.state.people.store.by_id(found.target)
    return "" if person is None else str(person.name)


def _spec(kind: type[Game], form: Mapping[str, str]) -> ChallengeSpec:
    """What a form asks for."""
    names = (*NAMES, CONTROL, OWN_CONTROL)
    options = {name: text for name, text in form.items() if name not in names}
    audience = form.get("audience", "anyone")
    if audience not in AUDIENCES:
        raise BadRequest(f"{audience[:20]!r} is no audience: say {', '.join(AUDIENCES)}")
    side = form.get("side", LOT)
    players = kind(**options).players
    seat = None if side == LOT else _number("side", side)
    seats: tuple[str, ...] = ()
    fill = form.get("fill", "")
    if fill and players > 2:
        mine = 0 if seat is None else min(seat, players - 1)
        others = ["anyone", *[fill] * (players - 2)]
        seats = tuple("me" if at == mine else others.pop(0) for at in range(players))
    return ChallengeSpec(
        kind.id,
        options,
        asked_control(form.get(CONTROL, ""), form.get(OWN_CONTROL, "")),
        seat,
        seats,
        form.get("rated") == "yes",
        _number("low", form.get("low", "")),
        _number("high", form.get("high", "")),
        audience,
        form.get("to", "").strip(),
        form.get("public") == "yes",
        *asked_delay(form),
    )


def _number(name: str, text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise BadField(name, f"{text[:20]!r} is not a number")
    return int(text)


def _form(
    request: Asking,
    caller: Caller,
    given: Mapping[str, str],
    refusal: LivestoneError | None = None,
) -> Any:
    id = given.get("game") or next(iter(catalogue()))
    kind = find(id)
    audience = given.get("audience", "person" if given.get("to") else "anyone")
    control = asked_control(given.get(CONTROL, USUAL_CONTROL))
    known = caller.person is not None
    sent = request.method == "POST"
    return page(
        request,
        "new_challenge.html",
        status_of(refusal) if refusal else 200,
        title="Challenge a friend" if audience == "link" else "A new challenge",
        game=kind,
        games=[(one.id, one.title) for one in catalogue().values()],
        refusal=sentence(refusal) if refusal else "",
        options=option_fields(kind, given),
        seats=[seat.name for seat in kind().seats],
        players=kind().players,
        form={name: given.get(name, "") for name in (*NAMES, OWN_CONTROL)},
        audience=audience,
        audiences=[(value, label) for value, label in WHO.items() if known or value != "person"],
        control=control,
        controls=controls(control),
        known=known,
        rated=given.get("rated") == "yes" if sent else known and audience != "link",
        public=given.get("public") == "yes" if sent else audience == "anyone",
        level=DEFAULT_LEVEL,
        side=given.get("side", LOT),
    )


handlers = [show_form, make, show, events, act]
