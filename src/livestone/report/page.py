"""The report's page: HTML that carries its styles, its pictures and its games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from itertools import chain

import livestone
from livestone.app import bundle
from livestone.core.game import Game
from livestone.core.options import text_of
from livestone.draw import plots, style
from livestone.play.playtest import Playtest
from livestone.play.playtest_study import Study
from livestone.report import charts, figures
from livestone.report.charts import Chart
from livestone.report.figures import Figure
from livestone.report.findings import Finding, apart
from livestone.report.playable import Say, carried, shown

Found = Sequence[tuple[Playtest, Study]]

# The sections: name, what is told first, figures, pictures, tables.
SECTIONS: tuple[
    tuple[str, str, tuple[Figure, ...], tuple[Chart, ...], tuple[Chart, ...]], ...
] = (
    ("Balance", "Is the game fair, and does it stay so whatever the first move?",
     figures.BALANCE, (charts.results, charts.first_moves_map),
     (charts.first_moves_table, charts.openings_table)),
    ("Strength", "Does thinking pay, and how far?", figures.STRENGTH, (charts.ladder,), ()),
    ("Length", "How long are games, and what do they look like?",
     figures.LENGTH, (charts.lengths,), ()),
    ("Size", "How much is there to choose from and to explore?",
     figures.SIZE, (charts.branching,), ()),
    ("Drama", "Does the lead change, can one come back, and is the end drawn out?",
     figures.DRAMA, (charts.chances,), ()),
    ("Copying", "Does it pay to copy the other player?", figures.COPYING, (), ()),
    ("The board", "Where is the game played, and where does it pay?",
     (), (charts.plays_map, charts.worth_map), ()),
    ("Draws and what is not used", "What ends without a winner, and what could be left out?",
     figures.UNUSED, (), ()),
)  # fmt: skip


def page(found: Found, jobs: int, say: Say) -> str:
    """Return the page; ``say`` is told what is being done."""
    games = [played.game for played, _ in found]
    names = variant_names(games)
    title = " and ".join(dict.fromkeys(game.title for game in games))
    script, why_not = carried(games, jobs, say)
    sections = "".join(_section(found, names, *section) for section in SECTIONS)
    links = "".join(f'<a href="#{_anchor(name)}">{escape(name)}</a>' for name, *_ in SECTIONS)
    body = (
        f"<header><h1>{escape(title)}: a playtest</h1>{_summary(found, names)}</header>"
        f'<nav class="contents" aria-label="Contents">{links}</nav>'
        f"{_overview(found, names)}{sections}{_method(found, why_not)}"
    )
    own = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    logo = style.logo().replace("#", "%23").replace('"', "'").replace("\n", "")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}: a playtest</title>"
        f'<link rel="icon" href="data:image/svg+xml,{escape(logo)}">'
        f"<style>{bundle.stylesheet()}{plots.sheet('auto')}{own}</style></head>"
        f'<body><main class="report">{body}</main>{script}</body></html>\n'
    )


def variant_names(games: Sequence[Game]) -> list[str]:
    """Return what tells variants apart: their titles where these differ, and the options that do.

    >>> from livestone.games import load
    >>> variant_names([load("freedom", size=6), load("freedom", size=8)])
    ['size 6', 'size 8']
    """
    titles = {game.title for game in games}
    names = []
    for game in games:
        own = [
            f"{name} {text_of(value)}"
            for name, value in game.option.items()
            if any(other.option.get(name, value) != value for other in games)
        ]
        names.append(", ".join([game.title] * (len(titles) > 1 or not own) + own))
    return names


def _anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


def _summary(found: Found, names: Sequence[str]) -> str:
    """What was played."""
    parts = []
    for (played, _), name in zip(found, names, strict=True):
        options = ", ".join(f"{key} {text_of(value)}" for key, value in played.game.option.items())
        of = f" of {played.planned:,}" if played.done < played.planned else ""
        parts.append(
            f"<li><strong>{escape(name)}</strong> ({escape(options or 'no options')}): "
            f"{len(played.games):,} games of equals with {played.playouts:,} playouts a move; "
            f"{played.done:,}{of} games in all.</li>"
        )
    return f'<ul class="soft">{"".join(parts)}</ul>'


def _overview(found: Found, names: Sequence[str]) -> str:
    """The key figures, side by side."""
    every = chain.from_iterable(section[2] for section in SECTIONS)
    keys = [figure for figure in every if figure.key]
    table = _figures(found, names, keys, brief=True)
    compared = (
        "<p>Figures that differ by more than chance explains have intervals that do not meet.</p>"
        if len(found) > 1
        else ""
    )
    return f"<section><h2>In short</h2>{compared}{table}</section>"


def _section(
    found: Found,
    names: Sequence[str],
    name: str,
    question: str,
    told: Sequence[Figure],
    pictures: Sequence[Chart],
    tables: Sequence[Chart],
) -> str:
    many = len(found) > 1
    columns = []
    for (played, study), variant in zip(found, names, strict=True):
        drawn = [draw(played, study) for draw in pictures]
        if name == "Length":
            drawn += _games(played, study)
        listed = "".join(draw(played, study) for draw in tables)
        head = f"<h3>{escape(variant)}</h3>" if many else ""
        inner = f'<div class="pictures">{"".join(drawn)}</div>' if any(drawn) else ""
        if inner or listed:
            columns.append(f"<div>{head}{inner}{listed}</div>")
    shown = f'<div class="variants">{"".join(columns)}</div>' if columns else ""
    return (
        f'<section id="{_anchor(name)}"><h2>{escape(name)}</h2><p>{escape(question)}</p>'
        f"{_figures(found, names, told)}{shown}</section>"
    )


def _games(played: Playtest, study: Study) -> list[str]:
    """The shortest game and the most typical one, to be played through."""
    chosen = (
        ("The shortest game", study.shortest),
        ("The most typical game: of the commonest result, nearest to the medians", study.typical),
    )
    return [
        shown(played, played.games[at], f"{words}. {len(played.games[at].moves)} plies.")
        for words, at in chosen
    ]


def _figures(
    found: Found, names: Sequence[str], told: Sequence[Figure], brief: bool = False
) -> str:
    """A table of figures, a column for each variant; nothing where nothing is found."""
    many = len(found) > 1
    rows = []
    for figure in told:
        findings = [figure.find(played, study) for played, study in found]
        if any(findings):
            rows.append(_row(figure, findings, names if many else [""] * len(found), brief))
    if not rows:
        return "" if not told else "<p>These games tell nothing of it.</p>"
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    head = f"<thead><tr><td></td>{heads}</tr></thead>" if many else ""
    return f'<table class="figures">{head}<tbody>{"".join(rows)}</tbody></table>'


def _row(
    figure: Figure, findings: Sequence[Finding | None], names: Sequence[str], brief: bool
) -> str:
    differ = '<span class="apart">They differ.</span>' if apart(findings) else ""
    why = "" if brief else f'<span class="why">{escape(figure.why)}</span>'
    cells = []
    for finding, name in zip(findings, names, strict=True):
        variant = f' data-variant="{escape(name)}"' if name else ""
        value, remark = (finding.value, finding.remark) if finding else ("–", "")
        more = f'<span class="detail">{_powers(remark)}</span>' if remark else ""
        cells.append(f'<td{variant}><span class="value">{_powers(value)}</span>{more}</td>')
    name = f'<span class="name">{escape(figure.name)}</span>'
    return f'<tr><th scope="row">{name}{differ}{why}</th>{"".join(cells)}</tr>'


def _powers(text: str) -> str:
    """A text with its powers of ten raised."""
    return re.sub(r"10\^([0-9.]*[0-9])", r"10<sup>\1</sup>", escape(text))


def _method(found: Found, why_not: str) -> str:
    """How the figures were made."""
    played = found[0][0]
    note = f"<p>{escape(why_not)}</p>" if why_not else ""
    same = [
        f"<p>{study.metrics.games - study.metrics.distinct} of {study.metrics.games} games were "
        "played before, move for move: the intervals promise too much.</p>"
        for _, study in found
        if study.metrics.distinct < study.metrics.games
    ]
    return (
        '<section id="method"><h2>How this was made</h2>'
        f"<p>Bots played against themselves: UCT with {played.playouts:,} playouts a move, seed "
        f"{played.seed}; the same seed plays the same games. What is measured is how these bots "
        "play. Stronger players may find a game fairer, longer or duller: compare several "
        "strengths before believing anything. Intervals hold the true figure of these bots with "
        "95% confidence; of twenty such intervals one misses.</p>"
        f"{''.join(same)}{note}"
        f'<p class="soft">Livestone {escape(livestone.__version__)}</p></section>'
    )
