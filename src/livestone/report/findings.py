"""What one playtest says of each figure of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from livestone.play.playtest import Playtest
from livestone.play.playtest_metrics import Depth
from livestone.play.playtest_study import Study
from livestone.play.statistics import Mean, Share, Summary, mean

# So many names of what was never used are written out.
NAMED = 16


@dataclass(frozen=True)
class Finding:
    """What one playtest says: the value, a remark, and the interval's ends where it has one."""

    value: str
    remark: str = ""
    low: float = -math.inf
    high: float = math.inf


def apart(findings: Sequence[Finding | None]) -> bool:
    """Whether the intervals of some two findings do not meet."""
    found = [one for one in findings if one]
    return bool(found) and max(one.low for one in found) > min(one.high for one in found)


def of_share(part: Share, remark: str = "") -> Finding:
    """A share with its interval."""
    if not part.of:
        return Finding("–", "No game tells.")
    return Finding(share_text(part), remark or f"{_games(part.of)}.", part.low, part.high)


def share_text(part: Share) -> str:
    """A share as text: ``46% (40 to 53%)``."""
    return f"{100 * part.value:.0f}% ({100 * part.low:.0f} to {100 * part.high:.0f}%)"


def of_mean(found: Mean, places: int = 1, remark: str = "") -> Finding:
    """The mean of what is never below 0, with its interval."""
    if found.n < 2:
        return Finding(f"{found.value:.{places}f}", "One game only.")
    value, low, high = (f"{end:.{places}f}" for end in (found.value, max(found.low, 0), found.high))
    return Finding(f"{value} ({low} to {high})", remark, found.low, found.high)


def elo_text(depth: Depth) -> str:
    """Elo for each doubling with its interval: ``+80 (+40 to +130)``, ``over +60``."""
    gap = depth.elo
    if math.isinf(gap.value):
        return f"over {gap.low:+.0f}" if gap.value > 0 else f"under {gap.high:+.0f}"
    low, high = ("…" if math.isinf(end) else f"{end:+.0f}" for end in (gap.low, gap.high))
    return f"{round(gap.value) + 0:+d} ({low} to {high})"


def listed(names: Sequence[str]) -> str:
    """Some names, the first of many."""
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def _games(count: int) -> str:
    return f"{count:,} game{'s' * (count != 1)}"


def begins(played: Playtest, study: Study) -> Finding:
    """The score of the first seat."""
    found = study.balance
    first, even = found.first, f"{100 * found.even:.0f}%"
    margin = 100 * max(first.high - found.even, found.even - first.low)
    remark = {
        "first": f"Who begins is favoured: the whole interval is above an even {even}.",
        "others": f"Who begins is at a disadvantage: the whole interval is below an even {even}.",
        "": f"No advantage is shown; one of more than {margin:.0f} points is unlikely.",
    }[found.favours]
    return of_share(first, remark)


def draws(played: Playtest, study: Study) -> Finding:
    """How many games nobody won."""
    found = study.metrics
    why = ", ".join(f"{why} {count}" for why, count in found.draws_by.items())
    return of_share(found.draws, f"By {why}." if why else f"None in {_games(found.games)}.")


def swap(played: Playtest, study: Study) -> Finding | None:
    """Whether a swap rule is needed."""
    found = study.balance
    if played.game.players != 2 or not found.moves:
        return None
    fair = f"First moves nearest to even: {', '.join(found.fair[:3])}." if found.fair else ""
    if found.favours == "first" and found.fair:
        return Finding("recommended", f"It would take the advantage away. {fair}")
    if found.favours == "first":
        return Finding("not enough", "No first move compared gives even chances.")
    if found.favours == "others":
        return Finding("of no use", "Who begins is not the one favoured.")
    if found.strong:
        return Finding("not shown to be needed", f"But first moves differ. {fair}")
    return Finding("not shown to be needed", fair)


def forbid(played: Playtest, study: Study) -> Finding | None:
    """Which first moves are too strong."""
    found = study.balance
    if not found.moves:
        return None
    games = sum(move.score.of for move in found.moves)
    about = f"{len(found.moves)} kinds of first move, {_games(games)}"
    if not found.strong:
        return Finding("none shown", f"{about}.")
    return Finding(listed(found.strong), f"{about}; chance alone makes about {_chance(study)}.")


def _chance(study: Study) -> str:
    # An interval of 95% lies wholly above the true score once in forty.
    return f"{len(study.balance.moves) / 40:.1f}"


def doubling(played: Playtest, study: Study) -> Finding | None:
    """What twice the playouts are worth."""
    if not study.ladder:
        return None
    top = study.ladder[0]
    remark = f"{top.stronger:,} playouts against {top.weaker:,}, {_games(top.score.of)}."
    return Finding(elo_text(top), remark, top.elo.low, top.elo.high)


def ladder(played: Playtest, study: Study) -> Finding | None:
    """The Elo from the weakest to the strongest."""
    rungs = study.ladder
    if len(rungs) < 2:
        return None
    steps = [(rung.elo, math.log2(rung.stronger / rung.weaker)) for rung in rungs]
    elo = sum(gap.value * doublings for gap, doublings in steps)
    half = math.hypot(*((gap.high - gap.low) / 2 * doublings for gap, doublings in steps))
    top, last = rungs[0].elo, rungs[-1].elo
    if top.high < last.low:
        remark = "More search pays less and less: the top rung is below the lowest."
    elif top.low > last.high:
        remark = "More search pays more and more: the top rung is above the lowest."
    else:
        remark = "That a doubling is worth the same everywhere is not refuted."
    value = f"{elo:+.0f} ({elo - half:+.0f} to {elo + half:+.0f})"
    if not math.isfinite(half):
        lows = (max(gap.low, 0.0) * doublings for gap, doublings in steps)
        value = f"over {sum(low for low in lows if math.isfinite(low)):+.0f}"
    ends = f"From {rungs[-1].weaker:,} to {rungs[0].stronger:,} playouts"
    return Finding(f"{value} Elo", f"{ends}. {remark}", elo - half, elo + half)


def length(played: Playtest, study: Study) -> Finding:
    """How many plies a game has."""
    plies, found = mean([len(game.moves) for game in played.games]), study.metrics.plies
    return of_mean(plies, 1, _spread(found))


def turns(played: Playtest, study: Study) -> Finding | None:
    """How many turns a game has."""
    if played.game.max_turn_plies == 1:
        return None
    turns = mean([game.turns for game in played.games])
    return of_mean(turns, 1, _spread(study.metrics.turns))


def _spread(found: Summary) -> str:
    return (
        f"Median {found.median:g}, half from {found.low:.0f} to {found.high:.0f}, "
        f"{found.least:g} to {found.most:g} in all."
    )


def endings(played: Playtest, study: Study) -> Finding:
    """What ended the games."""
    endings = study.metrics.endings.items()
    return Finding(", ".join(f"{why} {count}" for why, count in endings))


def branching(played: Playtest, study: Study) -> Finding:
    """How many moves there are."""
    moves = mean([sum(game.branching) / max(len(game.branching), 1) for game in played.games])
    return of_mean(moves, 1, f"Of single plies: {_spread(study.metrics.branching).lower()}")


def tree(played: Playtest, study: Study) -> Finding:
    """How large the game's tree is."""
    found = study.size
    remark = f"By mean moves to the power of mean length (Allis 1994): 10^{found.allis:.0f}."
    tree = found.tree
    ends = "" if tree.n < 2 else f" (10^{tree.low:.1f} to 10^{tree.high:.1f})"
    return Finding(f"10^{tree.value:.1f}{ends}", remark, tree.low, tree.high)


def states(played: Playtest, study: Study) -> Finding:
    """How many positions there are."""
    found = study.size
    remark = f"With any kind of piece on any site: 10^{found.states_most:.0f}."
    return Finding(f"at most 10^{found.states:.0f}", remark)


def leads(played: Playtest, study: Study) -> Finding:
    """How often the lead changed."""
    spread = _spread(study.metrics.drama.changes)
    part = study.story.leads.value / max(study.metrics.plies.mean, 1)
    often = f"One in {1 / part:.0f} plies." if part else "None at all."
    return of_mean(study.story.leads, 1, f"{spread} {often}")


def decided(played: Playtest, study: Study) -> Finding | None:
    """When games were decided."""
    found = study.metrics.drama.decided
    if found is None or study.story.decided is None:
        return None
    spread = f"Half of {_games(found.n)} from {100 * found.low:.0f} to {100 * found.high:.0f}%."
    return _part(study.story.decided, spread)


def comebacks(played: Playtest, study: Study) -> Finding:
    """How many winners were behind."""
    part = study.metrics.drama.comebacks
    return of_share(part, f"{_games(part.of)} that one player won.")


def drama(played: Playtest, study: Study) -> Finding | None:
    """How far behind winners were."""
    found = study.story.drama
    return of_mean(found, 2, f"{_games(found.n)} that one player won.") if found else None


def decisive(played: Playtest, study: Study) -> Finding | None:
    """How much is left once it is decided."""
    found = study.story.decisive
    return _part(found, f"Of {_games(found.n)}.") if found else None


def _part(found: Mean, remark: str) -> Finding:
    """A part of the game with its interval."""
    value = f"{100 * found.value:.0f}%"
    if found.n > 1:
        value += f" ({100 * max(found.low, 0):.0f} to {100 * min(found.high, 1):.0f}%)"
    return Finding(value, remark, found.low, found.high)


def killers(played: Playtest, study: Study) -> Finding:
    """How many games have a killer move."""
    found = study.story
    remark = (
        f"{100 * found.killers.value:.1f}% of all plies. The best single move of a game betters "
        f"its player's chance by {100 * found.biggest.value:.0f} points in the mean."
    )
    return of_share(found.with_killer, remark)


def copying(played: Playtest, study: Study) -> Finding | None:
    """What copying the other brings."""
    if not study.copying:
        return None
    best = max(study.copying, key=lambda one: one.score.low)
    works = best.score.low > best.usual.high
    remark = "; ".join(
        f"{one.mirror}: {share_text(one.score)}, {100 * one.copied:.0f}% of plies copied"
        for one in study.copying
    )
    usual = f"without copying {100 * best.usual.value:.0f}%"
    return Finding("copying wins" if works else "copying does not help", f"{remark}; {usual}.")


def never_moved(played: Playtest, study: Study) -> Finding:
    """Which moves were never made."""
    moves = study.metrics.unused.moves
    return Finding(
        f"{moves.count:,.0f} of {moves.of:,}",
        "In more games, and by other players, some of them would be made."
        if moves.count
        else "Every move that was possible was made in some game.",
    )


def never(played: Playtest, study: Study) -> Finding:
    """What was never used."""
    unused = study.metrics.unused
    words = {
        "sites": unused.sites,
        "choices": unused.choices,
        "kinds that moved or came": unused.unmoved,
        "kinds taken": unused.untaken,
        "kinds on the board": unused.absent,
    }
    parts = [f"{what}: {listed(names)}" for what, names in words.items() if names]
    # The rule of three: what has not happened in n games is rarer than 3 in n.
    rare = 300 / study.metrics.games
    return Finding("; ".join(parts) or "everything was used",
                   f"What was not seen comes up in less than {min(rare, 100):.1f}% of such games "
                   "(95% confidence).")  # fmt: skip


def choices(played: Playtest, study: Study) -> Finding | None:
    """How often named choices were made."""
    found = study.metrics.choices
    if not found:
        return None
    return Finding(", ".join(f"{name} {100 * part:.1f}%" for name, part in found.items()))
