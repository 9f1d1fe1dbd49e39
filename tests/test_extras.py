"""What needs an extra says which, where that is not installed."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from livestone.errors import ExtraMissing
from livestone.extras import EXTRAS, needed_for

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("command", "package", "extra"),
    [
        ("serve --check", "sqlalchemy", "server"),
        ("backup copy", "sqlalchemy", "server"),
        ("play --no-browser", "litestar", "server"),
        ("play --no-browser --data here", "litestar", "server"),
        ("draw freedom --out board.png", "resvg_py", "sheets"),
        ("sheet freedom --out sheet.pdf", "typst", "sheets"),
        ("train freedom --ray local", "ray", "ray"),
    ],
)
def test_a_command_whose_extra_is_missing_says_which_to_install(
    command: str,
    package: str,
    extra: str,
    tmp_path: Path,
) -> None:
    blocked = f"import sys; sys.modules[{package!r}] = None; "
    code = f"{blocked}from livestone.cli.main import main; main({command.split()})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    said = done.stderr
    assert f"needs the package {package}, which is not installed" in said
    assert said.endswith(f": pip install 'livestone[{extra}]'\n")
    assert said.count("\n") == 1
    assert [*tmp_path.iterdir()] == []


def test_other_packages_are_missed_as_usual() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_package"), needed_for("this"):
        import no_such_package  # noqa: F401


def test_what_is_missing_is_told_across_processes() -> None:
    with pytest.raises(ExtraMissing) as caught, needed_for("this"):
        raise ModuleNotFoundError("none", name="typst")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_the_extras_are_those_of_the_package() -> None:
    optional = PROJECT["project"]["optional-dependencies"]
    assert {*optional} == {*EXTRAS, "all"}
    whole = Requirement(optional["all"][0])
    assert whole.extras == {*EXTRAS}
    homes = packages_distributions()
    for extra, packages in EXTRAS.items():
        named = {canonicalize_name(Requirement(one).name) for one in optional[extra]}
        for package in packages:
            homes_of = {canonicalize_name(name) for name in homes.get(package, ())}
            assert homes_of & named or package in ("ray", "gymnasium"), package
