"""The tree of a study: variations, their order, notes, files, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from livestone.core.state import State
from livestone.errors import BadField, BadRecord, BadRequest, NotFound
from livestone.games import load
from livestone.records.record import Record
from livestone.server.studies import tree as trees
from livestone.server.studies.annotations import comment_of, glyph_of, mark_of, title_of
from livestone.server.studies.tree import ROOT, Full, Tree, of_file, of_record

GAME = load("freedom", size=4)
SITES = GAME.board.site


def grown(*lines: str) -> Tree:
    """A tree of lines from the start."""
    tree = Tree()
    for line in lines:
        state, at = State(GAME), ROOT
        for move in line.split():
            tree, at = tree.play(state, at, move)
    return tree


def lines(tree: Tree) -> list[str]:
    """Every line to its end, the main ones first."""
    return [" ".join(tree.moves(node.id)) for node in tree if not tree.children[node.id]]


def test_turns_of_several_plies() -> None:
    game = load("coy_lips")
    state, tree, at = State(game), Tree(), ROOT
    for _ in range(12):
        tree, at = tree.play(state, at, state.legal_texts[0])
    movers = [node.mover for node in tree.line(at)]
    turns = [node.turn for node in tree.line(at)]
    record = Record.of(state)
    assert turns == [ply.turn for ply in record.plies]
    assert len(set(turns)) < len(turns)
    assert movers == [mover for mover, plies in state.turns for _ in plies]


def test_promoting_moves_a_variation_up() -> None:
    tree = grown("a1 b1", "a1 b2", "a1 a2", "d4")
    once = tree.promoted(4)  # a1 a2 before a1 b2
    assert lines(once) == ["a1 b1", "a1 a2", "a1 b2", "d4"]
    assert lines(once.promoted(4)) == ["a1 a2", "a1 b1", "a1 b2", "d4"]
    assert lines(tree.promoted(5)) == ["d4", "a1 b1", "a1 b2", "a1 a2"]
    deep = grown("a1 b1", "d4 d3", "d4 c3")
    assert lines(deep.promoted(5, wholly=True)) == ["d4 c3", "d4 d3", "a1 b1"]
    assert lines(deep.promoted(5)) == ["a1 b1", "d4 c3", "d4 d3"]
    for node in (1, 2, ROOT):
        with pytest.raises(BadRequest, match="main line already"):
            deep.promoted(node)


def test_deleting_takes_what_follows_and_numbers_are_never_given_twice() -> None:
    tree = grown("a1 b1 c1", "a1 b2")
    less = tree.without(2)
    assert lines(less) == ["a1 b2"]
    again, node = less.play(State(GAME), ROOT, "d4")
    assert node == 5
    with pytest.raises(NotFound, match="no move 2"):
        again.line(2)
    with pytest.raises(BadRequest, match="delete the whole study"):
        tree.without(ROOT)


def test_a_study_is_full_at_some_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MAX_NODES", 2)
    monkeypatch.setattr(trees, "MAX_WORDS", 10)
    tree = grown("a1 b1")
    with pytest.raises(Full, match="at most 2 moves"):
        tree.play(State(GAME), ROOT, "d4")
    assert tree.play(State(GAME), ROOT, "a1") == (tree, 1)
    tree = tree.note(1, comment="12345678")
    with pytest.raises(Full, match="at most 10 letters"):
        tree.note(2, comment="123")
    assert tree.note(1, comment="1234567890").node(1).comment == "1234567890"


def test_a_very_deep_and_wide_tree_is_walked() -> None:
    rows: list[dict[str, Any]] = [{"id": 0}]
    rows += [{"id": at, "parent": max(0, at - 2), "move": "x"} for at in range(1, 3001)]
    tree = Tree.of_json({"next": 3001, "nodes": rows})
    assert sum(1 for _ in tree) == 3001
    assert len(tree.line(3000)) == 1500
    assert len(tree.without(1).nodes) == 1501


def test_records_come_in_and_go_out() -> None:
    tree = grown("a1 b1 c1", "a1 b2").note(2, comment="Here.", glyph="?")
    record = tree.record(State(GAME))
    assert [ply.move for ply in record.plies] == ["a1", "b1", "c1"]
    assert record.plies[1].note.comment == "? Here."
    assert [ply.move for ply in tree.record(State(GAME), id=4).plies] == ["a1", "b2"]
    back = of_record(Record.read(record.as_text()))
    assert lines(back) == ["a1 b1 c1"]
    assert back.node(2).comment == "? Here."


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (None, "no list"),
        ([{"id": 1, "parent": 0, "move": "z9"}], "node 1: 'z9' is not a move"),
        ([{"id": 1, "parent": 7, "move": "a1"}], "node 1 follows no move"),
        ([{"id": [], "parent": 0, "move": "a1"}], "node 1 follows no move"),
        ([{"id": 1, "parent": 0, "move": 3}], "its move is no text"),
        ([{"id": 0, "comment": "\u202e"}], "hidden character"),
        ([{"id": 0, "marks": [{"colour": "red", "at": "z9"}]}], "no site of this board"),
        ([{"id": 0, "marks": "red"}], "no list of objects"),
        ([{"id": 0, "glyph": "!"}], "choose one first"),
    ],
)
def test_files_that_make_no_sense(rows: object, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        of_file(State(GAME), rows)


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        ({"colour": "pink", "at": "a1"}, "no colour"),
        ({"colour": "red", "at": ""}, "no site"),
        ({"colour": "red", "at": "a1", "to": "z9"}, "no site"),
        ({"colour": "red", "at": "a1", "to": "a1"}, "leads to another site"),
        ({"colour": "red", "at": "a1", "size": 3}, "is no mark"),
    ],
)
def test_marks_that_make_no_sense(mark: dict[str, Any], why: str) -> None:
    with pytest.raises(BadField, match=why):
        mark_of(mark, SITES)


def test_words() -> None:
    assert glyph_of("") == ""
    with pytest.raises(BadField, match="no sign"):
        glyph_of("+-")
    assert title_of("  My   game ") == "My game"
    for text in ("", "x" * 81, "a\x07b"):
        with pytest.raises(BadField):
            title_of(text)
    with pytest.raises(BadField, match="at most 2000"):
        comment_of("x" * 2001)
