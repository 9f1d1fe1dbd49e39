"""Entrants of a tournament on this machine: players' files, house players and levels."""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from livestone.core.game import Game
from livestone.errors import BadRequest
from livestone.freeplay import box
from livestone.freeplay.limits import Limits
from livestone.freeplay.process import PlayerProcess
from livestone.freeplay.table import HouseSeat, Seat
from livestone.freeplay.ugi_player import UgiPlayer
from livestone.play.baselines import BASELINES
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS
from livestone.play.weights import with_weights
from livestone.records.record import Participant
from livestone.suggest import nearest

MAX_NAME = 60
COMMAND = "cmd:"
# An engine may have to compile a game before its first move.
LOAD_SECONDS = 180.0


@dataclass(frozen=True)
class Contestant:
    """A participant by name: a player's ``file``, a UGI engine's ``command``, a bot's ``level``.

    Without any of these it is a house player. A file that is ``boxed`` plays in a sandbox, where
    it may be kept from importing the ``engine``. ``weights`` is the file that a bot judges by.
    """

    name: str
    file: Path | None = None
    level: int | None = None
    command: tuple[str, ...] = ()
    boxed: bool = False
    weights: Path | None = None
    engine: bool = True

    @property
    def participant(self) -> Participant:
        """The participant in the record of a game."""
        return Participant(self.name, "bot", self.level)

    @property
    def external(self) -> bool:
        """Whether a process of its own plays, which may write to a log."""
        return self.file is not None or bool(self.command)

    @property
    def thinks(self) -> bool:
        """Whether compiled rules make this participant quicker."""
        return not self.external and self.name not in ("random", "first-free")

    def seat(self, limits: Limits, log: IO[str] | None) -> Seat:
        """Return a seat; what is not ours runs within ``limits`` and writes to ``log``."""
        if self.command:
            patient = replace(limits, load=max(limits.load, LOAD_SECONDS))
            return UgiPlayer(self.name, self.command, patient, log)
        if self.file is not None:
            player = PlayerProcess(self.file, limits, log, boxed=self.boxed, engine=self.engine)
            player.name = self.name
            return player
        if self.level is None:
            return HouseSeat(self.name, BASELINES[self.name])
        return HouseSeat(self.name, self._bot, self.level)

    def check(self, game: Game) -> None:
        """Refuse weights of another game. Raises BadRequest."""
        if self.weights is not None:
            with_weights(game, self.weights)

    def _bot(self, game: Game, *, seed: int = 0) -> Bot:
        assert self.level is not None
        judged = game if self.weights is None else with_weights(game, self.weights)
        return Bot(judged, self.level, seed, seconds=LEVELS[self.level - 1].patient)

    def as_json(self) -> dict[str, Any]:
        """Return what identifies the participant: for a file or a program, its content."""
        if self.command:
            found = {"name": self.name, "command": list(self.command)}
            program = shutil.which(self.command[0])
            return found if program is None else {**found, "sha256": _sha256(Path(program))}
        if self.file is None:
            own = {} if self.weights is None else {"sha256": _sha256(self.weights)}
            return {"name": self.name, "level": self.level, **own}
        return {"name": self.name, "file": self.file.name, "sha256": _sha256(self.file)}


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def read_contestants(texts: Iterable[str], *, trust: bool = False) -> list[Contestant]:
    """Return the entrants called ``my_player.py``, ``random``, ``level:3``. Raises BadRequest.

    A file goes by its name without the ending, or by all of it where another has that name.
    ``cmd:./engine --flag`` is a program that speaks UGI, which goes by its name and arguments;
    ``level:10@FILE`` a level that judges by the weights in a file.
    A single file is one's own. Several are other people's and play in a sandbox, unless there is
    ``trust``; BadRequest says why there can be none.
    """
    given = list(texts)
    for text in given:
        if given.count(text) > 1:
            raise BadRequest(f"{text[:60]!r} is named twice: name each entrant once")
    stems = [Path(text).stem if _is_file(text) else text for text in given]
    found = []
    for text, stem in zip(given, stems, strict=True):
        if text.startswith(COMMAND):
            found.append(_engine(text.removeprefix(COMMAND)))
        elif _is_file(text):
            found.append(_player(text, stem if stems.count(stem) == 1 else text))
        elif text in BASELINES:
            found.append(Contestant(text))
        else:
            found.append(_level(text))
    names = [who.name for who in found]
    found = [
        replace(who, name=shlex.join(who.command)[:MAX_NAME])
        if who.command and names.count(who.name) > 1
        else who
        for who in found
    ]
    return found if trust else _boxed(found)


def _boxed(found: list[Contestant]) -> list[Contestant]:
    """The same with the files of others in boxes. Raises BadRequest where there are none."""
    if sum(who.file is not None for who in found) < 2:
        return found
    if reason := box.missing():
        raise BadRequest(
            f"other people's files are played in a sandbox only, and there is none: {reason}. "
            "Files that you trust can do whatever you can: --trust plays them without"
        )
    return [replace(who, boxed=who.file is not None) for who in found]


def _is_file(text: str) -> bool:
    return text not in BASELINES and Path(text).is_file()


def _player(text: str, name: str) -> Contestant:
    return Contestant(_printable(name), Path(text).absolute())


def _printable(name: str) -> str:
    if len(name) > MAX_NAME or not name.isprintable() or name != name.strip():
        raise BadRequest(
            f"{name[:MAX_NAME]!r} is no name for a table of results: rename the file to "
            f"something of at most {MAX_NAME} characters that can all be printed"
        )
    return name


def _engine(text: str) -> Contestant:
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise BadRequest(f"cmd:{text[:60]} cannot be read: {error}") from None
    if not command:
        raise BadRequest("cmd: names no program: write it after the colon, cmd:'./engine --flag'")
    if shutil.which(command[0]) is None:
        raise BadRequest(f"there is no program {command[0][:60]!r} that could be run")
    name = " ".join([Path(command[0]).name, *command[1:]])[:MAX_NAME].strip()
    if not name.isprintable():
        raise BadRequest(f"{name!r} is no name for a table of results")
    return Contestant(name, command=tuple(command))


def _level(text: str) -> Contestant:
    levels = re.fullmatch(r"level:([0-9]{1,3})(?:@(.+))?", text)
    if levels and 1 <= int(levels[1]) <= len(LEVELS):
        level, weights = int(levels[1]), levels[2]
        if weights is None:
            return Contestant(f"level {level}", level=level)
        name = _printable(f"level {level} {weights}")
        return Contestant(name, level=level, weights=Path(weights).absolute())
    files = (str(file) for file in Path(text).parent.glob("*.py"))
    known = [*BASELINES, *(f"level:{level.number}" for level in LEVELS), *files]
    found = None if text.startswith("level:") else nearest(text, known)
    right = (
        f"name a player's file, {', '.join(BASELINES)}, level:1 to level:{len(LEVELS)} (with "
        "@FILE for weights of your own), or cmd:PROGRAM for a UGI engine"
    )
    raise BadRequest(
        f"{text[:60]!r} cannot take part: " + (f"did you mean {found!r}?" if found else right)
    )
