"""Play on the terminal's whole screen: a coloured board beside a panel."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.driver import Driver
from textual.widgets import Button, Footer, Input, Static

from livestone import columns
from livestone.cli import words
from livestone.cli.board import BoardView
from livestone.cli.dialogs import Ask, Confirm, Curtain, GoOn, NewGame, Wish
from livestone.cli.session import Kept, Session, warm
from livestone.core.game import Game
from livestone.core.options import telling
from livestone.core.paths import follow
from livestone.core.view import View, number
from livestone.errors import LivestoneError
from livestone.search.report import Report

# How long the note about kept games is shown, in seconds.
KEPT_SHOWN = 15.0


class Entry(Input):
    """The line where moves are typed."""

    BINDINGS = [
        Binding("enter", "submit", "play", key_display="Enter"),
        Binding("escape", "app.restart", "back to the board", key_display="Escape"),
    ]


class Screen(App[None]):
    """One game at a time: the board, who plays, what happened, and a line to type moves in."""

    TITLE = "Livestone"
    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        Binding("m", "type", "type a move"),
        Binding("t", "turn_over", "turn over"),
        Binding("n", "new", "new"),
        Binding("s", "save", "save"),
        Binding("r", "resign", "resign"),
        Binding("q", "quit", "quit"),
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("escape", "restart", show=False),
    ]

    def __init__(
        self,
        session: Session,
        folder: Path,
        kept: Sequence[Kept] = (),
        *,
        ask: bool = True,
        warmed: bool = False,
    ) -> None:
        """Play ``session``, or ``ask`` first whether to go on with one of the ``kept`` games."""
        super().__init__()
        self._warm = warmed
        self._warming: subprocess.Popen[bytes] | None = None
        self.theme = "ansi-light" if is_light() else "ansi-dark"
        self.session = session
        self._folder = folder
        self._kept, self._ask = kept, ask
        self._tokens: list[str] = []
        self._stop = threading.Event()
        self._thinker: threading.Thread | None = None
        self._choices: tuple[str, ...] = ()
        self._shown_to: int | None = None

    def get_driver_class(self) -> type[Driver]:
        """What reads and writes the terminal."""
        if sys.platform == "win32":
            return super().get_driver_class()
        from livestone.cli.terminal_driver import TerminalDriver

        return TerminalDriver

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield BoardView()
            with Vertical(id="panel"):
                yield Static(id="players")
                yield Static(id="message")
                yield Vertical(id="choices")
                with VerticalScroll(id="scroll", can_focus=False):
                    yield Static(id="moves")
                yield Entry(placeholder="m: type a move", id="entry", compact=True)
        yield Footer(compact=True)

    def on_load(self) -> None:
        """Leave the terminal as it was at a signal that ends the program, as of a closed window."""
        if sys.platform != "win32":
            loop = asyncio.get_running_loop()
            for number in (signal.SIGHUP, signal.SIGTERM):
                if signal.getsignal(number) is not signal.SIG_IGN:  # as with nohup
                    loop.add_signal_handler(number, self.exit, None, 128 + number)

    def on_mount(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        self.board.focus()
        self.query_one("#scroll").anchor()
        if self._kept and self._ask:
            new = _named(self.session.game)
            self.push_screen(GoOn([str(kept) for kept in self._kept], new), self._go_on)
            return
        self.begin(self.session)
        if self._kept:
            others = f" (and {len(self._kept) - 1} more)" if len(self._kept) > 1 else ""
            how = "'livestone play --terminal' alone offers to go on with it."
            self.notify(f"Still kept: {self._kept[0]}{others}. {how}", timeout=KEPT_SHOWN)

    @property
    def board(self) -> BoardView:
        """The board on the screen."""
        return self.query_one(BoardView)

    def begin(self, session: Session) -> None:
        """Put a game on the screen, instead of the one that is there."""
        self.session = session
        self._shown_to = None
        if self._warm and not all(session.people):
            self._stop_warming()
            self._warming = warm(session.game, session.level)
        self.say("")
        self.turn()

    def _stop_warming(self) -> None:
        if self._warming is not None:
            self._warming.kill()
            self._warming.wait()
            if self._warming.stderr is not None:
                self._warming.stderr.close()
            self._warming = None

    def turn(self) -> None:
        """Show where the game is, and let the player to move do so.

        Thinking about another position stops: their move or hint would not fit this one.
        """
        self._stop.set()
        self._tokens = []
        session = self.session
        if session.shares and session.person_to_move and session.state.mover != self._shown_to:
            self._shown_to = session.state.mover
            name = session.game.seats[self._shown_to or 0].name
            self.push_screen(Curtain(f"Only {name} should look now.", "Show the board"), self._open)
            return
        self.show()
        if not session.over and not session.person_to_move:
            self._think(session.think, self._bot_done)

    def _open(self, answer: bool | None) -> None:
        self.turn()

    def show(self) -> None:
        """Draw everything anew."""
        session = self.session
        view = session.view()
        if not session.person_to_move:
            view = replace(view, legal=(), paths={})
        step = follow(view.paths, self._tokens)
        site = session.game.board.site
        self.board.show(
            view,
            targets=frozenset(site[token] for token in step.next if token in site),
            chosen=frozenset(site[token] for token in self._tokens if token in site),
        )
        self.query_one("#players", Static).update(self._players(view))
        self.query_one("#moves", Static).update(self._moves(view))
        self._offer(tuple(token for token in step.next if token not in site))
        self.refresh_bindings()
        if session.over:
            self.say(f"{words.ended(session)} Press n for a new game.")

    def say(self, text: str) -> None:
        """Put a sentence where the player looks for one; by default, whose turn it is."""
        session = self.session
        if not text and session.person_to_move:
            text = words.turn(session.view(), sum(session.people) > 1, session.state.unfinished)
        if session.trouble:
            text = f"{text}\nWarning: {session.trouble}."
        self.query_one("#message", Static).update(text)

    def _players(self, view: View) -> str:
        """A line for each seat: whose turn, the name, who sits there, the points."""
        lines, arrow = [_named(view.game)], "▶" if words.unicode() else ">"
        for at, seat in enumerate(view.game.seats):
            sign = arrow if at == view.mover and not self.session.over else " "
            who = "you" if self.session.people[at] else f"bot, level {self.session.level}"
            points = f"{number(view.scores[at]):>4}" if view.game.points else ""
            lines.append(f"{sign} {columns.left(seat.name, 7)}{points}  {who}")
            lines += [f"  {view.tally[at]}"] if view.tally else []
        return "\n".join(lines)

    def _moves(self, view: View) -> str:
        turns = words.turns(self.session.state, view)
        return "\n".join(
            f"{turn:>3}. {columns.left(name, 6)} {plies}" for turn, name, plies in turns
        )

    def _offer(self, choices: tuple[str, ...]) -> None:
        """Show a button for each named choice that may be made now, and say what it means."""
        if choices != self._choices:
            self._choices = choices
            box = self.query_one("#choices", Vertical)
            box.remove_children()
            for key, token in enumerate(choices, 1):
                known = self.session.game.words.choices.get(token)
                label = known.label if known else token
                box.mount(Button(f"{key}  {label}", name=token, variant="warning", compact=True))
        notes = [
            self.session.game.words.choices[token].note
            for token in choices
            if token in self.session.game.words.choices
        ]
        if any(notes):
            self.say(f"{' '.join(notes)} Press 1, or choose a place on the board.")

    def on_key(self, event: object) -> None:
        """A digit makes a named choice."""
        key = getattr(event, "character", None) or ""
        if key.isdigit() and 1 <= int(key) <= len(self._choices) and self.focused is self.board:
            self.give(self._choices[int(key) - 1])

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.name is not None:
            self.give(event.button.name)
            self.board.focus()

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        self.give(self.session.game.board.names[event.site])

    def give(self, token: str) -> None:
        """Take one more token of the person's move; play the move when it is complete."""
        session = self.session
        if not session.person_to_move:
            self.say("The game is over." if session.over else "It is not your turn yet.")
            return
        paths = session.view().paths
        step = follow(paths, [*self._tokens, token])
        if step.move is not None and not step.next:
            self.play(step.move)
        elif step.next:
            self._tokens.append(token)
            self.show()
            self.say(f"{' '.join(self._tokens)}: choose what follows. Escape starts again.")
        elif self._tokens and follow(paths, [token]).next:
            self._tokens = []
            self.give(token)
        else:
            self.play(" ".join([*self._tokens, token]))

    def play(self, text: str) -> bool:
        """Play a ply and return whether it could be; where not, say why."""
        try:
            self.session.play(text)
        except LivestoneError as error:
            self._tokens = []
            self.show()
            self.say(f"{error}.")
            return False
        self.say("")
        self.turn()
        return True

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play what was typed and go back to the board, or leave it to be mended."""
        if event.input.id == "entry" and event.value.strip():
            text = event.value.strip()
            if not self.session.person_to_move:
                self.give(text)
            elif self.play(text):
                event.input.clear()
                self.board.focus()

    def _think(
        self,
        think: Callable[[Callable[[], bool]], Iterator[Report]],
        done: Callable[[Report], None],
    ) -> None:
        """Let a bot think in a thread of its own; ``done`` gets its last report."""
        self._stop.set()
        stop = self._stop = threading.Event()
        warming, before = self._warming, self._thinker

        def tell(call: Callable[[Report], None], report: Report) -> None:
            if not stop.is_set():
                call(report)

        def work() -> None:
            last: Report | None = None
            if before is not None:
                before.join()  # a bot's memory is for one thread at a time
            try:
                self._wait_for(warming)
                for last in think(stop.is_set):
                    if stop.is_set():  # nobody waits for it, and the screen may have been left
                        return
                    self.call_from_thread(tell, self._progress, last)
                if last is not None and not stop.is_set():
                    self.call_from_thread(tell, done, last)
            except Exception as error:
                if stop.is_set():
                    return
                with suppress(RuntimeError):  # the screen has been left
                    self.call_from_thread(self.say, f"The bot has failed: {error!r}")

        self.say("Getting ready ...")
        self._thinker = threading.Thread(target=work, daemon=True)
        self._thinker.start()

    def _wait_for(self, warming: subprocess.Popen[bytes] | None) -> None:
        """Wait until a bot is compiled, and show what the process that does it says."""
        if warming is None or warming.stderr is None or warming.stderr.closed:
            return
        with warming.stderr as lines:
            for line in lines:
                words = line.decode(errors="replace").strip()
                self.call_from_thread(self.say, words[:1].upper() + words[1:])
        warming.wait()

    def _progress(self, report: Report) -> None:
        session, so_far = self.session, ""
        if session.person_to_move or not session.hides:  # what a bot chooses may be its secret
            so_far = f": {session.game.wording.move_text(report.move)} so far"
        self.say(f"Thinking{so_far}\n{report.nodes:,} nodes, {report.seconds:.1f} s")

    def _bot_done(self, report: Report) -> None:
        mover = self.session.state.mover or 0
        self.session.play_bot(report)
        view = self.session.view()
        played = f"{view.game.seats[mover].name} {words.played(view)}."
        self.turn()
        if self.session.person_to_move and not self._choices:
            several = sum(self.session.people) > 1
            self.say(f"{played} {words.turn(self.session.view(), several)}")

    def _hint_done(self, report: Report) -> None:
        session = self.session
        step = follow({report.move: session.game.wording.path(session.state.position, report.move)})
        site = session.game.board.site
        if step.next and step.next[0] in site:
            self.board.cursor = site[step.next[0]]
        self.say(words.tip(report, session.game, session.state.mover or 0))

    def action_hint(self) -> None:
        """What a good player would do."""
        if self.session.person_to_move:
            self._think(self.session.hint, self._hint_done)

    def action_undo(self) -> None:
        """Take back to the last choice of a person; where that cannot be, a bot thinks on."""
        try:
            self.session.undo()
        except LivestoneError as error:
            # A notice stays to be read where what a thinking bot tells would replace a message.
            self.notify(f"Sorry, {error}.", severity="warning")
            return
        self.say("")
        self.turn()

    def action_turn_over(self) -> None:
        """Turn the board over, where the game has another face to look at."""
        self.board.turn_over()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer to turn the board over only where that is possible."""
        return action != "turn_over" or bool(self.session.view().faces)

    def action_type(self) -> None:
        """Go to the line where moves are typed."""
        self.query_one("#entry").focus()

    def action_restart(self) -> None:
        """Start the move again, and go back to the board."""
        self._tokens = []
        self.board.focus()
        self.show()

    def action_resign(self) -> None:
        """Give up, after a question."""
        if not self.session.over:
            self.push_screen(Confirm("Give up this game?", "Resign", "Play on"), self._resign)

    def _resign(self, answer: bool | None) -> None:
        if answer and not self.session.over:
            self.session.resign()
            self.turn()

    def action_new(self) -> None:
        """Choose another game; the one on the screen stays kept."""
        session = self.session
        self.push_screen(NewGame(session.game, session.people, session.level), self._new)

    def _new(self, wish: Wish | None) -> None:
        if wish is not None:
            self.begin(Session(*wish, folder=self._folder))

    def _go_on(self, chosen: int | None) -> None:
        session, sorry = self.session, ""
        if chosen is not None:
            try:
                session = Session.resume(self._kept[chosen].file)
            except LivestoneError as error:  # another program has changed the file meanwhile
                sorry = f"Sorry, {error}."
        self.begin(session)
        if sorry:
            self.say(sorry)

    def action_save(self) -> None:
        """Write the record to a file."""
        name = f"{self.session.game.id}.txt"
        self.push_screen(Ask("Save the record to which file? (.json for JSON)", name), self._save)

    def _save(self, name: str | None) -> None:
        if not name:
            return
        try:
            self.session.save(Path(name))
        except LivestoneError as error:
            self.say(f"Sorry, {error}.")
            return
        self.say(f"Saved to {name}.")

    def on_unmount(self) -> None:
        self._stop.set()
        self._stop_warming()


def _named(game: Game) -> str:
    """A game's title with its options."""
    return ", ".join(filter(None, (game.title, telling(game.options, game.option))))


def is_light() -> bool:
    """Whether the terminal says that its background is light."""
    import os

    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
