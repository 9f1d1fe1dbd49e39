"""Sjekkers: the source's figures, worked positions, and a second implementation."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.counting import compiled_perft
from tests.rules.sjekkers_oracle import DOWN, NAMES, UP, Slow, beside, men, put

from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove, MoveSyntaxError
from livestone.games import load

SETTINGS = [
    {"rules": rules, "blocked_loses": loses}
    for rules in ("sjekkers", "checkers")
    for loses in (False, True)
]
every_setting = pytest.mark.parametrize(
    "options", SETTINGS, ids=lambda options: "-".join(map(str, options.values()))
)


def agree(slow: Slow, state: State) -> None:
    assert set(state.legal_texts) == slow.legal()
    if state.over:
        winner = slow.winner()
        assert state.winners == (("wb".index(winner),) if winner else ())


# Counts and the second implementation -----------------------------------------------------------


def test_perft() -> None:
    """Turn sequences from the start, counted by independent programs."""
    state = State(load("sjekkers"))
    assert [compiled_perft(state, turns) for turns in (1, 2, 3, 4)] == [26, 676, 18148, 475118]


def test_first_moves() -> None:
    texts = State(load("sjekkers")).legal_texts
    assert sum(text[0] + text[3] == "34" for text in texts) == 14
    assert sum(text[0] + text[3] == "24" for text in texts) == 12
    checkers = State(load("sjekkers", rules="checkers"))
    assert len(checkers.legal) == 14
    assert {text[0] for text in checkers.legal_texts} == {"3"}


@every_setting
def test_played_ply_by_ply_against_a_second_implementation(options: dict[str, Any]) -> None:
    rng = Random(str(options))
    for cap in (0, 0, 60):
        chosen = {**options, "ply_cap": cap}
        slow, state = Slow(chosen), State(load("sjekkers", **chosen))
        while not state.over:
            agree(slow, state)
            move = rng.choice(state.legal_texts)
            slow.play(move)
            state.play(move)
            assert "wb"[int(state.position.mover)] == slow.mover
            assert int(state.position.quiet) == slow.quiet
        agree(slow, state)
        double = "king" if slow.checkers else "Sjek"
        words = {
            "w": "white disk",
            "W": f"white {double}",
            "b": "black disk",
            "B": f"black {double}",
        }
        assert state.view().cells == {name: words[man] for name, man in slow.men.items()}


def scattered(rng: Random, options: dict[str, Any]) -> tuple[Slow, State]:
    """A few pieces anywhere, many of them Sjeks, so that ends and flights come about."""
    standing = {}
    for name in rng.sample(NAMES, rng.randint(2, 9)):
        kinds = ["W", "B", *(["w"] if name[0] != "9" else []), *(["b"] if name[0] != "1" else [])]
        standing[name] = rng.choice(kinds)
    standing |= {NAMES[5]: "W", NAMES[45]: rng.choice("bB")}
    mover = rng.choice("wb")
    state = put(standing, mover, **options)
    slow = Slow(options, dict(standing), mover, turn=state.turn)
    return slow, state


@every_setting
def test_scattered_pieces_against_a_second_implementation(options: dict[str, Any]) -> None:
    rng = Random(str(options))
    ends: Counter[str] = Counter()
    for _ in range(25):
        slow, state = scattered(rng, options)
        while not state.over:
            agree(slow, state)
            move = rng.choice(state.legal_texts)
            slow.play(move)
            state.play(move)
        agree(slow, state)
        ends[slow.winner()] += 1
    assert ends["w"]
    assert ends["b"]


def test_upside_down_with_colours_exchanged() -> None:
    """The rules are the same for both players."""
    for options in SETTINGS:
        rng, state = Random(4), State(load("sjekkers", **options))
        turned = {name: f"{10 - int(name[0])}{name[1]}" for name in NAMES}
        while not state.over and state.ply < 60:
            if not state.position.turn % 7:
                words = {"white disk": "b", "white Sjek": "B", "white king": "B", "black disk": "w"}
                standing = state.view().cells.items()
                cells = {turned[name]: words.get(piece, "W") for name, piece in standing}
                other = put(cells, "bw"[int(state.position.mover)], **options)
                if int(state.position.capturer) == state.game.board.wall:
                    mirrored = {turned[t[:2]] + t[2] + turned[t[3:]] for t in state.legal_texts}
                    assert mirrored == set(other.legal_texts)
            state.play(rng.choice(state.legal_texts))


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
    state = put(men("w 4c 5d 3b 3c, W 6d, b 9a"))
    own = {text for text in state.legal_texts if text.startswith("4c")}
    assert own == {"4c-5c"}, "5d is held by its own piece and 6d behind it too"
    assert {text for text in state.legal_texts if text.startswith("5d")} == {"5d-6c", "5d-7d"}
    assert {text for text in state.legal_texts if text.startswith("3b")} == {"3b-4b"}


def test_captures_are_compulsory_single_and_may_go_backward() -> None:
    state = put(men("w 5e 3a, b 6e 8e 4d 9a"))
    assert state.legal_texts == ["5ex3c", "5ex7e"]
    state.play("5ex7e")
    assert state.mover == 1, "no chain: 7e could go on over 8e"
    assert "6e" not in state.view().cells


def test_a_disk_on_the_far_row_is_doubled() -> None:
    for position, move in (
        ("w 8b, b 2a", "8b-9b"),
        ("w 7b 8b, b 2a", "7b-9b"),
        ("w 7a, b 8a 2a", "7ax9a"),
    ):
        state = put(men(position))
        state.play(move)
        assert state.view().cells[move[3:]] == "white Sjek"
        assert state.mover == 1


def test_a_sjek_flies_captures_from_afar_and_jumps_its_own_from_beside() -> None:
    state = put(men("W 1c, w 9a, b 9e") | {"9a": "W"})
    assert {text for text in state.legal_texts if text[:2] == "1c"} == {
        *("1c-2c", "1c-3c", "1c-4c", "1c-5c", "1c-6b", "1c-7a"),
        *("1c-2d", "1c-3e", "1c-4f", "1c-5g", "1c-6g", "1c-7g"),
    }
    state = put(men("W 1c, b 4f 9a"))
    assert state.legal_texts == ["1cx5g", "1cx6g", "1cx7g"]
    state = put(men("W 1c, b 4f 5g 9a"))
    assert not [text for text in state.legal_texts if "x" in text], "two in a row hold"
    state = put(men("W 1c, w 2d 4c, b 9e"))
    sjek = {text for text in state.legal_texts if text[:2] == "1c"}
    assert sjek == {"1c-2c", "1c-3c", "1c-3e"}, "over 2d beside it, not over 4c"
    state = put(men("W 5e, w 4d 4e, b 9a"))
    back = {text for text in state.legal_texts if text[:2] == "5e" and text[3] < "5"}
    assert back == set(), "and over its own only forward"


def test_checkers_chains_are_compulsory_and_end_by_doubling() -> None:
    state = put(men("w 3c 1a, b 4d 6e 9a 2a"), rules="checkers")
    assert state.legal_texts == ["1ax3a", "3cx5e"]
    state.play("3cx5e")
    assert (state.turn, state.mover) == (0, 0)
    assert state.legal_texts == ["5ex7e"]
    assert list(state.paths.values()) == [("7e",)]
    assert "capturer=5e" in state.text
    state.play("7e")
    assert (state.turn, state.mover) == (1, 1)
    assert state.turns == [(0, ["3cx5e", "5ex7e"])]
    doubling = put(men("w 7b, b 8b 8c 5a"), rules="checkers")
    doubling.play("7bx9b")
    assert doubling.mover == 1, "9b could capture 8c, had it been a king before"


def test_checkers_disks_never_go_back_and_kings_go_one_crossing() -> None:
    state = put(men("w 5e, b 4e 9a"), rules="checkers")
    assert state.legal_texts == ["5e-6d", "5e-6e"]
    state = put(men("W 5e, b 9a"), rules="checkers")
    assert state.legal_texts == ["5e-4d", "5e-4e", "5e-6d", "5e-6e"]
    state = put(men("W 5e, b 3c 9a"), rules="checkers")
    assert not [text for text in state.legal_texts if "x" in text]


def blocked(**options: Any) -> State:
    """White's only disk cannot move: what is beside it is backed up."""
    return put(men("w 1a, b 2a 2b 3a 3c 9a"), **options)


def test_a_player_without_a_move_passes_or_loses() -> None:
    state = blocked()
    assert state.legal_texts == ["pass"]
    state.play("pass")
    assert state.mover == 1
    assert int(state.position.passes) == int(state.position.quiet) == 1
    again = State.read(state.game, state.text)
    assert again.text == state.text
    for options in ({"blocked_loses": True}, {"rules": "checkers"}):
        lost = blocked(**options)
        assert lost.over
        assert lost.winners == (1,)


def test_both_passing_is_a_draw() -> None:
    """A wall of Sjeks on the edge, and disks in two rows that cannot be jumped."""
    state = State.read(load("sjekkers"), "BBBBB/wwwwww/wwwwwww/8/9/8/7/6/5 b turn=1")
    for _ in range(2):
        assert state.legal_texts == ["pass"]
        state.play("pass")
        assert State.read(state.game, state.text).legal == state.legal
    assert state.over
    assert state.winners == ()


def test_fifty_quiet_turns_are_a_draw_unless_something_happens() -> None:
    state = put(men("W 1a, w 2b, B 9a, b 8f"))
    state.position.quiet, state.position.turn = 48, 60
    state = State(state.game, state.position)
    state.play("1a-2a")
    assert not state.over
    quiet = state.copy()
    quiet.play("9a-8a")
    assert quiet.over
    assert quiet.winners == ()
    state.play("8f-7f")
    assert int(state.position.quiet) == 0
    assert not state.over


def test_a_position_for_the_third_time_is_a_draw() -> None:
    state = put(men("W 5i, B 1a"))
    for _ in range(2):
        for move in ("5i-4h", "1a-2a", "4h-5i", "2a-1a"):
            assert not state.over
            state.play(move)
    assert state.repeated
    assert state.winners == ()


def test_the_pieces_are_counted() -> None:
    state = put(men("w 5e 3a, W 9a, b 8f"))
    assert state.view().tally == ("2 disks, 1 Sjek", "1 disk, 0 Sjeks")
    king = put(men("W 9a, b 8f"), rules="checkers")
    assert king.view().tally == ("0 disks, 1 king", "1 disk, 0 kings")


def test_the_last_capture_wins() -> None:
    state = put(men("w 5e, b 6e"))
    state.play("5ex7e")
    assert state.winners == (0,)


# Refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "text", "reason"),
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
def test_refusals_teach(position: str, text: str, reason: str) -> None:
    state = put(men(position))
    with pytest.raises(IllegalMove, match=reason):
        state.play(text)


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        ("w 4c 3a, b 9c", "4c-3c", "a disk goes forward only"),
        ("w 4c 5c, b 9c", "4c-6b", "in checkers no piece jumps over its own side"),
        ("w 4c 3a, b 9c", "4c-6b", "a disk goes to a neighbouring crossing$"),
        ("W 4c, b 9c", "4c-6b", "a king goes to a neighbouring crossing"),
        ("w 4c 3a, b 9c", "pass", "nobody passes"),
    ],
)
def test_refusals_in_checkers(position: str, text: str, reason: str) -> None:
    state = put(men(position), rules="checkers")
    with pytest.raises(IllegalMove, match=reason):
        state.play(text)


def test_refusals_within_a_chain() -> None:
    state = put(men("w 3c 1a, b 4d 6e 9a"), rules="checkers")
    state.play("3cx5e")
    for text in ("1a-2a", "5e-6d", "6e", "pass"):
        with pytest.raises(IllegalMove, match=r"must capture on: 5ex7e|nobody passes"):
            state.play(text)
    with pytest.raises(IllegalMove, match="the turn goes on from 5e: say where to"):
        state.play("5e")
    with pytest.raises(IllegalMove, match="write 5ex7e"):
        state.play("5e-7e")


@given(st.text("123456789abcdefghi-x passj", max_size=8))
def test_nonsense_is_refused(text: str) -> None:
    state = State(load("sjekkers"))
    before = state.text
    try:
        state.play(text)
    except (IllegalMove, MoveSyntaxError):
        assert state.text == before
    else:
        assert state.move_texts[0] in {text.strip(), "-".join(text.split())}


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
