"""``livestone puzzles``: the puzzles of a game, their proofs, and new ones."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from hashlib import sha256
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
    level_numbers,
    print_json,
    read_game,
    whole_number,
)
from livestone.cli.running import Keep, Ray, executing, keeping
from livestone.cli.thinking import Nodes, Seed, stoppable_bar
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from livestone.core.game import Game
    from livestone.play.executors import Executor
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
    ray: Ray = None,
    levels: Levels = "",
    nodes: Nodes = None,
    out: Out = None,
    check_: Check = False,
    keep: Keep = None,
    json: AsJson = False,
) -> int | None:
    """List the puzzles of a game; prove them again, or find new ones in games of bots.

    With --count it goes on where the file of --out ends, and with --check where --keep has ended.
    Ctrl-C ends it with what is found.
    """
    check("count", count, 1, MAX_PUZZLES)
    check("seed", seed, 0, MAX_SEED)
    check("nodes", nodes, 1, MAX_NODES)
    check_file(out, "file of puzzles", ".jsonl")
    chosen, work = read_game(game, option), executing(jobs, ray)
    if count is not None and check_:
        raise BadRequest("--count finds puzzles and --check proves them again: choose one")
    if keep is not None and not check_:
        raise BadRequest("--keep is for --check: with --count, --out keeps the puzzles")
    if count is not None:
        return _find(chosen, count, seed, work, out, _plan(levels, nodes))
    from livestone.puzzles.puzzle import read_file, shipped

    known = shipped(type(chosen)) if out is None else read_file(out)
    if option:
        known = tuple(puzzle for puzzle in known if puzzle.options == chosen.option)
    if not known:
        raise BadRequest(f"{chosen.title} has no puzzles here: find some with --count")
    if check_:
        return _check(known, work, keep)
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


def _find(
    game: Game,
    count: int,
    seed: int,
    work: AbstractContextManager[Executor],
    out: Path | None,
    plan: Plan,
) -> int | None:
    """Find puzzles, into a file or on standard output, and print the figures."""
    from livestone.puzzles.collection import Collection

    with (
        closing(Collection(game, out)) as kept,
        work as executor,
        stoppable_bar("puzzles") as (show, stop),
    ):
        before = len(kept.puzzles)

        def tell(done: int, total: int) -> None:
            show(done, total)
            stop.ready = True

        figures = kept.fill(count, seed, executor, tell, stop, plan)
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


def _check(
    known: Sequence[Puzzle], work: AbstractContextManager[Executor], keep: Path | None
) -> int | None:
    """Prove puzzles again. Raises BadRequest for one whose proof fails."""
    from livestone.play.results import run
    from livestone.play.workers import Stopped
    from livestone.puzzles.proof import prove

    tasks = {str(number): puzzle for number, puzzle in enumerate(known, 1)}
    lines = "".join(puzzle.as_line() for puzzle in known)
    job = {"proofs": known[0].game, "puzzles": sha256(lines.encode()).hexdigest()}
    done = 0
    with (
        keeping(keep, f"proofs-{known[0].game}", job, str, "proofs") as kept,
        work as executor,
        stoppable_bar("proofs") as (show, stop),
        suppress(Stopped),
        closing(run(prove, tasks, executor, stop, kept)) as proofs,
    ):
        for number, why in proofs:
            if why:
                text = tasks[number].text
                raise BadRequest(f"puzzle {number}, {text!r}, is not proved: {why}")
            done += 1
            show(done, len(known))
            if stop():
                break
    print(f"{done} of {len(known)} puzzles proved" if stop() else f"{done} puzzles, all proved")
    return 130 if stop() else None
