"""The single file carries everything, and names nothing outside of itself."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path

import pytest

from livestone.app.files import Files

CARRIED = re.compile(r'<script type="text/plain" data-file="([^"]+)">([^<]*)</script>')


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    """The single file."""
    return (folder.parent / "livestone.html").read_text("utf-8")


def test_it_names_nothing_outside(page: str) -> None:
    assert page.count("<script") == page.count("</script>")  # none ends early
    page = CARRIED.sub("", page)
    page, count = re.subn(r'<script type="module">.*?</script>', "", page, flags=re.DOTALL)
    assert count == 1
    references = re.findall(r"""(?:src|href|content)=["']?([^"'\s>]+)""", page)
    outside = [name for name in references if not name.startswith("data:")]
    files = [name for name in outside if re.search(r"\.\w{2,11}$|//", name)]
    assert files == []
    assert not re.search(r"@import|url\((?!['\"]?data:)", page)
    assert re.findall(r"<(?:link|img)[^>]*", page) == re.findall(
        r'<link rel="icon" href="data:[^>]*', page
    )


def test_it_carries_the_site_s_files(page: str, files: Files) -> None:
    found = {
        name: gzip.decompress(base64.b64decode(packed)) for name, packed in CARRIED.findall(page)
    }
    folders = ("games/", "languages/", "lessons/", "pictures/", "puzzles/", "samples/")
    wanted = {
        name: content
        for name, content in files.items()
        if (name.startswith(folders) and ".light." not in name) or name in ("logo.svg", "worker.js")
    }
    catalogue = found.pop("catalogue.json")
    assert found == wanted
    assert b'"light"' not in catalogue
    assert json.loads(catalogue)["version"] == json.loads(files["catalogue.json"])["version"]
