"""What a manifest says of a game to people: its board, pieces, seats, options and all its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from livestone.boards import Board, Piece
from livestone.core.game import Game, Seat
from livestone.core.options import Option, Value
from livestone.core.state import State
from livestone.draw.ground import drawing
from livestone.draw.paths import number
from livestone.draw.shapes import shape


def description(game: Game) -> dict[str, Any]:
    """Return everything about a game that its compiled functions do not say, as a JSON object."""
    words = game.words
    return {
        **shown(game),
        "author": game.author,
        "year": game.year,
        "summary": words.summary,
        "phrases": words.say.texts,
        "forms": words.say.forms,
        "declared": declared(game),
        "presets": {name: dict(chosen) for name, chosen in game.presets.items()},
        "site_fields": list(game.site_fields),
        "symmetries": [list(symmetry) for symmetry in game.symmetries],
        "board": _board(game.board),
        "faces": {name: _board(board) for name, board in game.other_faces.items()},
        "line_points": [list(point) for point in game.line_points],
    }


def shown(game: Game) -> dict[str, Any]:
    """Return what a table needs that shows a game and knows no rules; quick to make."""
    words = game.words
    return {
        "title": game.title,
        "points": game.points,
        "unit": game.unit,
        "stake": game.stake,
        "mark": words.mark,
        "private": game.private,
        "seats": [asdict(seat) for seat in game.seats],
        "sides": _sides(game),
        "pieces": [asdict(piece) for piece in game.pieces],
        "shapes": {piece.shape: _shape(piece) for piece in game.pieces},
        "choices": [{"token": token, **asdict(choice)} for token, choice in words.choices.items()],
        "board": _shown_board(game.board),
        "faces": {name: _shown_board(board) for name, board in game.other_faces.items()},
    }


def _sides(game: Game) -> list[str]:
    """Which half of the board all pieces of each of two players begin in: ``top``, ``bottom``.

    Both are empty where one player's pieces begin in both halves, or there are none.
    """
    heights = [y for _, y in game.board.centres]
    middle = (min(heights) + max(heights)) / 2
    standing = game.wording.standing(State(game).position)
    sides = []
    for seat in game.seats:
        own = [y for y, piece in zip(heights, standing, strict=True) if _is_of(seat, piece)]
        lowest, highest = min(own, default=middle), max(own, default=middle)
        sides.append("top" if lowest > middle else "bottom" if highest < middle else "")
    return sides if set(sides) == {"top", "bottom"} and game.players == 2 else [""] * game.players


def _is_of(seat: Seat, piece: Piece | None) -> bool:
    return piece is not None and piece.colour == seat.colour


def _shape(piece: Piece) -> dict[str, Any]:
    """How pieces of a shape are drawn; the characters for plain text are left out."""
    form = asdict(shape(piece))
    return {name: form[name] for name in ("noun", "svg", "middle", "room", "mark", "rim", "fills")}


def declared(game: Game) -> list[dict[str, Any]]:
    """Return the options of a game and the values they may have."""
    return [_option(option) for option in game.options]


def _option(option: Option) -> dict[str, Any]:
    labels: Mapping[Value, str] = option.value_labels
    return {
        "name": option.name,
        "label": option.label,
        "default": option.default,
        "values": [{"value": value, "label": labels.get(value, "")} for value in option.values],
    }


def _board(board: Board) -> dict[str, Any]:
    """Sites, their places and neighbours, and all that is drawn; lengths in cell widths."""
    return {
        **_shown_board(board),
        "kind": board.kind,
        "neighbours": board.neighbours[:-1].tolist(),
        "outlines": [[_rounded(point) for point in outline] for outline in board.outlines],
        "strokes": [[_rounded(one), _rounded(other)] for one, other in board.strokes],
        "labels": [asdict(label) for label in board.labels],
        "courses": [asdict(course) for course in board.courses],
        "point": board.point,
    }


def _shown_board(board: Board) -> dict[str, Any]:
    return {
        "names": list(board.names),
        "centres": [_rounded(point) for point in board.centres],
        "rows": [list(row) for row in board.rows],
        "zones": [{"name": name, **asdict(zone)} for name, zone in board.zones.items()],
        "drawing": _drawing(board),
    }


def _drawing(board: Board) -> dict[str, Any]:
    """The parts of the board's picture, in hundredths of the distance between near sites."""
    drawn = drawing(board)
    return {
        "box": [_tenth(length) for length in drawn.box],
        "plain_box": [_tenth(length) for length in drawn.plain_box],
        "ground": drawn.ground,
        "coordinates": drawn.coordinates,
        "places": [[_tenth(x), _tenth(y)] for x, y in drawn.places],
        "areas": _each(drawn.areas),
        "corners": _each(drawn.corners),
    }


def _each(paths: tuple[str, ...]) -> list[str]:
    """A path for each site, or one where all are the same."""
    return list(paths[:1] if len(set(paths)) == 1 else paths)


def _tenth(length: float) -> float:
    """A length with as many digits as pictures have."""
    return float(number(length))


def _rounded(point: tuple[float, float]) -> list[float]:
    return [round(coordinate, 9) for coordinate in point]
