"""The lessons of the playground, from ``player_lessons.md``: texts, and code to begin with.

Below a lesson's heading a comment names the check that the page runs. After ``;`` it may say what
stands in a function's place in the code to begin with (``move: return 0, 0``), or ``same top``:
above the player's class stands what stood there in the lesson before.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("player_lessons.md")
SECTION = re.compile(r"(.+)\n\n<!-- (\w+)(?:; (.+))? -->\n(.*?)```python\n(.*?)```(.*)", re.S)
MARKED = re.compile(r"\*\*(\w+):\*\* (.*)")


@dataclass(frozen=True)
class Lesson:
    """A lesson: its check's ``id``, texts, a ``solution``, and code to ``begin`` with, if any."""

    id: str
    title: str
    say: tuple[str, ...]
    task: str
    hint: str
    done: str
    solution: str
    begin: str | None

    @property
    def texts(self) -> tuple[str, ...]:
        """All that is shown, to be translated."""
        return self.title, *self.say, self.task, self.hint, self.done


def lessons() -> list[Lesson]:
    """Return all lessons, the first one first."""
    found: list[Lesson] = []
    for section in re.split(r"^## ", SOURCE.read_text("utf-8"), flags=re.M)[1:]:
        parts = SECTION.fullmatch(section)
        assert parts is not None, section
        title, id, change, before, solution, end = parts.groups()
        begin = None
        if change == "same top":
            solution = _above_class(found[-1].solution) + solution
        elif change:
            begin = _with_body(solution, *change.split(": ", 1))
        paragraphs = [" ".join(text.split()) for text in re.split(r"\n\n+", before + end)]
        marks = {one[1].lower(): one[2] for text in paragraphs if (one := MARKED.match(text))}
        say = tuple(text for text in paragraphs if text and not MARKED.match(text))
        found.append(Lesson(id, title, say, solution=solution, begin=begin, **marks))
    return found


def _above_class(text: str) -> str:
    """The lines above the last class."""
    last = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)][-1]
    return "".join(text.splitlines(keepends=True)[: last.lineno - 1])


def _with_body(text: str, name: str, body: str) -> str:
    """The text with another body of a function, whose docstring stays."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = node.body[1 if ast.get_docstring(node) else 0]
            lines = text.splitlines(keepends=True)
            lines[first.lineno - 1 : node.end_lineno] = [f"{' ' * first.col_offset}{body}\n"]
            return "".join(lines)
    raise ValueError(f"there is no function {name}")
