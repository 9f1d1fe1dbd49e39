"""``livestone playtest``: bots play a game hundreds of times, and the metrics are reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from livestone import columns
from livestone.cli.common import (
    AsJson,
    Jobs,
    check,
    check_file,
    job_count,
    named_game,
    print_json,
    read_game,
    whole_number,
)
from livestone.cli.progress import status_line
from livestone.cli.running import Keep, Ray, executing, keeping
from livestone.cli.thinking import interrupted, stoppable_bar
from livestone.cli.words import counted, title
from livestone.cli.words import options as option_words
from livestone.errors import BadRequest

if TYPE_CHECKING:
    from livestone.core.game import Game
    from livestone.play.executors import Executor
    from livestone.play.playtest import Playtest
    from livestone.play.playtest_metrics import Depth, PlaytestMetrics
    from livestone.play.statistics import Share, Summary

MAX_GAMES, MAX_PLAYOUTS, MAX_VARIANTS = 100_000, 1_000_000, 8
# So many names of what was never used are written out.
NAMED = 12

Subjects = Annotated[str, Parameter(help="The games' ids, or the paths of their rules.")]
Variants = Annotated[
    tuple[str, ...],
    Parameter(
        negative=(),
        n_tokens=1,
        metavar="NAME=VALUE",
        help="A rule to choose; the same rule again makes a variant to compare.",
    ),
]
Games = Annotated[int, whole_number("How many games of equals.")]
Playouts = Annotated[int, whole_number("The strength: playouts a move.")]
Seed = Annotated[int, whole_number("The same seed plays the same games.")]
Out = Annotated[Path | None, Parameter(help="A file ending in .svg for a page of plots.")]
Html = Annotated[
    Path | None,
    Parameter(help="A file ending in .html for a full report, which plays about twice as long."),
]


def playtest(
    *game: Subjects,
    option: Variants = (),
    games: Games = 200,
    playouts: Playouts = 1_000,
    seed: Seed = 0,
    jobs: Jobs = None,
    ray: Ray = None,
    json: AsJson = False,
    out: Out = None,
    html: Html = None,
    keep: Keep = None,
) -> int | None:
    """Let bots play games many times, and report what a designer asks.

    Ctrl-C ends with a report on the games that are over.
    """
    check("games", games, 1, MAX_GAMES)
    check("playouts", playouts, 1, MAX_PLAYOUTS)
    check_file(out, "picture of plots", ".svg")
    check_file(html, "report", ".html")
    variants = read_variants(game, option)
    if out is not None and len(variants) > 1:
        raise BadRequest(f"--out draws one game, not {len(variants)}: use --html")
    with executing(jobs, ray) as executor:
        played, stopped = _play_all(
            variants, games, playouts, seed, executor, html is not None, keep
        )
    if not played:
        raise KeyboardInterrupt
    if html is not None:
        _write_report(played, html, job_count(jobs))
    _tell(played, json, out, several=len(variants) > 1)
    return 130 if stopped else None


def read_variants(names: Sequence[str], pairs: Sequence[str]) -> list[Game]:
    """The games with their options, one for each way to choose among options given more than once.

    Raises UnknownGame, BadOption or BadRequest.
    """
    chosen: dict[str, list[str]] = {}
    for pair in pairs:
        chosen.setdefault(pair.partition("=")[0], []).append(pair)
    ways = [*product(*chosen.values())]
    found = {read_game(named_game(name), way): None for name in names for way in ways}
    if not found:
        raise BadRequest("which game? Name one, or several to compare")
    if len(found) > MAX_VARIANTS:
        raise BadRequest(f"these are {len(found)} variants: compare at most {MAX_VARIANTS}")
    return [*found]


def _play_all(
    variants: Sequence[Game],
    games: int,
    playouts: int,
    seed: int,
    executor: Executor,
    study: bool,
    keep: Path | None,
) -> tuple[list[Playtest], bool]:
    """Play every variant; whether Ctrl-C has stopped it."""
    from livestone.play.playtest import Trial
    from livestone.play.playtest import playtest as play
    from livestone.portable.compile import file_name

    played: list[Playtest] = []
    for chosen in variants:
        words = "playing" if len(variants) == 1 else f"playing {title(chosen)}"
        options = dict(chosen.option)
        job = {"playtest": chosen.id, "options": options, "playouts": playouts, "seed": seed}
        done = f"games of {chosen.title}"
        with (
            keeping(keep, file_name(chosen), job, Trial, done) as kept,
            stoppable_bar(words) as (tell, stop),
        ):
            one = play(
                chosen, games, playouts, seed=seed, study=study, executor=executor,
                kept=kept, progress=tell, stop=stop,
            )  # fmt: skip
            played += [one] if one.games else []
            if stop():
                return played, True
    return played, False


def _write_report(played: Sequence[Playtest], html: Path, jobs: int) -> None:
    from livestone.play.playtest_study import study
    from livestone.report.page import page
    from livestone.whole_file import write_whole

    with status_line() as say:
        text = page([(one, study(one)) for one in played], jobs, say)
        write_whole(html, text.encode())


def _tell(played: Sequence[Playtest], json: bool, out: Path | None, several: bool) -> None:
    """Print the metrics, and draw them where that is asked for."""
    from livestone.play.playtest_metrics import playtest_metrics

    found = [(one, playtest_metrics(one)) for one in played]
    if out is not None:
        out.write_text(page(*found[0], halted=_halted(played[0])), "utf-8")
    if json:
        told = [_as_json(*each) for each in found]
        print_json({"playtests": told} if several else told[0])
    else:
        texts = ("\n".join(lines(*each, _halted(each[0]))) for each in found)
        print("\n\n".join(texts))


def _as_json(played: Playtest, found: PlaytestMetrics) -> dict[str, object]:
    data: dict[str, object] = {**heading(played), **found.as_json()}
    if played.openings:
        from livestone.play.playtest_study import study

        told = study(played).as_json()
        del told["metrics"]
        data["report"] = told
    if played.done < played.planned:
        data |= interrupted(played.done, played.planned)
    return data


def _halted(played: Playtest) -> str:
    """What a report rests on that Ctrl-C has cut short."""
    if played.done == played.planned:
        return ""
    return (
        f"Stopped: this rests on {len(played.games)} games of equals and {len(played.depth)} "
        f"between more and less search, {played.done} of {played.planned} games in all."
    )


def heading(played: Playtest) -> dict[str, object]:
    """What was played, as the beginning of a JSON object."""
    return {
        "game": played.game.id,
        "options": dict(played.game.option),
        "playouts": played.playouts,
        "seed": played.seed,
    }


def lines(played: Playtest, found: PlaytestMetrics, halted: str = "") -> Iterator[str]:
    """The report as lines of text; ``halted`` tells of a playtest that was cut short."""
    yield title(played.game)
    yield f"{_how(played)}{_same(found)}"
    if halted:
        yield halted
    yield from ("", "Results")
    for seat, wins in zip(found.seats, found.wins, strict=True):
        yield _row(f"{seat} won", _share(wins))
    if found.shared.count:
        yield _row("shared wins", _share(found.shared))
    yield _row("draws", _share(found.draws) + _why(found.draws_by))
    yield _row("ended by", ", ".join(f"{why} {n}" for why, n in found.endings.items()))
    yield from ("", "Length")
    yield _row("plies", _summary(found.plies))
    yield _row("turns", _summary(found.turns))
    yield _row("moves to choose from", _summary(found.branching))
    yield from _drama(found)
    yield from _depth(found)
    yield from _never(found)


def _drama(found: PlaytestMetrics) -> Iterator[str]:
    drama = found.drama
    yield from ("", "Drama")
    yield _row("lead changes", _summary(drama.changes))
    if drama.decided is not None:
        low, middle, high = (drama.decided.low, drama.decided.median, drama.decided.high)
        yield _row("decided", f"{middle:.0%} into the game, half from {low:.0%} to {high:.0%}")
    yield _row("comebacks", _share(drama.comebacks))


def _depth(found: PlaytestMetrics) -> Iterator[str]:
    from livestone.report.findings import elo_text

    if found.depth is None:
        return
    depth = found.depth
    yield from ("", f"Depth: {depth.stronger:,} playouts against {depth.weaker:,}")
    yield _row("score", _share(depth.score))
    yield _row("Elo for each doubling", elo_text(depth))


def _never(found: PlaytestMetrics) -> Iterator[str]:
    unused = found.unused
    if found.choices:
        yield from ("", "Choices made, of all plies")
        for name, part in found.choices.items():
            yield _row(name, f"{part:.1%}")
    yield from ("", "Never")
    moves = unused.moves
    yield _row("moves made", f"{moves.count:,.0f} of {moves.of:,} that could have been")
    for words, names in (
        ("sites used", unused.sites),
        ("choices made", unused.choices),
        ("kinds that moved", unused.unmoved),
        ("kinds taken", unused.untaken),
        ("kinds on the board", unused.absent),
    ):
        if names:
            yield _row(words, _names(names))


def page(played: Playtest, found: PlaytestMetrics, theme: str = "auto", halted: str = "") -> str:
    """The plots as one SVG page."""
    from livestone.draw import plots

    lengths, swings, width = found.lengths, found.lead_changes, found.width
    panels = [
        _results_panel(found),
        plots.columns("Length", "plies", "games", lengths.start, lengths.width, lengths.counts),
        plots.columns(
            "Drama", "changes of the lead", "games", swings.start, swings.width, swings.counts
        ),
        plots.curve(
            "Moves to choose from (mean, and half of all)",
            plots.Axis("ply", 0, found.plies.most),
            plots.Axis("moves", 0, max(*width.high, *width.mean, 1)),
            width.mean, width.low, width.high,
        ),
    ]  # fmt: skip
    if found.winner is not None:
        band = found.winner
        panels.insert(
            2,
            plots.curve(
                "The winner's chance (mean, and half of all)",
                plots.Axis("part of the game", 0, 1, percent=True),
                plots.Axis("chance", 0, 1, percent=True),
                band.mean, band.low, band.high, 1 / len(found.seats),
            ),
        )  # fmt: skip
    if found.depth is not None:
        panels.append(_depth_panel(found.depth))
    words = "; ".join(filter(None, [option_words(played.game), _how(played), halted]))
    description = " ".join(line.strip() for line in lines(played, found, halted) if line)
    return plots.page(f"{played.game.title}: a playtest", words, panels, description, theme)


def _results_panel(found: PlaytestMetrics) -> str:
    from livestone.draw import plots

    seats = zip(found.seats, found.wins, strict=True)
    results = [(f"{name} won", part) for name, part in seats]
    if found.shared.count:
        results.append(("shared", found.shared))
    results.append(("draws", found.draws))
    return plots.bars(
        "Results",
        [plots.Bar(name, part.value, part.low, part.high, _share(part)) for name, part in results],
    )


def _depth_panel(depth: Depth) -> str:
    from livestone.draw import plots
    from livestone.report.findings import elo_text

    name = f"{depth.stronger:,} playouts against {depth.weaker:,}"
    score = depth.score
    bar = plots.Bar(name, score.value, score.low, score.high, _share(score))
    words = [f"Each doubling of the playouts is worth {elo_text(depth)} Elo."]
    return plots.bars("Depth: what more search scores", [bar], words)


def _how(played: Playtest) -> str:
    games = counted(len(played.games), "game")
    return f"{games}, {played.playouts:,} playouts a move, seed {played.seed}"


def _same(found: PlaytestMetrics) -> str:
    if found.distinct == found.games:
        return ""
    return f"; only {found.distinct} different: the intervals promise too much"


def _row(name: str, words: str) -> str:
    return f"  {columns.left(name, 22)}  {words}"


def _share(part: Share) -> str:
    """A share with its interval: ``62.0 % (55.1 to 68.4 %)``."""
    if not part.of:
        return "no games"
    return f"{part.value:.1%} ({100 * part.low:.1f} to {part.high:.1%})"


def _why(counts: dict[str, int]) -> str:
    return ": " + ", ".join(f"{why} {n}" for why, n in counts.items()) if counts else ""


def _summary(found: Summary) -> str:
    return (
        f"median {found.median:g}, mean {found.mean:.1f}, "
        f"half from {found.low:.0f} to {found.high:.0f}, most {found.most:g}"
    )


def _names(names: tuple[str, ...]) -> str:
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")
