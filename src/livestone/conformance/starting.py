"""A folder with a commented start of a new game, and its tests."""

from __future__ import annotations

import time
from importlib.resources import files
from pathlib import Path

from livestone.errors import BadRequest

FILES = {
    "rules.txt": "rules.py",
    "words.txt": "words.py",
    "test.txt": "test_{id}.py",
    "perft.txt": "perft.txt",
}


def write_start(name: str, folder: Path) -> list[Path]:
    """Write the files of a game called ``name`` into a folder that is not there yet.

    Returns their paths. Raises BadRequest.
    """
    id = "_".join(name.lower().replace("-", " ").split())
    if not id.isidentifier() or not id.isascii():
        raise BadRequest(f"{name!r} is no name for a game: use letters, figures and spaces")
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise BadRequest(f"{str(folder)!r} is there already: choose another folder") from None
    words = {
        "@ID@": id,
        "@TITLE@": name if " " in name else id.replace("_", " ").capitalize(),
        "@CLASS@": "".join(part.capitalize() for part in id.split("_")),
        "@AUTHOR@": "Unknown",
        "@YEAR@": str(time.localtime().tm_year),
        "@FILE@": str(folder / f"test_{id}.py"),
    }
    written = []
    for source, target in FILES.items():
        text = (files("livestone.conformance") / "starter" / source).read_text(encoding="utf-8")
        for place, word in words.items():
            text = text.replace(place, word)
        written.append(folder / target.format(id=id))
        written[-1].write_text(text, encoding="utf-8")
    return written
