from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scenes import BLACK, BOARDS, KING, WHITE, scenes

from livestone.boards import Course, Piece, square
from livestone.draw import svg
from livestone.draw.ground import ground
from livestone.draw.scene import Scene

SVG = "{http://www.w3.org/2000/svg}"
SCENE = Scene(
    square(4),
    {0: WHITE, 5: BLACK, 6: WHITE},
    marked=frozenset({0}),
    last=(5,),
    targets=frozenset({1, 2, 6}),
    title="Freedom, White to move",
    description="1 black: b2.",
)


def parse(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def sites(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {node.attrib["data-site"]: node for node in root.iter() if "data-site" in node.attrib}


def having(root: ElementTree.Element, word: str) -> list[str]:
    """The sites with an element of this class in them."""
    return [
        name
        for name, site in sites(root).items()
        if any(word in node.get("class", "").split() for node in site.iter())
    ]


@given(scenes(), st.booleans(), st.sampled_from(("board", "left")))
def test_what_is_kept_is_what_would_be_drawn(scene: Scene, coordinates: bool, name: str) -> None:
    """Whatever other scenes of the same boards have left in memory."""

    def drawn() -> str:
        return svg.draw(scene, interactive=True, coordinates=coordinates, name=name)

    first = drawn()
    ground(scene.board, coordinates).cells.clear()
    assert drawn() == first == drawn()


def test_what_is_kept_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg, "MAX_CELLS", 20)
    cells = ground(SCENE.board, True).cells
    cells.clear()
    for site in range(16):
        svg.draw(replace(SCENE, marked=frozenset({site})), interactive=True)
        assert len(cells) <= 20


@given(scenes())
def test_any_scene_is_well_formed_with_every_site_once(scene: Scene) -> None:
    for picture in (
        svg.draw(scene),
        svg.draw(scene, standalone=False),
        svg.draw(scene, standalone=False, interactive=True, coordinates=False),
    ):
        root = parse(picture)
        count = Counter(node.get("data-site") for node in root.iter())
        del count[None]
        assert count == Counter(scene.board.names)
        names = scene.board.names
        assert sorted(having(root, "piece")) == sorted(names[at] for at in scene.pieces)
        assert sorted(having(root, "mark")) == sorted(names[at] for at in scene.marked)
        assert sorted(having(root, "last")) == sorted(names[at] for at in scene.last)
        empty = scene.targets - scene.pieces.keys()
        assert sorted(having(root, "dot")) == sorted(names[at] for at in empty)


@given(scenes())
def test_an_embedded_picture_carries_no_style(scene: Scene) -> None:
    for interactive in (False, True):
        root = parse(svg.draw(scene, standalone=False, interactive=interactive))
        assert not list(root.iter(f"{SVG}style"))
        for node in root.iter():
            assert "style" not in node.attrib
            assert not any(name.startswith("on") for name in node.attrib)


@given(scenes())
def test_everything_lies_inside_the_picture(scene: Scene) -> None:
    root = parse(svg.draw(scene))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for node in root.iter():
        if found := re.match(r"translate\((\S+) (\S+)\)", node.get("transform", "")):
            x, y = float(found[1]), float(found[2])
            assert left + 50 <= x <= left + width - 50
            assert top + 50 <= y <= top + height - 50
    for text in root.findall(f".//{SVG}g[@class='coordinates']/{SVG}text"):
        assert left < float(text.attrib["x"]) < left + width
        assert top < float(text.attrib["y"]) < top + height


def test_a_picture_has_a_role_a_title_and_a_description() -> None:
    root = parse(svg.draw(SCENE))
    assert root.get("role") == "img"
    assert [node.tag for node in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title") == "Freedom, White to move"
    assert root.findtext(f"{SVG}desc") == "1 black: b2."
    assert not [node for node in root.iter() if "tabindex" in node.attrib or "id" in node.attrib]


def test_an_interactive_board_is_a_grid_in_words() -> None:
    root = parse(svg.draw(SCENE, standalone=False, interactive=True))
    (grid,) = [node for node in root.iter() if node.get("role") == "grid"]
    assert grid.get("aria-label") == "Freedom, White to move"
    (described,) = [n for n in root.iter() if n.get("id") == grid.get("aria-describedby")]
    assert described.text == "1 black: b2."
    rows = list(grid)
    assert [row.get("role") for row in rows] == ["row"] * 4
    assert [cell.get("data-site") for cell in rows[0]] == ["a4", "b4", "c4", "d4"]
    assert {cell.get("role") for row in rows for cell in row} == {"gridcell"}
    labels = {name: site.get("aria-label") for name, site in sites(root).items()}
    assert labels["a1"] == "a1, white stone, live"
    assert labels["b2"] == "b2, black stone, last move"
    assert labels["b1"] == "b1, empty, may be played"
    assert labels["c2"] == "c2, white stone, may be played"
    assert labels["d4"] == "d4, empty"
    assert [n for n, site in sites(root).items() if site.get("tabindex") == "0"] == ["b2"]
    legal = {n for n, site in sites(root).items() if "data-legal" in site.attrib}
    assert legal == {"b1", "c1", "c2"}
    assert [n for n, site in sites(root).items() if "data-last" in site.attrib] == ["b2"]


def test_ids_stay_the_same_and_hit_areas_can_be_clicked() -> None:
    root = parse(svg.draw(SCENE, standalone=False, interactive=True, name="left"))
    for name, site in sites(root).items():
        assert site.get("id") == f"left-{name}"
        assert site[0].get("fill") == "transparent"
    ids = [node.get("id") for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.kind}-{len(board)}")
def test_margins_are_equal(board: object) -> None:
    root = parse(svg.draw(Scene(board), coordinates=True))  # type: ignore[arg-type]
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    numbers = r"-?\d+(?:\.\d+)?"
    cells = root.find(f"{SVG}path[@class='cells']")
    if cells is not None:
        points = re.findall(rf"({numbers}) ({numbers})", cells.attrib["d"])
        space = 0.0
    else:
        points = [(n.attrib["cx"], n.attrib["cy"]) for n in root.iter(f"{SVG}circle")]
        space = 50
    xs, ys = ([float(point[axis]) for point in points] for axis in (0, 1))
    margins = (min(xs) - left, left + width - max(xs), min(ys) - top, top + height - max(ys))
    assert max(margins) - min(margins) < 0.3
    assert min(margins) >= 30 + space


def test_numbers_and_letters_are_written_on_pieces() -> None:
    scene = Scene(square(4), {0: WHITE, 1: KING, 2: BLACK}, numbers={0: 7, 1: 8, 2: 123})
    texts = {
        n: [t.text for t in s.iter(f"{SVG}text")] for n, s in sites(parse(svg.draw(scene))).items()
    }
    assert (texts["a1"], texts["b1"], texts["c1"]) == (["7"], ["K"], ["123"])
    assert svg.label(scene, 0) == "a1, white stone, move 7"
    assert svg.label(scene, 1) == "b1, king, move 8"
    assert svg.label(replace(SCENE, mark="safe"), 0) == "a1, white stone, safe"


def test_names_are_escaped() -> None:
    board = replace(square(2), names=("<a>", '"b"', "c&d", "e'f"))
    scene = Scene(board, {0: Piece("<i>", "i")}, title="<script>", description="&amp;", mark="<b>")
    for interactive in (False, True):
        root = parse(svg.draw(scene, interactive=interactive, name='a"b'))
        assert set(sites(root)) == set(board.names)
        assert "<script>" not in svg.draw(scene, interactive=interactive)


def test_coordinates_can_be_left_out() -> None:
    assert "coordinates" in svg.draw(SCENE, standalone=False)
    bare = parse(svg.draw(SCENE, standalone=False, coordinates=False))
    assert not bare.findall(f".//{SVG}text")


def test_themes_carry_their_own_plain_colours() -> None:
    light, dark, auto = (svg.draw(SCENE, theme=theme) for theme in ("light", "dark", "auto"))  # type: ignore[arg-type]
    assert light != dark
    assert "prefers-color-scheme" in auto
    for picture in (light, dark):
        assert "prefers-color-scheme" not in picture
    for picture in (light, dark, auto):
        assert "var(" not in picture
        assert "light-dark(" not in picture


def test_what_cannot_be_drawn_is_named() -> None:
    with pytest.raises(ValueError, match="no shape is called 'blob': choose disc"):
        svg.draw(Scene(square(4), {0: Piece("x", "x", "blob")}))
    with pytest.raises(ValueError, match="no colour is called 'mauve': choose white"):
        svg.draw(Scene(square(4), {0: Piece("x", "x", "disc", "mauve")}))


def test_the_last_move_is_marked_on_top_of_what_fills_its_cell() -> None:
    tile = Piece("block", "b", "tile", "white")
    text = svg.draw(Scene(square(2), {0: tile}, last=(0,)))
    assert text.index('class="piece white tile"') < text.index('class="last"')


def test_lines_over_the_pieces() -> None:
    course = Course(((0, 0), (1, 1)), "black")
    picture = Scene(square(2), courses=(course,))
    text = svg.draw(picture)
    way = 'd="M0 0L100 -100"'
    drawn = f'<path class="black halo" {way}/><path class="black" {way}/>'
    assert f'<g class="ways" pointer-events="none">{drawn}</g>' in text


def test_hints_are_written_over_whatever_stands_there() -> None:
    scene = replace(SCENE, hints={0: "#1", 5: "93"})
    page = parse(svg.draw(scene))
    (hints,) = (node for node in page.iter() if node.get("class") == "hints")
    assert [node.text for node in hints] == ["#1", "93"]
    assert hints.get("pointer-events") == "none"
