"""Ctrl-C at any moment of a command: no traceback, no rest of a line, exit code 130."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PATIENCE = 120  # a command that goes on is not waited for longer

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")

# Python imports this first: it counts what is imported once the command has begun, and presses
# Ctrl-C at one import.
CUSTOM = """
import atexit, os, sys

class Finder:
    begun, imports = False, 0

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        cls.begun = cls.begun or name == "livestone.cli"
        cls.imports += cls.begun
        if cls.begun and cls.imports == int(os.environ["PRESS_AT"]):
            os.kill(os.getpid(), 2)

@atexit.register
def end():
    sys.meta_path.remove(Finder)
    print("imports", Finder.imports)

sys.meta_path.insert(0, Finder)
"""


# What pip makes of the entry point.
SCRIPT = """
import sys
from livestone.__main__ import main
sys.exit(main())
"""


def command(folder: Path, press_at: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, str(folder / "livestone"), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "PRESS_AT": str(press_at)},
    )


@pytest.mark.parametrize(
    ("line", "presses"),
    [
        ("--help", 6),
        ("position freedom", 2),
        pytest.param("analyse freedom --nodes 9", 2, marks=pytest.mark.slow),
    ],
)
def test_at_any_import(line: str, presses: int, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(CUSTOM)
    (tmp_path / "livestone").write_text(SCRIPT)
    for _ in range(1 + line.startswith("analyse")):  # the first time may have compiled
        done = command(tmp_path, 0, *line.split())
        assert (done.returncode, done.stderr) == (0, "")
    imports = int(done.stdout.rpartition("imports ")[2])
    assert imports > 100
    for at in range(1, imports, imports // presses):
        done = command(tmp_path, at, *line.split())
        assert (at, done.returncode, done.stderr) == (at, 130, "")


def within_a_command(body: str) -> subprocess.CompletedProcess[str]:
    """The whole program with a command that does this, and then goes on for ever."""
    code = f"""
import os, signal, sys, time
from livestone.cli import main

def command(*arguments, **named):
{body}
    while True:
        time.sleep(0.01)

main.make_app = lambda *_: command
main.main([])
"""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )


def test_an_interrupt_that_cannot_be_caught() -> None:
    """A destructor's exceptions are lost, so that the command would go on."""
    done = within_a_command("""
    class Thing:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

    Thing()
""")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_when_everything_is_done() -> None:
    code = """
import atexit, os, sys, time
atexit.register(time.sleep, 60)
atexit.register(os.kill, os.getpid(), 2)
from livestone.__main__ import main
sys.argv = ["livestone", "--version"]
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr) == (130, "")


def test_a_line_of_progress_is_cleared() -> None:
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "livestone", "perft", "freedom", "9"],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b""
    while b"preparing the rules ..." not in seen:
        seen += os.read(ours, 1000)
    process.send_signal(signal.SIGINT)
    try:
        while found := os.read(ours, 1000):
            seen += found
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait() == 130
    shown = bytearray()
    for part in seen.split(b"\r"):
        shown[: len(part)] = part
    assert shown.strip() == b""


@pytest.mark.parametrize(
    ("line", "ready", "end"),
    [
        ("play --plain --option size=4", "Your move.", "Goodbye."),
        ("play --no-browser --port 0", "Games are kept in", ""),
    ],
)
def test_the_usual_end_is_no_failure(line: str, ready: str, end: str, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "livestone", *line.split(), "--data", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        assert any(said.startswith(ready) for said in process.stdout)
        process.send_signal(signal.SIGINT)
        assert process.stdout.read().strip().endswith(end)
        assert process.wait() == 0
