"""Reads ``diagrams.txt`` and ``lessons.txt``: blocks of fields below headings in brackets.

A heading is ``[Title]`` or ``[Section: Title]``. Below it stand fields, ``name: value``. Lines that
are indented go on with the value of the line before, and lines that begin with ``#`` are left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from livestone.errors import BadLesson
from livestone.suggest import instead

_FIELD = re.compile(r"([a-z]+(?: [^\s:]+)*):(?:\s+(.*))?")


@dataclass(frozen=True)
class Field:
    """A value and the number of the line on which it begins."""

    value: str
    line: int


@dataclass(frozen=True)
class Block:
    """What stands below one heading of a file."""

    file: str
    title: str
    line: int
    fields: dict[str, Field]

    def value(self, name: str) -> str:
        """The value of a field, empty where there is none."""
        field = self.fields.get(name)
        return field.value if field else ""

    def words(self, name: str) -> list[str]:
        """The value of a field, word by word."""
        return self.value(name).split()

    def need(self, name: str) -> str:
        """The value of a field that must be there. Raises BadLesson."""
        if not self.value(name):
            raise self.problem(f"[{self.title}] has no text for '{name}:'")
        return self.value(name)

    def flag(self, name: str) -> bool:
        """Whether a field says ``yes``. Raises BadLesson for another text."""
        if self.value(name) not in ("", "yes"):
            raise self.problem(f"{self.value(name)!r} is not 'yes'", name)
        return self.value(name) == "yes"

    def problem(self, reason: object, name: str = "") -> BadLesson:
        """The error to raise because of a field, or of the block as a whole."""
        line = self.fields[name].line if name in self.fields else self.line
        return BadLesson(f"{self.file}, line {line}: {reason}")

    def check_names(self, names: Collection[str], families: Collection[str] = ()) -> None:
        """See that all fields are known; names of families go on. Raises BadLesson."""
        for name in self.fields:
            if name not in names and name.split()[0] not in families:
                raise self.problem(f"there is no field {name!r}: {instead(name, names)}", name)


def read_blocks(path: Path) -> list[Block]:
    """Read a file's blocks, none where there is no such file. Raises BadLesson."""
    if not path.is_file():
        return []
    return parse_blocks(path.read_text(encoding="utf-8"), f"{path.parent.name}/{path.name}")


def parse_blocks(text: str, file: str) -> list[Block]:
    """Read blocks from a text; ``file`` is how errors call it. Raises BadLesson.

    >>> parse_blocks("[Goal: A row]\\nmoves: a1\\n  b2", "noughts.txt")[0].words("moves")
    ['a1', 'b2']
    """
    blocks: list[Block] = []
    name = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            blocks.append(Block(file, _title(line, file, number), number, {}))
            name = ""
        elif line[0].isspace() and name:
            field = blocks[-1].fields[name]
            value = f"{field.value} {line.strip()}".strip()
            blocks[-1].fields[name] = replace(field, value=value)
        else:
            name = _add(blocks, line, file, number)
    return blocks


def _title(line: str, file: str, number: int) -> str:
    title = line.strip()[1:-1].strip()
    if not line.rstrip().endswith("]") or not title:
        raise BadLesson(f"{file}, line {number}: {line[:60]!r} is no heading: write [Title]")
    return title


def _add(blocks: list[Block], line: str, file: str, number: int) -> str:
    """Add a field to the last block and return its name."""
    found = _FIELD.fullmatch(line.rstrip())
    if not found:
        raise BadLesson(
            f"{file}, line {number}: {line[:60]!r} is no field: write 'name: value', or indent "
            "what goes on with the line before"
        )
    if not blocks:
        raise BadLesson(f"{file}, line {number}: {line[:60]!r} stands before the first [heading]")
    name = found[1]
    if name in blocks[-1].fields:
        raise BadLesson(f"{file}, line {number}: {name!r} is given twice")
    blocks[-1].fields[name] = Field((found[2] or "").strip(), number)
    return name
