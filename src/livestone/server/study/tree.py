"""A study's tree of plies: every change returns a new tree, and nothing illegal gets into one.

Nodes are numbered and numbers are never given twice, so that the plies that lead to a node are the
same for ever. Node 0 is where the study begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from livestone.core.game import Game
from livestone.core.record import Note, Participant, Record
from livestone.core.state import State
from livestone.errors import BadRecord, BadRequest, LivestoneError, NotFound
from livestone.server.study.annotations import Mark, comment_of, glyph_of, mark_of

FORMAT, VERSION = "livestone-study", 1
MOST_NODES = 3_000
MOST_WORDS = 200_000  # letters of all comments together
ROOT = 0


class Full(BadRequest):
    """A study that can hold no more."""

    code = "too-large"


@dataclass(frozen=True)
class Node:
    """A ply and what is written beside it; ``children`` are the replies, the main one first.

    ``turn`` counts from 1 as the game does, ``mover`` is the player who made the ply; node 0 has
    no ply.
    """

    id: int
    parent: int
    move: str = ""
    turn: int = 0
    mover: int = 0
    children: tuple[int, ...] = ()
    comment: str = ""
    glyph: str = ""
    marks: tuple[Mark, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that is stored and sent; what is empty is left out."""
        data: dict[str, Any] = {"id": self.id}
        if self.id != ROOT:
            data |= {"parent": self.parent, "move": self.move}
            data |= {"turn": self.turn, "mover": self.mover}
        data |= {name: text for name in ("comment", "glyph") if (text := getattr(self, name))}
        return data | ({"marks": [mark.as_json() for mark in self.marks]} if self.marks else {})


@dataclass(frozen=True)
class Tree:
    """All plies of a study; ``next`` is the number of the next new node."""

    nodes: Mapping[int, Node] = field(default_factory=lambda: {ROOT: Node(ROOT, -1)})
    next: int = 1

    def node(self, id: int) -> Node:
        """Return a node. Raises NotFound."""
        found = self.nodes.get(id)
        if found is None:
            raise NotFound(f"there is no move {id} in this study: perhaps it was deleted")
        return found

    def line(self, id: int) -> list[Node]:
        """Return the plies that lead to a node, the first one first. Raises NotFound."""
        found, node = [], self.node(id)
        while node.id != ROOT:
            found.append(node)
            node = self.nodes[node.parent]
        return found[::-1]

    def moves(self, id: int) -> tuple[str, ...]:
        """Return the texts of the plies that lead to a node. Raises NotFound."""
        return tuple(node.move for node in self.line(id))

    def onward(self, id: int = ROOT) -> list[Node]:
        """Return the main plies after a node, to their end."""
        found, node = [], self.node(id)
        while node.children:
            node = self.nodes[node.children[0]]
            found.append(node)
        return found

    def is_main(self, id: int) -> bool:
        """Whether a node is on the main line."""
        return all(self.nodes[node.parent].children[0] == node.id for node in self.line(id))

    def play(self, state: State, at: int, move: str) -> tuple[Tree, int]:
        """Play a move at a node, which ``state`` stands at, and return where it leads.

        A move that is there already is only gone to. The state makes the move. Raises what
        :meth:`State.play` does, and Full.
        """
        turn, mover = state.turn + 1, int(state.position.mover)
        text = state.game.move_text(state.parse(move))
        node = self.node(at)
        known = next((id for id in node.children if self.nodes[id].move == text), None)
        if known is not None:
            state.play(text)
            return self, known
        if len(self.nodes) > MOST_NODES:
            raise Full(f"a study has at most {MOST_NODES} moves: begin another one from here")
        state.play(text)
        made = Node(self.next, at, text, turn, mover)
        parent = replace(node, children=(*node.children, made.id))
        return Tree({**self.nodes, at: parent, made.id: made}, self.next + 1), made.id

    def note(self, id: int, **changes: Any) -> Tree:
        """Write beside a node: ``comment``, ``glyph``, ``marks``. Raises BadField, NotFound."""
        node = self.node(id)
        if changes.get("glyph") and id == ROOT:
            raise BadRequest("a sign stands beside a move: choose one first")
        changed = replace(node, **changes)
        words = sum(len(one.comment) for one in self.nodes.values())
        if words - len(node.comment) + len(changed.comment) > MOST_WORDS:
            raise Full(f"the comments of a study have at most {MOST_WORDS} letters in all")
        return replace(self, nodes={**self.nodes, id: changed})

    def promoted(self, id: int, *, wholly: bool = False) -> Tree:
        """Put the variation of a node before its main line, or make it the study's own main line.

        Raises BadRequest where it is that already.
        """
        nodes, changed = dict(self.nodes), False
        for node in reversed(self.line(id)):
            parent = nodes[node.parent]
            if parent.children[0] == node.id:
                continue
            rest = [child for child in parent.children if child != node.id]
            place = 0 if wholly else parent.children.index(node.id) - 1
            rest.insert(place, node.id)
            nodes[parent.id], changed = replace(parent, children=tuple(rest)), True
            if not wholly:
                break
        if not changed:
            raise BadRequest("this is the main line already")
        return replace(self, nodes=nodes)

    def without(self, id: int) -> Tree:
        """Return the tree without a node and everything after it. Raises BadRequest."""
        node = self.node(id)
        if id == ROOT:
            raise BadRequest("the start stays: delete the whole study instead")
        nodes, gone = dict(self.nodes), [id]
        while gone:
            gone += nodes.pop(gone.pop()).children
        parent = nodes[node.parent]
        rest = tuple(child for child in parent.children if child != id)
        nodes[parent.id] = replace(parent, children=rest)
        return replace(self, nodes=nodes)

    def __iter__(self) -> Iterator[Node]:
        """All nodes, each before what follows it, main plies before variations."""
        waiting = [ROOT]
        while waiting:
            node = self.nodes[waiting.pop()]
            yield node
            waiting += reversed(node.children)

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the database keeps."""
        return {"next": self.next, "nodes": [node.as_json() for node in self]}

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Tree:
        """Return the tree that the database has kept."""
        nodes: dict[int, Node] = {}
        for row in data["nodes"]:
            marks = tuple(Mark(**mark) for mark in row.get("marks", ()))
            node = Node(**{"parent": -1, **row, "marks": marks})
            nodes[node.id] = node
            if node.id != ROOT:
                parent = nodes[node.parent]
                nodes[parent.id] = replace(parent, children=(*parent.children, node.id))
        return cls(nodes, data["next"])

    def record(
        self,
        opening: State,
        players: Sequence[Participant] | None = None,
        id: int | None = None,
    ) -> Record:
        """Return the main line, or the line through a node, as a record with its comments."""
        line = self.onward() if id is None else [*self.line(id), *self.onward(id)]
        state = opening.copy()
        for node in line:
            state.play(node.move)
        notes = [Note(comment=_remark(node) or None) for node in line]
        return Record.of(state, players, notes=notes)


def of_record(record: Record) -> Tree:
    """Return the tree of a whole record: one line, with its comments.

    Raises BadRecord where secrets are left out of it.
    """
    played = record.replay()
    state, tree, at = State(played.game, played.opening), Tree(), ROOT
    for ply in record.plies:
        tree, at = tree.play(state, at, ply.move)
        if ply.note.comment:
            tree = tree.note(at, comment=comment_of(ply.note.comment[:2_000]))
    return tree


def of_file(opening: State, rows: object) -> Tree:
    """Return the tree that a study's file lists, with every ply checked. Raises BadRecord.

    The numbers in the file only say what follows what.
    """
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadRecord("this is no study: its nodes are no list of objects")
    tree, states, numbers = Tree(), {ROOT: opening}, {ROOT: ROOT}
    for place, row in enumerate(rows):
        try:
            number = row.get("id")
            if number in numbers and number != ROOT:
                raise BadRecord(f"the id {number} is given twice")
            if number != ROOT:
                parent = numbers[row["parent"]]
                state = states[parent].copy()
                tree, id = tree.play(state, parent, _text(row, "move"))
                numbers[number], states[id] = id, state
            tree = _noted(tree, numbers[number], row, opening.game)
        except (KeyError, TypeError):
            raise BadRecord(f"node {place + 1} follows no move before it") from None
        except LivestoneError as error:
            raise BadRecord(f"node {place + 1}: {error}") from None
    return tree


def _noted(tree: Tree, id: int, row: Mapping[str, Any], game: Game) -> Tree:
    sites, marks = game.board.site, row.get("marks", [])
    if not isinstance(marks, list) or not all(isinstance(one, dict) for one in marks):
        raise BadRecord("its marks are no list of objects")
    changes = {
        "comment": comment_of(_text(row, "comment")),
        "glyph": glyph_of(_text(row, "glyph")),
        "marks": tuple(dict.fromkeys(mark_of(one, sites) for one in marks)),
    }
    given = {name: value for name, value in changes.items() if value}
    return tree.note(id, **given) if given else tree


def _text(row: Mapping[str, Any], name: str) -> str:
    found = row.get(name, "")
    if not isinstance(found, str):
        raise BadRecord(f"its {name} is no text")
    return found


def _remark(node: Node) -> str:
    """A node's sign and comment as one text for a record."""
    return " ".join(text for text in (node.glyph, node.comment) if text)
