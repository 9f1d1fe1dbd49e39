"""The page of a game that a person watches: as far as it has come, or as it was earlier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.server.tables.pages import panel
from livestone.server.tables.pages.look import Look, look_at, look_page, ply_asked
from livestone.server.tables.pages.panel import Link
from livestone.server.tables.shapes import TableView
from livestone.server.web.identity import AnyRequest


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


def watched_page(
    request: AnyRequest,
    watched: Watched,
    at: str,
    *,
    version: int,
    events: str,
    newest: str = "",
    standing: str = "",
    rows: Sequence[Row] = (),
    left_out: int = 0,
    links: Sequence[Link] = (),
    record: str = "",
) -> Any:
    """The page ``at`` of a game, after ``?ply=N`` or now. Raises BadRequest.

    It follows ``events`` and knows what happened up to ``version``; ``newest`` is where the newest
    game is, if the page is to go on with that. ``standing`` is how it stands altogether. ``rows``
    list the other games, but for those ``left_out``. A game of which there is a ``record`` can be
    analysed.
    """
    last = len(watched.moves)
    ply = ply_asked(request, last)
    shown = watched_table(watched, at, ply, version, standing)
    told = watched.result
    told = told if not told or told.endswith((".", "!", "?")) else f"{told}."
    look = Look(shown, at, told=told, events=events, newest=newest, numbered=True)
    return look_page(
        request,
        "watch.html",
        look,
        rows=rows,
        left_out=left_out,
        links=links,
        record=record,
    )


def watched_table(
    watched: Watched, id: str, ply: int, version: int = 1, standing: str = ""
) -> TableView:
    """The game after so many plies, as onlookers see it; all of it once it is over."""
    state = State(watched.game)
    for move in watched.moves:
        state.play(move)
    last, viewer = state.ply, None if watched.result else ONLOOKER
    present = state.view(viewer)
    turns, mover = panel.noted_turns(state, present.moves, watched.notes), present.mover
    while state.ply > ply:
        state.undo()
    view = state.view(viewer)
    if ply == last:  # by the referee's word
        marked = view.marked if watched.marks is None else watched.marks
        scores = view.scores if watched.scores is None else watched.scores
        view = replace(view, marked=marked, scores=scores)
    return look_at(
        view,
        turns,
        last,
        watched.names,
        id=id,
        version=version,
        over=bool(watched.result),
        mover=mover if watched.names and not watched.result else None,
        winners=watched.winners,
        options=standing,
    )
