"""Opening books: positions searched beforehand, found again in any mirror.

A book is a file of JSON lines: one that says what it was made for and how, then one a position,
with its text and what each of its best moves leads to: how far player 0 is expected to win, in
points, or where the game counts none, the share of the win above a half. ``searched`` is what the
search of that position said, ``backed`` the same seen from the ends of the book's own lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from livestone.copying import Independent
from livestone.core.chance import draw, seed_of
from livestone.core.game import Game
from livestone.core.random import seeded
from livestone.core.state import State
from livestone.core.symmetry import canonical, inverse, mirrored
from livestone.errors import BadRequest
from livestone.games import data_file
from livestone.ranges import check_number, check_whole
from livestone.search.report import Line, Report, check_game

FORMAT, VERSION = "livestone-book", 1
# Moves this much worse than the best are as good to a player of the book, in points or parts.
EQUAL_POINTS, EQUAL_SHARE = 0.05, 0.005


@dataclass(frozen=True)
class Plan:
    """How a book is made: the nodes for a position, how many of its moves are followed, how far.

    Moves that lose more than ``margin`` (points, or parts of a win) are not followed, and no line
    goes past ``plies``.
    """

    nodes: int
    lines: int = 4
    margin: float = 1.0
    plies: int = 16

    def __post_init__(self) -> None:
        check_whole("nodes", self.nodes, 1)
        check_whole("lines", self.lines, 1)
        check_number("margin", self.margin, 0)
        check_whole("plies", self.plies, 1)


@dataclass
class Entry(Independent):
    """A position in the book: its ply, its mover, and its moves' values, searched and backed up."""

    ply: int
    mover: int
    searched: dict[str, float]
    backed: dict[str, float] = field(default_factory=dict)

    @property
    def values(self) -> Mapping[str, float]:
        """What is known best of each move."""
        return self.backed or self.searched

    @property
    def best(self) -> float:
        """What the position is worth: the value of its mover's best move."""
        return (max if self.mover == 0 else min)(self.values.values())

    @property
    def ranked(self) -> list[str]:
        """The moves, best first."""
        return sorted(self.values, key=lambda move: (self.loss(move), move))

    def loss(self, move: str) -> float:
        """How much worse a move is than the best, for its player."""
        return abs(self.best - self.values[move])


@dataclass
class Book(Independent):
    """A game's positions by their texts (the least of all their mirrors' texts)."""

    game: Game
    plan: Plan
    entries: dict[str, Entry] = field(default_factory=dict)

    def moves(self, state: State) -> dict[int, float]:
        """Return the moves the book knows at a state with player 0's lead; best first."""
        check_game(state, self.game)
        if state.over or state.ply > self.plan.plies:
            return {}
        text, symmetry = canonical(state)
        entry = self.entries.get(text)
        if entry is None:
            return {}
        back, game = inverse(symmetry), self.game
        mirror = State.read(game, text)
        ours = {path: move for move, path in state.paths.items()}
        return {
            ours[mirrored(game, game.wording.path(mirror.position, mirror.parse(name)), back)]: (
                entry.values[name]
            )
            for name in entry.ranked
        }

    def choose(self, state: State, seed: int = 0) -> int | None:
        """Return one of the best moves at a state, by ``seed``; None where the book ends."""
        known = self.moves(state)
        if not known:
            return None
        sign = 1 if state.mover == 0 else -1
        best = max(sign * value for value in known.values())
        least = best - equal_within(self.game)
        equals = sorted(move for move, value in known.items() if sign * value >= least)
        return equals[draw(seeded(seed_of(f"book {seed} {state.ply}")), len(equals))]

    def report(self, state: State, seed: int = 0) -> Report | None:
        """Return the report of a bot that plays by the book; None where the book ends."""
        move = self.choose(state, seed)
        if move is None:
            return None
        lead = self.moves(state)[move]
        first = 0.5 + lead
        if self.game.points:
            first = self.game.knobs.lead_odds.chances(lead, len(self.game.board)).value
        line = Line(move, (first, 1 - first), self.plan.nodes, (move,))
        return Report((line,), self.plan.nodes, 0.0, final=True)

    def write(self, path: Path) -> None:
        """Write the book, its positions in the order of their plies. Raises OSError."""
        ranked = sorted(self.entries.items(), key=lambda item: (item[1].ply, item[0]))
        lines = [heading(self.game, self.plan), *(line_of(text, entry) for text, entry in ranked)]
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")

    @classmethod
    def read(cls, game: Game, text: str) -> Book:
        """Return the book that a text holds. Raises BadRequest, with the line and why.

        A last line that was cut off, when the writing was stopped, is left out.
        """
        head, *rest = text.split("\n")
        book = cls(game, _plan(game, head))
        if rest:
            rest.pop()  # what follows the last line's end: nothing, or a line cut off
        for number, line in enumerate(rest, 2):
            try:
                at, entry = _entry(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError):
                raise BadRequest(
                    f"line {number} of the book is no position: {line[:40]!r}"
                ) from None
            book.entries[at] = entry
        return book


def equal_within(game: Game) -> float:
    """How much worse than the best a move may be, and yet as good."""
    return EQUAL_POINTS if game.points else EQUAL_SHARE


@cache
def shipped(game: Game) -> Book | None:
    """Return the book that comes with Livestone for a game with these options, if there is one."""
    file = data_file(type(game), "book.jsonl")
    if not file.is_file():
        return None
    text = file.read_text("utf-8")
    if json.loads(text.partition("\n")[0])["options"] != dict(game.option):
        return None
    return Book.read(game, text)


def lead_of(game: Game, line: Line, plies: float) -> float:
    """What a line says of player 0: the lead in points, or the value above a half.

    What a search that plays best says of points means less than its chances, so the lead is the one
    that would be worth as much, with ``plies`` to play; one that is proved stands.
    """
    if not game.points:
        return line.value[0] - 0.5
    if line.proved and line.points is not None:
        return line.points[0] - line.points[1]
    return game.knobs.lead_odds.lead(line.value[0], plies)


def heading(game: Game, plan: Plan) -> str:
    """The first line of a book."""
    head = {"format": FORMAT, "version": VERSION, "game": game.id, "options": dict(game.option)}
    return json.dumps({**head, **vars(plan)})


def _plan(game: Game, line: str) -> Plan:
    try:
        head = json.loads(line)
        if (head["format"], head["version"]) != (FORMAT, VERSION):
            raise ValueError
        plan = Plan(*(head[name] for name in ("nodes", "lines", "margin", "plies")))
    except (ValueError, KeyError, TypeError):
        raise BadRequest(f"this is no opening book: it begins with {line[:40]!r}") from None
    if (head["game"], head["options"]) != (game.id, dict(game.option)):
        raise BadRequest(f"the book is for {head['game']} with {head['options']}, not for {game!r}")
    return plan


def line_of(text: str, entry: Entry) -> str:
    """The line of a position."""
    moves = {
        move: [round(values[move], 2) for values in (entry.searched, entry.backed) if values]
        for move in entry.ranked
    }
    return json.dumps({"at": text, "ply": entry.ply, "mover": entry.mover, "moves": moves})


def _entry(data: Any) -> tuple[str, Entry]:
    moves = data["moves"]
    searched = {str(move): float(values[0]) for move, values in moves.items()}
    backed = {str(move): float(values[-1]) for move, values in moves.items()}
    if not searched:
        raise ValueError("no move")
    return str(data["at"]), Entry(int(data["ply"]), int(data["mover"]), searched, backed)
