"""What a run of ``load.py`` has measured, as JSON and as a table."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from load_server import Used, machine

import livestone
from livestone.core.game import Game
from livestone.processors import available_processors

Moves = list[tuple[int, str]]  # who plays, and what


@dataclass(frozen=True)
class Plan:
    """What is asked for: games, seconds between a game's moves, how long to play and measure."""

    games: int
    every: float
    seconds: float
    settle: float
    watchers: int
    show: str
    control: str
    playouts: list[Moves]
    game: Game
    apart: bool = False  # whether each player comes from another address


@dataclass
class Tally:
    """What was measured, in seconds; moves count that are sent between ``begin`` and ``end``."""

    begin: float = math.inf
    end: float = math.inf
    late: list[float] = field(default_factory=list)  # sent after they were due
    acknowledged: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    watched: list[float] = field(default_factory=list)
    skipped: int = 0  # not sent when they were due: the move before had not arrived yet
    errors: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Usage:
    """What had been used at one moment."""

    at: float
    server: Used
    database: Used
    proxy: Used
    generator: float
    machine: float


def figures(plan: Plan, tally: Tally, before: Usage, after: Usage, begun: float) -> dict[str, Any]:
    """What was measured, as JSON: milliseconds, processors (1 is one core), MB."""
    seconds, moves = after.at - before.at, len(tally.acknowledged)
    server = after.server.since(before.server)
    database = after.database.since(before.database)
    return {
        "livestone": livestone.__version__,
        "machine": machine(),
        "game": plan.game.id,
        "options": dict(plan.game.option),
        "games": plan.games,
        "streams": 2 * plan.games + plan.watchers,
        "every": plan.every,
        "show": plan.show,
        "seconds": round(seconds, 1),
        "setting_up_seconds": round(begun, 1),
        "moves": moves,
        "moves_a_second": round(moves / seconds, 1),
        "skipped": tally.skipped,
        "milliseconds": {
            name: percentiles(getattr(tally, name))
            for name in ("acknowledged", "told", "shown", "watched", "late")
        },
        "server": {
            "processors": round(server / seconds, 3),
            "milliseconds_a_move": round(1000 * server / max(moves, 1), 2),
            "megabytes": round(after.server.megabytes),
        },
        "database_processors": round(database / seconds, 3),
        "proxy_processors": round(after.proxy.since(before.proxy) / seconds, 3),
        "generator_processors": round((after.generator - before.generator) / seconds, 3),
        "machine_processors": round((after.machine - before.machine) / seconds, 3),
        "errors": dict(tally.errors),
    }


def percentiles(taken: list[float]) -> dict[str, float] | None:
    """The median, 99 % and the worst of seconds, in milliseconds.

    >>> percentiles([0.001, 0.002, 0.003])
    {'median': 2.0, 'most': 3.0, 'worst': 3.0}
    """
    if not taken:
        return None
    ordered = sorted(taken)
    most = ordered[math.ceil(0.99 * len(ordered)) - 1]
    found = {"median": statistics.median(ordered), "most": most, "worst": ordered[-1]}
    return {name: round(1000 * value, 1) for name, value in found.items()}


WORDS = {
    "acknowledged": "acknowledged",
    "told": "the opponent told",
    "shown": "shown to the opponent",
    "watched": "shown to who watches",
    "late": "(sent too late by us)",
}


def table(found: dict[str, Any], where: str) -> str:
    """The figures for people."""
    times, server = found["milliseconds"], found["server"]
    lines = [
        f"Livestone {found['livestone']}, {where}, on {found['machine']}",
        f"{found['games']:,} games of {found['game']}, {found['streams']:,} streams, "
        f"a move every {found['every']:g} s in each",
        f"{found['moves']:,} moves in {found['seconds']:g} s, {found['moves_a_second']:g} a second;"
        f" {found['skipped']:,} not sent since the one before had not arrived",
        "",
        f"{'milliseconds':24}{'median':>9}{'99 %':>9}{'worst':>9}",
    ]
    for name, words in WORDS.items():
        row = times[name]
        if row is not None:
            lines.append(f"{words:24}{row['median']:9.1f}{row['most']:9.1f}{row['worst']:9.1f}")
    lines += [
        "",
        f"server: {server['milliseconds_a_move']:g} ms of a processor a move, "
        f"{server['processors']:.0%} of one in all; {server['megabytes']:,} MB at most",
        f"PostgreSQL: {found['database_processors']:.0%}; nginx: {found['proxy_processors']:.0%}; "
        "this program: "
        f"{found['generator_processors']:.0%}; whole machine: {found['machine_processors']:.0%} "
        f"of {100 * available_processors()}%",
        f"errors: {counted(Counter(found['errors'])) or 'none'}",
    ]
    return "\n".join(lines)


def counted(errors: Counter[str]) -> str:
    return ", ".join(f"{count} x {words}" for words, count in errors.most_common(5))
