"""Games that people write themselves: their start, files anywhere, and checking them."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from tests.compiled import started_game

from livestone.cli.check_game import check_game
from livestone.conformance import checks, counts
from livestone.conformance.counts import read_counts
from livestone.conformance.starting import write_start
from livestone.core.game import Game
from livestone.errors import BadRequest, BrokenGame, UnknownGame
from livestone.games import add_file, load


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a new game; what the process knows of games afterwards is as before."""
    from livestone import games

    monkeypatch.setattr(games, "_registered", dict(games._registered))
    monkeypatch.setenv("LIVESTONE_GAMES", "")
    folder = tmp_path / "river_crossing"
    write_start("River Crossing", folder)
    return folder


@pytest.fixture
def kept() -> Path:
    """The folder of a new game that stays as it is."""
    return started_game("River Crossing")


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "livestone", *arguments]
    environment = {**os.environ, "LIVESTONE_GAMES": ""}
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def test_the_start_of_a_new_game_passes_its_own_tests(kept: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(kept)],
        capture_output=True,
        text=True,
        check=False,
        cwd=kept.parent,
    )
    assert done.returncode == 0, done.stdout


def test_a_game_is_checked_by_its_folder(kept: Path) -> None:
    done = run("check-game", "river_crossing", "--quick", "--json", cwd=kept.parent)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["failures"] == []
    assert all(count["found"] is None for count in found["counts"])
    assert {"moves", "play", "outcome"} <= found["seconds"].keys()
    assert found["lessons"]["fault"] is None
    assert found["lessons"]["lacking"][0] == "0 diagrams, fewer than 3"


def test_a_wrong_diagram_fails_with_file_and_line(
    start: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "[Your turn: Off the board]\nmoves: z9\ncaption: It cannot be.\n"
    (start / "diagrams.txt").write_text(text, encoding="utf-8")
    assert check_game(add_file(str(start)), quick=True) == 1
    told = capsys.readouterr().out
    assert "lessons: river_crossing/diagrams.txt, line 2: z9: " in told


def test_a_game_at_fault_fails_with_what_does_not_hold(
    start: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = start / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("n += s.cells[site] == EMPTY", "n += 1"), encoding="utf-8")
    assert check_game(add_file(str(start)), quick=True) == 1
    told = capsys.readouterr().out
    assert "position_texts: A position's text is read back as the same position.\n" in told
    assert told.endswith("The rest is left out: mend this first\n")


BROKEN = {
    "a name that is not there": ("1 - s.mover", "1 - mover", "line 100: NameError: name 'mover'"),
    "no @jit": ("        @jit\n        def wins", "        def wins", "'wins' is a plain function"),
    "nothing returned": (
        "            return n\n\n        def play",
        "\n        def play",
        "nothing",
    ),
    "turn forgotten": ("            s.turn += 1\n", "", "play must raise turn after turn 0"),
    "a loop": ("            n = 0\n", "            n = 0\n            while True: pass\n", "loop"),
    "a field forgotten": (
        "                    s.won = 1\n",
        "                    pass\n",
        "in won at",
    ),
}


@pytest.mark.parametrize(("right", "wrong", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_mistake_is_told_and_nothing_after_it(
    right: str,
    wrong: str,
    reason: str,
    start: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checks, "MAX_SECONDS", 0.5)
    rules = start / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert right in text
    rules.write_text(text.replace(right, wrong), encoding="utf-8")
    assert check_game(add_file(str(start))) == 1
    told = capsys.readouterr().out
    assert reason in told
    assert told.endswith("The rest is left out: mend this first\n")


def test_nothing_is_checked_once_counts_differ(
    start: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[tuple[int, int]] = []
    ways = counts.ways_to_play

    def noted(game: Game, turns: int) -> int:
        counted.append((game.option["size"], turns))
        return ways(game, turns) if turns < 99 else 0

    monkeypatch.setattr(counts, "ways_to_play", noted)
    (start / "perft.txt").write_text("- 1 9\n- 2 73\n- 3 504\n- 99 1\nsize=4 2 240\n")
    assert check_game(add_file(str(start)), quick=True) == 1
    assert counted == [(3, 1), (3, 2), (4, 2)]
    told = capsys.readouterr().out
    assert "73 ways to play 2 turns: the game counts 72" in told
    assert "240 ways to play 2 turns, size=4: agrees" in told
    assert told.endswith("\nThe rest is left out: mend this first\n")


def test_every_command_takes_the_path_of_a_game(kept: Path) -> None:
    done = run("position", str(kept / "rules.py"), "--moves", "a1 b1", "--json", cwd=kept)
    assert json.loads(done.stdout)["game"] == "river_crossing"
    done = run("playtest", str(kept), "--games", "2", "--playouts", "10", "--json", cwd=kept.parent)
    assert json.loads(done.stdout)["games"] == 2, "processes that begin later find it too"


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        (("class ", "klass "), BrokenGame, "rules.py, line 33: SyntaxError"),
        (('    title = "River Crossing"\n', ""), BrokenGame, "RiverCrossing has no title"),
        (("import Piece", "import Peace"), BrokenGame, "rules.py, line 21: ImportError"),
        (('    id = "river_crossing"\n', ""), UnknownGame, "there is no game in"),
    ],
)
def test_a_file_that_is_no_game_is_refused(
    start: Path, change: tuple[str, str], error: type[Exception], reason: str
) -> None:
    rules = start / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    with pytest.raises(error, match=reason.replace("(", r"\(")):
        add_file(str(start))


def test_a_game_of_a_file_can_be_pickled_and_what_is_none_is_refused(start: Path) -> None:
    game = load(add_file(str(start)))
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(UnknownGame, match="there is no file"):
        add_file(str(start / "none.py"))
    with pytest.raises(UnknownGame, match="choose river_crossing"):
        add_file(f"{start}:chess")
    with pytest.raises(BadRequest, match="is there already"):
        write_start("River Crossing", start)
    with pytest.raises(BadRequest, match="is no name for a game"):
        write_start("../x", start / "x")
    (start / "perft.txt").write_text("- 1 9\n- one 9\n", encoding="utf-8")
    with pytest.raises(BadRequest, match="line 2: '- one 9' is not options, turns and ways"):
        read_counts(start / "perft.txt")
