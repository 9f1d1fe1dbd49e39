"""A tournament's folder: everything that has happened, line by line, and the games' records.

``tournament.jsonl`` begins with a line that says what is played and who takes part; each round and
each result adds a line, which is on the disk before anything else happens. So whatever ends the
command, the next one goes on from there.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Self

from livestone.copying import Uncopied
from livestone.errors import BadRequest, LivestoneError, StorageError
from livestone.kept_lines import KeptLines
from livestone.play.tournament import Result, Round

FILE, GAMES, LOGS = "tournament.jsonl", "games", "logs"
FORMAT, VERSION = "livestone-tournament", 1


class Journal(Uncopied):
    """A context around the folder of one tournament, made if it is not there.

    ``head`` is what must not change, as a JSON object. ``rounds`` and ``results`` are those of
    earlier commands; ``torn`` says that the last one ended in the middle of a line, which has been
    dropped. Raises BadRequest where another tournament is kept there or is being played, and
    StorageError for a file that was changed by hand.
    """

    def __init__(self, folder: Path, head: dict[str, Any]) -> None:
        self.folder = folder
        self.rounds: list[Round] = []
        self.results: list[Result] = []
        for name in (GAMES, LOGS):
            (folder / name).mkdir(parents=True, exist_ok=True)
        self._kept = KeptLines(folder / FILE)
        self.torn = self._kept.torn
        try:
            self._read({"format": FORMAT, "version": VERSION, **head})
        except BaseException:
            self._kept.close()
            raise

    @property
    def begun(self) -> bool:
        """Whether an earlier command has played here."""
        return bool(self.rounds)

    def begin(self, round: Round) -> None:
        """Write that a round has begun."""
        self._write({"round": round.as_json()})

    def add(self, result: Result) -> None:
        """Write a result."""
        self._write({"result": result.as_json()})

    def keep(self, name: str, record: str) -> str:
        """Keep a game's record and return its place in the folder."""
        place = f"{GAMES}/{name}.txt"
        with (self.folder / place).open("wb") as file:
            file.write(record.encode())
            file.flush()
            os.fsync(file.fileno())
        return place

    def _read(self, head: dict[str, Any]) -> None:
        lines = self._kept.lines
        if not lines:
            self._write(head)
            return
        self._compare(self._object(lines[0], 1), head)
        for number, line in enumerate(lines[1:], 2):
            self._take(self._object(line, number), number)

    def _object(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise self._damaged(number, f"{line[:40]!r} is no JSON object")
        return found

    def _take(self, entry: dict[str, Any], number: int) -> None:
        try:
            if "round" in entry:
                self.rounds.append(Round.from_json(entry["round"]))
            elif "result" in entry:
                self.results.append(Result.from_json(entry["result"]))
            else:
                raise self._damaged(number, "it is neither a round nor a result")
        except BadRequest as error:
            raise self._damaged(number, str(error)) from None

    def _compare(self, old: dict[str, Any], new: dict[str, Any]) -> None:
        """Raise BadRequest, saying what is different, unless this is the same tournament."""
        if old.get("format") != FORMAT:
            raise self._damaged(1, "it does not begin a tournament")
        # JSON makes lists of tuples, and both have to look the same.
        new = json.loads(json.dumps(new))
        for name in ("version", *new):
            if name != "plan" and old.get(name) != new[name]:
                raise self._other(_difference(name, old.get(name), new[name]))
        plans = old.get("plan") or {}
        for name, value in new["plan"].items():
            if plans.get(name) != value:
                raise self._other(_difference(name, plans.get(name), value))

    def _other(self, words: str) -> BadRequest:
        return BadRequest(
            f"{str(self.folder)!r} holds another tournament: {words}. "
            "Choose another folder with --out, or ask for the same again"
        )

    def _damaged(self, line: int, words: str) -> LivestoneError:
        return StorageError(f"{self.folder / FILE}: line {line} is damaged: {words}")

    def _write(self, entry: dict[str, Any]) -> None:
        line = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        self._kept.add(line.encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._kept.close()


def _difference(name: str, old: object, new: object) -> str:
    if name == "entrants" and isinstance(old, list) and isinstance(new, list):
        names = [[str(one.get("name")) for one in some] for some in (old, new)]
        if names[0] != names[1]:
            return f"there {', '.join(names[0])} take part, not {', '.join(names[1])}"
        changed = [one["name"] for one, other in zip(new, old, strict=True) if one != other]
        return f"{' and '.join(changed)} has changed since it began"
    return f"its {name} is {json.dumps(old)}, not {json.dumps(new)}"
