"""A player's process: whatever a file does, the right party loses, for the right reason."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.freeplay.players import HEAD, SHORT, Seat, game_player, house, player
from tests.server.site import until

from livestone.errors import BadRequest
from livestone.freeplay.annotations import CUT, MAX_NOTE
from livestone.freeplay.board import freeplay
from livestone.freeplay.limits import Fault, Limits
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import Played, play_game
from livestone.records.record import Record

GAME = freeplay(size=4)


def loses(process: PlayerProcess) -> Played:
    """Play as White; the game must be lost by a fault, and the process be gone."""
    played = play_game(GAME, [process, house("first-free")])
    assert (played.winners, played.loser) == ((1,), 0)
    assert played.fault is not None
    assert process.pid is None
    result = played.record().result
    assert result is not None
    assert (result.winners, result.reason, result.by) == ((1,), played.fault.reason, 0)
    return played


# What `move` does, the record's word for it, and what is said.
WRONG = {
    "passing": ("return 'pass'", "illegal", "it passed, which is not legal"),
    "garbage": (
        "for fd in range(3, 9):\n    try: os.write(fd, b'\\xff{]\\n')\n    except OSError: pass",
        "failed",
        "its process answered nonsense",
    ),
    "answering by itself": (
        "for fd in range(3, 9):\n    try: os.write(fd, b'{\"move\": [0, 0]}\\n' * 2)\n"
        "    except OSError: pass",
        "failed",
        "its process answered nonsense",
    ),
    "closing": ("os.closerange(3, 99)\nreturn 0, 0", "failed", "its process"),
}


def test_what_is_printed_and_drawn_is_kept_with_its_move(seat: Seat) -> None:
    move = (
        "x, y = self.board.legal[0]\nprint('at', x, y)\nself.logger.info('{hm}')\n"
        "self.draw.mark(x, y, 'here it is, I think')\nself.draw.arrow(0, 0, 3, 3)\n"
        "self.draw.value(1, 2, -0.5)\nreturn x, y"
    )
    played = play_game(GAME, [seat(player(move)), house("first-free")])
    drawn = "[%mark a1 here it is, ]\n[%arrow a1 d4]\n[%values b3=-0.5]"
    assert played.notes[:2] == (f"at 0 0\n{{hm}}\n{drawn}", "")
    assert [bool(note) for note in played.notes] == [at % 2 == 0 for at in range(len(played.notes))]
    record = Record.read(played.record().as_text())
    assert record.plies[0].note.engine == played.notes[0]


def test_a_player_of_any_game_draws_by_names(seat: Seat) -> None:
    move = "self.draw.value('b2', 1)\nself.draw.mark('a1')\nreturn state.legal[0]"
    played = play_game(GAME, [seat(game_player(move)), house("first-free")])
    assert played.notes[0] == "[%mark a1]\n[%values b2=1]"


OFF = {
    "self.draw.mark(9, 0, 'x')": r"\(9, 0\) is off the board",
    "self.draw.arrow(1, 1, 1, 1)": "leads from one cell to another",
    "self.draw.value(0, 0, float('nan'))": "nan cannot be drawn",
}


@pytest.mark.parametrize("wrong", OFF)
def test_what_cannot_be_drawn_is_told(seat: Seat, wrong: str) -> None:
    played = loses(seat(player(wrong)))
    with pytest.raises(Fault, match=OFF[wrong]):
        raise played.fault or AssertionError


def test_floods_of_words_are_cut(seat: Seat) -> None:
    move = "print('x' * 10**6)\nprint('\\x1b[2J')\nreturn self.board.legal[0]"
    (note, *_) = play_game(GAME, [seat(player(move)), house("first-free")]).notes
    assert len(note) < MAX_NOTE
    assert note.endswith(CUT)
    (note, *_) = play_game(GAME, [seat(player("print('\\x1b[2J')\nreturn 0, 0")), house()]).notes
    assert note == "?[2J"


@pytest.mark.parametrize("name", WRONG)
def test_wrong_moves(seat: Seat, name: str) -> None:
    move, reason, words = WRONG[name]
    played = loses(seat(player(move)))
    assert played.fault is not None
    assert played.fault.reason == reason
    with pytest.raises(Fault, match=words):
        raise played.fault
    assert "lost the game at move 1:" in played.report
    assert "Legal moves: any empty cell" in played.report


FORBIDDEN = """\
from multiprocessing import get_context
import resource, subprocess
for attempt in (
    lambda: os.fork(),
    lambda: os.system("true"),
    lambda: subprocess.run(["true"]),
    lambda: get_context("spawn").Process(target=print).start(),
    lambda: os.kill(os.getppid(), 9),
    lambda: resource.setrlimit(resource.RLIMIT_CPU, (9**9, -1)),
):
    try:
        print("allowed:", attempt())
    except PermissionError as error:
        print("refused:", error)
return self.board.legal[0]"""


def test_what_a_player_may_not_do(seat: Seat, log: Path) -> None:
    assert play_game(GAME, [seat(player(FORBIDDEN)), house("first-free")]).fault is None
    said = [line for line in log.read_text("utf-8").splitlines() if ": a player may" in line]
    starting = ["refused: a player may not start other processes"] * 4
    assert said[:6] == [
        *starting,
        "refused: a player may not stop other processes",
        "refused: a player may not change its limits",
    ]
    assert "allowed:" not in log.read_text("utf-8")
    played = loses(seat("import os\nos.fork()"))
    assert "a player may not start other processes" in str(played.fault)


def test_an_illegal_move_is_explained(seat: Seat) -> None:
    played = loses(seat(player("return (0, 0) if not self.board.moves else (3, 3)")))
    assert played.report == "\n".join(
        [
            "mine (white) lost the game at move 3: it played (3, 3), which is not legal: "
            "(3, 3) is not next to (1, 0), the last stone, and there are empty cells that are.",
            "  3  ·  ·  ·  ·",
            "  2  ·  ·  ·  ·",
            "  1  ·  ·  ·  ·",
            "  0  ○ [●] ·  ·",
            "     0  1  2  3",
            "Legal moves: (2, 0), (2, 1), (1, 1), (0, 1)",
        ]
    )


def test_the_traceback_is_the_players(seat: Seat) -> None:
    text = player("return self.think()", "    def think(self):\n        return 1 / 0\n")
    played = loses(seat(text))
    assert played.fault is not None
    told = "move raised ZeroDivisionError: division by zero (mine.py, line 7); "
    assert str(played.fault).startswith(told)
    assert "line 7, in think" in played.fault.details
    assert "worker.py" not in played.fault.details


def test_late_answers_and_what_the_player_started(seat: Seat) -> None:
    # Past the guard, as a C library could: still in its group.
    fork = "import ctypes\nif ctypes.CDLL(None).fork() == 0: time.sleep(600)\nwhile True: pass"
    process = seat(player(fork), SHORT)
    process.start()
    group = process.pid
    assert group is not None
    played = loses(process)
    assert played.fault is not None
    assert (played.fault.reason, str(played.fault)) == (
        "timeout",
        "it gave no answer within 0.2 seconds: still in line 7, `while True: pass`",
    )
    with pytest.raises(ProcessLookupError):
        os.kill(group, 0)
    until(lambda: gone(group))


def gone(group: int) -> bool:
    """Whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_eating_memory(seat: Seat) -> None:
    limits = Limits(move=60.0, game=600.0, load=60.0, megabytes=400)
    played = loses(seat(player("x = []\nwhile True: x.append(bytearray(10**7))"), limits))
    assert str(played.fault) == "it ran out of memory"


def test_eating_cpu_time_in_threads(seat: Seat) -> None:
    move = (
        "import threading\ndef burn():\n    while True: pass\n"
        "threading.Thread(target=burn, daemon=True).start()\ntime.sleep(600)"
    )
    limits = Limits(move=600.0, game=600.0, load=60.0, cpu=0.2)
    played = loses(seat(player(move), limits))
    said = "it used more CPU time than a game may: still in line 7, `while True: pass`"
    assert str(played.fault) == said


def test_a_file_that_never_ends(seat: Seat) -> None:
    played = loses(seat("while True: pass", Limits(load=1.0)))
    assert played.fault is not None
    assert played.fault.reason == "timeout"


def test_the_line_of_a_file_beside_it(seat: Seat, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("import time\ndef wait(): time.sleep(600)\n", "utf-8")
    played = loses(seat(player("import helper\nhelper.wait()"), SHORT))
    assert str(played.fault).endswith("in line 2 of helper.py, `def wait(): time.sleep(600)`")


def test_there_must_be_a_file(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="there is no file"):
        PlayerProcess(tmp_path / "nobody.py")


EVERYTHING = """\
from my_helper import choose
print('printed', 1)
os.write(1, b'written\\n')
sys.stderr.write('shouted\\n')
self.logger.info('at %s', self.board.legal[0])
try: input()
except EOFError: print('nobody there')
first = self.board.time_left
while self.board.time_left == first: pass
print('in time', 0 < self.board.time_left < first <= 60)
cell = choose(self.board)
self.board.play(*cell)
return cell"""


def test_what_a_player_may_do(seat: Seat, log: Path, tmp_path: Path) -> None:
    """Print, log, read the clock, play on its own board, and import files beside it."""
    (tmp_path / "my_helper.py").write_text("def choose(board): return board.legal[0]\n")
    played = play_game(GAME, [seat(player(EVERYTHING)), house("first-free")], words="game 7")
    assert played.fault is None
    text = log.read_text("utf-8")
    for words in ("printed 1\nwritten\nshouted\n", "INFO    at (0, 0)\n", "nobody there"):
        assert words in text
    assert f"game 7: mine (white) against first-free, {GAME}" in text
    assert "DEBUG   move 1: (0, 0) after None, 0." in text
    assert "DEBUG   move 3: (2, 0) after (1, 0), 0." in text
    assert f"game 7: {played.result(0)}" in text
    assert "in time True" in text
    assert "in time False" not in text


def test_a_flood_of_words_ends(seat: Seat, log: Path) -> None:
    move = "while True: os.write(1, b'x' * 10**6)"
    played = loses(seat(player(move)))
    assert "File too large" in str(played.fault)
    assert log.stat().st_size <= 100_100_000
    log.unlink()


def test_little_is_handed_down(
    seat: Seat, log: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("A_SECRET", "of ours")
    with (tmp_path / "ours").open("w") as ours:
        os.set_inheritable(ours.fileno(), True)
        text = player(
            "print(sorted(os.environ), os.getcwd(), os.getsid(0) == os.getpid())\n"
            "print('files', [os.readlink(f'/proc/self/fd/{fd}') for fd in range(3, 30)"
            " if os.path.exists(f'/proc/self/fd/{fd}')])\n"
            "return self.board.legal[0]"
        )
        assert play_game(GAME, [seat(text), house("first-free")]).fault is None
    said = log.read_text("utf-8")
    assert "A_SECRET" not in said
    assert f"{tmp_path} True" in said.replace("'", "")
    assert str(tmp_path / "ours") not in said


def test_a_fresh_player_every_game_in_one_process(seat: Seat, log: Path) -> None:
    text = HEAD + (
        "    def __init__(self):\n        self.moves = 0\n"
        "        self.logger.info('begins as %s %s', self.board.player, self.board.size)\n"
        "    def move(self):\n        self.moves += 1\n"
        "        print('move', self.moves)\n        return self.board.legal[0]\n"
    )
    process = seat(text)
    games = [play_game(GAME, [process, house("first-free")])]
    pid = process.pid
    games.append(play_game(GAME, [house("first-free"), process]))
    assert process.pid == pid
    assert [game.names for game in games] == [("mine", "first-free"), ("first-free", "mine")]
    for game in games:
        assert game.fault is None
        assert game.record().replay().over
    assert games[0].moves == games[1].moves
    said = log.read_text("utf-8")
    assert said.count("move 1\n") == 2
    assert "begins as white 4" in said
    assert "begins as black 4" in said


def test_the_same_seed_the_same_game(seat: Seat) -> None:
    text = player(
        "import random\nimport numpy\n"
        "return self.board.legal[(random.randrange(8) + numpy.random.randint(8))"
        " % len(self.board.legal)]"
    )
    process = seat(text)
    games = [
        play_game(freeplay(size=6), [process, house("first-free")], seed=seed).moves
        for seed in (1, 2, 1)
    ]
    assert games[0] == games[2] != games[1]


def test_after_a_fault_the_next_game_is_played(seat: Seat, tmp_path: Path) -> None:
    move = "if not os.path.exists('once'):\n    open('once', 'w')\n    os._exit(3)\n"
    process = seat(player(f"{move}return self.board.legal[0]"))
    assert str(loses(process).fault) == "its process ended with exit code 3"
    assert play_game(GAME, [process, house("first-free")]).fault is None


def test_it_does_not_outlive_us(tmp_path: Path) -> None:
    (tmp_path / "busy.py").write_text(player("while True: pass"), "utf-8")
    code = (
        "from pathlib import Path\nfrom livestone.freeplay.board import Board, freeplay\n"
        "from livestone.freeplay.process import PlayerProcess\n"
        f"process = PlayerProcess(Path({str(tmp_path / 'busy.py')!r}))\n"
        "process.begin(freeplay(size=4), 0)\nprint(process.pid, flush=True)\n"
        'process._process.send(b\'{"moves": [], "seconds": 1}\')\nimport time\ntime.sleep(600)'
    )
    ours = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert ours.stdout is not None
    pid = int(ours.stdout.readline())
    ours.send_signal(signal.SIGKILL)
    ours.wait()
    ours.stdout.close()
    try:
        until(lambda: ended(pid))
    except AssertionError:
        os.kill(pid, signal.SIGKILL)
        raise


def ended(pid: int) -> bool:
    """Whether a process is gone, or dead and not yet waited for."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return stat.rsplit(")", 1)[1].split()[0] == "Z"
