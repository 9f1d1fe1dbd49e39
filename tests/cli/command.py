"""Commands called in this process."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from livestone.cli.main import run


class Printed(NamedTuple):
    """What a command printed."""

    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value that was printed, without a word beside it."""
        assert self.err == ""
        return json.loads(self.out)


class Call:
    """Calls a command: the first text as it is typed, then further words."""

    def __init__(self, read: Callable[[], tuple[str, str]]) -> None:
        self._read = read

    def __call__(self, line: str = "", *words: str | Path, code: int = 0) -> Printed:
        self._read()
        ended = run([*shlex.split(line), *map(str, words)])
        printed = Printed(*self._read())
        assert ended == code, printed
        return printed
