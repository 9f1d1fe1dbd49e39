"""Boards as PNG."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Literal

from livestone.draw import svg
from livestone.draw.scene import Pictured, Scene
from livestone.extras import needed_for
from livestone.ranges import check_whole

FONT = "board.ttf"
WIDEST = 8192


def draw(
    drawn: Scene | Pictured,
    *,
    width: int = 800,
    theme: Literal["light", "dark"] = "light",
    coordinates: bool = True,
) -> bytes:
    """Return a picture as PNG data, ``width`` pixels wide and as high as the board asks for.

    It shows what :func:`livestone.draw.svg.draw` shows. Raises BadRequest or ExtraMissing.
    """
    return of_svg(svg.draw(drawn, theme=theme, coordinates=coordinates), width)


def of_svg(picture: str, width: int) -> bytes:
    """Return a picture in SVG as PNG data, so many pixels wide.

    Raises BadRequest or ExtraMissing.
    """
    check_whole("width", width, 1, WIDEST)
    with needed_for("a PNG picture"):
        import resvg_py

    with as_file(files(__package__).joinpath(FONT)) as font:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=picture, width=width, skip_system_fonts=True, font_files=[str(font)]
            )
        )
