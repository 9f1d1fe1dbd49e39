"""Records in JavaScript are read, written and refused exactly as in Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from tests.portable.javascript import run_node

from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.errors import BadRecord, LivestoneError
from livestone.games import catalogue, data_file, load
from livestone.portable.compile import Compiled
from livestone.records.record import MAX_CHARS, Note, Participant, Record, Result

MAX_PLIES = 60
# Trangalla hides what its players choose.
QUICK = [load("freedom", size=6), load("trangalla")]
# How many damaged records are tried.
COUNTS = pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.slow)])
COMMENTS = ["quiet", "left: or right?", "a {brace} \\ and\na second line", "über 😀", "engine:"]
CHARACTERS = [*"{}\\:;. =1a9-/'\n\t\x07\ufeff\u2028\xa0٣é😀"]
VALUES = [None, True, 5, -1, 2.0, 0.5, 10**30, "", "x" * 300, "b2", " a", [], [1], {}, {"a": 1}]


class Loaded(NamedTuple):
    """Games for the package in a folder."""

    folder: Path
    games: list[Compiled]


def ask(host: Loaded, questions: Sequence[dict[str, Any]]) -> list[Any]:
    """What the JavaScript host answers."""
    first = {"manifests": [str(made.manifest) for made in host.games], "known": list(catalogue())}
    return run_node(["records.mjs"], first, *questions, folder=host.folder)


def forms(make: Callable[[], Record]) -> Any:
    """What Python answers: both forms of a record, or why it is refused."""
    try:
        record = make()
        found = {"text": record.as_text(), "json": record.as_json(), "replayed": replayed(record)}
    except LivestoneError as error:
        return [error.code, str(error), getattr(error, "line", None)]
    return json.loads(json.dumps(found))


def replayed(record: Record) -> list[str]:
    try:
        return record.replay().move_texts
    except BadRecord as error:
        return [error.code, str(error)]


def compare(
    host: Loaded, asked: Sequence[tuple[dict[str, Any], Callable[[], Record]]]
) -> list[Any]:
    """Compare the answers to questions; returns them."""
    answers = ask(host, [question for question, _ in asked])
    for (question, make), answer in zip(asked, answers, strict=True):
        if not (isinstance(answer, list) and answer[0] == "not-loaded"):  # only there can it be
            assert answer == forms(make), question
    return answers


def reading(
    text: str, most_plies: int | None = None
) -> tuple[dict[str, Any], Callable[[], Record]]:
    return {"text": text, "mostPlies": most_plies}, lambda: Record.read(text, most_plies)


def from_json(data: object) -> tuple[dict[str, Any], Callable[[], Record]]:
    """The same JSON text for both: only there is 2.0 something else than 2."""
    return reading(json.dumps(data))


def random_state(game: Game, rng: Random, plies: int, opening: str | None = None) -> State:
    state = State.read(game, opening) if opening else State(game)
    while not state.over and state.ply < plies:
        state.play(rng.choice(state.legal_texts))
    return state


def notes(rng: Random, count: int) -> list[Note]:
    """Notes with some of everything."""
    some = [None, 0, 1, 1.5, 0.00001, 123456.789, 1e9]
    return [
        Note(
            seconds=rng.choice(some),
            left=rng.choice(some),
            engine=rng.choice([None, "52% {for} Black"]),
            comment=rng.choice([None, *COMMENTS]),
        )
        for _ in range(count)
    ]


def made(
    at: int, state: State, rng: Random
) -> Iterator[tuple[dict[str, Any], Callable[[], Record]]]:
    """Records of a state: for everybody, and as each viewer may see it."""
    game, told, date = state.game, notes(rng, state.ply), "2026-01-31T20:15:00+01:00"
    opening = (
        None
        if state.opening.tobytes() == State(game).position.tobytes()
        else State(game, state.opening).text
    )
    players = [
        Participant(f"Ana {seat.name}", *rng.choice([(), ("bot", 3)])) for seat in game.seats
    ]
    tags = {"event": "Friday club", "b-2": "x"}
    for viewer in (None, ONLOOKER, *range(game.players)):
        ending = (
            None if state.over or viewer is not None else ("resigned", rng.randrange(game.players))
        )
        question = {
            "game": at,
            "opening": opening,
            "moves": state.move_texts,
            "players": msgspec.to_builtins(players),
            "notes": msgspec.to_builtins(told),
            "date": date,
            "tags": tags,
            "viewer": viewer,
            "ending": ending and {"reason": ending[0], "by": ending[1]},
        }
        yield (
            {"made": question},
            lambda viewer=viewer, ending=ending: Record.of(
                state,
                players,
                notes=told,
                result=ending and Result.of(state, *ending),
                date=date,
                tags=tags,
                viewer=viewer,
            ),
        )


def damaged(text: str, rng: Random) -> str:
    """A text with a character, a word or a line too many, too few, or another."""
    lines = text.split("\n")
    at = rng.randrange(len(text))
    row = rng.randrange(len(lines))
    match rng.randrange(8):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + rng.choice(CHARACTERS) + text[at:]
        case 2:
            return text[:at] + rng.choice(CHARACTERS) + text[at + 1 :]
        case 3:
            return text[:at]
        case 4:
            lines.insert(row, rng.choice(lines))
        case 5:
            del lines[row]
        case 6:
            other = rng.randrange(len(lines))
            lines[row], lines[other] = lines[other], lines[row]
        case 7:
            words = lines[row].split(" ")
            words[rng.randrange(len(words))] = rng.choice(rng.choice(lines).split(" "))
            lines[row] = " ".join(words)
    return "\n".join(lines)


def altered(data: Any, rng: Random) -> Any:
    """A copy of JSON data in which one value, anywhere, is another, missing or too many."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        name = rng.choice(list(data))
        match rng.randrange(6):
            case 0:
                return {key: value for key, value in data.items() if key != name}
            case 1:
                return {
                    **data,
                    rng.choice(["a", "Z", "constructor", "level", ""]): rng.choice(VALUES),
                }
        return {**data, name: altered(data[name], rng)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        at = rng.randrange(len(data))
        return [*data[:at], altered(data[at], rng), *data[at + 1 :]]
    return rng.choice(VALUES)


@pytest.fixture(scope="module")
def quick(installed: Path, compiled: Callable[[Game], Compiled]) -> Loaded:
    return Loaded(installed, [compiled(game) for game in QUICK])


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Records of random games, whole ones and some of viewers."""
    rng, found = Random(5), []
    for at, game in enumerate(QUICK):
        for plies in (0, 3, MAX_PLIES):
            state = random_state(game, rng, plies)
            found += [make().as_text() for _, make in made(at, state, rng)]
    return [*found, data_file(type(QUICK[1]), "sample.txt").read_text(encoding="utf-8")]


def test_records_of_games_are_written_and_read_alike(quick: Loaded) -> None:
    rng, asked = Random(1), []
    for at, game in enumerate(QUICK):
        for plies in (0, 1, 7, MAX_PLIES):
            state = random_state(game, rng, plies)
            asked += made(at, state, rng)
            opening = random_state(game, rng, 5).text
            asked += made(at, random_state(game, rng, plies, opening), rng)
    answers = compare(quick, asked)
    good = [answer for answer in answers if isinstance(answer, dict)]
    assert len(good) > len(answers) / 2
    compare(quick, [reading(answer["text"]) for answer in good])
    compare(quick, [from_json(answer["json"]) for answer in good])


@COUNTS
def test_damaged_texts_are_refused_alike(quick: Loaded, texts: list[str], count: int) -> None:
    rng = Random(2)
    answers = compare(quick, [reading(damaged(rng.choice(texts), rng)) for _ in range(count)])
    assert sum(isinstance(answer, list) for answer in answers) > count / 4


@COUNTS
def test_damaged_json_is_refused_alike(quick: Loaded, texts: list[str], count: int) -> None:
    rng = Random(3)
    records = [Record.read(text).as_json() for text in texts]
    asked = [from_json(altered(rng.choice(records), rng)) for _ in range(count)]
    compact = [json.dumps(record, indent=rng.choice([None, 1])) for record in records]
    asked += [reading(damaged(rng.choice(compact), rng)) for _ in range(count)]
    answers = compare(quick, asked)
    assert sum(isinstance(answer, list) for answer in answers) > count / 4


SIMPLE = """Livestone record 1
Game: freedom
Options: size=6
White: Ana
Black: Ben

1. b2

Result: running
End
"""


TIMES = ("T20", " 20:15:30.25", "T201530,1234567Z", "T20:1530", "T20:15+24:00", "T20:15+23:59:59")
AS_JSON = Record.read(SIMPLE).as_json()
# A part of that record, and what it becomes.
CHANGES = [
    ("freedom", "fredom"),
    ("freedom", "chess"),
    ("freedom", ""),
    ("size=6", "size=60"),
    ("size=6", "siz=6"),
    ("size=6", "size=6 scoring=stone"),
    ("size=6", "size=6 scoring=stones preset=freeplay"),
    ("size=6", "size"),
    ("Game: freedom\nOptions: size=6", "Game: trangalla\nOptions: a b=1"),
    ("Game: freedom\nOptions: size=6", "Game: trangalla\nOptions: open_kings=True"),
    ("Game: freedom\nOptions: size=6", "Game: trangalla\nOptions: open_kings=no"),
    ("White: Ana", "Tag a b: x\nWhite: Ana"),
    ("White: Ana", "Tag A: x\nWhite: Ana"),
    ("White: Ana", "Opening: 5１/6/6/6/6/6 w\nWhite: Ana"),
    ("White: Ana", "Opening: １5/6/6/6/6/6 w\nWhite: Ana"),
    (SIMPLE, json.dumps(AS_JSON | {"tags": {"a b": "x"}})),
    (SIMPLE, json.dumps(AS_JSON | {"options": {"Size": 6}})),
    (SIMPLE, json.dumps(AS_JSON | {"players": [{"name": "Ana", "kind": "Bot"}] * 2})),
    (SIMPLE, json.dumps(AS_JSON | {"result": {"winners": [], "scores": [0, 0], "reason": "?"}})),
    ("size=6", "size=6 size=6"),
    ("1. b2", "1. b2 c3 d4"),
    ("1. b2", "1. b2 {seconds: 1e400}"),
    ("1. b2", "1. b2 {seconds: -1}"),
    ("1. b2", "1. b2 {a\\qb}"),
    ("1. b2", "1. {a} b2"),
    ("1. b2", "0. b2"),
    ("1. b2", "1."),
    ("1. b2", "٣. b2"),
    ("1. b2", "1. \ufeffb2"),
    ("Ana", "Ana (bot level 1001)"),
    ("Ana", "Ana (bot level ٣)"),
    ("White: Ana", "Viewer: White\nWhite: Ana"),
    ("White: Ana", "Viewer: an onlooker\nWhite: Ana"),
    ("White: Ana", "Opening: 6/6/6/6/6/6 w\nWhite: Ana"),
    ("White: Ana", "Opening: 6/6/6/6/6/5x w\nWhite: Ana"),
    *(
        ("White: Ana", f"Date: {date}\nWhite: Ana")
        for date in ("2026-02-29", "2026-W05-1", *(f"2026-01-31{time}" for time in TIMES))
    ),
    ("running", "draw"),
    ("running", "White wins\nScores: 0 0\nReason: resigned by Black"),
    ("running", "White wins\nScores: 0 0\nReason: resigned by White"),
    ("running", "White wins\nScores: 4 0\nReason: resigned by Black"),
    ("running", "White win\nScores: 0 0\nReason: timeout by Black"),
    ("running", "none\nScores: 0 0\nReason: aborted"),
    ("running", "draw\nScores: 0 0\nReason: finished"),
    ("running", "draw\nScores: 0 0\nReason: bored"),
    ("End", "End\nmore"),
    (SIMPLE, ""),
    (SIMPLE, "x" * (MAX_CHARS + 1)),
    (SIMPLE, '{"a": 1, "a": 2}'),
    (SIMPLE, '{"format": "livestone-record", "version": 1.0}'),
    (SIMPLE, '{"format": "livestone-record", "version": [NaN, -Infinity, 1e22, "\\ud800"]}'),
    (SIMPLE, '{"format": "livestone-record", "version": 1, "game": "\\ud800"}'),
    (SIMPLE, '{"format": "livestone-record", "version": 1, "players": "\\ud800"}'),
    (SIMPLE, "\ufeff" + SIMPLE.replace("\n", "\r\n")),
    (SIMPLE, '{"a":' * 5000),
]


def test_every_refusal_has_the_same_words(quick: Loaded) -> None:
    asked = [reading(SIMPLE.replace(old, new, 1)) for old, new in CHANGES]
    compare(quick, [*asked, *(reading(SIMPLE, most_plies) for most_plies in (0, 1))])


def test_a_game_that_is_not_loaded_is_named(quick: Loaded) -> None:
    asked = [SIMPLE.replace("size=6", "size=8"), SIMPLE.replace("freedom", "brainline", 1)]
    (size, other) = ask(quick, [{"text": text} for text in asked])
    told = "the game 'freedom' has not been loaded with size=8 scoring=stones last_cell=choice"
    assert size == ["not-loaded", told, None]
    assert other == ["not-loaded", "the game 'brainline' has not been loaded", None]


def test_a_game_that_is_not_loaded_may_exist_where_nobody_says_which_do(quick: Loaded) -> None:
    """Not the games that happen to be loaded: who chose one of these would be wrong."""
    text = SIMPLE.replace("freedom", "straat", 1)
    asked = [{"text": text, "alone": True}, {"data": AS_JSON | {"game": "straat"}, "alone": True}]
    for answer in ask(quick, asked):
        assert answer == ["not-loaded", "the game 'straat' has not been loaded", None]


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id in catalogue() if id not in ("twins", "shuttle")])
def test_samples_and_games_of_the_catalogue(
    id: str, installed: Path, compiled: Callable[[Game], Compiled]
) -> None:
    rng, game = Random(4), load(id)
    sample = data_file(type(game), "sample.txt").read_text(encoding="utf-8")
    asked = [reading(sample), from_json(Record.read(sample).as_json())]
    asked += [reading(damaged(sample, rng)) for _ in range(200)]
    for plies in (9, 200):
        asked += made(0, random_state(game, rng, plies), rng)
    answers = compare(Loaded(installed, [compiled(game)]), asked)
    assert answers[0]["text"] == sample
