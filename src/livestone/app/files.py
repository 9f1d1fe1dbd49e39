"""The files of a site by name, in memory and in folders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from livestone.errors import BadRequest
from livestone.whole_file import write_whole

Files = Mapping[str, bytes]

FORMAT = "livestone-site-1"
CATALOGUE = "catalogue.json"
# What a build owns wholly: in a folder that held an earlier site, anything else there is removed.
FOLDERS = ("games", "languages", "lessons", "pictures", "puzzles", "samples", "sheets", "write")
OWNED = (*(f"{folder}/*" for folder in FOLDERS), "part-*.js")


def check_folder(folder: Path) -> None:
    """See that a site may be written into a folder. Raises BadRequest."""
    if folder.exists() and not folder.is_dir():
        raise BadRequest(f"{str(folder)!r} is no folder")
    if folder.is_dir() and any(folder.iterdir()) and not _is_site(folder):
        raise BadRequest(
            f"{str(folder)!r} holds other files than a site: give a new folder, or an empty one"
        )


def write_folder(files: Files, folder: Path) -> None:
    """Write a site into a folder, in place of an earlier one; other files in it stay.

    The page comes last, so that it never names what is not there yet. Raises BadRequest and
    OSError.
    """
    check_folder(folder)
    for name in sorted(files, key=lambda name: (name == "index.html", name)):
        write_file(folder / name, files[name])
    for owned in OWNED:
        for path in folder.glob(owned):
            if path.relative_to(folder).as_posix() not in files:
                path.unlink()


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; its folder is made where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


def read_folder(folder: Path) -> dict[str, bytes]:
    """Read the files of a folder by their names, with slashes between folders."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def compact(data: object) -> bytes:
    """JSON without any space."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _is_site(folder: Path) -> bool:
    with suppress(OSError, ValueError):
        told = json.loads((folder / CATALOGUE).read_bytes())
        return isinstance(told, dict) and told.get("format") == FORMAT
    return False
