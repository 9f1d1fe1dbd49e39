"""A game at one terminal: undo, resignation, keeping and going on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests import games  # noqa: F401  (registers the test games)

from livestone.cli.session import Session, unfinished, warm
from livestone.errors import BadRequest, GameOver, NotAllowed
from livestone.games import load
from livestone.play.levels import DEFAULT_LEVEL
from livestone.records.record import Record
from livestone.search.report import Line, Report

SMALL = load("freedom", size=4)


def bot_plays(session: Session) -> None:
    """Let the bot play the first legal move, without thinking."""
    move = session.state.legal[0]
    session.play_bot(Report((Line(move, (0.5, 0.5), 1, (move,)),), 1, 0.25, final=True))


def test_undo_goes_back_to_the_persons_own_choice(tmp_path: Path) -> None:
    session = Session(SMALL, (True, False), 1, tmp_path)
    with pytest.raises(NotAllowed):
        session.undo()
    session.play("b2")
    bot_plays(session)
    assert session.undo() == 2
    session.play("b2")
    assert session.undo() == 1
    assert (session.state.ply, session.notes) == (0, [])


def test_resigning_while_the_bot_thinks(tmp_path: Path) -> None:
    session = Session(SMALL, (True, False), 1, tmp_path)
    session.play("b2")
    assert session.resign() == 0
    assert session.result is not None
    assert (session.result.winners, session.result.by) == ((1,), 0)
    for again in (session.resign, session.hint, lambda: session.play("c3")):
        with pytest.raises(GameOver):
            again()
    with pytest.raises(NotAllowed):
        session.undo()
    assert unfinished(tmp_path) == []


def test_every_ply_is_kept_and_comes_back(tmp_path: Path) -> None:
    session = Session(SMALL, (True, False), 5, tmp_path)
    assert unfinished(tmp_path) == []
    session.play("b2")
    bot_plays(session)
    (kept,) = unfinished(tmp_path)
    file = kept.file
    again = Session.resume(file)
    assert again.record() == session.record()
    assert (again.people, again.level) == ((True, False), 5)
    again.play(again.state.legal[0])
    assert Record.read(file.read_text()) == again.record()
    assert len(list(tmp_path.iterdir())) == 1


def test_a_kept_game_of_an_unknown_level_or_gone(tmp_path: Path) -> None:
    session = Session(SMALL, (True, False), 5, tmp_path)
    session.play("b2")
    file = unfinished(tmp_path)[0].file
    file.write_text(file.read_text().replace("level 5", "level 77"))
    assert Session.resume(file).level == DEFAULT_LEVEL
    file.unlink()
    with pytest.raises(BadRequest, match="cannot be read"):
        Session.resume(file)


@pytest.mark.parametrize("content", [b"junk", b"\xff", b"Livestone record 1\n"])
def test_a_damaged_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "2026-01-01-000000-freedom.txt").write_bytes(content)
    assert unfinished(tmp_path) == []
    assert (tmp_path / "2026-01-01-000000-freedom.txt").read_bytes() == content


def test_a_game_is_kept_as_soon_as_a_person_has_moved(tmp_path: Path) -> None:
    session = Session(SMALL, (False, True), 1, tmp_path)
    bot_plays(session)
    assert list(tmp_path.iterdir()) == []
    session.play(session.state.legal[0])
    assert len(unfinished(tmp_path)) == 1
    session.undo()
    assert list(tmp_path.iterdir()) == []


def test_two_games_in_the_same_second_have_two_files(tmp_path: Path) -> None:
    for _ in range(3):
        Session(SMALL, (True, True), 1, tmp_path).play("b2")
    assert len(list(tmp_path.iterdir())) == 3


def test_saving(tmp_path: Path) -> None:
    session = Session(SMALL, (True, True), 1)
    session.play("b2")
    session.save(tmp_path / "a.txt")
    session.save(tmp_path / "a.json")
    assert Record.read((tmp_path / "a.txt").read_text()) == session.record()
    assert json.loads((tmp_path / "a.json").read_text()) == session.record().as_json()
    for bad in (tmp_path, tmp_path / "no" / "x", Path("\0"), Path("~nobody-here/x"), Path("")):
        with pytest.raises(BadRequest, match="cannot be written"):
            session.save(bad)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.json", "a.txt"]


def test_whose_eyes() -> None:
    secret = load("twins", secret=True)
    assert Session(SMALL, (True, True)).viewer is None
    assert Session(secret, (True, True)).viewer == 0
    session = Session(secret, (False, True))
    assert (session.viewer, session.shares, session.person_to_move) == (1, False, False)
    assert session.view().legal == ()


def test_a_process_that_warms_the_cache() -> None:
    with warm(SMALL, 1) as process:
        assert process.wait() == 0


def test_undo_within_a_turn_and_not_of_a_secret() -> None:
    session = Session(load("twins", side=2, secret=True), [True, True])
    session.play("heart=b1")
    with pytest.raises(NotAllowed, match="something hidden was chosen"):
        session.undo()
    session.play("heart=d3")
    session.play("a2")
    assert session.undo() == 1
    session = Session(load("twins"), (True, True), 1)
    for move in ("c3", "a3", "b2"):
        session.play(move)
    assert session.undo() == 1
    assert session.state.move_texts == ["c3", "a3"]
