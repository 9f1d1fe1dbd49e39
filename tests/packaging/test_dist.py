"""The wheel and the sdist: the same bytes each time, and playable in empty environments."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from tests.app.built import small_site
from tests.portable.javascript import missing

ROOT = Path(__file__).parents[2]
TRY = ROOT / "scripts" / "try_installed.py"
BUILT = "src/livestone/app/built"
EPOCH = "1700000000"
LEFT_OUT = ("docs", "tests")  # of the copy that is built: large, and no part of the wheel
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


class Dist(NamedTuple):
    """What ``make dist`` makes."""

    wheel: Path
    sdist: Path


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Dist:
    """Both, of what git knows, with a small site, at the tag v1.2.3."""
    folder = tmp_path_factory.mktemp("dist") / "source"
    tracked = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    for name in tracked:
        if not name.startswith(LEFT_OUT) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    tag = "init -q", "add .", "-c user.name=A -c user.email=a@b commit -qm A", "tag v1.2.3"
    for words in tag:
        subprocess.run(["git", *words.split()], cwd=folder, check=True, capture_output=True)
    shutil.copytree(small_site(), folder / BUILT)
    return build(folder)


def build(folder: Path) -> Dist:
    """What comes of a folder of sources."""
    command = [sys.executable, "-m", "hatchling", "build"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Dist(*(next((folder / "dist").glob(kind)) for kind in ("*.whl", "*.tar.gz")))


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def test_both_are_called_after_the_tag(dist: Dist) -> None:
    assert [path.name for path in dist] == [
        "livestone-1.2.3-py3-none-any.whl",
        "livestone-1.2.3.tar.gz",
    ]


def test_neither_time_nor_place_change_a_byte(dist: Dist, tmp_path: Path) -> None:
    source, clone = dist.wheel.parents[1], tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", source, clone], check=True)
    shutil.copytree(source / BUILT, clone / BUILT)
    for path in (clone / "src").rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
        os.utime(path, (1, 1))
    assert [path.read_bytes() for path in build(clone)] == [path.read_bytes() for path in dist]


def test_an_sdist_makes_the_same_wheel(dist: Dist, tmp_path: Path) -> None:
    """It has all that a build needs, the version too, for which there is no git."""
    with tarfile.open(dist.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    assert build(folder).wheel.read_bytes() == dist.wheel.read_bytes()


def test_a_wheel_has_everything(dist: Dist) -> None:
    with zipfile.ZipFile(dist.wheel) as archive:
        kept = set(archive.namelist())
    tracked = subprocess.check_output(["git", "ls-files", "src"], cwd=ROOT, text=True).splitlines()
    assert not {path.removeprefix("src/") for path in tracked} - kept
    assert {"livestone/app/built/index.html", "livestone/js/app/main.js"} <= kept


def test_a_readme_links_to_the_project_wherever_it_is_shown(dist: Dist) -> None:
    told = metadata(dist.wheel)
    urls = dict(line.split(", ") for line in told.get_all("Project-URL", []))
    text = str(told.get_payload(decode=True), "utf-8")
    links = [part.partition(")")[0] for part in text.split("](")[1:]]
    assert f"{urls['Source']}/blob/main/docs/site.md" in links
    assert f"{urls['Source']}/raw/main/docs/images/game.png" in links
    assert all(link.startswith(("https://", "#")) for link in links)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """The Python of an environment with nothing in it."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    return tmp_path / "env" / "bin" / "python"


def installed(python: Path, *what: str | Path) -> None:
    """Install something there, with the pip of this environment."""
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-compile"]
    subprocess.run([*pip, *what], check=True)


def with_dependencies(python: Path, wheel: Path) -> None:
    """Give an environment what the wheel requires, and nothing else, from this environment."""
    todo = [Requirement(one) for one in metadata(wheel).get_all("Requires-Dist", [])]
    (place,) = (python.parents[1] / "lib").glob("*/site-packages")
    found: set[str] = set()
    while todo:
        one = todo.pop()
        if one.name in found or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        found.add(one.name)
        package = distribution(one.name)
        todo += map(Requirement, package.requires or ())
        for name in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            if not (place / name).exists():
                (place / name).symlink_to(package.locate_file(name))


def try_it(python: Path, *options: str, **variables: str) -> None:
    known = {name: value for name, value in os.environ.items() if name != "LIVESTONE_APP"}
    command = [python, "-P", TRY, *options]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**known, **variables}, check=False
    )
    assert (done.returncode, done.stdout) == (0, "Livestone plays.\n"), done.stderr


def test_a_wheel_without_a_built_app_serves_the_sources(dist: Dist, tmp_path: Path) -> None:
    """As ``pip install '.[server]'`` makes it of a checkout."""
    with zipfile.ZipFile(dist.wheel) as archive:
        archive.extractall(tmp_path)
    shutil.rmtree(tmp_path / BUILT.removeprefix("src/"))
    try_it(Path(sys.executable), PYTHONPATH=str(tmp_path))


def test_a_wheel_plays_with_what_it_requires_and_nothing_else(dist: Dist, empty: Path) -> None:
    with_dependencies(empty, dist.wheel)
    installed(empty, "--no-index", "--no-deps", dist.wheel)
    subprocess.run([sys.executable, "-m", "pip", "--python", empty, "check"], check=True)
    try_it(empty)
    for words, extra in (("serve", "server"), ("sheet freedom --out a.pdf", "sheets")):
        command = [empty, "-m", "livestone", *words.split()]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert f"pip install 'livestone[{extra}]'" in done.stderr


def pythons() -> Iterator[str]:
    """The Pythons of this machine that Livestone supports."""
    homes = [Path.home() / ".pyenv" / "versions", Path("/opt/hostedtoolcache/Python")]
    for version in PYTHONS:
        beside = (path for home in homes for path in home.glob(f"{version}.*/**/bin/python"))
        for found in (shutil.which(f"python{version}"), *map(str, beside)):
            probe = [found or "", "-c", f"import sys; sys.exit({version!r} not in sys.version)"]
            if found and subprocess.run(probe, capture_output=True, check=False).returncode == 0:
                yield found
                break


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Packages can be fetched from the index that pip is set up for."""
    place = str(tmp_path_factory.mktemp("fetched"))
    fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", place, "rich"]
    done = subprocess.run(fetch, capture_output=True, text=True, check=False)
    if done.returncode:
        missing(f"there is no package index: {done.stderr.strip()}")


@pytest.mark.slow
@pytest.mark.usefixtures("index")
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
@pytest.mark.parametrize("python", [*pythons()])
def test_both_install_in_empty_environments(
    dist: Dist, python: str, kind: str, tmp_path: Path
) -> None:
    subprocess.run([python, "-m", "venv", tmp_path], check=True)
    pip = [tmp_path / "bin" / "python", "-m", "pip", "install", "-q"]
    subprocess.run([*pip, dist.wheel if kind == "wheel" else dist.sdist], check=True)
    try_it(tmp_path / "bin" / "python", "--bot")
    subprocess.run([*pip, f"livestone[server] @ {dist.wheel.as_uri()}"], check=True)
    try_it(tmp_path / "bin" / "python")


@pytest.mark.slow
@pytest.mark.usefixtures("index")
def test_the_oldest_versions_that_are_allowed_play(dist: Dist, empty: Path, tmp_path: Path) -> None:
    lowest = []
    for one in map(Requirement, metadata(dist.wheel).get_all("Requires-Dist", [])):
        if not one.marker:
            low = [part.version for part in one.specifier if part.operator == ">="]
            lowest += [f"{one.name}=={version}" for version in low]
    assert lowest
    installed(empty, dist.wheel, *lowest)
    try_it(empty, "--bot")
