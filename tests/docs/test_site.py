"""Every page can be found, the commands on it are those there are, and the site can be built."""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.docs.scripts import load_script
from tests.games import SHIPPED

import livestone
from livestone.cli.main import COMMANDS, make_app

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SITE: Any = load_script("docs_site")
MADE = {"games/index", "http/index", "library/index", "json", "options"}
LANGUAGES = {
    *("", "c", "html", "ini", "js", "json", "nginx", "printed", "py", "python", "sh", "sql"),
    *("text", "toml", "{code-cell}", "{toctree}"),
}
PAGES = [*sorted(DOCS.glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def fences(page: Path) -> list[tuple[str, str]]:
    """The language and the text of each block of code."""
    return re.findall(r"^ *```([^\n]*)\n(.*?)^ *```$", page.read_text("utf-8"), re.M | re.S)


def test_every_page_is_in_the_table_of_contents_once() -> None:
    trees = [text for kind, text in fences(DOCS / "index.md") if kind == "{toctree}"]
    listed = [line for tree in trees for line in tree.splitlines() if line and line[0] != ":"]
    there = {path.stem for path in DOCS.glob("*.md")} | {name[:-3] for name in SITE.OTHERS}
    assert Counter(listed) == Counter(there - {"index"} | MADE)


DESCRIBED = [module for _, *modules in SITE.LIBRARY.values() for module in modules]


def test_every_public_name_is_in_the_reference() -> None:
    described = {f"livestone.{module.partition(':')[0]}" for module in DESCRIBED}
    assert set(livestone._HOMES.values()) <= described


@pytest.mark.parametrize("described", DESCRIBED)
def test_public_signatures_say_what_they_take_and_return(described: str) -> None:
    """No ``Any``, but where other people's classes are not typed, and for a game's rules."""
    name, _, names = described.partition(":")
    if name in ("adapters.openspiel", "adapters.pettingzoo", "core.game", "core.rules"):
        pytest.skip("over classes or functions without types")
    module = importlib.import_module(f"livestone.{name}")
    shown = names.split(",") if names else [word for word in vars(module) if word[0] != "_"]
    for found in (getattr(module, word) for word in shown):
        if getattr(found, "__module__", "") == module.__name__:
            assert vague(found) == [], found


def vague(found: Any) -> list[str]:
    """The public functions of a class, or a function itself, that say ``Any``."""
    if inspect.isclass(found):
        members = {word: member for word, member in vars(found).items() if word[0] != "_"}
        functions = [
            getattr(one, "fget", getattr(one, "__func__", one)) for one in members.values()
        ]
        return [name for one in functions if inspect.isfunction(one) for name in vague(one)]
    types = getattr(found, "__annotations__", {})
    return [found.__name__ for kind in types.values() if re.search(r"\bAny\b", str(kind))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_of_code_have_a_known_language(page: Path) -> None:
    assert {kind for kind, _ in fences(page)} <= LANGUAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_their_options_are_those_there_are(page: Path) -> None:
    shell = "\n".join(text for kind, text in fences(page) if kind == "sh").replace("\\\n", " ")
    inline = "\n".join(re.findall(r"`(livestone [^`\n]+)`", page.read_text("utf-8")))
    for line in re.findall(r"^(?:\S*/)?livestone (.*)$", f"{shell}\n{inline}", re.M):
        name, *rest = line.partition("#")[0].split()
        if name not in COMMANDS:
            assert name.startswith("-") or name in ("COMMAND", "..."), line
            continue
        known = options(name)
        asked = {word.partition("=")[0] for word in rest if re.match(r"--\w", word)}
        assert asked <= known | {"--help"}, line


def options(name: str) -> set[str]:
    """The options that a command takes."""
    app = make_app(name)[name]
    return {found for argument in app.assemble_argument_collection() for found in argument.names}


@pytest.mark.slow
def test_it_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "docs_site.py"), "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr  # warnings are errors
    assert "livestone.core.state.State.play" in (tmp_path / "library/playing.html").read_text(
        "utf-8"
    )
    for id in SHIPPED:
        assert "<svg" in (tmp_path / f"games/{id}.html").read_text("utf-8")
    assert "4x4: White leads by 0 to 0" in (tmp_path / "prove.html").read_text("utf-8")
    assert "<h2>POST /api/games" in (tmp_path / "http/games.html").read_text("utf-8")
