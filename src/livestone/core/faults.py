"""Finds where in a game's source a mistake is: the file, the line and what is wrong there."""

from __future__ import annotations

import dis
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from livestone.core.game import FILE_MODULE, Game
from livestone.errors import BrokenGame, LivestoneError

# Where Numba's messages say that something is.
_NUMBA = re.compile(r'File "(.+?)", line (\d+)')
# What it says of a helper without ``@jit``, and of a list that a function closes over.
_PLAIN = re.compile(
    r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'function'>"
)
_LIST = re.compile(r"\(List\(.*\n.*freevar\((\w+): ")
_LONGEST = 300


@contextmanager
def blaming(game: Game, function: Any = None) -> Iterator[None]:
    """Blame the game for whatever is raised inside, where that comes from its source.

    ``function`` is what is compiled inside: the compiler does not always say where it stopped.
    Raises BrokenGame.
    """
    try:
        yield
    except LivestoneError:
        raise
    except Exception as error:
        files = {Path(file) for file in _files(type(game))}
        place = _raised(error, files) or _named(error, files) or _attribute(error, function, files)
        if place is None:
            raise
        raise BrokenGame(f"{game.title} cannot be played: {told(error, *place)}") from error


def told(error: BaseException, file: Path, line: int) -> str:
    """Return a mistake with its place: ``games/noughts.py, line 7: NameError: ...``."""
    return f"{file.parent.name}/{file.name}, line {line}: {_words(error)}"


def place_of(error: BaseException, rules: Path) -> tuple[Path, int] | None:
    """Return the file of a game, and the line, in which an error arose; None for elsewhere.

    ``rules`` is the file with its rules: its only one, unless it is called ``rules.py``.
    """
    files = {*rules.parent.glob("*.py")} if rules.name == "rules.py" else {rules}
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename) in files:
        return Path(error.filename), error.lineno or 1
    return _raised(error, files)


def place_in_a_game(error: BaseException) -> tuple[Path, int] | None:
    """Return the file of any loaded game, and the line, in which an error arose, or None."""
    named = [(name, getattr(module, "__file__", None)) for name, module in sys.modules.items()]
    begins = ("livestone.games.", FILE_MODULE)
    return _raised(error, {Path(file) for name, file in named if file and name.startswith(begins)})


def _files(kind: type[Game]) -> Iterator[str]:
    """The source files of a game's class and of those that it derives from."""
    for base in kind.__mro__:
        module = sys.modules.get(base.__module__)
        if base is not Game and issubclass(base, Game) and getattr(module, "__file__", None):
            yield str(module.__file__)  # type: ignore[union-attr]


def _raised(error: BaseException, files: set[Path]) -> tuple[Path, int] | None:
    """The last line in these files that was running when the error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    found = [frame for frame in frames if Path(frame.filename) in files]
    return (Path(found[-1].filename), found[-1].lineno or 1) if found else None


def _named(error: BaseException, files: set[Path]) -> tuple[Path, int] | None:
    """The last place in these files that the compiler's message names."""
    names = {file.name: file for file in files}
    places = [(Path(file).name, int(line)) for file, line in _NUMBA.findall(str(error))]
    found = [(names[name], line) for name, line in places if name in names]
    return found[-1] if found else None


def _attribute(error: BaseException, function: Any, files: set[Path]) -> tuple[Path, int] | None:
    """Where in what is compiled the name stands for which the compiler found no field."""
    if not isinstance(error, KeyError) or function is None:
        return None
    for code in _codes(function):
        if Path(code.co_filename) in files:
            for step in dis.get_instructions(code):
                if step.opname in ("LOAD_ATTR", "STORE_ATTR") and step.argval == error.args[0]:
                    line = step.positions.lineno if step.positions else None
                    return Path(code.co_filename), line or code.co_firstlineno
    return None


def _codes(function: Any) -> Iterator[CodeType]:
    """The code of a function and of all that it closes over."""
    todo, seen = [function], set()
    while todo:
        one = todo.pop()
        one = getattr(one, "py_func", one)
        if isinstance(one, FunctionType) and one not in seen:
            seen.add(one)
            yield one.__code__
            todo += [cell.cell_contents for cell in one.__closure__ or ()]


def _words(error: BaseException) -> str:
    """What is wrong, on one line."""
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error.msg}"
    if isinstance(error, KeyError) and error.args and error.__traceback__ is not None:
        frames = traceback.extract_tb(error.__traceback__)
        if "numba" in frames[-1].filename:
            return f"AttributeError: a position has no field {error.args[0]!r}"
    if found := _PLAIN.search(str(error)):
        return f"{found[1]!r} is a plain function: what compiled functions call needs @jit"
    if found := _LIST.search(str(error)):
        return f"{found[1]!r} is a list: make it a tuple or a NumPy array"
    lines = [line.strip() for line in str(error).splitlines()]
    said = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    words = f"{type(error).__name__}: {said[0] if said else 'no reason given'}"
    words = re.sub(r"'Position' object has no attribute", "a position has no field", words)
    return words[:_LONGEST]
