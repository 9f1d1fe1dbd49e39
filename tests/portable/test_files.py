"""What a compiled game's files hold, and that nothing but their source decides it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.portable.cases import CHOICES, FREEDOM, KINDS, TRANGALLA, cases
from tests.portable.host import Host

from livestone.core.game import Game
from livestone.games import load
from livestone.portable import link
from livestone.portable.compile import Compiled, everything, file_name

LARGEST, LARGE = 300_000, 80_000


@pytest.mark.parametrize("game", CHOICES)
def test_a_module_imports_nothing_and_is_small(
    game: Game, compiled: Callable[[Game], Compiled], host: Callable[[Game], Host]
) -> None:
    module = host(game)
    assert module.module.imports == []
    names = {export.name for export in module.module.exports}
    assert names == {*module.manifest["exports"], "memory", "alloc", "free", "status"}
    assert compiled(game).compressed < (LARGEST if "guided_grow" in names else LARGE)


def test_memory_has_a_bound_and_blocks_are_used_again(host: Callable[[Game], Host]) -> None:
    module = host(FREEDOM)
    assert module.raw("alloc", -1) == 0
    assert module.raw("alloc", 2**31 - 1) == 0
    first = module.raw("alloc", 1000)
    module.raw("free", first)
    module.raw("free", first)
    module.raw("free", 12345)
    assert module.raw("alloc", 1000) == first
    assert module.raw("alloc", 1000) != first
    taken = 0
    while module.raw("alloc", 2**27) != 0:
        taken += 1
    assert taken == 7


@pytest.mark.parametrize("game", cases([TRANGALLA, load("freedom")]))
def test_the_files_are_the_same_in_another_process(
    game: Game, compiled: Callable[[Game], Compiled], tmp_path: Path
) -> None:
    folder = compiled(game).manifest.parent
    command = [sys.executable, "-m", "livestone", "compile", game.id, "--out", str(tmp_path)]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": "12"})
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(made) == (2 if game == TRANGALLA else 5)
    assert made == {name: (folder / name).read_bytes() for name in made}


def test_names_tell_the_options_that_differ() -> None:
    assert file_name(load("freedom")) == "freedom"
    assert file_name(load("freedom", size=8, scoring="rows")) == "freedom,size=8,scoring=rows"


def test_everything_has_each_option_once() -> None:
    names = [file_name(game) for game in everything(KINDS)]
    assert len({*names}) == len(names)
    assert {"freedom", "freedom,size=6", "freedom,size=8", "freedom,size=12"} <= {*names}
    assert {"straat", "straat,show_back=false"} <= {*names}


def test_a_linker_with_a_number_is_found(monkeypatch: Any, tmp_path: Path) -> None:
    for name in ("wasm-ld-9", "wasm-ld-14"):
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    link.linker.cache_clear()
    try:
        assert link.linker() == (str(tmp_path / "wasm-ld-14"),)
    finally:
        link.linker.cache_clear()


def test_the_manifest_describes_the_position(compiled: Callable[[Game], Compiled]) -> None:
    told = json.loads(compiled(FREEDOM).manifest.read_text())
    assert told["options"] == dict(FREEDOM.option)
    assert told["position"]["bytes"] == FREEDOM.layout.dtype.itemsize
    cells = told["position"]["fields"]["cells"]
    assert cells["type"] == "i1"
    assert cells["shape"] > [len(FREEDOM.board)]
