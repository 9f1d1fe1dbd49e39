"""A light module plays and refuses like the full one, which is loaded for the strongest search."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.portable.cases import FREEDOM, TRANGALLA
from tests.portable.javascript import INDEX, JS, ask, call, timeless

from livestone.core.game import Game
from livestone.portable.compile import Compiled

MOVES = ["c3", "c4", "d4", "e5"]


@pytest.fixture
def files(compiled: Callable[[Game], Compiled]) -> Compiled:
    return compiled(FREEDOM)


def lighter(files: Compiled) -> Compiled:
    assert files.light is not None
    return files.light


def test_the_light_module_is_the_game_without_the_strongest_search(files: Compiled) -> None:
    light = lighter(files)
    told, full = (json.loads(one.manifest.read_text()) for one in (light, files))
    assert told["full"] == files.manifest.name == "freedom,size=6.json"
    assert told["module"] == light.module.name == "freedom,size=6.light.wasm"
    left_out = {"guided", "solver"}
    missing = full["exports"].keys() - told["exports"].keys()
    assert {name.partition("_")[0] for name in missing} == left_out
    assert full["searches"].keys() - told["searches"].keys() == left_out
    for key in ("id", "options", "board", "shapes", "levels", "position", "phrases"):
        assert told[key] == full[key]
    assert light.compressed < files.compressed
    assert "full" not in full


def test_a_game_without_a_search_for_the_strongest_has_no_light_module(
    compiled: Callable[[Game], Compiled],
) -> None:
    made = compiled(TRANGALLA)
    assert made.light is None
    assert not (made.module.parent / "trangalla.light.wasm").exists()


@pytest.mark.parametrize(
    "asked",
    [
        {"bot": {"level": 4, "seed": 3, "seconds": 60}, "plies": 3},
        {"limits": {"nodes": 20_000}, "seed": 1},
    ],
    ids=["level 4", "analysis"],
)
def test_whoever_has_the_light_one_gets_the_same_answers(
    files: Compiled, asked: dict[str, Any]
) -> None:
    manifests = (str(one.manifest) for one in (lighter(files), files))
    questions = ({"manifest": manifest, "moves": MOVES, **asked} for manifest in manifests)
    answers = ask("bots.mjs", *questions)
    light, full = (told if isinstance(told, list) else [told] for told in answers)
    assert [*map(timeless, light)] == [*map(timeless, full)]


def test_the_strongest_level_plays_from_a_light_module(files: Compiled) -> None:
    asked = {"manifest": str(lighter(files).manifest), "moves": MOVES}
    (reports,) = ask("bots.mjs", {**asked, "bot": {"level": 10, "seconds": 0.2}, "plies": 1})
    assert reports[0]["final"]
    assert reports[0]["lines"][0]["move"] in {"d5", "d6", "e4", "e6", "f4", "f5", "f6"}


def test_without_the_full_module_it_is_said_which_is_missing(
    files: Compiled, tmp_path: Path
) -> None:
    for file in (lighter(files).module, lighter(files).manifest):
        shutil.copy(file, tmp_path)
    question = {"manifest": str(tmp_path / "freedom,size=6.light.json"), "moves": MOVES}
    given = json.dumps({**question, "limits": {"nodes": 10}})
    done = call("node", str(JS / "test" / "bots.mjs"), INDEX, given=given)
    assert done.returncode != 0
    assert f"BrokenGame: there is no file {tmp_path}/freedom,size=6.json" in done.stderr
