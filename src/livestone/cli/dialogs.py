"""The questions that the terminal's screen asks: yes or no, a name, a new game, a curtain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Select

from livestone.core.game import Game
from livestone.core.options import Value, text_of
from livestone.games import catalogue
from livestone.play.levels import LEVELS

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer | None]):
    """Asks for something; Escape answers None."""

    BINDINGS = [Binding("escape", "leave", "leave")]

    def action_leave(self) -> None:
        self.dismiss(None)


class Confirm(Dialog[bool]):
    """A question with two answers."""

    BINDINGS = [Binding("left,right", "app.focus_next", show=False)]

    def __init__(self, question: str, yes: str, no: str = "") -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self._question)
            with Horizontal(classes="buttons"):
                yield Button(self._yes, id="yes", variant="primary", compact=True)
                if self._no:
                    yield Button(self._no, id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class Curtain(Confirm):
    """Hides the whole board until the next player sits in front of it."""


class GoOn(Dialog[int]):
    """Chooses one of the games that were kept, by its index, or None for the new one."""

    def __init__(self, kept: Sequence[str], new: str) -> None:
        super().__init__()
        self._kept, self._new = kept, new

    def compose(self) -> ComposeResult:
        one = len(self._kept) == 1
        with Vertical(classes="dialog"):
            yield Label("An unfinished game is kept." if one else "Unfinished games are kept.")
            yield OptionList(*(f"Go on: {game}" for game in self._kept), f"New: {self._new}")
            yield Label("Enter: play it   Escape: the new game", classes="quiet")

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index if event.option_index < len(self._kept) else None)


class Ask(Dialog[str]):
    """A question answered by typing."""

    def __init__(self, question: str, value: str) -> None:
        super().__init__()
        self._question, self._value = question, value

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label(self._question)
            yield Input(self._value)
            yield Label("Enter: yes   Escape: cancel", classes="quiet")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


class Wish(NamedTuple):
    """The new game that was asked for."""

    game: Game
    people: tuple[bool, ...]
    level: int


class NewGame(Dialog[Wish]):
    """Chooses a game, its options, who plays and how strong the bot is."""

    def __init__(self, game: Game, people: Sequence[bool], level: int) -> None:
        super().__init__()
        self._game, self._people, self._level = game, tuple(people), level

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog wide"):
            yield Label("New game", classes="heading")
            games = [(kind.title, kind.id) for kind in catalogue().values()]
            yield from _choice("Game", "game", games, self._game.id)
            yield Vertical(*self._rules(self._game), id="rules")
            levels = [(f"{level.number} {level.name}", level.number) for level in LEVELS]
            yield from _choice("Level", "level", levels, self._level)
            with Horizontal(classes="buttons"):
                yield Button("Play", id="play", variant="primary", compact=True)
                yield Button("Leave it", id="leave", compact=True)

    def _rules(self, game: Game) -> list[Horizontal]:
        """The choices that depend on the game: its options and its sides."""
        rows = []
        for option in game.options:
            values = [
                (option.value_labels.get(value, text_of(value)), text_of(value))
                for value in option.values
            ]
            now = text_of(game.option[option.name])
            rows += _choice(option.label, f"option-{option.name}", values, now)
        sides: list[tuple[str, Value]] = [(seat.name, at) for at, seat in enumerate(game.seats)]
        sides.append(("everybody, at this screen", -1))
        seat = -1 if all(self._people) else min(self._people.index(True), game.players - 1)
        rows += _choice("You play", "side", sides, seat)
        return rows

    async def on_select_changed(self, event: Select.Changed) -> None:
        if event.select.id != "game" or event.value == self._game.id:
            return
        self._game = catalogue()[str(event.value)]()
        rules = self.query_one("#rules")
        await rules.remove_children()
        await rules.mount(*self._rules(self._game))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self._wish() if event.button.id == "play" else None)

    def _wish(self) -> Wish:
        options = {
            option.name: self.query_one(f"#option-{option.name}", Select).value
            for option in self._game.options
        }
        game = type(self._game)(**options)
        side = self.query_one("#side", Select).value
        people = tuple(side in (-1, at) for at in range(game.players))
        level = self.query_one("#level", Select).value
        return Wish(game, people, int(str(level)))


def _choice(
    label: str, name: str, values: Sequence[tuple[str, Value]], now: Value
) -> list[Horizontal]:
    """One line of a form: what is asked, and the values to choose from."""
    select: Select[Value] = Select(values, value=now, allow_blank=False, id=name, compact=True)
    return [Horizontal(Label(label), select, classes="row")]
