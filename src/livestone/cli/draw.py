"""``livestone draw``: a position as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from livestone.cli.common import (
    From,
    GameId,
    Moves,
    Options,
    Viewer,
    check_file,
    flag,
    make_state,
    make_view,
    read_game,
    whole_number,
)
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.view import View
    from livestone.draw.scene import Scene

ENDINGS = (".svg", ".png", ".txt")

Out = Annotated[
    Path | None,
    Parameter(help="The file to write: .svg, .png or .txt; SVG on the screen otherwise."),
]
Numbers = Annotated[bool, flag("Write on each piece the ply it came with.")]
ThemeName = Annotated[
    Literal["auto", "light", "dark"],
    Parameter(help="auto follows the viewer's system; a PNG is then light."),
]
Width = Annotated[int, whole_number("The width of a PNG in pixels.")]
FaceName = Annotated[
    str | None, Parameter(help="Turn the board over to this face, such as 'back'.")
]
Plain = Annotated[bool, flag("Draw with characters instead.")]


def draw(
    game: GameId,
    /,
    *,
    option: Options = (),
    moves: Moves = "",
    from_: From = None,
    viewer: Viewer = None,
    out: Out = None,
    numbers: Numbers = False,
    face: FaceName = None,
    theme: ThemeName = "auto",
    width: Width = 800,
    plain: Plain = False,
) -> None:
    """Draw a position as a picture."""
    from livestone.core.scene import scene

    ending = _ending(out, plain)
    state = make_state(read_game(game, option), moves.split(), from_)
    view = make_view(state, viewer)
    picture = scene(view, numbers=numbers, face=_face(view, face))
    if out is not None and ending == ".png":
        from livestone.draw import png

        shade: Literal["light", "dark"] = "dark" if theme == "dark" else "light"
        out.write_bytes(png.draw(picture, theme=shade, width=width))
        return
    text = _text(picture, out is not None) if ending == ".txt" else _svg(picture, theme)
    if out is None:
        print(text)
    else:
        out.write_text(f"{text}\n", "utf-8")


def _ending(out: Path | None, plain: bool) -> str:
    """What kind of picture is wanted, as a file ending. Raises BadRequest."""
    if out is None:
        return ".txt" if plain else ".svg"
    check_file(out, "picture file", *ENDINGS)
    ending = out.suffix.lower()
    if plain and ending != ".txt":
        raise BadRequest(f"--plain draws with characters: {str(out)!r} should end with .txt")
    return ending


def _face(view: View, face: str | None) -> str | None:
    """The face that is wanted, where it may be seen. Raises BadRequest."""
    if face is None or face in view.faces:
        return face
    offered = ", ".join(view.faces) or "it has no other to look at now"
    raise BadRequest(f"{face!r} is no face of this board to turn to: {offered}")


def _svg(picture: Scene, theme: Literal["auto", "light", "dark"]) -> str:
    from livestone.draw import svg

    return svg.draw(picture, theme=theme)


def _text(picture: Scene, unicode: bool) -> str:
    from livestone.draw import plain

    unicode = unicode or (sys.stdout.encoding or "ascii").lower().startswith("utf")
    return f"{picture.title}\n\n{plain.draw(picture, unicode=unicode)}"
