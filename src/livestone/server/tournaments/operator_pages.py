"""The operator's pages: the link, the form that starts a tournament, settings, and buttons."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.core.options import text_of
from livestone.errors import BadOption, BadRequest, Conflict, LivestoneError, NotFound
from livestone.languages.words import mark, t
from livestone.server.tables.pages.setup import Field
from livestone.server.tournaments.operators import OPERATOR_PATH
from livestone.server.tournaments.pages import PATH, Id
from livestone.server.tournaments.request import (
    NewRules,
    NewTournament,
    check_grace,
    tournament_row,
)
from livestone.server.tournaments.spectators import OperatedDep, Spectators, SpectatorsDep
from livestone.server.tournaments.state import TournamentState
from livestone.server.web.forms import fields_of, is_whole
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import page, see

# The status that each button sets.
ACTIONS = {"pause": "paused", "resume": "running", "stop": "stopped"}
KIND_WORDS = {
    "swiss": mark("Swiss: everybody plays every round, against a player with as many points"),
    "round-robin": mark("Round robin: everybody meets everybody"),
    "knock-out": mark("Knock-out: who loses a meeting is out"),
}
DEFAULT_NAME = "Tournament"


@get(OPERATOR_PATH + "/{key:str}")
async def link(
    request: AnyRequest, key: FromPath[str], spectators: SpectatorsDep, caller: CallerDep
) -> Any:
    spectators.operators.check_link(key)
    return page(
        request,
        "operator.html",
        title=t("Run tournaments here"),
        at=request.scope["path"],
        already=await spectators.operators.includes(caller.owner),
    )


@post(OPERATOR_PATH + "/{key:str}")
async def admit(key: FromPath[str], spectators: SpectatorsDep, caller: CallerDep) -> Redirect:
    await spectators.operators.admit(key, caller.owner)
    return see(PATH)


@post(OPERATOR_PATH)
async def resign(spectators: SpectatorsDep, caller: CallerDep) -> Redirect:
    await spectators.operators.dismiss(caller.owner)
    return see(PATH)


@get(f"{PATH}/new")
async def show_form(request: AnyRequest, operated: OperatedDep) -> Any:
    return _new_page(request, operated, {})


@post(f"{PATH}/new")
async def start(request: AnyRequest, operated: OperatedDep) -> Any | Redirect:
    form = await fields_of(request)
    try:
        state = await operated.runner.begin(tournament_row(_tournament(form)))
    except (BadOption, BadRequest, Conflict) as error:
        return _new_page(request, operated, form, error)
    return see(f"/tournaments/{state.id}")


@get("/tournaments/{id:str}/settings")
async def show_settings(request: AnyRequest, id: Id, operated: OperatedDep) -> Any:
    return _settings_page(request, operated.runner.going_on(id), {})


@post("/tournaments/{id:str}/settings")
async def change_settings(request: AnyRequest, id: Id, operated: OperatedDep) -> Any | Redirect:
    form = await fields_of(request)
    state = operated.runner.going_on(id)
    try:
        asked = NewRules(**_rules(form))
        await operated.runner.set_rules(id, asked.rules(), check_grace(asked.grace))
    except (BadOption, BadRequest) as error:
        return _settings_page(request, state, form, error)
    return see(f"/tournaments/{id}")


@post("/tournaments/{id:str}/{action:str}")
async def act(id: Id, action: FromPath[str], operated: OperatedDep) -> Redirect:
    if action not in ACTIONS:
        given, known = repr(action[:20]), ", ".join(ACTIONS)
        raise NotFound(t("{action} cannot be done: choose {known}", action=given, known=known))
    await operated.runner.set_status(id, ACTIONS[action])
    return see(f"/tournaments/{id}")


@post(f"{PATH}/send-away")
async def disconnect(request: AnyRequest, operated: OperatedDep) -> Redirect:
    operated.runner.disconnect((await fields_of(request)).get("name", ""))
    return see(PATH)


def _tournament(form: Mapping[str, str]) -> NewTournament:
    rounds = form.get("rounds", "").strip()
    return NewTournament(
        name=form.get("name", "").strip() or DEFAULT_NAME,
        kind=form.get("kind", "swiss"),
        rounds=_whole(form, "rounds") if rounds and form.get("kind") == "swiss" else None,
        games=_whole(form, "games", "2"),
        **_rules(form),
    )


def _rules(form: Mapping[str, str]) -> dict[str, Any]:
    options = {name: form[name] for name in ("size", "scoring") if form.get(name)}
    return {"options": options} | {name: _seconds(form, name) for name in ("move", "game", "grace")}


def _seconds(form: Mapping[str, str], name: str) -> float:
    text = form.get(name, "").strip().replace(",", ".")
    with suppress(ValueError):
        if len(text) <= 20:
            return float(text)
    raise BadRequest(t("{text} is no number of seconds: give one such as 5", text=repr(text[:20])))


def _whole(form: Mapping[str, str], name: str, default: str = "") -> int:
    text = form.get(name, "").strip() or default
    if not is_whole(text, 6):
        raise BadRequest(
            t("{name} {text} is not a number: give 1 or more", name=name, text=repr(text[:20]))
        )
    return int(text)


def _new_page(
    request: AnyRequest,
    spectators: Spectators,
    form: Mapping[str, str],
    refusal: LivestoneError | None = None,
) -> Any:
    return page(
        request,
        "new_tournament.html",
        title=t("Start a tournament"),
        refusal=refusal,
        name=form.get("name", DEFAULT_NAME),
        kind=form.get("kind", "swiss"),
        kinds=KIND_WORDS,
        rounds=form.get("rounds", ""),
        games=form.get("games", "2"),
        fields=_fields(spectators.runner.ladder, form),
        going_on=spectators.runner.current,
        present=sorted(spectators.runner.players.present),
    )


def _settings_page(
    request: AnyRequest,
    state: TournamentState,
    form: Mapping[str, str],
    refusal: LivestoneError | None = None,
) -> Any:
    return page(
        request,
        "tournament_settings.html",
        title=t("Settings of {name}", name=state.row.name),
        refusal=refusal,
        state=state,
        fields=_fields(state, form),
    )


def _fields(state: TournamentState, form: Mapping[str, str]) -> dict[str, Any]:
    rules = state.rules
    game = rules.make_game()
    options = {option.name: option for option in game.options}
    size, scoring = options["size"], options["scoring"]
    return {
        "size": text_of(game.option["size"]),
        "scoring": text_of(game.option["scoring"]),
        "move": f"{rules.clock.move:g}",
        "game": f"{rules.clock.game:g}",
        "grace": f"{state.grace:g}",
        **form,
        "sizes": [
            Field(text_of(value), t("{size} by {size}", size=value)) for value in size.values
        ],
        "scorings": [
            Field(text_of(value), t(scoring.value_labels[value]).capitalize())
            for value in reversed(scoring.values)
        ],
    }


handlers = [link, admit, resign, show_form, start, show_settings, change_settings, act, disconnect]
