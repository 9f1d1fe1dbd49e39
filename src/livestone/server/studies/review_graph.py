"""The score graph of a reviewed game, as SVG whose moves are links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from markupsafe import Markup, escape

from livestone.draw.paths import number

WIDTH, HEIGHT, EDGE = 480.0, 160.0, 8.0
TOLD = 5  # mistakes of each player that are told
Place = Callable[[float], float]


def graph(found: Mapping[str, Any], at: str, ply: int) -> Markup:
    """Draw how each player stood (two: one line, up for the first), linked to the page ``at``."""
    plies = found["plies"]
    curves = _curves(found)
    low, high = _span(found, curves)
    last = plies[-1]["ply"]
    first: int = plies[0]["ply"] - 1
    span: float = max(1, last - first)
    told = {ply for side in found["sides"] for ply in side["mistakes"][:TOLD]}

    def x(place: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * (place - first) / span

    def y(worth: float) -> float:
        return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (worth - low) / (high - low)

    share = 1 / len(curves) if low == 0 else 0.0
    even = (low + high) / 2 if len(curves) == 1 else share
    parts = [f'<path class="even" d="M{EDGE:g} {number(y(even))}H{WIDTH - EDGE:g}"/>']
    for seat, curve in enumerate(curves):
        points = "L".join(f"{number(x(first + n))} {number(y(v))}" for n, v in enumerate(curve))
        if len(curves) == 1:
            ends = f"V{number(y(even))}H{number(x(first))}z"
            parts.append(f'<path class="area" d="M{points}{ends}"/>')
        parts.append(f'<path class="curve seat-{seat}" d="M{points}"/>')
    for one in plies:
        curve = curves[one["mover"] if len(curves) > 1 else 0]
        height = y(curve[one["ply"] - first]) if one["ply"] in told else None
        parts.append(_link(one["ply"], at, one["ply"] == ply, x, height))
    return Markup(
        f'<svg class="graph" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" aria-hidden="true">'
        f"{''.join(parts)}</svg>"
    )


def _link(ply: int, at: str, shown: bool, x: Place, height: float | None) -> str:
    """A ply as a column that can be pressed, with a dot at a height where it was a mistake."""
    wide = x(ply) - x(ply - 1)
    dot = "" if height is None else f'<circle cx="{number(x(ply))}" cy="{number(height)}" r="5"/>'
    now = ' aria-current="step"' if shown else ""
    return (
        f'<a href="{escape(at)}?ply={ply}" data-ply="{ply}" tabindex="-1"{now}>'
        f'<rect x="{number(x(ply) - wide / 2)}" y="0" width="{number(wide)}" height="{HEIGHT:g}" '
        f'fill="transparent"/>{dot}</a>'
    )


def _curves(found: Mapping[str, Any]) -> list[list[float]]:
    """What the game was worth before each ply and at the end: to the first of two, else to all."""
    seats = [0] if len(found["final"]) == 2 else list(range(len(found["final"])))
    return [
        [*(one["worth"][seat] for one in found["plies"]), found["final"][seat]] for seat in seats
    ]


def _span(found: Mapping[str, Any], curves: list[list[float]]) -> tuple[float, float]:
    if found["unit"] == "wins":
        return 0.0, 1.0
    most = max(1.0, *(abs(worth) for curve in curves for worth in curve))
    return -most, most
