"""From what a viewer may see to what a picture shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from livestone.boards import Piece
from livestone.core.view import View, number, prize
from livestone.draw.scene import Scene


def scene(
    view: View, *, targets: bool = True, numbers: bool = False, face: str | None = None
) -> Scene:
    """Return the picture of a view.

    ``targets`` shows the sites the next ply may begin with, ``numbers`` the ply at which each
    piece came to where it stands. ``face`` turns the board over to another of its faces, where
    the game lets that be seen (``view.faces``); else the picture is the usual one.
    """
    turned = view.faces.get(face or "")
    board, standing, courses = turned or (view.game.board, None, view.courses)
    pieces = _pieces(view, standing)
    first = {path[0] for path in view.paths.values()} if targets else set()
    return Scene(
        board=board,
        pieces=pieces,
        courses=courses,
        marked=frozenset(view.marks),
        last=_last(view),
        targets=frozenset(board.site[token] for token in first if token in board.site),
        numbers=arrivals(view) if numbers else {},
        title=", ".join([view.game.title, *([face] if face and turned else []), status(view)]),
        description=_described(view, pieces),
        mark=view.game.words.mark,
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
    return {at: ply for at, ply in found.items() if view.game.wording.piece(view.position, at)}


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
    result = f"{winner} won{prize(view.game, view.scores)}" if winner else "drawn"
    return f"{result} ({points})" if view.game.points else result


def description(view: View) -> str:
    """The whole position in words, for a screen reader."""
    return _described(view, _pieces(view))


def _described(view: View, pieces: Mapping[int, Piece]) -> str:
    names = view.game.board.names
    places: dict[str, list[str]] = {}
    for site, piece in pieces.items():
        places.setdefault(piece.name, []).append(names[site])
    standing = [f"{len(sites)} {piece}: {', '.join(sites)}." for piece, sites in places.items()]
    result = status(view)
    parts = [f"{result[0].upper()}{result[1:]}."]
    told = zip(view.game.seats, view.tally, strict=False)
    parts += [f"{seat.name}: {tally}." for seat, tally in told]
    if view.moves:
        parts.append(f"Last move {' '.join(view.moves[view.turn_start :])}.")
    parts += standing or ["The board is empty."]
    if view.marks:
        parts.append(
            f"{view.game.words.mark.capitalize()}: {', '.join(names[at] for at in view.marks)}."
        )
    return " ".join(parts)


def _pieces(view: View, standing: Sequence[Piece | None] | None = None) -> dict[int, Piece]:
    """What stands where: as given, or as the game says."""
    seen = enumerate(standing or view.game.wording.standing(view.position))
    return {site: piece for site, piece in seen if piece is not None}


def _last(view: View) -> tuple[int, ...]:
    """The sites of the last turn, or where the position itself says the last piece was placed."""
    site, wall = view.game.board.site, view.game.board.wall
    if view.steps:
        tokens = [token for path in view.steps[view.turn_start :] for token in path]
        return tuple(dict.fromkeys(site[token] for token in tokens if token in site))
    if "last" in view.game.site_fields and int(view.position.last) < wall:
        return (int(view.position.last),)
    return ()
