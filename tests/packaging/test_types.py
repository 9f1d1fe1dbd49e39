"""The library's types as its users' checkers see them: arrays with their shapes, and no Any."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from scripts import api_types
from tests.portable.javascript import missing, program

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("typed_program.py")


def check(*command: str) -> None:
    done = subprocess.run(
        [*command, str(PROGRAM)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_program_is_right_by_mypy() -> None:
    check(sys.executable, "-m", "mypy", "--strict")


def test_a_program_is_right_by_pyright() -> None:
    program("npm")
    try:
        modules = api_types.node_modules()
    except subprocess.CalledProcessError as error:
        missing(f"pyright cannot be installed: {error.stderr}")
        raise
    check("node", str(modules / "pyright" / "index.js"), "--pythonpath", sys.executable)


def test_a_mistake_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from livestone import State, load\nState(load('freedom')).play(None)\n")
    with pytest.raises(AssertionError, match="has incompatible type"):
        check(sys.executable, "-m", "mypy", "--strict", str(wrong))
