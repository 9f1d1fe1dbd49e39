"""``livestone train``: a game's weights fitted to games of the search against itself."""

from __future__ import annotations

import json as json_text
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from livestone.cli.common import AsJson, GameId, Options, bars, print_json, read_game, whole
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.training.folder import Plan

MOST_GAMES, MOST_NODES, MOST_PAIRS, MOST_ROUNDS, MOST_WORKERS = (
    1_000_000,
    100_000_000,
    100_000,
    1_000,
    256,
)
ROUNDS = 3

Rounds = Annotated[int, Parameter(converter=whole, help="How many rounds in all.")]
Games = Annotated[
    int | None, Parameter(converter=whole, help="Games of self-play a round; 1000 if left out.")
]
Nodes = Annotated[
    int | None, Parameter(converter=whole, help="Nodes a move in self-play; 2000 if left out.")
]
Pairs = Annotated[
    int | None,
    Parameter(converter=whole, help="Pairs of games in a trial, at most; 400 if left out."),
]
TrialNodes = Annotated[
    int | None, Parameter(converter=whole, help="Nodes a move in trials; 10000 if left out.")
]
Seed = Annotated[
    int | None, Parameter(converter=whole, help="The same seed finds the same weights; 0.")
]
Workers = Annotated[
    int | None,
    Parameter(converter=whole, help="Processes side by side; as many as cores if left out."),
]
Out = Annotated[
    Path | None, Parameter("--out", help="The folder to work in; training-GAME if left out.")
]
Resume = Annotated[
    bool, Parameter("--resume", negative=(), help="Go on with the training in the folder.")
]
Ray = Annotated[
    bool, Parameter("--ray", negative=(), help="Work on a Ray cluster (needs livestone[ray]).")
]


def train(
    game: GameId,
    /,
    *,
    option: Options = (),
    rounds: Rounds = ROUNDS,
    games: Games = None,
    nodes: Nodes = None,
    pairs: Pairs = None,
    trial_nodes: TrialNodes = None,
    seed: Seed = None,
    workers: Workers = None,
    out: Out = None,
    resume: Resume = False,
    ray: Ray = False,
    json: AsJson = False,
) -> None:
    """Teach search to judge a game better, in rounds: self-play, a fit, a trial."""
    workers = (os.cpu_count() or 1) if workers is None else workers
    given = {"games": games, "nodes": nodes, "pairs": pairs, "trial_nodes": trial_nodes}
    most = (MOST_GAMES, MOST_NODES, MOST_PAIRS, MOST_NODES)
    for (name, value), limit in zip(given.items(), most, strict=True):
        _check(name.replace("_", "-"), value, limit)
    _check("rounds", rounds, MOST_ROUNDS)
    _check("workers", workers, MOST_WORKERS)
    given["seed"] = seed
    chosen = read_game(game, option)
    from livestone.games import load
    from livestone.training import cluster
    from livestone.training.folder import Folder, Plan
    from livestone.training.run import Training, teachable

    teachable(chosen)
    asked: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    plan = replace(Plan(game, dict(chosen.option)), **asked)
    executor = cluster.on_ray() if ray else cluster.here(workers)
    place = Path(f"training-{game}") if out is None else out
    with Folder(place, resume=resume) as folder, bars() as tell:
        if resume:
            plan = _same(folder.plan(), plan, asked, bool(option))
            chosen = load(plan.game, **plan.options)
        else:
            folder.begin(plan)
        hear = tell or (lambda what, done, total: None)
        _report(Training(chosen, plan, folder, executor, hear), rounds, place, json)


def _report(training: Any, rounds: int, place: Path, json: bool) -> None:
    """Say what each round has found, and keep the whole report after each."""
    from livestone.training import report

    plan, found = training.plan, []
    if not json:
        print(report.title(plan), report.how(plan), sep="\n", flush=True)
    for one in training.rounds(rounds):
        found.append(one)
        data = report.as_json(plan, found)
        (place / "report.json").write_text(json_text.dumps(data, indent=1) + "\n", "utf-8")
        (place / "report.svg").write_text(report.page(plan, found), "utf-8")
        if not json:
            print(report.line(one), flush=True)
    if json:
        print_json(data)
    else:
        *_, last = report.lines(plan, found)
        print(last, f"weights: {place / 'weights.npz'}", sep="\n")


def _same(kept: Plan, asked: Plan, given: dict[str, Any], options: bool) -> Plan:
    """The plan that is kept, if what is asked for is not another. Raises BadRequest."""
    names = ["game", *given, *["options"] * options]
    for name in names:
        old, new = getattr(kept, name), getattr(asked, name)
        if old != new:
            word = name.replace("_", "-")
            raise BadRequest(f"the training there has {word} {old!r}, not {new!r}")
    return kept


def _check(name: str, value: int | None, most: int) -> None:
    if value is not None and not 1 <= value <= most:
        raise BadRequest(f"--{name} {value} makes no sense: choose 1 to {most}")
