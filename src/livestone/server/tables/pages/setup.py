"""Setting up a game: a form made from the options that the game declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from livestone.core.game import Game
from livestone.core.options import Option, Value, text_of
from livestone.languages.words import t

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
