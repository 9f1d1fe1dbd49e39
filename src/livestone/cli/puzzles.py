"""``livestone puzzles``: the puzzles of a game, their proofs, and new ones."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.cli.common import (
    AsJson,
    GameId,
    Jobs,
    Options,
    check,
    check_file,
    flag,
    job_count,
    level_numbers,
    print_json,
    read_game,
    whole_number,
)
from livestone.cli.thinking import Nodes, Seed, stoppable_bar
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.puzzles.finder import Plan
    from livestone.puzzles.puzzle import Puzzle

MAX_PUZZLES, MAX_SEED, MAX_NODES = 100_000, 999_999_999, 50_000_000

Count = Annotated[int | None, whole_number("Find new ones, until there are so many.")]
Out = Annotated[
    Path | None,
    Parameter("--out", metavar="FILE", help="The file of puzzles, ending in .jsonl."),
]
Levels = Annotated[str, Parameter(help="Levels of the bots that play, as in 1,7; 2,3 if left out.")]
Check = Annotated[bool, flag("Prove the puzzles again, those of the game or of --out.", "--check")]


def puzzles(
    game: GameId,
    /,
    *,
    option: Options = (),
    count: Count = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    levels: Levels = "",
    nodes: Nodes = None,
    out: Out = None,
    check_: Check = False,
    json: AsJson = False,
) -> int | None:
    """List the puzzles of a game; prove them again, or find new ones in games of bots.

    With --count it goes on where the file of --out ends. Ctrl-C ends it with what is found.
    """
    check("count", count, 1, MAX_PUZZLES)
    check("seed", seed, 0, MAX_SEED)
    check("nodes", nodes, 1, MAX_NODES)
    check_file(out, "file of puzzles", ".jsonl")
    chosen, workers = read_game(game, option), job_count(jobs)
    if count is not None:
        if check_:
            raise BadRequest("--count finds puzzles and --check proves them again: choose one")
        return _find(chosen, count, seed, workers, out, _plan(levels, nodes))
    from livestone.puzzles.puzzle import read_file, shipped

    known = shipped(type(chosen)) if out is None else read_file(out)
    if option:
        known = tuple(puzzle for puzzle in known if puzzle.options == chosen.option)
    if not known:
        raise BadRequest(f"{chosen.title} has no puzzles here: find some with --count")
    if check_:
        return _check(known)
    _show(known, json)
    return None


def _show(known: Sequence[Puzzle], json: bool) -> None:
    for number, puzzle in enumerate(known, 1):
        if json:
            print_json(puzzle.as_json())
            continue
        chosen = puzzle.chosen()
        other = {
            name: value
            for name, value in puzzle.options.items()
            if value != type(chosen)().option[name]
        }
        rules = "".join(f"{name}={value}, " for name, value in other.items())
        print(f"{number}. {puzzle.theme}, {rules}rated {puzzle.rating}")
        print(f"   {puzzle.text}")
        print(f"   {' '.join(puzzle.line)}")


def _plan(levels: str, nodes: int | None) -> Plan:
    from livestone.puzzles.finder import Plan

    usual = Plan()
    return Plan(tuple(level_numbers(levels)) or usual.levels, nodes or usual.nodes)


def _find(game: Game, count: int, seed: int, jobs: int, out: Path | None, plan: Plan) -> int | None:
    """Find puzzles, into a file or on standard output, and print the figures."""
    from livestone.puzzles.collection import Collection

    kept = Collection(game, out)
    before = len(kept.puzzles)
    with stoppable_bar("puzzles") as (show, stop):

        def tell(done: int, total: int) -> None:
            show(done, total)
            stop.ready = True

        figures = kept.fill(count, seed, jobs, tell, stop, plan)
    if out is None:
        for puzzle in kept.puzzles[before:]:
            print_json(puzzle.as_json())
    print(
        f"{game.title}: {len(kept.puzzles)} puzzles, {figures.kept} of them new; "
        f"{figures.games} games of bots, {figures.looked} positions looked at, "
        f"{figures.proved} proved to have one best move, "
        f"{figures.seconds:.0f} s of processor time",
        file=sys.stderr if out is None else sys.stdout,
    )
    if stop():
        return 130
    return None


def _check(known: Sequence[Puzzle]) -> int | None:
    """Prove puzzles again. Raises BadRequest for the first whose proof fails."""
    from livestone.puzzles.proof import failure, prover

    provers = {puzzle.chosen(): prover(puzzle.chosen()) for puzzle in known}
    with stoppable_bar("proofs") as (show, stop):
        for number, puzzle in enumerate(known, 1):
            why = failure(provers[puzzle.chosen()], puzzle)
            if why:
                raise BadRequest(f"puzzle {number}, {puzzle.text!r}, is not proved: {why}")
            show(number, len(known))
            if stop():
                print(f"{number} of {len(known)} puzzles proved")
                return 130
    print(f"{len(known)} puzzles, all proved")
    return None
