"""Options: declared once, and every refusal quotes what was given."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from livestone.core.options import Option, allowed, resolve, text_of
from livestone.errors import BadOption

SIZE = Option("size", 10, tuple(range(4, 17)), "Size")
SCORING = Option("scoring", "stones", ("stones", "rows"), "Scoring")
SECRET = Option("secret", False, (False, True), "Secret")
DECLARED = (SIZE, SCORING, SECRET)
PRESETS = {"quick": {"size": 6, "scoring": "rows"}}


def test_defaults_in_declared_order() -> None:
    assert list(resolve(DECLARED, PRESETS, {}).items()) == [
        ("size", 10),
        ("scoring", "stones"),
        ("secret", False),
    ]


@pytest.mark.parametrize("option", DECLARED)
def test_values_and_their_texts_are_read(option: Option) -> None:
    for value in option.values:
        for given_ in (value, text_of(value)):
            read = option.read(given_)
            assert read == value
            assert type(read) is type(value)


@pytest.mark.parametrize(
    "bad",
    [3, 17, 10.0, "010", "+10", " 10", "１０", "ten", "", None, True, [10]],
    ids=repr,
)
def test_bad_values_are_quoted(bad: object) -> None:
    shown = repr(bad) if isinstance(bad, str) else repr(repr(bad))
    with pytest.raises(BadOption) as refusal:
        SIZE.read(bad)
    assert str(refusal.value) == f"option size={shown} is not allowed: choose 4 to 16"
    assert refusal.value.code == "bad-option"


@pytest.mark.parametrize("text", ["True", "TRUE", "true", "tRUE"])
def test_truth_is_read_in_any_case(text: str) -> None:
    """Python and JSON write it differently."""
    assert SECRET.read(text) is True
    assert SECRET.read(text.lower().replace("true", "False")) is False


@pytest.mark.parametrize("bad", [0, 1, "yes", " true", "None"])
def test_nothing_else_is_true_or_false(bad: object) -> None:
    with pytest.raises(BadOption, match="choose false or true"):
        SECRET.read(bad)


@given(st.text() | st.integers() | st.floats() | st.none() | st.binary())
def test_only_declared_values_are_accepted(given_: object) -> None:
    if given_ in SIZE.values and type(given_) is int:
        assert SIZE.read(given_) == given_
    elif given_ in {str(value) for value in SIZE.values}:
        assert SIZE.read(given_) == int(str(given_))
    else:
        with pytest.raises(BadOption) as refusal:
            SIZE.read(given_)
        assert len(str(refusal.value)) < 300
        assert "\n" not in str(refusal.value)


def test_unknown_options_name_those_there_are() -> None:
    with pytest.raises(
        BadOption, match="no option 'colour': the options are size, scoring, secret"
    ):
        resolve(DECLARED, {}, {"colour": 4})
    with pytest.raises(BadOption, match="secret, preset"):
        resolve(DECLARED, PRESETS, {"colour": 4})
    with pytest.raises(BadOption, match="no option 'size': this game has no options"):
        resolve((), {}, {"size": 4})


def test_presets() -> None:
    assert resolve(DECLARED, PRESETS, {"preset": "quick"})["size"] == 6
    agreeing = resolve(DECLARED, PRESETS, {"size": "6", "preset": "quick", "secret": True})
    assert dict(agreeing) == {"size": 6, "scoring": "rows", "secret": True}
    for name in ("slow", 5, None, ["quick"]):
        with pytest.raises(BadOption, match="is not known: choose quick"):
            resolve(DECLARED, PRESETS, {"preset": name})
    with pytest.raises(BadOption, match="this game has no presets"):
        resolve(DECLARED, {}, {"preset": "quick"})


def test_contradicting_a_preset_is_refused_in_any_order() -> None:
    for given_ in ({"size": 8, "preset": "quick"}, {"preset": "quick", "size": 8}):
        with pytest.raises(BadOption) as refusal:
            resolve(DECLARED, PRESETS, given_)
        assert str(refusal.value) == "option size=8 contradicts preset=quick, which sets size=6"


def test_the_result_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        resolve(DECLARED, {}, {})["size"] = 4  # type: ignore[index]


@pytest.mark.parametrize(
    ("values", "words"),
    [((1,), "1"), ((1, 2), "1 or 2"), ((4, 6, 9), "4, 6 or 9"), ((4, 5, 6), "4 to 6")],
)
def test_values_in_words(values: tuple[int, ...], words: str) -> None:
    assert allowed(values) == words
