"""``livestone token``: shown once, for a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from livestone.cli.main import run


def test_a_token_is_all_that_a_file_gets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--data", str(tmp_path)]
    assert run(["token", "ada", *where]) == 0
    first = capsys.readouterr()
    assert len(first.out.split()) == 1
    assert first.out.endswith("\n")
    assert "livestone bot my_player.py --user ada --ssh-key FILE" in first.err
    assert first.out.strip() not in first.err
    assert run(["token", "ada", *where]) == 0
    assert capsys.readouterr().out != first.out


def test_revoking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--data", str(tmp_path)]
    assert run(["token", "ada", "--revoke", *where]) == 2
    assert "'ada' has no token" in capsys.readouterr().err
    assert run(["token", "ada", *where]) == 0
    assert run(["token", "ada", "--revoke", *where]) == 0
    assert "no longer works" in capsys.readouterr().out
    assert run(["token", "ada", "--revoke", *where]) == 2
