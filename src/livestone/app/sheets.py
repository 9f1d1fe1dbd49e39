"""Sheets to print for a server's pages: made when asked for, or taken out of the built site."""

from __future__ import annotations

from pathlib import Path

from livestone.app.built import built_folder
from livestone.core.game import Game
from livestone.lessons.sheet import has_typesetter, sheet


def has_sheet(kind: type[Game]) -> bool:
    """Whether there is a sheet of a game."""
    return has_typesetter() or _built(kind) is not None


def sheet_of(kind: type[Game]) -> bytes:
    """Return the sheet of a game as a PDF. Raises TypesetterMissing where there is none."""
    built = None if has_typesetter() else _built(kind)
    return built.read_bytes() if built else sheet(kind())


def _built(kind: type[Game]) -> Path | None:
    folder = built_folder()
    file = folder / "sheets" / f"{kind.id}.pdf" if folder else None
    return file if file and file.is_file() else None
