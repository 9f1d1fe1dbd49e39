"""What is shipped to teach each game: the package's own checks, sizes, and a slower second look."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from livestone.core.game import Game
from livestone.core.state import State
from livestone.games import catalogue
from livestone.lessons.diagrams import diagrams
from livestone.lessons.export import lessons
from livestone.lessons.rule_book import GOAL, OPTIONS, SOURCES, rule_book
from livestone.lessons.steps import steps
from livestone.lessons.words import visible_words

GAMES = [kind for kind in catalogue().values() if kind.__module__.startswith("livestone.")]


@pytest.fixture(scope="module", params=GAMES, ids=lambda kind: kind.id)
def kind(request: pytest.FixtureRequest) -> type[Game]:
    """Each game; all is tested of one before the next, since its steps take long to check."""
    found: type[Game] = request.param
    return found


def test_what_teaches_a_game_is_short_and_has_pictures(kind: type[Game]) -> None:
    assert {GOAL, "Your turn", "How it ends", SOURCES} <= rule_book(kind).keys()
    assert (OPTIONS in rule_book(kind)) == bool(kind.options)
    assert visible_words(kind) <= 250
    assert len(diagrams(kind)) >= 3
    assert 4 <= len(steps(kind)) <= 8
    told = lessons(kind)
    assert len(gzip.compress(told["rules"].encode())) < 60_000
    assert len(gzip.compress(json.dumps(told["lessons"]).encode())) < 40_000
    assert told["drawer"].count("<figure") <= 3


def test_nothing_of_a_rule_book_is_lost_on_its_page(kind: type[Game]) -> None:
    told = lessons(kind)
    plain = "".join(re.findall(r"\w", re.sub(r"<svg.*?</svg>|<[^>]+>|&#?\w+;", "", told["rules"])))
    for heading, text in rule_book(kind).items():
        for sentence in re.split(r"\n\s*\n|(?<=\.)\s", text):
            assert "".join(re.findall(r"\w", sentence)) in plain, heading
    # The drawer shows other pictures than a page would repeat.
    grounds = [{*re.findall(r'id="([^"]+)"', told[part])} for part in ("rules", "drawer")]
    assert not grounds[0] & grounds[1]


def test_a_turn_is_right_exactly_where_its_step_lists_it(kind: type[Game]) -> None:
    """Told again from the exported text: what is right is legal, and something else is not."""
    for step in steps(kind):
        told = json.loads(json.dumps(step.as_json()))
        start = State.read(step.state.game, told["position"])
        for move in told["moves"]:
            start.play(move)
        assert start == step.state, step.title
        for turn in told["right"] or []:
            state = start.copy()
            for move in turn:
                state.play(move)
            assert state.over or state.turn != start.turn, step.title
        if told["right"] is not None:
            first = {turn[0] for turn in told["right"]}
            assert first < {*start.legal_texts} or len(told["right"][0]) > 1, step.title
        assert told["right"] is None or (told["hint"] and told["wrong"][""]), step.title


@pytest.mark.parametrize("most", [1, pytest.param(9, marks=pytest.mark.slow)])
def test_a_win_is_a_win_whatever_the_others_do(kind: type[Game], most: int) -> None:
    """By plain search over all plies, without the lessons' own code; within so many turns."""
    for step in steps(kind):
        if not step.task.startswith("win"):
            continue
        turns = int(step.task.removeprefix("win").removeprefix(" in ") or 1)
        if turns > most:
            continue
        state, known = step.state, set[str]()
        player, plies = int(state.position["mover"]), state.game.players * (turns - 1) + 1
        moves = state.legal_texts
        winning = {(move,) for move in moves if wins(state, move, player, plies, known)}
        if all(len(turn) == 1 for turn in step.right or ()):
            assert winning == {*(step.right or ())}, step.title


def wins(state: State, move: str, player: int, plies: int, known: set[str]) -> bool:
    """Whether a player has won, whatever the others do, so many plies after a state.

    Moves ``known`` to have won are tried first.
    """
    after = state.copy()
    after.play(move)
    if after.over or plies == 1:
        won = player in (after.winners or ())
        if won:
            known.add(move)
        return won
    ordered = sorted(after.legal_texts, key=lambda reply: reply not in known)
    replies = (wins(after, reply, player, plies - 1, known) for reply in ordered)
    return any(replies) if after.mover == player else all(replies)
