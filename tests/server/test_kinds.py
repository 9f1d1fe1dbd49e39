"""How settings are read: the same from TOML and from texts, and nothing by guessing."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from pathlib import Path

import pytest

from livestone.server import parsers as kinds

TEN = ipaddress.ip_network("10.0.0.0/8")
ONE = ipaddress.ip_network("192.0.2.7")


@pytest.mark.parametrize(
    ("read", "given", "found"),
    [
        (kinds.whole(0, 9), "7", 7),
        (kinds.whole(0, 9), 9, 9),
        (kinds.seconds(0, 5), "0.5", 0.5),
        (kinds.seconds(0, 5), 3, 3.0),
        (kinds.choice("text", "json"), "json", "json"),
        (kinds.switch, "Yes", True),
        (kinds.switch, False, False),
        (kinds.address, " ::1 ", "::1"),
        (kinds.base_path, "/a/b-c/", "/a/b-c"),
        (kinds.base_path, "/", ""),
        (kinds.host_names, "Play.Example., b", ("play.example", "b")),
        (kinds.networks, "10.0.0.0/8, 192.0.2.7", (TEN, ONE)),
        (kinds.networks, ["10.0.0.0/8"], (TEN,)),
        (kinds.networks, "", ()),
        (kinds.secret_word, "", ""),
    ],
)
def test_read(read: Callable[[object], object], given: object, found: object) -> None:
    assert read(given) == found


@pytest.mark.parametrize(
    ("read", "given", "words"),
    [
        (kinds.whole(0, 9), "10", "from 0 to 9"),
        (kinds.whole(0, 9), "1.5", "whole number"),
        (kinds.whole(0, 9), True, "whole number"),
        (kinds.whole(0, 9), 1.0, "whole number"),
        (kinds.seconds(0, 5), "nan", "from 0 to 5"),
        (kinds.seconds(0, 5), True, "from 0 to 5"),
        (kinds.seconds(0, 5), [], "from 0 to 5"),
        (kinds.choice("text", "json"), "xml", "text or json"),
        (kinds.switch, "maybe", "true or false"),
        (kinds.switch, 1, "true or false"),
        (kinds.address, "", "127.0.0.1"),
        (kinds.base_path, "games", "/livestone"),
        (kinds.base_path, "/a//b", "/livestone"),
        (kinds.base_path, "/../b", "/livestone"),
        (kinds.base_path, '/"', "/livestone"),
        (kinds.host_names, "http://a", "no host name"),
        (kinds.host_names, 7, "list of texts"),
        (kinds.networks, "10.0.0.1/8", "has host bits set"),
        (kinds.networks, [7], "list of texts"),
        (kinds.secret_word, "short", "16 to 200"),
        (kinds.file, "/no/such/file", "No such file"),
        (kinds.folder, "", "name a path"),
    ],
)
def test_refused(read: Callable[[object], object], given: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read(given)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert kinds.file(str(tmp_path / "file")) == tmp_path / "file"
    with pytest.raises(ValueError, match="this is a file"):
        kinds.folder(tmp_path / "file")
