"""``livestone check-game``: whether a game keeps what every game must, and what is slow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from livestone.cli.common import AsJson, GameId, Options, print_json, read_game
from livestone.cli.progress import status_line

if TYPE_CHECKING:
    from livestone.core.game import Game

Quick = Annotated[
    bool, Parameter(negative=(), help="Only as chosen, not every value of every option.")
]


def check_game(
    game: GameId, /, *, option: Options = (), quick: Quick = False, json: AsJson = False
) -> int:
    """Run the checks that every game must pass, compare counts, and say what is slow.

    Its rule book, diagrams and lessons are checked too. Exit code 1 where something fails.
    """
    from livestone.games import find

    kind = find(game)
    chosen = read_game(game, option)
    faults = _faults(chosen, quiet=json) or _compiling(chosen, quiet=json)
    counts = _counts(kind, quiet=json) if not faults else []
    wrong = any(count["found"] is not None for count in counts)
    for other in [] if quick or option or wrong else _variants(kind):
        faults = faults or (_faults(other, quiet=json) if other != chosen else [])
    # Where rules are at fault, what is told of them cannot be right.
    at_fault = bool(faults) or wrong
    if at_fault and not json:
        print("The rest is left out: mend this first")
    teaching = _teaching(kind, quiet=json) if not at_fault else {"fault": None}
    times = _times(chosen, quiet=json) if not at_fault else []
    if json:
        told = {"failures": faults, "counts": counts, "lessons": teaching, "seconds": dict(times)}
        print_json({"game": game, **told})
    return 1 if at_fault or teaching["fault"] else 0


def _variants(kind: type[Game]) -> list[Game]:
    """The game with each value of each option, the longest games left out."""
    from livestone.conformance.cases import quick, settings

    return list(dict.fromkeys(quick(kind, chosen) for chosen in settings(kind)))


def _faults(game: Game, *, quiet: bool) -> list[dict[str, object]]:
    """What a game fails, told as it is found."""
    from livestone.conformance.checks import CHECKS, failures

    found: list[dict[str, object]] = []
    passed = 0
    with status_line() as show:
        for number, (name, failure) in enumerate(failures(game), 1):
            show(f"{game!r}: {name} ({number} of {len(CHECKS)})")
            passed += failure is None
            if failure is not None:
                found.append({"options": dict(game.option), **failure._asdict()})
    if not quiet:
        print(f"{game!r}: {passed} of {len(CHECKS)} checks passed")
        for fault in found:
            print(f"  {fault['check']}: {fault['demand']}\n    {fault['found']}")
    return found


def _compiling(game: Game, *, quiet: bool) -> list[dict[str, object]]:
    """The first function of the game that cannot be compiled for browsers, with the reason."""
    from livestone.errors import BrokenGame
    from livestone.portable.kernels import PortableKernels

    kernels = PortableKernels(game, check_bounds=True)
    for name in kernels.rule_names:
        kernel: Any = kernels.rule(name)
        try:
            kernel.compiled()
        except BrokenGame as error:
            demand = "Every function of the rules and of what is shown can be compiled."
            if not quiet:
                print(f"  compiling: {demand}\n    {error}")
            return [
                {
                    "options": dict(game.option),
                    "check": "compiling",
                    "demand": demand,
                    "found": str(error),
                }
            ]
    return []


def _counts(kind: type[Game], *, quiet: bool) -> list[dict[str, object]]:
    """The counts beside the rules, and what the game counts instead."""
    from livestone.conformance.counts import read_counts, wrong_counts
    from livestone.games import data_file

    file = data_file(kind, "perft.txt")
    if not file.is_file():
        if not quiet:
            print("No counts of an independent program: give them in perft.txt beside the rules")
        return []
    found = []
    for count, other in wrong_counts(kind, read_counts(file)):
        found.append({**count._asdict(), "found": other})
        if not quiet:
            said = "agrees" if other is None else f"the game counts {other:,}"
            named = "".join(f", {name}={value}" for name, value in count.options.items())
            print(f"{count.ways:,} ways to play {count.turns} turns{named}: {said}")
    return found


def _teaching(kind: type[Game], *, quiet: bool) -> dict[str, object]:
    """The rule book, the diagrams and the lessons: what is wrong, else what there is."""
    from livestone.errors import LivestoneError
    from livestone.lessons.report import report

    try:
        found = report(kind)
    except LivestoneError as error:
        if not quiet:
            print(f"Rule book, diagrams, lessons: {error}")
        return {"fault": str(error)}
    if not quiet:
        print(f"Rule book, diagrams, lessons: {found}")
        for text in found.lacking:
            print(f"  {text}")
    return {**found._asdict(), "lacking": found.lacking, "fault": None}


def _times(game: Game, *, quiet: bool) -> list[tuple[str, float]]:
    """What the compiled rules take, and what of it is slow."""
    from livestone.conformance.timing import SLOW, plies_a_second, timings

    if not quiet:
        print(f"{plies_a_second(game):,.0f} plies a second in random games")
    found = []
    for timing in timings(game):
        found.append((timing.name, timing.seconds))
        if not quiet:
            slow = f": slow, over {SLOW * 1e6:.0f}" if timing.slow else ""
            print(f"  {timing.name}: {timing.seconds * 1e6:.1f} microseconds a call{slow}")
    return found
