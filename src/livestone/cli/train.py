"""``livestone train``: a game's weights fitted to games of the search against itself."""

from __future__ import annotations

import contextlib
import json as json_text
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from livestone.cli.common import (
    AsJson,
    GameId,
    Jobs,
    Options,
    check,
    flag,
    job_count,
    print_json,
    read_game,
    whole_number,
)
from livestone.cli.progress import bars
from livestone.cli.running import Ray
from livestone.cli.thinking import interrupted
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.training.folder import Plan

MAX_GAMES, MAX_NODES, MAX_PAIRS, MAX_ROUNDS = 1_000_000, 100_000_000, 100_000, 1_000
ROUNDS = 3

Rounds = Annotated[int, whole_number("How many rounds in all.")]
Games = Annotated[int | None, whole_number("Games of self-play a round; 1000 if left out.")]
Nodes = Annotated[int | None, whole_number("Nodes a move in self-play; 2000 if left out.")]
Pairs = Annotated[
    int | None, whole_number("Pairs of games old against new, at most; 400 if left out.")
]
TrialNodes = Annotated[int | None, whole_number("Nodes a move in these games; 10000 if left out.")]
Seed = Annotated[int | None, whole_number("The same seed finds the same weights; 0.")]
Out = Annotated[Path | None, Parameter(help="The folder to work in; training-GAME if left out.")]
Resume = Annotated[bool, flag("Go on with the training in the folder.")]


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
    jobs: Jobs = None,
    out: Out = None,
    resume: Resume = False,
    ray: Ray = None,
    json: AsJson = False,
) -> int | None:
    """Train a game's weights in rounds: self-play, a fit, a match against the weights before.

    Ctrl-C loses nothing that is done, and tells how to go on.
    """
    count = job_count(jobs)
    given = {"games": games, "nodes": nodes, "pairs": pairs, "trial_nodes": trial_nodes}
    most = (MAX_GAMES, MAX_NODES, MAX_PAIRS, MAX_NODES)
    for (name, value), limit in zip(given.items(), most, strict=True):
        check(name.replace("_", "-"), value, 1, limit)
    check("rounds", rounds, 1, MAX_ROUNDS)
    given["seed"] = seed
    chosen = read_game(game, option)
    from livestone.games import load
    from livestone.play.executors import here, on_ray
    from livestone.training.folder import Folder, Plan
    from livestone.training.run import Training, teachable

    teachable(chosen)
    asked: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    plan = replace(Plan(game, dict(chosen.option)), **asked)
    executor = on_ray(ray) if ray else here(count)
    place = Path(f"training-{game}") if out is None else out
    with Folder(place, resume=resume) as folder, bars() as tell:
        if resume:
            plan = _same(folder.plan(), plan, asked, bool(option))
            chosen = load(plan.game, **plan.options)
        else:
            folder.begin(plan)
        training = Training(chosen, plan, folder, executor, tell)
        done = report_rounds(training, rounds, place, json)
    if done == rounds:
        return None
    again = ["livestone", "train", game, "--resume", "--rounds", str(rounds)]
    again += ["--out", str(out)] if out else []
    again += ["--jobs", str(jobs)] if jobs else []
    again += ["--ray", ray] if ray else []
    again += ["--json"] * json
    print(
        f"Stopped after {done} of {rounds} rounds. Everything so far is in {place}; go on with:\n"
        f"  {shlex.join(again)}",
        file=sys.stderr,
    )
    return 130


def report_rounds(training: Any, rounds: int, place: Path, json: bool) -> int:
    """Say what each round has found, and keep the whole report after each.

    Return how many there are: fewer where Ctrl-C ended them.
    """
    from livestone.training import report

    plan, found = training.plan, list[Any]()
    if not json:
        print(report.title(plan), report.how(plan), sep="\n", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        for one in training.rounds(rounds):
            found.append(one)
            data = report.as_json(plan, found)
            (place / "report.json").write_text(json_text.dumps(data, indent=1) + "\n", "utf-8")
            (place / "report.svg").write_text(report.page(plan, found), "utf-8")
            if not json:
                print(report.line(one), flush=True)
    done = len(found)
    if json:
        broken = interrupted(done, rounds) if done < rounds else {}
        print_json({**report.as_json(plan, found), **broken})
    elif done:
        *_, last = report.lines(plan, found)
        print(last, f"weights: {place / 'weights.npz'}", sep="\n")
    return done


def _same(kept: Plan, asked: Plan, given: dict[str, Any], options: bool) -> Plan:
    """The plan that is kept, if what is asked for is not another. Raises BadRequest."""
    names = ["game", *given, *["options"] * options]
    for name in names:
        old, new = getattr(kept, name), getattr(asked, name)
        if old != new:
            word = name.replace("_", "-")
            raise BadRequest(f"the training there has {word} {old!r}, not {new!r}")
    return kept
