"""The page of a review: the moves that cost most, in words for those without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
from litestar import get, post

from livestone.api.studies import Review
from livestone.api.tables import Table, Thinking
from livestone.errors import LivestoneError
from livestone.languages.words import t
from livestone.server.studies.reviews import Reviews, ReviewsDep
from livestone.server.tables.acts import At, Place
from livestone.server.tables.pages import panel
from livestone.server.tables.pages.game import Notice, number_of
from livestone.server.tables.pages.look import Look, at_rest, look_page
from livestone.server.tables.shapes import TableView
from livestone.server.web.aside import aside
from livestone.server.web.errors import has_own_page, sentence, status_of
from livestone.server.web.rendering import see
from livestone.server.web.shell import compiled

TOLD = 5  # mistakes of each player
SHOWN = 6  # moves of what was better


@get("/games/{id:str}/review")
async def show(at: At, reviews: ReviewsDep) -> Any:
    return await _page(at, reviews)


@post("/games/{id:str}/review")
async def begin(at: At, reviews: ReviewsDep) -> Any:
    try:
        await reviews.begin(at.id, at.owner, at.caller.address)
    except LivestoneError as error:
        if has_own_page(error):
            raise
        return await _page(at, reviews, error)
    return see(f"/games/{at.id}/review")


async def _page(at: Place, reviews: Reviews, error: LivestoneError | None = None) -> Any:
    state, asked = await reviews.state(at.id, at.owner), at.request.query_params.get("ply")
    ply = None if asked is None else number_of("ply", asked)
    shown = await at.tables.page_view(at.id, at.owner, ply)
    here, found = f"/games/{at.id}/review", state.review
    trouble = sentence(error) if error else f"{t(state.trouble)}." if state.trouble else ""
    running = state.status == "running"
    said = t("The engine analyses every move…") if running else _said(shown, found)
    events = f"{here}/events" if running else ""
    return await aside(
        look_page,
        at.request,
        "review.html",
        Look(_reviewed(shown, state), here, said, events=events),
        status_of(error) if error else 200,
        state=state,
        sides=_sides(shown.table, found) if found else [],
        compiled=compiled(shown.game),
        teaching={kind: f"/{kind}/{shown.game.id}" for kind in ("lessons", "puzzles")},
        notice=Notice(trouble, refused=True) if trouble else None,
    )


def _reviewed(shown: TableView, state: Review) -> TableView:
    """The game at rest, with how far the engine is."""
    still = at_rest(shown)
    running = state.status == "running"
    table = msgspec.structs.replace(
        still.table,
        version=1 if running else 2,
        control={**still.table.control, "kind": "none"},
        thinking=Thinking(0, state.done, state.total) if running else None,
    )
    return replace(still, table=table)


def _said(shown: TableView, found: Mapping[str, Any] | None) -> str:
    table = shown.table
    played = next((one for one in (found or {}).get("plies", ()) if one["ply"] == table.ply), None)
    if found is None or played is None:
        return panel.status(shown)
    seat = table.seats[played["mover"]].player
    text = t(
        "Move {ply} of {last}: {player} played {move}.",
        ply=table.ply,
        last=table.last_ply,
        player=seat,
        move=played["move"],
    )
    if played["cost"] and played["better"] != played["move"]:
        cost, better = _cost(found, played), played["better"]
        return f"{text} {t('It cost {cost}; {better} was better.', cost=cost, better=better)}"
    return f"{text} {t('Nothing was better.') if played['choice'] else t('It was forced.')}"


def _sides(table: Table, found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """How each player did, in words, and the moves that cost most, with what was better."""
    plies = {one["ply"]: one for one in found["plies"]}
    return [
        {
            "name": seat.player,
            "who": seat.name,
            "accuracy": "–" if side["accuracy"] is None else f"{side['accuracy']:.0f}",
            "mean": _amount(found, side["mean_cost"]),
            "mistakes": [
                (plies[ply], _cost(found, plies[ply]), " ".join(plies[ply]["line"][:SHOWN]))
                for ply in side["mistakes"][:TOLD]
                if ply in plies
            ],
        }
        for seat, side in zip(table.seats, found["sides"], strict=True)
    ]


def _amount(found: Mapping[str, Any], cost: float) -> str:
    if found["unit"] == "wins":
        return t("{percent} of a win", percent=f"{cost:.0%}")
    return f"{cost:.1f} {t(found['unit'])}"


def _cost(found: Mapping[str, Any], ply: Mapping[str, Any]) -> str:
    amount = _amount(found, ply["cost"])
    return amount if ply["proved"] else t("about {amount}", amount=amount)


handlers = [show, begin]
