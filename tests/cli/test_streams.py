"""Commands whose standard streams are closed, as some programs start others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from livestone.cli.streams import CLOSED

COMMAND = [sys.executable, "-m", "livestone"]


def call(line: str, closing: str) -> subprocess.CompletedProcess[str]:
    """Call a command with streams that the shell has closed."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {closing}', "sh", *COMMAND, *line.split()],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("line", ["games --json", "help", "--version", "position freedom --json"])
def test_who_closes_the_output_is_told_that_nothing_can_be_printed(line: str) -> None:
    done = call(line, ">&-")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"livestone: {CLOSED}\n")
    assert call(line, "<&- >&- 2>&-").returncode == 2


@pytest.mark.parametrize(
    ("line", "code", "err"),
    [
        ("position --batch", 0, ""),
        ("rate -", 2, "'' is no game record"),
        ("record -", 2, "'' is no game record"),
        ("play --terminal", 2, "needs a terminal"),
    ],
)
def test_a_closed_input_is_empty(line: str, code: int, err: str) -> None:
    done = call(line, "<&-")
    assert done.returncode == code
    assert err in done.stderr
    assert "mistake" not in done.stderr


def test_what_goes_wrong_is_not_printed_among_the_output_where_stderr_is_closed() -> None:
    done = call("position chess", "2>&-")
    assert (done.returncode, done.stdout) == (2, "")
    done = call("position freedom --json", "2>&-")
    assert (done.returncode, done.stdout[:17]) == (0, '{"game":"freedom"')


def test_a_file_that_is_written_does_not_become_a_stream(tmp_path: Path) -> None:
    """With output closed the first file opened would have its number, and get what is printed."""
    picture = tmp_path / "board.svg"
    done = call(f"draw freedom --option size=4 --out {picture}", "<&- >&-")
    assert done.returncode == 0, done.stderr
    assert picture.read_text("utf-8").endswith("</svg>\n")
