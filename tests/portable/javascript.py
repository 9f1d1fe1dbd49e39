"""The JavaScript host: packed, installed, and run in Node."""

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
INDEX = str(JS / "src" / "index.js")


def program(name: str) -> str:
    """The path of a program; without it the test is skipped, or fails where CI runs."""
    found = shutil.which(name)
    return found or missing(f"{name} is not installed")


def missing(why: str) -> str:
    """Skip the test, or fail it where CI runs."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def call(
    name: str, *arguments: str, given: str = "", folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """What a program does with these arguments and this input."""
    command = [program(name), *arguments]
    return subprocess.run(
        command, input=given, capture_output=True, encoding="utf-8", cwd=folder, check=False
    )


def run_node(arguments: Sequence[str], *questions: Any, folder: Path | None = None) -> list[Any]:
    """The answers that a script prints, one JSON value a line, to questions of the same form."""
    given = "".join(f"{json.dumps(question)}\n" for question in questions)
    done = call("node", *arguments, given=given, folder=folder)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.split("\n")[:-1]]


def ask(script: str, *questions: Any) -> list[Any]:
    """What one of the package's test scripts answers, run on the sources."""
    return run_node([str(JS / "test" / script), INDEX], *questions)


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what differs from run to run."""
    return {**report, "seconds": 0}


def npm(*arguments: str, folder: Path) -> str:
    """What npm prints in a folder."""
    quiet = ("--no-audit", "--no-fund", "--loglevel=error")
    done = call("npm", *arguments, *quiet, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def install(folder: Path) -> Path:
    """Pack the package, install it into a folder as other programs do, and add the scripts."""
    packed = npm("pack", "--silent", f"--pack-destination={folder}", folder=JS).split()[-1]
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    npm("install", "--offline", f"./{packed}", folder=folder)
    for file in (JS / "test").iterdir():
        shutil.copy(file, folder)
    return folder
