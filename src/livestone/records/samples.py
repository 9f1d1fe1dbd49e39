"""The sample record of each game that has one: ``sample.txt`` in its folder."""

from __future__ import annotations

from functools import cache

from livestone.errors import NotFound
from livestone.games import data_file, find
from livestone.records.record import Record


@cache
def sample(game: str) -> Record | None:
    file = data_file(find(game), "sample.txt")
    return Record.read(file.read_text(encoding="utf-8")) if file.is_file() else None


def sample_of(game: str) -> Record:
    """The sample record of a game. Raises UnknownGame or NotFound."""
    kind = find(game)
    record = sample(kind.id)
    if record is None:
        raise NotFound(f"there is no sample game of {kind.title}")
    return record
