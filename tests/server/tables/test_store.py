"""The store: what goes in comes out, nothing twice, and unusable folders are refused."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.databases import prepare_folder

from livestone.errors import StorageError
from livestone.server.db.sqlite_setup import FILE, prepare
from livestone.server.db.store import Outdated
from livestone.server.tables.store import GameRow, GameStore, PlyRow, SeatRow


def game(id: str = "a", **changes: Any) -> GameRow:
    """A game as it begins."""
    row = GameRow(
        id=id,
        game="freedom",
        options={"size": 4, "scoring": "stones"},
        status="running",
        mover=0,
        created=1.5,
        updated=1.5,
    )
    return replace(row, **changes)


SEATS = [SeatRow(0, "person", "p", None, "Guest"), SeatRow(1, "bot", None, 3, "Bot, level 3")]


async def test_round_trip(store: GameStore) -> None:
    row = game(options={"ж": True, "n": 3}, opening="4/4/4/4 w")
    await store.create(row, SEATS)
    first = PlyRow(1, "b2", 0, 1.25, {"value": [0.5, 0.5], "pv": ["b2"], "points": None})
    row = replace(row, ply=1, version=2, mover=1)
    await store.append(row, first)
    row = replace(row, version=3, status="finished", winners=[], scores=[1.0, 1.5], reason="x")
    await store.change(row)
    stored = await store.read("a")
    assert stored.game == row
    assert list(stored.seats) == SEATS
    assert stored.plies == (first,)
    assert await store.read("nobody") is None
    assert await store.version("nobody") is None
    assert await store.of("nobody", 10) == ([], 0)


async def test_two_writers_cannot_both_win(store: GameStore) -> None:
    assert await store.last_game() is None
    row = game()
    await store.create(row, SEATS)
    await store.append(replace(row, ply=1, version=2), PlyRow(1, "b2", 0))
    with pytest.raises(Outdated):
        await store.append(replace(row, ply=1, version=2), PlyRow(1, "c3", 0))
    with pytest.raises(Outdated):
        await store.change(replace(row, version=2))
    with pytest.raises(Outdated):
        await store.truncate(replace(row, version=9))
    stored = await store.read("a")
    assert [ply.move for ply in stored.plies] == ["b2"]
    with pytest.raises(StorageError, match="could not be saved"):
        await store.append(replace(row, ply=1, version=3), PlyRow(1, "c3", 0))
    assert await store.version("a") == 2  # the whole transaction was taken back
    for ply in range(2, 6):
        row = replace(row, ply=ply, version=ply + 1)
        await store.append(row, PlyRow(ply, f"a{ply}", 0))
    await store.truncate(replace(row, ply=2, version=7))
    assert [ply.move for ply in (await store.read("a")).plies] == ["b2", "a2"]


async def test_games_of_a_person(store: GameStore) -> None:
    for index in range(5):
        await store.create(game(f"g{index}", updated=float(index)), SEATS)
    await store.create(game("foreign"), [SeatRow(0, "person", "q", None, "Guest")])
    rows, total = await store.of("p", limit=2, offset=1)
    assert total == 5
    assert [row.id for row, _ in rows] == ["g3", "g2"]
    assert [list(seats) for _, seats in rows] == [SEATS, SEATS]
    last = await store.last_game()
    assert last == ("freedom", {"size": 4, "scoring": "stones"})


async def test_safe_against_power_cuts(tmp_path: Path) -> None:
    prepare_folder(tmp_path)
    store = await GameStore.open(tmp_path)
    await store.create(game(), SEATS)
    async with store.writing() as connection:
        modes = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert modes == ["wal", 2, 1]
    await store.close()
    store = await GameStore.open(tmp_path)
    assert await store.version("a") == 1
    await store.close()


async def test_foreign_keys_hold(store: GameStore) -> None:
    with pytest.raises(StorageError, match=r"(?i)foreign key"):
        async with store.writing() as connection:
            await connection.exec_driver_sql(
                "INSERT INTO plies VALUES ('x', 1, 'a1', 0, 0, NULL, 0, 0)"
            )


def text_file(path: Path) -> Path:
    path.write_text("this is a diary, not a database\n" * 100)
    return path


def damaged(path: Path) -> Path:
    prepare_folder(path.parent)
    content = bytearray(path.read_bytes())
    content[4096:12288] = os.urandom(8192)
    path.write_bytes(content)
    return path


def within_a_file(path: Path) -> Path:
    path.touch()
    return path / FILE


def foreign(path: Path) -> Path:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE games (whatever)")
    connection.commit()
    connection.close()
    return path


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (text_file, r"livestone\.db.*--data"),
        (damaged, "--data"),
        (within_a_file, "cannot be kept.*--data"),
        (foreign, r"livestone\.db.*not those of Livestone"),
    ],
)
def test_what_is_no_database_of_ours(
    tmp_path: Path, make: Callable[[Path], Path], words: str
) -> None:
    with pytest.raises(StorageError, match=words) as caught:
        prepare(make(tmp_path / FILE))
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StorageError, match="cannot be kept"):
            prepare(tmp_path / FILE)
    finally:
        tmp_path.chmod(0o700)
