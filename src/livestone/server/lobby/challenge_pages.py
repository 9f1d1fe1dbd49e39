"""Making a challenge, and the page of one, which its link leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from litestar import get, post
from litestar.params import FromPath

from livestone.api.lobby import Audience
from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadField, Conflict, LivestoneError, NotFound
from livestone.games import catalogue, find
from livestone.languages.words import mark, t
from livestone.play.levels import DEFAULT_LEVEL
from livestone.server.accounts.visit import Visit, VisitDep
from livestone.server.lobby.challenges import ANY_GAME, ChallengeRow, NewChallenge, first_game, past
from livestone.server.lobby.pages import REFRESH, line_of
from livestone.server.lobby.service import Lobby, LobbyDep
from livestone.server.tables.pages import setup
from livestone.server.web.aside import aside
from livestone.server.web.forms import fields_of, is_whole
from livestone.server.web.rendering import address_of, letting_in, page, picture, see

Id = FromPath[str]
USUAL_CONTROL = "10+5"
RANDOM = "lot"
NAMES = ("game", "audience", "to", "side", "rated", "low", "high", "public", "fill", setup.DELAY)
WHO = {
    "anyone": mark("Anyone in the lobby"),
    "link": mark("A friend, by link (needs no account)"),
    "person": mark("A player by name"),
}


@get("/challenges/new")
async def show_form(visit: VisitDep) -> Any:
    given = dict(visit.request.query_params.items())
    if given.get("game") == ANY_GAME:  # the lobby's choice, which is for pairing only
        del given["game"]
    return _form(visit, given)


@post("/challenges/new")
async def make(visit: VisitDep, lobby: LobbyDep) -> Any:
    form = await fields_of(visit.request)
    try:
        asked = _new_challenge(find(form.get("game", "")), form)
        made = await lobby.challenge(asked, visit.caller)
    except LivestoneError as error:
        return _form(visit, form, error)
    return see(f"/challenges/{made.id}" if made.audience == "link" else "/lobby")


@get("/challenges/{id:str}")
async def show(visit: VisitDep, id: Id, lobby: LobbyDep) -> Any:
    owner = visit.caller.owner
    found = await lobby.find(id, owner)
    if found.game_id is not None and found.includes(owner):
        await lobby.begun_game(owner)  # which they see by this
        return see(f"/games/{found.game_id}")
    return await _page(visit, lobby, found)


@post("/challenges/{id:str}/{action:str}")
async def act(visit: VisitDep, id: Id, action: FromPath[str], lobby: LobbyDep) -> Any:
    """Take, cancel or decline a challenge; a visitor whose game has begun goes on to it."""
    caller = visit.caller
    try:
        if action == "take":
            found = await lobby.take(id, caller)
            if found.game_id:
                return see(f"/games/{found.game_id}")
            return see("/lobby" if found.kind == "quick" else f"/challenges/{id}")
        if action == "cancel":
            await lobby.cancel(id, caller.owner)
        elif action == "decline":
            await lobby.decline(id, caller.owner)
        else:
            shown = repr(action[:20])
            raise NotFound(
                t("there is nothing called {action} to do with a challenge", action=shown)
            )
    except Conflict as error:
        table = await lobby.begun_game(caller.owner)
        if table is not None:
            return see(f"/games/{table}")
        return await _page(visit, lobby, await lobby.find(id, caller.owner), error)
    return see("/lobby")


async def _page(
    visit: Visit, lobby: Lobby, found: ChallengeRow, error: LivestoneError | None = None
) -> Any:
    request, caller, game = visit.request, visit.caller, found.load()
    included, is_open = found.includes(caller.owner), found.status == "open"
    if included:
        why = "" if is_open else past(found)
    else:
        why = await lobby.why_not(found, caller)
    snapshot = await lobby.snapshots.fresh()
    line = line_of(found.shown(caller.owner, why))
    target = await visit.people.store.by_id(found.target) if included and found.target else None
    return page(
        request,
        "challenge.html",
        title=_title(found, line.title, included),
        refusal=error,
        line=line,
        included=included,
        open=is_open,
        for_you=found.target == caller.owner,
        target=target.name if target else "",
        game=game,
        link=address_of(request, f"challenges/{found.id}") if found.audience == "link" else "",
        letting_in=letting_in(request),
        picture=await aside(lambda: picture(State(game).view())),
        version=snapshot.read,
        waits=included and is_open,
        refresh=REFRESH,
        watch=f"/games/{found.game_id}" if found.game_id and found.public else "",
    )


def _title(found: ChallengeRow, title: str, included: bool) -> str:
    if included:
        return t("Waiting for an opponent at {game}", game=title)
    name = t(found.maker.shown_name)
    if found.kind == "quick":
        return t("{name} looks for an opponent at {game}", name=name, game=title)
    return t("{name} challenges you to {game}", name=name, game=title)


def _new_challenge(kind: type[Game], form: Mapping[str, str]) -> NewChallenge:
    names = (*NAMES, setup.CONTROL, setup.OWN_CONTROL)
    options: dict[str, Any] = {name: text for name, text in form.items() if name not in names}
    side = form.get("side", RANDOM)
    players = kind(**options).players
    seat = None if side == RANDOM else _number("side", side)
    seats: tuple[str, ...] = ()
    fill = form.get("fill", "")
    if fill and players > 2:
        mine = 0 if seat is None else min(seat, players - 1)
        others = ["anyone", *[fill] * (players - 2)]
        seats = tuple("me" if at == mine else others.pop(0) for at in range(players))
    return NewChallenge(
        kind.id,
        options,
        setup.asked_control(form.get(setup.CONTROL, ""), form.get(setup.OWN_CONTROL, "")),
        seat,
        seats,
        form.get("rated") == "yes",
        _number("low", form.get("low", "")),
        _number("high", form.get("high", "")),
        cast(Audience, form.get("audience", "anyone")),
        form.get("to", ""),
        form.get("public") == "yes",
        setup.asked_delay(form.get("delay", "")),
    )


def _number(name: str, text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not is_whole(text, 5):
        raise BadField(name, t("{text} is not a number", text=repr(text[:20])))
    return int(text)


def _form(visit: Visit, given: Mapping[str, str], refusal: LivestoneError | None = None) -> Any:
    kind = find(given.get("game") or first_game())
    audience = given.get("audience", "person" if given.get("to") else "anyone")
    control = setup.asked_control(given.get(setup.CONTROL, USUAL_CONTROL))
    known = visit.caller.person is not None
    by_name = known or bool(given.get("to"))
    sent = visit.request.method == "POST"
    return page(
        visit.request,
        "new_challenge.html",
        title=t("Challenge a friend") if audience == "link" else t("A new challenge"),
        game=kind(),
        games=[(one.id, one.title) for one in catalogue().values()],
        refusal=refusal,
        options=setup.option_fields(kind, given),
        form={name: given.get(name, "") for name in (*NAMES, setup.OWN_CONTROL)},
        audience=audience,
        audiences=[(value, label) for value, label in WHO.items() if by_name or value != "person"],
        control=control,
        controls=setup.controls(control),
        known=known,
        by_name=by_name,
        rated=given.get("rated") == "yes" if sent else known and audience != "link",
        public=given.get("public") == "yes" if sent else audience == "anyone",
        level=DEFAULT_LEVEL,
        max_plies=visit.request.app.state.tables.registry.max_plies,
        side=given.get("side", RANDOM),
    )


handlers = [show_form, make, show, act]
