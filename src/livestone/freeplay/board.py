"""The board as a player sees it: coordinates, stones, legal moves, scores.

``x`` runs from left to right and ``y`` from bottom to top, both from 0: (0, 0) is the lower left
corner. The rules are those of :mod:`livestone.games.freedom`; nothing of them is repeated here.
"""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, SupportsIndex

import numpy as np

from livestone.core.game import Game, Position
from livestone.core.repetition import History
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import BadRequest, GameOver, IllegalMove, MoveSyntaxError
from livestone.games import find, load
from livestone.ranges import check_number

FREEDOM = "freedom"
EMPTY, WHITE, BLACK = "empty", "white", "black"
COLOURS = (WHITE, BLACK)
PASS: Literal["pass"] = "pass"
SIZE = 10
# What is drawn: an empty cell, and each player's stones.
SIGNS = {EMPTY: "·", WHITE: "○", BLACK: "●"}

Cell = tuple[int, int]
Move = Cell | Literal["pass"]


def freeplay(**options: object) -> Game:
    """Return the game that players play: Freedom by the preset ``freeplay`` but for these options.

    Raises BadOption.

    >>> freeplay(size=8)
    Freedom(size=8, scoring='rows', last_cell='auto')
    """
    usual = {} if "preset" in options else find(FREEDOM).presets["freeplay"]
    return load(FREEDOM, **{**usual, **options})


def move_text(game: Game, move: Move) -> str:
    """The move as the rules write it: ``e5``, ``pass``; empty for a cell off the board."""
    if move == PASS:
        return PASS
    x, y = move
    shared = _cells(game)
    on_board = 0 <= x < shared.size and 0 <= y < shared.size
    return shared.names[y * shared.size + x] if on_board else ""


def cell_of(game: Game, text: str) -> Move:
    """The move that the rules write so: ``(4, 4)`` for ``e5``."""
    site = game.board.site.get(text)
    return PASS if site is None else _cells(game).cells[site]


def board_after(state: State, player: str) -> Board:
    """Return the board that a game of Freedom has come to, as a colour looks at it."""
    board = Board(player=player, game=state.game)
    board.follow(state.move_texts)
    return board


class _Cells:
    """What all boards of one game share: the names of cells, and their numbers in the rules."""

    def __init__(self, game: Game) -> None:
        board, size = game.board, int(game.option["size"])
        self.size = size
        self.cells: list[Cell] = [(site % size, site // size) for site in range(size * size)]
        self.names = board.names
        self.touching = [
            [self.cells[there] for there in row if there != board.wall]
            for row in board.neighbours[: len(board)].tolist()
        ]


def whole(value: object) -> int | None:
    """The whole number that a value is (NumPy's count, booleans do not), or None."""
    if type(value) is int:  # several times as quick as the question below
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return operator.index(value)
    except TypeError:  # an array of several
        return None


def _colour(player: str) -> int:
    """The index of a colour. Raises BadRequest."""
    if player not in COLOURS:
        raise BadRequest(f"player {player!r} is no colour: choose white or black")
    return COLOURS.index(player)


@cache
def _cells(game: Game) -> _Cells:
    return _Cells(game)


class Board:
    """A board, as the player of one colour looks at it.

    >>> board = Board(size=4)
    >>> board.play(1, 1)
    >>> board[1, 1], board[0, 0], board.mover
    ('white', 'empty', 'black')
    >>> ahead = board.after(2, 2)
    >>> ahead[2, 2], board[2, 2]
    ('black', 'empty')
    >>> (3, 3) in board.legal
    False
    """

    def __init__(
        self, size: int = SIZE, player: str = WHITE, *, game: Game | None = None, **options: object
    ) -> None:
        me = _colour(player)
        self.game = freeplay(size=size, **options) if game is None else game
        self._me = me
        self._find_rules()
        self._position = runtime(self.game).start()
        self._legal: tuple[int, ...] | None = None
        self._scores: tuple[float, ...] | None = None
        self._deadline = math.inf
        self._moves: list[Move] = []

    def _find_rules(self) -> None:
        self._shared = _cells(self.game)
        self._rules, self._search = (ready := runtime(self.game)).rules, ready.search

    @property
    def size(self) -> int:
        """Cells along a side."""
        return self._shared.size

    @property
    def player(self) -> str:
        """Your colour."""
        return COLOURS[self._me]

    @property
    def opponent(self) -> str:
        """Your opponent's colour."""
        return COLOURS[1 - self._me]

    @property
    def mover(self) -> str | None:
        """The colour to move, None when the game is over."""
        return COLOURS[int(self._position["mover"])] if self._sites() else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._sites()

    @property
    def moves(self) -> list[Move]:
        """Every move so far, White's first; the last cell that the rules play is not among them."""
        return list(self._moves)

    @property
    def last_opponent_move(self) -> Cell | None:
        """Where your opponent placed their last stone; None before the first."""
        for number in range(len(self._moves) - 1, -1, -1):
            move = self._moves[number]
            if number % 2 != self._me and move != PASS:
                return move
        return None

    @property
    def cells(self) -> dict[Cell, str]:
        """What is on every cell: quicker than asking for one after the other."""
        stones = self._position["cells"].tolist()
        names = (EMPTY, *COLOURS)
        return {cell: names[stone] for cell, stone in zip(self._shared.cells, stones, strict=False)}

    @property
    def empty(self) -> list[Cell]:
        """The empty cells, row by row from the lower left."""
        stones = self._position["cells"].tolist()
        return [cell for cell, stone in zip(self._shared.cells, stones, strict=False) if not stone]

    @property
    def legal(self) -> list[Cell]:
        """The cells where the player to move may place a stone; none when the game is over."""
        cells = self._shared.cells
        return [cells[site] for site in self._sites() if site < len(cells)]

    @property
    def may_pass(self) -> bool:
        """Whether ``"pass"`` may be played: only for the last cell, by rules that allow it."""
        return any(site == len(self._shared.cells) for site in self._sites())

    @property
    def scores(self) -> dict[str, int]:
        """Both scores now, by colour."""
        return {colour: int(score) for colour, score in zip(COLOURS, self._points(), strict=True)}

    @property
    def lead(self) -> int:
        """Your score less your opponent's."""
        points = self._points()
        return int(points[self._me] - points[1 - self._me])

    @property
    def live(self) -> list[Cell]:
        """The live stones of both colours: those in a row of exactly four."""
        return [self._shared.cells[site] for site in runtime(self.game).marks(self._position)]

    @property
    def time_left(self) -> float:
        """The seconds you have left for this move; infinite without a limit."""
        return max(0.0, self._deadline - time.monotonic())

    def __getitem__(self, cell: Cell) -> str:
        """``board[x, y]``: ``"empty"``, ``"white"`` or ``"black"``. Raises IndexError."""
        stone = self._position["cells"][self._site(cell)]
        return COLOURS[stone - 1] if stone else EMPTY

    def adjacent(self, x: int, y: int) -> list[Cell]:
        """The cells that touch (x, y), along a side or a corner. Raises IndexError."""
        return list(self._shared.touching[self._site((x, y))])

    def copy(self) -> Board:
        """A board to try moves on; this one stays as it is."""
        twin = Board.__new__(Board)
        twin.__dict__.update(self.__dict__)
        twin._position = self._position.copy()
        twin._moves = self._moves.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        found = ("_shared", "_rules", "_search")
        return {name: value for name, value in vars(self).items() if name not in found}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values)
        self._find_rules()

    def after(self, x: int | Literal["pass"], y: int | None = None) -> Board:
        """A copy on which the move has been played. Raises IllegalMove."""
        move = self._checked(x, y)
        scores = None
        if self._search.gains is not None:
            scores = np.zeros(2)
            before = self._points()
            self._search.gains(self._position, move, scores)
            scores += before
        twin = self.copy()
        twin._place(move)
        twin._scores = None if scores is None else tuple(scores.tolist())
        return twin

    def play(self, x: int | Literal["pass"], y: int | None = None) -> None:
        """Play a move here: ``play(x, y)`` or ``play("pass")``. Raises IllegalMove."""
        self._place(self._checked(x, y))

    def why_not(self, move: Move) -> str | None:
        """Why a move cannot be played, in half a sentence; None for a legal one."""
        try:
            self._checked(*(move if isinstance(move, tuple) else (move,)))
        except (IllegalMove, MoveSyntaxError) as error:
            return str(error)
        return None

    def seen_by(self, player: str, seconds: float = math.inf) -> Board:
        """A copy as the other or the same colour sees it, with so many seconds for a move."""
        me = _colour(player)
        check_number("seconds", seconds, 0)
        twin = self.copy()
        twin._me = me
        twin._deadline = time.monotonic() + seconds
        return twin

    def __str__(self) -> str:
        """The board as text, ``x`` below and ``y`` on the left; the last stone in brackets."""
        rows = []
        last = next((move for move in reversed(self._moves) if move != PASS), None)
        for y in range(self.size - 1, -1, -1):
            signs = []
            for x in range(self.size):
                sign = SIGNS[self[x, y]]
                signs.append(f"[{sign}]" if (x, y) == last else f" {sign} ")
            rows.append(f"{y:>3} {''.join(signs)}")
        rows.append("    " + "".join(f"{x:^3}" for x in range(self.size)))
        return "\n".join(row.rstrip() for row in rows)

    def __repr__(self) -> str:
        return f"<Board {self.size}x{self.size}, you are {self.player}, {len(self._moves)} moves>"

    def follow(self, moves: Sequence[str], position: Position | None = None) -> None:
        """Play moves, as the rules write them, that are known to be legal.

        ``position`` is where they lead, for callers who know it: that spares playing them.
        """
        sites, cells = self.game.board.site, self._shared.cells
        if position is None:
            for move in moves:
                self._place(sites.get(move, len(cells)))
            return
        self._moves += [cells[sites[move]] if move in sites else PASS for move in moves]
        self._position = position
        self._legal = self._scores = None

    def _sites(self) -> tuple[int, ...]:
        """The legal moves as the rules number them."""
        if self._legal is None:
            self._legal = runtime(self.game).legal(self._position, History())
        return self._legal

    def _points(self) -> tuple[float, ...]:
        if self._scores is None:
            self._scores = runtime(self.game).scores(self._position)
        return self._scores

    def _place(self, move: int) -> None:
        self._rules.play(self._position, move)
        cells = self._shared.cells
        self._moves.append(cells[move] if move < len(cells) else PASS)
        self._legal = self._scores = None

    def _site(self, cell: Any) -> int:
        """The number of a cell. Raises IndexError."""
        try:
            x, y = map(whole, cell)
        except (TypeError, ValueError):
            raise IndexError(f"{cell!r} is no cell: give x and y, as in board[0, 0]") from None
        if x is None or y is None:
            given = ", ".join(map(repr, cell))
            raise IndexError(f"({given}) are no coordinates: x and y are whole numbers")
        if not (0 <= x < self.size and 0 <= y < self.size):
            raise IndexError(f"({x}, {y}) is off the board: x and y go from 0 to {self.size - 1}")
        return y * self.size + x

    def _checked(self, x: int | Literal["pass"], y: int | None = None) -> int:
        """The number of a legal move. Raises MoveSyntaxError or IllegalMove, saying why."""
        if not self._sites():
            raise GameOver("the game is over")
        if x == PASS:
            if not self.may_pass:
                raise IllegalMove('"pass" is for the last cell only, where filling it costs points')
            return len(self._shared.cells)
        if y is None:
            raise MoveSyntaxError(f"{x!r} alone is no move: give x and y, or *cell")
        try:
            site = self._site((x, y))
        except IndexError as error:
            raise MoveSyntaxError(str(error)) from None
        if site not in self._sites():
            raise IllegalMove(self._why_not(self._shared.cells[site]))
        return site

    def _why_not(self, cell: Cell) -> str:
        if self[cell] != EMPTY:
            return f"{cell} is taken: a {self[cell]} stone stands there"
        last = self._moves[-1]
        return f"{cell} is not next to {last}, the last stone, and there are empty cells that are"
