"""Settings: who wins, what is refused and in which words, what is shown."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from livestone.cli.main import run
from livestone.server.config import Config, written

SECRET = "0123456789abcdef"
MAIL = 'mail_host = "a.b"\nmail_from = "a@b"\nsite = "https://a.b/t"\n'
Captured = pytest.CaptureFixture[str]


def shown(capsys: Captured, *options: str) -> dict[str, tuple[str, str]]:
    """What ``--check`` prints: each setting's value and where it was given."""
    assert run(["serve", "--check", *options]) == 0
    lines = [line.partition("  # ") for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == len(fields(Config))
    found = [(setting.partition(" = "), source) for setting, _, source in lines]
    return {name: (value, source) for (name, _, value), source in found}


def file(folder: Path, text: str) -> str:
    (folder / "s.toml").write_text(text)
    return str(folder / "s.toml")


def test_precedence_of_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    toml = file(tmp_path, 'port = 1\nlines = 1001\nlogins = 1\nper_address = 1\ndata = "games"')
    monkeypatch.setenv("LIVESTONE_LINES", "1002")
    monkeypatch.setenv("LIVESTONE_LOGINS", "2")
    monkeypatch.setenv("LIVESTONE_PER_ADDRESS", "2")
    monkeypatch.setenv("LIVESTONE_CONNECTIONS", "")
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path))
    options = ["--logins", "3", "--set", "logins=4", "--set", "per-address=4", "--no-guests"]
    found = shown(capsys, "--config", toml, *options)
    assert found["port"] == ("1", toml)
    assert found["data"] == (f'"{tmp_path / "games"}"', toml)
    assert found["lines"] == ("1002", "LIVESTONE_LINES")
    assert found["per_address"] == ("4", "--set")
    assert found["logins"] == ("3", "--logins")
    assert found["connections"] == ("768", "default")
    assert found["guests"] == ("false", "--no-guests")


def test_the_file_may_be_named_by_a_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("LIVESTONE_CONFIG", file(tmp_path, "port = 7\ntrusted_proxies = []"))
    found = shown(capsys)
    assert found["port"][0] == "7"
    assert found["trusted_proxies"][0] == "[]"


@pytest.mark.parametrize(
    ("toml", "variable", "words"),
    [
        ("prot = 1", "", r"no setting 'prot' (s.toml): did you mean 'port'?"),
        ("house = 1", "", r"no setting 'house' (s.toml): "),
        ("size = 4", "", r"no setting 'size' (s.toml): "),
        ("", "XYZZY=1", "'xyzzy' (LIVESTONE_XYZZY): 'livestone serve --check' lists them"),
        ("[web]\nport = 1", "", "no setting 'web' (s.toml): "),
        ("port = 70000", "", "port cannot be '70000' (s.toml): choose a whole number from 0 to"),
        ("port = true", "", "port cannot be 'True' (s.toml): "),
        ("port = [1]", "", "port cannot be '[1]' (s.toml): give one value, not a list"),
        ("guests = 2", "", "guests cannot be '2' (s.toml): choose true or false"),
        ("", "PORT=x", "port cannot be 'x' (LIVESTONE_PORT)"),
        ("port = ", "", "are no TOML"),
        ('key = "s.toml"', "", "is nothing without certificate"),
        ('certificate = "no.pem"', "", "cannot be 'no.pem' (s.toml): name a file that can be read"),
        ("lines_tls = 7", "", "lines_tls (s.toml) is nothing without certificate"),
        ("", "DATABASE=mysql://a:0123456789abcdef@b/c", "choose an address such as postgresql://"),
        (f'database = "postgresql://a:{SECRET}@b:x/c"', "", "what was given (s.toml): "),
        (f'database = ["postgresql://a:{SECRET}@b/c"]', "", "what was given (s.toml): give one"),
        ('database = "postgresql://localhost"', "", "choose an address such as postgresql://user"),
        ("lines = 8000", "", "cannot be the same: 8000, 8000"),
        ('mail_host = "a.b"', "", "mail_host (s.toml) is nothing without mail_from: set both"),
        ('mail_host = "a.b"\nmail_from = "a@b"', "", "nothing without site"),
        ('mail_host = "a b"', "", "mail_host cannot be 'a b' (s.toml): choose a name such as mail"),
        (
            'mail_from = "x"',
            "",
            "mail_from cannot be 'x' (s.toml): choose an address such",
        ),
        ('site = "play.example"', "", "choose an address such as https://play.example"),
        (MAIL + 'mail_user = "x"', "", "mail_user and a password"),
        (
            MAIL + f'mail_user = "x"\nmail_password = "{SECRET}"\nmail_security = "none"',
            "",
            "mail_security (s.toml) cannot be none where a password is sent",
        ),
        (
            MAIL + f'mail_password = "{SECRET}"\nmail_password_file = "s.toml"',
            "",
            "contradict each other",
        ),
        (f'metrics_token = "{SECRET}!"', "", "metrics_token cannot be what was given"),
    ],
)
def test_settings_that_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
    toml: str,
    variable: str,
    words: str,
) -> None:
    if variable:
        monkeypatch.setenv(*f"LIVESTONE_{variable}".split("=", 1))
    assert run(["serve", "--check", "--config", file(tmp_path, toml)]) == 2
    told = capsys.readouterr().err.replace(f"{tmp_path}/", "")
    assert words in told
    assert SECRET not in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--config", "nowhere.toml"], "nowhere.toml' cannot be read: No such file"),
        (["--config", "/"], "'/' cannot be read: Is a directory"),
        (["--set", "json"], "--set 'json' is not name=value"),
        (["--set", "prot=1"], "there is no setting 'prot' (--set): did you mean 'port'?"),
        (["--logins", "0"], "--logins cannot be '0': choose a whole number from 1"),
        (["--lines", "-1"], "--lines cannot be '-1': choose a whole number from 0"),
        (["--lines", "1.5"], "--lines cannot be '1.5': choose a whole number"),
        (
            ["--classroom", "nowhere"],
            "--classroom cannot be 'nowhere': name a folder of NAME.pub files",
        ),
        (["--sources", "x"], "there is no option --sources"),
        (["--prot", "1"], "did you mean --port?"),
    ],
)
def test_options_that_are_refused(capsys: Captured, options: list[str], words: str) -> None:
    assert run(["serve", "--check", *options]) == 2
    assert words in capsys.readouterr().err


def test_what_is_shown_can_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    text = f'metrics_token = "{SECRET}"\nhosts = ["a.example"]\nlog_requests = true'
    monkeypatch.setenv("LIVESTONE_DATA", '/a "b" \\c')
    found = shown(capsys, "--config", file(tmp_path, text))
    assert SECRET not in str(found)
    monkeypatch.delenv("LIVESTONE_DATA")
    lines = [f"{name} = {value}" for name, (value, _) in found.items() if value]
    again = "\n".join(lines).replace('"..."', f'"{SECRET}"')
    read = shown(capsys, "--config", file(tmp_path, again))
    assert {name: value for name, (value, _) in read.items()} == {
        name: value for name, (value, _) in found.items()
    }


def test_a_value_as_toml() -> None:
    for value in (True, 7, 0.5, 'a "b" \\c', ("a", "b")):
        read = tomllib.loads(f"x = {written(value)}")["x"]
        assert read == (list(value) if isinstance(value, tuple) else value)
