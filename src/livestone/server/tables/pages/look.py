"""The page of a game that is only looked at: one that is watched, a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from livestone.api.tables import Seat, Table, Turn
from livestone.core.view import View, number
from livestone.languages.words import t
from livestone.server.tables.descriptions import descriptions
from livestone.server.tables.pages import panel
from livestone.server.tables.pages.game import board_values, number_of
from livestone.server.tables.pictures import picture
from livestone.server.tables.shapes import TableView
from livestone.server.tables.table import check_within
from livestone.server.tables.time_control import TimeControl
from livestone.server.web.identity import AnyRequest
from livestone.server.web.rendering import PART, block, html, in_script, page, table_board, told


@dataclass(frozen=True)
class Look:
    """What is looked at on the page ``at``; ``told`` is how a referee says that it ended.

    The page hears of changes from ``events``, and goes on with the game that is at ``newest``. A
    ``numbered`` board shows plies on its pieces; a game that ``plays`` does so by itself.
    """

    shown: TableView
    at: str
    told: str = ""
    events: str = ""
    newest: str = ""
    numbered: bool = False
    plays: bool = False


def ply_asked(request: AnyRequest, last: int) -> int:
    """The ply in the address of a game of so many plies. Raises BadRequest."""
    ply = number_of("ply", request.query_params.get("ply", str(last)))
    check_within(ply, last)
    return ply


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


def said_of(shown: TableView, told: str = "") -> str:
    """The sentence beside a game that is only looked at; ``told`` is how a referee ended it."""
    table = shown.table
    live = table.ply == table.last_ply
    if table.status == "waiting":
        return t("Waiting for the first game.")
    if live and table.status == "running":
        waits = t("The last stone is placed; waiting for the result.")
        return waits if table.mover is None else panel.status(shown)
    if live and told:
        return told
    played = next(
        (ply for turn in table.turns for ply in turn.plies if ply.number == table.ply), None
    )
    words = [t("The opening position.")]
    if played is not None:
        where = {"ply": played.number, "last": table.last_ply, "move": played.text}
        words = [t("Move {ply} of {last}: {move}.", **where), played.comment or ""]
    ended = panel.result(table) if live else ""
    return " ".join(word for word in (*words, ended) if word)


def look_page(request: AnyRequest, template: str, look: Look, **more: Any) -> Any:
    """The page, or for its script the JSON of the table, or what stands beside it."""
    shown, at = look.shown, look.at
    table, view, game = shown.table, shown.view, shown.game
    said = said_of(shown, look.told)
    part = request.headers.get(PART)
    answer = table_answer(shown, told=look.told, numbered=look.numbered)
    if part == "table":
        return told(request, answer)
    values = {"look": look, "table": table, **more}
    if part == "beside":
        return html(request, block(template, "beside", **values, game=game, at=at))
    face = request.query_params.get("face", "")
    return page(
        request,
        template,
        title=f"{said} {game.title}",
        **values,
        **board_values(shown, at, face, comments=True),
        said=said,
        snapshot="" if table.replay else in_script(answer),
        picture=table_board(view, face, numbers=look.numbered),
    )
