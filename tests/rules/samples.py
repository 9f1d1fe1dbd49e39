"""The sample games that are kept beside the rules."""

from __future__ import annotations

from livestone.games import data_file, find
from livestone.records.record import Record


def sample(name: str) -> Record:
    """The sample record of a game; what is read is also what would be written."""
    text = data_file(find(name), "sample.txt").read_text("utf-8")
    record = Record.read(text)
    assert record.game == name
    assert record.as_text() == text
    return record
