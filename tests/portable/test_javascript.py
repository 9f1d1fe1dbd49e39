"""The JavaScript host says of every game what Python says: moves, texts, views, refusals."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from livestone.conformance.states import tried
from livestone.core.game import Game
from livestone.core.state import ONLOOKER, State
from livestone.errors import LivestoneError
from livestone.games import catalogue, load
from livestone.portable.compile import Compiled

JS = Path(__file__).parents[2] / "js"
MOST_PLIES = 120
QUICK = [("freedom", {"size": 6}), ("trangalla", {})]
CASES = [pytest.param(id, options, id=id) for id, options in QUICK] + [
    pytest.param(id, {}, id=f"{id}-full", marks=pytest.mark.slow) for id in catalogue()
]
# Where several pieces have one letter in texts.
CASES += [pytest.param("straat", {"show_back": False}, id="straat-hidden", marks=pytest.mark.slow)]


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("node is not installed")
        pytest.skip("node is not installed")
    return found


def random_game(game: Game, seed: int) -> tuple[list[str], list[list[str]]]:
    """The texts of a random game's moves, and at each position some tokens to try."""
    rng, state, moves = Random(seed), State(game), []
    tries = []
    while True:
        tokens = [tried(game, rng) for _ in range(6)]
        tries.append([" ".join(game.wording.tokens[token] for token in one) for one in tokens])
        tries[-1] += ["", "zz'9", "a1-", *(moves[-1:] or ["pass"])]
        if state.over or state.ply == MOST_PLIES:
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
        "legal": state.legal_texts,
        "paths": {state.game.move_text(move): [*path] for move, path in state.paths.items()},
        "scores": list(state.scores),
        "winners": None if state.winners is None else list(state.winners),
        "cells": state.view().cells,
        "text": state.text,
        "marks": list(state.marks),
        "refusals": [state.refusal(text) for text in texts],
        "views": [view(state, viewer) for viewer in viewers],
    }


def view(state: State, viewer: int | None) -> dict[str, Any]:
    shown = state.view(viewer)
    return {
        **shown.as_json(),
        "prompt": shown.prompt,
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


@pytest.mark.parametrize(("id", "options"), CASES)
def test_everything_is_as_in_python(
    id: str, options: dict[str, Any], node: str, compiled: Callable[[Game], Compiled]
) -> None:
    game = load(id, **options)
    made = compiled(game)
    questions, answers = [], []
    for seed in range(3):
        moves, tries = random_game(game, seed)
        told = expected(game, moves, tries)
        texts = altered([one["text"] for one in told], Random(seed))
        questions.append(
            {"manifest": str(made.manifest), "moves": moves, "tried": tries, "read": texts}
        )
        readings = [reading(game, text) for text in texts]
        answers.append({"told": told, "back": moves, "again": State(game).text, "read": readings})
    done = subprocess.run(
        [node, str(JS / "test" / "answer.mjs"), str(JS / "src" / "index.js")],
        input="\n".join(map(json.dumps, questions)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for line, answer in zip(done.stdout.splitlines(), answers, strict=True):
        assert json.loads(line) == answer
