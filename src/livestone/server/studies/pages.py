"""The page of a study: the board, the tree of moves with its notes, and the forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from markupsafe import Markup

from livestone.api.studies import StudyNode
from livestone.core.options import telling
from livestone.core.scene import scene
from livestone.core.state import State
from livestone.core.view import View
from livestone.draw import svg
from livestone.draw.signs import Sign
from livestone.errors import BadRequest, Conflict, GameOver, LivestoneError, NotFound, TooMany
from livestone.languages.words import t
from livestone.server.engine.processes import Reported
from livestone.server.studies import tree_view as study_tree
from livestone.server.studies.analysis import Analyses
from livestone.server.studies.annotations import FORMS, GLYPHS, MOST_LETTERS, MOST_TITLE, mark_words
from livestone.server.studies.service import VISIBILITIES, Studies, StudiesDep, Study
from livestone.server.studies.tree import ROOT
from livestone.server.tables.pages import panel
from livestone.server.tables.pages.game import Notice, number_of
from livestone.server.tables.pages.look import look_at, table_answer
from livestone.server.tables.shapes import TableView
from livestone.server.web.aside import aside
from livestone.server.web.errors import has_own_page, sentence, status_of
from livestone.server.web.forms import fields_of
from livestone.server.web.identity import AnyRequest, Caller, CallerDep
from livestone.server.web.rendering import (
    PART,
    address_of,
    attachment,
    based,
    block,
    in_script,
    page,
    see,
    told,
)
from livestone.server.web.shell import compiled

Id = FromPath[str]
SECONDS = 3.0  # that the engine thinks while a page waits for it


@get("/studies/{id:str}")
async def show(request: AnyRequest, id: Id, studies: StudiesDep, caller: CallerDep) -> Any:
    """A study at ``?node=N``; ``?face=back`` turns the board, ``?engine=yes`` asks the engine."""
    node = number_of("node", request.query_params.get("node", "0"))
    return await study_page(request, await studies.read(id, caller), studies, caller, node)


async def _opinion(
    request: AnyRequest, study: Study, caller: Caller, node: int
) -> tuple[str, Reported | None]:
    """Why the engine may not be asked or does not answer, and what it has found if it was."""
    analyses: Analyses = request.app.state.analyses
    try:
        if request.query_params.get("engine") != "yes":
            await analyses.check(study, node, caller)
            return "", None
        found = await analyses.answer(study, node, caller, SECONDS)
    except GameOver:
        return "", None
    except (Conflict, TooMany) as error:
        return sentence(error), None
    silent = t("The engine does not answer at the moment: try again in a minute.")
    return silent if found is None else "", found


@get("/studies/{id:str}/files/{form:str}")
async def file(
    request: AnyRequest, id: Id, form: FromPath[str], studies: StudiesDep, caller: CallerDep
) -> Response[str]:
    """A file: the line through ``?node=N`` as a record (txt, json), or the whole study (study)."""
    study = await studies.read(id, caller)
    asked = request.query_params.get("node")
    node = None if asked is None else number_of("node", asked)
    if form not in ("txt", "json", "study"):
        raise NotFound(
            t("there is no file {form}: choose txt, json or study", form=repr(form[:20]))
        )
    name = "study.json" if form == "study" else f"line.{form}"
    return attachment(await aside(_file, study, form, node), f"{study.game.id}-{name}")


def _file(study: Study, form: str, node: int | None) -> str:
    if form == "study":
        return json.dumps(study.as_file(), indent=1)
    record = study.record(node)
    return record.as_text() if form == "txt" else json.dumps(record.as_json(), indent=1)


@post("/studies/{id:str}/{action:str}")
async def act(
    request: AnyRequest, id: Id, action: FromPath[str], studies: StudiesDep, caller: CallerDep
) -> Any:
    form = await fields_of(request)
    try:
        return see(await _act(studies, caller, id, action, form))
    except LivestoneError as error:
        if has_own_page(error):
            raise
        study, notice = await studies.read(id, caller), Notice(sentence(error), refused=True)
        node = number_of("node", form.get("node", "0"))
        node = node if node in study.tree.nodes else ROOT
        return await study_page(request, study, studies, caller, node, notice, status_of(error))


async def _act(
    studies: Studies, caller: Caller, id: str, action: str, form: Mapping[str, str]
) -> str:
    node, at, more = number_of("node", form.get("node", "0")), f"/studies/{id}", ""
    if action == "play":
        moves = form.get("line", "").split() or [form.get("move", "").strip()]
        if moves == [""]:
            raise BadRequest("no move was given: type one, or choose it on the board")
        _, end = await studies.play(id, caller, node, moves)
        # A whole line is shown from its beginning.
        return f"{at}?node={node if len(moves) > 1 else end}"
    if action == "copy":
        made = await studies.copy(id, caller)
        return f"/studies/{made.row.id}?node={node}"
    if action == "delete":
        await studies.delete(id, caller)
        return "/studies"
    if action not in ("note", "mark", "promote", "prune", "settings"):
        raise NotFound(
            t("there is nothing called {action} to do with a study", action=repr(action[:20]))
        )
    study = await studies.own(id, caller, number_of("version", form.get("version", "")))
    if action == "note":
        glyph = form.get("glyph", "") if node != ROOT else None
        await studies.note(study, node, form.get("comment", ""), glyph)
    elif action == "mark" and form.get("all"):
        await studies.note(study, node, marks=[])
    elif action == "mark":
        given = {name: form.get(name, "").strip() for name in ("colour", "at", "to")}
        await studies.mark(study, node, given)
        more = f"&colour={given['colour']}"
    elif action == "promote":
        wholly = form.get("wholly") == "yes"
        await studies.keep(study, study.tree.promoted(node, wholly=wholly))
    elif action == "prune":
        await studies.keep(study, study.tree.without(node))
        node = study.tree.node(node).parent
    else:
        await studies.settle(study, form.get("title", ""), form.get("visibility"))
    return f"{at}?node={node}{more}"


async def study_page(
    request: AnyRequest,
    study: Study,
    studies: Studies,
    caller: Caller,
    id: int,
    notice: Notice | None = None,
    code: int = 200,
) -> Any:
    study.tree.node(id)  # refuse what is not there
    state = await studies.at(study, id)
    why_not, found = await _opinion(request, study, caller, id)
    return await aside(
        _study_page, request, study, caller, id, state, notice, code, why_not=why_not, found=found
    )


def _study_page(
    request: AnyRequest,
    study: Study,
    caller: Caller,
    id: int,
    state: State,
    notice: Notice | None,
    code: int,
    *,
    why_not: str,
    found: Reported | None,
) -> Any:
    node, at, game = study.tree.node(id), f"/studies/{study.row.id}", study.game
    view = state.view()
    face, colour = (request.query_params.get(name, "") for name in ("face", "colour"))
    seen = view if study.mine else view.at_rest
    shown = _shown(study, id, seen)
    values: dict[str, Any] = {
        "study": study,
        "game": game,
        "node": node,
        "at": at,
        "over": view.over,
        "rows": list(study_tree.rows(study.tree)),
        "steps": study_tree.steps(study.tree, at, id),
        "branch": not study.tree.is_main(id),
        "glyphs": GLYPHS,
        "forms": FORMS,
        "colour": colour if colour in FORMS else next(iter(FORMS)),
        "marks": [mark_words(mark) for mark in node.marks],
        "most_letters": MOST_LETTERS,
        "most_title": MOST_TITLE,
        "visibilities": VISIBILITIES,
        "registered": caller.person is not None,
        "link": address_of(request, f"studies/{study.row.id}"),
        "why_not": why_not,
        "found": found,
    }
    answer = table_answer(
        shown,
        node=id,
        played=None if id == ROOT else node.mover,
        glyph=node.glyph,
        signs=node.marks,
        heading=study.row.title,
        opening=study.row.opening,
        moves=study.tree.moves(id),
        why_not=why_not,
    )
    if request.headers.get(PART) == "table":
        beside = based(request, block("study.html", "beside", **values))
        return told(request, {**answer, "beside": beside, "notice": notice}, code)
    return page(
        request,
        "study.html",
        code,
        title=study.row.title,
        **values,
        snapshot=in_script(answer),
        description=answer["description"],
        compiled=compiled(game),
        options=shown.table.option_words,
        picture=_picture(seen, node, face),
        faces=_faces(view, f"{at}?node={id}", face),
        legal=seen.legal,
        choices=panel.choices(seen),
        choice_note=panel.choice_note(seen),
        seats=panel.seats(shown),
        said=_said(node, seen),
        notice=notice,
    )


def _shown(study: Study, id: int, view: View) -> TableView:
    """The position at a node as a table shows it: who may change the study plays every side."""
    game, ply = study.game, len(view.moves)
    names = [player.name for player in study.players]
    options = ", ".join(filter(None, [study.row.title, telling(game.options, game.option, t)]))
    state: dict[str, Any] = {"over": view.over, "mover": view.mover, "winners": view.winners or ()}
    shown = look_at(view, (), ply, names, id=study.row.id, options=options, **state)
    table = msgspec.structs.replace(
        shown.table,
        version=study.row.version,
        seats=tuple(msgspec.structs.replace(seat, is_me=True) for seat in shown.table.seats),
        my_turn=bool(view.legal),
        legal=view.legal,
        paths=dict(view.paths),
        prompt=view.prompt,
    )
    return replace(shown, table=table)


def _picture(view: View, node: StudyNode, face: str) -> Markup:
    shown = scene(view, face=face)
    site = view.game.board.site
    signs = tuple(
        Sign(mark.colour, site[mark.at], site[mark.to] if mark.to else None, mark_words(mark))
        for mark in node.marks
    )
    if face not in view.faces:
        shown = replace(shown, signs=signs)
    return Markup(svg.draw(shown, standalone=False, interactive=True))


def _faces(view: View, at: str, shown: str) -> list[panel.Link]:
    if shown in view.faces:
        return [panel.Link(t("Turn back to the front"), at)]
    return [
        panel.Link(t("Turn over to the {face}", face=t(name)), f"{at}&face={name}")
        for name in view.faces
    ]


def _said(node: StudyNode, view: View) -> str:
    game = view.game
    if node.id == ROOT:
        parts = [t("The start.")]
    else:
        called = f", {t(GLYPHS[node.glyph])}" if node.glyph else ""
        player = t(game.seats[node.mover].name)
        parts = [t("{player} played {moves}.", player=player, moves=f"{node.move}{called}")]
    if view.over:
        parts.append(panel.outcome(view))
    else:
        parts.append(t("{player} to move.", player=t(game.seats[view.mover or 0].name)))
        parts.append(t(view.prompt) if view.prompt else panel.openings(view))
    return " ".join(part for part in parts if part)


handlers = [show, file, act]
