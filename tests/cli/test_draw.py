from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from livestone.cli.main import run

GAME = ("draw", "freedom", "--option", "size=4", "--moves", "b2 c3")


def test_svg_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(GAME) == 0
    out = capsys.readouterr().out
    assert len([n for n in ElementTree.fromstring(out).iter() if "data-site" in n.attrib]) == 16


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_files_by_their_ending(tmp_path: Path, theme: str) -> None:
    for name, begins in (("a.svg", b"<svg"), ("b.PNG", b"\x89PNG"), ("c.txt", b"Freedom, White")):
        out = tmp_path / name
        assert run((*GAME, "--out", str(out), "--theme", theme)) == 0
        assert out.read_bytes().startswith(begins)


def test_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run((*GAME, "--plain")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Freedom, White to move (White 0, Black 0)"
    assert lines[2] == "   a   b   c   d"
    assert len(lines) == 9


def test_numbers_position_and_viewer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run((*GAME, "--numbers", "--viewer", "0")) == 0
    assert ">2</text></g></g>" in capsys.readouterr().out
    assert (
        run(("draw", "freedom", "--option", "size=4", "--from", "4/4/4/w3 b last=a1 turn=1")) == 0
    )
    assert "1 white: a1." in capsys.readouterr().out


def test_the_other_face(capsys: pytest.CaptureFixture[str]) -> None:
    block = ("draw", "straat", "--moves", "b2HN", "--plain")
    assert run((*block, "--face", "back")) == 0
    assert "d   c   b   a" in capsys.readouterr().out
    assert run(block) == 0
    assert "a   b   c   d" in capsys.readouterr().out
