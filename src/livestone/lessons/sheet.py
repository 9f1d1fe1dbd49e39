"""Makes a game's printable sheet: its rules with their diagrams, the board, and pieces, as a PDF.

What is said and drawn is gathered here; ``sheet.typ`` says how it looks, and Typst sets it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import as_file, files
from types import ModuleType
from typing import Any

from livestone import draw
from livestone.core.game import Game
from livestone.core.scene import scene
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.draw import png, svg
from livestone.draw.ground import CELL, MARGIN, ground
from livestone.draw.scene import Scene
from livestone.extras import needed_for
from livestone.lessons.diagrams import Diagram, check_sections, diagrams
from livestone.lessons.loose_pieces import loose_pieces, sheets_of_pieces
from livestone.lessons.markup import parts, runs
from livestone.lessons.option_words import chosen, others, usual
from livestone.lessons.pictures import middle, told
from livestone.lessons.rule_book import FOLDED, GOAL, OPTIONS, rule_book

# The room for a board on A4 held upright, in millimetres, and how many sheets are kept.
WIDE, HIGH, KEPT = 190.0, 266.0, 64
FITTING = 0.94  # of a cell: a piece's square
CUTTING = "Cut along the lines, or play with stones, coins and buttons."
FOLDING = "Cut out each pair of squares, and fold it in the middle: they are a piece's two faces."


@lru_cache(maxsize=KEPT)
def sheet(game: Game) -> bytes:
    """Return the sheet as a PDF, the same bytes each time.

    Raises ExtraMissing where Typst is not installed, and BadLesson.
    """
    typst = typesetter()
    given = json.dumps(_contents(game), ensure_ascii=False)
    template = files(__package__).joinpath("sheet.typ").read_bytes()
    compiler = typst.Compiler(template, font_paths=_fonts(), sys_inputs={"sheet": given})
    return bytes(compiler.compile(format="pdf"))


def typesetter() -> ModuleType:
    """Return Typst. Raises ExtraMissing where it is not installed."""
    with needed_for("a printable sheet"):
        import typst
    return typst


@cache
def _fonts() -> Any:
    """The fonts that Typst brings, and that of the boards; the system's differ."""
    with as_file(files(draw).joinpath(png.FONT)) as font:
        return typesetter().Fonts(include_system_fonts=False, font_paths=[str(font.parent)])


def _contents(game: Game) -> dict[str, Any]:
    """Everything that stands on a sheet."""
    kind, book = type(game), rule_book(type(game))
    check_sections(kind, book)
    board = _largest(game)
    folding = bool(game.other_faces)
    return {
        "title": game.title,
        "facts": _facts(game),
        "chosen": _chosen(game),
        "goal": runs(" ".join(book.get(GOAL, game.words.summary).split())),
        "figures": [*_opening(game), *_figures(kind, GOAL)],
        "sections": [
            {"heading": heading, "parts": _parts(text), "figures": [*_figures(kind, heading)]}
            for heading, text in book.items()
            if heading not in (GOAL, *FOLDED)
        ],
        "options": [[option.label, usual(option), others(option)] for option in game.options],
        "folded": [
            [name, _parts(book[name])] for name in FOLDED if name in book and name != OPTIONS
        ],
        "board": board,
        "pieces": [*_pieces(game, board["scale"])],
        "cutting": FOLDING if folding else CUTTING,
    }


def _facts(game: Game) -> str:
    low, high = game.words.minutes
    time = f", {low} to {high} minutes" if high else ""
    return f"{game.author}, {game.year}. {game.players} players{time}."


def _chosen(game: Game) -> str:
    """The options that differ from the usual ones."""
    changed = [one for one in game.options if game.option[one.name] != one.default]
    return ", ".join(chosen(option, game.option[option.name]) for option in changed)


def _opening(game: Game) -> Iterator[dict[str, Any]]:
    """The start, where pieces stand on the board then; else a board in the middle of a game."""
    start = scene(State(game).view(ONLOOKER), targets=False)
    if start.pieces:
        yield _figure(Diagram(GOAL, "The start", "", (start,), ""))
    elif not any(one.section == GOAL for one in diagrams(type(game))):
        shown = middle(type(game)())
        yield _figure(Diagram(GOAL, "In the middle of a game", "", (shown,), ""))


def _figures(kind: type[Game], section: str) -> Iterator[dict[str, Any]]:
    return (_figure(one) for one in diagrams(kind) if one.section == section)


def _figure(diagram: Diagram) -> dict[str, Any]:
    drawn = [_picture(shown) for shown in diagram.scenes]
    return {"title": diagram.title, "caption": diagram.caption, "pictures": drawn}


def _picture(shown: Scene, *, coordinates: bool = True) -> dict[str, Any]:
    return {
        "svg": svg.draw(shown, theme="print", coordinates=coordinates),
        "alt": told(shown),
    }


def _parts(text: str) -> list[dict[str, Any]]:
    return [
        {
            "kind": part.kind,
            "text": part.text,
            "words": runs(part.text),
            "terms": [[runs(name), runs(meaning)] for name, meaning in part.terms],
        }
        for part in parts(text)
    ]


def _largest(game: Game) -> dict[str, Any]:
    """The empty board as large as a page lets it be; ``scale`` is the width of a cell."""
    shown = Scene(game.board, title=game.title, description=f"The board of {game.title}.")
    _, _, width, height = ground(game.board, coordinates=True).view_box
    upright, across = (
        min(wide / width, high / height) for wide, high in ((WIDE, HIGH), (HIGH + 8, WIDE - 8))
    )
    scale = max(upright, across)
    size = {"width": scale * width, "scale": scale * CELL, "flipped": across > upright}
    return {**_picture(shown), **size}


def _pieces(game: Game, cell: float) -> Iterator[dict[str, Any]]:
    """Pages of pieces that fit the cells of the printed board."""
    square, edge = FITTING * cell, 2 * MARGIN / CELL
    columns, rows = (max(1, int(room / square - edge)) for room in (WIDE, HIGH))
    for shown in sheets_of_pieces(loose_pieces(game), columns, rows):
        width = ground(shown.board, coordinates=False).view_box[2]
        drawn = _picture(replace(shown, description="Pieces."), coordinates=False)
        yield {**drawn, "width": width / CELL * square}
