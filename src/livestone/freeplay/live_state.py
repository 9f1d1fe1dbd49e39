"""A game's state in a browser, as a GamePlayer knows it: the compiled game answers, without NumPy.

It has what :class:`livestone.core.state.State` has, but for its position in an array and its
pictures. ``live`` is an object of ``live_state.js``; its answers are texts of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any, NamedTuple

from livestone.errors import BadRequest, GameOver, IllegalMove, MoveSyntaxError
from livestone.ranges import check_whole

ERRORS = {kind.code: kind for kind in (BadRequest, GameOver, IllegalMove, MoveSyntaxError)}
ELSEWHERE = ("marks", "opening", "picture", "position", "reveals", "turn_of")


class Seat(NamedTuple):
    """A player's place at the table."""

    name: str
    colour: str


class Board:
    """The sites of a game's board by their numbers; ``neighbours`` as on the command line."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.names: tuple[str, ...] = tuple(told["names"])
        self.site = {name: number for number, name in enumerate(self.names)}
        self.centres = tuple(map(tuple, told["centres"]))
        self.neighbours = tuple(map(tuple, told["neighbours"]))
        self.wall = len(self.names)

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class Wording:
    """The texts of a game's moves."""

    live: Any
    moves: int

    def move_text(self, move: int) -> str:
        """The move as text."""
        check_whole("move", move, 0, self.moves - 1)
        return str(_answer(self.live.ask("moveText", move)))


class Game:
    """A game with its options, by its manifest."""

    def __init__(self, manifest: str, live: Any) -> None:
        told = json.loads(manifest)
        self._live = live
        self.id, self.title = told["id"], told["title"]
        self.author, self.year = told["author"], told["year"]
        self.option = told["options"]
        self.seats = tuple(Seat(seat["name"], seat["colour"]) for seat in told["seats"])
        self.players = len(self.seats)
        self.points, self.unit = told["points"], told["unit"]
        self.pieces = tuple(SimpleNamespace(**piece) for piece in told["pieces"])
        self.max_moves, self.move_limit = told["max_moves"], told["move_limit"]
        self.board = Board(told["board"])
        self.wording = Wording(live.start(), self.move_limit)

    def start(self) -> State:
        """The state at the opening."""
        return State(self, self._live.start())

    def at(self, position: str, history: Sequence[str]) -> State:
        """The state at a position that the page has written."""
        return State(self, self._live.at(position, json.dumps(history)))

    def guessed(self, state: State, seat: int, seed: int) -> State:
        """Return a copy in which what a seat cannot see is guessed; the same seed repeats it."""
        return State(self, state._live.guessed(seat, str(seed)))


class State:
    """A game in progress: the moves that led here, and the legal moves."""

    def __init__(self, game: Game, live: Any) -> None:
        self.game = game
        self._live = live

    def _ask(self, name: str, given: object = None) -> Any:
        return _answer(self._live.ask(name, given))

    def _forget(self) -> None:
        kept = vars(self)
        for name in ("legal", "unsorted"):
            kept.pop(name, None)

    def copy(self) -> State:
        """Return an independent copy, moves included."""
        twin = State.__new__(State)
        vars(twin).update(vars(self), _live=self._live.copy())
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    @cached_property
    def unsorted(self) -> tuple[int, ...]:
        """The legal moves in the order in which the rules list them, quicker."""
        return tuple(self._ask("unsorted"))

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal moves in the order of their texts; none when the game is over."""
        return tuple(self._ask("legal"))

    @property
    def legal_texts(self) -> list[str]:
        """The texts of ``legal``, one for one."""
        return self._ask("legalTexts")  # type: ignore[no-any-return]

    @property
    def paths(self) -> dict[int, tuple[str, ...]]:
        """For each legal move the tokens a person gives to make it."""
        found = self._ask("paths")
        return {self.parse(text): tuple(found[text]) for text in self.legal_texts}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.unsorted

    @property
    def mover(self) -> int | None:
        """The index of the player to move, None when the game is over."""
        return self._ask("mover")  # type: ignore[no-any-return]

    @property
    def scores(self) -> tuple[float, ...]:
        """The points now for a game of points; else zeros, and each player's result at the end."""
        return tuple(map(float, self._ask("scores")))

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winners' indexes: empty for a draw, None while the game runs."""
        found = self._ask("winners")
        return None if found is None else tuple(found)

    @property
    def history(self) -> tuple[bytes, ...]:
        """The placements at turn ends so far; empty where repetition is allowed."""
        return tuple(map(bytes.fromhex, self._ask("history")))

    @property
    def key(self) -> bytes:
        """What is equal for equal positions: for a dictionary or a set of positions."""
        return bytes.fromhex(self._ask("key"))

    @property
    def turns(self) -> list[tuple[int, list[str]]]:
        """The plies played, a turn at a time: the mover and its plies' texts."""
        return [(mover, texts) for mover, texts in self._ask("turns")]

    @property
    def last_text(self) -> str:
        """The text of the ply that was played last."""
        return str(self.move_texts[-1])

    def play(self, move: int | str) -> None:
        """Play one ply, given as a move or its text. Raises IllegalMove and its kin."""
        if not isinstance(move, str) and not self.over and move not in self.unsorted:
            raise IllegalMove(f"the move {move!r} is not one of the legal moves")
        self._ask("play", repr(move) if self.over and not isinstance(move, str) else move)
        self._forget()

    def undo(self) -> int:
        """Take back the last ply and return it. Raises IllegalMove when there is none."""
        move = self._ask("undo")
        self._forget()
        return int(move)

    def parse(self, text: str) -> int:
        """Return the legal move a text stands for. Raises IllegalMove and its kin."""
        return int(self._ask("parse", text))

    def refusal(self, text: str) -> str:
        """Why a text is no legal move here, in words; nothing where it is one."""
        return str(self._ask("refusal", text))

    def view(self, viewer: int | None = None) -> SimpleNamespace:
        """What a player (or -1: an onlooker, or None: everything) may see."""
        if viewer is not None:
            check_whole("viewer", viewer, -1, self.game.players - 1)
        found = SimpleNamespace(**self._ask("view", viewer))
        for name in ("legal", "moves", "tally", "marks"):
            setattr(found, name, tuple(getattr(found, name)))
        found.scores = tuple(map(float, found.scores))
        found.winners = None if found.winners is None else tuple(found.winners)
        found.paths = {text: tuple(path) for text, path in found.paths.items()}
        found.steps = tuple(map(tuple, found.steps))
        found.game = self.game
        return found

    def __getattr__(self, name: str) -> Any:
        if name in ASKED:
            return self._ask(ASKED[name])
        why = "is at the command line only" if name in ELSEWHERE else "is not there"
        raise AttributeError(f"state.{name} {why}", name=name, obj=self)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *ASKED]

    def __str__(self) -> str:
        return str(self.text)


# What is asked as it is, by the names of the JavaScript host.
ASKED = {
    **{name: name for name in ("moves", "ply", "repeated", "text", "turn", "unfinished")},
    "move_texts": "moveTexts",
}


def _answer(text: str) -> Any:
    """What an answer holds. Raises what it tells of."""
    found = json.loads(text)
    if "code" in found:
        raise ERRORS.get(found["code"], BadRequest)(found["message"])
    return found["value"]
