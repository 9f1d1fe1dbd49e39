"""A game at one terminal: the players, the plies, and the file that keeps it."""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from livestone.cli.words import counted, thought
from livestone.core.game import Game
from livestone.core.options import telling, text_of
from livestone.core.state import State
from livestone.core.view import View
from livestone.errors import BadRequest, GameOver, LivestoneError, NotAllowed
from livestone.play.bot import Bot
from livestone.play.levels import DEFAULT_LEVEL, LEVELS
from livestone.records.record import Note, Participant, Record, Result
from livestone.search.report import Report, never
from livestone.whole_file import write_whole

# A hint is what a good player would do, within a short time.
HINT_LEVEL = 8
# So many unfinished games are offered; older ones stay in their files.
MAX_KEPT = 9
RUNNING = "\nResult: running\n"


class Session:
    """One game between people and bots; kept in ``folder`` after every ply, if that is given.

    ``people[seat]`` is True where a person plays. ``trouble`` says why the game cannot be kept.
    """

    def __init__(
        self,
        game: Game,
        people: Sequence[bool],
        level: int = DEFAULT_LEVEL,
        folder: Path | None = None,
    ) -> None:
        self.game = game
        self.people = tuple(people)
        self.level = level
        self.state = State(game)
        self.notes: list[Note] = []
        self.result: Result | None = None
        self.trouble: str | None = None
        self._bot = Bot(game, level, seed=secrets.randbelow(2**31))
        self._adviser = Bot(game, max(level, HINT_LEVEL))
        self._date = datetime.now().astimezone()
        self._file = _new_file(folder, self._date, game) if folder else None
        self._since = time.monotonic()

    @classmethod
    def resume(cls, file: Path) -> Session:
        """Return the running game that a file keeps. Raises BadRecord or BadRequest."""
        try:
            record = Record.read(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise BadRequest(f"{str(file)!r} cannot be read: {error.strerror}") from None
        people = [player.kind == "human" for player in record.players]
        known = range(1, len(LEVELS) + 1)
        levels = [player.level for player in record.players if player.level in known]
        session = cls(record.make_game(), people, next(filter(None, levels), DEFAULT_LEVEL))
        session.state = record.replay()
        session.notes = [ply.note for ply in record.plies]
        session._file = file
        if record.date:
            session._date = datetime.fromisoformat(record.date)
        return session

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or because a player resigned."""
        return self.result is not None

    @property
    def person_to_move(self) -> bool:
        """Whether a person is to move."""
        return not self.over and self.people[self.state.mover or 0]

    @property
    def hides(self) -> bool:
        """Whether there is anything in this game that some players may not see."""
        return self.game.plain.observe is not None

    @property
    def shares(self) -> bool:
        """Whether several people look at one screen in a game that hides something."""
        return self.hides and self.game.private and sum(self.people) > 1

    @property
    def viewer(self) -> int | None:
        """The player whose view the screen shows; None where nothing is hidden."""
        if self.over or not self.hides:
            return None
        return self.state.mover if self.person_to_move else self.people.index(True)

    def view(self) -> View:
        """Return what may be shown now."""
        return self.state.view(self.viewer)

    def play(self, move: int | str) -> str:
        """Play a person's ply and return its text. Raises what State.play raises."""
        self._refuse_after_the_end()
        seconds = round(time.monotonic() - self._since, 1)
        return self._play(move, Note(seconds=seconds))

    def think(self, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Let the bot think about its ply; the last report is for ``play_bot``."""
        return self._bot.think(self.state.copy(), stop)

    def play_bot(self, report: Report) -> str:
        """Play what the bot has found and return its text."""
        engine = thought(report, self.game, self.state.mover or 0)
        return self._play(report.move, Note(seconds=round(report.seconds, 1), engine=engine))

    def hint(self, stop: Callable[[], bool] = never) -> Iterator[Report]:
        """Think about the ply of the player to move. Raises GameOver."""
        self._refuse_after_the_end()
        return self._adviser.think(self.state.copy(), stop)

    def undo(self) -> int:
        """Take back to the last ply that a person chose; return how many plies that were.

        Raises NotAllowed.
        """
        if self.over:
            raise NotAllowed("the game is over: nothing can be taken back")
        twin = self.state.copy()
        while twin.ply:
            twin.undo()
            if self.people[int(twin.position.mover)]:
                if any(map(self.state.reveals, range(twin.ply, self.state.ply))):
                    raise NotAllowed(
                        "something hidden was chosen or shown since: it cannot be taken back"
                    )
                taken = self.state.ply - twin.ply
                self.state = twin
                del self.notes[twin.ply :]
                self._since = time.monotonic()
                self._keep()
                return taken
        raise NotAllowed("you have not moved yet: there is nothing to take back")

    def resign(self) -> int:
        """End the game as lost for the person to move (or the only one); return their index.

        Raises GameOver.
        """
        self._refuse_after_the_end()
        mover = self.state.mover or 0
        who = mover if self.people[mover] else self.people.index(True)
        self.result = Result.of(self.state, "resigned", who)
        self._keep()
        return who

    def record(self) -> Record:
        """Return the record of the game so far."""
        return Record.of(
            self.state,
            [
                Participant("Guest") if person else Participant("Livestone", "bot", self.level)
                for person in self.people
            ],
            notes=self.notes,
            result=self.result,
            date=self._date.isoformat(timespec="seconds"),
        )

    def save(self, file: Path) -> None:
        """Write the record to a file; one whose name ends in .json as JSON. Raises BadRequest."""
        import json

        record = self.record()
        if file.suffix == ".json":
            text = json.dumps(record.as_json(), ensure_ascii=False) + "\n"
        else:
            text = record.as_text()
        try:
            write_whole(file.expanduser(), text.encode(), lasting=True)
        except (OSError, RuntimeError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadRequest(f"{str(file)!r} cannot be written: {reason}") from None

    def _play(self, move: int | str, note: Note) -> str:
        self.state.play(move)
        self.notes.append(note)
        if self.state.over:
            self.result = Result.of(self.state)
        self._since = time.monotonic()
        self._keep()
        return self.state.move_texts[-1]

    def _refuse_after_the_end(self) -> None:
        if self.over:
            raise GameOver(f"the game is over after ply {self.state.ply}")

    def _keep(self) -> None:
        """Keep the game once a person has moved in it; where that fails it goes on all the same."""
        if self._file is None:
            return
        try:
            if not (self.over or any(self.people[mover] for mover, _ in self.state.turns)):
                self._file.unlink(missing_ok=True)
                return
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, self.record().as_text().encode(), lasting=True)
            self.trouble = None
        except OSError as error:
            self.trouble = f"this game is not kept: {self._file}: {error.strerror}"


def warm(game: Game, level: int) -> subprocess.Popen[bytes]:
    """Start a process that compiles what a bot needs into the cache, and return it.

    Compiling in this process would stop the screen for seconds at a time. Its standard error says
    what is compiled, if anything is.
    """
    options = [f"--option={name}={text_of(value)}" for name, value in game.option.items()]
    command = [sys.executable, "-m", "livestone", "warm", game.id, f"--level={level}", *options]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def level_of(number: int) -> str:
    """A level in words: ``level 3, Learner``."""
    return f"level {number}, {LEVELS[number - 1].name}"


@dataclass(frozen=True)
class Kept:
    """An unfinished game, and the file that keeps it."""

    file: Path
    record: Record

    def __str__(self) -> str:
        """Which game it is, who plays and how far it is."""
        game = self.record.make_game()
        seats = zip(game.seats, self.record.players, strict=True)
        people = [seat.name for seat, player in seats if player.kind == "human"]
        parts = [
            game.title,
            telling(game.options, game.option),
            f"you are {' and '.join(people)}",
            f"{counted(len(self.record.plies), 'ply', 'plies')} played",
        ]
        if self.record.date:
            parts.append(f"begun {datetime.fromisoformat(self.record.date):%Y-%m-%d %H:%M}")
        return ", ".join(filter(None, parts))


def unfinished(folder: Path) -> list[Kept]:
    """Return the running games that a folder keeps, last played first; at most ``MAX_KEPT``."""
    return list(islice(_unfinished(folder), MAX_KEPT))


def _unfinished(folder: Path) -> Iterator[Kept]:
    for file in sorted(folder.glob("*.txt"), key=_last_played, reverse=True):
        try:
            text = file.read_text(encoding="utf-8")
            if RUNNING not in text:  # to check a record, all its plies are played
                continue
            record = Record.read(text)
        except (OSError, UnicodeDecodeError, LivestoneError):
            continue
        human = any(player.kind == "human" for player in record.players)
        if record.result is None and record.viewer is None and record.plies and human:
            yield Kept(file, record)


def _last_played(file: Path) -> tuple[int, str]:
    try:
        return file.stat().st_mtime_ns, file.name
    except OSError:  # it has gone meanwhile
        return 0, file.name


def _new_file(folder: Path, date: datetime, game: Game) -> Path:
    stem = f"{date:%Y-%m-%d-%H%M%S}-{game.id}"
    names = (f"{stem}{suffix}.txt" for suffix in ("", *(f"-{k}" for k in range(2, 1000))))
    return next(folder / name for name in names if not (folder / name).exists())
