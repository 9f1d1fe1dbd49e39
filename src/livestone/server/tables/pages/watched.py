"""The page of a game that a person watches: as far as it has come, or as it was earlier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from livestone.api.tables import Turn
from livestone.core.game import Game
from livestone.core.state import ONLOOKER, State, View, number
from livestone.errors import BadRequest
from livestone.server.tables.pages import panel
from livestone.server.tables.pages.game import number_of
from livestone.server.tables.pages.move_list import move_list
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import page, table_board


@dataclass(frozen=True)
class Watched:
    """A game as it stands: who plays (by seat), the moves, and once it is over, its ``result``.

    The rules count ``scores`` and ``marks`` (sites) unless the referee of the game has told
    others. ``notes`` say more about moves, one a ply.
    """

    game: Game
    names: tuple[str, ...]
    moves: tuple[str, ...] = ()
    result: str = ""
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None
    marks: tuple[int, ...] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    number: int
    who: str
    state: str
    shown: bool
    running: bool


@dataclass(frozen=True)
class Link:
    """A way on from the page; ``save`` for a file to keep."""

    label: str
    href: str
    save: bool = False


def watched_page(
    request: AnyRequest,
    watched: Watched,
    at: str,
    *,
    version: int,
    events: str,
    waiting: str = "",
    standing: str = "",
    rows: Sequence[Row] = (),
    left_out: int = 0,
    links: Sequence[Link] = (),
    record: str = "",
) -> Any:
    """The page ``at`` of a game, after ``?ply=N`` or now. Raises BadRequest.

    It follows ``events`` and knows what happened up to ``version``; ``waiting`` is said before
    there is a game, ``standing`` how it stands altogether. ``rows`` list the other games, but for
    those ``left_out``. A game of which there
    is a ``record`` can be analysed.
    """
    state = _replayed(watched)
    last = state.ply
    ply = number_of("ply", request.query_params.get("ply", str(last)))
    if ply > last:
        raise BadRequest(f"there is no ply {ply}: this game has plies 0 to {last}")
    moves = panel.move_rows(state.game.players, _turns(state, watched), comments=True)
    while state.ply > ply:
        state.undo()
    view = _view(state, watched, ended=ply == last)
    face = request.query_params.get("face", "")
    seats = _seats(view, watched, live=ply == last)
    return page(
        request,
        "watch.html",
        title=_title(watched, seats),
        game=watched.game,
        at=at,
        ply=ply,
        last=last,
        version=version,
        events=events,
        running=not watched.result,
        seats=seats,
        said=waiting or _said(view, watched, ply, last),
        news="" if waiting else _news(view, watched),
        picture=table_board(view, face, numbers=True),
        faces=panel.faces(view, at, ply if ply < last else None, face),
        moves=move_list(at, ply, moves),
        steps=panel.steps(at, ply, last, face if face in view.faces else ""),
        standing=standing,
        rows=rows,
        left_out=left_out,
        links=links,
        record=record,
    )


def _replayed(watched: Watched) -> State:
    state = State(watched.game)
    for move in watched.moves:
        state.play(move)
    return state


def _view(state: State, watched: Watched, ended: bool) -> View:
    """What is seen; the referee's word goes for the newest position."""
    view = replace(state.view(_viewer(watched)), legal=(), paths={})
    if ended and watched.marks is not None:
        view = replace(view, marked=watched.marks)
    if ended and watched.scores is not None:
        view = replace(view, scores=watched.scores)
    return view


def _viewer(watched: Watched) -> int | None:
    """Whose eyes a watcher has: an onlooker's until the game is over."""
    return None if watched.result else ONLOOKER


def _turns(state: State, watched: Watched) -> list[Turn]:
    return panel.turns_of(state, state.view(_viewer(watched)).moves, watched.notes)


def _seats(view: View, watched: Watched, live: bool) -> list[panel.Seat]:
    game = view.game
    roles = [
        ", ".join([seat.name, *["winner"] * (live and index in watched.winners)])
        for index, seat in enumerate(game.seats)
    ]
    moving = live and not watched.result and watched.names
    names = watched.names or ("–",) * game.players
    unit = "" if watched.scores is None else "points"
    return panel.seat_lines(view, names, roles, view.mover if moving else None, unit)


def _title(watched: Watched, seats: Sequence[panel.Seat]) -> str:
    if not watched.names:
        return watched.game.title
    return " – ".join(f"{seat.who} {seat.score}".strip() for seat in seats)


def _said(view: View, watched: Watched, ply: int, last: int) -> str:
    if ply < last:
        return f"Move {ply} of {last}: {_move(view, watched)}." if ply else "The opening position."
    if watched.result:
        return watched.result if watched.result.endswith((".", "!", "?")) else f"{watched.result}."
    if view.mover is None:
        return "The last stone is placed; waiting for the result."
    return f"{view.game.seats[view.mover].name} to move: {watched.names[view.mover]}."


def _move(view: View, watched: Watched) -> str:
    at = len(view.moves)
    return " ".join([view.moves[-1], *[note for note in watched.notes[at - 1 : at] if note]])


def _news(view: View, watched: Watched) -> str:
    parts = []
    if view.moves:
        parts.append(f"Move {len(view.moves)}: {_move(view, watched)}.")
    if view.game.points:
        named = zip(watched.names, view.scores, strict=True)
        parts.append(f"{', '.join(f'{name} {number(score)}' for name, score in named)}.")
    return " ".join(parts)
