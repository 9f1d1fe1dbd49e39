"""A host that knows only the manifest draws the pictures that Python draws."""

from __future__ import annotations

import json
from dataclasses import replace
from html import escape
from itertools import chain
from typing import Any

import pytest
import tests.games

from livestone.core.game import Game
from livestone.core.scene import scene
from livestone.draw import svg
from livestone.draw.scene import Scene
from livestone.games import catalogue, data_file, load
from livestone.portable.description import description
from livestone.records.record import Record

GAMES = [kind for kind in catalogue().values() if data_file(kind, "sample.txt").is_file()]


def from_manifest(told: dict[str, Any], board: dict[str, Any], shown: Scene, named: bool) -> str:
    """The picture of a scene, from the manifest's board and shapes alone."""
    drawing = board["drawing"]
    left, top, width, height = box = drawing["box" if named else "plain_box"]
    frame = (
        f'<rect class="frame" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" '
        'rx="16"/>'
    )
    sites = "".join(
        f'<g class="site" data-site="{escape(board["names"][site])}" '
        f'transform="translate({drawing["places"][site][0]:g} {drawing["places"][site][1]:g})">'
        f"{content(told, drawing, shown, site)}</g>"
        for site in chain(*board["rows"])
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" '
        f'viewBox="{" ".join(f"{length:g}" for length in box)}" role="img">'
        f"<title>{escape(shown.title)}</title><desc>{escape(shown.description)}</desc>"
        f"{frame}{drawing['ground']}{drawing['coordinates'] if named else ''}{sites}</svg>"
    )


def content(told: dict[str, Any], drawing: dict[str, Any], shown: Scene, site: int) -> str:
    """What is drawn on a site."""
    corners = drawing["corners"]
    corner = corners[site if len(corners) > 1 else 0]
    last = f'<path class="last" d="{corner}"/>' if site in shown.last else ""
    if site not in shown.pieces:
        return last
    piece = shown.pieces[site]
    form, text = told["shapes"][piece.shape], ""
    if piece.mark:
        size = form["room"] * 1.35
        text = (
            f'<text y="{short(form["middle"] + 0.36 * size)}" font-size="{short(size)}" '
            f'text-anchor="middle">{escape(piece.mark)}</text>'
        )
    if site in shown.marked:
        radius, width = (form["rim"], 5) if text else (form["mark"], 8)
        text += f'<circle class="mark" cy="{form["middle"]}" r="{radius}" stroke-width="{width}"/>'
    turn = ' transform="rotate(180)"' if piece.turned else ""
    body = f'<g class="piece {piece.colour} {piece.shape}"{turn}>{form["svg"]}{text}</g>'
    return body + last if form["fills"] else last + body


def short(length: float) -> str:
    return f"{round(length, 1):g}"


@pytest.mark.parametrize("named", [True, False], ids=["named", "plain"])
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
def test_a_manifest_draws_what_python_draws(kind: type[Game], named: bool) -> None:
    state = Record.read(data_file(kind, "sample.txt").read_text(encoding="utf-8")).replay()
    told = json.loads(json.dumps(description(state.game)))
    while state.ply > 20:
        state.undo()
    view = state.view(None)
    for face in (None, *view.faces):
        shown = replace(scene(view, targets=False, face=face), courses=())
        board = told["faces"][face] if face else told["board"]
        drawn = svg.draw(shown, standalone=False, coordinates=named)
        assert drawn == from_manifest(told, board, shown, named)


@pytest.mark.parametrize(
    ("game", "sides"),
    [
        (load("trangalla"), ["bottom", "top"]),
        (load("fort_chitral"), ["top", "bottom"]),
        (load("koerier"), ["", ""]),  # Couriers begin opposite their Guards
        (load("freedom"), ["", ""]),
        (tests.games.Shuttle(), ["", ""]),  # a board of one row
    ],
    ids=lambda value: getattr(value, "id", None),
)
def test_a_manifest_says_on_which_side_a_player_begins(game: Game, sides: list[str]) -> None:
    assert description(game)["sides"] == sides
