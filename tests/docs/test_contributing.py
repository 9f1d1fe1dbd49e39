"""The worked example in CONTRIBUTING.md is a real game, and nothing else has to be told of it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from livestone.core.kernels import Kernels
from livestone.core.state import State

ROOT = Path(__file__).parents[2]
EXAMPLE = re.search(
    r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.S
)[1]
# What the checks of a game need; the rest of the tests knows no single game either.
COPIED = (
    "src", "pyproject.toml", "tests/conftest.py", "tests/compiled.py", "tests/games",
    "tests/scenes.py", "tests/conformance", "tests/docs/test_boards.py",
    "tests/rules/test_catalogue.py", "docs/boards.md", "docs/images/boards",
)  # fmt: skip
NOUGHTS = "src/livestone/games/noughts.py"


@pytest.fixture
def noughts(tmp_path, monkeypatch):
    (tmp_path / "noughts_example.py").write_text(EXAMPLE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("noughts_example").Noughts
    del sys.modules["noughts_example"]


def test_the_example_plays_to_a_win(noughts):
    state = State(noughts())
    for move in ["b2", "a1", "c1", "a3", "a2", "c2"]:
        state.play(move)
    assert not state.over
    assert len(state.legal) == 3
    state = State(noughts())
    for move in ["b2", "a1", "b1", "a3", "b3"]:
        state.play(move)
    assert state.over
    assert state.winners == (0,)
    assert State.read(state.game, state.text).winners == (0,)


def test_the_example_compiles_and_ends(noughts):
    game = noughts(size=4)
    kernels = Kernels(game, check_bounds=True)
    positions = game.layout.array(1)
    kernels.rule("start")(positions[0])
    kernels.rule("play")(positions[0], 5)
    assert positions[0].cells[5] == 1
    assert positions[0].mover == 1


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the project with the example in it, as a reader who follows the page has it.

    It lacks the games whose rules take long to make.
    """
    folder = tmp_path_factory.mktemp("copy")
    for name in COPIED:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "haalmaa*")
            )
        else:
            shutil.copy(ROOT / name, folder / name)
    (folder / NOUGHTS).write_text(EXAMPLE, encoding="utf-8")
    checked = ROOT / ".mypy_cache"  # which `make check` leaves: nothing else is checked again
    if checked.is_dir():
        shutil.copytree(checked, folder / "cache")
    return folder


@pytest.fixture(scope="module")
def faulty(copy):
    """Another copy, for an example with a mistake."""
    folder = copy / "faulty"
    shutil.copytree(copy / "src", folder / "src")
    return folder


def run(folder, *command, **variables):
    """Run a module of Python there, and return what came of it."""
    known = {name: value for name, value in os.environ.items() if name != "LIVESTONE_LEFT_OUT"}
    # A file that is written twice within a second, with the same size, would be read from a cache.
    known["PYTHONDONTWRITEBYTECODE"] = "1"
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**known, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}", **variables},
        capture_output=True,
        text=True,
        timeout=540,
    )


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", NOUGHTS),
        ("ruff", "format", "--check", NOUGHTS),
        ("mypy", "--strict", "--cache-dir", "cache", NOUGHTS),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_the_example_passes_the_checks(copy, command):
    done = run(copy, *command)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "which",
    [
        "noughts-default and not agree and not perft or test_catalogue or has_its_picture",
        pytest.param("noughts", marks=pytest.mark.slow),
    ],
)
def test_the_example_passes_the_tests_of_every_game(copy, which):
    done = run(copy, "pytest", "-q", "-p", "no:cacheprovider", "-k", which)
    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert int(passed[1]) > 40, "the example is among the games"


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        (
            "    def make_layout(self):",
            "    def make_layout(self:",
            "games/noughts.py, line {}: SyntaxError: ",
        ),
        (
            "    def make_board(self):",
            "    def made_board(self):",
            "line 27: Noughts has no make_board",
        ),
        (
            "            s.won = wins(s.cells, move)",
            "            s.one = wins(s.cells, move)",
            "games/noughts.py, line {}: AttributeError: a position has no field 'one'",
        ),
    ],
    ids=["syntax", "missing", "field"],
)
def test_a_faulty_game_fails_alone(faulty, right, wrong, words):
    """Everything else works; asking for the game says where it is wrong, and why."""
    assert EXAMPLE.count(right) == 1
    (faulty / NOUGHTS).write_text(EXAMPLE.replace(right, wrong), encoding="utf-8")
    line = 1 + EXAMPLE[: EXAMPLE.index(right)].count("\n")
    words = words.format(line)
    told = run(faulty, "livestone", "position", "noughts", "--moves", "b2")
    assert told.returncode == 2
    assert words in told.stderr
    assert "Traceback" not in told.stderr
    others = run(faulty, "livestone", "position", "freedom", "--moves", "b2")
    assert others.returncode == 0
    assert others.stdout.startswith("Freedom")
    if "a position" in words:  # it is found when the game is played
        assert others.stderr == ""
        code = (
            "from livestone.games import load\nfrom livestone.core.runtime import compile_rules\n"
            "compile_rules(load('noughts'))"
        )
        (faulty / "compiling.py").write_text(code, encoding="utf-8")
        compiled = run(faulty, "compiling")
        assert compiled.returncode == 1
        assert words in compiled.stderr.splitlines()[-1]
    else:
        assert others.stderr.count("\n") == 1
        assert others.stderr.startswith("livestone: a game is left out: games/noughts.py, line ")
        assert words in others.stderr
