"""Trangalla: a second implementation, worked positions, refusals."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.rules.oracles import play_alike
from tests.rules.positions import shown
from tests.rules.refusing import refuses
from tests.rules.trangalla_oracle import AT, EVERY_WAY, PLACES, RANKS, SETTINGS, Slow, begun, put

from livestone.core.state import State
from livestone.errors import BadPosition, IllegalMove
from livestone.games import load


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
    for cap in (300, 20):
        chosen = {**options, "ply_cap": cap}
        play_alike(State(load("trangalla", **chosen)), Slow.opening(**chosen), rng, 90)


def test_few_pieces_against_a_second_implementation() -> None:
    """Few pieces come back to the same places, lose their Kings and get stuck."""
    rng, seen = Random(5), set()

    def look(state: State, slow: Slow) -> None:
        legal = set(state.legal_texts)
        if legal and legal < slow.plies():
            seen.add("forbidden")
        if legal == {"pass"}:
            seen.add("pass")

    for _ in range(20):
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
        play_alike(state, slow, rng, 60, also=look)
        if state.over:
            seen.add("won" if state.winners else "drawn")
    assert seen == {"forbidden", "pass", "won", "drawn"}


# Worked positions -------------------------------------------------------------------------------


def test_a_jumped_soldier_is_turned_over_and_a_king_is_taken_off() -> None:
    state = put("4b", "5b 7c 8a", "4b 8a")
    state.play("4b-6c")
    assert shown(state)["5b"] == "w"
    royal = put("4b", "5b 7c 8a", "4b 5b")
    royal.play("4b-6c")
    assert "5b" not in shown(royal)
    assert royal.position.lost == 2


def test_own_pieces_are_jumped_over_and_stay() -> None:
    state = put("4b 5b", "7c 8a", "4b 8a")
    state.play("4b-6c")
    assert shown(state)["5b"] == "w"
    assert int(state.position.fresh) == 4


def test_a_king_on_the_target_wins_and_a_soldier_there_is_lost() -> None:
    won = put("8a 2a", "5b 6a", "8a 5b")
    won.play("8a-9a")
    assert won.winners == (0,)
    lost = put("8a 2a", "5b 6a", "2a 5b")
    lost.play("8a-9a")
    assert not lost.over
    assert "9a" not in shown(lost)


def test_two_lost_kings_draw_at_once_inside_a_chain() -> None:
    state = put("4b", "5b 7b 8b", "- 5b", turned="4b")
    state.play("4b-6c")
    assert (state.winners, state.turn) == ((), 1)


def test_chains_end_by_themselves_or_by_stop() -> None:
    state = put("2a 2b", "3a 5a 7c", "2a 7c")
    state.play("2a-4a")
    assert state.turn == 0
    assert set(state.legal_texts) == {"4a-6b", "stop"}
    assert {len(path) for path in state.paths.values()} == {1}
    for text, reason in (
        ("2b-3b", "the piece on 4a has jumped"),
        ("4a-2a", "has been on 2a this turn"),
        ("4a-4b", "it may only jump again or stop"),
    ):
        refuses(state, text, IllegalMove, reason)
    state.play("4a-6b")
    assert (state.turn, state.mover) == (1, 1)


def test_the_tip_behind_is_closed_unless_it_is_open() -> None:
    opened, closed = (put("3c 2b", "7a 8a", "3c 8a", home_tip=tip) for tip in ("open", "closed"))
    assert "3c-1a" in opened.legal_texts
    refuses(closed, "3c-1a", IllegalMove, "1a is closed to your own pieces")


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
    for ply in ("4b-4c", "6b-6c", "4c-4b", "6c-6b", "4b-4c", "6b-6c", "4c-4b"):
        state.play(ply)
    refuses(state, "6c-6b", IllegalMove, "the same position for the third time")
    assert len({*begun().history}) == 3, "the choice of Kings is no repetition"


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        (begun(), "K=3b", "your King's place is already chosen"),
        (begun(), "stop", "has just jumped"),
        (begun(), "pass", "there are other moves"),
        (begun(), "5b-6b", "there is no piece on 5b"),
        (begun(), "7a-6a", "the piece on 7a is not White's"),
        (begun(), "2a-2b", "2b is occupied"),
        (begun(), "2a-5c", "neither next to"),
        (begun(), "3a-5b", "no piece on 4b to jump over"),
        (State(load("trangalla")), "3a-4a", "first choose the place of your King"),
        (State(load("trangalla")), "K=5a", "a King begins on one of 2a, 2b"),
        (put("2a", "3a 4a 7c", "2a 7c"), "2a-4a", "the place behind, 4a, is not empty"),
        (put("4a", "7c", "4a 7c"), "4a-3a", "only steps forward or sideways"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refusals_teach(state: State, text: str, reason: str) -> None:
    refuses(state, text, IllegalMove, reason)


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
