from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.command import Call

GAME = "draw freedom --option size=4 --moves 'b2 c3'"


def test_svg_on_the_screen(call: Call) -> None:
    out = call(f"{GAME}").out
    assert len([n for n in ElementTree.fromstring(out).iter() if "data-site" in n.attrib]) == 16


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_files_by_their_ending(call: Call, tmp_path: Path, theme: str) -> None:
    for name, begins in (("a.svg", b"<svg"), ("b.PNG", b"\x89PNG"), ("c.txt", b"Freedom, White")):
        out = tmp_path / name
        call(f"{GAME} --out", out, "--theme", theme)
        assert out.read_bytes().startswith(begins)


def test_plain_text(call: Call) -> None:
    lines = call(f"{GAME} --plain").out.splitlines()
    assert lines[0] == "Freedom, White to move (White 0, Black 0)"
    assert lines[2] == "   a   b   c   d"
    assert len(lines) == 9


def test_numbers_position_and_viewer(call: Call) -> None:
    assert ">2</text></g></g>" in call(f"{GAME} --numbers --viewer 0").out
    assert (
        "1 white: a1."
        in call("draw freedom --option size=4 --from '4/4/4/w3 b last=a1 turn=1'").out
    )


def test_the_other_face(call: Call) -> None:
    block = ("draw", "straat", "--moves", "b2HN", "--plain")
    assert "d   c   b   a" in call(*block, "--face", "back").out
    assert "a   b   c   d" in call(*block).out
