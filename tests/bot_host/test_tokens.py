"""The file of tokens: what it says, who may read it, and what it may not look like."""

from __future__ import annotations

from pathlib import Path

import pytest

from livestone.bot_host.tokens import VARIABLE, BotToken, load, read, save, write
from livestone.errors import BadRequest

TWO = [(BotToken(3, "ls_three"), "House-3"), (BotToken(10, "ls_ten"), "House-10")]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    assert "three" not in repr(TWO)
    save(file, write(TWO))
    assert file.stat().st_mode & 0o777 == 0o600
    assert load(file, {}) == [token for token, _ in TWO]
    assert load(file, {}, [10]) == [TWO[1][0]]
    save(file, "1 ls_a\n")
    assert [token.level for token in load(file, {})] == [1]
    assert list(tmp_path.iterdir()) == [file]


def test_the_environment_will_do() -> None:
    assert load(None, {VARIABLE: "3 ls_x,4 ls_y"}) == [BotToken(3, "ls_x"), BotToken(4, "ls_y")]
    with pytest.raises(BadRequest, match=VARIABLE):
        load(None, {})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no tokens"),
        ("ls_x", "line 1"),
        ("# fine\n\n4 ls_x ls_y", "line 3"),
        ("x ls_x", "line 1"),
        ("0 ls_x", "no level is 0"),
        ("3 ls_ü", "line 1"),
        ("3 ls_x\n4 ls_x", "twice"),
    ],
)
def test_what_is_no_file_of_tokens(text: str, said: str) -> None:
    with pytest.raises(BadRequest, match=said) as caught:
        read(text)
    assert "ls_x" not in str(caught.value)


def test_levels_and_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="no token for level 5"):
        read("4 ls_x", [4, 5])
    with pytest.raises(BadRequest, match="cannot be read: No such file"):
        load(tmp_path / "nothing", {})
    (tmp_path / "picture").write_bytes(b"\xff\xd8")
    with pytest.raises(BadRequest, match="it is no text"):
        load(tmp_path / "picture", {})
    with pytest.raises(BadRequest, match="cannot be written"):
        save(tmp_path / "no" / "folder", "")
