"""``livestone perft``: how many ply sequences make a number of whole turns."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Annotated

from livestone.cli.common import (
    AsJson,
    From,
    GameId,
    Moves,
    Options,
    make_state,
    print_json,
    read_game,
    whole_number,
)
from livestone.cli.progress import status_line
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.state import State

# Plain rules count this many plies in the time that loading the compiled ones takes.
PLAIN_PLIES = 3_000

Depth = Annotated[int, whole_number("How many turns.")]


def perft(
    game: GameId,
    depth: Depth,
    /,
    *,
    option: Options = (),
    moves: Moves = "",
    from_: From = None,
    json: AsJson = False,
) -> None:
    """Count the ply sequences that make DEPTH whole turns.

    A turn ends when the mover changes or the game ends; order within a turn counts.
    """
    if depth < 0:
        raise BadRequest(f"depth {depth} makes no sense: count 0 turns or more")
    state = make_state(read_game(game, option), moves.split(), from_)
    found = count(state, depth)
    if json:
        options = dict(state.game.option)
        asked = {"game": state.game.id, "options": options, "text": state.text, "depth": depth}
        print_json({**asked, "count": found})
    else:
        print(found)


def count(state: State, turns: int) -> int:
    """Return the number of ply sequences from ``state`` that make ``turns`` whole turns."""
    found = _plain(state.copy(), state.turn + turns, [PLAIN_PLIES])
    return _compiled(state, turns) if found is None else found


def _plain(state: State, goal: int, left: list[int]) -> int | None:
    """The count by plain rules; None once more plies than ``left`` have been tried."""
    if state.turn >= goal:
        return 1
    total = 0
    for move in state.legal:
        left[0] -= 1
        if left[0] < 0:
            return None
        state.play(move)
        found = _plain(state, goal, left)
        state.undo()
        if found is None:
            return None
        total += found
    return total


def _compiled(state: State, turns: int) -> int:
    """The count by compiled rules, one first ply after the other so as to show how far it is."""
    from livestone.core.runtime import compile_rules

    goal, total = state.turn + turns, 0
    walker = state.copy()
    with status_line() as show:
        show("preparing the rules ...")
        compile_rules(state.game)
        for at, move in enumerate(state.legal, 1):
            walker.play(move)
            total += _in_thread(partial(_run, walker, goal))
            walker.undo()
            show(f"{at} of {len(state.legal)} first plies")
    return total


def _run(state: State, goal: int) -> int:
    """The compiled count from ``state`` until turn ``goal``."""
    from livestone.core.kernels import kernels
    from livestone.core.playouts import count_turns

    return count_turns(kernels(state.game), state.position, state.history, goal - state.turn)


def _in_thread(work: Callable[[], int]) -> int:
    """The result of compiled work, waited for in such a way that Ctrl-C is heard."""
    result: Future[int] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    Thread(target=run, daemon=True).start()
    return result.result()
