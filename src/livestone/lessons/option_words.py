"""Tells a game's options in words for people."""

from __future__ import annotations

from livestone.core.options import Option, Value, allowed

MAX_LISTED = 4  # numbers; of more only the range is told


def usual(option: Option) -> str:
    """The value that an option has unless another is chosen."""
    return _word(option, option.default)


def others(option: Option) -> str:
    """The other values, each after a semicolon."""
    values = [value for value in option.values if value != option.default]
    if len(values) > MAX_LISTED and not option.value_labels:
        return f"; {allowed(option.values)}"
    return "".join(f"; {_word(option, value)}" for value in values)


def chosen(option: Option, value: Value) -> str:
    """An option with one of its values: ``Cells a side: 8``."""
    return f"{option.label}: {_word(option, value)}"


def _word(option: Option, value: Value) -> str:
    if label := option.value_labels.get(value):
        return label
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
