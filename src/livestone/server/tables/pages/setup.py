"""Setting up a game: a form made from the options that the game declares."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect

from livestone.core.game import Game, Seat
from livestone.core.options import Option, Value, allowed, text_of
from livestone.errors import BadOption, BadRequest, LivestoneError
from livestone.games import find
from livestone.languages.words import mark, t
from livestone.play.levels import LEVELS
from livestone.server.tables.commands import TablesDep
from livestone.server.tables.shapes import MOST_DELAY, TableSpec
from livestone.server.tables.time_control import SPEEDS, USUAL, TimeControl
from livestone.server.web.forms import fields_of, is_whole
from livestone.server.web.identity import AnyRequest, CallerDep
from livestone.server.web.rendering import page, see

CONTROL, OWN_CONTROL = "control", "own_control"  # fields of the form
PUBLIC, DELAY = "public", "delay"
SHORT = 8  # letters of a value; such values stand side by side
FEW = 4  # so many values of an option are shown as buttons, more as a list


@dataclass(frozen=True)
class Field:
    value: str
    label: str


@dataclass(frozen=True)
class OptionField:
    name: str
    label: str
    few: bool
    short: bool
    chosen: str
    choices: tuple[Field, ...]


@dataclass(frozen=True)
class SeatField:
    field: str
    name: str
    note: str
    chosen: str


@get("/new/{game:str}")
async def show_form(
    request: AnyRequest, game: FromPath[str], tables: TablesDep, caller: CallerDep
) -> Any:
    kind = find(game)
    level = await tables.proposed_level(caller.owner, kind.id)
    return _form(request, kind, dict(request.query_params.items()), level)


@post("/new/{game:str}")
async def start(
    request: AnyRequest, game: FromPath[str], tables: TablesDep, caller: CallerDep
) -> Any | Redirect:
    """Start the game that the form describes; an empty form means the defaults."""
    kind = find(game)
    form = await fields_of(request)
    level = await tables.proposed_level(caller.owner, kind.id)
    try:
        spec = _spec(kind, form, level)
        table = await tables.create(spec, caller.owner, caller.secret, caller.name)
    except (BadOption, BadRequest) as error:
        return _form(request, kind, form, level, error)
    return see(f"/games/{table.id}")


@cache
def most_seats(kind: type[Game]) -> tuple[Seat, ...]:
    """The seats with the option that brings most players."""
    return max((game.seats for game in _variants(kind)), key=len)


@cache
def player_counts(kind: type[Game]) -> str:
    """How many play, in words: ``2``, ``2 or 3``."""
    return allowed(sorted({game.players for game in _variants(kind)}))


def _variants(kind: type[Game]) -> list[Game]:
    """The game as it is, and with each option changed."""
    changed = [kind(**{option.name: value}) for option in kind.options for value in option.values]
    return [kind(), *changed]


def _usual(index: int, level: int) -> str:
    """Who takes a seat unless told otherwise: the visitor the first, bots the others."""
    return f"bot:{level}" if index else "me"


def _spec(kind: type[Game], form: Mapping[str, str], level: int) -> TableSpec:
    """What a form asks for; it may offer more seats than its options need."""
    names = [f"seat{index}" for index in range(len(most_seats(kind)))]
    options = {name: text for name, text in form.items() if name not in names}
    seats = [form.get(name, _usual(index, level)) for index, name in enumerate(names)]
    control = asked_control(options.pop(CONTROL, ""), options.pop(OWN_CONTROL, ""))
    public = options.pop(PUBLIC, "") == "yes"
    delay = asked_delay(options.pop(DELAY, ""))
    return TableSpec(
        kind.id,
        options,
        tuple(seats[: kind(**options).players]),
        control=control,
        public=public,
        delay=delay,
    )


def asked_delay(text: str) -> int:
    """By how many plies a form has onlookers be behind. Raises BadRequest."""
    text = text.strip() or "0"
    if not is_whole(text, 5):
        raise BadRequest(
            t("onlookers cannot be behind by {text}: give a number", text=repr(text[:20]))
        )
    if int(text) > MOST_DELAY:
        raise BadRequest(
            t("onlookers can be 0 to {most} moves behind, not {n}", most=MOST_DELAY, n=text)
        )
    return int(text)


def asked_control(chosen: str, own: str = "") -> str:
    """The time control of a form, typed or chosen; an address may have a space for a plus."""
    return own.strip() or chosen.strip().replace(" ", "+") or "none"


def controls(chosen: str) -> list[tuple[str, list[Field]]]:
    """The time controls to choose from, in groups, with the chosen one among them."""
    groups = [(mark("Without"), [Field("none", t("No clock"))])]
    for name, kinds in SPEEDS.items():
        usual = [control for control in USUAL if control.kind in kinds]
        groups.append((name, [Field(str(control), control.words()) for control in usual]))
    if all(field.value != chosen for _, fields in groups for field in fields):
        with contextlib.suppress(BadRequest):
            groups.append((mark("Your own"), [Field(chosen, TimeControl.read(chosen).words())]))
    return groups


def _form(
    request: AnyRequest,
    kind: type[Game],
    given: Mapping[str, str],
    level: int,
    refusal: LivestoneError | None = None,
) -> Any:
    values = option_values(kind, given)
    control = asked_control(given.get(CONTROL, ""))
    preset = kind.presets.get(given.get("preset", ""), {})
    values |= {name: text_of(value) for name, value in preset.items()}
    if refusal is None:
        try:
            kind(**values)
        except BadOption as error:
            refusal = error
    return page(
        request,
        "setup.html",
        title=t("New game of {game}", game=kind.title),
        game=kind,
        refusal=refusal,
        options=option_fields(kind, values),
        presets=[_preset(kind, name, values) for name in kind.presets],
        players=_players(),
        seats=_seats(kind, given, level),
        control=control,
        own_control=given.get(OWN_CONTROL, ""),
        controls=controls(control),
        public=given.get(PUBLIC) == "yes",
        delay=given.get(DELAY) or "0",
    )


def option_values(kind: type[Game], given: Mapping[str, str]) -> dict[str, str]:
    """The game's options as texts: the usual ones where none are given."""
    values = {option.name: text_of(option.default) for option in kind.options}
    return values | {name: text for name, text in given.items() if name in values}


def option_fields(kind: type[Game], given: Mapping[str, str]) -> list[OptionField]:
    values, found = option_values(kind, given), []
    for option in kind.options:
        choices = tuple(Field(text_of(value), _label(option, value)) for value in option.values)
        short = all(len(choice.label) <= SHORT for choice in choices)
        few, chosen = len(choices) <= FEW, values[option.name]
        found.append(OptionField(option.name, t(option.label), few, short, chosen, choices))
    return found


def _label(option: Option, value: Value) -> str:
    words = t(option.value_labels.get(value) or str(value))
    if isinstance(value, bool) and value not in option.value_labels:
        words = t("yes") if value else t("no")
    return words[:1].upper() + words[1:]


def _preset(game: type[Game], name: str, values: Mapping[str, str]) -> dict[str, Any]:
    settings = {option: text_of(value) for option, value in game.presets[name].items()}
    chosen = all(values[option] == text for option, text in settings.items())
    return {"value": name, "label": t(name.capitalize()), "chosen": chosen}


def _players() -> dict[str, list[Field]]:
    """Who may take a seat, in groups."""
    bot = mark("Bot, level {level}: {name}")
    return {
        t("People"): [
            Field("me", t("Me")),
            Field("person", t("Another person here")),
            Field("friend", t("A friend, by link")),
        ],
        t("Bots, from weak to strong"): [
            Field(f"bot:{level.number}", t(bot, level=level.number, name=t(level.name)))
            for level in LEVELS
        ],
    }


def _seats(kind: type[Game], given: Mapping[str, str], level: int) -> list[SeatField]:
    fewest = min(game.players for game in _variants(kind))
    return [
        SeatField(
            field=f"seat{index}",
            name=t(seat.name),
            note=t("begins")
            if index == 0
            else t("with {n} players", n=index + 1) * (index >= fewest),
            chosen=given.get(f"seat{index}", _usual(index, level)),
        )
        for index, seat in enumerate(most_seats(kind))
    ]


handlers = [show_form, start]
