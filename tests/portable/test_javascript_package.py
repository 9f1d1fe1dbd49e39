"""The JavaScript package: what is packed, that it runs where it is installed, and all types."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from scripts import api_types
from tests.portable.javascript import JS, call, missing, npm, program, run_node

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import load
from livestone.portable.compile import Compiled

# Each line from the fourth on is wrong.
WRONG = """import {{ read, send }} from "{api}"; const id = String(1);
(await read("/limits")).max_plies.toFixed();
await send("/account/vacation", {{ days: 7 }});
(await read("/limits")).max_moves;
(await read(`/games/${{id}}`)).control.minutes;
await send("/account/vacation", {{ days: "7" }});
await send(`/games/${{id}}/talk`, {{ words: "Hello" }});
(await read("/limitations")).max_plies;
"""
STRICT = (
    *("--strict", "--allowJs", "--checkJs", "--skipLibCheck", "--types", "node"),
    *("--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom"),
)
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
    """The folder with TypeScript and openapi-typescript, installed once for all runs."""
    program("npm")
    try:
        return api_types.node_modules()
    except subprocess.CalledProcessError as error:
        missing(f"TypeScript cannot be installed: {error.stderr}")
        raise


def check(typescript: Path, folder: Path, *arguments: str) -> str:
    """Check types in a folder, and return what is wrong."""
    compiler = typescript / "typescript" / "bin" / "tsc"
    kept = ["--typeRoots", str(typescript / "@types"), "--noEmit"]
    return call("node", str(compiler), *arguments, *kept, folder=folder).stdout


def test_types_are_strictly_right(typescript: Path) -> None:
    # What was found out of files that are as they were is taken over.
    known = typescript.parent / "types.tsbuildinfo"
    lasting = ["--incremental", "--tsBuildInfoFile", str(known)]
    assert check(typescript, JS, "-p", ".", *lasting) == ""


def test_types_of_the_api_are_those_of_its_document(typescript: Path) -> None:
    assert api_types.TYPES.read_text() == api_types.types(), "run make api-types"


def test_requests_and_answers_are_checked_by_their_paths(typescript: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.mjs"
    wrong.write_text(WRONG.format(api=JS / "app" / "net" / "api.js"))
    said = check(typescript, tmp_path, *STRICT, "wrong.mjs")
    found = {int(line) for line in re.findall(r"^wrong\.mjs\((\d+),", said, re.MULTILINE)}
    assert found == set(range(4, 9)), said


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
    assert check(typescript, installed, *STRICT, "--maxNodeModuleJsDepth", "9", "program.mjs") == ""
