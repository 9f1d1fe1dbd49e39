"""``livestone backup`` and ``restore``: one line that says what happened, or why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command import Call

from livestone.server.db.sqlite_setup import FILE, prepare


def test_there_and_back(here: Path, call: Call) -> None:
    prepare(here / "data" / FILE)
    made = call("backup copy.db --data data").out
    assert made == f"copy.db: {Path('copy.db').stat().st_size / 1e6:.1f} MB, checked.\n"
    assert "--replace" in call("backup copy.db --data data", code=2).err
    call("backup copy.db --data data --replace")
    told = call("restore copy.db --data data")
    assert "data" in told.out
    assert "livestone-before-" in told.err


@pytest.mark.parametrize(("command", "program"), [("backup", "pg_dump"), ("restore", "pg_restore")])
@pytest.mark.parametrize("given", ["option", "variable"])
def test_postgresql_has_commands_of_its_own(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch, command: str, program: str, given: str
) -> None:
    """Also where only the variable says so: nobody wants a copy of another store."""
    prepare(here / "data" / FILE)
    address = "postgresql://ada:secret@localhost/games"
    if given == "variable":
        monkeypatch.setenv("LIVESTONE_DATABASE", address)
    options = f" --database {address}" if given == "option" else ""
    told = call(f"{command} copy.db --data data{options}", code=2).err
    assert program in told
    assert "secret" not in told
    assert told.count("\n") == 1
    assert not Path("copy.db").exists()
