"""Time controls: one text form, and errors that quote it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from livestone.errors import BadRequest
from livestone.server.tables.time_control import USUAL, TimeControl

seconds = st.integers(1, 180)
controls = st.one_of(
    st.just(TimeControl()),
    st.builds(TimeControl, st.just("sudden"), st.integers(10, 10800)),
    st.builds(TimeControl, st.sampled_from(("fischer", "delay")), st.integers(10, 10800), seconds),
    st.builds(TimeControl, st.just("byoyomi"), st.integers(10, 10800), seconds, st.integers(1, 20)),
    st.builds(TimeControl, st.just("days"), days=st.integers(1, 30)),
)


@settings(max_examples=60)
@given(controls)
def test_text(control: TimeControl) -> None:
    text = str(control)
    read = TimeControl.read(text)
    # Two decimals of a minute are as fine as the text gets.
    assert abs(read.base - control.base) <= 1
    assert str(read) == text
    assert (read.kind, read.bonus, read.periods, read.days) == (
        *(control.kind, control.bonus, control.periods, control.days),
    )
    assert read.words()
    assert len(text) <= 32


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("", TimeControl()),
        (" NONE ", TimeControl()),
        ("5", TimeControl("sudden", 300)),
        ("0.5", TimeControl("sudden", 30)),
        ("5+3", TimeControl("fischer", 300, 3)),
        ("0+10", TimeControl("fischer", 0, 10)),
        ("5d3", TimeControl("delay", 300, 3)),
        ("10/3x30", TimeControl("byoyomi", 600, 30, 3)),
        ("0/1x10", TimeControl("byoyomi", 0, 10, 1)),
        ("3D", TimeControl("days", days=3)),
    ],
)
def test_read(text: str, control: TimeControl) -> None:
    assert TimeControl.read(text) == control


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("soon", "'soon' is no time control: say none, 5"),
        ("5+", "'5+' is no time control"),
        ("-5", "'-5'"),
        ("٥", "no time control"),
        ("x" * 99, "'xxxxxxxxxxxxxxxxx...'"),
        ("181", "'181' makes no sense: 181 minutes, where 0 to 180 are possible"),
        ("5+0", "0 seconds, where 1 to 180"),
        ("5d200", "200 seconds"),
        ("5/0x30", "0 periods, where 1 to 20"),
        ("5/21x30", "21 periods"),
        ("0d", "0 days, where 1 to 30"),
        ("31d", "31 days"),
        ("0", "'0' gives 0 seconds in all"),
        ("0.1", "'0.1' gives 6 seconds in all: nobody plays in under 10"),
        ("0+9", "9 seconds in all"),
    ],
)
def test_refused(text: str, why: str) -> None:
    with pytest.raises(BadRequest, match=re.escape(why)):
        TimeControl.read(text)


def test_usual() -> None:
    assert len({str(control) for control in USUAL}) == len(USUAL)
    assert {control.kind for control in USUAL} == {"sudden", "fischer", "delay", "byoyomi", "days"}


def test_json() -> None:
    assert TimeControl.read("10/3x30").as_json() == {
        "text": "10/3x30",
        "words": "10 minutes, then 3 periods of 30 seconds",
        "kind": "byoyomi",
        "base": 600,
        "bonus": 30,
        "periods": 3,
        "days": 0,
    }
