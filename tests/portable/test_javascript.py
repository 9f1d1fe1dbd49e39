"""The JavaScript host says of every game what Python says: moves, texts, views, refusals."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tests.core.test_repetition import COLLISIONS
from tests.portable.cases import CHOICES, cases
from tests.portable.javascript import ask

from livestone.conformance.states import tried
from livestone.core.game import Game
from livestone.core.state import State
from livestone.core.view import ONLOOKER
from livestone.errors import LivestoneError
from livestone.games import load
from livestone.portable.compile import Compiled
from livestone.records.samples import sample_of

MAX_PLIES = 120
CASES = [*CHOICES, *cases([load("twins"), load("shuttle")])]


def random_game(game: Game, seed: int) -> tuple[list[str], list[list[str]]]:
    """The texts of a random game's moves, and at each position some tokens to try."""
    rng, state, moves = Random(seed), State(game), []
    tries = []
    while True:
        tokens = [tried(game, rng) for _ in range(6)]
        tries.append([" ".join(game.wording.tokens[token] for token in one) for one in tokens])
        tries[-1] += ["", "zz'9", "a1-", *(moves[-1:] or ["pass"])]
        if state.over or state.ply == MAX_PLIES:
            return moves, tries
        moves.append(rng.choice(state.legal_texts))
        state.play(moves[-1])


def expected(game: Game, moves: list[str], tries: list[list[str]]) -> list[dict[str, Any]]:
    """The same questions answered by Python."""
    state = State(game)
    found = [seen(state, tries[0])]
    for ply, move in enumerate(moves):
        state.play(move)
        found.append(seen(state, tries[ply + 1]))
    return found


def seen(state: State, texts: list[str]) -> dict[str, Any]:
    viewers = (None, ONLOOKER, *range(state.game.players))
    return {
        "ply": state.ply,
        "turn": state.turn,
        "mover": state.mover,
        "over": state.over,
        "legal": list(state.legal),
        "legalTexts": state.legal_texts,
        "unsorted": list(state.unsorted),
        "paths": {
            state.game.wording.move_text(move): [*path] for move, path in state.paths.items()
        },
        "moves": state.moves,
        "moveTexts": state.move_texts,
        "unfinished": state.unfinished,
        "history": len(state.history),
        "scores": list(state.scores),
        "winners": None if state.winners is None else list(state.winners),
        "text": state.text,
        "marks": list(state.marks),
        "courses": [  # a manifest has its numbers rounded
            {"colour": way.colour, "points": [[round(x, 9), round(y, 9)] for x, y in way.points]}
            for way in state.view().courses
        ],
        "refusals": [state.refusal(text) for text in texts],
        "views": [view(state, viewer) for viewer in viewers],
    }


def view(state: State, viewer: int | None) -> dict[str, Any]:
    shown = state.view(viewer)
    return {
        **shown.as_json(),
        "prompt": shown.prompt,
        "ending": shown.ending,
        "marks": list(shown.marks),
        "moves": list(shown.moves),
        "steps": [list(step) for step in shown.steps],
        "paths": {text: list(path) for text, path in shown.paths.items()},
    }


def reading(game: Game, text: str) -> object:
    try:
        return State.read(game, text).text
    except LivestoneError as error:
        return [error.code, str(error)]


def altered(texts: list[str], rng: Random) -> list[str]:
    """Position texts, some with a character too many, too few or another."""
    found = [*texts[::7], "", "x", "1 2 3"]
    for text in texts[::5]:
        at = rng.randrange(len(text))
        found.append(text[:at] + rng.choice(["", "1", "w", " ", "=", "9"]) + text[at + 1 :])
    return found


def questions(game: Game, manifest: str, seeds: int) -> tuple[list[Any], list[Any]]:
    """Questions about random games, and what Python answers."""
    asked, answers = [], []
    for seed in range(seeds):
        moves, tries = random_game(game, seed)
        told = expected(game, moves, tries)
        texts = altered([one["text"] for one in told], Random(seed))
        asked.append({"manifest": manifest, "moves": moves, "tried": tries, "read": texts})
        readings = [reading(game, text) for text in texts]
        answers.append({"told": told, "back": moves, "again": State(game).text, "read": readings})
    return asked, answers


@pytest.mark.parametrize("game", CASES)
def test_everything_is_as_in_python(game: Game, compiled: Callable[[Game], Compiled]) -> None:
    asked, answers = questions(game, str(compiled(game).manifest), 3)
    for told, answer in zip(ask("answer.mjs", *asked), answers, strict=True):
        assert told == answer


@pytest.mark.parametrize("game", cases(map(load, COLLISIONS), load("koerier")))
def test_only_placements_repeat(game: Game, compiled: Callable[[Game], Compiled]) -> None:
    """Games whose placements had equal keys when words were mixed less go on, as in Python."""
    moves = COLLISIONS[game.id].split()
    asked = {"manifest": str(compiled(game).manifest), "moves": moves, "read": []}
    (answer,) = ask("answer.mjs", {**asked, "tried": [[]] * (len(moves) + 1)})
    assert answer["told"] == expected(game, moves, [[]] * (len(moves) + 1))
    assert not answer["told"][-1]["over"]


@pytest.mark.parametrize("game", cases([load("brainline"), load("fort_chitral")]))
def test_a_won_game_has_its_line(game: Game, compiled: Callable[[Game], Compiled]) -> None:
    """Which random games hardly get to."""
    record = sample_of(game.id)
    state, at = record.replay(), str(compiled(game).manifest)
    moves = [ply.move for ply in record.plies]
    asked = {"manifest": at, "moves": moves, "tried": [[]] * (len(moves) + 1), "read": []}
    (answer,) = ask("answer.mjs", asked)
    assert answer["told"][-1] == seen(state, [])
    assert answer["told"][-1]["courses"]
    assert not any(told["courses"] for told in answer["told"][:-1])
