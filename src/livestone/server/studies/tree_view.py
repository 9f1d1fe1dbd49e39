"""A study's tree as the page lists it: main lines in rows, variations below them, further in."""

from __future__ import annotations

from collections.abc import Iterator

from livestone.api.studies import StudyNode
from livestone.languages.words import t
from livestone.server.studies.tree import ROOT, Tree
from livestone.server.tables.pages.panel import Step


def rows(tree: Tree) -> Iterator[tuple[int, list[StudyNode]]]:
    """The depth (0: the main line) and the moves of each row.

    A row ends where variations come, and goes on after them.
    """
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


def steps(tree: Tree, at: str, id: int) -> list[Step]:
    """The buttons that step through a tree from a node."""
    parent, line = tree.node(id).parent, [node.id for node in tree.onward(id)]
    siblings = tree.children[parent] if id != ROOT else (id,)
    place = siblings.index(id)

    def step(key: str, label: str, shape: str, *to: int) -> Step:
        return Step(key, label, shape, f"{at}?node={to[0]}" if to else "")

    before = () if id == ROOT else (ROOT, parent)
    return [
        step("first", t("Start"), "M6 5h2.5v14H6zM19 5v14l-9-7z", *before[:1]),
        step("back", t("Back one move"), "M17 5v14l-10-7z", *before[1:]),
        step("forward", t("Forward one move"), "M7 5v14l10-7z", *line[:1]),
        step("last", t("End of this line"), "M15.5 5H18v14h-2.5zM5 5v14l9-7z", *line[-1:]),
        step("over", t("Variation before"), "M5 16h14l-7-10z", *siblings[:place][-1:]),
        step("under", t("Next variation"), "M5 8h14l-7 10z", *siblings[place + 1 :][:1]),
    ]
