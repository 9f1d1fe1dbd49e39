"""Writing a site into a folder, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from livestone.app import built, bundle, modules
from livestone.app.files import Files, read_folder, write_folder
from livestone.cli.main import run
from livestone.errors import BadRequest, BundlerMissing


def test_a_site_takes_the_place_of_an_earlier_one(files: Files, tmp_path: Path) -> None:
    write_folder({**files, "games/old.wasm": b"old", "part-old-AB.js": b"{}"}, tmp_path)
    (tmp_path / "CNAME").write_text("table.example")
    write_folder(files, tmp_path)
    assert read_folder(tmp_path) == {**files, "CNAME": b"table.example"}


def test_other_folders_are_left_alone(files: Files, tmp_path: Path) -> None:
    (tmp_path / "catalogue.json").write_text('["mine"]')
    with pytest.raises(BadRequest, match="holds other files than a site: give a new folder"):
        write_folder(files, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["catalogue.json"]


def test_a_folder_may_be_given_by_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LIVESTONE_CACHE", "~/kept")
    assert modules.cache_folder() == tmp_path / "kept" / "modules"
    assert bundle.folder().parent == tmp_path / "kept"
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / built.CATALOGUE).write_text("[]")
    monkeypatch.setenv("LIVESTONE_APP", "~/app")
    assert built.built_folder() == tmp_path / "app"


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said about a call, on one line."""
    assert run(["site", *arguments]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_mistakes_are_told_before_anything_is_built(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, full = tmp_path / "file", tmp_path / "full"
    file.write_text("mine")
    full.mkdir()
    (full / "mine").write_text("mine")
    monkeypatch.setattr("livestone.cli.site._files", lambda *_: pytest.fail("it was built"))
    assert "--out DIR, --single-file FILE.html" in refused(capsys)
    assert f"'{file}' is no folder" in refused(capsys, "--out", str(file))
    assert f"'{full}' holds other files" in refused(capsys, "--out", str(full))
    assert f"'{full}' is a folder: name a file" in refused(capsys, "--single-file", str(full))


def test_an_unknown_game_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "did you mean 'freedom'?" in refused(capsys, "fredom", "--out", str(tmp_path / "site"))
    where = str(tmp_path / "my" / "rules.py")
    assert f"there is no file {where!r}" in refused(capsys, where, "--out", str(tmp_path / "site"))
    assert not (tmp_path / "site").exists()


def test_where_nothing_can_be_written_it_is_said(
    files: Files,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "file").write_text("mine")
    monkeypatch.setattr("livestone.cli.site._files", lambda *_: files)
    said = refused(capsys, "--out", str(tmp_path / "file" / "site"))
    assert str(tmp_path / "file") in said


def test_a_full_disk_is_told_in_words(files: Files, tmp_path: Path) -> None:
    """No file may get longer than a few bytes, as on a full disk."""
    program = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); "
        "import livestone.cli.site as site; from pathlib import Path; "
        "from livestone.app.files import read_folder; "
        "site._files = lambda *_: {'app.js': b'x' * 200}; "
        "from livestone.cli.main import run; sys.exit(run(['site', '--out', sys.argv[1]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "site")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert read_folder(tmp_path / "site") == {}


def test_without_the_bundler_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path))
    monkeypatch.delenv("LIVESTONE_ESBUILD", raising=False)
    with pytest.raises(BundlerMissing, match="run 'make site', which brings it"):
        bundle.bundles()


def test_another_version_of_the_bundler_will_not_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "esbuild"
    other.write_text("#!/bin/sh\necho 0.0.1\n")
    other.chmod(0o755)
    monkeypatch.setenv("LIVESTONE_ESBUILD", str(other))
    monkeypatch.setenv("LIVESTONE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", os.pathsep.join(["/usr/bin", "/bin"]))
    with pytest.raises(BundlerMissing, match=bundle.version()):
        bundle.esbuild()


def test_an_installed_livestone_copies_the_site_that_it_carries(
    folder: Path,
    files: Files,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(bundle, "ROOT", tmp_path)
    monkeypatch.setenv("LIVESTONE_APP", str(folder))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["site", "--out", str(tmp_path / "site")]) == 0
    assert read_folder(tmp_path / "site") == files
    capsys.readouterr()
    assert "name none" in refused(capsys, "freedom", "--out", str(tmp_path / "site"))
    monkeypatch.setenv("LIVESTONE_APP", "")
    assert "comes without a site" in refused(capsys, "--out", str(tmp_path / "site"))
