"""The board as a player sees it: coordinates, stones, legal moves, scores.

``x`` runs from left to right and ``y`` from bottom to top, both from 0: (0, 0) is the lower left
corner. All of it is plain Python, which starts at once and runs in browsers too. So it has the
rules of :mod:`livestone.games.freedom` once more; they are checked against those move by move.
"""

from __future__ import annotations

import math
import operator
import time
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from livestone.errors import BadOption, BadRequest, GameOver, IllegalMove, MoveSyntaxError
from livestone.ranges import check_number, check_whole

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.core.state import State

FREEDOM = "freedom"
EMPTY, WHITE, BLACK = "empty", "white", "black"
COLOURS = (WHITE, BLACK)
CONTENTS = (EMPTY, *COLOURS)  # a stone is its player's index + 1
PASS: Literal["pass"] = "pass"
SIZE, MIN_SIZE, MAX_SIZE = 10, 4, 16
FOUR = 4
CHOICES = {"scoring": ("rows", "stones"), "last_cell": ("auto", "choice", "always")}
# What is drawn: an empty cell, and each player's stones.
SIGNS = {EMPTY: "·", WHITE: "○", BLACK: "●"}
# Opposite directions are four apart.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

Cell = tuple[int, int]
Move = Cell | Literal["pass"]


def freeplay(**options: object) -> Game:
    """Return the game that players play: Freedom by the preset ``freeplay`` but for these options.

    Raises BadOption.

    >>> freeplay(size=8)
    Freedom(size=8, scoring='rows', last_cell='auto')
    """
    from livestone.games import find, load

    usual = {} if "preset" in options else find(FREEDOM).presets["freeplay"]
    return load(FREEDOM, **{**usual, **options})


def move_text(game: Game, move: Move) -> str:
    """The move as the rules write it: ``e5``, ``pass``; empty for a cell off the board."""
    if move == PASS:
        return PASS
    shape = shape_of(int(game.option["size"]))
    return shape.names[shape.site[move]] if move in shape.site else ""


def cell_of(game: Game, text: str) -> Move:
    """The move that the rules write so: ``(4, 4)`` for ``e5``."""
    return shape_of(int(game.option["size"])).cell.get(text, PASS)


def board_of(game: Game, player: str = WHITE) -> Board:
    """Return the board of a game of Freedom before its first move, as a colour looks at it."""
    options: dict[str, Any] = dict(game.option)
    return Board(player=player, **options)


def board_after(state: State, player: str) -> Board:
    """Return the board that a game of Freedom has come to, as a colour looks at it."""
    board = board_of(state.game, player)
    board.follow(state.move_texts)
    return board


class Shape:
    """What all boards of one size share: cells and their numbers, neighbours and lines.

    Sites run row by row from the lower left. ``rays[site]`` has the sites in each direction, the
    nearest first; ``lines`` are those of four cells or more, from edge to edge.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells: list[Cell] = [(x, y) for y in range(size) for x in range(size)]
        self.site = {cell: site for site, cell in enumerate(self.cells)}
        self.names = [f"{chr(ord('a') + x)}{y + 1}" for x, y in self.cells]
        self.cell: dict[str, Cell] = dict(zip(self.names, self.cells, strict=True))
        self.rays = [[self._ray(x, y, *step) for step in DIRECTIONS] for x, y in self.cells]
        self.near = [[ray[0] for ray in rays if ray] for rays in self.rays]
        self.lines = [
            [site, *rays[ahead]]
            for site, rays in enumerate(self.rays)
            for ahead in range(4)
            if not rays[ahead + 4] and len(rays[ahead]) >= FOUR - 1
        ]

    def _ray(self, x: int, y: int, dx: int, dy: int) -> list[int]:
        steps = ((x + far * dx, y + far * dy) for far in range(1, self.size))
        return [self.site[cell] for cell in steps if cell in self.site]


@cache
def shape_of(size: int) -> Shape:
    """The shape of boards of a size."""
    return Shape(size)


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
        self,
        size: int = SIZE,
        player: str = WHITE,
        *,
        scoring: str = "rows",
        last_cell: str = "auto",
    ) -> None:
        check_whole("size", size, MIN_SIZE, MAX_SIZE)
        for name, value in (("scoring", scoring), ("last_cell", last_cell)):
            if value not in CHOICES[name]:
                raise BadOption(f"{name}={value!r}: choose {' or '.join(CHOICES[name])}")
        self._me = _colour(player)
        self._by_rows, self._last_cell = scoring == "rows", last_cell
        self._shape = shape_of(size)
        self._stones = [0] * size**2
        self._count = 0  # of the stones
        self._mover = 0
        self._last: int | None = None  # the site of the last stone that a player placed
        self._passed = False
        self._legal: tuple[int, ...] | None = None
        self._scores: tuple[int, int] | None = None
        self._deadline = math.inf
        self._moves: list[Move] = []

    @property
    def size(self) -> int:
        """Cells along a side."""
        return self._shape.size

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
        return COLOURS[self._mover] if self._sites() else None

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
        pairs = zip(self._shape.cells, self._stones, strict=True)
        return {cell: CONTENTS[stone] for cell, stone in pairs}

    @property
    def empty(self) -> list[Cell]:
        """The empty cells, row by row from the lower left."""
        pairs = zip(self._shape.cells, self._stones, strict=True)
        return [cell for cell, stone in pairs if not stone]

    @property
    def legal(self) -> list[Cell]:
        """The cells where the player to move may place a stone; none when the game is over."""
        cells = self._shape.cells
        return [cells[site] for site in self._sites() if site < len(cells)]

    @property
    def may_pass(self) -> bool:
        """Whether ``"pass"`` may be played: only for the last cell, by rules that allow it."""
        return any(site == len(self._shape.cells) for site in self._sites())

    @property
    def scores(self) -> dict[str, int]:
        """Both scores now, by colour."""
        return dict(zip(COLOURS, self._points(), strict=True))

    @property
    def lead(self) -> int:
        """Your score less your opponent's."""
        points = self._points()
        return points[self._me] - points[1 - self._me]

    @property
    def live(self) -> list[Cell]:
        """The live stones of both colours: those in a row of exactly four."""
        found = {site for four in self._fours() for site in four}
        return [self._shape.cells[site] for site in sorted(found)]

    @property
    def time_left(self) -> float:
        """The seconds you have left for this move; infinite without a limit."""
        return max(0.0, self._deadline - time.monotonic())

    def __getitem__(self, cell: Cell) -> str:
        """``board[x, y]``: ``"empty"``, ``"white"`` or ``"black"``. Raises IndexError."""
        return CONTENTS[self._stones[self._site(cell)]]

    def adjacent(self, x: int, y: int) -> list[Cell]:
        """The cells that touch (x, y), along a side or a corner. Raises IndexError."""
        return [self._shape.cells[site] for site in self._shape.near[self._site((x, y))]]

    def name(self, x: int, y: int) -> str:
        """The name of (x, y) in records and other programs: ``e5``. Raises IndexError."""
        return self._shape.names[self._site((x, y))]

    def copy(self) -> Board:
        """A board to try moves on; this one stays as it is."""
        twin = Board.__new__(Board)
        twin.__dict__.update(self.__dict__)
        twin._stones = self._stones.copy()
        twin._moves = self._moves.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_shape": self.size}

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values, _shape=shape_of(values["_shape"]))

    def after(self, x: int | Literal["pass"], y: int | None = None) -> Board:
        """A copy on which the move has been played. Raises IllegalMove."""
        move = self._checked(x, y)
        self._points()  # once for all moves that are tried from here
        twin = self.copy()
        twin._place(move)
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

    def follow(self, moves: Sequence[str]) -> None:
        """Play moves, as the rules write them, that are known to be legal."""
        shape = self._shape
        for text in moves:
            self._place(shape.site[shape.cell[text]] if text in shape.cell else len(shape.cells))

    def _sites(self) -> tuple[int, ...]:
        """The numbers of the legal moves; a pass is one past the last cell's."""
        if self._legal is None:
            self._legal = tuple(self._find_sites())
        return self._legal

    def _find_sites(self) -> list[int]:
        stones, left = self._stones, len(self._stones) - self._count
        if not left or self._passed or (left == 1 and self._last_cell == "auto"):
            return []
        near = [] if self._last is None else self._shape.near[self._last]
        found = [site for site in near if not stones[site]]
        if not found:  # freedom
            found = [site for site, stone in enumerate(stones) if not stone]
        if left == 1 and self._last_cell == "choice" and self._gain(found[0]) < 0:
            found.append(len(stones))
        return found

    def _place(self, move: int) -> None:
        self._legal = None
        if move == len(self._stones):
            self._passed = True
            self._moves.append(PASS)
        else:
            self._put(move)
            self._last = move
            self._moves.append(self._shape.cells[move])
        self._mover = 1 - self._mover
        if self._last_cell == "auto" and self._count == len(self._stones) - 1:
            site = self._stones.index(0)
            if self._gain(site) > 0:
                self._put(site)

    def _put(self, site: int) -> None:
        """Place a stone of the player to move, and keep the scores, if they are known."""
        if self._scores is not None:
            white, black = self._scores
            gain = self._gain(site)
            self._scores = (white, black + gain) if self._mover else (white + gain, black)
        self._stones[site] = self._mover + 1
        self._count += 1

    def _gain(self, site: int) -> int:
        """What a stone there brings the player to move; it never changes the opponent's score."""
        stones, stone = self._stones, self._mover + 1
        if not self._by_rows:
            before = self._count_points()[self._mover]
            stones[site] = stone
            after = self._count_points()[self._mover]
            stones[site] = 0
            return after - before
        gain = 0
        lengths = []
        for ray in self._shape.rays[site]:
            length = 0
            for there in ray:
                if stones[there] != stone:
                    break
                length += 1
            lengths.append(length)
        for ahead, behind in zip(lengths[:4], lengths[4:], strict=True):
            gain += FOUR * ((ahead + behind + 1 == FOUR) - (ahead == FOUR) - (behind == FOUR))
        return gain

    def _fours(self) -> list[list[int]]:
        """The sites of every row of exactly four."""
        stones, found = self._stones, []
        for line in self._shape.lines:
            run: list[int] = []
            for site in line:
                if run and stones[site] == stones[run[0]]:
                    run.append(site)
                    continue
                if len(run) == FOUR and stones[run[0]]:
                    found.append(run)
                run = [site]
            if len(run) == FOUR and stones[run[0]]:
                found.append(run)
        return found

    def _points(self) -> tuple[int, int]:
        if self._scores is None:
            self._scores = self._count_points()
        return self._scores

    def _count_points(self) -> tuple[int, int]:
        sites = [site for four in self._fours() for site in four]
        counted = [self._stones[site] for site in (sites if self._by_rows else set(sites))]
        return counted.count(1), counted.count(2)

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
            return len(self._shape.cells)
        if y is None:
            raise MoveSyntaxError(f"{x!r} alone is no move: give x and y, or *cell")
        try:
            site = self._site((x, y))
        except IndexError as error:
            raise MoveSyntaxError(str(error)) from None
        if site not in self._sites():
            raise IllegalMove(self._why_not(self._shape.cells[site]))
        return site

    def _why_not(self, cell: Cell) -> str:
        if self[cell] != EMPTY:
            return f"{cell} is taken: a {self[cell]} stone stands there"
        last = self._moves[-1]
        return f"{cell} is not next to {last}, the last stone, and there are empty cells that are"
