"""An engine that a program talks to in UGI: one game at a time, one search at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from livestone import __version__
from livestone.copying import Uncopied
from livestone.core.game import Game
from livestone.core.learning import weighted_like
from livestone.core.runtime import compile_rules
from livestone.core.state import State
from livestone.engine import ugi
from livestone.engine.lines import Output
from livestone.engine.minds import preparing, reach
from livestone.engine.pool import Job, Pool
from livestone.errors import BadOption, BadRequest, LivestoneError
from livestone.games import catalogue, load
from livestone.play.bot import Bot
from livestone.play.levels import LEVELS
from livestone.processors import available_processors
from livestone.search.report import Limits, Report
from livestone.search.strongest import MEGABYTES, Strongest
from livestone.suggest import instead

MAX_LINES = 100
MAX_MEGABYTES = 65_536
# The engine's own numbers: default, least and most.
SPINS = {
    "MultiPV": (1, 1, MAX_LINES),
    "Threads": (1, 1, 64),
    "Hash": (MEGABYTES, 1, MAX_MEGABYTES),
    "Level": (len(LEVELS), 1, len(LEVELS)),
    "Seed": (0, 0, 10**9),
}
COMMANDS = (
    *("ugi", "isready", "uginewgame", "setoption", "position", "go"),
    *("stop", "query", "quit"),
)


class UgiSession(Uncopied):
    """Answers commands by ``write``, each with one call; searches run in a thread.

    A mistake is answered with ``info string error``, and nothing else changes; but after a
    ``position`` that is wrong there is none, so that no move is found for another one.
    """

    def __init__(self, write: Output, game: Game) -> None:
        self._write = write
        self._game = self._default = game
        self._numbers = {name: default for name, (default, _, _) in SPINS.items()}
        self._state: State | None = State(game)
        self._thinker: Bot | Strongest | None = None
        self._pool: Pool[None] = Pool(1, lambda: None)
        self._search: Job[None] | None = None
        self._endless = False
        self._commands: Mapping[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "uginewgame": self._forget,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "query": self._answer,
        }

    def hear(self, line: bytes | None) -> bool:
        """Do what a line says; return False once it says to quit. None is a line too long."""
        words = [] if line is None else line.decode("utf-8", "replace").split()
        with self._told():
            if line is None:
                raise BadRequest("the line is too long")
            if words[:1] == ["quit"]:
                self._stop([])
                return False
            if words:
                self._command(words[0])(words[1:])
        return True

    def end(self, patience: float | None = None) -> None:
        """Let a search that runs tell its move, at once where there is no time to wait for it."""
        if self._endless or patience is not None:
            self._stop([])
        self._pool.close()

    def stop(self) -> None:
        """Stop a search that runs."""
        self._stop([])

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell of what is refused."""
        try:
            yield
        except LivestoneError as error:
            self._error(str(error))

    def _error(self, words: str) -> None:
        self._write(f"info string error: {' '.join(words.split())}")

    def _command(self, name: str) -> Callable[[list[str]], None]:
        if name not in self._commands:
            raise BadRequest(f"there is no command {name[:40]!r}: {instead(name, COMMANDS)}")
        return self._commands[name]

    def _introduce(self, _: list[str]) -> None:
        numbers = [
            ugi.spin_line(name, self._numbers[name], least, most)
            for name, (_, least, most) in SPINS.items()
        ]
        self._write(
            f"id name Livestone {__version__}",
            "id author The Livestone authors",
            ugi.combo_line("Game", self._game.id, [*catalogue()]),
            *(ugi.option_line(option) for option in self._game.options),
            *numbers,
            "ugiok",
        )

    def _get_ready(self, _: list[str]) -> None:
        if self._search is not None:
            self._write("readyok")
            return

        def prepare(_: None, job: Job[None]) -> None:
            try:
                self._prepared()
            except Exception as error:  # a game of somebody's own may fail in any way
                self._error(str(error) or repr(error))
            self._write("readyok")

        self._pool.submit(prepare)

    def _prepared(self) -> Bot | Strongest:
        """The thinker, compiled."""
        if self._thinker is None:
            numbers, level = self._numbers, self._numbers["Level"]
            if level < len(LEVELS):
                self._thinker = Bot(self._game, level, numbers["Seed"])
            else:
                self._thinker = Strongest(
                    self._game,
                    seed=numbers["Seed"],
                    threads=min(numbers["Threads"], available_processors()),
                    to_play=True,
                    megabytes=numbers["Hash"],
                )
        with preparing:
            compile_rules(self._game)
            self._thinker.prepare()
        return self._thinker

    def _forget(self, _: list[str]) -> None:
        self._quiet()
        self._thinker = None

    def _set_option(self, words: list[str]) -> None:
        self._quiet()
        name, value = ugi.read_option(words)
        options = {option.name: option for option in self._game.options}
        known = {each.casefold(): each for each in ("Game", "preset", *SPINS, *options)}
        found = known.get(name.casefold())
        if found is None:
            names = [each for each in known.values() if each != "preset" or self._game.presets]
            raise BadOption(f"there is no option {name[:40]!r}: {instead(name, names)}")
        if found in SPINS:
            self._set_number(found, value)
        elif found == "Game":
            self._begin(load(value))
        else:
            chosen = {} if found == "preset" else dict(self._game.option)
            self._begin(load(self._game.id, **{**chosen, found: value}))
        self._thinker = None

    def _set_number(self, name: str, value: str) -> None:
        _, least, most = SPINS[name]
        if not value.isdecimal() or not value.isascii() or not least <= int(value[:12]) <= most:
            raise BadOption(f"{name} {value[:40]!r} makes no sense: choose {least} to {most}")
        self._numbers[name] = int(value)

    def _begin(self, game: Game) -> None:
        self._game = weighted_like(game, self._default)
        self._state = State(self._game)

    def _set_position(self, words: list[str]) -> None:
        self._quiet()
        before, self._state = self._state, None
        wanted = ugi.read_position(words)
        self._state = reach(self._game, wanted.text, wanted.moves, before)

    def _go(self, words: list[str]) -> None:
        self._quiet()
        try:
            go = ugi.read_go(words)
            state = self._standing()
            if state.over:
                raise BadRequest("there is nothing to search: the game is over")
        except LivestoneError:
            self._write("bestmove none")  # whoever has asked waits for one
            raise
        if go.unknown:
            self._write(f"info string warning: go ignores {' '.join(go.unknown)[:80]}")
        self._endless = go.endless
        self._search = self._pool.submit(lambda _, job: self._think(state, go, job))

    def _think(self, state: State, go: ugi.Go, job: Job[None]) -> None:
        """Search, and tell what is found; what else happens, the best move is told."""
        move = state.unsorted[0]
        try:
            for report in self._reports(state.copy(), go, job):
                move = report.move
                self._write(*ugi.info_lines(report, state, self._numbers["MultiPV"]))
        except Exception as error:
            self._error(str(error) or repr(error))
        self._search = None  # before it is told: the answer may be a command
        self._write(f"bestmove {state.game.wording.move_text(move)}")

    def _reports(self, state: State, go: ugi.Go, job: Job[None]) -> Iterator[Report]:
        thinker = self._prepared()
        seconds = go.seconds(int(state.position["mover"]))
        if isinstance(thinker, Bot):
            thinker.seconds = seconds or thinker.level.patient
            return thinker.think(state, job)
        limits = Limits(seconds, go.nodes, self._numbers["MultiPV"], go.depth)
        return thinker.search(state, limits, job)

    def _stop(self, _: list[str]) -> None:
        if (search := self._search) is not None:
            search.stopped = True

    def _answer(self, words: list[str]) -> None:
        state = self._standing()
        answers: dict[str, Callable[[], str]] = {
            "p1turn": lambda: _truth(state.mover == 0),
            "gameover": lambda: _truth(state.over),
            "result": lambda: ugi.result(state),
            "fen": lambda: state.text,
            "legal": lambda: " ".join(state.legal_texts),
        }
        name = " ".join(words)
        if name not in answers:
            raise BadRequest(f"query {name[:40]!r} is not known: {instead(name, answers)}")
        self._write(f"response {answers[name]()}".rstrip())

    def _standing(self) -> State:
        if self._state is None:
            raise BadRequest("there is no position: the last one was refused")
        return self._state

    def _quiet(self) -> None:
        """Refuse what changes anything while a search runs. Raises BadRequest."""
        if self._search is not None:
            raise BadRequest("a search is running: send stop, and wait for bestmove")


def _truth(value: bool) -> str:
    return "true" if value else "false"
