"""``livestone match``: two players or engines, until it is known which is stronger."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone.cli.common import AsJson, Jobs, Options, OtherGame, whole_number
from livestone.cli.player_file import player_game, player_limits
from livestone.cli.running import Ray, executing
from livestone.cli.tournament import (
    MATCH_PLIES,
    Browser,
    Entrant,
    Host,
    Out,
    Port,
    Seconds,
    Seed,
    ShowIt,
    Trust,
    check_entrants,
    play_all,
)
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.freeplay.adjudication import Adjudication

MAX_SECONDS = 86_400.0
# How many pairs are played where nothing else ends the match.
PAIRS = 50

Pairs = Annotated[
    int | None,
    whole_number(f"Pairs of games, each with an opening of its own; {PAIRS}, or as --sprt needs."),
]
Plies = Annotated[int, whole_number("Random moves that open both games of a pair.")]
Bounds = Annotated[
    tuple[str, str] | None,
    Parameter(
        metavar="elo0=E elo1=E",
        help="Two strengths in Elo: play until the match has told them apart.",
    ),
]
Clock = Annotated[
    str | None,
    Parameter(
        metavar="SECONDS+MORE",
        help="Each player's clock: seconds for the game, and more after each move, 10+0.1.",
    ),
]
Resign = Annotated[
    str | None,
    Parameter(
        metavar="CP:MOVES",
        help="Who thinks to be so many centipoints behind, for so many moves, has lost.",
    ),
]
Draw = Annotated[
    str | None,
    Parameter(
        metavar="CP:MOVES:PLY",
        help="It is a draw if nobody thinks to lead by more, for so many moves, from that ply on.",
    ),
]
MaxPlies = Annotated[int | None, whole_number("After so many plies a game is a draw.")]


def match(
    one: Entrant,
    other: Entrant,
    /,
    *,
    game: OtherGame = None,
    option: Options = (),
    sprt: Bounds = None,
    pairs: Pairs = None,
    plies: Plies = MATCH_PLIES,
    seconds: Seconds = 5.0,
    clock: Clock = None,
    resign: Resign = None,
    draw: Draw = None,
    max_plies: MaxPlies = None,
    seed: Seed = 0,
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
    """Play a match by pairs of games, or an SPRT; with '--out' the same command goes on."""
    limits = player_limits(seconds)
    bounds, times = read_sprt(sprt), read_clock(clock)
    rules = read_rules(resign, draw, max_plies)
    from livestone.freeplay.contestants import read_contestants
    from livestone.play.tournament import Plan

    contestants = read_contestants((one, other), trust=trust)
    chosen = player_game(game, option)
    if chosen.players != 2:
        raise BadRequest(f"a match is for two, but {chosen.title} has {chosen.players} seats")
    pairs = pairs if pairs is not None or bounds else PAIRS
    plan = Plan.of("match", chosen, rounds=pairs, plies=plies, seed=seed, sprt=bounds)
    check_entrants(chosen, contestants, ray)
    shown = show if show is not None else sys.stderr.isatty() and not json
    page = (host, port, browser) if shown else None
    work = executing(jobs, ray, apart=True)
    return play_all(plan, contestants, limits, work, out, json, page, times, rules)


def read_sprt(given: tuple[str, str] | None) -> tuple[float, float] | None:
    """Read ``elo0=0 elo1=10``, or just both numbers. Raises BadRequest."""
    if given is None:
        return None
    found = [
        re.fullmatch(rf"(?:{name}=)?(-?[0-9]+(?:\.[0-9]+)?)", text)
        for name, text in zip(("elo0", "elo1"), given, strict=True)
    ]
    if None in found:
        raise BadRequest(f"--sprt {' '.join(given)[:60]!r} is not understood: say elo0=0 elo1=10")
    low, high = (float(each[1]) for each in found if each)
    return low, high


def read_clock(text: str | None) -> tuple[float, float] | None:
    """Read ``10+0.1``, or just the seconds. Raises BadRequest."""
    if text is None:
        return None
    number = r"([0-9]{1,5}(?:\.[0-9]{1,3})?)"
    found = re.fullmatch(rf"{number}(?:\+{number})?", text)
    if found is None or not 0 < float(found[1]) <= MAX_SECONDS:
        raise BadRequest(f"--clock {text[:40]!r} is not understood: say 10+0.1, or 60")
    return float(found[1]), float(found[2] or 0)


def read_rules(resign: str | None, draw: str | None, plies: int | None) -> Adjudication | None:
    """Read when games are ended early. Raises BadRequest."""
    from livestone.freeplay.adjudication import Adjudication

    if (resign, draw, plies) == (None, None, None):
        return None
    lost = even = None
    if resign is not None:
        points, moves = _numbers("--resign", resign, "400:3")
        lost = points, moves
    if draw is not None:
        points, moves, ply = _numbers("--draw", draw, "10:8:40")
        even = points, moves, ply
    return Adjudication(lost, even, plies)


def _numbers(name: str, text: str, example: str) -> list[int]:
    parts = text.split(":")
    numbers = all(re.fullmatch("[0-9]{1,7}", part) for part in parts)
    if not numbers or len(parts) != example.count(":") + 1:
        raise BadRequest(f"{name} {text[:40]!r} is not understood: say {example}")
    return [int(part) for part in parts]
