from __future__ import annotations

from typing import Any

import pytest
from tests import games  # noqa: F401  (registers the test games)

from livestone.core.paths import Step, follow

PATHS = {"a1-b2": ("a1", "b2"), "a1-c3": ("a1", "c3"), "pass": ("pass",), "b1": ("b1",)}


@pytest.mark.parametrize(
    ("paths", "tokens", "step"),
    [
        (PATHS, [], Step(None, ("a1", "pass", "b1"))),
        (PATHS, ["a1"], Step(None, ("b2", "c3"))),
        (PATHS, ["a1", "c3"], Step("a1-c3", ())),
        ({7: ("e5",)}, ["e5"], Step(7, ())),
        (PATHS, ["z9"], Step(None, ())),
        (PATHS, ["a1", "b2", "c3"], Step(None, ())),
        ({}, [], Step(None, ())),
        # One that another begins with.
        ({"e5": ("e5",), "e5n": ("e5", "north")}, ["e5"], Step("e5", ("north",))),
    ],
)
def test_what_may_come_next(paths: Any, tokens: list[str], step: Step[Any]) -> None:
    assert follow(paths, tokens) == step
