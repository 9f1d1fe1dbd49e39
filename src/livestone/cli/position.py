"""``livestone position``: a position, its legal moves and scores, one at a time or in a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from livestone.cli.common import (
    AsJson,
    From,
    GameId,
    Moves,
    Options,
    Viewer,
    flag,
    make_state,
    make_view,
    print_json,
    read_game,
)
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.view import View

Batch = Annotated[
    bool, flag("Read one JSON object a line (game, options, moves, from, viewer), answer each.")
]


def position(
    game: GameId | None = None,
    /,
    *,
    option: Options = (),
    moves: Moves = "",
    from_: From = None,
    viewer: Viewer = None,
    json: AsJson = False,
    batch: Batch = False,
) -> None:
    """Show a position and its legal moves."""
    if batch:
        if game is not None or option or moves or from_ is not None or viewer is not None:
            raise BadRequest("--batch reads everything else from its input lines")
        from livestone.cli.batch import answer_all

        answer_all()
        return
    if game is None:
        raise BadRequest("which game? Give its id, as 'livestone games' lists it")
    state = make_state(read_game(game, option), moves.split(), from_)
    view = make_view(state, viewer)
    if json:
        print_json(view.as_json())
    else:
        show(view)


def show(view: View) -> None:
    """Print a position for people: the board, who is to move, the points and the moves."""
    from livestone.cli.words import board

    print(board(view))
    if view.legal:
        print(f"Legal moves ({len(view.legal)}): {' '.join(view.legal)}")
    print(f"Position: {view.text}")
