"""A player's process: whatever a file does, the right party loses, for the right reason."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from tests.freeplay.players import FIRST_FREE, HEAD, SHORT, Seat, player

from livestone.errors import BadRequest
from livestone.freeplay.board import freeplay
from livestone.freeplay.limits import Fault, Limits
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import HouseSeat, Played, play_game
from livestone.play.baselines import BASELINES

GAME = freeplay(size=4)


def house() -> HouseSeat:
    return HouseSeat("first-free", BASELINES["first-free"])


def loses(process: PlayerProcess) -> Played:
    """Play as White; the game must be lost by a fault, and the process be gone."""
    played = play_game(GAME, [process, house()])
    assert (played.winners, played.loser) == ((1,), 0)
    assert played.fault is not None
    assert process.pid is None
    result = played.record().result
    assert result is not None
    assert (result.winners, result.reason, result.by) == ((1,), played.fault.reason, 0)
    return played


def test_a_whole_game_both_ways(seat: Seat) -> None:
    process = seat(FIRST_FREE)
    games = [play_game(GAME, [process, house()]), play_game(GAME, [house(), process])]
    assert [game.names for game in games] == [("mine", "first-free"), ("first-free", "mine")]
    for game in games:
        assert game.fault is None
        assert game.record().replay().over
    assert games[0].moves == games[1].moves


# What `move` does, the record's word for it, and what is said.
WRONG = {
    "off the board": ("return 4, 0", "illegal", r"\(4, 0\) is off the board: x and y go from 0"),
    "below it": ("return -1, 0", "illegal", r"\(-1, 0\) is off the board"),
    "nothing": ("pass", "illegal", "move returned None, .* is there a 'return' missing"),
    "passing": ("return 'pass'", "illegal", "it passed, which is not legal"),
    "raising": ("return 1 / 0", "failed", r"ZeroDivisionError: division by zero \(mine.py, line 5"),
    "sys.exit": ("sys.exit(3)", "failed", r"move called sys.exit\(3\)"),
    "os._exit": ("os._exit(3)", "failed", "its process ended with exit code 3"),
    "interrupting": ("raise KeyboardInterrupt", "failed", "move raised KeyboardInterrupt"),
    "forking": ("os.fork()", "failed", "a player may not start other processes"),
    "a shell": ("os.system('true')", "failed", "a player may not start other processes"),
    "a program": (
        "import subprocess\nsubprocess.run(['true'])",
        "failed",
        "a player may not start other processes",
    ),
    "multiprocessing": (
        "import multiprocessing\n"
        "multiprocessing.get_context('spawn').Process(target=print).start()",
        "failed",
        "a player may not start other processes",
    ),
    "killing": ("os.kill(os.getppid(), 9)", "failed", "a player may not stop other processes"),
    "unlimited": (
        "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (9**9, -1))",
        "failed",
        "a player may not change its limits",
    ),
    "recursing": ("return self.move()", "failed", "RecursionError"),
    "a long word": ("raise ValueError('x' * 10**6)", "failed", "ValueError: xxx"),
    "an error that cannot be told": (
        "class E(Exception):\n    __str__ = None\nraise E",
        "failed",
        "move raised E",
    ),
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


@pytest.mark.parametrize("name", WRONG)
def test_wrong_moves(seat: Seat, name: str) -> None:
    move, reason, words = WRONG[name]
    played = loses(seat(player(move)))
    assert played.fault is not None
    assert played.fault.reason == reason
    with pytest.raises(Fault, match=words):
        raise played.fault
    assert len(str(played.fault)) < 400
    assert "lost the game at move 1:" in played.report
    assert "Legal moves: any empty cell" in played.report


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
    text = player("return self.think()", "    def think(self):\n        return self.nothing\n")
    played = loses(seat(text))
    assert played.fault is not None
    assert "line 7, in think" in played.fault.details
    assert "worker.py" not in played.fault.details


@pytest.mark.parametrize(
    "move", ["time.sleep(600)", "while True: pass", "import signal\nsignal.pause()"]
)
def test_late_answers(seat: Seat, move: str) -> None:
    process = seat(player(move), SHORT)
    process.start()
    pid = process.pid
    played = loses(process)
    assert played.fault is not None
    assert (played.fault.reason, str(played.fault)) == (
        "timeout",
        "it gave no answer within 0.2 seconds",
    )
    assert pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_what_it_started_ends_with_it(seat: Seat, tmp_path: Path) -> None:
    # Past the guard, as a C library could: still in its group.
    fork = "import ctypes\nif ctypes.CDLL(None).fork() == 0: time.sleep(600)\ntime.sleep(600)"
    process = seat(player(fork), SHORT)
    process.start()
    group = process.pid
    assert group is not None
    loses(process)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    pytest.fail("a process is left")


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
    assert str(played.fault) == "it used more CPU time than a game may"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            f"{HEAD}    def move(self)\n        pass\n",
            "mine.py cannot be read: line 4: expected ':'",
        ),
        ("", "mine.py has no player: write class"),
        ("from livestone import Player\n", "mine.py has no player"),
        (f"{HEAD}    pass\nclass Other(Player): pass\n", "mine.py has 2 players, Mine, Other"),
        ("import nowhere", "mine.py raised ModuleNotFoundError: No module named 'nowhere'"),
        ("import sys\nsys.exit()", r"mine.py called sys.exit\(\)"),
        ("import os\nos.fork()", "a player may not start other processes"),
        (f"{HEAD}    def __init__(self):\n        self.x = y\n", "__init__ raised NameError"),
        ("\0", "mine.py"),
        (f"{HEAD}    pass\n", r"NotImplementedError: write a method move\(self\)"),
    ],
)
def test_files_that_cannot_play(seat: Seat, text: str, words: str) -> None:
    played = loses(seat(text))
    assert played.fault is not None
    assert played.fault.reason == "failed"
    with pytest.raises(Fault, match=words):
        raise played.fault


def test_a_file_that_never_ends(seat: Seat) -> None:
    played = loses(seat("while True: pass", Limits(load=1.0)))
    assert played.fault is not None
    assert played.fault.reason == "timeout"


def test_there_must_be_a_file(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="there is no file"):
        PlayerProcess(tmp_path / "nobody.py")


def test_printing_and_logging_go_to_the_log(seat: Seat, log: Path) -> None:
    move = (
        "print('printed', 1)\nos.write(1, b'written\\n')\nsys.stderr.write('shouted\\n')\n"
        "self.logger.info('at %s', self.board.legal[0])\n"
        "try: input()\nexcept EOFError: print('nobody there')\nreturn self.board.legal[0]"
    )
    played = play_game(GAME, [seat(player(move)), house()], words="game 7")
    assert played.fault is None
    text = log.read_text("utf-8")
    for words in ("printed 1\nwritten\nshouted\n", "INFO    at (0, 0)\n", "nobody there"):
        assert words in text
    assert f"game 7: mine (white) against first-free, {GAME}" in text
    assert "DEBUG   move 1: (0, 0) after None, 0." in text
    assert "DEBUG   move 3: (2, 0) after (1, 0), 0." in text
    assert f"game 7: {played.result(0)}" in text


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
        assert play_game(GAME, [seat(text), house()]).fault is None
    said = log.read_text("utf-8")
    assert "A_SECRET" not in said
    assert f"{tmp_path} True" in said.replace("'", "")
    assert str(tmp_path / "ours") not in said


def test_a_fresh_player_every_game(seat: Seat, log: Path) -> None:
    text = HEAD + (
        "    def __init__(self):\n        self.moves = 0\n"
        "        print('begins as', self.board.player, self.board.size)\n"
        "    def move(self):\n        self.moves += 1\n"
        "        print('move', self.moves)\n        return self.board.legal[0]\n"
    )
    process = seat(text)
    play_game(GAME, [process, house()])
    pid = process.pid
    play_game(GAME, [house(), process])
    assert process.pid == pid
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
    games = [play_game(freeplay(size=6), [process, house()], seed=seed).moves for seed in (1, 2, 1)]
    assert games[0] == games[2] != games[1]


def test_the_clock(seat: Seat, log: Path) -> None:
    move = (
        "first = self.board.time_left\nwhile self.board.time_left == first: pass\n"
        "print('in time', 0 < self.board.time_left < first <= 60)\nreturn self.board.legal[0]"
    )
    assert play_game(GAME, [seat(player(move)), house()]).fault is None
    assert "in time True" in log.read_text("utf-8")
    assert "in time False" not in log.read_text("utf-8")


def test_what_it_does_to_its_board_is_its_own_business(seat: Seat) -> None:
    move = "board = self.board\ncell = board.legal[0]\nboard.play(*cell)\nreturn cell"
    assert play_game(GAME, [seat(player(move)), house()]).fault is None


def test_files_beside_it_can_be_imported(seat: Seat, tmp_path: Path) -> None:
    (tmp_path / "my_helper.py").write_text("def choose(board): return board.legal[0]\n")
    text = f"from my_helper import choose\n{player('return choose(self.board)')}"
    assert play_game(GAME, [seat(text), house()]).fault is None


def test_after_a_fault_the_next_game_is_played(seat: Seat, tmp_path: Path) -> None:
    move = "if not os.path.exists('once'):\n    open('once', 'w')\n    os._exit(1)\n"
    process = seat(player(f"{move}return self.board.legal[0]"))
    loses(process)
    assert play_game(GAME, [process, house()]).fault is None


def test_it_does_not_outlive_us(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "busy.py").write_text(player("while True: pass"), "utf-8")
    code = (
        "from pathlib import Path\nfrom livestone.freeplay.board import Board, freeplay\n"
        "from livestone.freeplay.process import PlayerProcess\n"
        f"process = PlayerProcess(Path({str(tmp_path / 'busy.py')!r}))\n"
        "process.begin(freeplay(size=4), 0)\nprint(process.pid, flush=True)\n"
        "process._send({'moves': [], 'seconds': 1})\nimport time\ntime.sleep(600)"
    )
    ours = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert ours.stdout is not None
    pid = int(ours.stdout.readline())
    ours.send_signal(signal.SIGKILL)
    ours.wait()
    ours.stdout.close()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return
        if state == "Z":
            return
        time.sleep(0.02)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("the player's process is still there")
