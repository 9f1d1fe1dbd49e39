"""An app with the games of files: those that ``livestone play --game PATH`` names.

The app reads ``added.json`` beside its catalogue where its page says so, so that whatever a browser
keeps of the app stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache, partial

from livestone.app.files import compact
from livestone.app.serving import PAGE, File, Files, file_of
from livestone.core.game import Game
from livestone.core.game_files import games_in
from livestone.errors import LivestoneError

ADDED = "added.json"
BODY, TOLD = b"<body>", b"<body data-added>"


class Added:
    """The files of an app, and those of more games."""

    def __init__(self, app: Files, paths: Sequence[str]) -> None:
        """``paths`` are the files of the games."""
        self._app, self._paths = app, paths

    def find(self, name: str) -> File | None:
        """Return a file of the app or of an added game, None where there is none."""
        if name == PAGE:
            page = self._app.find(name)
            return page and file_of(page.content.replace(BODY, TOLD, 1))
        return _made(self._makers[name]) if name in self._makers else self._app.find(name)

    @cached_property
    def _makers(self) -> dict[str, Callable[[], bytes]]:
        from livestone.app.build import compacted, of_game
        from livestone.app.catalogue import catalogue
        from livestone.app.modules import kept_files
        from livestone.app.sources import taught
        from livestone.lessons.export import lessons
        from livestone.portable.compile import everything

        made: dict[str, bytes] = {}
        found: dict[str, Callable[[], bytes]] = {}
        games: dict[type[Game], list[Game]] = {}
        light = []
        for kind in self._kinds():
            games[kind] = []
            for game in everything({kind.id: kind}):
                files = kept_files(game)
                if files is not None:
                    games[kind].append(game)
                    made |= dict(compacted(files))
                    light += [game for name in files if name.endswith(".light.wasm")]
            found |= of_game(kind, lessons if games[kind] else taught)
        made[ADDED] = compact(catalogue(games, light)["games"])
        return found | {name: partial(bytes, content) for name, content in made.items()}

    def _kinds(self) -> Iterator[type[Game]]:
        for path in self._paths:
            with suppress(LivestoneError):  # it was said where it was named
                yield from games_in(path)


@lru_cache(maxsize=400)
def _made(make: Callable[[], bytes]) -> File:
    return file_of(make())
