"""Compiles games to files: ``NAME.wasm``, ``NAME.json``, and ``NAME.book.json`` for a book.

``NAME`` is the game's id with the options that differ from their defaults, ``freedom,size=8``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.play.workers import Stopped
from livestone.search.report import never


@dataclass(frozen=True)
class Compiled:
    """The files of one game, and the size of its module as it is and compressed."""

    module: Path
    manifest: Path
    bytes: int
    compressed: int


def file_name(game: Game) -> str:
    """The name of a game's files, without an ending."""
    declared = {option.name: option.default for option in game.options}
    others = {name: value for name, value in game.option.items() if value != declared[name]}
    return ",".join([game.id, *(f"{name}={text_of(value)}" for name, value in others.items())])


def compile_game(game: Game, out: Path, stop: Callable[[], bool] = never) -> Compiled:
    """Write a game's module, book and manifest into a folder, which is made where there is none.

    The same source makes the same files, byte for byte. Raises LinkerMissing before anything is
    compiled, BrokenGame for a game that cannot be, and Stopped soon after ``stop`` says so.
    """
    import gzip

    from livestone.portable.book import book
    from livestone.portable.exports import exports
    from livestone.portable.link import link, linker
    from livestone.portable.manifest import manifest

    linker()
    name, found = file_name(game), []
    for export in exports(game):
        if stop():
            raise Stopped
        found.append(export)
    module = link(found)
    opening = book(game)
    told = json.dumps(manifest(game, name, found, module, opening), indent=1) + "\n"
    out.mkdir(parents=True, exist_ok=True)
    paths = out / f"{name}.wasm", out / f"{name}.json"
    _write(paths[0], module)
    if opening is not None:
        _write(out / f"{name}.book.json", opening)
    _write(paths[1], told.encode())
    return Compiled(*paths, len(module), len(gzip.compress(module, mtime=0)))


def everything(games: Mapping[str, type[Game]]) -> Iterator[Game]:
    """Yield every game with its defaults and presets, and with each value of each option once.

    Of an option with many values only the common ones count.
    """
    for kind in games.values():
        seen = {kind(): None, **{kind(**chosen): None for chosen in kind.presets.values()}}
        for option in kind.options:
            values = option.common or option.values
            seen |= {kind(**{option.name: value}): None for value in values}
        yield from seen


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    half = path.with_name(f".{path.name}.half")
    try:
        half.write_bytes(content)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
