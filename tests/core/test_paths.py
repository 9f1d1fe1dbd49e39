from __future__ import annotations

from livestone.core.paths import Step, follow

PATHS = {"a1-b2": ("a1", "b2"), "a1-c3": ("a1", "c3"), "pass": ("pass",), "b1": ("b1",)}


def test_what_may_come_first() -> None:
    assert follow(PATHS) == Step(None, ("a1", "pass", "b1"))


def test_what_may_come_next() -> None:
    assert follow(PATHS, ["a1"]) == Step(None, ("b2", "c3"))


def test_a_complete_move() -> None:
    assert follow(PATHS, ["a1", "c3"]) == Step("a1-c3", ())
    assert follow({7: ("e5",)}, ["e5"]) == Step(7, ())


def test_nowhere() -> None:
    assert follow(PATHS, ["z9"]) == Step(None, ())
    assert follow(PATHS, ["a1", "b2", "c3"]) == Step(None, ())
    assert follow({}) == Step(None, ())


def test_a_path_that_another_begins_with() -> None:
    assert follow({"e5": ("e5",), "e5n": ("e5", "north")}, ["e5"]) == Step("e5", ("north",))
