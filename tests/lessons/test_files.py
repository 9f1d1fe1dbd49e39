"""What is written by hand and cannot be is refused with file, line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from livestone.errors import BadLesson
from livestone.games import find, load
from livestone.lessons import diagrams, positions, steps
from livestone.lessons.export import lessons
from livestone.lessons.text_format import parse_blocks

FREEDOM = find("freedom")
GOOD_DIAGRAM = """\
[Your turn: Beside it]
options: size=6
moves: c3 d4
marks: c4
caption: Beside d4.
check: legal c4
"""
GOOD_STEP = """\
[A four]
options: size=6
position: 6/4b1/1www2/6/1b1b2/6 w last=e5 turn=6
say: Make a four.
task: score 4
hint: Row 4.
wrong: No.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose files stand in for Freedom's own."""
    monkeypatch.setattr(positions, "file_of", lambda kind, name: tmp_path / name)
    return tmp_path


def read_diagrams(folder: Path, text: str) -> tuple[diagrams.Diagram, ...]:
    (folder / "diagrams.txt").write_text(text, encoding="utf-8")
    return diagrams.diagrams.__wrapped__(FREEDOM)


def read_steps(folder: Path, text: str) -> tuple[steps.Step, ...]:
    (folder / "lessons.txt").write_text(text, encoding="utf-8")
    return steps.steps.__wrapped__(FREEDOM)


def test_a_diagram_is_read(folder: Path) -> None:
    (found,) = read_diagrams(folder, GOOD_DIAGRAM)
    assert (found.section, found.title, found.caption) == ("Your turn", "Beside it", "Beside d4.")
    assert [sign.at for sign in found.scenes[0].signs] == [load("freedom", size=6).board.site["c4"]]


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("moves: c3 d4", "moves: c3 f6", 3, "f6: f6 is not next to c3, the last stone"),
        ("moves: c3 d4", "position: 6/6/6/6/6/5w b turn=9", 3, "is no possible position"),
        ("options: size=6", "options: size=99", 2, "option size='99' is not allowed"),
        ("options: size=6", "games: fredom", 2, "did you mean 'freedom'?"),
        ("check: legal c4", "check: legal a1", 6, "a1 is not next to d4"),
        ("check: legal c4", "check: leagl c4", 6, "did you mean 'legal'?"),
        ("check: legal c4", "check: at white d4", 6, "d4 has black"),
        ("caption: Beside d4.", "caption:", 1, "has no text for 'caption:'"),
        ("marks: c4", "marks: c44", 4, "there is no site 'c44'"),
        ("marks: c4", "marks: pink:c4", 4, "'pink' is no colour"),
        ("marks: c4", "arrows: c4", 4, "'c4' is no arrow: write 'a1-b2'"),
        ("marks: c4", "mraks: c4", 4, "did you mean 'marks'?"),
        ("marks: c4", "marks c4", 4, "'marks c4' is no field"),
        ("marks: c4", "show: dots", 4, "'dots' cannot be shown"),
        ("marks: c4", "viewer: green", 4, "'green' is no player"),
        ("marks: c4", "face: back", 4, "the board has no face 'back'"),
        ("marks: c4", "moves: c3", 4, "'moves' is given twice"),
        ("[Your turn: Beside it]", "[Beside it]", 1, "names no section"),
        ("[Your turn: Beside it]", "[Your turn", 1, "is no heading"),
        ("[Your turn: Beside it]", "caption: early", 1, "stands before the first [heading]"),
    ],
)
def test_a_wrong_diagram_is_refused(
    folder: Path, old: str, new: str, line: int, reason: str
) -> None:
    with pytest.raises(BadLesson) as refused:
        read_diagrams(folder, GOOD_DIAGRAM.replace(old, new))
    assert f"diagrams.txt, line {line}: " in str(refused.value)
    assert reason in str(refused.value)


def test_a_diagram_of_no_section_is_refused(folder: Path) -> None:
    (folder / "diagrams.txt").write_text(GOOD_DIAGRAM)
    with pytest.raises(BadLesson, match=r"line 1: the rule book has no section 'Your turn'"):
        diagrams.check_sections(FREEDOM, ["Goal"])


def test_a_step_is_read(folder: Path) -> None:
    (found,) = read_steps(folder, GOOD_STEP)
    assert found.right == (("e4",),)
    assert found.wrong == {"": "No."}


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("task: score 4", "task: scroe 4", 5, "there is no task 'scroe 4'"),
        ("task: score 4", "task: score", 5, "write 'score 4'"),
        ("task: score 4", "task: score 9", 5, "no turn solves this task"),
        ("task: score 4", "task: score 0", 5, "every turn solves this task"),
        ("task: score 4", "task: play a1", 5, "a1 is not next to e5"),
        ("say: Make a four.", "", 1, "has no text for 'say:'"),
        ("wrong: No.", "wrong: No.\nwrong a1: No.", 8, "a1 is not next to e5"),
        ("wrong: No.", "wrong: No.\nreply: a1", 8, "a1 is not next to e4"),
        ("options: size=6", "options: size=6 scoring=rows", 2, "the site has no game with these"),
        ("w last=e5", "b last=e5", 3, "is no possible position"),
        ("options: size=6", "continue: maybe", 2, "'maybe' is not 'yes'"),
        ("options: size=6", "continue: yes", 2, "only after a step with exactly one right turn"),
    ],
)
def test_a_wrong_step_is_refused(folder: Path, old: str, new: str, line: int, reason: str) -> None:
    with pytest.raises(BadLesson) as refused:
        read_steps(folder, GOOD_STEP.replace(old, new))
    assert f"lessons.txt, line {line}: " in str(refused.value)
    assert reason in str(refused.value)


def test_a_step_may_go_on_after_the_reply(folder: Path) -> None:
    more = "reply: f4\n[And on]\ncontinue: yes\nsay: On.\ntask: any\n"
    first, second = read_steps(folder, GOOD_STEP + more)
    assert first.reply == ("f4",)
    assert second.continues
    assert second.state.move_texts == ["e4", "f4"]


def test_what_is_indented_goes_on() -> None:
    (block,) = parse_blocks("# note\n[A]\nsay: one\n  two\n\n  three\n", "x.txt")
    assert block.need("say") == "one two three"


def test_a_step_says_when_a_guide_tells_of_it(folder: Path) -> None:
    told = GOOD_STEP + "when: few 2\ntell: You have hardly a choice.\n"
    (step,) = read_steps(folder, told)
    assert step.tip is not None
    assert step.tip.as_json() == {"moment": "few", "what": 2, "say": "You have hardly a choice."}


def test_a_guide_without_a_sentence_of_its_own_says_what_was_done(folder: Path) -> None:
    (step,) = read_steps(folder, GOOD_STEP + "done: Four live stones.\nwhen: choice pass\n")
    assert step.tip is not None
    assert (step.tip.what, step.tip.say) == ("pass", "Four live stones.")


@pytest.mark.parametrize(
    ("added", "line", "reason"),
    [
        ("when: dawn\ntell: Now.", 8, "there is no moment 'dawn'"),
        ("when: few two\ntell: Now.", 8, "'two' is no number"),
        ("when: choice stop\ntell: Now.", 8, "there is no choice 'stop'"),
        ("when: gain 3\ntell: Now.", 8, "'gain 3' is no moment: write 'gain'"),
        ("when: gain", 1, "has no text for 'done:'"),
        ("tell: Now.", 8, "'tell' needs a 'when'"),
    ],
)
def test_a_moment_that_is_none_is_refused(folder: Path, added: str, line: int, reason: str) -> None:
    with pytest.raises(BadLesson, match=reason) as caught:
        read_steps(folder, GOOD_STEP + added + "\n")
    assert f"line {line}:" in str(caught.value)


def test_the_site_is_given_all_moments_of_a_guide() -> None:
    moments = [tip["moment"] for tip in lessons(find("freedom"))["tips"]]
    assert moments == ["refusal", "gain", "loss", "many", "few", "choice"]
