"""A table of Freedom for two: whoever takes a seat, one game at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from livestone.core.game import Game
from livestone.core.record import Note, Participant, Record, Result
from livestone.core.state import State
from livestone.freeplay.board import COLOURS, PASS, Board, Move, move_text
from livestone.freeplay.limits import Fault
from livestone.play.match import Thinker


class Seat(Protocol):
    """Whoever plays: a :class:`~livestone.freeplay.process.PlayerProcess`, a house player."""

    name: str

    def begin(self, game: Game, colour: str, *, seed: int = 0, words: str = "a new game") -> None:
        """Get ready for a game. Raises Fault."""
        ...

    def move(self, board: Board) -> Move:
        """Return a legal move. Raises Fault."""
        ...

    def end(self, words: str) -> None:
        """Hear how the game went."""
        ...

    def close(self) -> None:
        """Leave for good."""
        ...


class HouseSeat:
    """A house player or a bot; ``make`` gives a thinker, from a game and a seed."""

    def __init__(self, name: str, make: Callable[..., Thinker], level: int | None = None) -> None:
        self.name = name
        self.level = level
        self._make = make
        self._thinker: Thinker
        self._state: State

    def begin(self, game: Game, colour: str, *, seed: int = 0, words: str = "a new game") -> None:
        """Make a fresh thinker."""
        self._thinker = self._make(game, seed=seed)
        self._state = State(game)

    def move(self, board: Board) -> Move:
        """Return what it thinks best."""
        for move in board.moves[self._state.ply :]:
            self._state.play(move_text(board.game, move))
        *_, report = self._thinker.think(self._state)
        size = board.size
        return (report.move % size, report.move // size) if report.move < size * size else PASS

    def end(self, words: str) -> None:
        """Nothing to hear."""

    def close(self) -> None:
        """Nothing to leave."""


@dataclass(frozen=True)
class Played:
    """A finished game: who sat where, the moves, how it ended, and whose ``fault`` it was, if any.

    ``winner`` is a colour, None for a draw; ``loser`` and ``fault`` are set where somebody lost by
    what he did, ``report`` then says it all: what happened, the board, the legal moves.
    """

    game: Game
    names: tuple[str, str]
    moves: tuple[Move, ...]
    scores: tuple[int, int]
    winner: str | None
    loser: str | None = None
    fault: Fault | None = None
    report: str = ""

    @property
    def texts(self) -> list[str]:
        """The moves as the rules write them."""
        return [move_text(self.game, move) for move in self.moves]

    def share(self, colour: str) -> float:
        """What the game brought a colour: 1 for a win, a half for a draw."""
        return 0.5 if self.winner is None else float(self.winner == colour)

    def result(self, colour: str) -> str:
        """How it went for a colour, in words: ``lost 8 to 12``."""
        how = {0.0: "lost", 0.5: "drew", 1.0: "won"}[self.share(colour)]
        if self.fault is not None:
            who = "because" if self.loser == colour else "because the opponent failed:"
            return f"{how} {who} {self.fault}"
        mine = COLOURS.index(colour)
        return f"{how} {self.scores[mine]} to {self.scores[1 - mine]}"

    def record(
        self, players: Sequence[Participant] | None = None, notes: Sequence[Note] = ()
    ) -> Record:
        """Return the record of the game; unless told, its players are bots by their names."""
        state = State(self.game)
        for move in self.texts:
            state.play(move)
        result = None
        if self.fault is not None and self.loser is not None:
            result = Result.of(state, self.fault.reason, by=COLOURS.index(self.loser))
        tags = {} if self.fault is None else {"fault": " ".join(str(self.fault).split())[:200]}
        players = players or [Participant(name, "bot") for name in self.names]
        return Record.of(state, players, notes=notes, result=result, tags=tags)


def play_game(
    game: Game, white: Seat, black: Seat, *, seed: int = 0, words: str = "a new game"
) -> Played:
    """Play one game; who is at fault loses it. The same seed, the same dice."""
    seats = dict(zip(COLOURS, (white, black), strict=True))
    board = Board(game=game)
    colour = COLOURS[0]
    try:
        for index, (colour, seat) in enumerate(seats.items()):
            other = seats[COLOURS[1 - index]]
            told = (
                f"{words}: {seat.name} ({colour}) against {other.name}, {board.size}x{board.size}"
            )
            seat.begin(game, colour, seed=2 * seed + index, words=told)
        while not board.over:
            colour = board.mover or colour
            move = seats[colour].move(board)
            board.play(*(move if isinstance(move, tuple) else (move,)))
    except Fault as fault:
        played = _faulty(board, seats, colour, fault)
    else:
        played = _finished(board, seats)
    for colour, seat in seats.items():
        report = played.report if colour == played.loser else played.result(colour)
        seat.end(f"{words}: {report}")
    return played


def _finished(board: Board, seats: dict[str, Seat]) -> Played:
    scores = board.scores
    best = max(scores.values())
    leaders = [colour for colour, score in scores.items() if score == best]
    return Played(
        game=board.game,
        names=_names(seats),
        moves=tuple(board.moves),
        scores=(scores[COLOURS[0]], scores[COLOURS[1]]),
        winner=leaders[0] if len(leaders) == 1 else None,
    )


def _faulty(board: Board, seats: dict[str, Seat], loser: str, fault: Fault) -> Played:
    scores = board.scores
    return Played(
        game=board.game,
        names=_names(seats),
        moves=tuple(board.moves),
        scores=(scores[COLOURS[0]], scores[COLOURS[1]]),
        winner=COLOURS[1 - COLOURS.index(loser)],
        loser=loser,
        fault=fault,
        report=explain(board, seats[loser].name, loser, fault),
    )


def _names(seats: dict[str, Seat]) -> tuple[str, str]:
    return seats[COLOURS[0]].name, seats[COLOURS[1]].name


def explain(board: Board, name: str, colour: str, fault: Fault) -> str:
    """Say exactly what happened: the fault, the board as it stood, and the legal moves."""
    lines = [f"{name} ({colour}) lost the game at move {len(board.moves) + 1}: {fault}."]
    if fault.details:
        lines.append(fault.details.rstrip())
    lines.append(str(board.seen_by(colour)))
    if board.mover == colour:
        moves = [str(cell) for cell in board.legal] + ['"pass"'] * board.may_pass
        everywhere = len(board.legal) == len(board.empty)
        lines.append("Legal moves: " + ("any empty cell" if everywhere else ", ".join(moves)))
    return "\n".join(lines)
