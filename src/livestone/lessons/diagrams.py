"""Reads and checks ``diagrams.txt``: the pictures of a game's rule book."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from livestone.core.game import Game
from livestone.core.scene import scene
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.draw.scene import Scene
from livestone.draw.signs import Sign
from livestone.lessons.conditions import failure
from livestone.lessons.positions import (
    COLOUR,
    PLACE,
    blocks_for,
    game_of,
    play_all,
    signs_of,
    state_of,
)
from livestone.lessons.text_format import Block
from livestone.suggest import instead

FILE = "diagrams.txt"
LOOK = ("marks", "arrows", "after marks", "after arrows", "show", "face", "viewer")
FIELDS = (*PLACE, *LOOK, "play", "caption", "check", "check before", "drawer")
SHOWN = ("targets", "numbers", "last", "no-last")


@dataclass(frozen=True)
class Diagram:
    """A picture in a section of the rule book, or two: before and after a turn.

    ``drawer`` is the caption beside a table, empty where it is not shown there.
    """

    section: str
    title: str
    caption: str
    scenes: tuple[Scene, ...]
    drawer: str


@cache
def diagrams(kind: type[Game]) -> tuple[Diagram, ...]:
    """The diagrams of a game in the order of its file. Raises BadLesson."""
    return tuple(_diagram(block, kind) for block in blocks_for(kind, FILE))


def check_sections(kind: type[Game], sections: Collection[str]) -> None:
    """See that each diagram belongs to a section of the rule book. Raises BadLesson."""
    for block in blocks_for(kind, FILE):
        section = block.title.partition(":")[0].strip()
        if section not in sections:
            raise block.problem(
                f"the rule book has no section {section!r}: {instead(section, sections)}"
            )


def _diagram(block: Block, kind: type[Game]) -> Diagram:
    block.check_names(FIELDS)
    section, colon, title = (part.strip() for part in block.title.partition(":"))
    if not colon or not title:
        raise block.problem(f"[{block.title}] names no section: write [Section: Title]")
    game = game_of(block, kind)
    before = state_of(block, game)
    after = before.copy()
    play_all(block, after, block.words("play"), "play")
    _check(block, before, after)
    scenes = [replace(_scene(block, before), signs=signs_of(block, game))]
    if block.words("play"):
        if not scenes[0].signs:
            scenes[0] = replace(scenes[0], signs=_way(before, after))
        scenes.append(replace(_scene(block, after), signs=signs_of(block, game, "after")))
    caption = block.need("caption")
    return Diagram(section, title, caption, tuple(scenes), block.value("drawer"))


def _check(block: Block, before: State, after: State) -> None:
    """See that what the block says of its positions holds."""
    for name, state in (("check before", before), ("check", after)):
        if why := failure(block.value(name), before, state):
            raise block.problem(why, name)


def _way(before: State, after: State) -> tuple[Sign, ...]:
    """Arrows along the moves that were played between two states, or marks where they are."""
    site, steps = before.game.board.site, after.view().steps[before.ply :]
    paths = [[site[token] for token in path if token in site] for path in steps]
    marks = [Sign(COLOUR, path[0], words="played next") for path in paths if len(path) == 1]
    return (*marks, *(Sign(COLOUR, *pair) for path in paths for pair in pairwise(path)))


def _scene(block: Block, state: State) -> Scene:
    shown = block.words("show")
    for word in shown:
        if word not in SHOWN:
            raise block.problem(f"{word!r} cannot be shown: {instead(word, SHOWN)}", "show")
    view = state.view(_viewer(block, state.game))
    face = block.value("face")
    if face and face not in view.faces:
        raise block.problem(f"the board has no face {face!r} to be seen here", "face")
    found = scene(view, targets="targets" in shown, numbers="numbers" in shown, face=face)
    marked = "no-last" not in shown if state.ply else "last" in shown
    return found if marked else replace(found, last=())


def _viewer(block: Block, game: Game) -> int | None:
    """The player, or the onlooker, who sees the picture; None for everything."""
    name = block.value("viewer").lower()
    names = [seat.name.lower() for seat in game.seats]
    if name in ("", "onlooker"):
        return ONLOOKER if name else None
    if name not in names:
        raise block.problem(f"{name!r} is no player: {instead(name, names)}", "viewer")
    return names.index(name)
