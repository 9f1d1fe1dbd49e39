"""``livestone token``: shown once, for a file."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Call


def test_a_token_is_all_that_a_file_gets(tmp_path: Path, call: Call) -> None:
    where = ["--data", str(tmp_path)]
    first = call("token ada", *where)
    assert len(first.out.split()) == 1
    assert first.out.endswith("\n")
    assert "livestone bot my_player.py --user ada --ssh-key FILE" in first.err
    assert first.out.strip() not in first.err
    assert call("token ada", *where).out != first.out


def test_revoking(tmp_path: Path, call: Call) -> None:
    where = ["--data", str(tmp_path)]
    assert "'ada' has no token" in call("token ada --revoke", *where, code=2).err
    call("token ada", *where)
    assert "no longer works" in call("token ada --revoke", *where).out
    call("token ada --revoke", *where, code=2)
