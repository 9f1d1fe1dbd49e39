"""Kernels on disk: never stale, never in the way. Each start is a process of its own."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from livestone.compiler.cache import kernel_folder
from livestone.core.kernels import Kernels
from livestone.games import load

GAME = """
from livestone.boards import Piece, square
from livestone.core.game import Game, Seat
from livestone.core.rules import Rules, Search
from livestone.core.layout import layout
from livestone.core.options import Option
{imports}


class Tiny(Game):
    id = "tiny"
    title = "Tiny"
    author = "a test"
    year = 2026
    seats = (Seat("White", "white"), Seat("Black", "black"))
    pieces = (Piece("white", "w"),)
    options = (Option("bonus", 0, (0, 1), "Bonus"),)
    max_moves = 1

    def make_board(self):
        return square(2)

    def make_layout(self):
        return layout([("cells", "i1", 5)])

    def rules(self, jit):
        bonus = self.option["bonus"]
        {setup}

        def start(s):
            s.cells[4] = 9

        def moves(s, out):
            out[0] = 0
            return 1 - s.turn

        def play(s, move):
            s.turn += 1

        def outcome(s, score):
            score[0] = {score} + bonus
            score[1] = 0

        return Rules(start, moves, play, outcome)
"""

# Compiles three rules of the game and says what they score, what was loaded, and from where.
START = """
import json, sys
from rules.game import Tiny
from livestone.compiler.cache import cache_folder
from livestone.core.kernels import Kernels
import numpy as np
game = Tiny(bonus=int(sys.argv[1]))
built, score = Kernels(game), np.zeros(2)
s = game.layout.new()
built.rule("start")(s)
built.rule("outcome")(s, score)
compiled = [made for made in built._built.values() if hasattr(made, "stats")]
hits = sum(sum(made.stats.cache_hits.values()) for made in compiled)
print(json.dumps({"score": score[0], "hits": hits, "folder": str(cache_folder())}))
"""


@dataclass
class Place:
    """A folder with a game, where processes of their own start."""

    root: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def kernels(self) -> Path:
        return self.root / "cache" / "kernels"

    def write(self, score: str = "5.0", imports: str = "", setup: str = "", **files: str) -> None:
        """Write the game and other modules beside it, as an editor does: new files."""
        game = GAME.format(score=score, imports=imports, setup=setup or "pass")
        for name, text in {"game": game, "__init__": "NUMBERS_VARY = True", **files}.items():
            path = self.root / "rules" / f"{name}.py"
            path.parent.mkdir(exist_ok=True)
            path.unlink(missing_ok=True)
            path.write_text(text)

    def begin(self, bonus: int = 0, program: str = START) -> subprocess.Popen[str]:
        env = {**os.environ, "LIVESTONE_CACHE": str(self.root / "cache"), **self.env}
        env["PYTHONDONTWRITEBYTECODE"] = "1"
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program, str(bonus)],
            cwd=self.root,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start(self, bonus: int = 0) -> tuple[float, int]:
        """The score and how many of the two rules came from the disk."""
        return finish(self.begin(bonus))

    def files(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.kernels)): path.read_bytes()
            for path in self.kernels.rglob("*")
            if path.is_file()
        }

    def folders(self) -> set[str]:
        return {path.name for path in self.kernels.iterdir()}


def finish(process: subprocess.Popen[str]) -> tuple[float, int]:
    out, errors = process.communicate()
    assert process.returncode == 0, errors
    assert errors == ""
    said = json.loads(out)
    return said["score"], said["hits"]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A place where the game was started once; copied, never used."""
    made = Place(tmp_path_factory.mktemp("started"))
    made.write()
    assert made.start() == (5, 0)
    return made


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A place with a game that was never started."""
    made = Place(tmp_path)
    made.write()
    return made


@pytest.fixture
def warm(place: Place, started: Place) -> Place:
    """A place where the game was started once."""
    shutil.copytree(started.kernels, place.kernels)
    return place


def test_a_second_start_compiles_nothing_unless_the_game_was_edited(warm: Place) -> None:
    files = warm.files()
    assert len(files) == 2
    assert warm.start() == (5, 2)
    assert warm.files() == files
    assert len(warm.folders()) == 1
    warm.write(score="7.0")
    assert warm.start() == (7, 0)


def test_options_that_are_numbers_share_kernels(warm: Place) -> None:
    files = warm.files()
    assert warm.start(1) == (6, 2)
    assert warm.start(0) == (5, 2)
    assert warm.files() == files


@pytest.mark.slow
def test_settings_of_numba_have_kernels_of_their_own(warm: Place) -> None:
    warm.env["NUMBA_OPT"] = "1"
    assert warm.start() == (5, 0)
    assert len(warm.folders()) == 2


# What a score may follow from besides the game's own file, each by another way of importing it.
IMPORTS = "import numpy; from rules.near import NEAR; from .same import SAME; from . import whole"
SETUP = "from .late import late; late = jit(late); table = numpy.loadtxt('table.txt', ndmin=1)"
SCORE = "NEAR + SAME + whole.WHOLE + late() + table[0]"
FILES = {
    "near": "from rules.deep import DEEP as NEAR",
    "deep": "DEEP = {}",
    "same": "SAME = {}",
    "whole": "WHOLE = {}",
    "late": "def late():\n    return {}",
}


@pytest.mark.slow
def test_an_edit_of_whatever_a_game_reads_runs_as_edited(place: Place) -> None:
    """Modules that it imports, at once or late, theirs, and a table in no source file."""

    def begin(edited: str) -> tuple[float, int]:
        files = {name: text.format(10 if name == edited else 1) for name, text in FILES.items()}
        (place.root / "table.txt").write_text("10" if edited == "table" else "1")
        place.write(SCORE, IMPORTS, SETUP, **files)
        return place.start()

    assert begin("nothing") == (5, 0)
    assert begin("nothing") == (5, 2)
    for edited in ("deep", "same", "whole", "late"):
        assert begin(edited) == (14, 0), edited
    begin("nothing")
    assert begin("table") == (14, 2)  # compiled code reads it


def test_whatever_else_is_loaded_a_kernel_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a server would compile again what a bot has compiled."""
    built = Kernels(load("freedom", size=4))
    late = (
        "livestone.games.freedom.for_solving",
        "livestone.draw.svg",
        "livestone.freeplay.player",
    )
    for name in late:
        importlib.import_module(name)
    before = kernel_folder(built.game, built.context.rules, built.context.rules.moves)
    for name in late:
        monkeypatch.delitem(sys.modules, name)
    assert (
        kernel_folder(built.game, built.context.rules, built.context.rules.moves)
        == before
        is not None
    )


def test_a_file_edited_after_it_was_loaded_is_not_cached(place: Place) -> None:
    """Else the old code would be kept under the new content's key."""
    edit = "import pathlib, rules.game; path = pathlib.Path(rules.game.__file__)\n" + dedent(
        """
        import os, time
        text = path.read_text()
        path.write_text(text.replace("5.0", "8.0"))
        """
    )
    finish(place.begin(program=edit + START))
    assert place.start() == (8, 0)


def test_a_game_without_a_file_is_not_cached(place: Place) -> None:
    """As in a notebook, where a rule may be typed anew at any time."""
    game = (place.root / "rules" / "game.py").read_text()
    program = game + START.replace("from rules.game import Tiny", "")
    assert finish(place.begin(program=program)) == (5, 0)
    assert not place.kernels.exists() or place.files() == {}


@pytest.mark.parametrize(
    "damages", [("cut", "flipped"), pytest.param(("empty", "junk"), marks=pytest.mark.slow)]
)
def test_damaged_files_are_compiled_anew(warm: Place, damages: tuple[str, str]) -> None:
    whole = warm.files()
    for damage, (name, content) in zip(damages, whole.items(), strict=True):
        flipped = bytearray(content)
        flipped[len(content) // 2] ^= 1
        bad = {
            "empty": b"",
            "cut": content[: len(content) // 2],
            "flipped": bytes(flipped),
            "junk": b"junk",
        }
        (warm.kernels / name).write_bytes(bad[damage])
    damaged = warm.files()
    assert warm.start() == (5, 0)
    mended = warm.files()
    assert mended.keys() == whole.keys()
    assert all(mended[name] != damaged[name] for name in whole)


def test_without_a_folder_nothing_is_cached(place: Place) -> None:
    """A file stands where the folder should be, which stops even the superuser."""
    (place.root / "cache").write_text("in the way")
    told, errors = said(place.begin())
    assert (told["score"], told["hits"], errors.count(NOT_KEPT)) == (5, 0, 1)


@pytest.mark.slow
def test_a_folder_that_turns_unwritable_is_done_without(warm: Place) -> None:
    (folder,) = warm.folders()
    for path in (warm.kernels / folder).iterdir():
        path.unlink()
    (warm.kernels / folder).rmdir()
    (warm.kernels / folder).write_text("in the way")
    told, errors = said(warm.begin())
    assert (told["score"], told["hits"], errors.count(NOT_KEPT)) == (5, 0, 1)


def test_several_processes_at_once(place: Place) -> None:
    """Each kernel is compiled by one of them; the other waits for it and loads it."""
    said = [finish(process) for process in [place.begin(), place.begin()]]
    assert [score for score, _ in said] == [5, 5]
    assert sum(hits for _, hits in said) == 2
    assert len(place.files()) == 2, "no half-written files are left"


def test_unused_kernels_are_removed(place: Place) -> None:
    old, recent = place.kernels / "old", place.kernels / "recent"
    for folder, days in ((old, 61), (recent, 59)):
        folder.mkdir(parents=True)
        (folder / "moves.kernel").write_bytes(b"")
        then = time.time() - days * 24 * 60 * 60
        os.utime(folder, (then, then))
    assert place.start() == (5, 0)
    assert not old.exists()
    assert recent.exists()


@pytest.mark.slow
def test_using_kernels_keeps_them(warm: Place) -> None:
    """A start that loads marks its folder as used, and removes nothing."""
    (name,) = warm.folders()
    then = time.time() - 61 * 24 * 60 * 60
    os.utime(warm.kernels / name, (then, then))
    (warm.kernels / "old").mkdir()
    os.utime(warm.kernels / "old", (then, then))
    assert warm.start() == (5, 2)
    assert (warm.kernels / "old").exists()
    warm.write(score="7.0")
    assert warm.start() == (7, 0)
    assert warm.folders() >= {name}
    assert not (warm.kernels / "old").exists()


ONE_THEN_OTHER = """
import random, sys
import numpy as np
from livestone.compiler.cache import loading_only
from livestone.core.kernels import Kernels
from livestone.core.state import State
from livestone.games import load

for chosen in sys.argv[1:]:
    size, scoring = chosen.split("-")
    game = load("freedom", size=size, scoring=scoring)
    with loading_only(chosen != sys.argv[1]):
        gains = Kernels(game).rule("gains")
    fast, plain = np.zeros(2), np.zeros(2)
    for seed in range(20):
        dice, state = random.Random(seed), State(game)
        while not state.over:
            move = dice.choice(state.unsorted)
            gains(state.position, move, fast)
            game.plain_search.gains(state.position, move, plain)
            assert fast.tolist() == plain.tolist(), (chosen, state.text, move)
            state.play(move)
"""


def test_another_size_loads_the_kernels_of_the_first(tmp_path: Path) -> None:
    """Each with its own numbers, tables and helpers, in the process that compiled and in others."""
    environment = {**os.environ, "LIVESTONE_CACHE": str(tmp_path)}
    for chosen in (["5-stones", "7-stones", "10-stones"], ["7-rows", "5-rows"]):
        command = [sys.executable, "-c", ONE_THEN_OTHER, *chosen]
        run = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert run.stderr == ""


def said(process: subprocess.Popen[str]) -> tuple[dict[str, Any], str]:
    """What a start tells, and what it says on standard error."""
    out, errors = process.communicate()
    assert process.returncode == 0, errors
    return json.loads(out), errors


NOT_KEPT = "is not kept"
# Nothing can be written below the cache, whoever runs this.
READ_ONLY = """
import errno, os, pathlib

def refused(self, *arguments, **named):
    if "cache" in self.parts:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(self))

pathlib.Path.mkdir = pathlib.Path.write_bytes = refused
os.access = lambda *_: False
"""


def test_a_folder_that_can_only_be_read_is_read(warm: Place) -> None:
    """No folder can be made in it, nor a file: a file system that is read-only, another user's."""
    program = f"{READ_ONLY}\n{START}"
    assert finish(warm.begin(program=program)) == (5, 2)
    # A server asks another process to compile and to keep it, which would be in vain.
    loading = "from livestone.compiler import cache\ncache._loads_only = True\n"
    warm.write(score="7.0")
    told, errors = said(warm.begin(program=loading + program))
    assert (told["score"], told["hits"]) == (7, 0)
    assert errors.count(NOT_KEPT) == 1
    assert "Read-only file system" in errors


def test_a_source_with_a_time_in_the_future_is_cached(place: Place) -> None:
    future = time.time() + 1e6
    os.utime(place.root / "rules" / "game.py", (future, future))
    assert [place.start(), place.start()] == [(5, 0), (5, 2)]


def test_an_edit_that_claims_to_be_of_the_future_is_still_an_edit(place: Place) -> None:
    program = START.replace("game = Tiny", "edit()\ngame = Tiny", 1)
    edit = """
import os, pathlib
def edit():
    file = pathlib.Path("rules/game.py")
    file.write_text(file.read_text().replace("5.0", "7.0"))
    os.utime(file, (9e9, 9e9))
"""
    assert finish(place.begin(program=edit + program)) == (5, 0)
    assert place.start() == (7, 0)


def test_a_home_is_found(place: Place) -> None:
    place.env |= {"HOME": str(place.root / "home"), "LIVESTONE_CACHE": "~/kept"}
    assert [place.start(), place.start()] == [(5, 0), (5, 2)]
    assert (place.root / "home" / "kept" / "kernels").is_dir()
    assert not (place.root / "~").exists()


def test_a_game_in_a_zip_is_not_cached(place: Place) -> None:
    with zipfile.ZipFile(place.root / "all.zip", "w") as packed:
        for file in (place.root / "rules").iterdir():
            packed.write(file, f"rules/{file.name}")
    shutil.rmtree(place.root / "rules")
    place.env["PYTHONPATH"] = str(place.root / "all.zip")
    told, errors = said(place.begin())
    assert (told["score"], told["hits"]) == (5, 0)
    assert errors.count(NOT_KEPT) == 1


FORKING = """
import os
from livestone.compiler import cache
wait, read, write, child = cache.KernelCache._wait, *os.pipe(), 0

def fork_then(kept):
    # As when one thread forks while another one compiles.
    global child
    wait(kept)
    assert cache._locks
    if not child:
        child = os.fork()
        if child == 0:
            os.close(write)
            os.read(read, 1)  # until the parent is done
            os._exit(len(cache._locks))

cache.KernelCache._wait = fork_then
cache.PATIENCE = 0  # what is locked is not waited for, but found to be locked
locked = cache._locked
refused = []
cache._locked = lambda descriptor: locked(descriptor) or refused.append(descriptor)
"""
FORKED = """
assert not refused, "the child holds the lock"
os.close(write)
assert os.waitpid(child, 0)[1] == 0, "the child has the descriptor"
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_process_that_is_forked_meanwhile_does_not_keep_the_lock(place: Place) -> None:
    assert finish(place.begin(program=FORKING + START + FORKED)) == (5, 0)


def test_without_a_compiler_everything_runs_plain(place: Place) -> None:
    place.env["NUMBA_DISABLE_JIT"] = "1"
    told, errors = said(place.begin())
    assert told["score"] == 5
    assert errors.count("NUMBA_DISABLE_JIT is set") == 1
    assert not place.kernels.exists() or place.files() == {}
