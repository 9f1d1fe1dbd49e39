"""The files of deploy/: every path, command and setting in them is there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from livestone.server.config import PREFIX, Config

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINER = re.sub(r"\\\n\s*", " ", (DEPLOY / "Containerfile").read_text("utf-8"))


def said(word: str) -> list[str]:
    """What follows an instruction of the container file, wherever it is given."""
    return re.findall(rf"^{word} (.+)$", CONTAINER, re.M)


def test_what_the_container_copies_is_there() -> None:
    copied = [line.split()[:-1] for line in said("COPY") if not line.startswith("--from")]
    assert copied
    for name in (name for names in copied for name in names):
        assert (ROOT / name).exists(), name


def test_what_the_container_starts_is_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (program,) = json.loads(said("ENTRYPOINT")[0])
    assert program in project["scripts"]
    assert json.loads(said("CMD")[0]) == ["serve"]
    python = {line.partition(":")[2].partition("-")[0] for line in said("FROM")}
    assert len(python) == 1
    assert f"Programming Language :: Python :: {python.pop()}" in project["classifiers"]


def test_how_the_container_is_looked_after() -> None:
    check = json.loads(said("HEALTHCHECK")[0].partition("CMD ")[2])
    assert check[:2] == ["python", "-c"]
    compile(check[2], "the check", "exec")
    (settings,) = said("ENV")
    values = dict(re.findall(r"(\w+)=(\S+)", settings))
    assert f":{values['LIVESTONE_PORT']}/readyz" in check[2]
    known = {f"{PREFIX}{entry.name.upper()}" for entry in fields(Config)} | {"LIVESTONE_CACHE"}
    assert {name for name in values if name.startswith(PREFIX)} <= known
    assert {values["LIVESTONE_DATA"], values["LIVESTONE_CACHE"]} == set(
        json.loads(said("VOLUME")[0])
    )
    assert set(said("EXPOSE")[0].split()) == {values["LIVESTONE_PORT"], "5678"}


def test_systemd_reads_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    units = [tmp_path / path.name for path in DEPLOY.glob("*.service")]
    assert units
    for unit in units:
        text = (DEPLOY / unit.name).read_text("utf-8")
        assert "/opt/livestone/.venv/bin/livestone" in text
        unit.write_text(text.replace("/opt/livestone/.venv/bin/livestone", "/bin/true"))
    verify = ["systemd-analyze", "verify", "--man=no", *map(str, units)]
    found = subprocess.run(verify, capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")
