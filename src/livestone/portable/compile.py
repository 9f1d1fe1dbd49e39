"""Compiles games to files: ``NAME.wasm``, ``NAME.json``, and ``NAME.book.json`` for a book.

``NAME`` is the game's id with the options that differ from their defaults, ``freedom,size=8``. What
only the strongest level asks is left out of a second, lighter module, ``NAME.light``, where there
is any such thing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.search.report import never
from livestone.whole_file import write_whole

if TYPE_CHECKING:
    from livestone.compiler.wrappers import Export

# What the strongest level and analyses alone ask; the names of these exports begin with it.
STRONGEST = ("guided_", "solver_")


@dataclass(frozen=True)
class Compiled:
    """The files of one game, the size of its module as it is and compressed, and the lighter one.

    ``light`` is the same for the module without the strongest search, if there is one.
    """

    module: Path
    manifest: Path
    bytes: int
    compressed: int
    light: Compiled | None = None


def file_name(game: Game) -> str:
    """The name of a game's files, without an ending."""
    declared = {option.name: option.default for option in game.options}
    others = {name: value for name, value in game.option.items() if value != declared[name]}
    return ",".join([game.id, *(f"{name}={text_of(value)}" for name, value in others.items())])


def compile_game(game: Game, out: Path, stop: Callable[[], bool] = never) -> Compiled:
    """Write a game's modules, book and manifests into a folder, which is made where there is none.

    The same source makes the same files, byte for byte. Raises LinkerMissing before anything is
    compiled, BrokenGame for a game that cannot be, and Stopped soon after ``stop`` says so.
    """
    from livestone.portable.book import book
    from livestone.portable.family import member
    from livestone.portable.link import link, linker

    linker()
    name, made = file_name(game), member(game, stop)
    found = made.exports
    out.mkdir(parents=True, exist_ok=True)
    content = book(game)
    opening = (f"{name}.book.json", content) if content else None
    if opening:
        write_whole(out / opening[0], opening[1])
    few = [export for export in found if not export.name.startswith(STRONGEST)]
    light = None
    if len(few) < len(found):
        light = _write_both(game, f"{name}.light", few, link(made, few), opening, out, name)
    return replace(_write_both(game, name, found, link(made, found), opening, out), light=light)


def _write_both(
    game: Game,
    name: str,
    found: Sequence[Export],
    module: bytes,
    opening: tuple[str, bytes] | None,
    out: Path,
    full: str = "",
) -> Compiled:
    """Write a module of some exports, and its manifest; ``full`` is the name of that with all."""
    import gzip

    from livestone.portable.manifest import manifest

    told = manifest(game, name, found, module, opening) | ({"full": f"{full}.json"} if full else {})
    paths = out / f"{name}.wasm", out / f"{name}.json"
    write_whole(paths[0], module)
    write_whole(paths[1], f"{json.dumps(told, indent=1)}\n".encode())
    return Compiled(*paths, len(module), len(gzip.compress(module, mtime=0)))


def by_kind(games: Iterable[Game]) -> list[list[Game]]:
    """Return games in lists that one process is to compile: options of a game share much."""
    found: dict[type[Game], list[Game]] = {}
    for game in games:
        found.setdefault(type(game), []).append(game)
    return [*found.values()]


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
