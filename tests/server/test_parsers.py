"""How settings' texts are parsed."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from pathlib import Path

import pytest

from livestone.server import parsers

TEN = ipaddress.ip_network("10.0.0.0/8")
ONE = ipaddress.ip_network("192.0.2.7")


@pytest.mark.parametrize(
    ("read", "given", "found"),
    [
        (parsers.whole(0, 9), "7", 7),
        (parsers.seconds(0, 5), "0.5", 0.5),
        (parsers.choice("text", "json"), "json", "json"),
        (parsers.switch, "Yes", True),
        (parsers.address, " ::1 ", "::1"),
        (parsers.base_path, "/a/b-c/", "/a/b-c"),
        (parsers.base_path, "/", ""),
        (parsers.host_names, "Play.Example., b", ("play.example", "b")),
        (parsers.networks, "10.0.0.0/8, 192.0.2.7", (TEN, ONE)),
        (parsers.networks, "", ()),
        (parsers.secret_word, "", ""),
    ],
)
def test_read(read: Callable[[str], object], given: str, found: object) -> None:
    assert read(given) == found


@pytest.mark.parametrize(
    ("read", "given", "words"),
    [
        (parsers.whole(0, 9), "10", "from 0 to 9"),
        (parsers.whole(0, 9), "1.5", "whole number"),
        (parsers.seconds(0, 5), "nan", "from 0 to 5"),
        (parsers.choice("text", "json"), "xml", "text or json"),
        (parsers.switch, "maybe", "true or false"),
        (parsers.address, "", "127.0.0.1"),
        (parsers.base_path, "games", "/livestone"),
        (parsers.base_path, "/a//b", "/livestone"),
        (parsers.base_path, "/../b", "/livestone"),
        (parsers.base_path, '/"', "/livestone"),
        (parsers.host_names, "http://a", "no host name"),
        (parsers.networks, "10.0.0.1/8", "has host bits set"),
        (parsers.secret_word, "short", "16 to 200"),
        (parsers.file, "/no/such/file", "No such file"),
        (parsers.folder, "", "name a path"),
    ],
)
def test_refused(read: Callable[[str], object], given: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read(given)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert parsers.file(str(tmp_path / "file")) == tmp_path / "file"
    with pytest.raises(ValueError, match="this is a file"):
        parsers.folder(str(tmp_path / "file"))
