"""Sjekkers: a second implementation, worked positions, refusals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.rules.oracles import play_alike
from tests.rules.positions import put, shown
from tests.rules.refusing import refuses
from tests.rules.sjekkers_oracle import DOWN, NAMES, UP, Slow, beside

from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load

SETTINGS = [
    {"rules": rules, "blocked_loses": loses}
    for rules in ("sjekkers", "checkers")
    for loses in (False, True)
]
every_setting = pytest.mark.parametrize(
    "options", SETTINGS, ids=lambda options: "-".join(map(str, options.values()))
)


def position(men: str | dict[str, str], mover: int = 0, **options: Any) -> State:
    """A state with these pieces."""
    return put(load("sjekkers", **options), men, mover)


def starts(state: State, *beginnings: str) -> set[str]:
    """The legal moves of these pieces."""
    return {text for text in state.legal_texts if text.startswith(beginnings)}


# The second implementation ----------------------------------------------------------------------


@every_setting
def test_played_ply_by_ply_against_a_second_implementation(options: dict[str, Any]) -> None:
    rng = Random(str(options))
    for cap in (0, 60):
        chosen = {**options, "ply_cap": cap}
        play_alike(State(load("sjekkers", **chosen)), Slow(chosen), rng, also=same_count)


def same_count(state: State, slow: Slow) -> None:
    assert int(state.position.quiet) == slow.quiet


@every_setting
def test_scattered_pieces_against_a_second_implementation(options: dict[str, Any]) -> None:
    """A few pieces anywhere, many of them Sjeks, so that ends and flights come about."""
    rng, ends = Random(str(options)), set()
    for _ in range(25):
        men = {}
        for name in rng.sample(NAMES, rng.randint(2, 9)):
            kinds = "WB" + "w" * (name[0] != "9") + "b" * (name[0] != "1")
            men[name] = rng.choice(kinds)
        men |= {NAMES[5]: "W", NAMES[45]: rng.choice("bB")}
        mover = rng.randrange(2)
        slow = Slow(options, dict(men), "wb"[mover], turn=mover)
        state = position(men, mover, **options)
        play_alike(state, slow, rng, also=same_count)
        ends.add(state.winners)
    assert ends >= {(0,), (1,)}


# Worked positions -------------------------------------------------------------------------------


def test_the_board_has_no_horizontal_lines() -> None:
    board = load("sjekkers").board
    assert len(board) == 61
    assert len(board.strokes) == 18
    assert all(begin[1] != end[1] for begin, end in board.strokes)
    for at, name in enumerate(board.names):
        around = {board.names[site] for site in board.neighbours[at] if site < board.wall}
        assert around == {beside(name, way) for way in UP + DOWN} - {""}


def test_a_disk_steps_forward_and_jumps_over_its_own() -> None:
    state = position("w 4c 5d 3b 3c, W 6d, b 9a")
    assert starts(state, "4c") == {"4c-5c"}, "5d is held by its own piece and 6d behind it too"
    assert starts(state, "5d") == {"5d-6c", "5d-7d"}
    assert starts(state, "3b") == {"3b-4b"}


def test_captures_are_compulsory_single_and_may_go_backward() -> None:
    state = position("w 5e 3a, b 6e 8e 4d 9a")
    assert state.legal_texts == ["5ex3c", "5ex7e"]
    state.play("5ex7e")
    assert state.mover == 1, "no chain: 7e could go on over 8e"
    assert "6e" not in shown(state)


@pytest.mark.parametrize(
    ("men", "move"),
    [("w 8b, b 2a", "8b-9b"), ("w 7b 8b, b 2a", "7b-9b"), ("w 7a, b 8a 2a", "7ax9a")],
)
def test_a_disk_on_the_far_row_is_doubled(men: str, move: str) -> None:
    state = position(men)
    state.play(move)
    assert state.view().cells[move[3:]] == "white Sjek"
    assert state.mover == 1


@pytest.mark.parametrize(
    ("men", "origin", "ends"),
    [
        ("W 1c 9a, b 9e", "1c", "-2c -3c -4c -5c -6b -7a -2d -3e -4f -5g -6g -7g"),
        ("W 1c, b 4f 9a", "1c", "x5g x6g x7g"),
        # Over 2d beside it, not over 4c; over its own only forward.
        ("W 1c, w 2d 4c, b 9e", "1c", "-2c -3c -3e"),
        ("W 5e, w 4d 4e, b 9a", "5e", "-6d -7c -8b -6e -7e -8e -9e"),
    ],
)
def test_a_sjek_flies_captures_from_afar_and_jumps_its_own_from_beside(
    men: str, origin: str, ends: str
) -> None:
    assert starts(position(men), origin) == {origin + end for end in ends.split()}


def test_two_in_a_row_are_not_captured() -> None:
    assert not [text for text in position("W 1c, b 4f 5g 9a").legal_texts if "x" in text]


def test_checkers_chains_are_compulsory_and_end_by_doubling() -> None:
    state = position("w 3c 1a, b 4d 6e 9a 2a", rules="checkers")
    assert state.legal_texts == ["1ax3a", "3cx5e"]
    state.play("3cx5e")
    assert (state.turn, state.mover) == (0, 0)
    assert state.legal_texts == ["5ex7e"]
    assert list(state.paths.values()) == [("7e",)]
    assert "capturer=5e" in state.text
    state.play("7e")
    assert (state.turn, state.mover) == (1, 1)
    assert state.turns == [(0, ["3cx5e", "5ex7e"])]
    doubling = position("w 7b, b 8b 8c 5a", rules="checkers")
    doubling.play("7bx9b")
    assert doubling.mover == 1, "9b could capture 8c, had it been a king before"


def test_checkers_disks_never_go_back_and_kings_go_one_crossing() -> None:
    state = position("w 5e, b 4e 9a", rules="checkers")
    assert state.legal_texts == ["5e-6d", "5e-6e"]
    state = position("W 5e, b 9a", rules="checkers")
    assert state.legal_texts == ["5e-4d", "5e-4e", "5e-6d", "5e-6e"]
    state = position("W 5e, b 3c 9a", rules="checkers")
    assert not [text for text in state.legal_texts if "x" in text]


@pytest.mark.parametrize("options", [{}, {"blocked_loses": True}, {"rules": "checkers"}], ids=str)
def test_a_player_without_a_move_passes_or_loses(options: dict[str, Any]) -> None:
    """White's only disk cannot move: what is beside it is backed up."""
    state = position("w 1a, b 2a 2b 3a 3c 9a", **options)
    if options:
        assert state.winners == (1,)
        return
    assert state.legal_texts == ["pass"]
    state.play("pass")
    assert state.mover == 1
    assert int(state.position.passes) == int(state.position.quiet) == 1
    assert State.read(state.game, state.text).text == state.text


def test_both_passing_is_a_draw() -> None:
    """A wall of Sjeks on the edge, and disks in two rows that cannot be jumped."""
    state = State.read(load("sjekkers"), "BBBBB/wwwwww/wwwwwww/8/9/8/7/6/5 b turn=1")
    for _ in range(2):
        assert state.legal_texts == ["pass"]
        state.play("pass")
        assert State.read(state.game, state.text).legal == state.legal
    assert state.winners == ()


def test_fifty_quiet_turns_are_a_draw_unless_something_happens() -> None:
    state = put(load("sjekkers"), "W 1a, w 2b, B 9a, b 8f", quiet=48, turn=60)
    state.play("1a-2a")
    assert not state.over
    quiet = state.copy()
    quiet.play("9a-8a")
    assert quiet.winners == ()
    state.play("8f-7f")
    assert int(state.position.quiet) == 0
    assert not state.over


def test_a_position_for_the_third_time_is_a_draw() -> None:
    state = position("W 5i, B 1a")
    for move in ("5i-4h", "1a-2a", "4h-5i", "2a-1a") * 2:
        assert not state.over
        state.play(move)
    assert state.repeated
    assert state.winners == ()


def test_the_pieces_are_counted() -> None:
    told = position("w 5e 3a, W 9a, b 8f").view().tally
    assert told == ("2 disks, 1 Sjek", "1 disk, 0 Sjeks")
    told = position("W 9a, b 8f", rules="checkers").view().tally
    assert told == ("0 disks, 1 king", "1 disk, 0 kings")


# Refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("men", "text", "reason"),
    [
        ("w 4c 3a, b 5c", "3a-4a", "a capture is possible: 4cx6b"),
        ("w 4c 3a, b 5c", "4c-5d", "a capture is possible: 4cx6b"),
        ("w 4c 3a, b 5c", "4c-6b", "4c-6b is not how this move is written: write 4cx6b"),
        ("w 4c 3a, b 9c", "4cx5c", "4cx5c is not how this move is written: write 4c-5c"),
        ("w 4c 3a, b 9c", "4c-3c", "a disk goes forward; only to capture may it go back"),
        ("w 4c 3a, b 9c", "4c-4d", "along the drawn lines"),
        ("w 4c 3a, b 9c", "4c-6d", "jumps over one neighbouring piece: none is on 5d"),
        ("w 4c 3a, b 9c", "4c-7d", "over one neighbouring piece to the crossing straight behind"),
        ("w 4c 5c, b 9c", "4c-5c", "5c is occupied"),
        ("w 4c 3a, b 9c", "9c-8c", "is not White's"),
        ("w 4c 3a, b 9c", "5c-6c", "there is no piece on 5c"),
        ("w 4c 3a, b 9c", "4c", "say how it goes on"),
        ("w 4c 5c 5d 6b, W 6d, b 9c", "4c", "4c is blocked: no empty crossing ahead"),
        ("w 4c 3a, b 9c", "pass", "only a player without any passes"),
        ("W 1c, w 2c 3c, b 9e", "1c-4c", "one piece and no more"),
        ("W 5e, w 4e, b 9a", "5e-3e", "its own side forward only"),
        ("W 1c, w 3c, b 9e", "1c-5c", "only from next to it"),
    ],
)
def test_refusals_teach(men: str, text: str, reason: str) -> None:
    refuses(position(men), text, IllegalMove, reason)


@pytest.mark.parametrize(
    ("men", "text", "reason"),
    [
        ("w 4c 3a, b 9c", "4c-3c", "a disk goes forward only"),
        ("w 4c 5c, b 9c", "4c-6b", "in checkers no piece jumps over its own side"),
        ("w 4c 3a, b 9c", "4c-6b", "a disk goes to a neighbouring crossing$"),
        ("W 4c, b 9c", "4c-6b", "a king goes to a neighbouring crossing"),
        ("w 4c 3a, b 9c", "pass", "nobody passes"),
    ],
)
def test_refusals_in_checkers(men: str, text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        position(men, rules="checkers").play(text)


def test_refusals_within_a_chain() -> None:
    state = position("w 3c 1a, b 4d 6e 9a", rules="checkers")
    state.play("3cx5e")
    for text, reason in (
        ("1a-2a", "must capture on: 5ex7e"),
        ("5e-6d", "must capture on: 5ex7e"),
        ("6e", "must capture on: 5ex7e"),
        ("pass", "nobody passes"),
        ("5e", "the turn goes on from 5e: say where to"),
        ("5e-7e", "write 5ex7e"),
    ):
        refuses(state, text, IllegalMove, reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("w4/6/7/8/9/8/7/6/b4 w", "disk on the far row"),
        ("b4/6/7/8/9/8/7/6/4b w", "Black has a disk on the far row"),
        ("5/6/7/8/9/8/7/6/w4 w", "Black has just moved and yet has no piece"),
        ("b4/6/wwwwwww/wwwwwwww/wwww5/8/7/6/5 w", "White has 19 pieces"),
        ("b4/6/7/8/9/8/7/6/w4 w turn=1", "it is not White's turn"),
        ("b4/6/7/8/9/8/7/6/w4 w quiet=3", "does not fit"),
        ("b4/6/7/8/9/8/7/6/w4 w quiet=51 turn=60", "does not fit"),
        ("b4/6/7/8/9/8/7/6/w4 w quiet=2 passes=1 turn=60", "cannot have passed"),
        ("b4/6/7/8/9/8/7/6/w4 w quiet=2 passes=3 turn=60", "passes=3"),
        ("b4/6/7/8/9/8/7/6/w4 w capturer=1a", "under checkers only"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        State.read(load("sjekkers"), text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b4/6/7/8/9/8/7/6/w4 w capturer=1a", "cannot have captured and go on"),
        ("b4/6/7/8/9/8/7/6/w4 w capturer=9a", "cannot have captured and go on"),
        ("b4/6/7/8/9/8/7/6/w4 w capturer=5a", "cannot have captured and go on"),
        ("b4/6/7/8/9/8/7/6/w4 w turn=80", "past the longest game"),
    ],
)
def test_impossible_positions_in_checkers(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        State.read(load("sjekkers", rules="checkers", ply_cap=60), text)
