"""What a teacher takes home: the results as a table, and everything in one file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from livestone.errors import LivestoneError
from livestone.server.classes.room import Room
from livestone.server.tournaments.spectators import WatchedGame
from livestone.server.web.aside import aside

MAX_RECORDS = 2000  # of games, the newest
ABOUT = """A class on a Livestone server: results.csv has every result with the versions that
played, the folder players every version that was handed in, the folder games the records of games
('livestone replay FILE' shows one).
"""
COLUMNS = (
    *("tournament", "kind", "round", "meeting", "game", "ended", "players", "versions"),
    *("scores", "winner", "reason", "fault", "record"),
)
NO_FILE_NAME = re.compile(r'[/\\:*?"<>|%\x00-\x1f]|^\.')


def results_csv(rows: Sequence[Any]) -> str:
    """Return results as a table for a spreadsheet, one a line."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(COLUMNS)
    for row in rows:
        versions = row.versions or [None] * len(row.players)
        cells = (
            *(row.name, row.kind, row.round, row.meeting, row.game),
            datetime.fromtimestamp(row.at, UTC).strftime("%Y-%m-%d %H:%M:%S"),
            " - ".join(row.players),
            " - ".join("" if one is None else str(one) for one in versions),
            " - ".join(f"{score:g}" for score in row.scores),
            " and ".join(row.players[seat] for seat in row.winners),
            *(row.reason, row.fault or "", row.game_id or ""),
        )
        table.writerow([_plain(cell) for cell in cells])
    return out.getvalue()


def _plain(cell: object) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = str(cell)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


async def files(room: Room) -> AsyncIterator[tuple[str, str]]:
    """Yield names and texts of files with all of a class."""
    rows = await room.store.results(room.row.id)
    yield "README.txt", ABOUT
    yield "results.csv", await aside(results_csv, rows)
    for row in await room.store.versions(room.row.id):
        name = NO_FILE_NAME.sub("_", room.members[row.member].name)
        yield f"players/{row.member:03} {name}/version {row.version}.py", row.text
    for id in [row.game_id for row in rows if row.game_id][-MAX_RECORDS:]:
        with suppress(LivestoneError):  # of rules that are gone
            game = await room.spectators.game(id)
            notes = [row.notes for row in await room.store.notes(id)]
            said = {int(ply): text for one in notes for ply, text in one.items()}
            yield f"games/{id}.txt", await aside(_record, replace(game, notes=said))


def _record(game: WatchedGame) -> str:
    return game.record().as_text()
