"""The package as a whole: what importing it costs, and that every example in it is true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import pydoc
import subprocess
import sys

import pytest
from tests.adapters.cheap import needed

import livestone

# What some modules need that is not there where only the game is installed.
EXTRAS = {
    "livestone.adapters.openspiel": "pyspiel",
    "livestone.adapters.pettingzoo": "pettingzoo",
}
HEAVY = ("numpy", "numba", "litestar", "textual", "sqlalchemy", "rich")
MODULES = [
    module.name
    for module in pkgutil.walk_packages(livestone.__path__, "livestone.")
    if ".migrations" not in module.name and not module.name.endswith("__main__")
]


@pytest.mark.parametrize("module", ["livestone", "livestone.errors", "livestone.cli.main"])
def test_importing_is_light(module: str) -> None:
    code = f"import sys, {module}; print(*(name for name in {HEAVY} if name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []


def test_games_run_without_numba() -> None:
    code = """
import sys
from livestone import State, load
state = State(load("freedom", size=4))
state.play("b2")
state.view().as_json()
print("numba" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False"]


def test_names_are_fetched_when_used() -> None:
    for name in livestone.__all__:
        assert getattr(livestone, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        livestone.Chess  # noqa: B018


def test_everything_public_is_shown_before_it_is_used() -> None:
    """By completion and ``help``; nothing slow is imported for that."""
    code = f"import livestone, sys; print(*dir(livestone), *({{*sys.modules}} & {{*{HEAVY!r}}}))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    shown = {name for name in run.stdout.split() if not name.startswith("_")}
    packages = {"adapters", "boards", "client", "core", "draw", "errors", "freeplay", "games"}
    packages |= {"play", "puzzles", "records", "search", "training"}
    public = {name for name in livestone.__all__ if not name.startswith("_")}
    assert shown - {"LOADED", "TYPE_CHECKING", "annotations", "loaded"} == public | packages
    assert "think(self" in pydoc.plain(pydoc.render_doc(livestone))


@pytest.mark.parametrize("name", ["livestone", *MODULES])
def test_examples_are_true(name: str) -> None:
    if name in EXTRAS:
        needed(EXTRAS[name])
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = sum(
        bool(example.examples)
        for name in MODULES
        if name not in EXTRAS
        for example in finder.find(importlib.import_module(name))
    )
    assert found >= 10
