"""The pictures of a report: plots, maps of the board, and tables of openings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

from livestone.core.game import Game
from livestone.draw import plots
from livestone.draw.ground import ground
from livestone.play.playtest import Playtest
from livestone.play.playtest_openings import Balance
from livestone.play.playtest_study import Study
from livestone.play.statistics import Share
from livestone.report.findings import share_text

# Sites whose worth is surely not 0 have a frame; the darkest colour leaves the board visible.
DARKEST = 0.85

Chart = Callable[[Playtest, Study], str]


def results(played: Playtest, study: Study) -> str:
    """Who won how often."""
    found = study.metrics
    shares = [(f"{name} won", part) for name, part in zip(found.seats, found.wins, strict=True)]
    if found.shared.count:
        shares.append(("shared", found.shared))
    return _bars("Results", [*shares, ("drawn", found.draws)])


def ladder(played: Playtest, study: Study) -> str:
    """What more search scored on each rung."""
    rungs = [
        (f"{rung.stronger:,} playouts against {rung.weaker:,}", rung.score) for rung in study.ladder
    ]
    return _bars("What four times the search scores", rungs) if rungs else ""


def lengths(played: Playtest, study: Study) -> str:
    """How long games were."""
    found = study.metrics.lengths
    panel = plots.columns("Length", "plies", "games", found.start, found.width, found.counts)
    return plots.picture(panel, "How many games had how many plies")


def branching(played: Playtest, study: Study) -> str:
    """How many moves there were as games went on."""
    band = study.metrics.width
    panel = plots.curve(
        "Moves to choose from (mean, and half of all)",
        plots.Axis("ply", 0, study.metrics.plies.most),
        plots.Axis("moves", 0, max(*band.high, *band.mean, 1)),
        band.mean,
        band.low,
        band.high,
    )
    return plots.picture(panel, "The number of legal moves, ply by ply")


def chances(played: Playtest, study: Study) -> str:
    """How won games went for their winners."""
    band = study.metrics.winner
    if band is None:
        return ""
    panel = plots.curve(
        "The winner's chance (mean, and half of all)",
        plots.Axis("part of the game", 0, 1, percent=True),
        plots.Axis("chance", 0, 1, percent=True),
        band.mean,
        band.low,
        band.high,
        1 / played.game.players,
    )
    return plots.picture(panel, "The winner's chance of winning, along the game")


def _bars(name: str, shares: Sequence[tuple[str, Share]]) -> str:
    bars = [plots.Bar(what, one.value, one.low, one.high, share_text(one)) for what, one in shares]
    words = "; ".join(f"{bar.name} {bar.note}" for bar in bars)
    return plots.picture(plots.bars(name, bars), f"{name}: {words}")


def plays_map(played: Playtest, study: Study) -> str:
    """How often a ply ended on each site."""
    plies = [site.plies for site in study.sites]
    most = max(plies) or 1
    names = played.game.board.names
    notes = [f"{name}: {count:.2f} plies a game" for name, count in zip(names, plies, strict=True)]
    legend = f"Where plies end. Darkest: {most:.2f} plies a game; lightest: {min(plies):.2f}."
    return board_map(played.game, legend, [count / most for count in plies], notes)


def worth_map(played: Playtest, study: Study) -> str:
    """How players did who played on each site."""
    worths = [site.worth for site in study.sites]
    told = [abs(worth.value) for worth in worths if worth]
    if not told:
        return "<p>Too few games tell where it pays.</p>"
    most = max(*told, 0.01)
    sure = {at for at, one in enumerate(worths) if one and (one.low > 0 or one.high < 0)}
    notes = [
        f"{name}: {100 * one.value:+.0f} points ({100 * one.low:+.0f} to {100 * one.high:+.0f})"
        if one
        else f"{name}: too few games tell"
        for name, one in zip(played.game.board.names, worths, strict=True)
    ]
    legend = (
        "How players score who play there, against the usual score of their seat: blue better, red "
        f"worse, darkest by {100 * most:.0f} points. Framed: not by chance alone, with 95% "
        f"confidence each; of {len(told)} sites chance frames about {len(told) / 20:.0f}."
    )
    parts = [one.value / most if one else 0.0 for one in worths]
    return board_map(played.game, legend, parts, notes, sure)


def first_moves_map(played: Playtest, study: Study) -> str:
    """What first moves scored, where each is one site."""
    found, sites = study.balance, played.game.board.site
    scores: dict[int, Share] = {}
    for move in found.moves:
        if move.text not in sites:
            return ""
        scores |= {sites[name]: move.score for name in (move.text, *move.mirrors)}
    if not scores:
        return ""
    most = max(*(abs(score.value - found.even) for score in scores.values()), 0.01)
    sure = {at for at, one in scores.items() if one.low > found.even or one.high < found.even}
    legend = (
        "What a first move there scores: blue above an even score, red below, darkest by "
        f"{100 * most:.0f} points. Framed: by the whole interval of 95%."
    )
    parts, notes = _scores(played.game, scores, found.even, most)
    return board_map(played.game, legend, parts, notes, sure)


def _scores(
    game: Game, scores: Mapping[int, Share], even: float, most: float
) -> tuple[list[float], list[str]]:
    parts, notes = [], []
    for at, name in enumerate(game.board.names):
        score = scores.get(at)
        parts.append((score.value - even) / most if score else 0.0)
        notes.append(f"{name}: {share_text(score)}" if score else f"{name}: no first move")
    return parts, notes


def board_map(
    game: Game,
    legend: str,
    parts: Sequence[float],
    notes: Sequence[str],
    framed: set[int] | frozenset[int] = frozenset(),
) -> str:
    """The empty board, its sites coloured from -1 to 1, with a note on each and a legend."""
    base = ground(game.board, True)
    colours = "".join(
        f'<path class="{"more" if part > 0 else "less"}" fill-opacity="{DARKEST * abs(part):.2f}" '
        f'd="{base.areas[at]}" transform="{base.places[at]}">'
        f"<title>{escape(notes[at])}</title></path>"
        for at, part in enumerate(parts)
    )
    frames = "".join(
        f'<path class="framed" d="{base.corners[at]}" transform="{base.places[at]}"/>'
        for at in sorted(framed)
    )
    box = " ".join(f"{side:g}" for side in base.view_box)
    return (
        f'<figure class="map"><svg class="board" viewBox="{box}" role="img">'
        f"<title>{escape(legend)}</title>{base.svg}{colours}{frames}</svg>"
        f"<figcaption>{escape(legend)}</figcaption></figure>"
    )


def first_moves_table(played: Playtest, study: Study) -> str:
    """What each first move scored."""
    moves = study.balance.moves
    if not moves:
        return ""
    rows = [
        (move.text, str(len(move.mirrors)), str(move.score.of), share_text(move.score))
        for move in moves
    ]
    weaker = max(played.openings[0].playouts)
    words = f"First moves, by {weaker:,} playouts"
    return _table(words, ("move", "mirrors", "games", "score of who begins"), rows)


def openings_table(played: Playtest, study: Study) -> str:
    """The openings that were played most."""
    found: Balance = study.balance
    if not found.openings:
        return ""
    rows = [(one.text, share_text(one.played), share_text(one.score)) for one in found.openings]
    words = "Openings these players choose, mirrors together"
    return _table(words, ("first plies", "of all games", "score of who begins"), rows)


def _table(words: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        f"<details><summary>{escape(words)}: {len(rows)}</summary><div class=scroll><table>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></details>"
    )
