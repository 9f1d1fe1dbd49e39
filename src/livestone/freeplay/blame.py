"""What went wrong in a player's code, in words: on one line, with the line of their file."""

from __future__ import annotations

import contextlib
import gc
import os
import reprlib
import traceback
from pathlib import Path
from typing import Any

from livestone.freeplay.advice import advice, misspelt
from livestone.freeplay.limits import Fault

HOME = os.getcwd()  # the folder of the player's file
FRAMES = 12  # of a traceback
MAX_WORDS = 200  # characters of what was returned or raised
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = MAX_WORDS


def shown(answer: Any) -> str:
    """A short text of whatever was returned; also of what cannot be shown."""
    return SHORT.repr(answer)


class blamed(contextlib.AbstractContextManager[None]):
    """Whatever is raised inside is the player's fault. Raises Fault, or MemoryError."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if error is None:
            return
        if isinstance(error, MemoryError):
            error.__traceback__ = None
            gc.collect()
            raise MemoryError from None
        raise Fault("failed", *told(self.where, error)) from None


def told(where: str, error: BaseException) -> tuple[str, str]:
    """What happened on one line, and the player's part of the traceback."""
    if isinstance(error, SystemExit):
        code = "" if error.code is None else repr(error.code)
        return f"{where} called sys.exit({code}); leave it out: a player stays to the end", ""
    if isinstance(error, SyntaxError):
        at = f"line {error.lineno}: {error.msg}{misspelt(error.text or '')}"
        return f"{where} cannot be read: {at}", "".join(traceback.format_exception_only(error))
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if not _is_ours(frame.filename)
    ]
    words, name = _words(error), type(error).__name__
    # In the player's own files, rather than in a library that they use.
    files = {frame.filename for frame in frames}
    own_files = {file for file in files if os.path.realpath(os.path.dirname(file)) == HOME}
    own = [frame for frame in frames if frame.filename in own_files] or frames
    at = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    with contextlib.suppress(Exception):  # whatever the error is made of
        hint = advice(error, (own[-1].line or "") if own else "")
        at += f"; {hint}" if hint else ""
    head = "Traceback (most recent call last):\n"
    details = f"{head}{''.join(traceback.format_list(frames[:FRAMES]))}{name}: {words}"
    return f"{where} raised {name}{': ' * bool(words)}{words}{at}", details


def _words(error: BaseException) -> str:
    """What an error says, on one line; also of one that cannot say it."""
    _, _, words = traceback.format_exception_only(error)[0].partition(": ")
    if isinstance(error, ImportError):
        words = words.replace(f" ({error.path})", "")
    return " ".join(words.split())[:MAX_WORDS]


def _is_ours(file: str) -> bool:
    return file.startswith("<frozen") or Path(file).parent == Path(__file__).parent
