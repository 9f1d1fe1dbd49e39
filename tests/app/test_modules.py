"""A game is compiled once for each state of its sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from livestone.app import modules
from livestone.core.game import Game
from livestone.games import load

GAMES: list[Game] = [load("trangalla"), load("trangalla", ply_cap=20)]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The games that were compiled; nothing really is."""
    found: list[str] = []

    def compile_game(game: Game, out: Path, stop: object) -> None:
        name = modules.file_name(game)
        found.append(name)
        (out / f"{name}.json").write_text("{}")
        (out / f"{name}.wasm").write_bytes(b"module")

    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path))
    monkeypatch.setattr(modules, "compile_game", compile_game)
    return found


def made(games: list[Game] = GAMES) -> dict[Game, dict[str, bytes]]:
    return dict(modules.modules(games, 1, lambda done, total: None))


def test_what_was_compiled_is_found_again(compiled: list[str]) -> None:
    made(GAMES[:1])
    told: list[tuple[int, int]] = []
    first = dict(modules.modules(GAMES, 1, lambda *numbers: told.append(numbers)))
    assert told == [(1, 2), (2, 2)]
    assert compiled == ["trangalla", "trangalla,ply_cap=20"]
    assert first[GAMES[1]] == {
        "trangalla,ply_cap=20.json": b"{}",
        "trangalla,ply_cap=20.wasm": b"module",
    }
    assert made() == first
    assert len(compiled) == 2


def test_a_changed_source_is_compiled_again(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made()
    monkeypatch.setattr(modules, "_shared", lambda: b"other sources")
    made()
    assert len(compiled) == 4


def test_what_changed_while_it_was_compiled_is_compiled_again(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr(modules, "LOADED", 0.0)
        made()
    made()
    assert len(compiled) == 4


def test_a_damaged_file_is_compiled_again(compiled: list[str]) -> None:
    made(GAMES[:1])
    (archive,) = modules.cache_folder().iterdir()
    archive.write_bytes(archive.read_bytes()[:50])
    made(GAMES[:1])
    assert compiled == ["trangalla", "trangalla"]
    made(GAMES[:1])
    assert len(compiled) == 2


def test_a_cache_that_cannot_be_written_is_no_hindrance(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path / "file"))
    assert made(GAMES[:1]).keys() == {GAMES[0]}
