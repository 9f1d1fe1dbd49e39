"""Every page can be found, the commands on it are those there are, and the site can be built."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.docs.scripts import load_script

import livestone
from livestone.cli.main import COMMANDS, make_app
from livestone.games import catalogue

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SITE: Any = load_script("docs_site")
MADE = {"games/index", "http/index", "library/index", "json", "options"}
LANGUAGES = {
    *("", "c", "html", "ini", "js", "json", "nginx", "printed", "py", "python", "sh", "sql"),
    *("text", "toml", "{toctree}"),
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


def test_every_public_name_is_in_the_reference() -> None:
    described = {
        f"livestone.{module}" for _, *modules in SITE.LIBRARY.values() for module in modules
    }
    assert set(livestone._HOMES.values()) <= described


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
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "livestone.core.state.State.play" in (tmp_path / "library/playing.html").read_text(
        "utf-8"
    )
    for id in catalogue():
        assert "<svg" in (tmp_path / f"games/{id}.html").read_text("utf-8")
    assert "<h2>POST /api/games" in (tmp_path / "http/games.html").read_text("utf-8")
