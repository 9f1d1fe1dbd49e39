"""What the site's catalogue says of each game: enough for a gallery and a set-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from livestone.app.files import FORMAT
from livestone.core.game import Game
from livestone.core.game_files import RULES
from livestone.languages.catalogue import LANGUAGES
from livestone.lessons.steps import steps
from livestone.play.levels import LEVELS
from livestone.portable.compile import file_name
from livestone.portable.description import declared
from livestone.puzzles.puzzle import shipped

# How many games are proposed to newcomers.
FIRST = 3


def catalogue(
    kinds: Mapping[type[Game], Sequence[Game]], light: Iterable[Game] = ()
) -> dict[str, Any]:
    """Return the catalogue of games, each with those that are compiled, some ``light`` too.

    A game of which none is compiled has no lessons and no puzzles: they are played on the device.
    """
    lighter = set(light)
    return {
        "format": FORMAT,
        "languages": [{"tag": "en", "name": "English"}]
        + [{"tag": language.tag, "name": language.name} for language in LANGUAGES],
        "start_here": start_here([kind() for kind in kinds]),
        "games": [_entry(kind(), compiled, lighter) for kind, compiled in kinds.items()],
    }


def start_here(games: Iterable[Game]) -> list[str]:
    """The ids of the games that are easiest and shortest, no two of a family."""
    ranked = sorted(games, key=lambda game: (not game.front, *_effort(game)))
    families: dict[str, str] = {}
    for game in ranked:
        families.setdefault(family(game), game.id)
    return [*families.values()][:FIRST]


def family(game: Game) -> str:
    """The folder that a game shares with others, or its own file."""
    place, _, module = type(game).__module__.rpartition(".")
    return place.rpartition(".")[2] if module == RULES else module


def _effort(game: Game) -> tuple[int, int]:
    return game.words.difficulty, game.words.minutes[1]


def _entry(game: Game, compiled: Iterable[Game], light: set[Game]) -> dict[str, Any]:
    words, here = game.words, tuple(compiled)
    return {
        "id": game.id,
        "title": game.title,
        "author": game.author,
        "year": game.year,
        "players": game.players,
        "summary": words.summary,
        "minutes": list(words.minutes),
        "difficulty": words.difficulty,
        "kind": words.kind,
        "family": family(game),
        "options": declared(game),
        "presets": {name: dict(chosen) for name, chosen in game.presets.items()},
        "lessons": len(steps(type(game))) if here else 0,
        "puzzles": len(shipped(type(game))) if here else 0,
        "seats": [{"name": seat.name, "colour": seat.colour} for seat in game.seats],
        "compiled": [_compiled(one, one in light) for one in here],
        "levels": [
            {"number": level.number, "name": level.name, "seconds": level.seconds}
            for level in LEVELS
        ],
    }


def _compiled(game: Game, light: bool) -> Mapping[str, Any]:
    """The files of a game with its options."""
    told = {"name": file_name(game), "options": dict(game.option)}
    return told | {"light": True} if light else told
