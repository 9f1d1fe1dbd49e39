"""The command as a whole: quick help, one line for every error, clean ends."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from tests.cli.command import Call

from livestone import __version__
from livestone.cli import usage
from livestone.cli.main import COMMANDS, complain, make_app, run
from livestone.errors import StorageError

COMMAND = [sys.executable, "-m", "livestone"]
HEAVY = ("numba", "numpy", "litestar", "textual", "sqlalchemy", "livestone.core.state")


def test_help_imports_nothing_heavy() -> None:
    calls = [[], ["--help"], ["--version"], ["position", "--help"]]
    code = (
        "import sys\nfrom livestone.cli.main import run\n"
        f"assert [run(words) for words in {calls}] == [0] * {len(calls)}\n"
        f"assert not {{*{HEAVY!r}}} & {{*sys.modules}}, {{*sys.modules}}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_names_every_command(call: Call) -> None:
    out = call("--help").out
    assert all(name in out for name in COMMANDS)
    assert call("help").out == out
    assert call("--version").out == f"{__version__}\n"


# Words of programs that read command lines, and of Python.
FOREIGN = re.compile(
    r"unused|\btokens: \[|\bparameter\b|positional|keyword|coerc|unable to|--empty|requires an arg"
    r"|\bSTR\b|\bINT\b|FLOAT|\bBOOL|\[ARGS|\b(?:true|false|(?<!tls, )none)\b|\(\)|\"\"|mistake"
    r"|traceback",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_is_found_misspelt(name: str, call: Call) -> None:
    out = call(name, "--help").out
    assert out.startswith(f"Usage: livestone {name}")
    assert call("help", name).out == out
    assert FOREIGN.findall(out) == []
    for asked in ([name + "x"], ["help", name + "x"], [name.upper(), "--help"]):
        assert f"did you mean {name!r}?" in call(*asked, code=2).err


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
    for option in [each for each in names if each.startswith("--") and each[:-1] not in names][:1]:
        yield [*needed, option[:-1]], f"there is no option {option[:-1]}: did you mean --"
    for argument in arguments:
        count, _ = argument.token_count()
        for option in (each for each in argument.names if re.match("--(?!empty)", each)):
            if bool in {argument.hint, *get_args(argument.hint)}:
                yield [*needed, f"{option}=x"], f"{option} takes no value, so 'x' is too much"
                continue
            yield [*needed, option], f"{option} needs "
            hints = {argument.hint, *get_args(argument.hint)}
            words = bool({str, Path, tuple[str, str]} & hints)
            if not words and not argument.keys:  # a setting says itself what would be right
                yield [*needed, option, *["x"] * count], f"{option} cannot be 'x'"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_bad_call_of_every_kind_is_told_in_plain_words(name: str, call: Call) -> None:
    for words, said in bad_calls(name):
        out, err = call(name, *words, code=2)
        assert out == ""
        assert err.count("\n") == 1
        assert said in err
        assert f"'livestone help {name}' tells how to call it" in err
        assert FOREIGN.findall(err) == []


def test_moves_need_no_quotes(call: Call) -> None:
    words = "--moves e5 d4 d5"
    told = [
        call(f"position {line}").json
        for line in (
            f"freedom {words} --json",
            f"--json freedom {words}",
            "freedom --moves 'e5 d4 d5' --json",
        )
    ]
    assert told[0] == told[1] == told[2]
    assert told[0]["ply"] == 3
    assert call("perft freedom --moves 'e5 d4' 1").out == "7\n"
    assert call("perft freedom --moves e5 1").out == "8\n"
    told = call("perft freedom --moves e5 d4 1", code=2).err
    assert "DEPTH is missing, write it before --moves" in told


@pytest.mark.parametrize(("full", "kept"), [(errno.ENOSPC, True), (errno.EDQUOT, False)])
def test_a_full_disk_has_a_sentence(
    full: int, kept: bool, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: str | None) -> None:
        error = OSError(full, os.strerror(full))
        if not kept:
            raise error
        raise StorageError("the game cannot be kept") from error

    monkeypatch.setattr("livestone.cli.main.make_app", fail)
    err = call(code=2).err
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


def test_our_own_mistakes_show_no_traceback(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(command: str | None) -> None:
        raise RuntimeError("oh")

    monkeypatch.delenv("LIVESTONE_DEBUG", raising=False)
    monkeypatch.setattr("livestone.cli.main.make_app", fail)
    assert "RuntimeError('oh')" in call(code=1).err
    monkeypatch.setenv("LIVESTONE_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run([])


@pytest.mark.skipif(os.name != "posix", reason="signals and pipes as on Unix")
@pytest.mark.parametrize(("gone", "code"), [(False, 130), (True, 141)])
def test_ctrl_c_and_a_reader_that_goes_away_are_no_errors(gone: bool, code: int) -> None:
    command = [*COMMAND, "position", "--batch"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        if gone:
            child.stdout.close()
        child.stdin.write(b'{"game": "freedom"}\n')
        child.stdin.flush()
        if not gone:
            child.stdout.readline()
            child.send_signal(signal.SIGINT)
        assert child.wait() == code
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
