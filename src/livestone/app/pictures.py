"""Pictures for the site: boards in the middle of a game, and icons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from livestone.core.game import Game
from livestone.draw import png, style, svg
from livestone.lessons.pictures import middle

ICONS = (192, 512)
# How much of a masked icon may be cut off on each side, and what is drawn there.
MARGIN, GROUND = 6, "#2b5d49"
PREVIEW = 800


def board(game: Game) -> bytes:
    """A game's picture for a gallery, as SVG."""
    return svg.draw(middle(game), coordinates=False).encode()


def preview(game: Game) -> bytes:
    """The picture that is shown where a page links to the site, as PNG."""
    return png.draw(middle(game), width=PREVIEW, coordinates=False)


def icons() -> dict[str, Callable[[], bytes]]:
    """How icons of several sizes, one of them for masks, are made as PNG, by their names."""
    icons: dict[str, Callable[[], bytes]] = {"icon-mask-512.png": partial(_icon, _masked, 512)}
    for size in ICONS:
        icons[f"icon-{size}.png"] = partial(_icon, style.logo, size)
    return icons


def _icon(drawing: Callable[[], str], size: int) -> bytes:
    return png.of_svg(drawing(), size)


def _masked() -> str:
    """The logo with ground all around."""
    inner = style.logo().replace("<svg ", f'<svg x="{MARGIN}" y="{MARGIN}" width="32" height="32" ')
    side = 32 + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
        f'<rect width="{side}" height="{side}" fill="{GROUND}"/>{inner}</svg>'
    )
