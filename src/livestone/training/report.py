"""What a training has found: as lines of text, as a JSON object, and as a page of plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from livestone.core.options import text_of
from livestone.draw import plots
from livestone.training.folder import Plan, Round

# Elo is shown this far from even, where an interval has no end.
MAX_ELO = 200.0


def line(found: Round) -> str:
    """A round in one line."""
    value, low, high = (_elo(end) for end in found.elo)
    pairs = sum(found.counts)
    verdict = "accepted" if found.accepted else "not accepted"
    return (
        f"round {found.number}: {found.games} games, {found.positions:,} positions; "
        f"error on new games {found.before:.3f} before, {found.after:.3f} after; "
        f"trial of {2 * pairs} games {value} Elo ({low} to {high}), {verdict}"
    )


def lines(plan: Plan, rounds: Sequence[Round]) -> Iterator[str]:
    """The whole report as text."""
    yield title(plan)
    yield how(plan)
    yield from (line(found) for found in rounds)
    yield (
        f"accepted {sum(found.accepted for found in rounds)} of {len(rounds)} rounds; "
        f"in all about {_elo(gained(rounds)[-1])} Elo at equal nodes"
    )


def as_json(plan: Plan, rounds: Sequence[Round]) -> dict[str, Any]:
    """The whole report as a JSON object."""
    return {
        "plan": asdict(plan),
        "rounds": [found.as_json() for found in rounds],
        "gained": gained(rounds)[-1],
    }


def gained(rounds: Sequence[Round]) -> list[float]:
    """The Elo gained by accepted weights up to each round, beginning with none."""
    total = [0.0]
    for found in rounds:
        total.append(round(total[-1] + (found.elo[0] or 0.0) * found.accepted, 1))
    return total


def page(plan: Plan, rounds: Sequence[Round], theme: str = "auto") -> str:
    """The plots as one SVG page: Elo by round, then each round's error step by step."""
    panels = [_elo_panel(rounds), _trials_panel(rounds)]
    panels += [_loss_panel(found) for found in rounds]
    description = " ".join(lines(plan, rounds))
    return plots.page(title(plan), how(plan), panels, description, theme)


def title(plan: Plan) -> str:
    """What was trained."""
    options = ", ".join(f"{name} {text_of(value)}" for name, value in plan.options.items())
    return f"Training {plan.game} ({options})" if options else f"Training {plan.game}"


def how(plan: Plan) -> str:
    """How it was trained."""
    return (
        f"{plan.games:,} games a round with {plan.nodes:,} nodes a move, "
        f"trials with {plan.trial_nodes:,}, seed {plan.seed}"
    )


def _elo_panel(rounds: Sequence[Round]) -> str:
    total = gained(rounds)
    low, high = min(total), max(total)
    return plots.curve(
        "Elo gained by the weights accepted",
        plots.Axis("round", 0, len(rounds)),
        plots.Axis("Elo", low, max(high, low + 10)),
        total,
        total,
        total,
    )


def _trials_panel(rounds: Sequence[Round]) -> str:
    """The Elo of each round's new weights over the old, with its interval."""
    ends = [
        [_within(end, side) for end, side in zip(found.elo, (0, -1, 1), strict=True)]
        for found in rounds
    ]
    mean, low, high = ([part[at] for part in ends] for at in range(3))
    if len(rounds) == 1:  # a curve needs two ends
        mean, low, high = mean * 2, low * 2, high * 2
    return plots.curve(
        "Trials: new weights against old",
        plots.Axis("round", 1, max(len(rounds), 2)),
        plots.Axis("Elo", min(*low, 0.0), max(*high, 10.0)),
        mean,
        low,
        high,
        0.0,
    )


def _loss_panel(found: Round) -> str:
    losses = found.losses
    return plots.curve(
        f"Round {found.number}: mean squared error, step by step",
        plots.Axis("step", 0, max(len(losses) - 1, 1)),
        plots.Axis("points²", min(losses), max(losses), whole=False),
        losses,
        losses,
        losses,
    )


def _within(value: float | None, side: int) -> float:
    if value is None:
        return side * MAX_ELO
    return max(-MAX_ELO, min(MAX_ELO, value))


def _elo(value: float | None) -> str:
    return "…" if value is None else f"{round(value) + 0:+d}"
