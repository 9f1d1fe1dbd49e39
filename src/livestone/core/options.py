"""The options of a game: declared once, validated once, the same on every front end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from livestone.errors import BadOption
from livestone.suggest import instead, nearest

Value = bool | int | str


@dataclass(frozen=True)
class Option:
    """One choice a game offers: its name, default, allowed values, and a label for people.

    ``value_labels`` words a value where the value itself does not say enough. ``common`` are the
    values that most people choose, where there are many.
    """

    name: str
    default: Value
    values: tuple[Value, ...]
    label: str
    value_labels: Mapping[Value, str] = field(default_factory=dict)
    common: tuple[Value, ...] = ()

    def read(self, given: object) -> Value:
        """Return the declared value that ``given`` (a value or its text) stands for.

        The texts of true and false count in any case.

        Raises BadOption, quoting it and the allowed values.
        """
        for value in self.values:
            if given is value or text_of(value) == given:
                return value
            if (
                isinstance(value, bool)
                and isinstance(given, str)
                and given.lower() == text_of(value)
            ):
                return value  # Python writes True and False
            if type(given) is type(value) and given == value:
                return value
        words = [value for value in self.values if isinstance(value, str)]
        raise BadOption(
            f"option {self.name}={_quote(given)} is not allowed: "
            f"{instead(given, words, allowed(self.values))}"
        )


def text_of(value: Value) -> str:
    """A value as it is typed: ``true``, ``10``, ``stones``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def allowed(values: Sequence[Value]) -> str:
    """The values in words: ``4 to 16`` for a run of integers, else a list.

    >>> allowed(range(4, 17)), allowed(("stones", "rows"))
    ('4 to 16', 'stones or rows')
    """
    if len(values) > 2 and all(type(value) is int for value in values):
        numbers = [int(value) for value in values]
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} to {numbers[-1]}"
    texts = [text_of(value) for value in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def resolve(
    declared: Sequence[Option],
    presets: Mapping[str, Mapping[str, Value]],
    given: Mapping[str, object],
) -> Mapping[str, Value]:
    """Complete and check a game's options.

    ``given`` maps names to values or their texts; ``preset`` names one of ``presets``, which must
    not be contradicted. Returns every declared option in declared order. Raises BadOption.
    """
    by_name = {option.name: option for option in declared}
    fixed: Mapping[str, Value] = {}
    chosen: dict[str, Value] = {}
    for name, value in given.items():
        if name == "preset":
            fixed = _preset(presets, value)
        elif name in by_name:
            chosen[name] = by_name[name].read(value)
        else:
            raise BadOption(_no_such_option(name, by_name, presets))
    for name, value in fixed.items():
        if chosen.get(name, value) != value:
            raise BadOption(
                f"option {name}={text_of(chosen[name])} contradicts preset={given['preset']}, "
                f"which sets {name}={text_of(value)}"
            )
    return MappingProxyType(
        {
            option.name: fixed.get(option.name, chosen.get(option.name, option.default))
            for option in declared
        }
    )


def _preset(presets: Mapping[str, Mapping[str, Value]], name: object) -> Mapping[str, Value]:
    if isinstance(name, str) and name in presets:
        return presets[name]
    known = allowed(tuple(presets)) if presets else "none, this game has no presets"
    raise BadOption(f"preset={_quote(name)} is not known: {instead(name, presets, known)}")


def _no_such_option(name: str, by_name: Mapping[str, Option], presets: Mapping[str, object]) -> str:
    names = [*by_name, *(["preset"] if presets else [])]
    known = f"the options are {', '.join(names)}" if names else "this game has no options"
    found = nearest(name, names)
    return f"there is no option {_quote(name)}: " + (f"did you mean {found!r}?" if found else known)


def _quote(given: object) -> str:
    text = given if isinstance(given, str) else repr(given)
    return repr(text if len(text) <= 40 else text[:37] + "...")


def telling(
    options: Sequence[Option], chosen: Mapping[str, Value], say: Callable[[str], str] = str
) -> str:
    """The chosen options in a few words: a number that comes first (the size), and what differs.

    ``say`` translates a text.

    >>> size = Option("size", 10, (8, 10), "Board size")
    >>> close = Option("close", False, (False, True), "Closed")
    >>> telling((size, close), {"size": 10, "close": True})
    'board size 10, closed: yes'
    """
    words = []
    for index, option in enumerate(options):
        value = chosen[option.name]
        yes_no = isinstance(value, bool)
        tells = index == 0 and isinstance(value, int) and not yes_no
        if value == option.default and not tells:
            continue
        label, name = option.value_labels.get(value), say(option.label)
        name = name[0].lower() + name[1:]
        colon = ":" * (yes_no or "," in name)
        given = say("yes" if value else "no") if yes_no else say(text_of(value))
        words.append(say(label) if label else f"{name}{colon} {given}")
    return ", ".join(words)
