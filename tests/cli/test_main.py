"""The command as a whole: quick help, one line for every error, clean ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from livestone import __version__
from livestone.cli.main import COMMANDS, complain, run

COMMAND = [sys.executable, "-m", "livestone"]
HEAVY = ("numba", "numpy", "litestar", "textual", "sqlalchemy", "livestone.core.state")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--version"], ["position", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom livestone.cli.main import run\n"
        f"assert run({arguments!r}) == 0\n"
        f"assert not {{*{HEAVY!r}}} & {{*sys.modules}}, {{*sys.modules}}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert COMMANDS[name][1].rstrip(".").split()[0] in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"{__version__}\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fly", "fly"),
        ("--fly", "--fly"),
        ("position", "which game"),
        ("position chess", "'chess'"),
        ("position freedom extra", "extra"),
        ("position freedom --fly", "--fly"),
        ("position freedom --option", "--option"),
        ("position freedom --option size", "'size' is not name=value"),
        ("position freedom --option size=3", "size='3'"),
        ("position freedom --option size=400", "size='400'"),
        ("position freedom --option size=4 --option size=4", "'size' is given twice"),
        ("position freedom --option colour=red", "'colour'"),
        ("position freedom --option preset=mine", "'mine'"),
        ("position freedom --option preset=freeplay --option scoring=stones", "contradicts"),
        ("position freedom --moves", "--moves"),
        ("position freedom --moves z9", "'z9'"),
        ("position freedom --moves e5_e5", "'e5_e5'"),
        ("position freedom --moves pass", "only the last cell"),
        ("position freedom --from junk", "'junk'"),
        ("position freedom --viewer 2", "viewer 2"),
        ("position freedom --viewer -1", "viewer -1"),
        ("position freedom --viewer me", "me"),
        ("position freedom --batch", "--batch"),
        ("perft freedom", "DEPTH"),
        ("perft freedom x", "x"),
        ("perft freedom -1", "-1"),
        ("perft freedom 1.5", "1.5"),
        ("perft freedom 1 --moves z9", "'z9'"),
        ("games chess", "chess"),
        ("record", "FILE"),
        ("record no-such-file", "no-such-file"),
        ("record .", "."),
        ("record x --text --json", "--text"),
        ("play --game chess", "'chess'"),
        ("play --level 11", "level 11"),
        ("play --side red", "'red'"),
        ("play --option size=3", "size='3'"),
        ("play --ply 3 --game freedom", "--replay"),
        ("play --plain --level 11", "level 11"),
        ("play --plain --side red", "'red'"),
        ("play --plain --game chess", "'chess'"),
        ("play --plain --port 9", "--port"),
        ("play --plain --option size=3", "size='3'"),
        ("play --port x", "x"),
    ],
)
def test_every_error_is_one_line(line: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.endswith("\n")
    assert why in captured.err


def test_an_error_of_several_lines_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["position", "freedom", "--from", "a\nb\n\nc"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_our_own_mistakes_show_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("oh")

    monkeypatch.delenv("LIVESTONE_DEBUG", raising=False)
    monkeypatch.setattr("livestone.cli.main.make_app", fail)
    assert run([]) == 1
    assert "RuntimeError('oh')" in capsys.readouterr().err
    monkeypatch.setenv("LIVESTONE_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run([])


def test_the_whole_command(tmp_path: Path) -> None:
    done = subprocess.run([*COMMAND, "perft", "freedom", "1"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "100\n", "")
    done = subprocess.run([*COMMAND, "position", "chess"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.skipif(os.name != "posix", reason="signals and pipes as on Unix")
def test_ctrl_c_is_quiet() -> None:
    command = [*COMMAND, "position", "--batch"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(b'{"game": "freedom"}\n')
        child.stdin.flush()
        child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert child.wait() == 130
        assert child.stderr.read() == b""


@pytest.mark.parametrize(("module", "said"), [("llvmlite.binding.ffi", 0), ("ours", 1)])
def test_only_the_compiler_may_leave_something_half_made(
    module: str, said: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(self: object) -> None:
        raise AttributeError("half-made")

    end.__module__ = module
    monkeypatch.setattr(sys, "unraisablehook", complain)
    half = type("Half", (), {"__del__": end})()
    del half
    assert capsys.readouterr().err.count("AttributeError: half-made") == said


@pytest.mark.skipif(os.name != "posix", reason="signals and pipes as on Unix")
def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [*COMMAND, "position", "--batch"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        child.stdin.write(b'{"game": "freedom"}\n')
        child.stdin.flush()
        assert child.wait() == 141
        assert child.stderr.read() == b""
