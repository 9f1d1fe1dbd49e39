"""One game between seats: players' processes, house players or clients."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Protocol

from msgspec.structs import replace as replace_in

from livestone.core.game import Game
from livestone.core.scene import scene
from livestone.core.state import State
from livestone.core.view import number
from livestone.draw import plain
from livestone.engine.ugi import centipoints, think_seconds
from livestone.errors import BadRequest
from livestone.freeplay.adjudication import Adjudication, Judge, Verdict
from livestone.freeplay.annotations import MAX_NOTES
from livestone.freeplay.board import COLOURS, FREEDOM, board_after
from livestone.freeplay.limits import Clocks, Fault, Killed
from livestone.play.bot import Bot
from livestone.play.match import Thinker
from livestone.records.record import Note, Participant, Record, Result

# How many legal moves are named where there are more.
MAX_NAMED = 60


class Seat(Protocol):
    """A participant: a :class:`~livestone.freeplay.process.PlayerProcess` or a house player.

    ``cells`` says that they play Freedom and read ``(x, y)`` rather than the texts of moves,
    ``score`` what they thought of their last move in centipoints, if they tell that, and ``note``
    what they printed and drew at it.
    """

    name: str
    score: int | None
    note: str

    @property
    def cells(self) -> bool: ...

    def begin(self, game: Game, seat: int, *, seed: int = 0, words: str = "a new game") -> None:
        """Get ready for a game at this index. Raises Fault."""
        ...

    def move(self, state: State, clocks: Clocks | None = None) -> str:
        """Return the text of a legal move; ``state`` stays as it is. Raises Fault."""
        ...

    def end(self, words: str) -> None:
        """Hear how the game went."""
        ...

    def close(self) -> None:
        """Leave for good."""
        ...


class HouseSeat:
    """A house player or a bot; ``make`` gives a thinker, from a game and a seed."""

    cells = False
    note = ""

    def __init__(self, name: str, make: Callable[..., Thinker], level: int | None = None) -> None:
        self.name = name
        self.level = level
        self.make = make
        self.score: int | None = None
        self._thinker: Thinker

    def begin(self, game: Game, seat: int, *, seed: int = 0, words: str = "a new game") -> None:
        """Make a fresh thinker; what it compiles takes none of its time."""
        self._thinker, self.score = self.make(game, seed=seed), None
        if isinstance(self._thinker, Bot):
            self._thinker.prepare()

    def move(self, state: State, clocks: Clocks | None = None) -> str:
        """Return what it thinks best."""
        if clocks is not None and isinstance(self._thinker, Bot):
            mover = int(state.position["mover"])
            self._thinker.seconds = think_seconds(clocks.left[mover], clocks.bonus)
        *_, report = self._thinker.think(state)
        known = report.nodes > 0 or report.best.proved
        self.score = centipoints(report.best, state) if known else None
        return state.game.wording.move_text(report.move)

    def end(self, words: str) -> None:
        """Nothing to hear."""

    def close(self) -> None:
        """Nothing to leave."""


@dataclass(frozen=True)
class Played:
    """A finished game: who sat where, the moves' texts, how it ended, and whose fault it was.

    ``winners`` are seats' indexes, none for a draw. ``loser`` and ``fault`` are set where a player
    lost by a fault; ``report`` then says what happened, with the board and the legal moves. The
    ``verdict`` is set where it was adjudicated; ``notes`` are what players printed and drew by ply.
    """

    game: Game
    names: tuple[str, ...]
    moves: tuple[str, ...]
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    loser: int | None = None
    fault: Fault | None = None
    report: str = ""
    verdict: Verdict | None = None
    notes: tuple[str, ...] = ()

    def share(self, seat: int) -> float:
        """What the game brought a seat: 1 for a win, its part of a shared win or a draw."""
        sharing = self.winners or tuple(range(len(self.names)))
        return (seat in sharing) / len(sharing)

    def result(self, seat: int) -> str:
        """How it went for a seat, in words: ``lost 8 to 12``."""
        how = "lost" if self.winners else "drew"
        if seat in self.winners:
            how = "won" if len(self.winners) == 1 else "shared the win"
        if self.fault is not None and self.loser is not None:
            who = "because" if self.loser == seat else f"because {self._other(seat)} failed:"
            return f"{how} {who} {self.fault}"
        if self.verdict is not None:
            return f"{how} by adjudication ({self.verdict.reason})"
        if not self.game.points:
            return how
        others = [score for at, score in enumerate(self.scores) if at != seat]
        return (
            f"{how} {number(self.scores[seat])} to {' and '.join(str(number(s)) for s in others)}"
        )

    def record(
        self, players: Sequence[Participant] | None = None, notes: Sequence[Note] = ()
    ) -> Record:
        """Return the record of the game; unless told, its players are bots by their names."""
        state = State(self.game)
        for move in self.moves:
            state.play(move)
        result = None
        if self.fault is not None and self.loser is not None:
            result = Result.of(state, self.fault.reason, by=self.loser)
        elif self.verdict is not None:
            winners, lost = self.winners, self.verdict.lost
            result = Result.of(state, self.verdict.reason, by=lost, winners=winners)
        tags = {} if self.fault is None else {"fault": " ".join(str(self.fault).split())[:200]}
        players = players or [Participant(name, "bot") for name in self.names]
        return Record.of(state, players, notes=self._noted(notes), result=result, tags=tags)

    def _noted(self, notes: Sequence[Note]) -> list[Note]:
        """Notes of plies, with what players printed and drew there."""
        pairs = zip_longest(notes, self.notes)
        return [replace_in(one or Note(), engine=text or None) for one, text in pairs]

    def _other(self, seat: int) -> str:
        """Who has failed, as another seat speaks of them."""
        assert self.loser is not None
        return "the opponent" if len(self.names) == 2 else self.game.seats[self.loser].name


def play_game(
    game: Game,
    seats: Sequence[Seat],
    *,
    seed: int = 0,
    words: str = "a new game",
    opening: Sequence[str] = (),
    tell: Callable[[Sequence[str]], None] = lambda moves: None,
    clocks: Clocks | None = None,
    rules: Adjudication | None = None,
) -> Played:
    """Play one game; a player at fault loses it. The same seed repeats it.

    ``clocks`` are the players', and ``rules`` may end it early. It is played once more when someone
    else ends a player's process; Killed is raised the second time.

    The plies of ``opening`` are played before the seats are asked; ``tell`` gets the moves so far
    before each move. Raises BadRequest for a wrong number of seats, and whatever the rules say of
    a wrong opening.
    """
    if len(seats) != game.players:
        raise BadRequest(f"{game.title} has {game.players} seats, not {len(seats)}")
    state = State(game)
    for text in opening:
        state.play(text)
    once = partial(_play_once, seats=seats, seed=seed, words=words, tell=tell, rules=rules)
    for given in (clocks, deepcopy(clocks)):
        with suppress(Killed):
            return once(state.copy(), clocks=given)
    who = " against ".join(seat.name for seat in seats)
    raise Killed(
        f"a player's process was ended twice in the game of {who}, by someone else: is there "
        "enough memory?"
    )


def _play_once(
    state: State,
    *,
    seats: Sequence[Seat],
    seed: int,
    words: str,
    tell: Callable[[Sequence[str]], None],
    clocks: Clocks | None,
    rules: Adjudication | None,
) -> Played:
    """Play on from a state to the end. Raises Killed."""
    game = state.game
    mover = 0
    fault: Fault | None = None
    verdict: Verdict | None = None
    notes = [""] * state.ply
    judge = None if rules is None else Judge(rules, len(seats))
    try:
        for mover, seat in enumerate(seats):
            told = _greeting(game, seats, mover)
            seat.begin(game, mover, seed=len(seats) * seed + mover, words=f"{words}: {told}")
        while not state.over and verdict is None:
            mover = int(state.position.mover)
            tell(state.move_texts)
            state.play(_move(seats[mover], state, mover, clocks))
            room = MAX_NOTES - sum(map(len, notes))
            notes.append(seats[mover].note if len(seats[mover].note) <= room else "")
            if judge is not None and not state.over:
                verdict = judge.after(state.ply, mover, seats[mover].score)
    except Fault as error:
        fault = error
    played = replace(_played(state, seats, mover, fault, verdict), notes=tuple(notes))
    for index, seat in enumerate(seats):
        report = played.report if index == played.loser else played.result(index)
        seat.end(f"{words}: {report}")
    return played


def _move(seat: Seat, state: State, mover: int, clocks: Clocks | None) -> str:
    """The text of the move of who is to move, whose clock runs. Raises Fault."""
    if clocks is None:
        return seat.move(state)
    began = time.monotonic()
    text = seat.move(state, clocks)
    clocks.took(mover, time.monotonic() - began)
    return text


def _greeting(game: Game, seats: Sequence[Seat], seat: int) -> str:
    """Who sits where against whom, in which game: what a seat hears first."""
    others = [f"{other.name}" for at, other in enumerate(seats) if at != seat]
    return f"{seats[seat].name} ({_who(game, seat)}) against {' and '.join(others)}, {game!r}"


def _who(game: Game, seat: int) -> str:
    """The seat's name in the middle of a sentence."""
    return game.seats[seat].name.lower()


def _played(
    state: State, seats: Sequence[Seat], loser: int, fault: Fault | None, verdict: Verdict | None
) -> Played:
    """The game as it ended: by the rules, by a verdict, or by a fault of the ``loser``."""
    ended = Played(
        game=state.game,
        names=tuple(seat.name for seat in seats),
        moves=tuple(state.move_texts),
        scores=state.scores,
        winners=state.winners or (),
    )
    if verdict is not None:
        return replace(ended, winners=_all_but(verdict.lost, seats), verdict=verdict)
    if fault is None:
        return ended
    return replace(
        ended,
        winners=_all_but(loser, seats),
        loser=loser,
        fault=fault,
        report=explain(state, seats[loser].name, loser, fault, cells=seats[loser].cells),
    )


def _all_but(loser: int | None, seats: Sequence[Seat]) -> tuple[int, ...]:
    """Who has won if this seat has lost; nobody if none has."""
    return () if loser is None else tuple(at for at in range(len(seats)) if at != loser)


def explain(state: State, name: str, seat: int, fault: Fault, *, cells: bool = False) -> str:
    """Say exactly what happened: the fault, the board as it stood, and the legal moves.

    ``cells`` shows Freedom's board with coordinates, as its learners know it.
    """
    who = _who(state.game, seat)
    stop = "" if str(fault).endswith("?") else "."
    lines = [f"{name} ({who}) lost the game at move {state.ply + 1}: {fault}{stop}"]
    if fault.details:
        lines.append(fault.details.rstrip())
    shown = _cells_shown if cells and state.game.id == FREEDOM else _shown
    return "\n".join([*lines, *shown(state, seat)])


def _shown(state: State, seat: int) -> list[str]:
    """The board as its player may see it, and their legal moves."""
    view = state.view(seat)
    lines = [plain.draw(scene(view))]
    if view.legal:
        more = len(view.legal) > MAX_NAMED
        count = f" ({len(view.legal)}, the first {MAX_NAMED} of them)" if more else ""
        lines.append(f"Legal moves{count}: {', '.join(view.legal[:MAX_NAMED])}")
    return lines


def _cells_shown(state: State, seat: int) -> list[str]:
    """The board with coordinates, and the cells where a stone may be placed."""
    board = board_after(state, COLOURS[seat])
    lines = [str(board)]
    if board.mover == COLOURS[seat]:
        moves = [str(cell) for cell in board.legal] + ['"pass"'] * board.may_pass
        everywhere = len(board.legal) == len(board.empty)
        lines.append("Legal moves: " + ("any empty cell" if everywhere else ", ".join(moves)))
    return lines
