"""Builds the app's static files, all of them in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from livestone.app import bundle, pictures, playground, web_app
from livestone.app.catalogue import catalogue
from livestone.app.files import CATALOGUE, compact
from livestone.app.modules import modules
from livestone.core.game import Game
from livestone.draw import style
from livestone.games import data_file
from livestone.languages.catalogue import LANGUAGES, exported
from livestone.lessons.export import lessons
from livestone.lessons.sheet import sheet, typesetter
from livestone.puzzles.puzzle import shipped, told

Tell = Callable[[str, int, int | None], None]


def build(games: Sequence[Game], jobs: int, tell: Tell) -> dict[str, bytes]:
    """Build a site with these games; ``tell`` is told what is being done.

    The same source makes the same files, byte for byte. Raises BundlerMissing, ExtraMissing,
    LinkerMissing where a game is to be compiled, and BrokenGame for one that cannot be.
    """
    typesetter()  # before the long work
    tell("bundling", 0, None)
    files = bundle.bundles()
    compiled = dict(modules(games, jobs, lambda done, total: tell("compiling", done, total)))
    tell("drawing", 0, None)
    light = [game for game in games if any(".light." in name for name in compiled[game])]
    for game in games:
        files |= dict(compacted(compiled[game]))
    kinds: dict[type[Game], list[Game]] = {}
    for game in games:
        kinds.setdefault(type(game), []).append(game)
    for kind in kinds:
        files |= {name: make() for name, make in of_game(kind, lessons).items()}
    files |= {name: make() for name, make in common().items()}
    if playground.is_wanted(games):
        tell("starting Python", 0, None)
        files |= playground.files()
    files["picture.png"] = pictures.preview(games[0])
    return _versioned(files, catalogue(kinds, light))


def of_game(
    kind: type[Game], taught: Callable[[type[Game]], dict[str, Any]]
) -> dict[str, Callable[[], bytes]]:
    """What the app shows of a game besides the game: how each file is made, by its name."""
    found: dict[str, Callable[[], bytes]] = {
        f"lessons/{kind.id}.json": lambda: compact(taught(kind)),
        f"pictures/{kind.id}.svg": lambda: pictures.board(kind()),
        f"sheets/{kind.id}.pdf": lambda: sheet(kind()),
        f"puzzles/{kind.id}.json": lambda: compact([told(puzzle) for puzzle in shipped(kind)]),
    }
    sample = data_file(kind, "sample.txt")
    if sample.is_file():
        found[f"samples/{kind.id}.txt"] = sample.read_bytes
    return found


def common() -> dict[str, Callable[[], bytes]]:
    """What the app has whatever its games: how each file is made, by its name."""
    found = pictures.icons()
    found |= {"logo.svg": lambda: style.logo().encode(), "manifest.webmanifest": web_app.manifest}
    for language in LANGUAGES:
        found[f"languages/{language.tag}.json"] = partial(_texts, language.tag)
    return found


def _texts(tag: str) -> bytes:
    return compact(exported(tag))


def compacted(compiled: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The files of a compiled game; manifests without the spaces that people like."""
    for name, content in compiled.items():
        plain = name.endswith(".json") and not name.endswith(".book.json")
        yield f"games/{name}", compact(json.loads(content)) if plain else content


def _versioned(files: Mapping[str, bytes], catalogue: Mapping[str, object]) -> dict[str, bytes]:
    """The files with a catalogue and a service worker that tell their version."""
    version = web_app.version({**files, CATALOGUE: compact(catalogue)})
    told = {**files, CATALOGUE: compact({**catalogue, "version": version})}
    return {**told, "sw.js": web_app.service_worker(told, version)}
