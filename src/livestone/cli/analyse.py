"""``livestone analyse``: the best moves of a position, deeper and deeper."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from livestone.cli.common import (
    MAX_SECONDS,
    AsJson,
    From,
    GameId,
    Moves,
    Options,
    Viewer,
    Weights,
    check,
    check_file,
    make_state,
    make_view,
    print_json,
    read_game,
    whole_number,
)
from livestone.cli.progress import compiling_words
from livestone.cli.thinking import (
    MAX_NODES,
    MAX_THREADS,
    Nodes,
    Seconds,
    Seed,
    Stop,
    Threads,
    stoppable,
)
from livestone.compiler.notices import compiling_told
from livestone.errors import BadRequest
from livestone.play.describe import big, variation, worth

if TYPE_CHECKING:
    from livestone.core.state import State
    from livestone.play.analysis import Analysis

# How long to think unless said.
USUAL = 10.0
MAX_LINES = 100
# Chances below this are not told, and no more than so many.
LEAST, NAMED = 0.05, 24

EngineAddress = Annotated[
    str | None,
    Parameter(metavar="HOST:PORT", help="Ask the engine that listens there; see 'engine'."),
]
Lines = Annotated[int, whole_number("How many of the best moves to rank.")]
Svg = Annotated[
    Path | None, Parameter(help="A file ending in .svg for the board with what was found.")
]


def analyse(
    game: GameId,
    /,
    *,
    option: Options = (),
    moves: Moves = "",
    from_: From = None,
    viewer: Viewer = None,
    lines: Lines = 3,
    seconds: Seconds = None,
    nodes: Nodes = None,
    threads: Threads = 1,
    seed: Seed = 0,
    json: AsJson = False,
    svg: Svg = None,
    engine: EngineAddress = None,
    weights: Weights = None,
) -> int | None:
    """Rank the best moves of a position, deeper and deeper; Ctrl-C ends it with what is known."""
    check("lines", lines, 1, MAX_LINES)
    check("seconds", seconds, 0, MAX_SECONDS)
    check("nodes", nodes, 1, MAX_NODES)
    check("threads", threads, 1, MAX_THREADS)
    check_file(svg, "picture", ".svg")
    state = make_state(read_game(game, option, weights), moves.split(), from_)
    _check_viewer(state, viewer)
    if seconds is None and nodes is None:
        seconds = USUAL
    with stoppable() as stop:
        if engine is not None:
            if weights is not None:
                raise BadRequest("--weights is not for --engine, which judges by its own")
            if threads != 1:
                raise BadRequest("--threads is not for --engine, which has threads of its own")
            query: dict[str, Any] = {
                "moves": moves.split(),
                "from": from_,
                "lines": lines,
                "seed": seed,
            }
            query |= {"seconds": seconds or None, "nodes": nodes or MAX_NODES}
            reports = _remote(engine, state, query, stop)
        else:
            reports = _reports(state, lines, seconds or None, nodes, threads, seed, stop)
        last = _stream(reports) if json else _tell(reports)
    if svg is not None:
        svg.write_text(picture(state, last), "utf-8")
    return 130 if stop() else None


def _check_viewer(state: State, viewer: int | str | None) -> None:
    from livestone.search.report import check_open

    check_open(state, state.game)
    make_view(state, viewer)
    if viewer not in (None, state.mover):
        seat = state.game.seats[state.mover or 0].name
        raise BadRequest(f"viewer {viewer} is not to move: a position is seen by {seat}, who is")


def _reports(
    state: State,
    lines: int,
    seconds: float | None,
    nodes: int | None,
    threads: int,
    seed: int,
    stop: Stop,
) -> Iterator[Analysis]:
    from livestone.play.analysis import analyse as stream
    from livestone.search.report import Limits

    limits = Limits(seconds, nodes, lines)
    for report in stream(state, limits, seed=seed, threads=threads, stop=stop):
        stop.ready = True
        yield report


def _remote(address: str, state: State, query: dict[str, Any], stop: Stop) -> Iterator[Analysis]:
    """What an engine says that listens; with a limit in nodes it is always the same."""
    from livestone.engine.client import EngineClient

    fresh = query["seconds"] is None
    with EngineClient(address) as client:
        for report in client.analyse(state, {**query, "survival": True, "fresh": fresh}, stop):
            stop.ready = True
            yield report


def _stream(reports: Iterable[Analysis]) -> Analysis:
    """Print one JSON object a report."""
    for last in reports:
        print_json(last.as_json())
    return last


def _tell(reports: Iterable[Analysis]) -> Analysis:
    """Show reports as they come, then the last one in full."""
    last = _show_live(reports) if sys.stdout.isatty() else _show_lines(reports)
    print("\n".join(words(last)))
    return last


def _show_live(reports: Iterable[Analysis]) -> Analysis:
    """One text on the terminal that is written anew."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with (
        Live(Text("preparing ..."), console=Console(), transient=True) as live,
        compiling_told(lambda game: live.update(Text(compiling_words(game)))),
    ):
        for last in reports:
            live.update(Text("\n".join(words(last))))
    return last


def _show_lines(reports: Iterable[Analysis]) -> Analysis:
    """A line whenever the search got deeper or changed its mind."""
    known: tuple[int, int] | None = None
    for last in reports:
        if last.final:
            break
        if (last.depth, last.best.move) != known:
            known = last.depth, last.best.move
            best = f"{worth(last.best, last.game)}: {variation(last.best, last.game)}"
            print(f"depth {last.depth}, {big(last.nodes)} nodes: {best}", flush=True)
    return last


def words(found: Analysis) -> Iterator[str]:
    """An analysis as lines of text."""
    game = found.game
    yield f"{game.title}, {game.seats[found.mover].name} to move: {found.text}"
    yield (
        f"depth {found.depth}, {big(found.nodes)} nodes in {found.seconds:.1f} s, "
        f"{big(found.speed)} nodes a second"
    )
    for place, line in enumerate(found.lines, 1):
        known = f" (book {line.book:+.2f})" if line.book is not None and found.nodes else ""
        yield f"{place:>3}. {worth(line, game)}{known}: {variation(line, game)}"
    yield from _survival(found)


def _survival(found: Analysis) -> Iterator[str]:
    """Which pieces on the board will carry the game's mark, and what may still come."""
    if found.survival is None:
        return
    from livestone.core.state import State

    game, standing = found.game, _standing(State.read(found.game, found.text))
    chances = sorted(
        (-chance, game.board.names[site], piece, standing.get(site) == piece)
        for site, pieces in found.survival.marked.items()
        for piece, chance in pieces.items()
        if chance >= LEAST
    )
    for title, here in (
        (f"Will be {game.words.mark}", True),
        (f"May come and be {game.words.mark}", False),
    ):
        told = [
            f"{piece} {site} {-chance:.0%}" for chance, site, piece, on in chances if on == here
        ]
        if told:
            more = f" and {len(told) - NAMED} more" if len(told) > NAMED else ""
            yield f"{title}, by quick games: {', '.join(told[:NAMED])}{more}"


def _standing(state: State) -> dict[int, str]:
    pieces = enumerate(state.game.wording.standing(state.position))
    return {site: piece.name for site, piece in pieces if piece is not None}


def picture(state: State, found: Analysis) -> str:
    """The board with the ranks of the best moves, and how likely pieces will carry the mark."""
    from dataclasses import replace

    from livestone.core.scene import scene
    from livestone.draw import svg

    game, site = state.game, state.game.board.site
    hints: dict[int, str] = {}
    if found.survival is not None:
        for at, piece in _standing(state).items():
            hints[at] = f"{100 * found.survival.chance(at, piece):.0f}"
    for place, line in reversed(list(enumerate(found.lines, 1))):
        sites = [
            site[token] for token in game.wording.path(state.position, line.move) if token in site
        ]
        if sites:
            hints[sites[-1]] = f"#{place}"
    view = state.view(found.mover if game.plain.observe is not None else None)
    drawn = replace(scene(view, targets=False), hints=hints)
    return svg.draw(replace(drawn, description=f"{drawn.description} {' '.join(words(found))}"))
