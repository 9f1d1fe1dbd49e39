"""A position as a table shows it that no table keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from livestone.api.tables import Seat, Table, Turn
from livestone.core.view import View, number
from livestone.languages.words import t
from livestone.server.tables.descriptions import descriptions
from livestone.server.tables.pictures import picture
from livestone.server.tables.shapes import TableView
from livestone.server.tables.time_control import TimeControl


def look_at(
    view: View,
    turns: Sequence[Turn],
    last: int,
    names: Sequence[str],
    *,
    id: str,
    version: int = 1,
    over: bool = True,
    mover: int | None = None,
    winners: tuple[int, ...] = (),
    result: str = "",
    options: str = "",
) -> TableView:
    """A game as onlookers see it that no table keeps, after so many plies as the view has."""
    game = view.game
    view = view.at_rest
    players = zip(game.seats, names or ("–",) * game.players, strict=True)
    control = TimeControl()
    table = Table(
        id=id,
        game=game.id,
        title=game.title,
        options=dict(game.option),
        seats=tuple(
            Seat(
                index,
                t(seat.name),
                seat.colour,
                "person",
                t(name) if name == seat.name else name,
                False,
            )
            for index, (seat, name) in enumerate(players)
        ),
        status="finished" if over else "running" if names else "waiting",
        result=result,
        reason="",
        scores=tuple(number(score) for score in view.scores),
        winners=winners if over else None,
        mover=mover,
        my_turn=False,
        viewer=None,
        ply=len(view.moves),
        last_ply=last,
        version=version,
        created=0.0,
        updated=0.0,
        legal=(),
        paths={},
        cells=None,
        text=view.text,
        turns=tuple(turns),
        control={**control.as_json(), "warn": 0},
        onlooker=True,
        picture=picture(view, view.steps),
        tally=view.tally,
        option_words=options,
        recent=view.turn_start,
    )
    return TableView(table, game, view, control)


def table_answer(shown: TableView, **more: Any) -> dict[str, Any]:
    """The JSON that a script shows of a table."""
    description = descriptions.make(shown.game).address
    return {**msgspec.to_builtins(shown.table), "description": description, **more}
