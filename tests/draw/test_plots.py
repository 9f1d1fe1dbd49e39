"""Plots are SVG that says what it shows, in light and dark."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from livestone.draw import plots
from livestone.draw.style import palette

SVG = "{http://www.w3.org/2000/svg}"


def parsed(*panels: str, theme: str = "auto") -> ET.Element:
    return ET.fromstring(plots.page("A & B", "200 games", panels, "What <it> shows", theme))


def texts(root: ET.Element) -> list[str]:
    return [found.text or "" for found in root.iter(f"{SVG}text")]


def rects(root: ET.Element) -> list[dict[str, float]]:
    return [
        {name: float(found.get(name, "0")) for name in ("x", "y", "width", "height")}
        for found in root.iter(f"{SVG}rect")
        if found.get("class") == "fill"
    ]


def test_a_page_has_a_title_words_and_a_description() -> None:
    root = parsed(plots.columns("Length", "plies", "games", 3, 1, [1, 2, 3]))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A & B"
    assert root.findtext(f"{SVG}desc") == "What <it> shows"
    assert {"A & B", "200 games", "Length", "plies", "games"} <= set(texts(root))


def test_panels_stand_side_by_side_within_the_page() -> None:
    root = parsed(*["<g/>"] * 5)
    width, height = map(float, root.get("viewBox", "").split()[2:])
    places = [
        tuple(map(float, found.get("transform", "")[10:-1].split()))
        for found in root.findall(f"{SVG}g")
    ]
    assert len(set(places)) == 5
    assert max(x for x, _ in places) + plots.WIDTH < width
    assert max(y for _, y in places) + plots.HEIGHT < height


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_themes_have_plain_colours(theme: str) -> None:
    root = parsed("", theme=theme)
    sheet = root.findtext(f"{SVG}style") or ""
    assert palette(theme)["text"] in sheet
    assert "var(" not in sheet
    assert "prefers-color-scheme" not in sheet
    assert "prefers-color-scheme:dark" in (parsed("").findtext(f"{SVG}style") or "")


def test_bars_are_as_long_as_their_values() -> None:
    shown = [plots.Bar("White", 0.25, 0.2, 0.3, "25%"), plots.Bar("Black", 0.75, 0.7, 0.8, "75%")]
    root = parsed(plots.bars("Results", shown, ["and so on"]))
    first, second = rects(root)
    assert second["width"] == pytest.approx(3 * first["width"])
    assert first["y"] + first["height"] < second["y"]
    assert {"White", "25%", "Black", "75%", "and so on"} <= set(texts(root))


def test_columns_are_as_high_as_their_counts() -> None:
    found = rects(parsed(plots.columns("Length", "plies", "games", 10, 5, [2, 4, 0, 1])))
    assert [round(rect["height"] / found[3]["height"]) for rect in found] == [2, 4, 0, 1]
    assert len({rect["y"] + rect["height"] for rect in found}) == 1
    alone = rects(parsed(plots.columns("Length", "plies", "games", 64, 1, [9])))
    assert [bool(rect["height"]) for rect in alone] == [False, True, False]
    assert rects(parsed(plots.columns("Length", "plies", "games", 0, 1, [])))


def test_a_curve_stays_in_its_panel() -> None:
    x, y = plots.Axis("ply", 0, 10), plots.Axis("chance", 0, 1, percent=True)
    panel = plots.curve("Chance", x, y, [0.5, 1.0], [0.0, 1.0], [1.0, 1.0], 0.5)
    root = parsed(panel)
    (line,) = (
        found.get("d", "") for found in root.iter(f"{SVG}path") if found.get("class") == "curve"
    )
    for pair in line[1:].split("L"):
        across, down = map(float, pair.split())
        assert plots.LEFT <= across <= plots.WIDTH - plots.RIGHT
        assert plots.TOP <= down <= plots.HEIGHT - plots.BOTTOM
    assert {"0%", "100%"} <= set(texts(root))


@pytest.mark.parametrize(
    ("start", "end", "percent", "ticks"),
    [
        (0, 1, True, ["0%", "20%", "40%", "60%", "80%", "100%"]),
        (0, 3, False, ["0", "1", "2", "3"]),
        (63.5, 64.5, False, ["64"]),
        (0, 1500, False, ["0", "500", "1,000", "1,500"]),
        (7, 7, False, ["7"]),
    ],
)
def test_ticks_are_round(start: float, end: float, percent: bool, ticks: list[str]) -> None:
    axis = plots.Axis("n", start, end, percent)
    assert [axis.word(value) for value in axis.ticks()] == ticks
