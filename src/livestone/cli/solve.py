"""``livestone solve``: what a position or a small board is worth, proved."""

from __future__ import annotations

import json as json_module
import math
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from livestone import columns
from livestone.cli.common import (
    AsJson,
    From,
    GameId,
    Moves,
    Options,
    check,
    check_file,
    check_seconds,
    flag,
    make_state,
    print_json,
    read_game,
    whole_number,
)
from livestone.cli.progress import status_line
from livestone.cli.running import Ray, executing
from livestone.cli.thinking import Stop, stoppable
from livestone.errors import BadRequest, GameOver

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.core.state import State
    from livestone.play.executors import Executor
    from livestone.search.proof_search import Proved

MAX_MEGABYTES, MAX_PLIES = 65_536, 20
# How often progress is shown, in seconds.
SHOWN = 0.5

Every = Annotated[bool, flag("Solve each legal move, reflections once.")]
Processes = Annotated[int, whole_number("Processes that prove moves side by side, by --every.")]
Winner = Annotated[bool, flag("Ask only who wins, which is quicker.")]
Seconds = Annotated[float | None, Parameter(help="Stop after so long, finished or not.")]
Megabytes = Annotated[int, whole_number("The memory to use, in MB.")]
Checkpoint = Annotated[
    Path | None, Parameter(help="A file to keep what is proved in, and to go on from.")
]
Proof = Annotated[Path | None, Parameter(help="A file to write the proof into, as JSON.")]
Plies = Annotated[int, whole_number("How deep the proof shows its moves.")]


@dataclass
class Found:
    """What is known in the end, or when something ``halted`` the work: what, in words."""

    proved: Proved
    moves: dict[str, Proved]
    line: list[str]
    halted: str
    nodes: int
    seconds: float


def solve(
    game: GameId,
    /,
    *,
    option: Options = (),
    moves: Moves = "",
    from_: From = None,
    every: Every = False,
    jobs: Processes = 1,
    ray: Ray = None,
    winner: Winner = False,
    seconds: Seconds = None,
    megabytes: Megabytes = 256,
    checkpoint: Checkpoint = None,
    proof: Proof = None,
    plies: Plies = 4,
    json: AsJson = False,
) -> int | None:
    """Prove what a position, or a whole small board, is worth.

    With --every and --jobs or --ray, moves are proved side by side, each with memory of its own.
    The game must be for two, with nothing hidden and no repetition, and its rules must tell how
    far a lead can still change: of the games here that is Freedom. Ctrl-C ends with what is known.
    """
    check_seconds(seconds)
    check("megabytes", megabytes, 1, MAX_MEGABYTES)
    check("plies", plies, 0, MAX_PLIES)
    if proof is not None and winner:
        raise BadRequest("--proof shows an exact lead: leave out --winner")
    apart = _side_by_side(every, jobs, ray)
    for path in (checkpoint, proof):
        check_file(path, "file")
    chosen = read_game(game, option)
    state = make_state(chosen, moves.split(), from_)
    _check_game(state)
    with stoppable() as stop, status_line() as show, ExitStack() as stack:
        work = _Work(state, megabytes, checkpoint, seconds, winner, stop, show)
        stack.callback(work.close)
        found = work.run(every, apart, proof, plies)
    if json:
        print_json(_as_json(state, found))
    else:
        print("\n".join(_lines(state, found, checkpoint)))
    return 130 if stop() else None


def _side_by_side(
    every: bool, jobs: int, ray: str | None
) -> AbstractContextManager[Executor] | None:
    """Where moves are proved side by side, if they are. Raises BadRequest."""
    if jobs == 1 and ray is None:
        return None
    if not every:
        raise BadRequest("--jobs and --ray prove moves side by side: ask for --every too")
    return executing(jobs, ray)


def solvable() -> list[str]:
    """The games that can be solved as they are usually played, by id."""
    from livestone.games import catalogue
    from livestone.search.endgame_solver import can_solve

    games = (kind() for kind in catalogue().values())
    # First what takes no time: to make the rules of a large board takes seconds.
    quick = (game for game in games if game.players == 2 and game.repetition is None)
    return [game.id for game in quick if can_solve(game)]


def _check_game(state: State) -> None:
    """Refuse what cannot be solved so, with the reason."""
    from livestone.search.endgame_solver import can_solve

    game = state.game
    if not can_solve(game):
        if game.players != 2:
            why = f"it is for {game.players}, and only games for two are solved"
        elif game.plain.determinise is not None:
            why = "it hides something from its players"
        elif game.repetition is not None:
            why = "positions may repeat, so that what one is worth depends on those before it"
        else:
            why = "its rules do not tell how far a lead can still change ('bounds' and 'key')"
        raise BadRequest(
            f"{game.title} cannot be solved: {why}. It works for {', '.join(solvable())}"
        )
    if state.over:
        raise GameOver(f"there is nothing to solve: the game {state.text[:80]!r} is over")


class _Work:
    """The proving of one command, with its clock and its progress."""

    def __init__(
        self,
        state: State,
        megabytes: int,
        checkpoint: Path | None,
        seconds: float | None,
        winner: bool,
        stop: Stop,
        show: Callable[[str], None],
    ) -> None:
        from livestone.search.proof_search import ProofSearch

        self._state = state
        self._bounds: tuple[int | None, int | None] = (-1, 1) if winner else (None, None)
        self._show = show
        show("preparing the rules ...")
        self._search = ProofSearch(
            state.game, megabytes=megabytes, file=checkpoint, check=self._check
        )
        self.nodes = 0  # looked at in other processes
        self._began = self._shown = time.perf_counter()
        self._megabytes, self._seconds, self._stop = megabytes, seconds, stop
        self._words = "the position"

    def close(self) -> None:
        """Leave the checkpoint to others."""
        self._search.close()

    def run(
        self,
        every: bool,
        apart: AbstractContextManager[Executor] | None,
        proof: Path | None,
        plies: int,
    ) -> Found:
        """Prove what is asked, as far as the time goes; moves ``apart`` where that is given."""
        from livestone.search.proof import principal_variation
        from livestone.search.proof import proof as make_proof
        from livestone.search.proof_search import Stopped

        state, search = self._state, self._search
        line, halted = list[str](), ""
        children = dict(self._children()) if every else {}
        lines = self._apart(apart, children) if apart else {}
        try:
            for name, child in children.items():
                self._words = name
                search.margin(child, *self._bounds)
            self._words = "the position"
            proved = search.margin(state, *self._bounds)
            best = [name for name in lines if search.proved(children[name]) == proved]
            if proved.exact and best:
                line = [best[0], *lines[best[0]]]
            elif proved.exact:
                moves = principal_variation(search, state)
                line = [*map(state.game.wording.move_text, moves)]
            if proof is not None:
                self._words = "the proof"
                made = json_module.dumps(make_proof(search, state, plies))
                proof.write_text(made + "\n", "utf-8")
        except Stopped as halt:
            halted = str(halt)
        return Found(
            search.proved(state),
            {name: search.proved(child) for name, child in children.items()},
            line,
            halted,
            search.solver.nodes + self.nodes,
            time.perf_counter() - self._began,
        )

    def _apart(
        self, apart: AbstractContextManager[Executor], children: dict[str, State]
    ) -> dict[str, tuple[str, ...]]:
        """Prove the moves side by side, and what follows for the position; best play after them."""
        from livestone.play.proving import prove_children

        def tell(done: int, total: int) -> None:
            self._show(f"{done} of {total} moves proved")

        self._stop.ready = True
        with apart as executor:
            answers = prove_children(
                self._search, children, self._bounds, self._megabytes, executor, tell, self._halted
            )
        self.nodes += sum(answer.nodes for answer in answers.values())
        self._search.conclude(self._state, [*children.values()])
        return {name: each.line for name, each in answers.items() if each.proved.exact}

    def _halted(self) -> bool:
        over = time.perf_counter() - self._began >= (self._seconds or math.inf)
        return self._stop() or over

    def _children(self) -> Iterator[tuple[str, State]]:
        """The position after each move, one for those that are reflections of each other."""
        state = self._state
        seen: list[Proved] = []
        for move in state.legal:
            child = state.copy()
            child.play(move)
            proved = self._search.proved(child)
            if not any(proved is other for other in seen):
                seen.append(proved)
                yield state.game.wording.move_text(move), child

    def _check(self, nodes: int) -> None:
        """Stop at Ctrl-C or when the time is over; show how far it is in a terminal."""
        from livestone.search.proof_search import Stopped

        now = time.perf_counter()
        self._stop.ready = True
        if self._stop():
            raise Stopped("it was stopped")
        if self._seconds is not None and now - self._began >= self._seconds:
            raise Stopped("the time was over")
        if now - self._shown >= SHOWN:
            self._shown = now
            proved = self._search.proved(self._state)
            speed = nodes / (now - self._began)
            self._show(f"{self._words}: {nodes:,} nodes, {speed:,.0f} a second; {_range(proved)}")


def _range(proved: Proved) -> str:
    if proved.exact:
        return f"lead {proved.low:+d}"
    return f"lead {proved.low:+d} to {proved.high:+d}"


def _result(game: Game, proved: Proved) -> str | None:
    """``White wins`` or ``draw``; None when that is not proved."""
    first, second = (seat.name for seat in game.seats)
    if proved.low > 0:
        return f"{first} wins"
    if proved.high < 0:
        return f"{second} wins"
    return "draw" if proved.low == proved.high == 0 else None


def _lines(state: State, found: Found, checkpoint: Path | None) -> Iterator[str]:
    """What was found, for people."""
    game = state.game
    for name, proved in found.moves.items():
        yield f"{columns.right(name, 6)}  {_words(game, proved)}"
    yield _words(game, found.proved)
    if found.line:
        yield f"Best play: {' '.join(found.line)}"
    if found.halted:
        yield f"Not finished: {found.halted}."
        if checkpoint is not None:
            yield f"The same command goes on from what is proved in {str(checkpoint)!r}."
    yield f"{found.nodes:,} nodes in {found.seconds:.1f} s"


def _words(game: Game, proved: Proved) -> str:
    first, second = (seat.name for seat in game.seats)
    result = _result(game, proved)
    if proved.exact:
        ahead = first if proved.low > 0 else second
        lead = f" by {abs(proved.low)} {game.unit}" if proved.low else ""
        return f"proved: {ahead} wins{lead}" if proved.low else "proved: a draw"
    known = f"{first} leads by {proved.low:+d} to {proved.high:+d} {game.unit}"
    return f"proved: {result} ({known})" if result else f"open: {known}"


def _as_json(state: State, found: Found) -> dict[str, Any]:
    game = state.game

    def told(proved: Proved) -> dict[str, Any]:
        return {"least": proved.low, "most": proved.high, "result": _result(game, proved)}

    return {
        "game": game.id,
        "options": dict(game.option),
        "text": state.text,
        "finished": not found.halted,
        **told(found.proved),
        "line": found.line,
        "moves": {name: told(proved) for name, proved in found.moves.items()},
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }
