"""Settings: who wins, what is refused and in which words, what is shown."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from livestone.server.config import Config, Refused, option_givens, settle, written

SECRET = "0123456789abcdef"
MAIL = 'mail_host = "a.b"\nmail_from = "a@b"\nsite = "https://a.b/t"\n'


def file(folder: Path, text: str) -> Path:
    (folder / "s.toml").write_text(text)
    return folder / "s.toml"


def test_who_wins(tmp_path: Path) -> None:
    toml = file(tmp_path, 'port = 1\nlines = 1001\nlogins = 1\ndata = "games"')
    environment = {"LIVESTONE_LINES": "1002", "LIVESTONE_LOGINS": "2", "LIVESTONE_DEBUG": "1"}
    found = settle(toml, environment, {"logins": ("3", "--logins")})
    config = found.config
    assert (config.port, config.lines, config.logins, config.per_address) == (1, 1002, 3, 256)
    assert config.data == tmp_path / "games"
    assert found.sources["port"] == str(toml)
    assert found.sources["lines"] == "LIVESTONE_LINES"
    assert found.sources["logins"] == "--logins"
    assert found.sources["per_address"] == "default"


def test_the_file_may_be_named_by_a_variable(tmp_path: Path) -> None:
    toml = file(tmp_path, "port = 7")
    assert settle(None, {"LIVESTONE_CONFIG": str(toml)}).config.port == 7
    assert settle(None, {}).config == Config()


@pytest.mark.parametrize(
    ("toml", "environment", "options", "words"),
    [
        ("prot = 1", {}, {}, r"no setting 'prot' \(.*s.toml\): did you mean 'port'"),
        ("", {"LIVESTONE_XYZZY": "1"}, {}, r"'xyzzy' \(LIVESTONE_XYZZY\): .*--check"),
        ("[web]\nport = 1", {}, {}, "no setting 'web'"),
        ("port = 70000", {}, {}, r"port cannot be 70000 \(.*s.toml\): .* from 0 to 65535"),
        ("", {"LIVESTONE_PORT": "x"}, {}, r"port cannot be 'x' \(LIVESTONE_PORT\)"),
        ("", {}, {"port": ("-1", "--port")}, r"port cannot be '-1' \(--port\)"),
        ("port = ", {}, {}, "no TOML"),
        ('key = "s.toml"', {}, {}, "key .* is nothing without certificate"),
        ("lines_tls = 7", {}, {}, "lines_tls .* needs a certificate"),
        ("", {"LIVESTONE_DATABASE": "mysql://a:pw@b/c"}, {}, "database .* postgresql://user"),
        ('database = "postgresql://a:pw@b:x/c"', {}, {}, "what was given .* postgresql://user"),
        ('database = "postgresql://localhost"', {}, {}, "database .* postgresql://user"),
        ("lines = 8000", {}, {}, "cannot be the same: 8000, 8000"),
        ('mail_host = "a.b"', {}, {}, "mail_host .* is nothing without mail_from: set both"),
        ('mail_host = "a.b"\nmail_from = "a@b"', {}, {}, "nothing without site"),
        ('mail_host = "a b"', {}, {}, "mail_host cannot be 'a b' .* mail.example"),
        ('mail_from = "x"', {}, {}, "mail_from cannot be 'x' .* such as table@play.example"),
        ('site = "play.example"', {}, {}, "site cannot be .* such as https://play.example"),
        (MAIL + 'mail_user = "x"', {}, {}, "mail_user and a password .* need each other"),
        (
            MAIL + f'mail_user = "x"\nmail_password = "{SECRET}"\nmail_security = "none"',
            {},
            {},
            "mail_security .* cannot be none where a password is sent",
        ),
        (
            MAIL + f'mail_password = "{SECRET}"\nmail_password_file = "s.toml"',
            {},
            {},
            "contradict each other",
        ),
        (f'metrics_token = "{SECRET}!"', {}, {}, "metrics_token cannot be what was given"),
    ],
)
def test_refused(
    tmp_path: Path,
    toml: str,
    environment: dict[str, str],
    options: dict[str, tuple[object, str]],
    words: str,
) -> None:
    with pytest.raises(Refused, match=words) as caught:
        settle(file(tmp_path, toml), environment, options)
    assert SECRET not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"nowhere.*No such file"):
        settle(tmp_path / "nowhere")


def test_what_is_shown_can_be_read_again(tmp_path: Path) -> None:
    text = f'metrics_token = "{SECRET}"\nhosts = ["a.example"]\nlog_requests = true'
    found = settle(file(tmp_path, text), {"LIVESTONE_DATA": '/a "b" \\c'})
    shown = "\n".join(found.lines())
    assert SECRET not in shown
    assert len(found.lines()) == len(fields(Config))
    again = tomllib.loads(shown.replace('"..."', f'"{SECRET}"'))
    (tmp_path / "again").mkdir()
    assert (
        settle(
            file(
                tmp_path / "again",
                "\n".join(
                    f"{name} = {written(tuple(value) if isinstance(value, list) else value)}"
                    for name, value in again.items()
                ),
            )
        ).config
        == found.config
    )


def test_options_by_name() -> None:
    assert option_givens(["log-format=json", "hosts=a=b"]) == {
        "log_format": ("json", "--set"),
        "hosts": ("a=b", "--set"),
    }
    with pytest.raises(Refused, match="name=value"):
        option_givens(["json"])
