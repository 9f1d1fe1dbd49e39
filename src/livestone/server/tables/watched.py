"""A game that no table keeps, as a table shows it to those who watch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from livestone.api.tables import Clock, Ply, Seat
from livestone.api.tournaments import FreeplayTable
from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import ONLOOKER, View, number
from livestone.languages.words import t
from livestone.play.time_control import TimeControl
from livestone.server.tables.descriptions import descriptions
from livestone.server.tables.move_list import turns_of
from livestone.server.tables.presenter import picture
from livestone.server.tables.table import check_within


@dataclass(frozen=True)
class Watched:
    """A game as it stands: who plays (by seat), the moves, and once it is over, its ``result``.

    The rules count ``scores`` and ``marks`` (sites) unless the referee of the game has told
    others. ``notes`` are what programs printed and drew by ply, ``seconds`` how long each took.
    """

    game: Game
    names: tuple[str, ...]
    moves: tuple[str, ...] = ()
    result: str = ""
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None
    marks: tuple[int, ...] | None = None
    notes: tuple[str, ...] = ()
    seconds: tuple[float | None, ...] = ()
    clock: Clock | None = None


def watched_table(
    watched: Watched,
    id: str,
    ply: int | None = None,
    version: int = 1,
    standing: str = "",
    tournament: str | None = None,
) -> FreeplayTable:
    """The game after so many plies, as onlookers see it; all of it once it is over.

    ``standing`` says how it stands altogether, ``tournament`` is the id of the one that the game
    belongs to. Raises BadRequest for a ply there has not been.
    """
    state = State(watched.game)
    for move in watched.moves:
        state.play(move)
    last, viewer = state.ply, None if watched.result else ONLOOKER
    at = last if ply is None else ply
    check_within(at, last)
    present = state.view(viewer)
    turns = tuple(turns_of(state, _plies(present, watched)))
    while state.ply > at:
        state.undo()
    view = state.view(viewer).at_rest
    if at == last:  # by the referee's word
        marked = view.marked if watched.marks is None else watched.marks
        scores = view.scores if watched.scores is None else watched.scores
        view = replace(view, marked=marked, scores=scores)
    over, control = bool(watched.result), TimeControl()
    return FreeplayTable(
        id=id,
        game=watched.game.id,
        title=watched.game.title,
        options=dict(watched.game.option),
        seats=_seats(watched),
        status="finished" if over else "running" if watched.names else "waiting",
        result=watched.result,
        reason="",
        scores=tuple(number(score) for score in view.scores),
        winners=watched.winners if over else None,
        mover=present.mover if watched.names and not over else None,
        my_turn=False,
        viewer=None,
        ply=at,
        last_ply=last,
        version=version,
        created=0.0,
        updated=0.0,
        legal=(),
        paths={},
        cells=None,
        text=view.text,
        turns=turns,
        control=control.shown(),
        clock=watched.clock,
        onlooker=True,
        picture=picture(view, view.steps),
        tally=view.tally,
        option_words=standing,
        recent=view.turn_start,
        tournament=tournament,
        description=descriptions.make(watched.game).address,
    )


def _seats(watched: Watched) -> tuple[Seat, ...]:
    seats = watched.game.seats
    people = zip(seats, watched.names or ("–",) * len(seats), strict=True)
    return tuple(
        Seat(
            index,
            t(seat.name),
            seat.colour,
            "person",
            t(name) if name == seat.name else name,
            False,
        )
        for index, (seat, name) in enumerate(people)
    )


def _plies(present: View, watched: Watched) -> Iterator[Ply]:
    notes, seconds = watched.notes, watched.seconds
    for at, move in enumerate(present.moves):
        took = seconds[at] if at < len(seconds) else None
        yield Ply(at + 1, move, took, note=notes[at] if at < len(notes) else "")
