from __future__ import annotations

import re

import pytest

from livestone.draw import style
from livestone.draw.shapes import COLOURS

THEMES = ("light", "dark")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_texts_reach_aa(theme: str) -> None:
    colours = style.palette(theme)
    assert contrast(colours["text"], colours["frame"]) >= 4.5
    assert contrast(colours["text"], colours["cell"]) >= 4.5
    for colour in COLOURS:
        assert contrast(colours[f"on-{colour}"], colours[colour]) >= 4.5, colour


@pytest.mark.parametrize("theme", THEMES)
def test_graphics_reach_three_to_one(theme: str) -> None:
    colours = style.palette(theme)
    for name in ("line", "rim", "dot", "last", "focus"):
        assert contrast(colours[name], colours["cell"]) >= 3, name
    assert contrast(colours["rim"], colours["frame"]) >= 3
    assert contrast(colours["rim"], colours["zone"]) >= 3
    assert contrast(colours["gilt"], colours["plate"]) >= 3
    for colour in COLOURS:
        assert contrast(colours[f"zone-{colour}"], colours["cell"]) >= 3, colour
        seen = max(contrast(colours[name], colours["cell"]) for name in (colour, f"{colour}-edge"))
        assert seen >= 3, colour
        assert contrast(colours[f"live-{colour}"], colours[colour]) >= 3, colour


@pytest.mark.parametrize("theme", THEMES)
def test_colours_differ_in_lightness_too(theme: str) -> None:
    colours = style.palette(theme)
    for pair in (("white", "black"), ("red", "green"), ("blue", "yellow"), ("red", "yellow")):
        assert contrast(*(colours[name] for name in pair)) >= 2, pair


def test_every_colour_is_declared_once_for_both_themes() -> None:
    css = style.stylesheet()
    used = set(re.findall(r"var\(--board-([a-z-]+)\)", css))
    assert used == set(style.palette("light")) == set(style.palette("dark"))


@pytest.mark.parametrize("theme", ["auto", *THEMES])
def test_a_lone_sheet_reaches_only_its_own_theme(theme: str) -> None:
    sheet = style.sheet(theme)
    for selectors in re.findall(r"([^{};]+)\{", sheet):
        if not selectors.startswith("@media"):
            assert all(one.startswith(f".board.{theme}") for one in selectors.split(",")), selectors
    assert "/*" not in sheet
