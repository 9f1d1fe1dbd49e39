"""Records: exact round trips for random games of every kind, and bad files refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import games  # noqa: F401  (registers the test games)
from tests.positions import random_state

from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.errors import BadRecord
from livestone.games import catalogue, load
from livestone.records.record import (
    BY_SOMEBODY,
    MAX_CHARS,
    REASONS,
    Note,
    Participant,
    Record,
    Result,
)

KINDS = sorted(catalogue().values(), key=lambda kind: kind.id)
WORDS = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Z"]) | st.sampled_from("{}\\():=."), min_size=1
).filter(lambda text: text == text.strip())
LINES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join).filter(lambda text: len(text) < 100)
PARAGRAPHS = st.text(
    st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from("\n\t{}\\: "), min_size=1
)
SECONDS = st.none() | st.integers(0, 10**6) | st.floats(0, 10**6)
NOTES = st.builds(Note, SECONDS, SECONDS, st.none() | PARAGRAPHS, st.none() | PARAGRAPHS)
DATES = st.none() | st.dates().map(str) | st.datetimes().map(lambda when: when.isoformat())
TAGS = st.dictionaries(st.from_regex(r"[a-z][a-z0-9_-]{0,9}", fullmatch=True), LINES, max_size=3)
PEOPLE = st.builds(
    Participant, LINES, st.sampled_from(["human", "bot", "x-1"]), st.none() | st.integers(0, 9)
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of a random game with random options, notes, tags and a fitting result."""
    kind = draw(st.sampled_from(KINDS))
    options = {option.name: draw(st.sampled_from(option.values)) for option in kind.options}
    state = random_state(kind(**options), draw(st.integers(0, 999)), draw(st.integers(0, 24)))
    result = None
    if not state.over:
        by = draw(st.integers(0, state.game.players - 1))
        reason = draw(st.none() | st.sampled_from(REASONS[1:]))
        if reason and reason not in BY_SOMEBODY:
            result = Result.of(state, reason)
        elif reason:
            result = Result.of(state, reason, by)
    return Record.of(
        state,
        [draw(PEOPLE) for _ in range(state.game.players)],
        notes=draw(st.lists(NOTES, max_size=state.ply)),
        result=result,
        date=draw(DATES),
        tags=draw(TAGS),
    )


@given(records(), st.data())
@settings(max_examples=40)
def test_text_and_json_come_back_exactly_and_a_cut_text_is_refused(
    record: Record, data: st.DataObject
) -> None:
    text = record.as_text()
    assert Record.read(text) == record
    assert Record.read(text).as_text() == text
    sent = json.loads(json.dumps(record.as_json()))
    assert Record.from_json(sent) == record == Record.read(json.dumps(sent))
    assert Record.from_json(sent).as_json() == sent
    assert record.replay().move_texts == [ply.move for ply in record.plies]
    with pytest.raises(BadRecord):
        Record.read(text[: data.draw(st.integers(0, len(text.rstrip("\n")) - 1))])


@given(records(), st.data())
@settings(max_examples=30)
def test_a_damaged_file_is_read_or_refused(record: Record, data: st.DataObject) -> None:
    """Never anything but BadRecord; and whatever is read can be written and read again."""
    text = data.draw(st.sampled_from([record.as_text(), json.dumps(record.as_json())]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    junk = data.draw(st.text(max_size=8) | st.sampled_from(["}", "{", "\n", "\x00", "9" * 5000]))
    try:
        found = Record.read(text[:start] + junk + text[end:])
    except BadRecord:
        return
    assert Record.read(found.as_text()) == found


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.read(text)


JSON_LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


@given(st.data())
def test_json_of_the_wrong_shape_is_refused_or_harmless(data: st.DataObject) -> None:
    whole = Record.of(random_state(load("freedom", size=4), 0, 5)).as_json()
    whole[data.draw(st.sampled_from([*whole, "more"]))] = data.draw(
        JSON_LEAVES | st.lists(JSON_LEAVES, max_size=2) | st.dictionaries(st.text(), JSON_LEAVES)
    )
    try:
        found = Record.from_json(whole)
    except BadRecord:
        return
    assert Record.read(found.as_text()) == found


def test_a_finished_game_has_its_result() -> None:
    state = random_state(load("freedom", size=4), 0, 99)
    result = Record.of(state).result
    assert result is not None
    assert (result.reason, result.winners, result.scores) == (
        "finished",
        state.winners,
        state.scores,
    )


def test_a_game_from_another_opening() -> None:
    game = load("freedom", size=4)
    state = State(game, random_state(game, 0, 7).position)
    state.play(state.legal[0])
    record = Record.of(state)
    assert record.opening is not None
    assert record.plies[0].turn == 8
    assert Record.read(record.as_text()) == record
    assert record.replay().text == state.text


def test_plies_of_one_turn_share_a_line() -> None:
    text = Record.of(random_state(load("twins"), 0, 5)).as_text()
    turns = [line.split() for line in text.splitlines() if line[:1].isdigit()]
    assert [(turn[0], len(turn) - 1) for turn in turns] == [("1.", 1), ("2.", 2), ("3.", 2)]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"date": "yesterday"}, "'yesterday' is no date"),
        ({"tags": {"Bad Key": "x"}}, "'Bad Key' cannot name a tag"),
        ({"tags": {"event": "two\nlines"}}, "more than one line"),
        ({"players": [Participant("one")]}, "2 players"),
        ({"players": [Participant(" "), Participant("b")]}, "spaces"),
        ({"players": [Participant("a\x07"), Participant("b")]}, r"U\+0007"),
        ({"notes": [Note()] * 99}, "99 notes"),
        ({"notes": [Note(seconds=float("inf"))]}, "1000000000"),
        ({"result": Result((0,), (0, 0), "bored")}, "'bored' is no reason"),
        ({"result": Result((0,), (0, 0), "resigned")}, "by whom"),
        ({"result": Result((0,), (0, 0), "resigned", 0)}, "a winner"),
        ({"result": Result((7,), (0, 0), "resigned", 0)}, "no list of winners"),
        ({"result": Result((0,), (9, 0), "resigned", 1)}, "scores are 0 0"),
        ({"result": Result((0,), (0, 0))}, "not over"),
    ],
)
def test_what_a_record_cannot_hold(changes: dict[str, Any], why: str) -> None:
    state = random_state(load("freedom", size=4), 0, 3)
    with pytest.raises(BadRecord, match=why):
        Record.of(state, **{"players": None, **changes})


def test_a_secret_is_left_out_while_the_game_runs() -> None:
    state = random_state(load("twins", secret=True), 0, 4)
    assert state.move_texts[0].startswith("heart=")
    for viewer, masked in ((0, 1), (1, 0), (ONLOOKER, 0)):
        record = Record.of(state, viewer=viewer)
        assert record.viewer == viewer
        assert record.plies[masked].move == "chosen"
        assert Record.read(record.as_text()) == record == Record.from_json(record.as_json())
        with pytest.raises(BadRecord, match="shows only what"):
            record.replay()
    assert Record.of(state, viewer=0).plies[0].move == state.move_texts[0]
    assert Record.of(state).replay().text == state.text


def test_thoughts_do_not_give_a_secret_away() -> None:
    state = random_state(load("twins", secret=True), 0, 4)
    notes = [Note(1, 2, f"expects {move}", move) for move in state.move_texts]
    plies = Record.of(state, notes=notes, viewer=1).plies
    assert [ply.note for ply in plies] == [Note(1, 2), notes[1], Note(1, 2), notes[3]]
    assert Record.of(state, notes=notes).plies[0].note == notes[0]


def test_where_nothing_is_secret_a_record_is_whole_for_everybody() -> None:
    state = random_state(load("twins", secret=True), 0, 99)
    record = Record.of(state, viewer=0)
    assert state.over
    assert record.viewer is None
    assert record.replay().text == state.text
    state = random_state(load("freedom", size=4), 0, 4)
    assert Record.of(state, viewer=1) == Record.of(state)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * (MAX_CHARS + 1), "no game needs"),
        ("{", "line 1: this is no JSON"),
        ("{}", "format is not 'livestone-record'"),
        ('{"format": "livestone-record", "version": 2}', "version 2 is not known"),
        ('{"format": "livestone-record", "version": true}', "version True"),
        ('{"format": "livestone-record", "format": 1}', "'format' is given twice"),
        ('{"a":' * 5000, "deep|no JSON"),
        ('{"format": "livestone-record", "version": ' + "9" * 5000 + "}", "no JSON"),
    ],
)
def test_bad_texts_and_json(text: str, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        Record.read(text)
