"""A seat for any engine that speaks UGI, started by a command."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from livestone.copying import Uncopied
from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.core.state import State
from livestone.engine.ugi import MAX_CP, read_info
from livestone.errors import LivestoneError
from livestone.freeplay.child import Child
from livestone.freeplay.limits import Clocks, Fault, Limits

# What an engine may say about a move.
MAX_SAID = 16 << 20


class UgiPlayer(Uncopied):
    """An engine, who takes a seat; its process serves as many games as are asked for.

    One that has an option ``Game`` is told which; it and any other are told the game's own options
    as far as they have them. ``score`` is what it thought of its last move, in centipoints. An
    engine at fault has lost that game, and the next game gets a new process.
    """

    cells = False
    note = ""

    def __init__(
        self, name: str, command: Sequence[str], limits: Limits, log: IO[str] | None = None
    ) -> None:
        self.name, self.limits = name, limits
        self.score: int | None = None
        self._command, self._log = command, log
        self._child: Child | None = None
        self._options: set[str] = set()
        self._seat = 0

    def begin(self, game: Game, seat: int, *, seed: int = 0, words: str = "a new game") -> None:
        """Get ready for a game at this index. Raises Fault."""
        if game.plain.observe is not None:
            raise Fault("failed", f"UGI keeps no secrets, and {game.title} has some")
        self._seat, self.score = seat, None
        self._write(words)
        with self._or_end():
            self._start()
            self._choose(game)
            self._send("uginewgame")
            self._wait_ready()

    def move(self, state: State, clocks: Clocks | None = None) -> str:
        """Return the text of the engine's move, which is legal. Raises Fault."""
        moves = state.move_texts
        with self._or_end():
            self._send(f"position startpos{' moves ' if moves else ''}{' '.join(moves)}")
            seconds = self.limits.move if clocks is None else max(0.0, clocks.left[self._seat])
            self._send(f"go {self._limit(clocks)}")
            words = self._hear("bestmove", seconds, "gave no answer", self._note)
            try:
                return state.game.wording.move_text(state.parse(" ".join(words[1:2])))
            except LivestoneError as error:
                raise Fault("illegal", str(error)) from None

    def end(self, words: str) -> None:
        """Write to the log how the game went."""
        self._write(words)

    def close(self) -> None:
        """End the process."""
        child, self._child = self._child, None
        if child is not None:
            child.close()

    @contextmanager
    def _or_end(self) -> Iterator[None]:
        """End the process if anything goes wrong in the block, Ctrl-C as well."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        """Start the process, and learn its options, unless that is done."""
        if self._child is not None:
            return
        try:
            self._child = Child(self._command, log=self._log)
        except OSError as error:
            raise Fault("failed", f"it could not be started: {error.strerror}") from None
        self._options = set()
        self._send("ugi")
        self._hear("ugiok", self.limits.load, "was not ready to play", self._learn)

    def _learn(self, words: list[str]) -> None:
        if words[:2] == ["option", "name"] and "type" in words:
            self._options.add(" ".join(words[2 : words.index("type")]))

    def _choose(self, game: Game) -> None:
        knows_games = "Game" in self._options
        if knows_games:
            self._send(f"setoption name Game value {game.id}")
        for name, value in game.option.items():
            if knows_games or name in self._options:
                self._send(f"setoption name {name} value {text_of(value)}")

    def _limit(self, clocks: Clocks | None) -> str:
        if clocks is None:
            # Something is left for telling the move.
            return f"movetime {max(1, round(900 * self.limits.move))}"
        times = (
            f"p{seat}time {max(1, round(1000 * left))}" for seat, left in enumerate(clocks.left, 1)
        )
        bonus = round(1000 * clocks.bonus)
        bonuses = (f"p{seat}inc {bonus}" for seat, _ in enumerate(clocks.left, 1))
        return " ".join((*times, *bonuses))

    def _note(self, words: list[str]) -> None:
        """Note what it thinks of the position, by its best line."""
        if words[:1] != ["info"] or ("multipv" in words and "multipv 1" not in " ".join(words)):
            return
        info = read_info(words[1:])
        if info.mate is not None:
            self.score = MAX_CP if info.mate > 0 else -MAX_CP
        elif info.cp is not None:
            self.score = info.cp

    def _wait_ready(self) -> None:
        self._send("isready")
        self._hear("readyok", self.limits.load, "was not ready to play")

    def _send(self, line: str) -> None:
        assert self._child is not None
        self._child.send(line.encode())

    def _hear(
        self,
        wanted: str,
        seconds: float,
        late: str,
        note: Callable[[list[str]], None] = lambda words: None,
    ) -> list[str]:
        """The words of the first line that begins so; others are noted. Raises Fault."""
        assert self._child is not None
        until, said = time.monotonic() + seconds, 0
        while True:
            try:
                line = self._child.line(until)
            except TimeoutError:
                raise Fault("timeout", f"it {late} within {seconds:.3g} seconds") from None
            said += len(line)
            words = line.decode("utf-8", "replace").split()
            if words[:1] == [wanted]:
                return words
            if said > MAX_SAID:
                raise Fault("failed", f"it said over {MAX_SAID >> 20} MB and no {wanted}")
            note(words)
            if words[:3] == ["info", "string", "error:"]:
                self._write(" ".join(words))

    def _write(self, words: str) -> None:
        if self._log is not None:
            self._log.write(f"{words}\n")
            self._log.flush()
