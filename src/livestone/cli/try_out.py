"""``livestone try``: a player's file against simple opponents and bots."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from livestone import columns
from livestone.cli.common import AsJson, Options, OtherGame, check, print_json, whole_number
from livestone.cli.player_file import (
    LOG,
    File,
    Stdout,
    open_log,
    player_game,
    player_limits,
    start_player,
)
from livestone.cli.progress import bar
from livestone.cli.thinking import interrupted
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.freeplay.acceptance_match import Row, Trial
    from livestone.play.review import Mistake

MAX_GAMES, MAX_LEVEL = 10_000, 10

Games = Annotated[int, whole_number("How many games against each opponent.")]
Seed = Annotated[int, whole_number("The same seed repeats a run.")]
Level = Annotated[int | None, whole_number("The last level to meet, 1 to 10; 0 plays no level.")]
All = Annotated[bool, Parameter("--all", negative=(), help="Play on after a fault.")]
Seconds = Annotated[float, Parameter(help="The time for a move.")]


def try_out(
    file: File,
    /,
    *,
    game: OtherGame = None,
    games: Games = 10,
    seed: Seed = 0,
    level: Level = None,
    seconds: Seconds = 5.0,
    option: Options = (),
    all_: All = False,
    stdout: Stdout = False,
    json: AsJson = False,
) -> int | None:
    """Play a player's file against simple opponents, then against bots of rising levels.

    The first fault ends it, such as an error or a move that is not legal. Ctrl-C ends with what the
    games so far have shown.
    """
    check("games", games, 1, MAX_GAMES)
    check("level", level, 0, MAX_LEVEL)
    limits = player_limits(seconds)
    if stdout and json:
        raise BadRequest("--stdout and --json both write to the screen: choose one")
    from livestone.freeplay.acceptance_match import LAST_LEVEL, opponents, tryout
    from livestone.freeplay.process import PlayerProcess

    played = player_game(game, option)
    last = LAST_LEVEL if level is None else level
    rows: list[Row] = []
    stopped = False
    with open_log(stdout) as log, PlayerProcess(file, limits, log) as player:
        start_player(player, played)
        try:
            with bar(f"{player.name} plays") as progress:
                tryout(
                    player,
                    played,
                    rows,
                    games=games,
                    level=last,
                    seed=seed,
                    on=all_,
                    progress=progress,
                )
        except KeyboardInterrupt:
            stopped = True
    rows = [row for row in rows if row.trials]
    if not rows:
        raise KeyboardInterrupt
    losses = _losses(rows, Path(f"{player.name}-lost"), look=not stopped)
    stopped = stopped or not all(loss.looked for loss in losses)
    done, most = sum(len(row.trials) for row in rows), games * len(opponents(last))
    faulty = rows[-1].trials[-1].faulty and not all_
    if json:
        broken: dict[str, Any] = {"stopped_at_fault": {"done": done, "of": most}} if faulty else {}
        broken |= interrupted(done, most) if stopped else {}
        print_json({**_as_json(player.name, played, seed, rows, losses), **broken})
    else:
        halted = f"Stopped after {done} of at most {most} games." if stopped else ""
        if faulty:
            halted = (
                f"Stopped at the first fault, in game {done} of at most {most}: --all plays on."
            )
        print("\n".join(_lines(player.name, played, seed, rows, losses, halted)))
        if not stdout:
            print(f"What {player.name} wrote on the way is in {LOG}.")
    return 130 if stopped else 1 if faulty else None


@dataclass(frozen=True)
class Loss:
    """A game that was lost, where its record lies, and the move that cost most.

    ``alike`` are the numbers of the games against this opponent that went exactly so. ``looked``
    says that a mistake was looked for: not where Ctrl-C came first.
    """

    row: Row
    trial: Trial
    mistake: Mistake | None
    file: Path
    alike: tuple[int, ...]
    looked: bool


def _losses(rows: Sequence[Row], folder: Path, look: bool) -> list[Loss]:
    """Keep the record of each lost game, the same one once, with its worst move if ``look``.

    Ctrl-C ends the looking.
    """
    from livestone.freeplay.acceptance_match import lost, record, reviewed

    alike: dict[Any, list[tuple[Row, Trial]]] = {}
    for row, trial in lost(rows):
        key = row.opponent, trial.seat, trial.played.moves, str(trial.played.fault)
        alike.setdefault(key, []).append((row, trial))
    games = [group[0] for group in alike.values()]
    if games:
        folder.mkdir(exist_ok=True)
    mistakes: list[Mistake | None] = []
    with suppress(KeyboardInterrupt), bar("looking for mistakes") as progress:
        # What is found when Ctrl-C comes stays.
        mistakes.extend(reviewed(games if look else [], progress))
    found: list[Loss] = []
    for group, mistake in zip_longest(alike.values(), mistakes):
        row, trial = group[0]
        file = folder / f"{row.opponent.replace(' ', '-')}-{trial.number}.txt"
        file.write_text(record(row, trial, mistake).as_text(), "utf-8")
        numbers = tuple(trial.number for _, trial in group[1:])
        found.append(Loss(row, trial, mistake, file, numbers, len(found) < len(mistakes)))
    return found


def _lines(
    name: str, game: Game, seed: int, rows: Sequence[Row], losses: Sequence[Loss], halted: str
) -> Iterator[str]:
    """The report as lines of text; ``halted`` tells of games that were cut short."""
    from livestone.cli.words import title

    yield f"{name} plays {title(game)}, seed {seed}"
    if halted:
        yield halted
    if game.players > 2:
        yield f"The other {game.players - 1} seats are taken by the same opponent."
    yield ""
    yield f"{'against':<12}{'games':>6}{'won':>6}{'drawn':>7}{'lost':>6}{'score':>8}   points"
    for row in rows:
        counts = (len(row.trials), row.won, row.drawn, row.lost)
        points = "–" if row.points is None else "{:.1f} to {:.1f}".format(*row.points)
        yield (
            f"{columns.left(row.opponent, 12)}{counts[0]:>6}{counts[1]:>6}{counts[2]:>7}"
            f"{counts[3]:>6}{row.score:>8.0%}   {points}"
        )
    for report in _reports(losses):
        yield from ("", report)
    if losses:
        yield from ("", "Lost games")
        yield from map(_loss_line, losses)
        yield "See one in the browser with the command after it."
    yield ""


def _reports(losses: Sequence[Loss]) -> list[str]:
    """What is to be said of games lost by a fault, each kind of fault once."""
    found: dict[str, str] = {}
    for loss in losses:
        if loss.trial.played.fault is not None:
            found.setdefault(str(loss.trial.played.fault), loss.trial.played.report)
    return list(found.values())


def _loss_line(loss: Loss) -> str:
    trial = loss.trial
    why, ply = trial.played.result(trial.seat), len(trial.played.moves)
    if loss.mistake is not None:
        mistake, ply = loss.mistake, loss.mistake.ply
        move, better = trial.told(mistake.move), trial.told(mistake.better)
        why += f"; move {ply} at {move} cost {mistake.words}: {better} was better"
    elif trial.played.fault is None and not loss.looked:
        why += "; the moves were not looked at"
    elif trial.played.fault is None:
        why += "; no single move cost much"
    numbers = ", ".join(str(number) for number in (trial.number, *loss.alike))
    games = f"games {numbers}, alike," if loss.alike else f"game {numbers}"
    return (
        f"  {loss.row.opponent}, {games} as {trial.seat_name}: {why}\n"
        f"      livestone play --replay {shlex.quote(str(loss.file))} --ply {ply}"
    )


def _as_json(
    name: str, game: Game, seed: int, rows: Sequence[Row], losses: Sequence[Loss]
) -> dict[str, Any]:
    return {
        "player": name,
        "game": game.id,
        "options": dict(game.option),
        "seed": seed,
        "opponents": [
            {
                "name": row.opponent,
                "games": len(row.trials),
                "won": row.won,
                "drawn": row.drawn,
                "lost": row.lost,
                "score": round(row.score, 4),
                "points": row.points and [round(points, 2) for points in row.points],
            }
            for row in rows
        ],
        "lost": [
            {
                "opponent": loss.row.opponent,
                "games": [loss.trial.number, *loss.alike],
                "seat": loss.trial.seat,
                "fault": str(loss.trial.played.fault) if loss.trial.played.fault else None,
                "mistake": loss.mistake and vars(loss.mistake),
                "record": str(loss.file),
            }
            for loss in losses
        ],
    }
