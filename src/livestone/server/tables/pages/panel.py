"""The panel beside the board, in words: who plays, what happens, what may be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from livestone.core.phrases import Choice
from livestone.core.view import View, number, prize
from livestone.languages.words import mark, t, tn
from livestone.server.tables.shapes import TableView
from livestone.server.web.errors import capital

FEW = 4  # with so few moves in all, each gets a button beside the named choices


@dataclass(frozen=True)
class Seat:
    name: str
    who: str
    role: str
    colour: str
    score: str
    unit: str
    tally: str
    mover: bool


class Button(NamedTuple):
    """A move that is offered as a button; ``note`` says more about it."""

    move: str
    label: str
    note: str = ""


@dataclass(frozen=True)
class Link:
    """A way on from a page; ``save`` for a file to keep."""

    label: str
    href: str
    save: bool = False


@dataclass(frozen=True)
class Step:
    """A replay button; ``href`` is empty where there is nowhere to go."""

    key: str
    label: str
    shape: str
    href: str


def seats(shown: TableView) -> list[Seat]:
    """Who plays, and how each stands in the position shown."""
    table, view, game = shown.table, shown.view, shown.game
    live = not table.replay
    winners = (table.winners or ()) if live else ()
    mover = table.mover if live and table.status == "running" else None
    tallies = view.tally or ("",) * game.players
    return [
        Seat(
            name=seat.player,
            who=seat.name,
            role=", ".join(
                word
                for word in (seat.player, seat.level_name, t("winner") * (seat.index in winners))
                if word and word != seat.name
            ),
            colour=seat.colour,
            score=str(number(score)) if game.points else "",
            unit=t(game.unit),
            tally=tally,
            mover=seat.index == mover,
        )
        for seat, score, tally in zip(table.seats, view.scores, tallies, strict=True)
    ]


def outcome(view: View) -> str:
    """How a game ended that no table keeps, as a sentence."""
    names = [t(seat.name) for seat in view.game.seats]
    players = f" {t('and')} ".join(names[player] for player in view.winners or ())
    said = capital(t("{players} won", players=players) if players else t("drawn")).rstrip(".")
    said += prize(view.game, view.scores) if players else ""
    points = ", ".join(
        f"{name} {number(score)}" for name, score in zip(names, view.scores, strict=True)
    )
    said = f"{said} ({points})." if view.game.points else f"{said}."
    return f"{said} {t(view.ending)}".strip()


def openings(view: View) -> str:
    """Where the next ply may begin, counted."""
    sites = view.game.board.site
    first = {path[0] for path in view.paths.values()} & sites.keys()
    moving = all(view.game.piece(view.position, sites[name]) for name in first)
    if not first:
        return ""
    if moving and all(len(path) == 1 for path in view.paths.values()):
        return tn("Choose {n} piece.", "Choose one of {n} pieces.", len(first))
    if len(first) == 1:
        only = mark("Only {site} can move.") if moving else mark("Only {site} is open.")
        return t(only, site=next(iter(first)))
    if moving:
        return tn("{n} piece can move.", "{n} pieces can move.", len(first))
    return tn("{n} place is open.", "{n} places are open.", len(first))


def named(view: View) -> dict[str, str]:
    """The moves that are made by a single named choice: move text to token."""
    sites = view.game.board.site
    return {
        move: path[0]
        for move, path in sorted(view.paths.items())
        if len(path) == 1 and path[0] not in sites
    }


def choices(view: View) -> list[Button]:
    """The named choices that may be made now; with few moves in all, the others too."""
    offered = named(view)
    few = offered and len(view.paths) <= FEW
    others = [
        Button(move, t("Play {move}", move=" ".join(path)))
        for move, path in sorted(view.paths.items())
        if few and move not in offered
    ]
    return others + [Button(move, t(_choice(view, token).label)) for move, token in offered.items()]


def choice_note(view: View) -> str:
    notes = [_choice(view, token).note for token in named(view).values()]
    return " ".join(t(note) for note in notes if note) or t("You may also choose:")


def _choice(view: View, token: str) -> Choice:
    return view.game.words.choices.get(token, Choice(token.capitalize()))
