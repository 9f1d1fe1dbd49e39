"""Compile games: what is said while many are compiled, and what is left of one that is stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone import games
from livestone.core.game import Game
from livestone.games import catalogue, load
from livestone.play.workers import Stopped
from livestone.portable import compile as compiling
from livestone.portable import link
from livestone.portable.compile import Compiled, compile_game, everything, file_name

Write = Callable[[Game, Path], Compiled]


@pytest.fixture
def linker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A linker, which nothing here runs."""
    monkeypatch.setattr(link, "linker", lambda: ("wasm-ld",))


def written(game: Game, out: Path, stop: object = None) -> Compiled:
    """What compiling says of a game, without any compiling."""
    name = file_name(game)
    return Compiled(out / f"{name}.wasm", out / f"{name}.json", 70_000, 12_000)


@pytest.mark.usefixtures("linker")
def test_each_game_is_told_where_there_is_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setattr(compiling, "compile_game", written)
    out, err = call("compile --all --jobs 1 --out", tmp_path)
    names = [file_name(game) for game in everything(catalogue())]
    told = [f"{tmp_path / name}.wasm: 70,000 bytes, 12,000 compressed" for name in names]
    assert out.splitlines() == [*told, f"{tmp_path}: {len(names)} games"]
    assert err == ""


@pytest.mark.usefixtures("linker")
def test_a_compilation_that_is_stopped_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        compile_game(load("line_sauce"), tmp_path / "out", lambda: True)
    assert not (tmp_path / "out").exists()


def test_a_missing_linker_is_told_before_compiling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(link, "find_spec", lambda name: None)
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    link.linker.cache_clear()
    try:
        for what in (["freedom"], ["--all"]):
            assert (
                "install lld (apt install lld), or the package"
                in call("compile", *what, "--out", tmp_path / "out", code=2).err
            )
    finally:
        link.linker.cache_clear()
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("linker")
def test_a_game_may_stand_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setattr(compiling, "compile_game", written)
    monkeypatch.setattr(games, "_registered", dict(games._registered))
    monkeypatch.chdir(tmp_path)
    call("new-game mine")
    assert call("compile mine/rules.py --out out").out.startswith("out/mine.wasm: ")
