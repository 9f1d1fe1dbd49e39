"""Every game without points says in words why it is over, and says it rightly."""

from __future__ import annotations

import pytest

from livestone.conformance.cases import finished, quick
from livestone.core.game import Game
from livestone.core.phrases import REPEATED
from livestone.core.state import State
from livestone.games import catalogue, load
from livestone.play.end_reasons import end_reason
from livestone.records.samples import sample_of

SAMPLES = {
    "brainline": "The four pegs are a line.",
    "fort_chitral": "The whole fort is held.",
    "haalmaa_1": "All fifteen pawns are home.",
    "haalmaa_6": "Eight pawns are home.",
    "kamelen": "A camel stands on the enemy's home-field.",
    "kasteel_2": "White has too few pawns left.",
    "koerier": "The Courier is home.",
    "not_made_in_germany": "All nine pieces are in place.",
    "sjekkers": "All the loser's pieces are captured.",
    "trangalla": "The King is on its target.",
}
LAST = "That was the last turn."
# In Brainline, both players go there and back, twice.
REPEATED_MOVES = ("C1-C2", "C9-C8", "C2-C1", "C8-C9") * 2
LINE_SAUCE = (
    "xxxxxoxxx/oxoxooooo/oxoxoxxxo/xooooxxox/oxxxxooxo/oxoxoxxxo/xooooxxoo/oxxxooxox/xooxooxox"
    " x allowed=2 turn=41"
)
ENDS = [
    ("crunching_quax", "6/6o/4o3/9/4x5/11/10/9/8/7/6 x turn=200", {}, LAST),
    (
        "fort_chitral",
        f"wwww14/{'18/' * 16}bbb15 w",
        {},
        "The loser has three pieces left or fewer.",
    ),
    (
        "fort_chitral",
        f"wwww14/{'18/' * 16}bbbb14 w passes=2 turn=4",
        {},
        "Both players passed.",
    ),
    (
        "kamelen",
        "1c2r1r4/5r5/11/4C6/11/11/11/11/11/5r5/3Cr1r4 s quiet=100 turn=120",
        {},
        "A hundred turns have gone by without a capture.",
    ),
    (
        "kamelen",
        "4r1r4/5r5/11/4C6/4c6/11/11/11/11/5r5/3Cr1r4 s turn=10",
        {},
        "The last of the loser's key camels is captured.",
    ),
    ("kasteel_1", "bbwww1/bwww2/wwww2/www3/6/6 b", {}, "Black cannot move."),
    ("kasteel_1", "wwwbbb/ww4/w5/6/6/5w b", {}, "White's pawns fill the castle."),
    ("koerier", "9C/10/10/10/10/10/10/10/10/9c y turn=60", {}, "Both Couriers are home."),
    ("line_sauce", LINE_SAUCE, {}, "The board is full, and both lists are equal."),
    ("radius_y", "5/o5/7/8/9/2x5/7/6/5 o quiet=2 turn=4", {}, "Both players passed."),
    ("sjekkers", "b4/6/7/8/9/8/b1b4/bb4/w4 w", {"blocked_loses": True}, "White cannot move."),
    (
        "sjekkers",
        "b4/6/7/8/9/8/7/6/w4 w quiet=50 turn=60",
        {},
        "Fifty turns have gone by without a capture or a disk's move.",
    ),
]


OWN = [kind for kind in catalogue().values() if kind.__module__.startswith("livestone.")]


@pytest.mark.parametrize("game", SAMPLES)
def test_a_sample_says_how_it_was_won(game: str) -> None:
    state = sample_of(game).replay()
    assert state.view().ending == SAMPLES[game]
    state.undo()
    assert state.view().ending == ""


@pytest.mark.parametrize(
    ("game", "text", "options", "ending"), ENDS, ids=lambda value: str(value)[:20]
)
def test_other_ends(game: str, text: str, options: dict[str, bool], ending: str) -> None:
    state = State.read(load(game, **options), text)
    assert state.over
    assert state.view().ending == ending


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.id)
def test_a_random_game_says_why_it_is_over(kind: type[Game]) -> None:
    """Where the points do not; at the longest game, and at a repetition, just that."""
    game = quick(kind, {})
    state = finished(game)
    ending, reason = state.view().ending, end_reason(state)
    plain = not kind.__module__.endswith(".rules")  # a game in one file, without words beside it
    if game.points or plain:
        assert ending == ""
        return
    assert ending
    assert ending == LAST or reason != "cap"
    assert (ending == game.words.say.texts[REPEATED]) == (reason == "repetition")


def test_a_repetition_is_told() -> None:
    state = State(load("brainline"))
    for move in REPEATED_MOVES:
        assert state.view().ending == ""
        state.play(move)
    assert state.view().ending == "The same position has stood three times."
