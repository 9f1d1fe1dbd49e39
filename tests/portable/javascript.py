"""Running the JavaScript host in Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

JS = Path(__file__).parents[2] / "js"


def program(name: str) -> str:
    """The path of a program; without it the test is skipped, or fails where CI runs."""
    found = shutil.which(name)
    return found or missing(f"{name} is not installed")


def missing(why: str) -> str:
    """Skip the test, or fail it where CI runs."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def run_node(arguments: Sequence[str], *questions: Any, folder: Path | None = None) -> list[Any]:
    """The answers that a script prints, one JSON value a line, to questions of the same form."""
    done = subprocess.run(
        [program("node"), *arguments],
        input="".join(f"{json.dumps(question)}\n" for question in questions),
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.split("\n")[:-1]]
