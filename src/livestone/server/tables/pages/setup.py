"""Setting up a game: a form made from the options that the game declares."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from livestone.core.game import Game
from livestone.core.options import Option, Value, text_of
from livestone.errors import BadRequest
from livestone.languages.words import mark, t
from livestone.server.tables.shapes import MOST_DELAY
from livestone.server.tables.time_control import SPEEDS, USUAL, TimeControl
from livestone.server.web.forms import is_whole

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
