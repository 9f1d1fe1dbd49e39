"""UGI, the Universal Game Interface, as text: what its commands mean, and how answers are written.

UGI is UCI of chess without chess: the engine tells whose turn it is and how a game has ended.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from livestone.core.options import Option, text_of
from livestone.core.state import State
from livestone.errors import BadRequest
from livestone.search.report import Line, Report

# A lead of everything in a game without points.
MAX_CP = 10_000
MAX_MILLISECONDS = 10**9
MAX_NODES = 999_999_999
MAX_DEPTH = 1000
# Of the time that is left, a move takes this part, and never the last of it.
PART, WHOLE = 20, 0.8
MIN_SECONDS = 0.001

# How UCI of chess calls the first two players' clocks.
_CHESS = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}
_CLOCK = re.compile(r"p[1-9](time|inc)")


@dataclass(frozen=True)
class SetPosition:
    """``position``: a position's text, None for the opening, and the plies after it."""

    text: str | None
    moves: tuple[str, ...]


def read_position(words: Sequence[str]) -> SetPosition:
    """Read what follows ``position``. Raises BadRequest.

    >>> read_position("fen 4/4/4/4 w moves a1 b2".split())
    SetPosition(text='4/4/4/4 w', moves=('a1', 'b2'))
    """
    kind, *rest = words or ("",)
    at = rest.index("moves") if "moves" in rest else len(rest)
    before, moves = rest[:at], tuple(rest[at + 1 :])
    if kind == "startpos" and not before:
        return SetPosition(None, moves)
    if kind == "fen" and before:
        return SetPosition(" ".join(before), moves)
    raise BadRequest(
        f"position {_short(' '.join(words))} is not understood: say 'position startpos' or "
        "'position fen TEXT', and 'moves MOVE ...' after it"
    )


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """Read what follows ``setoption``: a name and a value. Raises BadRequest.

    >>> read_option("name Game value straat".split())
    ('Game', 'straat')
    """
    at = words.index("value") if "value" in words else len(words)
    if words[:1] != ["name"] or at < 2:
        raise BadRequest("setoption is not understood: say 'setoption name NAME value VALUE'")
    return " ".join(words[1:at]), " ".join(words[at + 1 :])


@dataclass(frozen=True)
class Go:
    """``go``: limits, milliseconds on the players' clocks and more a move; nothing for infinite."""

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    movestogo: int | None = None
    clocks: Mapping[str, int] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()

    @property
    def endless(self) -> bool:
        """Whether only ``stop`` ends it."""
        return not self.clocks and {self.movetime, self.nodes, self.depth} == {None}

    def seconds(self, mover: int) -> float | None:
        """How long to think at most, None for any time.

        >>> Go(clocks={"p1time": 60_000, "p1inc": 1000}).seconds(0)
        3.7
        """
        if self.movetime is not None:
            return max(MIN_SECONDS, self.movetime / 1000)
        left = self.clocks.get(f"p{mover + 1}time")
        if left is None:
            return None
        bonus = self.clocks.get(f"p{mover + 1}inc", 0)
        return think_seconds(left / 1000, bonus / 1000, self.movestogo or PART)


def think_seconds(left: float, bonus: float, moves: int = PART) -> float:
    """Return how long to think with so much on the clock, for so many moves yet.

    >>> think_seconds(60, 1), think_seconds(1, 5)
    (3.7, 0.8)
    """
    return max(MIN_SECONDS, min(left / moves + 0.7 * bonus, WHOLE * left))


def read_go(words: Sequence[str]) -> Go:
    """Read what follows ``go``; words that mean nothing here are ``unknown``. Raises BadRequest."""
    found: dict[str, int] = {}
    clocks: dict[str, int] = {}
    unknown = []
    rest = iter(words)
    for word in rest:
        name = _CHESS.get(word, word)
        if name in ("infinite", "ponder"):
            continue
        if name in ("movetime", "nodes", "depth", "movestogo"):
            found[name] = _number(word, next(rest, ""))
        elif _CLOCK.fullmatch(name):
            clocks[name] = _number(word, next(rest, ""))
        else:
            unknown.append(word)
    return Go(**found, clocks=clocks, unknown=tuple(unknown))


def _number(name: str, text: str) -> int:
    limits = {"nodes": MAX_NODES, "depth": MAX_DEPTH, "movestogo": MAX_DEPTH}
    most = limits.get(name, MAX_MILLISECONDS)
    least = 1 if name in limits else 0
    # GUIs send what is below zero when a clock has run out.
    value = int(text) if re.fullmatch(r"-?[0-9]{1,12}", text) else math.nan
    if name not in limits:
        value = max(0, value) if value == value else value
    if not least <= value <= most:
        raise BadRequest(f"go {name} {_short(text)} makes no sense: choose {least} to {most}")
    return int(value)


def option_line(option: Option) -> str:
    """Write a game's option as UGI tells it.

    >>> option_line(Option("size", 10, (4, 5, 6), "Board size"))
    'option name size type spin default 10 min 4 max 6'
    """
    values, default = option.values, text_of(option.default)
    if all(isinstance(value, bool) for value in values):
        return f"option name {option.name} type check default {default}"
    numbers = [int(value) for value in values if type(value) is int]
    if len(numbers) == len(values) and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return spin_line(option.name, int(option.default), numbers[0], numbers[-1])
    return combo_line(option.name, default, [text_of(value) for value in values])


def spin_line(name: str, default: int, least: int, most: int) -> str:
    """Write an option that is a number."""
    return f"option name {name} type spin default {default} min {least} max {most}"


def combo_line(name: str, default: str, values: Sequence[str]) -> str:
    """Write an option that is one of several words."""
    return f"option name {name} type combo default {default} var {' var '.join(values)}"


def info_lines(report: Report, state: State, lines: int) -> Iterator[str]:
    """Write what a search knows, a line for each of its best moves."""
    text = state.game.wording.move_text
    for rank, line in enumerate(report.lines[:lines], 1):
        yield (
            f"info depth {report.depth} multipv {rank} time {1000 * report.seconds:.0f} "
            f"nodes {report.nodes} nps {report.speed:.0f} score {score(line, state)} "
            f"pv {' '.join(text(move) for move in line.pv)}"
        )


def score(line: Line, state: State) -> str:
    """Write a line's worth to the player to move.

    A proved win or loss in a game without points is a mate, the length of the line away.
    """
    value = line.value[int(state.position["mover"])]
    if line.proved and value in (0.0, 1.0) and not (state.game.points and line.points):
        return f"mate {len(line.pv) if value else -len(line.pv)}"
    return f"cp {centipoints(line, state)}"


def centipoints(line: Line, state: State) -> int:
    """Return a line's worth to the player to move: a hundredth of a point is 1.

    Where a game counts none it is a win's odds as Elo has it: 100 is 64 %.
    """
    mover = int(state.position["mover"])
    if state.game.points and line.points is not None:
        others = [points for player, points in enumerate(line.points) if player != mover]
        return round(100 * (line.points[mover] - max(others)))
    value = line.value[mover]
    odds = (len(line.value) - 1) * value / (1 - value) if value < 1 else math.inf
    if not 0 < odds < math.inf:
        return MAX_CP if value else -MAX_CP
    return round(max(-MAX_CP, min(MAX_CP, 400 * math.log10(odds))))


def result(state: State) -> str:
    """Write how a game has ended: ``p1win``, ``p2win`` and so on, ``draw``, or ``none``.

    A win that several share, but not all, has no word in UGI: it counts as a draw.
    """
    if state.winners is None:
        return "none"
    return f"p{state.winners[0] + 1}win" if len(state.winners) == 1 else "draw"


@dataclass(frozen=True)
class Info:
    """What an engine says of its search: centipoints for the mover, depth, nodes and its line."""

    cp: int | None = None
    mate: int | None = None
    depth: int = 0
    nodes: int = 0
    pv: tuple[str, ...] = ()


def read_info(words: Sequence[str]) -> Info:
    """Read what follows ``info``; whatever makes no sense is left out.

    >>> read_info("depth 3 nodes 20 score cp -15 pv a1 b2".split())
    Info(cp=-15, mate=None, depth=3, nodes=20, pv=('a1', 'b2'))
    """
    if "string" in words:
        words = words[: words.index("string")]
    at = words.index("pv") if "pv" in words else len(words)
    found: dict[str, int] = {}
    for name, value in itertools.pairwise(words[:at]):
        if name in ("cp", "mate", "depth", "nodes") and re.fullmatch(r"-?[0-9]{1,12}", value):
            found[name] = int(value)
    return Info(**found, pv=tuple(words[at + 1 :]))


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
