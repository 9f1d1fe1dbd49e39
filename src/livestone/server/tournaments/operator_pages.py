"""The operator's pages: his link, the form that starts a tournament, and every button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.core.options import text_of
from livestone.errors import BadOption, BadRequest, Conflict, LivestoneError, NotFound
from livestone.server.freeplay.limits import Clock
from livestone.server.tables.pages.setup import Field
from livestone.server.tournaments.operators import OPERATOR_PATH
from livestone.server.tournaments.pages import PATH
from livestone.server.tournaments.request import KINDS, TournamentRequest, check_grace
from livestone.server.tournaments.rules import TournamentRules
from livestone.server.tournaments.spectators import GivenSpectators, Spectators
from livestone.server.tournaments.state import TournamentState
from livestone.server.web.error_pages import sentence
from livestone.server.web.errors import status_of
from livestone.server.web.identity import GivenVisitor
from livestone.server.web.rendering import page, see

# What a button does, and what then becomes of a tournament.
ACTIONS = {"pause": "paused", "resume": "running", "stop": "stopped"}
KIND_WORDS = {
    "swiss": "Swiss: everybody plays every round, against somebody with as many points",
    "round-robin": "Round robin: everybody meets everybody",
    "knock-out": "Knock-out: who loses a meeting is out",
}
_NAME = "Tournament"


@dataclass(frozen=True)
class TermsFields:
    """The fields for the board, the rules and the clock, as far as they are filled in."""

    size: str
    sizes: tuple[Field, ...]
    scoring: str
    scorings: tuple[Field, ...]
    move: str
    game: str
    grace: str


@get(OPERATOR_PATH + "/{key:str}")
async def link(
    request: Request[Any, Any, Any],
    key: FromPath[str],
    spectators: GivenSpectators,
    visitor: GivenVisitor,
) -> Any:
    """The operator's link: it changes nothing until the button is pressed."""
    spectators.operators.check_link(key)
    return page(
        request,
        "operator.html",
        title="Run tournaments here",
        at=request.scope["path"],
        already=await spectators.operators.includes(visitor),
    )


@post(OPERATOR_PATH + "/{key:str}")
async def admit(key: FromPath[str], spectators: GivenSpectators, visitor: GivenVisitor) -> Redirect:
    """Make whoever presses it an operator."""
    await spectators.operators.admit(key, visitor)
    return see(PATH)


@post(OPERATOR_PATH)
async def resign(spectators: GivenSpectators, visitor: GivenVisitor) -> Redirect:
    """Be no operator any more."""
    await spectators.operators.dismiss(visitor)
    return see(PATH)


@get(f"{PATH}/new")
async def show_form(
    request: Request[Any, Any, Any], spectators: GivenSpectators, visitor: GivenVisitor
) -> Any:
    """The form that starts a tournament."""
    await spectators.operators.check(visitor)
    return _form(request, spectators, {})


@post(f"{PATH}/new")
async def start(
    request: Request[Any, Any, Any], spectators: GivenSpectators, visitor: GivenVisitor
) -> Any | Redirect:
    """Start the tournament that the form describes."""
    await spectators.operators.check(visitor)
    form = {name: str(value) for name, value in (await request.form()).items()}
    try:
        contest = await spectators.runner.begin(_order(form))
    except (BadOption, BadRequest, Conflict) as error:
        return _form(request, spectators, form, error)
    return see(f"/tournaments/{contest.id}")


@get("/tournaments/{id:str}/settings")
async def show_settings(
    request: Request[Any, Any, Any],
    id: FromPath[str],
    spectators: GivenSpectators,
    visitor: GivenVisitor,
) -> Any:
    """The form for the board, the rules and the clock of the rounds to come."""
    await spectators.operators.check(visitor)
    return _settings(request, spectators.runner.going_on(id), {})


@post("/tournaments/{id:str}/settings")
async def change_settings(
    request: Request[Any, Any, Any],
    id: FromPath[str],
    spectators: GivenSpectators,
    visitor: GivenVisitor,
) -> Any | Redirect:
    """Set them."""
    await spectators.operators.check(visitor)
    form = {name: str(value) for name, value in (await request.form()).items()}
    contest = spectators.runner.going_on(id)
    try:
        terms, grace = _terms(form), check_grace(_seconds(form, "grace"))
        await spectators.runner.set_terms(id, terms, grace)
    except (BadOption, BadRequest) as error:
        return _settings(request, contest, form, error)
    return see(f"/tournaments/{id}")


@post("/tournaments/{id:str}/{action:str}")
async def act(
    id: FromPath[str], action: FromPath[str], spectators: GivenSpectators, visitor: GivenVisitor
) -> Redirect:
    """Pause, resume or stop a tournament."""
    await spectators.operators.check(visitor)
    if action not in ACTIONS:
        raise NotFound(f"{action[:20]!r} cannot be done: choose {', '.join(ACTIONS)}")
    await spectators.runner.set_status(id, ACTIONS[action])
    return see(f"/tournaments/{id}")


@post(f"{PATH}/send-away")
async def send_away(
    request: Request[Any, Any, Any], spectators: GivenSpectators, visitor: GivenVisitor
) -> Redirect:
    """Disconnect a player."""
    await spectators.operators.check(visitor)
    name = str((await request.form()).get("name", ""))
    spectators.runner.send_away(name)
    return see(PATH)


def _order(form: Mapping[str, str]) -> TournamentRequest:
    """What the form asks for. Raises BadOption or BadRequest."""
    rounds = form.get("rounds", "").strip()
    return TournamentRequest(
        name=form.get("name", "").strip() or _NAME,
        kind=form.get("kind", "swiss"),
        rounds=_whole(form, "rounds") if rounds and form.get("kind") == "swiss" else None,
        games=_whole(form, "games", "2"),
        terms=_terms(form),
        grace=_seconds(form, "grace"),
    )


def _terms(form: Mapping[str, str]) -> TournamentRules:
    options = {name: form[name] for name in ("size", "scoring") if form.get(name)}
    return TournamentRules(options, Clock(_seconds(form, "move"), _seconds(form, "game")))


def _seconds(form: Mapping[str, str], name: str) -> float:
    text = form.get(name, "").strip().replace(",", ".")
    try:
        if len(text) > 20:
            raise ValueError
        return float(text)
    except ValueError:
        raise BadRequest(f"{text[:20]!r} is no number of seconds: give one such as 5") from None


def _whole(form: Mapping[str, str], name: str, usual: str = "") -> int:
    text = form.get(name, "").strip() or usual
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise BadRequest(f"{name} {text[:20]!r} is not a number: give 1 or more")
    return int(text)


def _form(
    request: Request[Any, Any, Any],
    spectators: Spectators,
    given: Mapping[str, str],
    refusal: LivestoneError | None = None,
) -> Any:
    contest = spectators.runner.contest
    return page(
        request,
        "new_tournament.html",
        status_of(refusal) if refusal else 200,
        title="Start a tournament",
        refusal=sentence(refusal) if refusal else "",
        name=given.get("name", _NAME),
        kind=given.get("kind", "swiss"),
        kinds=[Field(kind, KIND_WORDS[kind]) for kind in KINDS],
        rounds=given.get("rounds", ""),
        games=given.get("games", "2"),
        terms=_fields(spectators.runner.ladder, given),
        going_on=None if contest is None else contest.row,
        present=sorted(spectators.runner.hall.present),
    )


def _settings(
    request: Request[Any, Any, Any],
    contest: TournamentState,
    given: Mapping[str, str],
    refusal: LivestoneError | None = None,
) -> Any:
    return page(
        request,
        "tournament_settings.html",
        status_of(refusal) if refusal else 200,
        title=f"Settings of {contest.row.name}",
        refusal=sentence(refusal) if refusal else "",
        contest=contest,
        terms=_fields(contest, given),
    )


def _fields(contest: TournamentState, given: Mapping[str, str]) -> TermsFields:
    """The fields as the form was sent, or as the tournament has them."""
    terms = contest.terms
    game = terms.make_game()
    size, scoring = (
        next(option for option in game.options if option.name == name)
        for name in ("size", "scoring")
    )
    return TermsFields(
        size=given.get("size", text_of(game.option["size"])),
        sizes=tuple(Field(text_of(value), f"{value} by {value}") for value in size.values),
        scoring=given.get("scoring", text_of(game.option["scoring"])),
        scorings=tuple(
            Field(text_of(value), scoring.value_labels[value].capitalize())
            for value in reversed(scoring.values)
        ),
        move=given.get("move", f"{terms.clock.move:g}"),
        game=given.get("game", f"{terms.clock.game:g}"),
        grace=given.get("grace", f"{contest.grace:g}"),
    )


handlers = [
    link,
    admit,
    resign,
    show_form,
    start,
    show_settings,
    change_settings,
    act,
    send_away,
]
