"""What one viewer may see of a state: safe to show, store or send to that viewer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from livestone.boards import Course
from livestone.core import text as position_text
from livestone.core.game import ONLOOKER as ONLOOKER
from livestone.core.game import Game, Position
from livestone.core.options import Value
from livestone.core.runtime import runtime
from livestone.core.wording import Face

if TYPE_CHECKING:
    from livestone.core.state import State
    from livestone.draw.scene import Scene

# What the other players read where a player made a secret choice.
SECRET = "chosen"


class Told(NamedTuple):
    """What a viewer is told of a ply: its text, and the tokens of its path that they may know."""

    text: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """What one viewer may see of a state: safe to show, store or send to that viewer.

    ``legal`` and ``paths`` are empty for players not to move. ``told`` is what may be known of each
    ply played: ``moves`` are the texts, and ``steps`` the paths, empty where the viewer may not
    know them; the last turn's begin at ``turn_start``.
    Once the game is over nothing is hidden. ``prompt`` says what the viewer is asked to do, where
    that is not simply to move; ``ending`` says why the game is over, where the points do not.
    ``marked`` are sites to mark instead of those that the rules mark.
    """

    game: Game
    viewer: int | None
    position: Position
    ply: int
    mover: int | None
    over: bool
    scores: tuple[float, ...]
    winners: tuple[int, ...] | None
    told: tuple[Told, ...]
    turn_start: int
    legal: tuple[str, ...]
    paths: dict[str, tuple[str, ...]]
    tally: tuple[str, ...]
    prompt: str
    ending: str
    marked: tuple[int, ...] | None = None

    @classmethod
    def of(cls, state: State, viewer: int | None) -> View:
        """Make the view of ``viewer``: a player's index, ONLOOKER, or None for everything."""
        run, game, over = state._runtime, state.game, state.over
        game.check_viewer(viewer)
        position = state.position.copy()
        if viewer is not None and not over:
            position = run.observed(position, viewer)
        blind = position.tobytes() != state.position.tobytes()
        may_move = viewer is None or viewer == state.mover
        paths = {run.texts[move]: path for move, path in (state.paths if may_move else {}).items()}
        hides = blind and game.points and not over
        scores = run.scores(position) if hides else state.scores
        return cls(
            game=game,
            viewer=viewer,
            position=position,
            ply=state.ply,
            mover=state.mover,
            over=over,
            scores=scores,
            winners=state.winners,
            told=_told(state, position, viewer) if blind else tuple(state._told),
            turn_start=_turn_start(state),
            legal=tuple(sorted(paths)),
            paths=paths,
            tally=game.wording.tally(position),
            prompt=game.wording.question(position) if paths else "",
            ending=game.wording.ending(position, state.winners or (), state.repeated)
            if over
            else "",
        )

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The texts of the plies played."""
        return tuple(told.text for told in self.told)

    @cached_property
    def steps(self) -> tuple[tuple[str, ...], ...]:
        """The paths of the plies played."""
        return tuple(told.path for told in self.told)

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """The sites whose pieces deserve a mark in pictures (live stones)."""
        return runtime(self.game).marks(self.position) if self.marked is None else self.marked

    @property
    def courses(self) -> tuple[Course, ...]:
        """The lines drawn over the pieces."""
        return self.game.wording.courses(self.position)

    @property
    def faces(self) -> Mapping[str, Face]:
        """The other faces of the board that may be looked at now, by name."""
        return self.game.wording.faces(self.position)

    @cached_property
    def at_rest(self) -> View:
        """The same for an onlooker: without what may be done."""
        seen = replace(self, legal=(), paths={}, prompt="")
        # They take time, and are the same.
        vars(seen).update(codes=self.codes, cells=self.cells, text=self.text, marks=self.marks)
        return seen

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """The number of the piece on each site, 0 for none."""
        return tuple(self.game.wording.codes(self.position))

    @cached_property
    def cells(self) -> dict[str, str]:
        """Piece names by site name, empty sites left out."""
        pieces, names = self.game.pieces, self.game.board.names
        standing = zip(names, self.codes, strict=True)
        return {name: pieces[code - 1].name for name, code in standing if code}

    @cached_property
    def text(self) -> str:
        """The seen position as text."""
        return position_text.write(self.game, self.position, self.codes)

    def picture(self) -> Scene:
        """Return the picture of the view."""
        from livestone.core.scene import scene

        return scene(self)

    def as_json(self) -> dict[str, object]:
        """Return the view as the JSON object that scripts rely on."""
        options: dict[str, Value] = dict(self.game.option)
        return {
            "game": self.game.id,
            "options": options,
            "ply": self.ply,
            "mover": self.mover,
            "players": [seat.name for seat in self.game.seats],
            "legal": list(self.legal),
            "over": self.over,
            "scores": [number(score) for score in self.scores],
            "winners": None if self.winners is None else list(self.winners),
            "cells": self.cells,
            "tally": list(self.tally),
            "text": self.text,
        }


def _told(state: State, position: Position, viewer: int | None) -> tuple[Told, ...]:
    """What ``viewer`` may know of the plies played, by what they see of the ``position`` now."""
    known: dict[int, str] = {}
    found = []
    for played, told in zip(state._played, state._told, strict=True):
        move = played.move
        if played.secret and played.player != viewer:
            told = Told(SECRET, ())
        else:
            text = known.get(move)
            if text is None:
                text = known[move] = state.game.wording.known(position, move)
            if text != told.text:
                sites = state.game.board.site
                told = Told(text, tuple(token for token in told.path if token in sites))
        found.append(told)
    return tuple(found)


def _turn_start(state: State) -> int:
    """How many plies were played before the turn of the last one began."""
    played = state._played
    start = len(played)
    while start and played[start - 1].turn == played[-1].turn:
        start -= 1
    return start


def number(score: float) -> int | float:
    """A score as people write it: whole numbers without a point."""
    return int(score) if score == int(score) else score


def prize(game: Game, scores: tuple[float, ...]) -> str:
    """What a win brought, `` 2 points``, where that may be more than one; else nothing."""
    best = max(scores)
    if game.stake == 1 or best <= 0:
        return ""
    return f" {number(best)} {'point' if best == 1 else 'points'}"
