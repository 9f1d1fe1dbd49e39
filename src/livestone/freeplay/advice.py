"""What a good teacher would say of a mistake in a player's file."""

from __future__ import annotations

import ast
import inspect
import keyword
import os
import re
import sys
import textwrap
import traceback
from collections.abc import Callable
from types import ModuleType
from typing import Any

from livestone.freeplay.board import COLOURS, PASS, Board, shape_of
from livestone.freeplay.limits import BOX
from livestone.freeplay.player import GamePlayer, Player
from livestone.suggest import nearest

VALUES = frozenset(name for name, part in vars(Board).items() if isinstance(part, property))
OF_PLAYER = ("board", "logger", "game", "seat", "moves", "deadline")
MODULES = ("collections", "copy", "itertools", "math", "random", "time")
COMMON = ("True", "False", "None", "len", "max", "min", "print", "range", "sorted", "sum")
BY_CELL = ("adjacent", "after", "play")

Advice = Callable[[Any, str], str]


def advice(error: BaseException, line: str) -> str:
    """Return what is to be done about an error that a line of a player's raised; maybe nothing.

    >>> advice(TypeError("'Board' object is not callable"), "if board(0, 0):")
    'write board[x, y], with square brackets'
    """
    words = str(error)
    for kind, pattern, say in RULES:
        if isinstance(error, kind) and (found := re.search(pattern, words)):
            return say(error, line) if callable(say) else found.expand(say)
    return ""


def _not_callable(_: Any, line: str) -> str:
    for name in re.findall(r"\.(\w+)\(", line):
        if name in VALUES:
            return f"write {name} without (): it is a value, not a method"
    if "logger(" in line:
        return 'write self.logger.info("..."), which takes the text'
    return ""


def _none(_: Any, line: str) -> str:
    if "last" in line:
        return "there is no last move before your opponent's first: ask `if last is not None:`"
    return "something is None here: ask `if ... is not None:` first"


def _missing_y(_: Any, line: str) -> str:
    for name in BY_CELL:
        if found := re.search(rf"\.{name}\((\w+)\)", line):
            return f"write {name}(*{found[1]}), which takes x and y out of the cell"
    return "give x and y, or *cell, which takes them out of a cell"


def _unknown_name(error: NameError, line: str) -> str:
    if isinstance(error, UnboundLocalError):
        return "a name that is set anywhere in a method must be set before it is used there"
    name = error.name or ""
    if name in OF_PLAYER:
        return f"write self.{name}"
    if name in MODULES:
        return f"write `import {name}` at the top of the file"
    if name.lower() in (*COLOURS, "empty"):
        return f'write "{name.lower()}", in quotes'
    found = nearest(name, [*_names_around(error), *COMMON])
    return f"did you mean {found}?" if found else "set it before this line, or look for a misprint"


def _names_around(error: BaseException) -> list[str]:
    """The names that the line could have used."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return [name for frame in frames[-1:] for name in (*frame.f_locals, *frame.f_globals)]


def _unknown_part(error: AttributeError, line: str) -> str:
    thing, name = getattr(error, "obj", None), error.name or ""
    if isinstance(thing, (Player, GamePlayer)) and name in OF_PLAYER:
        return (
            f"{name} is there in a game only: if this line makes a player, leave it out, "
            "Livestone makes it"
        )
    if isinstance(thing, dict) and name in COLOURS:
        return f'write ["{name}"]'
    if thing is None:
        return _none(error, line)
    known = [each for each in dir(thing) if not each.startswith("_")]
    if found := nearest(name, known):
        return f"did you mean {found}?"
    if isinstance(thing, (Player, GamePlayer)):
        return f"set self.{name} first, in __init__"
    if inspect.ismodule(thing):
        return ""
    return f"it has {', '.join(known)}" if isinstance(thing, Board) else ""


def _unknown_key(error: KeyError, line: str) -> str:
    if ".scores[" in line or ".scores [" in line:
        return 'scores are asked for by colour: board.scores["white"]'
    if ".cells[" in line:
        return "cells are asked for by (x, y): board[x, y] is quicker"
    return "there is no such key: use .get(key), or ask `if key in ...` first"


def _wrong_import(error: ImportError, line: str) -> str:
    module = sys.modules.get((error.name or "").partition(".")[0])
    if error.name == "livestone" and module is not None:
        known = [each for each in module.__all__ if not each.startswith("_")]
        asked = re.search(r"cannot import name '(\w+)'", str(error))
        found = nearest(asked[1], known) if asked else None
        return f"did you mean {found}?" if found else f"it has {', '.join(known)}"
    if isinstance(error, ModuleNotFoundError):
        public = [name for name in sys.stdlib_module_names if not name.startswith("_")]
        found = nearest(error.name or "", [*public, "livestone", "numpy"])
        beside = "is the file beside yours, or is it misspelt?"
        if os.getcwd() == BOX:
            beside = "in the sandbox there is no file beside yours: put it all into one"
            return f"{beside}, or did you mean {found}?" if found else beside
        return f"did you mean {found}?" if found else beside
    return ""


# The first rule that fits says it: a kind of error, what its words have, and what to say.
RULES: tuple[tuple[type[BaseException], str, str | Advice], ...] = (
    (TypeError, r"'Board' object is not callable", "write board[x, y], with square brackets"),
    (TypeError, r"object is not callable", _not_callable),
    (TypeError, r"missing 1 required positional argument: 'y'", _missing_y),
    (TypeError, r"\bNoneType\b", _none),
    (TypeError, r"'int' object is not iterable", "write range(...) to count up to a number"),
    (
        TypeError,
        r"'Board' object does not support item assignment",
        "board.play(x, y) places a stone, board.after(x, y) makes a copy with it",
    ),
    (TypeError, r"object of type 'Board' has no len", "board.size is the cells along a side"),
    (
        TypeError,
        r"indices must be integers.*not 'float'|'float' object cannot be interpreted",
        "use // to divide whole numbers",
    ),
    (
        TypeError,
        r"list indices must be integers or slices, not tuple",
        "a list has one index: board[x, y] asks for a cell",
    ),
    (
        TypeError,
        r"can only concatenate str|unsupported operand type\(s\) for \+: .*\'str\'",
        'write f"... {value}" to put a value into a text',
    ),
    (IndexError, r"\d\.\d.*are no coordinates", "use // to divide whole numbers"),
    (IndexError, r"off the board", "ask `if 0 <= x < board.size and 0 <= y < board.size:` first"),
    (
        IndexError,
        r"list index out of range|empty sequence",
        "the list has fewer entries than that, or none: ask `if ...:` first",
    ),
    (
        ValueError,
        r"arg is an empty sequence|iterable argument is empty",
        "there is nothing to choose from here: ask `if ...:` first",
    ),
    (
        ValueError,
        r"not enough values to unpack|too many values to unpack",
        "a cell has two parts: x, y = cell",
    ),
    (EOFError, r"", "nobody can type here: a player decides by itself, without input()"),
    (RecursionError, r"", "a method calls itself without an end"),
    (NotImplementedError, r"write a method", ""),
    (NameError, r"", _unknown_name),
    (AttributeError, r"", _unknown_part),
    (KeyError, r"", _unknown_key),
    (ImportError, r"", _wrong_import),
    (ZeroDivisionError, r"", "ask first whether it is 0"),
)


def misspelt(line: str) -> str:
    """Return what to do about the first word of a line that is not Python; maybe nothing."""
    word, *_ = re.findall(r"\w+", line) or [""]
    return (
        f"; write {word.lower()} in small letters"
        if not keyword.iskeyword(word) and keyword.iskeyword(word.lower())
        else ""
    )


def nothing_returned(move: Callable[..., object]) -> str:
    """Return what to do about a ``move`` that returned None."""
    missing = "is there a 'return' missing?"
    try:
        lines, first = inspect.getsourcelines(move)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError, TypeError):
        return missing
    if not any(isinstance(part, ast.Return) and part.value for part in ast.walk(tree)):
        return missing
    end = first + len(lines) - 1
    return f"it came to its end, line {end}, without a 'return': return something there as well"


def no_cell(answer: object, board: Board) -> str:
    """Return what to do about something that a ``move`` returned in place of a cell."""
    if isinstance(answer, str) and answer.lower() in (cells := shape_of(board.size).cell):
        return f"{answer} is {cells[answer.lower()]} here"
    if isinstance(answer, str) and answer.lower() == PASS:
        return f'write "{PASS}", in small letters'
    if isinstance(answer, (list, tuple)) and answer and isinstance(answer[0], tuple):
        return f"these are {len(answer)} cells: return one of them"
    if isinstance(answer, (list, tuple)) and any(isinstance(part, float) for part in answer):
        return "use // to divide whole numbers"
    return "write return, not yield" if inspect.isgenerator(answer) else "return two whole numbers"


def no_player(module: ModuleType) -> str:
    """Return what to do about a file that has no player."""
    for name, part in vars(module).items():
        if isinstance(part, type) and part.__module__ == module.__name__ and hasattr(part, "move"):
            return f"write class {name}(Player) in place of class {name}"
    return "write class MyPlayer(Player) with a move"


def wrong_move(kind: type[Player] | type[GamePlayer]) -> str:
    """Return what to do about a player whose ``move`` cannot be called; empty where it can."""
    base, asked = (Player, "self") if issubclass(kind, Player) else (GamePlayer, "self, state")
    right = f"write `def move({asked}):`"
    if kind.move is base.move:
        found = nearest("move", vars(kind))
        return f"{right}, not def {found}" if found else right
    if inspect.isfunction(kind.move):
        try:
            inspect.signature(kind.move).bind(*asked.split(", "))
        except TypeError:
            return f"line {kind.move.__code__.co_firstlineno}: {right}"
    return ""
