from __future__ import annotations

from dataclasses import replace

from tests.scenes import star

from livestone.boards import Course, hexhex, square
from livestone.draw.ground import ground, spacing
from livestone.draw.paths import number


def test_spacing_is_the_least_distance() -> None:
    assert spacing(square(4)) == 1
    assert abs(spacing(hexhex(3)) - 1) < 1e-9
    assert abs(spacing(star()) - (1 + 1.5**2) ** 0.5) < 1e-9
    assert spacing(hexhex(1)) == 1


def test_lengths_are_short() -> None:
    lengths = (0.0, -0.01, 50, 33.333, -28.86)
    assert [number(value) for value in lengths] == ["0", "0", "50", "33.3", "-28.9"]


def test_points_have_lines_and_round_areas() -> None:
    base = ground(star(), True)
    assert base.svg.count("<circle") == 6
    assert 'class="lines"' in base.svg
    assert 'class="cells"' not in base.svg
    assert len(base.areas) == len(base.corners) == 6


def test_courses_are_drawn_over_the_cells() -> None:
    courses = (
        Course(((0, 0), (2, 2), (2, 0)), "blue"),
        Course(((0, 1), (0, 2)), dotted=True),
    )
    base = ground(replace(square(3), courses=courses), True)
    assert '<g class="zone blue"><path class="course" d="M0 0L200 -200L200 0"/></g>' in base.svg
    assert '<g class="zone"><path class="course dotted" d="M0 -100L0 -200"/></g>' in base.svg
    assert base.svg.index('class="cells"') < base.svg.index('class="course"')
