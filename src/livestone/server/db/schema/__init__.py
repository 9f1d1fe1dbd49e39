"""The tables of the database; ``migrations/`` brings any older database to this shape."""

from __future__ import annotations

from livestone.server.db.schema import classes, games, people, tournaments
from livestone.server.db.schema.metadata import metadata

__all__ = ["classes", "games", "metadata", "people", "tournaments"]
