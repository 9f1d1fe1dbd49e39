"""Pictures for the site: boards in the middle of a game, and icons."""

from __future__ import annotations

from livestone.core.game import Game
from livestone.core.scene import scene
from livestone.core.state import ONLOOKER, State
from livestone.draw import png, style, svg
from livestone.draw.scene import Scene
from livestone.records.samples import sample

ICONS = (192, 512)
# How much of a masked icon may be cut off on each side, and what is drawn there.
MARGIN, GROUND = 6, "#2b5d49"
PREVIEW = 800


def middle(game: Game) -> Scene:
    """A board in the middle of the sample game; without one, after the first of all moves."""
    record = sample(game.id)
    state = record.replay() if record else State(game)
    for _ in range(state.ply // 2):
        state.undo()
    steps = 0 if record else len(game.board) // 2
    for _ in range(steps):
        if not state.over:
            state.play(state.legal_texts[0])
    return scene(state.view(ONLOOKER), targets=False)


def board(game: Game) -> bytes:
    """A game's picture for a gallery, as SVG."""
    return svg.draw(middle(game), coordinates=False).encode()


def preview(game: Game) -> bytes:
    """The picture that is shown where somebody links to the site, as PNG."""
    return png.draw(middle(game), width=PREVIEW, coordinates=False)


def icons() -> dict[str, bytes]:
    """Icons of several sizes, one of them for masks, as PNG."""
    found = {f"icon-{size}.png": png.of_svg(style.logo(), size) for size in ICONS}
    return found | {"icon-mask-512.png": png.of_svg(_masked(), 512)}


def _masked() -> str:
    """The logo with ground all around."""
    inner = style.logo().replace("<svg ", f'<svg x="{MARGIN}" y="{MARGIN}" width="32" height="32" ')
    side = 32 + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">'
        f'<rect width="{side}" height="{side}" fill="{GROUND}"/>{inner}</svg>'
    )
