"""A seat for a player's file, which runs in a process of its own.

:class:`PlayerProcess` starts the process, feeds it and ends it. Whatever goes wrong there is a
:class:`~livestone.freeplay.limits.Fault` here: nothing that a player does reaches further. It keeps
mistakes in, not enemies: the process has the rights of the user who started it, unless it is in a
:mod:`~livestone.freeplay.box`.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import signal
import tempfile
import time
from pathlib import Path
from typing import IO, Any

from livestone.copying import Uncopied
from livestone.core.game import Game, Position
from livestone.core.game_files import rules_file
from livestone.core.state import State
from livestone.errors import BadRequest, LivestoneError
from livestone.freeplay import box
from livestone.freeplay.annotations import cleaned
from livestone.freeplay.board import COLOURS, FREEDOM, PASS, Move, board_after, move_text
from livestone.freeplay.cell_table import freedom_only
from livestone.freeplay.child import MAX_BYTES, NONSENSE, OVER_CPU, Child
from livestone.freeplay.limits import Clocks, Fault, Killed, Limits
from livestone.play.pipes import command

MAX_LINE = 80  # letters of a line of a player's file that are shown
# Whether a process can be asked where it is; not on Windows.
TRACES = hasattr(signal, "SIGUSR1")
PATIENCE = 0.5  # seconds for a player's process to tell where it is
FRAME = re.compile(r'^  File "(.+)", line (\d+) in ', re.MULTILINE)
# The only variables of our environment that a player's process gets.
KEPT = (
    *("PATH", "TMPDIR", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("SYSTEMROOT", "TEMP", "TMP"),  # of Windows
)
# One thread a player, UTF-8 everywhere, sets in the same order every time, no files left behind.
SET = {
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
}


class PlayerProcess(Uncopied):
    """A player from a file, who takes a seat; a process serves as many games as are asked for.

    ``log`` is an open text file that gets what the player logs and prints. A player at fault has
    lost that game; the next game gets a new process. The file of someone else is to be ``boxed``:
    it plays in a sandbox, sees nothing but itself, and stands still while others think. There
    it may be kept from importing the ``engine``.
    """

    def __init__(
        self,
        file: Path,
        limits: Limits | None = None,
        log: IO[str] | None = None,
        *,
        boxed: bool = False,
        engine: bool = True,
    ) -> None:
        if not file.is_file():
            raise BadRequest(f"there is no file {str(file)!r}")
        self.file = file.absolute()
        self.name = file.stem
        self.limits = limits or Limits()
        self.boxed = boxed
        self.engine = engine
        self._rules = ""
        self._killed = False
        self._player = 0  # the process that stands still in a box
        self._used = 0.0  # seconds of CPU time before the game
        self._log = log
        self._process: Child | None = None
        self._cells = False
        self._seat = 0
        self._told = 0
        self._left = math.inf

    score: int | None = None  # players tell of no worth
    note = ""  # what it printed and drew at its last move

    @property
    def pid(self) -> int | None:
        """The id of the process, None while there is none."""
        return None if self._process is None else self._process.pid

    @property
    def cells(self) -> bool:
        """Whether the file has a Player, who plays Freedom and names cells; known once started."""
        return self._cells

    def start(self, rules: str = "") -> None:
        """Start the process and load the file, unless that is done. Raises Fault.

        Raises BadRequest where it needs a box and there is none. ``rules`` are a game's file, if
        it is from a file: a box shows no other.
        """
        if self._process is not None and (rules == self._rules or not self.boxed):
            return
        if self.boxed and (reason := box.missing()):
            raise BadRequest(f"{self.file.name} needs a sandbox: {reason}")
        self.close()
        self._rules = rules
        self._trace = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        self._process, self._player = self._start(), 0
        setup = {
            "file": str(self._inside),
            "megabytes": self.limits.megabytes,
            "trace": self._trace.fileno() if TRACES else None,
            "boxed": self.boxed,
            "engine": self.engine,
        }
        self._cells = self._ask(setup, self.limits.load, "was not ready to play")["cells"] is True

    @property
    def _inside(self) -> Path:
        """Where the process finds the file."""
        return box.FOLDER / self.file.name if self.boxed else self.file

    def _start(self) -> Child:
        """Start the process, in a box if need be."""
        start = command("livestone.freeplay.worker")
        files = [self._trace.fileno()] if TRACES else []
        with contextlib.ExitStack() as stack:
            if self.boxed:
                boxed = box.command(start, self.file, self._rules, engine=self.engine)
                start, more = stack.enter_context(boxed)
                files += more
            return Child(
                start,
                log=self._log,
                env={name: os.environ[name] for name in KEPT if name in os.environ} | SET,
                cwd=self.file.parent,
                pass_fds=files,
                boxed=self.boxed,
            )

    def why_not(self, game: Game) -> str | None:
        """Why the player cannot play a game, None when they can; for one that has started."""
        if not self._cells or game.id == FREEDOM:
            return None
        return freedom_only(self.file.name, game.title)

    def begin(self, game: Game, seat: int, *, seed: int = 0, words: str = "a new game") -> None:
        """Make a fresh player for a game; ``words`` go to the log. Raises Fault."""
        rules = rules_file(type(game))
        self.start(rules)
        if reason := self.why_not(game):
            raise Fault("failed", reason)
        self._seat = seat
        self._told = 0
        self._left = self.limits.game
        self._used = box.cpu_time(self._player) if self.boxed else 0.0
        asked = {
            "module": type(game).__module__,
            "rules": rules,
            "game": game.id,
            "options": dict(game.option),
            "seat": seat,
            "seed": seed,
            "words": words,
            "cpu": self.limits.cpu,
        }
        self._ask(asked, self.limits.load, "was not ready to play")

    def move(self, state: State, clocks: Clocks | None = None) -> str:
        """Return the text of the player's move, which is legal. Raises Fault."""
        seconds = min(self.limits.move, self._left)
        if clocks is not None:
            seconds = max(0.0, clocks.left[self._seat])
        asked = {**self.new_information(state), "seconds": seconds}
        began = time.monotonic()
        answer = self._ask(asked, seconds, "gave no answer")
        self._left -= time.monotonic() - began
        self._told = state.ply
        self.note = cleaned(answer.get("note"))
        try:
            if self.boxed and box.cpu_time(self._player) - self._used > self.limits.cpu:
                raise Fault("failed", OVER_CPU)  # which ignores the system's limit
            if self.boxed and box.file_count(self._player) > box.MAX_FILES:
                raise Fault("failed", f"it made more than {box.MAX_FILES} files")
            return self._read(state, answer.get("move"))
        except Fault:
            self.close()
            raise

    def new_information(self, state: State) -> dict[str, Any]:
        """What the player does not know yet: plies; of a game with secrets what they may see of it.

        Secrets never get into the process, neither on the board nor in the moves.
        """
        if state.game.plain.observe is None:
            moves = [state.game.wording.move_text(move) for move in state.moves[self._told :]]
            return {"moves": moves}
        view = state.view(self._seat)
        return {
            "position": written(view.position),
            "history": [row.hex() for row in state.history],
            "moves": view.moves,
        }

    def _read(self, state: State, answer: object) -> str:
        """The text of a legal move. Raises Fault for anything else."""
        if self._cells and (move := _read_cell(answer)) is not None:
            return _text_of(state, move)
        if self._cells or not isinstance(answer, str):
            raise Fault("failed", NONSENSE)
        try:
            return state.game.wording.move_text(state.parse(answer))
        except LivestoneError as error:
            raise Fault("illegal", str(error)) from None

    def end(self, words: str) -> None:
        """Tell the player's log how the game went."""
        self._killed = False
        if self._process is not None:
            with contextlib.suppress(Fault):
                self._ask({"end": words}, self.limits.load, "did not listen")
        elif self._log is not None:
            self._log.write(f"{words}\n")
            self._log.flush()

    def close(self) -> None:
        """End the process and whatever it has started."""
        process, self._process = self._process, None
        if process is not None:
            process.close()
            self._trace.close()

    def __enter__(self) -> PlayerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, message: dict[str, Any], seconds: float, late: str) -> dict[str, Any]:
        """The answer to a message. Raises Fault or Killed, and then the process has ended."""
        try:
            assert self._process is not None
            self._stand_still(False)
            self._process.send(json.dumps(message).encode())
            answer = self._receive(time.monotonic() + seconds)
            self._stand_still(True)
        except TimeoutError:
            still = self._still(ask=True)
            self.close()
            raise Fault("timeout", f"it {late} within {seconds:.3g} seconds{still}") from None
        except Fault as fault:
            still = self._still() if str(fault) == OVER_CPU else ""
            self.close()
            raise Fault(fault.reason, f"{fault}{still}") from None
        except BaseException as error:
            self.close()  # Ctrl-C as well
            # Nobody else gets into a box, so that the second time is its own doing.
            if isinstance(error, Killed) and self.boxed and self._killed:
                raise Fault("failed", "its process was killed twice: by itself?") from None
            self._killed = isinstance(error, Killed)
            raise
        if "fault" in answer:
            self.close()
            raise Fault(
                "illegal" if answer["fault"] == "illegal" else "failed",
                str(answer.get("message")),
                str(answer.get("details", "")),
            )
        return answer

    def _receive(self, until: float) -> dict[str, Any]:
        """The next line as an object. Raises TimeoutError or Fault."""
        assert self._process is not None
        line = self._process.line(until)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or self._process.rest:
            raise Fault("failed", NONSENSE)
        return answer

    def _stand_still(self, still: bool) -> None:
        """Stop a process in a box while others think, or let it go on."""
        if not self.boxed:
            return
        assert self._process is not None
        with contextlib.suppress(OSError, IndexError):  # it may have ended
            self._player = self._player or self._process.pid
            os.kill(self._player, signal.SIGSTOP if still else signal.SIGCONT)

    def _still(self, ask: bool = False) -> str:
        """In which line the player is, or was at its end, as the rest of a sentence."""
        assert self._process is not None
        ask = ask and TRACES
        if ask:
            with contextlib.suppress(OSError, IndexError):  # it may have ended
                os.kill(self._process.pid, signal.SIGUSR1)
        until = time.monotonic() + PATIENCE
        while ask and not os.fstat(self._trace.fileno()).st_size and time.monotonic() < until:
            time.sleep(0.01)
        written = os.pread(self._trace.fileno(), MAX_BYTES, 0).decode(errors="replace")
        for name, number in FRAME.findall(written):
            file = self.file.parent / Path(name).name
            if Path(name) == self._inside or (Path(name) == file and not self.boxed):
                return f": still in {_line(file, int(number), elsewhere=file != self.file)}"
        return ""


def _line(file: Path, number: int, elsewhere: bool) -> str:
    """A line of a player's file in words, such as "line 14, `while not free:`"."""
    where = f"line {number} of {file.name}" if elsewhere else f"line {number}"
    try:
        text = file.read_text("utf-8").splitlines()[number - 1].strip()
    except (OSError, UnicodeError, IndexError):
        return where
    return f"{where}, `{text[:MAX_LINE]}`"


def written(position: Position) -> str:
    """A position as it travels to a player's process."""
    text: str = position.tobytes().hex()
    return text


def _read_cell(answer: object) -> Move | None:
    if answer == PASS:
        return PASS
    if isinstance(answer, list) and len(answer) == 2 and all(type(at) is int for at in answer):
        return answer[0], answer[1]
    return None


def _text_of(state: State, move: Move) -> str:
    """The text of a move that names a cell. Raises Fault when it is not legal."""
    text = move_text(state.game, move)
    if any(state.game.wording.move_text(legal) == text for legal in state.legal):
        return text
    shown = "passed" if move == PASS else f"played {move}"
    reason = board_after(state, COLOURS[int(state.position.mover)]).why_not(move)
    raise Fault("illegal", f"it {shown}, which is not legal: {reason}")
