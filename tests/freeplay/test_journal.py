"""A tournament's folder: nothing is lost, nothing is guessed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.play.tournament.simulate import make, play

from livestone.errors import BadRequest, StorageError
from livestone.freeplay.journal import FILE, Journal

CUP = play(make("round-robin", ["Žofie", "p2", "p3"]), seed=1)
HEAD: dict[str, Any] = {
    "plan": CUP.plan.as_json(),
    "seconds": 5.0,
    "entrants": [{"name": name, "level": None} for name in CUP.entrants],
}


def written(folder: Path) -> Path:
    """A folder with the whole tournament."""
    with Journal(folder, HEAD) as journal:
        assert not journal.begun
        for round in CUP.rounds:
            journal.begin(round)
        for result in CUP.results:
            journal.add(result)
    return folder / FILE


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = written(tmp_path / "cup")
    content = file.read_bytes()
    assert "Žofie".encode() in content
    with Journal(tmp_path / "cup", HEAD) as journal:
        assert journal.begun
        assert tuple(journal.rounds) == CUP.rounds
        assert tuple(journal.results) == CUP.results
        assert not journal.torn
        place = journal.keep("1-1-1", "é\n")
        assert (journal.folder / place).read_text("utf-8") == "é\n"
    assert file.read_bytes() == content


def test_cut_off_anywhere_it_goes_on(tmp_path: Path) -> None:
    content = written(tmp_path).read_bytes()
    first = content.index(b"\n") + 1
    for end in (0, 5, first - 1, first, first + 1, len(content) // 2, len(content) - 1):
        (tmp_path / FILE).write_bytes(content[:end])
        with Journal(tmp_path, HEAD) as journal:
            known = content[:end].count(b"\n") - 1
            assert len(journal.rounds) + len(journal.results) == max(known, 0)
            assert journal.torn == (end != 0 and content[end - 1 : end] != b"\n")
            for round in CUP.rounds[len(journal.rounds) :]:
                journal.begin(round)
            for result in CUP.results[len(journal.results) :]:
                journal.add(result)
        assert (tmp_path / FILE).read_bytes() == content


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seconds": 6.0}, "its seconds is 5.0, not 6.0"),
        ({"plan": HEAD["plan"] | {"seed": 3}}, "its seed is 0, not 3"),
        ({"entrants": HEAD["entrants"][:2]}, "there Žofie, p2, p3 take part, not Žofie, p2"),
        (
            {"entrants": [*HEAD["entrants"][:2], {"name": "p3", "level": 2}]},
            "p3 has changed since it began",
        ),
    ],
)
def test_another_tournament(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    file = written(tmp_path)
    content = file.read_bytes()
    with pytest.raises(BadRequest, match="holds another tournament") as found:
        Journal(tmp_path, HEAD | change)
    assert words in str(found.value)
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("line", "bad", "words"),
    [
        (1, b'{"format":"other"}', "it does not begin a tournament"),
        (2, b"nonsense", "b'nonsense' is no JSON object"),
        (3, b"{}", "it is neither a round nor a result"),
        (4, b'{"round":{"number":"x"}}', "this is no round"),
        (5, b'{"result":{"round":1}}', "this is no result"),
    ],
)
def test_what_somebody_has_changed_is_refused(
    tmp_path: Path, line: int, bad: bytes, words: str
) -> None:
    file = written(tmp_path)
    lines = file.read_bytes().splitlines()
    lines[line - 1] = bad
    file.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(StorageError, match=f"line {line} is damaged: ") as found:
        Journal(tmp_path, HEAD)
    assert words in str(found.value)


def test_one_command_at_a_time(tmp_path: Path) -> None:
    with (
        Journal(tmp_path, HEAD),
        pytest.raises(BadRequest, match="another command is working in"),
    ):
        Journal(tmp_path, HEAD)
    with Journal(tmp_path, HEAD):
        pass
