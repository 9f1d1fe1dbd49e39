"""``livestone review``: the moves that lost a game, and what was better."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone import columns
from livestone.cli.common import MAX_SECONDS, AsJson, Weights, check, check_file, print_json
from livestone.cli.record import File, read_replayable
from livestone.cli.thinking import MAX_NODES, Nodes, Seconds, Seed, interrupted, stoppable_bar

if TYPE_CHECKING:
    from livestone.core.state import State
    from livestone.draw import plots
    from livestone.play.review import Judged, Review, Side
    from livestone.records.record import Record

# So many of each seat's costliest moves are told in full, with so many moves of what was better.
TOLD, SHOWN = 5, 6

Svg = Annotated[Path | None, Parameter(help="A file ending in .svg for the score graph.")]


def review(
    file: File,
    /,
    *,
    seconds: Seconds = None,
    nodes: Nodes = None,
    seed: Seed = 0,
    json: AsJson = False,
    svg: Svg = None,
    weights: Weights = None,
) -> int | None:
    """Say what every move of a recorded game cost, and what was better.

    The limits hold for each position. Plies are judged from the last to the first, so after Ctrl-C
    the review covers the end of the game.
    """
    check("seconds", seconds, 0.001, MAX_SECONDS)
    check("nodes", nodes, 1, MAX_NODES)
    check_file(svg, "picture", ".svg")
    record = read_replayable(file)
    played = record.replay()
    found, stopped = _judge(played, seconds, nodes, seed, weights)
    halted = _halted(found, len(record.plies)) if stopped else ""
    if svg is not None:
        svg.write_text(page(record, found, halted=halted), "utf-8")
    if json:
        names = [player.name for player in record.players]
        broken = interrupted(len(found.plies), len(record.plies)) if stopped else {}
        print_json({"players": names, **found.as_json(), **broken})
    else:
        print("\n".join(words(record, found, halted)))
    return 130 if stopped else None


def _halted(found: Review, plies: int) -> str:
    """What a review rests on that Ctrl-C has cut short."""
    judged = len(found.plies)
    if judged < plies:
        return f"Stopped: this rests on the last {judged} of {plies} plies."
    return "Stopped: all plies are judged, but the costliest were not looked at again."


def _judge(
    played: State, seconds: float | None, nodes: int | None, seed: int, weights: Path | None
) -> tuple[Review, bool]:
    from livestone.play.review import review as judge
    from livestone.play.weights import with_weights
    from livestone.search.report import Limits
    from livestone.search.strongest import Strongest

    search = None
    if weights is not None:
        search = Strongest(with_weights(played.game, weights), seed=seed, threads=1)
    limits = None if seconds is None and nodes is None else Limits(seconds, nodes)
    with stoppable_bar("judging") as (tell, stop):
        found = judge(played, limits, search=search, seed=seed, progress=tell, stop=stop)
        return found, stop()


def words(record: Record, found: Review, halted: str = "") -> Iterator[str]:
    """A review as lines of text: every turn, then each player's costliest moves.

    ``halted`` tells of a review that was cut short.
    """
    from livestone.cli.words import ending

    names = [player.name for player in record.players]
    yield f"{found.game.title}: {' - '.join(names)}, {ending(record.result, found.game)}"
    yield f"Costs are in {found.game.unit if found.points else 'parts of a win'}."
    if halted:
        yield halted
    yield ""
    for _, plies in groupby(found.plies, key=lambda each: each.turn):
        yield _turn(found, list(plies))
    for seat, name in enumerate(names):
        side = found.side(seat)
        yield ""
        told = f"{found.game.seats[seat].name} ({name}): {_accuracy(side)}"
        if side.choices:
            told += (
                f", {side.choices} choices, {_cost(found, side.mean)} lost on average, "
                f"{len(side.mistakes)} mistakes"
            )
        yield told
        yield from (_mistake(found, each) for each in side.mistakes[:TOLD])


def _accuracy(side: Side) -> str:
    return "no choice judged" if side.accuracy is None else f"accuracy {side.accuracy:.0f}"


def _turn(found: Review, plies: list[Judged]) -> str:
    """A turn: its number, its moves, what it was worth before it and what it cost."""
    first = plies[0]
    moves = " ".join(each.move for each in plies)
    cost = sum(each.cost for each in plies)
    seat = found.game.seats[first.mover].name
    text = f"{first.turn:>4}. {columns.left(seat, 8)} {columns.left(moves, 12)}"
    text += f" {_stand(found, first):>7}"
    if cost <= 0:
        return text
    worst = max(plies, key=lambda each: each.cost)
    sure = ", proved" if all(each.proved for each in plies) else ""
    return f"{text}  cost {_cost(found, cost)}{sure}: {worst.better} was better"


def _mistake(found: Review, each: Judged) -> str:
    line = " ".join(each.line[:SHOWN])
    sure = "proved" if each.proved else "estimated"
    return f"  turn {each.turn}: {each.move} cost {_cost(found, each.cost)} ({sure}); better {line}"


def _stand(found: Review, ply: Judged) -> str:
    """How the first player stood before a ply; of three, the mover."""
    seat = 0 if found.game.players == 2 else ply.mover
    worth = ply.worth[seat]
    return f"{round(worth, 1) + 0:+.1f}" if found.points else f"{worth:.0%}"


def _cost(found: Review, cost: float) -> str:
    return f"{cost:.1f}" if found.points else f"{cost:.0%}"


def page(record: Record, found: Review, theme: str = "auto", halted: str = "") -> str:
    """The score graph: how each player stood along the game, and what the moves cost."""
    from livestone.draw import plots

    game = found.game
    names = [player.name for player in record.players]
    seats = [0] if game.players == 2 else list(range(game.players))
    span = plots.Axis("ply", found.plies[0].ply - 1, found.plies[-1].ply)
    panels = []
    for seat in seats:
        if found.points:
            panels.append(_lead_panel(found, seat, span))
        chances = found.chances(seat)
        even = 1 / game.players
        panels.append(
            plots.curve(
                f"{game.seats[seat].name}'s part of a win",
                span,
                plots.Axis("part of a win", 0, 1, percent=True),
                chances,
                [min(even, chance) for chance in chances],
                [max(even, chance) for chance in chances],
                even,
            )
        )
    text = " ".join(line.strip() for line in words(record, found, halted) if line)
    heading = f"{game.title}: {' - '.join(names)}"
    told = "; ".join(
        f"{game.seats[seat].name}: {_accuracy(found.side(seat))}" for seat in range(game.players)
    )
    told = f"{told}. {halted}" if halted else told
    return plots.page(heading, told, panels, text, theme)


def _lead_panel(found: Review, seat: int, span: plots.Axis) -> str:
    from livestone.draw import plots

    lead = found.graph(seat)
    most = max(1.0, *(abs(each) for each in lead))
    return plots.curve(
        f"{found.game.seats[seat].name}'s lead",
        span,
        plots.Axis(found.game.unit, -most, most),
        lead,
        [min(0.0, each) for each in lead],
        [max(0.0, each) for each in lead],
        0.0,
    )
