"""From what a viewer may see to what a picture shows."""

from __future__ import annotations

from livestone.core.state import View, number
from livestone.draw.scene import Scene


def scene(view: View, *, targets: bool = True, numbers: bool = False) -> Scene:
    """Return the picture of a view.

    ``targets`` shows the sites the next ply may begin with, ``numbers`` the ply at which each
    piece came to where it stands.
    """
    game, board = view.game, view.game.board
    pieces = {site: game.piece(view.position, site) for site in range(len(board))}
    last = view.steps[-1] if view.steps else ()
    first = {path[0] for path in view.paths.values()} if targets else set()
    return Scene(
        board=board,
        pieces={site: piece for site, piece in pieces.items() if piece is not None},
        marked=frozenset(view.marks),
        last=tuple(board.site[token] for token in last if token in board.site),
        targets=frozenset(board.site[token] for token in first if token in board.site),
        numbers=arrivals(view) if numbers else {},
        title=f"{game.title}, {status(view)}",
        description=description(view),
    )


def arrivals(view: View) -> dict[int, int]:
    """The ply (from 1) at which each piece came to its site, as far as the viewer knows."""
    site = view.game.board.site
    found: dict[int, int] = {}
    for ply, path in enumerate(view.steps, 1):
        sites = [site[token] for token in path if token in site]
        for left in sites[:-1]:
            found.pop(left, None)
        if sites:
            found[sites[-1]] = ply
    return {at: ply for at, ply in found.items() if view.game.piece(view.position, at)}


def status(view: View) -> str:
    """Whose move it is or how the game ended, with the points where a game counts them."""
    names = [seat.name for seat in view.game.seats]
    points = ", ".join(
        f"{name} {number(score)}" for name, score in zip(names, view.scores, strict=True)
    )
    if view.winners is None:
        mover = names[view.mover or 0]
        return f"{mover} to move ({points})" if view.game.points else f"{mover} to move"
    winner = " and ".join(names[player] for player in view.winners)
    result = f"{winner} won" if winner else "drawn"
    return f"{result} ({points})" if view.game.points else result


def description(view: View) -> str:
    """The whole position in words, for a screen reader."""
    places: dict[str, list[str]] = {}
    for site, piece in view.cells.items():
        places.setdefault(piece, []).append(site)
    standing = [f"{piece}: {', '.join(sites)}" for piece, sites in places.items()]
    marked = [view.game.board.names[site] for site in view.marks]
    last = [f"Last move {view.moves[-1]}."] if view.moves else []
    live = [f"Marked: {', '.join(marked)}."] if marked else []
    pieces = ". ".join(standing) or "the board is empty"
    return " ".join([f"{status(view)}.", *last, f"{pieces}.", *live])
