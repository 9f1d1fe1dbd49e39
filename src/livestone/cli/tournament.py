"""``livestone tournament``: players' files, simple opponents and levels against each other."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.cli.common import (
    AsJson,
    Jobs,
    Options,
    OtherGame,
    flag,
    print_json,
    whole_number,
)
from livestone.cli.player_file import keep_open, player_game, player_limits, say_limits
from livestone.cli.progress import bars
from livestone.cli.running import Ray, executing
from livestone.cli.words import counted
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.freeplay.adjudication import Adjudication
    from livestone.freeplay.arena import Arena
    from livestone.freeplay.contestants import Contestant
    from livestone.freeplay.fixture_games import Setup
    from livestone.freeplay.journal import Journal
    from livestone.freeplay.limits import Limits
    from livestone.play.executors import Executor
    from livestone.play.tournament import Plan, Tournament
    from livestone.server.watch.server import LocalServer

# What there is to say of a fault, by player and words: the key of the game and its report.
Reports = dict[tuple[str, str], tuple[tuple[int, int, int], str]]

# A match begins each pair of games with so many random moves, unless told.
MATCH_PLIES = 4
# How kinds of faults are called.
FAULTS = {
    "timeout": ("loss on time", "losses on time"),
    "illegal": ("illegal move", "illegal moves"),
    "failed": ("crash", "crashes"),
}
# How often the leaders are told.
TELL_SECONDS = 0.5

Entrant = Annotated[
    str,
    Parameter(
        help="A player's file, random, first-free, greedy, level:1 to level:10 (level:10@FILE: "
        "with weights of your own), or cmd:'./engine --flag' for a UGI engine."
    ),
]
Kind = Annotated[
    str | None,
    Parameter(help="round-robin, swiss, knock-out, ladder or match; a match with --sprt."),
]
Rounds = Annotated[int | None, whole_number("The rounds of a swiss or ladder; a match's pairs.")]
Games = Annotated[int | None, whole_number("Games at each meeting; one a seat, if left out.")]
Plies = Annotated[
    int | None,
    whole_number("Random moves that open all games of a meeting; 4 in a match, else 0."),
]
Seed = Annotated[int, whole_number("The same seed repeats a tournament.")]
Seconds = Annotated[float, Parameter(help="The time that a player's file has for a move.")]
SprtBounds = Annotated[
    tuple[float, float] | None,
    Parameter(
        metavar="ELO0 ELO1",
        help="Two strengths in Elo: play until the match has told them apart.",
    ),
]
Out = Annotated[
    Path | None,
    Parameter(help="A folder for results, records and logs; the same command goes on."),
]
ShowIt = Annotated[
    bool | None, Parameter(help="Show a live page in the browser; on a terminal, if left out.")
]
Trust = Annotated[
    bool, flag("Play the players' files without a sandbox: they can do whatever you can.")
]
Browser = Annotated[bool, Parameter(help="Open the browser there.")]
Host = Annotated[
    str, Parameter(help="Where the page listens: 0.0.0.0 lets others on your network in.")
]
Port = Annotated[int, whole_number("The page's port; any free one if left out.")]


def tournament(
    *entrants: Entrant,
    kind: Kind = None,
    game: OtherGame = None,
    option: Options = (),
    rounds: Rounds = None,
    games: Games = None,
    plies: Plies = None,
    sprt: SprtBounds = None,
    seed: Seed = 0,
    seconds: Seconds = 5.0,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Out = None,
    trust: Trust = False,
    json: AsJson = False,
    show: ShowIt = None,
    browser: Browser = True,
    host: Host = "127.0.0.1",
    port: Port = 0,
) -> int:
    """Play a tournament of players' files, simple opponents and levels; '--out' keeps it all."""
    limits = player_limits(seconds)
    from livestone.freeplay.contestants import read_contestants
    from livestone.play.tournament import Plan

    contestants = read_contestants(entrants, trust=trust)
    kind = kind or ("match" if sprt else "round-robin")
    if plies is None:
        plies = MATCH_PLIES if kind == "match" else 0
    chosen = player_game(game, option)
    plan = Plan.of(kind, chosen, rounds=rounds, games=games, plies=plies, seed=seed, sprt=sprt)
    check_entrants(chosen, contestants, ray)
    shown = show if show is not None else sys.stderr.isatty() and not json
    page = (host, port, browser) if shown else None
    work = executing(jobs, ray, apart=True)
    return play_all(plan, contestants, limits, work, out, json, page)


def check_entrants(game: Game, contestants: Sequence[Contestant], ray: str | None) -> None:
    """Refuse fewer than the game has seats, weights of other games, and programs on a cluster.

    Raises BadRequest.
    """
    if len(contestants) < game.players:
        raise BadRequest(
            f"{len(contestants)} cannot play {game.title}: name {game.players} or more players' "
            "files, simple opponents or levels"
        )
    for each in contestants:
        each.check(game)
        if ray is not None and each.external:
            raise BadRequest(
                f"{each.name} cannot play on a cluster, where there is no sandbox for it: leave "
                "out --ray"
            )


def play_all(
    plan: Plan,
    contestants: Sequence[Contestant],
    limits: Limits,
    work: AbstractContextManager[Executor],
    out: Path | None,
    json: bool,
    page: tuple[str, int, bool] | None = None,
    clock: tuple[float, float] | None = None,
    rules: Adjudication | None = None,
) -> int:
    """Play it all, or go on with it; return the exit code."""
    from livestone.freeplay.arena import Arena
    from livestone.freeplay.fixture_games import Setup
    from livestone.freeplay.journal import LOGS, Journal
    from livestone.play.tournament import Tournament

    with ExitStack() as stack:
        folder = out or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        head = _head(plan, contestants, limits.move)
        head |= {"clock": clock, "adjudication": rules and rules.as_json()}
        journal = stack.enter_context(Journal(folder, head))
        names = [contestant.name for contestant in contestants]
        played = Tournament(plan, names, journal.rounds, journal.results)
        _say_where(journal, played, out)
        if any(contestant.file for contestant in contestants):
            say_limits()
        setup = Setup(plan, tuple(contestants), limits, (folder / LOGS).absolute(), clock, rules)
        arena = Arena(played, journal)
        server = stack.enter_context(_page(arena, *page)) if page else None
        reports: Reports = {}
        stopped = _run(arena, setup, work, reports)
        _report(played, json, reports)
        if stopped:
            _say_how_to_go_on(played, out)
        elif server is not None:
            server.changed()
            keep_open(server, "The page stays until Ctrl-C.", _say)
    # Ctrl-C is how a ladder without end is meant to end.
    return 130 if stopped and not (plan.kind == "ladder" and plan.rounds is None) else 0


def _head(plan: Plan, contestants: Sequence[Contestant], seconds: float) -> dict[str, object]:
    """What must be the same for a tournament to go on."""
    entrants = [contestant.as_json() for contestant in contestants]
    return {"plan": plan.as_json(), "seconds": seconds, "entrants": entrants}


def _say_where(journal: Journal, played: Tournament, out: Path | None) -> None:
    """Say on standard error that a tournament goes on, and what is missing of it."""
    if journal.torn:
        _say(f"The last line in {journal.folder} was cut off in the middle, and is left out.")
    if journal.begun:
        _say(f"Going on in {out} after {counted(len(played.results), 'game')}.")


def _run(
    arena: Arena, setup: Setup, work: AbstractContextManager[Executor], reports: Reports
) -> bool:
    """Play, and note what there is to say of each fault's first game; whether Ctrl-C ended it.

    Games end in any order, so the first is the first of the plan.
    """
    try:
        with (
            work as executor,
            _bar(arena.tournament) as tell,
            closing(arena.run(setup, executor)) as games,
        ):
            for finished in games:
                result = finished.result
                if result.loser is not None:
                    fault = result.players[result.loser], result.words
                    told = result.key, finished.report
                    reports[fault] = min(told, reports.get(fault, told))
                tell()
    except KeyboardInterrupt:
        return True
    return False


@contextmanager
def _bar(played: Tournament) -> Iterator[Callable[[], None]]:
    """Progress with the leaders."""
    told = 0.0
    with bars() as show:

        def tell() -> None:
            nonlocal told
            # The standings are counted anew each time.
            if time.monotonic() - told >= TELL_SECONDS:
                told = time.monotonic()
                show(_leaders(played), len(played.results), played.games)

        yield tell


def _leaders(played: Tournament) -> str:
    """The first three with their points."""
    from livestone.play.tournament.report import shown

    first = played.standings()[:3]
    return ", ".join(f"{one.rank}. {one.name} {shown(one.points)}" for one in first)


def _report(played: Tournament, json: bool, reports: Reports) -> None:
    """Print the standings, and who has lost games by a fault."""
    from msgspec.structs import asdict

    from livestone.play.tournament import report

    if json:
        print_json(asdict(report.summary(played)))
        return
    print("\n".join(report.lines(played)))
    faults = Counter(
        (result.players[result.loser], result.words)
        for result in played.results
        if result.loser is not None
    )
    for line in _by_kind(played):
        print(line)
    for (name, words), count in faults.items():
        print(f"\n{name} lost {counted(count, 'game')}: {words}")
        _, found = reports.get((name, words), (None, ""))
        print("".join(f"  {line}\n" for line in found.splitlines()), end="")


def _by_kind(played: Tournament) -> Iterator[str]:
    """How many games each player lost by a fault, by its kind."""
    found: dict[str, Counter[str]] = {}
    for result in played.results:
        if result.loser is not None and result.reason in FAULTS:
            found.setdefault(result.players[result.loser], Counter())[result.reason] += 1
    for name, kinds in sorted(found.items()):
        told = ", ".join(counted(kinds[kind], *FAULTS[kind]) for kind in FAULTS if kinds[kind])
        yield f"\nLost by faults, {name}: {told}"


def _say_how_to_go_on(played: Tournament, out: Path | None) -> None:
    if played.over:
        return
    if out is None:
        _say("Stopped, and nothing is kept: with '--out FOLDER' the same command could go on.")
    else:
        _say(f"Stopped. Everything so far is in {out}: the same command goes on from there.")


@contextmanager
def _page(arena: Arena, host: str, port: int, browser: bool) -> Iterator[LocalServer]:
    """Show the tournament on a page while it is played."""
    from livestone.server.main import browse
    from livestone.server.watch.server import LocalServer
    from livestone.server.watch.tournament import handlers

    with LocalServer(handlers, {"arena": arena}, host=host, port=port) as server:
        arena.changed = server.changed
        _say(f"The tournament is at {server.url}/")
        if browser:
            browse(f"{server.url}/")
        yield server


def _say(words: str) -> None:
    """Tell the person, not the program that reads the results."""
    print(words, file=sys.stderr, flush=True)
