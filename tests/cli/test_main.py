"""The command as a whole: quick help, one line for every error, clean ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from livestone import __version__
from livestone.cli import usage
from livestone.cli.main import COMMANDS, complain, make_app, run
from livestone.errors import StorageError

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


# Words of programs that read command lines, and of Python.
FOREIGN = re.compile(
    r"unused|\btokens: \[|\bparameter\b|positional|keyword|coerc|unable to|--empty|requires an arg"
    r"|\bSTR\b|\bINT\b|FLOAT|\bBOOL|\[ARGS|\b(?:true|false|none)\b|\(\)|\"\"|mistake|traceback",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Usage: livestone {name}")
    assert run(["help", name]) == 0
    assert capsys.readouterr().out == out
    assert FOREIGN.findall(out) == []


def bad_calls(name: str) -> Iterator[tuple[list[str], str]]:
    """Calls of a command that cannot be read, with what must be said of each."""
    collected = make_app(name)[name].assemble_argument_collection()
    arguments = [argument for argument in collected if argument.show]
    needed = [
        word
        for argument in arguments
        if argument.required
        for word in ([argument.name, "1"] if argument.name.startswith("-") else ["1"])
    ]
    names = [name for argument in arguments for name in argument.names]
    yield [*needed, "--fly"], "there is no option --fly"
    for argument in arguments:
        count, _ = argument.token_count()
        for option in (each for each in argument.names if re.match("--(?!empty)", each)):
            if option[:-1] not in names:
                yield [*needed, option[:-1]], f"there is no option {option[:-1]}: did you mean --"
            if bool in {argument.hint, *get_args(argument.hint)}:
                yield [*needed, f"{option}=x"], f"{option} takes no value, so 'x' is too much"
                continue
            yield [*needed, option], f"{option} needs "
            words = bool({str, Path} & {argument.hint, *get_args(argument.hint)})
            if not words and not argument.keys:  # a setting says itself what would be right
                yield [*needed, option, *["x"] * count], f"{option} cannot be 'x'"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_bad_call_of_every_kind_is_told_in_plain_words(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for call, said in bad_calls(name):
        assert run([name, *call]) == 2, call
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert said in err
        assert f"'livestone help {name}' tells how to call it" in err
        assert FOREIGN.findall(err) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_misspelt_is_found(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for asked in ([name + "x"], ["help", name + "x"], [name.upper(), "--help"]):
        assert run(asked) == 2
        assert f"did you mean {name!r}?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "old"),
    [
        ("train", "--workers"),
        ("tournament", "--processes"),
        ("house", "--processes"),
        ("playtest", "--workers"),
    ],
)
def test_an_old_word_names_the_new_one(
    name: str, old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([name, "x", old, "2"] if name != "serve" else [name, old, "2"]) == 2
    assert f"{old} is called --jobs now" in capsys.readouterr().err
    assert run(["help", name]) == 0
    assert old not in capsys.readouterr().out


def test_help_alone_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert run(["help"]) == 0
    assert capsys.readouterr().out == out


def test_moves_need_no_quotes(capfd: pytest.CaptureFixture[str]) -> None:
    told = []
    for words in (["e5 d4 d5"], ["e5", "d4", "d5"]):
        assert run(["position", "freedom", "--moves", *words, "--json"]) == 0
        assert run(["position", "--json", "freedom", "--moves", *words]) == 0
        told.append(capfd.readouterr().out)
    assert told[0] == told[1]
    assert told[0].count('"ply":3') == 2
    # What was always read so still is.
    assert run(["perft", "freedom", "--moves", "e5 d4", "1"]) == 0
    assert run(["perft", "freedom", "--moves", "e5", "1"]) == 0
    assert capfd.readouterr().out == "7\n8\n"
    assert run(["perft", "freedom", "--moves", "e5", "d4", "1"]) == 2
    assert "DEPTH is missing, write it before --moves" in capfd.readouterr().err


@pytest.mark.parametrize("full", usage.FULL)
@pytest.mark.parametrize("kept", [False, True])
def test_a_full_disk_has_a_sentence(
    full: int, kept: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: str | None) -> None:
        error = OSError(full, os.strerror(full))
        if not kept:
            raise error
        raise StorageError("the game cannot be kept") from error

    monkeypatch.setattr("livestone.cli.main.make_app", fail)
    assert run([]) == 2
    err = capsys.readouterr().err
    assert err == (
        f"livestone: {usage.FULL[full]}, so what was asked for could not be written: "
        "make room and try again\n"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("line", ["games", "import {} --game freedom --out /dev/full"])
def test_a_real_full_disk(line: str, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("1. e5 d4\n")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, *line.format(record).split()], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("livestone: the disk is full, so ")
    assert "Exception" not in done.stderr


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"{__version__}\n"


def test_our_own_mistakes_show_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: str | None) -> None:
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
