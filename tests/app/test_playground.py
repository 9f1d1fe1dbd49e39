"""The playground's Python and its games, in Node: the same sentences and the same games as here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.freeplay.mistakes import MISTAKES
from tests.freeplay.players import FIRST_FREE, player
from tests.portable.conftest import compiled as compiled
from tests.portable.javascript import INDEX, JS, run_node

from livestone.core.game import Game
from livestone.freeplay.acceptance_match import Row, tryout
from livestone.freeplay.board import freeplay
from livestone.freeplay.in_browser import MAX_LINES
from livestone.freeplay.process import PlayerProcess
from livestone.portable.compile import Compiled

WRITE = JS / "app" / "write"
FILE = "mine.py"
OPTIONS = {"size": 10, "scoring": "rows", "last_cell": "auto"}
FIRST = {"moves": [], "seconds": 60.0}


@pytest.fixture
def python(learner: tuple[str, str, str]) -> Callable[..., list[Any]]:
    """Asks the playground's Python: its answers to lists of messages, with what was said last."""
    pyodide, package, memory = learner
    script = str(JS / "test" / "playground.mjs")
    arguments = [script, pyodide, package, str(WRITE / "python.js"), memory]
    return lambda *asked: run_node(arguments, *asked)


def game(text: str, seat: int = 0, seed: int = 1) -> list[dict[str, Any]]:
    return [{"file": FILE, "text": text}, {"options": OPTIONS, "seat": seat, "seed": seed}]


def test_mistakes_are_explained_in_the_same_words(python: Callable[..., list[Any]]) -> None:
    cases = {name: case for name, case in MISTAKES.items() if "GamePlayer" not in case[0]}
    answers = python(*([*game(text), FIRST] for text, _ in cases.values()))
    for (name, (_, said)), answer in zip(cases.items(), answers, strict=True):
        assert said in answer["message"], name


def test_a_game_is_played_with_the_moves_of_both(python: Callable[..., list[Any]]) -> None:
    text = player("print('now', len(self.board.moves))\nreturn self.board.legal[0]")
    moves = [FIRST, {"moves": ["a1", "b2"], "seconds": 5.0}]
    first, second = python([*game(text), moves[0]], [*game(text), *moves])
    assert (first["move"], second["move"]) == ([0, 0], [2, 1])
    assert second["said"] == [["log", "PRINT", "now 2"]]


def test_seeds_repeat_what_is_left_to_chance(python: Callable[..., list[Any]]) -> None:
    text = "import random\n" + player("return random.choice(self.board.legal)")
    asked = ([*game(text, seed=seed), FIRST] for seed in (7, 8, 7))
    one, other, again = (answer["move"] for answer in python(*asked))
    assert one == again != other


def test_a_move_against_the_rules_is_told_as_by_the_command_line(
    python: Callable[..., list[Any]],
) -> None:
    text = player("return 0, 0")
    [answer] = python([*game(text, seat=1), {"moves": ["a1"], "seconds": 5.0}])
    assert answer["fault"] == "illegal"
    assert answer["message"] == (
        "it played (0, 0), which is not legal: (0, 0) is taken: a white stone stands there"
    )


def test_what_is_drawn_comes_with_the_move(python: Callable[..., list[Any]]) -> None:
    text = player("self.draw.mark(len(self.board.moves), 0, 'here')\nreturn self.board.legal[0]")
    second = {"moves": ["a1", "b2"], "seconds": 5.0}
    first, then = python([*game(text), FIRST], [*game(text), FIRST, second])
    assert (first["note"], then["note"]) == ("[%mark a1 here]", "[%mark c1 here]")


def test_a_flood_of_prints_is_cut(python: Callable[..., list[Any]]) -> None:
    text = player("for number in range(100_000): print(number)\nreturn 0, 0")
    [answer] = python([*game(text), FIRST])
    *lines, cut = answer["said"]
    assert len(lines) == MAX_LINES
    assert cut == ["cut", 100_000 - MAX_LINES]


def test_the_line_that_runs_is_told(python: Callable[..., list[Any]]) -> None:
    text = player(
        "until = time.monotonic() + 0.3\nwhile time.monotonic() < until: pass\nreturn 0, 0"
    )
    [answer] = python([*game(text), {**FIRST, "watch": True}])
    assert answer["said"]
    assert {kind for kind, _ in answer["said"]} == {"line"}
    assert ["line", 6] in answer["said"]


@pytest.mark.parametrize(("seed", "level"), [(0, 0), pytest.param(3, 1, marks=pytest.mark.slow)])
def test_tries_are_the_same_games_as_by_the_command_line(
    seed: int, level: int, compiled: Callable[[Game], Compiled], tmp_path: Path
) -> None:
    games, rules = 2, freeplay()
    (tmp_path / FILE).write_text(FIRST_FREE, "utf-8")
    rows: list[Row] = []
    with PlayerProcess(tmp_path / FILE) as learner:
        tryout(learner, rules, rows, games=games, level=level, seed=seed)
    script = [str(JS / "test" / "contest.mjs"), INDEX, str(WRITE), str(compiled(rules).manifest)]
    [found] = run_node(script, {"seed": seed, "games": games, "count": len(rows)})
    wanted = [
        [row.opponent, [[list(one.played.moves), one.share] for one in row.trials]] for row in rows
    ]
    assert found == json.loads(json.dumps(wanted))
