"""The playground's Python and its games, in Node: the same sentences and the same games as here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command import Call
from tests.freeplay.mistakes import MISTAKES
from tests.freeplay.players import FIRST_FREE, game_player, player
from tests.portable.conftest import compiled as compiled
from tests.portable.javascript import INDEX, JS, run_node

from livestone.app import playground
from livestone.core.game import Game
from livestone.freeplay.acceptance_match import Row, tryout
from livestone.freeplay.board import freeplay
from livestone.freeplay.in_browser import MAX_LINES
from livestone.freeplay.process import PlayerProcess
from livestone.games import load
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
    about = {"game": "freedom", "title": "Freedom", "options": OPTIONS}
    return [{"file": FILE, "text": text}, {**about, "seat": seat, "seed": seed}]


def test_mistakes_are_explained_in_the_same_words(
    python: Callable[..., list[Any]], compiled: Callable[[Game], Compiled]
) -> None:
    known = {"compiled": str(compiled(load("straat")).manifest)}
    asked = []
    for text, _ in MISTAKES.values():
        loaded, begun = game(text)
        asked.append([loaded, *[known] * ("GamePlayer" in text), begun, FIRST])
    for (name, (_, said)), answer in zip(MISTAKES.items(), python(*asked), strict=True):
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


@pytest.fixture
def contest(learner: tuple[str, str, str]) -> Callable[..., list[Any]]:
    """Plays as the playground does: see ``contest.mjs``."""
    pyodide, package, _ = learner
    script = str(JS / "test" / "contest.mjs")
    return lambda asked: run_node([script, INDEX, str(WRITE), pyodide, package], asked)


@pytest.mark.parametrize(("seed", "level"), [(0, 0), pytest.param(3, 1, marks=pytest.mark.slow)])
def test_tries_are_the_same_games_as_by_the_command_line(
    seed: int,
    level: int,
    contest: Callable[..., list[Any]],
    compiled: Callable[[Game], Compiled],
    tmp_path: Path,
) -> None:
    games, rules = 2, freeplay()
    (tmp_path / FILE).write_text(FIRST_FREE, "utf-8")
    rows: list[Row] = []
    with PlayerProcess(tmp_path / FILE) as learner:
        tryout(learner, rules, rows, games=games, level=level, seed=seed)
    manifest = str(compiled(rules).manifest)
    [found] = contest({"manifest": manifest, "seed": seed, "games": games, "count": len(rows)})
    wanted = [
        [row.opponent, [[list(one.played.moves), one.share] for one in row.trials]] for row in rows
    ]
    assert found["played"] == json.loads(json.dumps(wanted))


ASKING = game_player("""\
after = self.guess(state)
after.play(random.choice(after.unsorted))
seen, game = state.view(self.seat), self.game
told = repr([
    state.ply, state.turn, state.mover, state.over, state.winners, state.unsorted, state.legal,
    state.text, state.scores, state.key, state.paths, state.turns, state.refusal("nowhere"),
    after.text, after.scores, after.winners, after.legal_texts, after.last_text, after.repeated,
    seen.cells, seen.legal, seen.tally, seen.prompt, seen.moves, self.moves, self.seat,
    after.undo(), after.text, state.copy().move_texts, state.unfinished,
    game.title, [(seat.name, seat.colour) for seat in game.seats], dict(game.option),
    game.board.names,
])
for at in range(0, len(told), 900):
    print("saw", told[at : at + 900])
return random.choice(state.legal_texts)""")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [("freedom", {}), ("straat", {}), ("trangalla", {}), ("haalmaa_1", {"ply_cap": 60})],
)
def test_a_try_sees_and_says_the_same_as_by_the_command_line(
    name: str,
    options: dict[str, int],
    contest: Callable[..., list[Any]],
    compiled: Callable[[Game], Compiled],
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The player sees the same at each move, and the same is told of each game that is lost.

    One game has secrets, another one three players.
    """
    monkeypatch.chdir(tmp_path)
    cells, call = name == "freedom", Call(capfd.readouterr)
    rules = freeplay() if cells else load(name, **options)
    Path(FILE).write_text(FIRST_FREE if cells else ASKING, "utf-8")
    chosen = [f"--option={option}={value}" for option, value in options.items()]
    line = f"try {FILE} --game {name} --games {rules.players} --level 0 --seed 3"
    tried = call(line, *chosen).out
    call(f"new other.py --game {name}")
    asked = {
        "manifest": str(compiled(rules).manifest),
        **{"seed": 3, "games": rules.players, "count": 3, "file": Path(FILE).read_text("utf-8")},
        "template": (playground.STARTER_FOLDER / playground.STARTERS[not cells]).read_text("utf-8"),
    }
    [found] = contest(asked)
    logged = Path("freeplay.log").read_text("utf-8").splitlines()
    assert found["said"] == [line for line in logged if line.startswith("saw")]
    lost = tried.partition("Lost games\n")[2].splitlines()[:-3:2]
    assert [f"  {text}" for text in found["losses"]] == lost
    assert found["starter"] == Path("other.py").read_text("utf-8")
