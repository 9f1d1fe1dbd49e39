"""Boards as PNG."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Literal

from livestone.draw import svg
from livestone.draw.scene import Scene
from livestone.errors import BadRequest

FONT = "board.ttf"
WIDEST = 8192


def draw(
    scene: Scene,
    *,
    width: int = 800,
    theme: Literal["light", "dark"] = "light",
    coordinates: bool = True,
) -> bytes:
    """Return a picture as PNG data, ``width`` pixels wide and as high as the board asks for.

    Raises BadRequest for a width that is not 1 to 8192.
    """
    if not 1 <= width <= WIDEST:
        raise BadRequest(f"a picture {width} pixels wide cannot be drawn: choose 1 to {WIDEST}")
    return of_svg(svg.draw(scene, theme=theme, coordinates=coordinates), width)


def of_svg(picture: str, width: int) -> bytes:
    """Return a picture in SVG as PNG data, so many pixels wide."""
    import resvg_py

    with as_file(files(__package__).joinpath(FONT)) as font:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=picture, width=width, skip_system_fonts=True, font_files=[str(font)]
            )
        )
