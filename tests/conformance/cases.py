"""What the conformance suite runs over: every game and every value of its options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests import games  # registers the test games too

from livestone.conformance.cases import corners, quick, settings
from livestone.core.game import Game
from livestone.core.options import Value
from livestone.games import catalogue


def _named(kind: type[Game], chosen_ones: Iterator[dict[str, Value]]) -> Iterator[Any]:
    """Cases with their marks: games with a cap are run at the shortest, in full when slow."""
    seen = set()
    for chosen in chosen_ones:
        name = ",".join(f"{key}={value}" for key, value in chosen.items()) or "default"
        for game, label, marks in (
            (quick(kind, chosen), name, pytest.mark.slow if _in_full(kind, chosen) else ()),
            (kind(**chosen), f"{name},full", pytest.mark.slow),
        ):
            if game not in seen:
                seen.add(game)
                yield pytest.param(game, id=f"{kind.id}-{label}", marks=marks)


def _in_full(kind: type[Game], chosen: dict[str, Value]) -> bool:
    """Whether an option has many values, and this is none of the ends; and sisters' options."""
    if chosen and kind.id in games.SISTERS:
        return True
    middle = {option.name: option.values[2:-1] for option in kind.options}
    return any(value in middle.get(name, ()) for name, value in chosen.items())


EVERY = [case for kind in catalogue().values() for case in _named(kind, settings(kind))]
SOME = [case for kind in catalogue().values() for case in _named(kind, corners(kind))]
# The same as search plays them, where that is another game; one is enough to compile.
FORMS = [
    pytest.param(form, id=f"{case.id}-for-search", marks=case.marks)
    for case in SOME
    if (form := case.values[0].for_search) != case.values[0]
]
EVERY += FORMS
SOME += FORMS[-1:]

every_option = pytest.mark.parametrize("game", EVERY)
