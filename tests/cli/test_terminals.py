"""Real terminals and pipes: signals, stray bytes, job control, editing, readers who leave."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.patience import PATIENCE

COMMAND = [sys.executable, "-m", "livestone"]
ALTERNATE, MOUSE, NO_CURSOR = "\x1b[?1049h", "\x1b[?1000h", "\x1b[?25l"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Start a game in a terminal; people play both sides."""
    made: list[Terminal] = []

    def start(front: str, *before: str, **environment: str) -> Terminal:
        game = ["play", front, "--option", "size=4", "--side", "both", "--data", str(tmp_path)]
        made.append(Terminal([*before, *COMMAND, *game], **environment))
        return made[-1]

    yield start
    for one in made:
        if not one.ended:
            os.kill(one.pid, signal.SIGKILL)
            one.code()


@pytest.fixture
def screen(terminal: Callable[..., Terminal]) -> Terminal:
    """A game on the whole screen, ready for keys."""
    made = terminal("--terminal")
    made.until("type a move")
    assert not made.edits
    return made


def left(output: str) -> bool:
    """Whether the screen, the mouse and the cursor have been given back, in this order of signs."""
    return all(
        output.rfind(sign[:-1] + back) > output.rfind(sign)
        for sign, back in ((ALTERNATE, "l"), (MOUSE, "l"), (NO_CURSOR, "h"))
    )


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_leaves_the_terminal_as_it_was(number: int, screen: Terminal) -> None:
    os.kill(screen.pid, number)
    rest, code = screen.rest()
    assert (code, left(rest), screen.edits) == (128 + number, True, True)
    assert "Traceback" not in rest


@pytest.mark.parametrize("before", [[], ["/bin/sh", "-c", 'trap "" HUP; exec "$@"', "sh"]])
def test_a_closed_window_ends_the_game(
    before: list[str], terminal: Callable[..., Terminal]
) -> None:
    made = terminal("--terminal", *before)
    made.until("type a move")
    made.close()
    assert made.code() == 128 + signal.SIGHUP


def test_the_screen_stops_and_goes_on(screen: Terminal) -> None:
    screen.type("\x1a")
    screen.stopped()
    stopped = screen.until("\x1b[?1004l")  # the last that is given back
    assert left(stopped)
    assert screen.edits
    os.kill(screen.pid, signal.SIGCONT)
    screen.until("type a move")
    assert not screen.edits
    screen.type("q")
    rest, code = screen.rest()
    assert (code, left(rest), screen.edits) == (0, True, True)


def test_the_screen_goes_on_after_a_stop_that_it_did_not_notice(screen: Terminal) -> None:
    os.kill(screen.pid, signal.SIGSTOP)
    screen.stopped()
    os.kill(screen.pid, signal.SIGCONT)
    screen.until(ALTERNATE)
    for _ in range(20):  # at whatever moment it comes
        os.kill(screen.pid, signal.SIGCONT)
        screen.until(ALTERNATE)
    screen.type("q")
    rest, code = screen.rest()
    assert (code, left(rest), screen.edits) == (0, True, True)


@pytest.mark.parametrize("bytes_", [b"\xff", b"\xc3\x28", b"\xed\xa0\x80"])
def test_bytes_that_are_no_text_are_no_keys(bytes_: bytes, screen: Terminal) -> None:
    screen.type(bytes_ + b"q")
    rest, code = screen.rest()
    assert (code, left(rest), "Traceback" in rest) == (0, True, False)


@pytest.fixture
def plain(terminal: Callable[..., Terminal]) -> Terminal:
    """A game line by line, ready for a line."""
    made = terminal("--plain", PYTHONIOENCODING="utf-8:strict")
    made.until("> ")
    return made


def test_lines_are_edited_and_remembered(plain: Terminal) -> None:
    plain.type("2\x01b\r")  # Ctrl-A goes to the beginning
    assert "White plays b2" in plain.until("\r\n> ")
    plain.type("c3\r")
    assert "Black plays c3" in plain.until("\r\n> ")
    plain.type("\x1b[A\x1b[A\r")  # two lines up
    assert "Sorry, b2" in plain.until("\r\n> ")
    plain.type("\x04")
    rest, code = plain.rest()
    assert (rest.endswith("Goodbye.\r\n"), code) == (True, 0)
    assert not re.search(r"\x1b\[\?", plain.output)  # nothing for a screen reader to stumble over


def test_the_prompt_comes_back_with_what_was_typed(plain: Terminal) -> None:
    plain.type("b")
    plain.until("b")
    plain.stop("\x1a")
    assert plain.edits
    os.kill(plain.pid, signal.SIGCONT)
    plain.until("> b")
    plain.type("2\r")
    assert "White plays b2" in plain.until("\r\n> ")


def test_the_prompt_comes_back_after_a_stop_that_was_not_noticed(plain: Terminal) -> None:
    os.kill(plain.pid, signal.SIGSTOP)
    plain.stopped()
    os.kill(plain.pid, signal.SIGCONT)
    while plain.silent(1):  # it may have come just before readline began to wait
        os.kill(plain.pid, signal.SIGCONT)
    plain.until("> ")


def test_a_line_that_is_no_text_is_refused(plain: Terminal) -> None:
    plain.type(b"b\xff\r")
    assert "Sorry" in plain.until("\r\n> ")
    plain.type("quit\r")
    rest, code = plain.rest()
    assert (rest.endswith("Goodbye.\r\n"), code) == (True, 0)


def test_a_line_of_a_pipe_that_is_no_text_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "--plain", "--side", "both", "--data", str(tmp_path)],
        input=b"\xff\nb2\nquit\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Sorry, " in done.stdout
    assert b"White plays b2" in done.stdout


@pytest.mark.parametrize(
    ("line", "ready", "typed", "answer"),
    [
        ("play --plain --side both", b"Type a move", b"b2\n", b"White plays b2"),
        ("position --batch", b"", b'{"game": "freedom"}\n', b'"ply":0'),
    ],
)
def test_an_input_that_does_not_block_is_waited_for(
    line: str, ready: bytes, typed: bytes, answer: bytes, tmp_path: Path
) -> None:
    read, write = os.pipe()
    os.set_blocking(read, False)
    data = ["--data", str(tmp_path)] if line.startswith("play") else []
    with subprocess.Popen(
        [*COMMAND, *line.split(), *data], stdin=read, stdout=subprocess.PIPE
    ) as process:
        os.close(read)
        assert process.stdout is not None
        assert not ready or any(ready in said for said in process.stdout)
        os.write(write, typed)
        assert any(answer in said for said in process.stdout)
        os.close(write)
        process.stdout.read()
    assert process.returncode == 0


@pytest.mark.parametrize("line", ["--help", "help play", "play --help", "--version", "games"])
def test_output_that_nobody_reads_ends_as_in_other_programs(line: str) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*COMMAND, *line.split()], stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")
