"""A study's tree as the page lists it: main lines in rows, variations below them, further in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from livestone.api.studies import StudyNode
from livestone.core.game import Game, Seat
from livestone.languages.words import t
from livestone.server.studies.annotations import GLYPHS
from livestone.server.studies.tree import ROOT, Tree
from livestone.server.tables.pages.panel import Step

DEEPEST = 6  # levels that are shown further in than the one before


@dataclass(frozen=True)
class Move:
    """A ply in a row; ``turn`` is its turn's number where that is written before it."""

    node: StudyNode
    turn: str
    seat: Seat
    called: str


@dataclass(frozen=True)
class Row:
    """Plies that follow each other; ``depth`` 0 is the main line."""

    depth: int
    moves: tuple[Move, ...]

    @property
    def level(self) -> int:
        return min(self.depth, DEEPEST)


def rows(tree: Tree, game: Game) -> list[Row]:
    return [Row(depth, tuple(_moves(nodes, game))) for depth, nodes in _lines(tree)]


def _lines(tree: Tree) -> Iterator[tuple[int, list[StudyNode]]]:
    """The nodes of each row: a row ends where variations come, and goes on after them."""
    waiting = [(id, 0) for id in tree.children[ROOT][:1]]
    while waiting:
        id, depth = waiting.pop()
        row: list[StudyNode] = []
        while True:
            node, children = tree.nodes[id], tree.children[id]
            row.append(node)
            siblings = tree.children[node.parent]
            others = siblings[1:] if siblings[0] == id else ()
            if others:
                waiting += [(child, depth) for child in children[:1]]
                waiting += [(other, depth + 1) for other in reversed(others)]
                break
            if not children:
                break
            id = children[0]
        yield depth, row


def _moves(nodes: list[StudyNode], game: Game) -> Iterator[Move]:
    before = 0
    for node in nodes:
        turn = str(node.turn) if node.turn != before else ""
        yield Move(node, turn, game.seats[node.mover], t(GLYPHS.get(node.glyph, "")))
        before = node.turn


def steps(tree: Tree, at: str, id: int) -> list[Step]:
    """The buttons that step through a tree from a node."""
    node, line = tree.node(id), tree.onward(id)
    siblings = tree.children[node.parent] if id != ROOT else ()
    place = siblings.index(id) if id in siblings else 0
    back = "" if id == ROOT else _href(at, node.parent)
    over = _href(at, siblings[place - 1]) if place else ""
    under = _href(at, siblings[place + 1]) if place + 1 < len(siblings) else ""
    return [
        Step("first", t("Start"), "M6 5h2.5v14H6zM19 5v14l-9-7z", _href(at, ROOT) if id else ""),
        Step("back", t("Back one move"), "M17 5v14l-10-7z", back),
        Step(
            "forward",
            t("Forward one move"),
            "M7 5v14l10-7z",
            _href(at, line[0].id) if line else "",
        ),
        Step(
            "last",
            t("End of this line"),
            "M15.5 5H18v14h-2.5zM5 5v14l9-7z",
            _href(at, line[-1].id) if line else "",
        ),
        Step("over", t("Variation before"), "M5 16h14l-7-10z", over),
        Step("under", t("Next variation"), "M5 8h14l-7 10z", under),
    ]


def _href(at: str, id: int) -> str:
    return f"{at}?node={id}"
