"""A study: the board, the tree beside it, what is written there, and its forms."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath
from markupsafe import Markup

from livestone.core.options import telling
from livestone.core.scene import scene, status
from livestone.core.state import View
from livestone.draw import svg
from livestone.draw.signs import Sign
from livestone.errors import (
    BadRequest,
    Conflict,
    GameOver,
    LivestoneError,
    NotAllowed,
    NotFound,
    TooMany,
)
from livestone.server.studies import tree_view as study_tree
from livestone.server.studies.analysis import Analysts
from livestone.server.studies.annotations import FORMS, GLYPHS, MOST_LETTERS, MOST_TITLE
from livestone.server.studies.service import VISIBILITIES, GivenStudies, Studies, Study
from livestone.server.studies.tree import ROOT, Node
from livestone.server.tables.pages import panel
from livestone.server.tables.pages.game import Notice, address_of, number_of
from livestone.server.web.error_pages import sentence
from livestone.server.web.errors import status_of
from livestone.server.web.forms import fields_of
from livestone.server.web.identity import Caller, GivenCaller, origin_of
from livestone.server.web.rendering import page, see

Asking = Request[Any, Any, Any]
SECONDS = 3.0  # that the engine thinks while a page waits for it


@get("/studies/{id:str}")
async def show(
    request: Asking, id: FromPath[str], studies: GivenStudies, caller: GivenCaller
) -> Any:
    """A study after the move ``?node=N``; ``?face=back`` turns the board over.

    ``?engine=yes`` asks the engine, for browsers that block scripts.
    """
    node = number_of("node", request.query_params.get("node", "0"))
    return await study_page(request, await studies.read(id, caller), studies, caller, node)


@dataclass(frozen=True)
class Opinion:
    """What the engine says on a page: why it may not, or its ``lines`` and the ``work`` done."""

    why_not: str = ""
    asked: bool = False
    lines: tuple[Mapping[str, Any], ...] = ()
    work: str = ""


async def _opinion(request: Asking, study: Study, caller: Caller, node: int) -> Opinion:
    analysts: Analysts = request.app.state.analysts
    asked = request.query_params.get("engine") == "yes"
    try:
        if not asked:
            await analysts.check(study, node, caller)
            return Opinion()
        address = origin_of(request).address
        found = await analysts.answer(study, node, caller, address, SECONDS)
    except GameOver:
        return Opinion()
    except (Conflict, TooMany) as error:
        return Opinion(sentence(error))
    if found is None:
        return Opinion("The engine does not answer now: ask again in a minute.")
    return Opinion("", True, tuple(found["lines"]), found["work"])


@get("/studies/{id:str}/files/{form:str}")
async def file(
    request: Asking,
    id: FromPath[str],
    form: FromPath[str],
    studies: GivenStudies,
    caller: GivenCaller,
) -> Response[str]:
    """A study to keep: its line through ``?node=N`` as a record (txt, json), or all (study)."""
    study = await studies.read(id, caller)
    asked = request.query_params.get("node")
    node = None if asked is None else number_of("node", asked)
    if form == "study":
        text = json.dumps(study.as_file(), indent=1)
    elif form in ("txt", "json"):
        record = studies.record(study, node)
        text = record.as_text() if form == "txt" else json.dumps(record.as_json(), indent=1)
    else:
        raise NotFound(f"there is no file {form[:20]!r}: choose txt, json or study")
    name = "study.json" if form == "study" else f"line.{form}"
    return Response(
        text,
        media_type="text/plain" if form == "txt" else "application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{study.game.id}-{name}"',
            "Cache-Control": "no-store",
        },
    )


@dataclass(frozen=True)
class Asked:
    """A form that somebody sent from a study."""

    studies: Studies
    id: str
    caller: Caller
    form: Mapping[str, str]
    address: str

    @property
    def node(self) -> int:
        """Where he was. Raises BadRequest."""
        return number_of("node", self.form.get("node", "0"))

    @property
    def version(self) -> int:
        """The study as he saw it. Raises BadRequest."""
        return number_of("version", self.form.get("version", ""))

    def at(self, node: int, more: str = "") -> str:
        """The address of a node."""
        return f"/studies/{self.id}?node={node}{more}"


# Does what was asked and returns the address to go on to; what it raises is shown on the page.
Action = Callable[[Asked], Awaitable[str]]


async def play(asked: Asked) -> str:
    """Play a move, or the moves of a line."""
    move = asked.form.get("move", "").strip()
    moves = asked.form.get("line", "").split() or [move]
    if moves == [""]:
        raise BadRequest("no move was given: type one, or choose it on the board")
    _, node = await asked.studies.play(asked.id, asked.caller, asked.node, moves)
    # A whole line is there to be looked at from its beginning.
    return asked.at(asked.node if len(moves) > 1 else node)


async def note(asked: Asked) -> str:
    """Write a comment and a sign beside a move."""
    form, node = asked.form, asked.node
    glyph = form.get("glyph", "") if node != ROOT else None
    comment = form.get("comment", "")
    await asked.studies.note(asked.id, asked.caller, asked.version, node, comment, glyph)
    return asked.at(node)


async def mark(asked: Asked) -> str:
    """Draw a mark, or take it away; or take all away."""
    form, node = asked.form, asked.node
    if form.get("all"):
        await asked.studies.note(asked.id, asked.caller, asked.version, node, marks=[])
        return asked.at(node)
    given = {name: form.get(name, "").strip() for name in ("colour", "at", "to")}
    await asked.studies.mark(asked.id, asked.caller, asked.version, node, given)
    return asked.at(node, f"&colour={given['colour']}")


async def promote(asked: Asked) -> str:
    """Put a variation before its main line, or make it the main line."""
    wholly, node = asked.form.get("wholly") == "yes", asked.node
    await asked.studies.promote(asked.id, asked.caller, asked.version, node, wholly=wholly)
    return asked.at(node)


async def prune(asked: Asked) -> str:
    """Delete a move and everything after it."""
    _, node = await asked.studies.prune(asked.id, asked.caller, asked.version, asked.node)
    return asked.at(node)


async def settle(asked: Asked) -> str:
    """Change the title and who sees it."""
    title, visibility = asked.form.get("title", ""), asked.form.get("visibility")
    await asked.studies.settle(asked.id, asked.caller, asked.version, title, visibility)
    return asked.at(asked.node)


async def copy(asked: Asked) -> str:
    """Make a study of one's own out of it."""
    made = await asked.studies.copy(asked.id, asked.caller, asked.address)
    return f"/studies/{made.id}?node={asked.node}"


async def delete(asked: Asked) -> str:
    """Forget it."""
    await asked.studies.delete(asked.id, asked.caller)
    return "/studies"


ACTIONS: dict[str, Action] = {
    "play": play,
    "note": note,
    "mark": mark,
    "promote": promote,
    "prune": prune,
    "settings": settle,
    "copy": copy,
    "delete": delete,
}


@post("/studies/{id:str}/{action:str}")
async def act(
    request: Asking,
    id: FromPath[str],
    action: FromPath[str],
    studies: GivenStudies,
    caller: GivenCaller,
) -> Any:
    """Do what a form asks, or show the study as it is and why nothing was done."""
    if action not in ACTIONS:
        raise NotFound(f"there is nothing called {action[:20]!r} to do with a study")
    form = await fields_of(request)
    asked = Asked(studies, id, caller, form, origin_of(request).address)
    try:
        return see(await ACTIONS[action](asked))
    except LivestoneError as error:
        elsewhere = isinstance(error, NotAllowed) and not isinstance(error, Conflict)
        if elsewhere or isinstance(error, NotFound):
            raise
        study, notice = await studies.read(id, caller), Notice(sentence(error), refused=True)
        node = asked.node if asked.node in study.tree.nodes else ROOT
        return await study_page(request, study, studies, caller, node, notice, status_of(error))


async def study_page(
    request: Asking,
    study: Study,
    studies: Studies,
    caller: Caller,
    id: int,
    notice: Notice | None = None,
    code: int = 200,
) -> Any:
    """The page of a study at a node, with a notice where there is something to say."""
    node, at, game = study.tree.node(id), f"/studies/{study.id}", study.game
    view = (await studies.at(study, id)).view()
    face, colour = (request.query_params.get(name, "") for name in ("face", "colour"))
    shown = view if study.mine else replace(view, legal=(), paths={}, prompt="")
    return page(
        request,
        "study.html",
        code,
        title=study.row.title,
        study=study,
        game=game,
        node=node,
        at=at,
        options=telling(game.options, game.option),
        picture=_picture(shown, node, face),
        faces=_faces(view, f"{at}?node={id}", face),
        paths=json.dumps(shown.paths, separators=(",", ":")),
        labels=json.dumps(panel.labels(game), separators=(",", ":")),
        legal=shown.legal,
        mover=game.seats[view.mover or 0].colour,
        choices=panel.choices(shown),
        choice_note=panel.choice_note(shown),
        seats=panel.seats_of(view, study.players, view.mover),
        said=_said(node, shown),
        over=view.over,
        rows=study_tree.rows(study.tree, game, at, id),
        steps=study_tree.steps(study.tree, at, id),
        branch=id != ROOT and not study.tree.is_main(id),
        glyphs=GLYPHS,
        forms=FORMS,
        colour=colour if colour in FORMS else next(iter(FORMS)),
        marks=[mark.words for mark in node.marks],
        most_letters=MOST_LETTERS,
        most_title=MOST_TITLE,
        visibilities=_visibilities(caller),
        link=address_of(request, f"studies/{study.id}"),
        notice=notice,
        opinion=await _opinion(request, study, caller, id),
    )


def _picture(view: View, node: Node, face: str) -> Markup:
    """The board to play on, with the marks of a node where its usual face is shown."""
    shown = scene(view, face=face)
    site = view.game.board.site
    signs = [
        Sign(mark.colour, site[mark.at], site[mark.to] if mark.to else None, mark.words)
        for mark in node.marks
    ]
    if face not in view.faces:
        shown = replace(shown, signs=tuple(signs))
    return Markup(svg.draw(shown, standalone=False, interactive=True))


def _faces(view: View, at: str, shown: str) -> list[panel.Link]:
    """Where the board may be turned to."""
    if shown in view.faces:
        return [panel.Link("Turn back to the front", at)]
    return [panel.Link(f"Turn over to the {name}", f"{at}&face={name}") for name in view.faces]


def _said(node: Node, view: View) -> str:
    """Which move is shown, and what comes next, in words."""
    game = view.game
    if node.id == ROOT:
        parts = ["The start."]
    else:
        called = f", {GLYPHS[node.glyph]}" if node.glyph else ""
        parts = [f"{game.seats[node.mover].name} played {node.move}{called}."]
    if view.over:
        words = status(view)
        parts.append(f"{words[0].upper()}{words[1:]}.")
    else:
        parts.append(f"{game.seats[view.mover or 0].name} to move.")
        parts.append(view.prompt or panel.openings(view))
    return " ".join(part for part in parts if part)


def _visibilities(caller: Caller) -> list[tuple[str, str]]:
    """Who may see a study, as far as its maker may choose."""
    known = caller.person is not None
    return [(name, words) for name, words in VISIBILITIES.items() if known or name != "listed"]


handlers = [show, file, act]
