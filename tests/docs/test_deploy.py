"""The files of deploy/: every path, command and setting in them is there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from tests.patience import PATIENCE
from tests.server.site import Site

from livestone.server.config import PREFIX, Config

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
PROGRAM = "/opt/livestone/.venv/bin/livestone"
CONTAINER = re.sub(r"\\\n\s*", " ", (DEPLOY / "Containerfile").read_text("utf-8"))


def said(word: str) -> list[str]:
    """What follows an instruction of the container file, wherever it is given."""
    return re.findall(rf"^{word} (.+)$", CONTAINER, re.M)


def test_the_container_is_made_from_what_make_dist_makes() -> None:
    """The wheel carries the built app; the builder is sent that and the lock file, and no more."""
    copied = [line.split()[:-1] for line in said("COPY") if not line.startswith("--from")]
    assert copied == [["requirements/runtime.lock"], ["dist/*.whl"]]
    assert (ROOT / "requirements/runtime.lock").is_file()
    for name in ("requirements/runtime.lock", "dist/livestone-1.2.3-py3-none-any.whl"):
        assert not ignored(name)
    for name in (".git/config", "dist/livestone-1.2.3.tar.gz", "src/livestone/core/state.py"):
        assert ignored(name)


def ignored(path: str) -> bool:
    """Whether .containerignore leaves a file out: the last line about it or its folders says."""
    found, parts = False, path.split("/")
    above = ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]
    for line in (ROOT / ".containerignore").read_text("utf-8").split():
        pattern = re.escape(line.lstrip("!")).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")
        if any(re.fullmatch(pattern, one) for one in above):
            found = not line.startswith("!")
    return found


def test_builders_of_both_kinds_leave_out_the_same() -> None:
    """Podman reads one file, Docker the other."""
    files = [ROOT / name for name in (".containerignore", ".dockerignore")]
    assert files[0].read_text("utf-8") == files[1].read_text("utf-8")


def test_what_the_container_starts_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (program,) = json.loads(said("ENTRYPOINT")[0])
    assert program in project["scripts"]
    assert json.loads(said("CMD")[0]) == ["serve"]
    python = {line.partition(":")[2].partition("-")[0] for line in said("FROM")}
    assert len(python) == 1
    assert f"Programming Language :: Python :: {python.pop()}" in project["classifiers"]


def test_how_the_container_is_looked_after(tmp_path: Path) -> None:
    check = json.loads(said("HEALTHCHECK")[0].partition("CMD ")[2])
    assert check[:2] == ["python", "-c"]
    (settings,) = said("ENV")
    values = dict(re.findall(r"(\w+)=(\S+)", settings))
    with Site(tmp_path) as site:  # at a port that is set, as in compose.yaml
        environment = {**os.environ, "LIVESTONE_PORT": site.url.rpartition(":")[2]}
        healthy = [sys.executable, *check[1:]]
        subprocess.run(healthy, env=environment, check=True)
    assert subprocess.run(healthy, env=environment, capture_output=True, check=False).returncode
    known = {f"{PREFIX}{entry.name.upper()}" for entry in fields(Config)} | {"LIVESTONE_CACHE"}
    assert {name for name in values if name.startswith(PREFIX)} <= known
    assert {values["LIVESTONE_DATA"], values["LIVESTONE_CACHE"]} == set(
        json.loads(said("VOLUME")[0])
    )
    assert set(said("EXPOSE")[0].split()) == {values["LIVESTONE_PORT"], "5678"}


@pytest.fixture
def units(tmp_path: Path) -> list[Path]:
    """The units, with a program that is here; an instance of each template."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    found = [tmp_path / path.name.replace("@", "@8001") for path in UNITS]
    for unit, path in zip(found, UNITS, strict=True):
        text = path.read_text("utf-8")
        assert PROGRAM in text
        unit.write_text(text.replace(PROGRAM, "/bin/true"))
    return found


def test_systemd_reads_the_units(units: list[Path]) -> None:
    verify = ["systemd-analyze", "verify", "--man=no", *map(str, units)]
    found = subprocess.run(verify, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


def test_units_may_do_little(units: list[Path]) -> None:
    """systemd's own measure is 9.6 for a unit that says nothing of safety, 2 is "OK"."""
    for unit in units:
        judge = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager"]
        found = subprocess.run([*judge, str(unit)], capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout


def test_units_are_all_as_safe() -> None:
    """What is forbidden to one is forbidden to each, and nobody else reads what they write."""
    assert len(UNITS) == 3
    forbidding = [text.partition("\nNoNewPrivileges=")[2] for text in map(Path.read_text, UNITS)]
    assert len(set(forbidding)) == 1
    for words in ("CapabilityBoundingSet=\n", "SystemCallFilter=@system-service\n"):
        assert words in forbidding[0]
    for unit in UNITS:
        text = unit.read_text("utf-8")
        assert "\nUMask=0077\n" in text
        assert text.count("\nStateDirectory=") == text.count("\nStateDirectoryMode=0700\n")


@pytest.mark.parametrize("unit", ["livestone.service", "livestone@.service"])
def test_units_read_settings_that_only_root_may_read(unit: str, tmp_path: Path) -> None:
    """systemd passes them on as a credential; the check that comes before a start finds them."""
    text = (DEPLOY / unit).read_text("utf-8")
    (name, source) = re.findall(r"^LoadCredential=(.+):(.+)$", text, re.M)[0]
    assert source == "/etc/livestone.toml"
    shutil.copyfile(DEPLOY / "livestone.toml", tmp_path / name)
    (command,) = re.findall(r"^ExecStartPre=(.+)$", text, re.M)
    command = command.replace("${CREDENTIALS_DIRECTORY}", str(tmp_path))
    arguments = [sys.executable, "-m", "livestone", *command.split()[1:]]
    shown = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert shown.returncode == 0, shown.stderr
    assert f'hosts = ["play.example.org"]  # {tmp_path / name}' in shown.stdout
    started = text.replace("${CREDENTIALS_DIRECTORY}", str(tmp_path))
    assert f"ExecStart={command.removesuffix(' --check')}" in started
