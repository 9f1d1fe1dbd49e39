"""What a guide tells in a first game, from the steps of the lessons."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lessons.test_files import GOOD_STEP, folder, read_steps

from livestone.errors import BadLesson
from livestone.games import find
from livestone.lessons.export import lessons

__all__ = ["folder"]


def test_a_step_says_when_a_guide_tells_of_it(folder: Path) -> None:
    told = GOOD_STEP + "when: few 2\ntell: You have hardly a choice.\n"
    (step,) = read_steps(folder, told)
    assert step.tip is not None
    assert step.tip.as_json() == {"moment": "few", "what": 2, "say": "You have hardly a choice."}


def test_without_a_sentence_of_its_own_it_says_what_was_done(folder: Path) -> None:
    (step,) = read_steps(folder, GOOD_STEP + "done: Four live stones.\nwhen: choice pass\n")
    assert step.tip is not None
    assert (step.tip.what, step.tip.say) == ("pass", "Four live stones.")


@pytest.mark.parametrize(
    ("added", "line", "reason"),
    [
        ("when: dawn\ntell: Now.", 8, "there is no moment 'dawn'"),
        ("when: few\ntell: Now.", 8, "'few' is no moment: write 'few 2'"),
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


def test_the_site_is_given_all_of_them() -> None:
    moments = [tip["moment"] for tip in lessons(find("freedom"))["tips"]]
    assert moments == ["refusal", "gain", "loss", "many", "few", "choice"]
