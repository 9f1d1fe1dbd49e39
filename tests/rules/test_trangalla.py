"""Trangalla: the source's figures, worked positions, and a second implementation."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.rules.counting import compiled_perft
from tests.rules.trangalla_oracle import AT, EVERY_WAY, PLACES, RANKS, SETTINGS, Slow, begun, put

from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load

# Figures ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tip", "counts"),
    [("closed", [10, 100, 1448, 21575]), ("open", [12, 144, 2268, 36647])],
)
def test_perft(tip: str, counts: list[int]) -> None:
    """Turn sequences with the Kings on 2a and 8b, counted by independent programs."""
    state = begun(home_tip=tip)
    assert [compiled_perft(state, turns) for turns in (1, 2, 3, 4)] == counts


def test_the_board_has_23_places() -> None:
    board = load("trangalla").board
    assert len(board) == 23
    assert board.names == tuple(PLACES)
    assert [len(row) for row in board.rows] == list(RANKS[::-1])
    assert board.directions == 6
    for name, (x, y) in PLACES.items():
        near = {AT[x + dx, y + dy] for dx, dy in EVERY_WAY if (x + dx, y + dy) in AT}
        found = {board.names[there] for there in board.neighbours[board.site[name]] if there < 23}
        assert found == near
    assert len(board.symmetries) == 4
    zones = {name: [board.names[site] for site in zone.sites] for name, zone in board.zones.items()}
    assert zones == {"white_target": ["9a"], "black_target": ["1a"]}


# A second implementation ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(options, id=str(options), marks=pytest.mark.slow if number % 3 else ())
        for number, options in enumerate(SETTINGS)
    ],
)
def test_played_ply_by_ply_against_a_second_implementation(options: dict[str, Any]) -> None:
    rng = Random(str(options))
    for number in range(4):
        options = {**options, "ply_cap": (300, 20, 0, 300)[number]}
        slow, state = Slow.opening(**options), State(load("trangalla", **options))
        while not state.over and state.ply < 120:
            assert set(state.legal_texts) == slow.legal()
            ply = rng.choice(state.legal_texts)
            slow.play(ply)
            state.play(ply)
            letters = {"white piece": "w", "black piece": "b", "white King": "w", "black King": "b"}
            cells = {name: letters[piece] for name, piece in state.view().cells.items()}
            assert cells == slow.men
        if state.over:
            assert slow.legal() == set()
            assert state.scores == slow.scores()


def test_few_pieces_against_a_second_implementation() -> None:
    """Few pieces come back to the same places, lose their Kings and get stuck."""
    rng, seen = Random(5), set()
    for _ in range(30):
        white = rng.sample(["2a", "3b", "4a", "4c", "5a"], 2)
        black = rng.sample(["6a", "6c", "7b", "8a"], 2)
        kings = (rng.choice([*white, "-"]), rng.choice(black))
        options = {**rng.choice(SETTINGS), "ply_cap": 0}
        state = put(" ".join(white), " ".join(black), " ".join(kings), **options)
        slow = Slow(options, dict.fromkeys(white, "w") | dict.fromkeys(black, "b"))
        slow.kings = {side: king for side, king in zip("wb", kings, strict=True) if king != "-"}
        slow.lost = {"w"} if kings[0] == "-" else set()
        slow.fresh, slow.chosen = set(slow.men), 2
        slow.history = [slow.key()]
        while not state.over and state.ply < 60:
            legal = slow.legal()
            assert set(state.legal_texts) == legal
            if legal < slow.plies():
                seen.add("forbidden")
            if legal == {"pass"}:
                seen.add("pass")
            ply = rng.choice(state.legal_texts)
            slow.play(ply)
            state.play(ply)
        if state.over:
            assert state.scores == slow.scores()
            seen.add("won" if any(state.scores) else "drawn")
    assert seen == {"forbidden", "pass", "won", "drawn"}


# Worked positions -------------------------------------------------------------------------------


def test_a_jumped_soldier_is_turned_over_and_a_king_is_taken_off() -> None:
    state = put("4b", "5b 7c 8a", "4b 8a")
    state.play("4b-6c")
    assert state.view().cells["5b"] == "white piece"
    royal = put("4b", "5b 7c 8a", "4b 5b")
    royal.play("4b-6c")
    assert "5b" not in royal.view().cells
    assert royal.position.lost == 2


def test_own_pieces_are_jumped_over_and_stay() -> None:
    state = put("4b 5b", "7c 8a", "4b 8a")
    state.play("4b-6c")
    assert state.view().cells["5b"] == "white piece"
    assert int(state.position.fresh) == 4


def test_a_king_on_the_target_wins_and_a_soldier_there_is_lost() -> None:
    won = put("8a 2a", "5b 6a", "8a 5b")
    won.play("8a-9a")
    assert won.winners == (0,)
    lost = put("8a 2a", "5b 6a", "2a 5b")
    lost.play("8a-9a")
    assert not lost.over
    assert "9a" not in lost.view().cells


def test_two_lost_kings_draw_at_once_inside_a_chain() -> None:
    state = put("4b", "5b 7b 8b", "- 5b", turned="4b")
    state.play("4b-6c")
    assert state.over
    assert state.winners == ()
    assert state.turn == 1


def test_chains_end_by_themselves_or_by_stop() -> None:
    state = put("2a", "3a 5a 7c", "2a 7c")
    state.play("2a-4a")
    assert state.turn == 0
    assert set(state.legal_texts) == {"4a-6b", "stop"}
    assert {len(path) for path in state.paths.values()} == {1}
    state.play("4a-6b")
    assert (state.turn, state.mover) == (1, 1)


def test_no_place_twice_in_one_turn() -> None:
    state = put("4a", "4b 5a 7c", "4a 7c", turned="4b 5a")
    state.play("4a-4c")
    assert "4c-4a" not in state.legal_texts
    with pytest.raises(IllegalMove):
        state.play("4c-4a")


def test_the_tip_behind_is_closed_unless_it_is_open() -> None:
    assert "3b-1a" not in begun().legal_texts
    closed = put("3a 2b", "7a 8a", "3a 8a")
    opened = put("3c 2b", "7a 8a", "3c 8a", home_tip="open")
    assert "3c-1a" in opened.legal_texts
    closed = put("3c 2b", "7a 8a", "3c 8a")
    with pytest.raises(IllegalMove, match="1a is closed to your own pieces"):
        closed.play("3c-1a")


def test_a_blocked_player_passes_and_two_passes_draw() -> None:
    state = put("2a", "", "2a -", "b")
    assert state.legal_texts == ["pass"]
    state.play("pass")
    state.play("2a-2b")
    assert int(state.position.passes) == 0
    last = put("2a", "", "2a -", "b").position
    last.passes = 1
    stuck = State(load("trangalla"), last)
    stuck.play("pass")
    assert stuck.winners == ()


def test_the_third_time_is_forbidden() -> None:
    state = put("4b 2a", "6b 8a", "2a 8a")
    for ply in ("4b-4c", "6b-6c", "4c-4b", "6c-6b") * 2:
        if ply not in state.legal_texts:
            break
        state.play(ply)
    assert state.ply == 7
    with pytest.raises(IllegalMove, match="the same position for the third time"):
        state.play("6c-6b")


def test_the_choice_of_kings_is_no_repetition() -> None:
    game = begun()
    assert len({*game.history}) == 3


def test_a_cap_is_a_draw() -> None:
    rng, state = Random(1), begun(ply_cap=20)
    while not state.over:
        state.play(rng.choice(state.legal_texts))
    assert state.turn == 20
    assert state.winners == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("K=3b", "your King's place is already chosen"),
        ("stop", "has just jumped"),
        ("pass", "there are other moves"),
        ("5b-6b", "there is no piece on 5b"),
        ("7a-6a", "the piece on 7a is not White's"),
        ("2a-2b", "2b is occupied"),
        ("2a-5c", "neither next to"),
        ("3a-5b", "no piece on 4b to jump over"),
    ],
)
def test_refusals_teach(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        begun().play(text)


def test_more_refusals() -> None:
    with pytest.raises(IllegalMove, match="first choose the place of your King"):
        State(load("trangalla")).play("3a-4a")
    with pytest.raises(IllegalMove, match="a King begins on one of 2a, 2b"):
        State(load("trangalla")).play("K=5a")
    blocked = put("2a", "3a 4a 7c", "2a 7c")
    with pytest.raises(IllegalMove, match="the place behind, 4a, is not empty"):
        blocked.play("2a-4a")
    with pytest.raises(IllegalMove, match="only steps forward or sideways"):
        put("4a", "7c", "4a 7c").play("4a-3a")
    chain = put("2a 2b", "3a 5a 7c", "2a 7c")
    chain.play("2a-4a")
    for text, reason in (
        ("2b-3b", "the piece on 4a has jumped"),
        ("4a-2a", "has been on 2a this turn"),
        ("4a-4b", "it may only jump again or stop"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            chain.play(text)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kings": (23, 20)}, "the place of White's King is missing"),
        ({"kings": (10, 20)}, "White's King cannot stand on 5a"),
        ({"unturned": 1 << 10}, "names places where no piece stands"),
        ({"fresh": 3}, "were never turned over"),
        ({"chosen": 1}, "before anything else"),
        ({"lost": 1}, "but has a place"),
        ({"been": 4}, "been belongs to"),
        ({"jumper": 1}, "jumper names"),
        ({"passes": 3}, "passes are 0 to 2"),
    ],
)
def test_impossible_positions(change: dict[str, Any], reason: str) -> None:
    position = begun().position.copy()
    for name, value in change.items():
        position[name] = value
    text = State(load("trangalla"), position).text
    with pytest.raises(BadPosition, match=reason):
        State.read(load("trangalla"), text)
