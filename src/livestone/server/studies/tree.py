"""A study's tree of plies: every change returns a new tree, and nothing illegal gets into one.

Nodes are numbered and numbers are never given twice, so that the plies that lead to a node are the
same for ever. Node 0 is where the study begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from livestone.api.studies import StudyNode
from livestone.core.game import Game
from livestone.core.state import State
from livestone.errors import BadRecord, BadRequest, LivestoneError, NotFound
from livestone.languages.words import t
from livestone.records.record import Note, Participant, Record
from livestone.server.studies.annotations import comment_of, glyph_of, mark_of

FORMAT, VERSION = "livestone-study", 1
MAX_NODES = 3_000
MAX_WORDS = 200_000  # letters of all comments together
ROOT = 0


class Full(BadRequest):
    """A study that can hold no more."""

    code = "too-large"


@dataclass(frozen=True)
class Tree:
    """All plies of a study, main ones first; ``next`` numbers the next node."""

    nodes: Mapping[int, StudyNode] = field(default_factory=lambda: {ROOT: StudyNode(ROOT)})
    children: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: {ROOT: ()})
    next: int = 1

    def node(self, id: int) -> StudyNode:
        """Return a node. Raises NotFound."""
        found = self.nodes.get(id)
        if found is None:
            raise NotFound(t("there is no move {id} in this study: perhaps it was deleted", id=id))
        return found

    def line(self, id: int) -> list[StudyNode]:
        """Return the plies that lead to a node, the first one first. Raises NotFound."""
        found, node = [], self.node(id)
        while node.id != ROOT:
            found.append(node)
            node = self.nodes[node.parent]
        return found[::-1]

    def moves(self, id: int) -> tuple[str, ...]:
        """Return the texts of the plies that lead to a node. Raises NotFound."""
        return tuple(node.move for node in self.line(id))

    def onward(self, id: int = ROOT) -> list[StudyNode]:
        """Return the main plies after a node, to their end."""
        found, node = [], self.node(id)
        while self.children[node.id]:
            node = self.nodes[self.children[node.id][0]]
            found.append(node)
        return found

    def child(self, id: int, move: str) -> int | None:
        """Return the node that a move leads to, if it is there. Raises NotFound."""
        children = self.children[self.node(id).id]
        return next((child for child in children if self.nodes[child].move == move), None)

    def play(self, state: State, at: int, move: str) -> tuple[Tree, int]:
        """Play a move at a node, which ``state`` stands at, and return where it leads.

        A move that is there already is only gone to. The state makes the move. Raises what
        :meth:`State.play` does, and Full.
        """
        turn, mover = state.turn + 1, int(state.position.mover)
        text = state.game.wording.move_text(state.parse(move))
        known = self.child(at, text)
        if known is None:
            _check_plies(len(self.nodes))
        state.play(text)
        if known is not None:
            return self, known
        id = self.next
        nodes = {**self.nodes, id: StudyNode(id, at, text, turn, mover)}
        children = {**self.children, at: (*self.children[at], id), id: ()}
        return Tree(nodes, children, id + 1), id

    def note(self, id: int, **changes: Any) -> Tree:
        """Write beside a node: ``comment``, ``glyph``, ``marks``. Raises BadField, NotFound."""
        node = self.node(id)
        changed = _noted(node, changes)
        words = sum(len(one.comment) for one in self.nodes.values())
        _check_words(words - len(node.comment) + len(changed.comment))
        return Tree({**self.nodes, id: changed}, self.children, self.next)

    def promoted(self, id: int, *, wholly: bool = False) -> Tree:
        """Put a node's variation first, or make it the main line. Raises BadRequest if it is."""
        children, changed = dict(self.children), False
        for node in reversed(self.line(id)):
            siblings = children[node.parent]
            if siblings[0] == node.id:
                continue
            rest = [child for child in siblings if child != node.id]
            rest.insert(0 if wholly else siblings.index(node.id) - 1, node.id)
            children[node.parent], changed = tuple(rest), True
            if not wholly:
                break
        if not changed:
            raise BadRequest("this is the main line already")
        return Tree(self.nodes, children, self.next)

    def without(self, id: int) -> Tree:
        """Return the tree without a node and everything after it. Raises BadRequest."""
        node = self.node(id)
        if id == ROOT:
            raise BadRequest("the start stays: delete the whole study instead")
        nodes, children, gone = dict(self.nodes), dict(self.children), [id]
        while gone:
            last = gone.pop()
            del nodes[last]
            gone += children.pop(last)
        children[node.parent] = tuple(child for child in children[node.parent] if child != id)
        return Tree(nodes, children, self.next)

    def __iter__(self) -> Iterator[StudyNode]:
        """All nodes, each before what follows it, main plies before variations."""
        waiting = [ROOT]
        while waiting:
            node = self.nodes[waiting.pop()]
            yield node
            waiting += reversed(self.children[node.id])

    def as_json(self) -> dict[str, Any]:
        return {"next": self.next, "nodes": msgspec.to_builtins(list(self))}

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Tree:
        return cls.of_nodes(msgspec.convert(data["nodes"], list[StudyNode]), data["next"])

    @classmethod
    def of_nodes(cls, nodes: Iterable[StudyNode], next: int) -> Tree:
        """Return the tree of these nodes, among which siblings are in their order."""
        known = {node.id: node for node in nodes}
        children: dict[int, tuple[int, ...]] = dict.fromkeys(known, ())
        for node in known.values():
            if node.id != ROOT:
                children[node.parent] += (node.id,)
        return cls(known, children, next)

    def record(
        self, opening: State, players: Sequence[Participant] | None = None, id: int | None = None
    ) -> Record:
        """Return the main line, or the line through a node, as a record with its comments."""
        line = self.onward() if id is None else [*self.line(id), *self.onward(id)]
        state = opening.copy()
        for node in line:
            state.play(node.move)
        notes = [Note(comment=_remark(node) or None) for node in line]
        return Record.of(state, players, notes=notes)


class _Growing:
    """A tree that is being read; plies are added in place, so that each costs the same."""

    def __init__(self) -> None:
        self.nodes = {ROOT: StudyNode(ROOT)}
        self._known: dict[tuple[int, str], int] = {}
        self._words = 0

    def add(self, at: int, move: str, turn: int, mover: int) -> int:
        """Return the node that a move leads to. Raises Full."""
        known = self._known.get((at, move))
        if known is not None:
            return known
        id = len(self.nodes)
        _check_plies(id)
        self.nodes[id] = StudyNode(id, at, move, turn, mover)
        self._known[at, move] = id
        return id

    def note(self, id: int, **changes: Any) -> None:
        """Write beside a node. Raises BadRequest, Full."""
        changed = _noted(self.nodes[id], changes)
        self._words += len(changed.comment) - len(self.nodes[id].comment)
        _check_words(self._words)
        self.nodes[id] = changed

    def tree(self) -> Tree:
        return Tree.of_nodes(self.nodes.values(), len(self.nodes))


def of_record(record: Record) -> Tree:
    """Return a record's one line with comments. Raises BadRecord (secrets missing) or Full."""
    _check_plies(len(record.plies))
    growing, at = _Growing(), ROOT
    movers = [mover for mover, plies in record.replay().turns for _ in plies]
    for ply, mover in zip(record.plies, movers, strict=True):
        at = growing.add(at, ply.move, ply.turn, mover)
        if ply.note.comment:
            growing.note(at, comment=comment_of(ply.note.comment[:2_000]))
    return growing.tree()


def _check_plies(number: int) -> None:
    """Raises Full where a study cannot have so many moves."""
    if number > MAX_NODES:
        raise Full(
            t("a study has at most {most} moves: begin another one from here", most=MAX_NODES)
        )


def of_file(opening: State, rows: object) -> Tree:
    """Return the checked tree of a study's file, each ply played once. Raises BadRecord."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadRecord("this is no study: its nodes are no list of objects")
    if len(rows) > MAX_NODES + 1:
        raise BadRecord(
            t("the study has {n} nodes: one has at most {most} moves", n=len(rows), most=MAX_NODES)
        )
    after, start = _after(rows)
    growing, state = _Growing(), opening.copy()
    if start is not None:
        _write(growing, start, ROOT, rows[start], opening.game)
    # A row and the node before it; None where a ply is to be taken back.
    waiting: list[tuple[int, int] | None] = [(place, ROOT) for place in reversed(after[-1])]
    while waiting:
        step = waiting.pop()
        if step is None:
            state.undo()
            continue
        place, before = step
        try:
            turn, mover = state.turn + 1, int(state.position.mover)
            move = state.parse(_text(rows[place], "move"))
            id = growing.add(before, opening.game.wording.move_text(move), turn, mover)
            state.play(move)
        except LivestoneError as error:
            raise BadRecord(
                t("node {node}: {error}", node=place + 1, error=t(str(error)))
            ) from None
        _write(growing, place, id, rows[place], opening.game)
        waiting.append(None)
        waiting += [(child, id) for child in reversed(after[place])]
    return growing.tree()


def _after(rows: Sequence[Mapping[str, Any]]) -> tuple[dict[int, list[int]], int | None]:
    """Which rows follow each row, by their places (the start is -1), and which is the start's."""
    places: dict[Any, int] = {ROOT: -1}
    after: dict[int, list[int]] = {-1: []}
    start = None
    for place, row in enumerate(rows):
        number, after[place] = row.get("id"), []
        try:
            if number == ROOT and start is None:
                start = place
                continue
            if number in places:
                raise BadRecord(
                    t("node {node}: the id {id} is given twice", node=place + 1, id=number)
                )
            after[places[row["parent"]]].append(place)
        except (KeyError, TypeError):
            raise BadRecord(t("node {node} follows no move before it", node=place + 1)) from None
        places[number] = place
    return after, start


def _write(growing: _Growing, place: int, id: int, row: Mapping[str, Any], game: Game) -> None:
    try:
        sites, marks = game.board.site, row.get("marks", [])
        if not isinstance(marks, list) or not all(isinstance(one, dict) for one in marks):
            raise BadRecord("its marks are no list of objects")
        changes = {
            "comment": comment_of(_text(row, "comment")),
            "glyph": glyph_of(_text(row, "glyph")),
            "marks": tuple(dict.fromkeys(mark_of(one, sites) for one in marks)),
        }
        given = {name: value for name, value in changes.items() if value}
        if given:
            growing.note(id, **given)
    except LivestoneError as error:
        raise BadRecord(t("node {node}: {error}", node=place + 1, error=t(str(error)))) from None


def _noted(node: StudyNode, changes: Mapping[str, Any]) -> StudyNode:
    if changes.get("glyph") and node.id == ROOT:
        raise BadRequest("a sign stands beside a move: choose one first")
    return replace(node, **changes)


def _check_words(words: int) -> None:
    if words > MAX_WORDS:
        raise Full(t("the comments of a study have at most {most} letters in all", most=MAX_WORDS))


def _text(row: Mapping[str, Any], name: str) -> str:
    found = row.get(name, "")
    if not isinstance(found, str):
        raise BadRecord(t("its {name} is no text", name=name))
    return found


def _remark(node: StudyNode) -> str:
    return " ".join(text for text in (node.glyph, node.comment) if text)
