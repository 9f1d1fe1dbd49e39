"""Play line by line: for screen readers, pipes and plain terminals; prints no escape codes."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from livestone.cli import words
from livestone.cli.line_input import LineInput
from livestone.cli.progress import compiling_words
from livestone.cli.session import Kept, Session, level_of
from livestone.compiler.notices import compiling_told
from livestone.core.game import Game
from livestone.core.paths import follow
from livestone.core.scene import scene
from livestone.draw.scene import Scene
from livestone.errors import LivestoneError, MoveSyntaxError
from livestone.search.report import Report

# After this many seconds of waiting, a line says that the work goes on.
PATIENCE = 2.0


class Plain:
    """A conversation on stdin and stdout: moves and commands in, sentences out."""

    def __init__(self, session: Session, folder: Path, kept: Sequence[Kept] = ()) -> None:
        self.session = session
        self._folder = folder
        self._kept = list(kept)
        self._input = LineInput("> ")
        self._compiled = {""}
        self._done = False
        self._told_trouble = False
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            "help": (self._help, "this list"),
            "board": (self._board, "the board in words; 'board back': its back, where it has one"),
            "picture": (self._picture, "the board as rows of letters, its back likewise"),
            "moves": (self._moves, "the legal moves"),
            "score": (self._score, "the score"),
            "record": (self._record, "the moves so far"),
            "hint": (self._hint, "what a good player would do"),
            "undo": (self._undo, "take your last move back"),
            "resign": (self._resign, "give up this game"),
            "new": (self._new, "leave this game and start another"),
            "continue": (self._continue, "go on with a kept game; 'continue 2' with the second"),
            "save": (self._save, "write the record: save FILE (.json for JSON)"),
            "quit": (self._quit, "leave; the game is kept"),
        }

    def run(self) -> None:
        """Play until 'quit', the end of the input or Ctrl-C."""
        try:
            with compiling_told(self._compiling):
                self._converse()
        except KeyboardInterrupt:
            print(flush=True)  # the terminal has written ^C
        if self.session.state.ply and not self.session.over and not self.session.trouble:
            say("The game is kept: 'continue' goes on with it next time.")
        say("Goodbye.")

    def _converse(self) -> None:
        self._greet()
        self._say_kept()
        while not self._done:
            session = self.session
            if not session.over and not session.person_to_move:
                self._bot_moves()
                continue
            line = self._input.read()
            if line is None:
                break
            if line.strip():
                self._obey(line.strip())

    def _compiling(self, game: Game | None) -> None:
        words = compiling_words(game)
        if words not in self._compiled:
            self._compiled.add(words)
            say(f"{words[:1].upper()}{words[1:]}")

    def _greet(self) -> None:
        session = self.session
        game = session.game
        say(f"{words.title(game)}.")
        for seat, person in zip(game.seats, session.people, strict=True):
            say(f"{seat.name}: {'you' if person else f'Livestone, {level_of(session.level)}'}.")
        say("Type a move, or 'help' for the commands.")
        self._say_turn()

    def _say_kept(self) -> None:
        if len(self._kept) == 1:
            say(f"An unfinished game is kept: {self._kept[0]}. Type 'continue' to go on with it.")
        elif self._kept:
            say("Unfinished games are kept. Type 'continue' with a number to go on with one:")
            for number, kept in enumerate(self._kept, 1):
                say(f"{number}. {kept}.")

    def _obey(self, line: str) -> None:
        """Do what a line says: a move, if it is a legal one, else a command."""
        state = self.session.state
        name, _, rest = line.partition(" ")
        command = self._commands.get(name.casefold())
        is_move = not self.session.over and line in state.legal_texts
        try:
            if command is not None and not is_move:
                command[0](rest.strip())
            else:
                self._play(line)
        except MoveSyntaxError as error:
            say(f"Sorry, {error}. Type 'help' for the commands.")
        except LivestoneError as error:
            say(f"Sorry, {error}.")

    def _play(self, text: str) -> None:
        mover = self.session.state.mover
        step = follow(self.session.view().paths, text.split())
        if step.move is None and step.next:
            say(
                f"{text} may go on with: {', '.join(step.next)}. Type it all: {text} {step.next[0]}"
            )
            return
        self.session.play(text)
        self._tell(mover or 0)

    def _tell(self, mover: int) -> None:
        """Say a ply that was played, and what is now."""
        session = self.session
        view = session.view()
        who = session.game.seats[mover].name
        points = words.score(view)
        say(f"{who} {words.played(view)}.{f' {points}.' if points else ''}")
        if session.trouble and not self._told_trouble:
            self._told_trouble = True
            say(f"Warning: {session.trouble}.")
        if session.over:
            self._say_end()
        elif session.person_to_move:
            self._say_turn()

    def _say_turn(self) -> None:
        session = self.session
        if session.over or not session.person_to_move:
            return
        if session.shares:
            say(f"Only {session.game.seats[session.state.mover or 0].name} should look now.")
        view, several = session.view(), sum(session.people) > 1
        say(words.turn(view, several, session.state.unfinished))
        for choice in words.offer(view):
            say(f"You may choose {choice}")

    def _say_end(self) -> None:
        say(f"The game is over: {words.ended(self.session)}")
        say("Type 'new' for another game, 'save FILE' to keep the record, or 'quit'.")

    def _bot_moves(self) -> None:
        mover = self.session.state.mover or 0
        report = self._listen(self.session.think)
        self.session.play_bot(report)
        self._tell(mover)

    def _listen(self, think: Callable[[Callable[[], bool]], Iterator[Report]]) -> Report:
        """The last report of some thinking, done in a thread so that Ctrl-C is heard."""
        stop = threading.Event()
        reports: queue.Queue[Report | BaseException | None] = queue.Queue()

        def work() -> None:
            try:
                for report in think(stop.is_set):
                    reports.put(report)
                reports.put(None)
            except BaseException as error:
                reports.put(error)

        threading.Thread(target=work, daemon=True).start()
        last: Report | None = None
        told = 0.0
        try:
            while (report := self._next(reports)) is not None:
                last = report
                if report.seconds - told > PATIENCE:
                    told = report.seconds
                    say(f"Still thinking: {report.nodes} nodes{self._so_far(report)}.")
        finally:
            stop.set()
        assert last is not None
        return last

    def _next(self, reports: queue.Queue[Report | BaseException | None]) -> Report | None:
        while True:
            try:
                found = reports.get(timeout=PATIENCE)
            except queue.Empty:
                say("Getting ready ...")
                continue
            if isinstance(found, BaseException):
                raise found
            return found

    def _so_far(self, report: Report) -> str:
        """The best move yet, unless it may be a secret of the one who thinks."""
        session = self.session
        secret = session.hides and not session.person_to_move
        return "" if secret else f", {session.game.wording.move_text(report.move)} so far"

    def _help(self, rest: str) -> None:
        example = self.session.view().legal[:1]
        if example:
            say(f"A move is typed as it is written, for example: {example[0]}")
        for name, (_, meaning) in self._commands.items():
            say(f"{name}: {meaning}")

    def _board(self, rest: str) -> None:
        if picture := self._face(rest):
            say(picture.description)

    def _picture(self, rest: str) -> None:
        from livestone.draw import plain

        if picture := self._face(rest):
            print(plain.draw(picture, unicode=False), flush=True)

    def _face(self, name: str) -> Scene | None:
        """The board, turned over to the face that was asked for."""
        view = self.session.view()
        if name and name not in view.faces:
            say(f"There is no {name!r} to look at now.")
            return None
        return scene(view, face=name)

    def _moves(self, rest: str) -> None:
        legal = self.session.view().legal
        say(f"{len(legal)} legal moves: {' '.join(legal)}." if legal else "There is no legal move.")

    def _score(self, rest: str) -> None:
        points = words.score(self.session.view())
        say(f"{points}." if points else "This game counts no points.")
        self._say_turn()

    def _record(self, rest: str) -> None:
        for number, name, plies in words.turns(self.session.state, self.session.view()):
            say(f"{number}. {name}: {plies}")
        if not self.session.state.turns:
            say("Nobody has moved yet.")

    def _hint(self, rest: str) -> None:
        report = self._listen(self.session.hint)
        say(words.tip(report, self.session.game, self.session.state.mover or 0))

    def _undo(self, rest: str) -> None:
        say(f"Took back {words.counted(self.session.undo(), 'ply', 'plies')}.")
        if points := words.score(self.session.view()):
            say(f"{points}.")
        self._say_turn()

    def _resign(self, rest: str) -> None:
        self.session.resign()
        self._say_end()

    def _new(self, rest: str) -> None:
        old = self.session
        self.session = Session(old.game, old.people, old.level, self._folder)
        self._greet()

    def _continue(self, rest: str) -> None:
        if not self._kept:
            say("There is no unfinished game to go on with.")
            return
        numbers = [str(number) for number in range(1, len(self._kept) + 1)]
        if (rest or "1") not in numbers:
            say(f"Sorry, no kept game has the number {rest!r}: choose 1 to {numbers[-1]}.")
            return
        kept = self._kept[int(rest or "1") - 1]
        self.session = Session.resume(kept.file)
        self._kept.remove(kept)
        self._greet()
        self._board("")

    def _save(self, rest: str) -> None:
        if not rest:
            say("Sorry, save to which file? Type: save my-game.txt")
            return
        self.session.save(Path(rest))
        say(f"Saved to {rest}.")

    def _quit(self, rest: str) -> None:
        self._done = True


def say(text: str) -> None:
    """Print one line at once."""
    print(text, flush=True)
