"""Settings: who wins, what is refused and in which words, what is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path

import pytest

from livestone.cli.main import run
from livestone.server import parsers
from livestone.server.config import OTHER_VARIABLES, Config

ROOT = Path(__file__).parents[2]
SECRET = "0123456789abcdef"
MAIL = 'mail_host = "a.b"\nmail_from = "a@b"\nsite = "https://a.b/t"\n'
LOGIN = f'{MAIL}mail_user = "x"\nmail_password = "{SECRET}"\n'
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


def test_a_file_may_have_sections(tmp_path: Path, capsys: Captured) -> None:
    """Each setting by its name in the section, or by the one it has everywhere."""
    text = """
        session_days = 3
        [lines]
        port = 7
        host = "127.0.0.1"
        [talk]
        on = false
        letters = 20
        [quotas]
        guest_games = 5
        [mail]
        host = "a.b"
        from = "a@b"
        site = "https://a.b/t"
    """
    toml = file(tmp_path, text)
    found = shown(capsys, "--config", toml, "--guest-games", "6")
    given = {name: value for name, (value, source) in found.items() if source != "default"}
    assert given == {
        "lines": "7",
        "lines_host": '"127.0.0.1"',
        "session_days": "3",
        "talk": "false",
        "talk_letters": "20",
        "guest_games": "6",
        "mail_host": '"a.b"',
        "mail_from": '"a@b"',
        "site": '"https://a.b/t"',
    }


def test_the_file_may_be_named_by_a_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("LIVESTONE_CONFIG", file(tmp_path, "port = 7\ntrusted_proxies = []"))
    found = shown(capsys)
    assert found["port"][0] == "7"
    assert found["trusted_proxies"][0] == "[]"


def test_no_variable_means_two_things(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    """Those that are settings of the server, and those of everything else in this repository."""
    settings = {entry.name.upper() for entry in fields(Config)}
    assert not settings & set(OTHER_VARIABLES)
    used = {
        name
        for place in ("src", "docs", "deploy", "scripts", "tests", "Makefile")
        for file in sorted([ROOT / place, *(ROOT / place).rglob("*")])
        if file.suffix in (".py", ".md", ".sh", ".yaml", ".service", "") and file.is_file()
        for name in re.findall(r"\bLIVESTONE_([A-Z_]*[A-Z])\b", file.read_text("utf-8"))
    }
    assert used - settings - {"XYZZY"} == set(OTHER_VARIABLES)
    for name in OTHER_VARIABLES:
        if name not in ("CONFIG", "GAMES"):  # which are read by this command
            monkeypatch.setenv(f"LIVESTONE_{name}", str(tmp_path))
    monkeypatch.setenv("LIVESTONE_SITE", "https://play.example")
    assert shown(capsys)["site"] == ('"https://play.example"', "LIVESTONE_SITE")


@pytest.mark.parametrize(
    ("toml", "variable", "words"),
    [
        ("prot = 1", "", r"no setting 'prot' (s.toml): did you mean 'port'?"),
        ("", "XYZZY=1", "'xyzzy' (LIVESTONE_XYZZY): 'livestone serve --check' lists them"),
        ("[wep]\nport = 1", "", "no setting 'wep' (s.toml): "),
        ("[web]\nprot = 1", "", "no setting 'prot' in [web] (s.toml): did you mean 'port'?"),
        ("[talk]\nx = 1", "", "no setting 'x' in [talk] (s.toml): it may have on, letters, often"),
        ("[web]\nport = 70000", "", "port cannot be '70000' (s.toml): choose a whole number"),
        ("port = 1\n[web]\nport = 2", "", "port is given twice (s.toml): keep that in [web]"),
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
        ('mail_from = "x"', "", "mail_from cannot be 'x' (s.toml): choose an address such"),
        ('site = "play.example"', "", "choose an address such as https://play.example"),
        (MAIL + 'mail_user = "x"', "", "mail_user and a password"),
        (LOGIN + 'mail_security = "none"', "", "mail_security (s.toml) cannot be none where a"),
        (LOGIN + 'mail_password_file = "s.toml"', "", "contradict each other"),
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
        (["--set", "json"], "--set 'json' is not name=value"),
        (["--set", "prot=1"], "there is no setting 'prot' (--set): did you mean 'port'?"),
        (["--logins", "0"], "--logins cannot be '0': choose a whole number from 1"),
        (["--lines", "-1"], "--lines cannot be '-1': choose a whole number from 0"),
        (["--classroom", "nowhere"], "--classroom cannot be 'nowhere': name a folder of NAME.pub"),
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


@pytest.mark.parametrize(
    ("read", "given", "found"),
    [
        (parsers.whole(0, 9), "7", 7),
        (parsers.seconds(0, 5), "0.5", 0.5),
        (parsers.choice("text", "json"), "json", "json"),
        (parsers.switch, "Yes", True),
        (parsers.address, " ::1 ", "::1"),
        (parsers.address, "Table.example", "table.example"),
        (parsers.base_path, "/a/b-c/", "/a/b-c"),
        (parsers.base_path, "/", ""),
        (parsers.host_names, "Play.Example., b", ("play.example", "b")),
        (parsers.networks, "192.0.2.7, ::1", (ip_network("192.0.2.7"), ip_network("::1"))),
        (parsers.networks, "", ()),
        (parsers.secret_word, "", ""),
        (parsers.file, __file__, Path(__file__)),
    ],
)
def test_what_parsers_read(read: Callable[[str], object], given: str, found: object) -> None:
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
        (parsers.address, "nonsense host", "127.0.0.1"),
        (parsers.address, "127.0.0.1:8000", "127.0.0.1"),
        (parsers.address, "a" * 300, "127.0.0.1"),
        (parsers.database, "postgresql://nonsense host/games", "choose an address such as"),
        (parsers.base_path, "games", "/livestone"),
        (parsers.base_path, "/a//b", "/livestone"),
        (parsers.base_path, "/../b", "/livestone"),
        (parsers.base_path, '/"', "/livestone"),
        (parsers.host_names, "http://a", "no host name"),
        (parsers.networks, "10.0.0.1/8", "has host bits set"),
        (parsers.secret_word, "short", "16 to 200"),
        (parsers.file, "/no/such/file", "No such file"),
        (parsers.folder, "", "name a path"),
        (parsers.folder, __file__, "this is a file"),
    ],
)
def test_what_parsers_refuse(read: Callable[[str], object], given: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read(given)
