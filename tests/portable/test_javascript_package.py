"""The JavaScript package: what is packed, that it runs where it is installed, and its types."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from platformdirs import user_cache_path
from tests.portable.javascript import JS, call, missing, npm, program, run_node

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.portable.compile import Compiled

TYPESCRIPT = ("typescript@5.9.3", "@types/node@20.19.43")
# A program of somebody else's, with its types checked.
PROGRAM = """
import { Game, Record } from "livestone";
const game = await Game.load(process.argv[2] ?? "");
const state = game.start();
state.play(state.legal[0]);
/** @type {string} */
const text = Record.of(state).asText();
console.log(JSON.stringify([state.text, text]));
"""


@pytest.fixture(scope="module")
def typescript() -> Path:
    """The folder with the TypeScript compiler of this version, installed once for all runs."""
    program("npm")
    name = "-".join(one.rpartition("@")[2] for one in TYPESCRIPT)
    folder = user_cache_path("livestone") / "typescript" / name
    folder.mkdir(parents=True, exist_ok=True)
    compiler = folder / "node_modules" / ".bin" / "tsc"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be installing it
        if not (folder / "whole").is_file():
            try:
                npm("install", f"--prefix={folder}", *TYPESCRIPT, folder=folder)
            except AssertionError as error:
                missing(f"TypeScript cannot be installed: {error}")
            (folder / "whole").touch()
    assert compiler.is_file()
    return folder / "node_modules"


def check(typescript: Path, folder: Path, *arguments: str) -> None:
    """Check types in a folder; nothing may be said."""
    compiler = typescript / "typescript" / "bin" / "tsc"
    kept = ["--typeRoots", str(typescript / "@types"), "--noEmit"]
    done = call("node", str(compiler), *arguments, *kept, folder=folder)
    assert done.returncode == 0, done.stdout


def test_types_are_strictly_right(typescript: Path) -> None:
    check(typescript, JS, "-p", ".")


def test_nothing_but_sources_is_packed(tmp_path: Path) -> None:
    (packed,) = json.loads(npm("pack", "--json", "--dry-run", folder=JS))
    files = {file["path"] for file in packed["files"]}
    sources = {str(path.relative_to(JS)) for path in (JS / "src").rglob("*.js")}
    assert files == sources | {"package.json", "README.md"}


def test_the_installed_package_runs_and_has_types(
    installed: Path, typescript: Path, compiled: Callable[[Game], Compiled]
) -> None:
    game = load("freedom", size=6)
    (installed / "program.mjs").write_text(PROGRAM)
    ((text, record),) = run_node(["program.mjs", str(compiled(game).manifest)], folder=installed)
    state = State(game)
    state.play(state.legal_texts[0])
    assert text == state.text
    assert record.startswith("Livestone record 1\n")
    strict = ["--strict", "--allowJs", "--checkJs", "--maxNodeModuleJsDepth", "9"]
    modern = ["--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom"]
    check(typescript, installed, *strict, *modern, "--types", "node", "program.mjs")
