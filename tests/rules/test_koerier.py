"""Koerier: the source's figures, worked positions, refusals, and a second implementation."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.counting import compiled_perft, walked_perft
from tests.rules.koerier_oracle import (
    CASTLE,
    COLUMNS,
    GOAL,
    NAME,
    ROWS,
    SIDES,
    Slow,
    onward,
    pieces,
    put,
    shown,
)
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.scene import scene
from livestone.core.state import State
from livestone.draw import svg
from livestone.errors import BadPosition, IllegalMove, MoveSyntaxError
from livestone.games import load

# Move sequences from the start, counted by independent programs.
PERFT = {"mirrored": (16, 256, 4376), "printed": (16, 256, 4328)}
SETTINGS = [
    {"yellow_guards": guards, "clear_own_guards": own}
    for guards in ("mirrored", "printed")
    for own in (False, True)
]
every_setting = pytest.mark.parametrize(
    "options", SETTINGS, ids=lambda options: "-".join(map(str, options.values()))
)


def follow(state: State, slow: Slow, rng: Random, plies: int, keen: float) -> str:
    """Play at random in both, often running or capturing; compare everything; how it ended."""
    for _ in range(plies):
        assert set(state.legal_texts) == slow.legal()
        assert shown(state) == slow.men
        assert (state.winners if state.over else None) == slow.winners()
        assert len(state.legal) <= state.game.max_moves
        if state.over:
            last_turn = slow.courier("yellow") == GOAL["yellow"]
            return f"{state.winners} last turn" if last_turn else str(state.winners)
        moves = sorted(slow.legal())
        runs = (slow.courier("yellow"), slow.courier("red"))
        better = [move for move in moves if "x" in move or move.startswith(runs)]
        move = rng.choice(better if better and rng.random() < keen else moves)
        state.play(move)
        slow.play(move)
    return "cut"


@pytest.mark.parametrize("guards", PERFT)
def test_counts_of_independent_programs(guards: str) -> None:
    state, slow = State(load(NAME, yellow_guards=guards)), Slow(yellow_guards=guards)
    assert walked_perft(state, 2) == slow.perft(2) == PERFT[guards][1]
    counts = tuple(compiled_perft(state, turns) for turns in (1, 2, 3))
    assert counts == PERFT[guards]


def test_sixteen_first_moves() -> None:
    state = State(load(NAME))
    starts = Counter(text.split("-")[0] for text in state.legal_texts)
    assert len(state.legal) == 16
    assert {"A1-B2", "I9-G7"} < set(state.legal_texts)
    assert starts["A1"] == 1
    assert sum(starts[guard] for guard in ("I9", "I10", "J9")) == 1
    assert sum(starts.values()) == 1 + 1 + 14


@pytest.mark.parametrize("side", SIDES)
def test_eight_ways_to_the_castle(side: str) -> None:
    """Four of eleven steps through the inner square, four of thirteen around the outer one."""
    done, ways = [], [[{"yellow": "A1", "red": "J1"}[side]]]
    while ways:
        way = ways.pop()
        if way[-1] == GOAL[side]:
            done.append(way)
        else:
            ways += [[*way, there] for there in onward(way[-1], side)]
    assert sorted(len(way) - 1 for way in done) == [11] * 4 + [13] * 4
    other = SIDES[1 - SIDES.index(side)]
    for here, there in {pair for way in done for pair in pairwise(way)}:
        rival = {"yellow": "A1", "red": "J1"}[other]
        men = {rival: f"{other} courier"} | {here: f"{side} courier"}
        assert f"{here}-{there}" in put(men, SIDES.index(side)).legal_texts


@every_setting
def test_random_games_ply_by_ply(options: dict[str, Any]) -> None:
    game, rng = load(NAME, ply_cap=60, **options), Random(str(options))
    for keen in (0.0, 0.4):
        follow(State(game), Slow(ply_cap=60, **options), rng, 60, keen)


@every_setting
def test_crowded_games_ply_by_ply(options: dict[str, Any]) -> None:
    """Couriers near their castles among a few men, so that all the ends come up."""
    rng, ends, taken = Random(repr(options)), set(), 0
    for _ in range(100):
        slow = Slow(crowd(rng), rng.randrange(2), **options)
        ends.add(follow(put(slow.men, slow.mover, **options), slow, rng, 40, keen=0.5))
        taken += slow.taken_by_couriers
    assert ends >= {"(0,) last turn", "() last turn", "(1,)"}
    assert taken


def crowd(rng: Random) -> dict[str, str]:
    """Couriers close to their castles, up to three guards and horsemen a side about them."""
    castles = sorted(CASTLE["yellow"] | CASTLE["red"])
    outside = [row + column for row in ROWS for column in COLUMNS[4:]]
    men = {
        rng.choice(["G7", "H8", "I9", "J9"]): "yellow courier",
        rng.choice(["D7", "C8", "B9", "A9"]): "red courier",
    }
    for side in SIDES:
        for kind, squares in (("guard", castles), ("horseman", outside)):
            free = [at for at in squares if at not in men]
            free = [at for at in free if kind == "guard" or at not in castles]
            men |= dict.fromkeys(rng.sample(free, rng.randrange(4)), f"{side} {kind}")
    return men


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(SETTINGS))
def test_red_upside_down_plays_as_yellow(seed: int, options: dict[str, Any]) -> None:
    """Turned upside down with the colours exchanged, the moves are the same."""

    def image(text: str) -> str:
        return re.sub("[A-J]", lambda row: ROWS[9 - ROWS.index(row[0])], text)

    options = options | {"yellow_guards": "mirrored"}
    rng, here = Random(seed), State(load(NAME, **options))
    for _ in range(rng.randrange(1, 60)):
        if here.over:
            return
        here.play(rng.choice(here.legal))
    if here.over or shown(here).get("J10") == "yellow courier":
        return
    swap = {"yellow": "red", "red": "yellow"}
    men = {
        image(square): f"{swap[piece.split()[0]]} {piece.split()[1]}"
        for square, piece in shown(here).items()
    }
    there = put(men, 1 - (here.mover or 0), **options)
    there.position.waited[:] = here.position.waited[::-1]
    mirrored = State(there.game, there.position)
    assert set(mirrored.legal_texts) == {image(text) for text in here.legal_texts}


BLOCKED = pieces(
    yellow_courier="H8", red_guard="I9", red_courier="J1", yellow_horseman="C1", red_horseman="C10"
)


def test_steps_and_guards_are_counted() -> None:
    told = "11 steps to go, 3 guards"
    assert State(load(NAME)).view().tally == (told, told)
    assert put(BLOCKED).view().tally == ("3 steps to go, 0 guards", "11 steps to go, 1 guard")
    # Around the outer square: G4, G5, G6, G7, H8, I9, J9, J10. Red: D7, C8, B9, A9, A10.
    men = pieces(yellow_courier="F4", yellow_guard="A10 B9", red_courier="E6")
    assert put(men).view().tally == ("8 steps to go, 2 guards", "5 steps to go, 0 guards")
    state = put(pieces(yellow_courier="J9", red_courier="J1"))
    assert state.view().tally[0] == "1 step to go, 0 guards"
    state.play("J9-J10")
    assert state.view().tally[0] == "0 steps to go, 0 guards"
    assert state.winners == (0,)


def test_a_courier_waits_a_turn_before_it_captures() -> None:
    state = put(BLOCKED)
    with pytest.raises(IllegalMove, match="a courier waits a turn, then may capture it"):
        state.play("H8xI9")
    state.play("C1-D3")
    state.play("C10-D8")
    assert "H8xI9" in state.legal_texts
    state.play("H8xI9")
    assert shown(state)["I9"] == "yellow courier"


def test_a_guard_that_comes_later_is_waited_for_anew() -> None:
    men = pieces(yellow_courier="I9", red_guard="G8 J9", red_courier="J1", yellow_horseman="C1")
    state = put(men | {"C10": "red horseman"})
    for move in ("C1-D3", "G8-I10"):
        state.play(move)
    assert [text for text in state.legal_texts if text.startswith("I9")] == ["I9xJ9"]
    for move in ("D3-C1", "C10-D8"):
        state.play(move)
    assert [text for text in state.legal_texts if text.startswith("I9")] == ["I9xI10", "I9xJ9"]


def test_couriers_stand_still_to_wait() -> None:
    """The courier arrives in front of the guard: the turn of its step is no waiting."""
    men = {square: piece for square, piece in BLOCKED.items() if square != "H8"}
    state = put({**men, "G7": "yellow courier"})
    state.play("G7-H8")
    state.play("C10-D8")
    assert "H8xI9" not in state.legal_texts
    state.play("C1-D3")
    state.play("D8-E6")
    assert "H8xI9" in state.legal_texts


def test_guards_outside_the_castle_and_others_are_not_captured_by_couriers() -> None:
    state = put({**BLOCKED, "H8": "red guard", "G7": "yellow courier"})
    for move in ("C1-D3", "C10-D8"):
        state.play(move)
    with pytest.raises(IllegalMove, match="H8 is occupied, and any piece on the line stops"):
        state.play("G7xH8")


@pytest.mark.parametrize("own", [False, True])
def test_own_guards_are_cleared_only_by_option(own: bool) -> None:
    state = put({**BLOCKED, "I9": "yellow guard", "J10": "red guard"}, clear_own_guards=own)
    assert "H8xI9" not in state.legal_texts
    state.play("C1-D3")
    state.play("C10-D8")
    assert ("H8xI9" in state.legal_texts) == own
    if own:
        state.play("H8xI9")
        assert list(shown(state).values()).count("yellow guard") == 0
    else:
        with pytest.raises(IllegalMove, match="any piece on the line stops a courier"):
            state.play("H8xI9")


RACE = pieces(yellow_courier="J9", red_courier="A9", yellow_guard="C2", red_guard="H2")


def test_red_has_one_more_turn() -> None:
    state = put(RACE)
    state.play("J9-J10")
    assert not state.over
    assert len(state.legal) > 1
    state.play("A9-A10")
    assert state.over
    assert state.winners == ()
    state.undo()
    state.play("H2-F4")
    assert state.winners == (0,)


def test_without_a_reply_yellow_wins_at_once() -> None:
    men = {square: piece for square, piece in RACE.items() if square != "A9"}
    state = put(men | {"C8": "red courier"})
    state.play("J9-J10")
    assert state.winners == (0,)


def test_a_goal_held_by_a_guard_may_be_taken_in_the_last_turn() -> None:
    state = put(RACE | {"A10": "yellow guard"})
    state.play("C2-E4")
    state.play("H2-F4")
    state.play("J9-J10")
    assert not state.over
    state.play("A9xA10")
    assert state.winners == ()
    at_once = put(RACE | {"A10": "yellow guard"})
    at_once.play("J9-J10")
    assert at_once.winners == (0,)


def test_red_wins_without_a_last_turn_for_yellow() -> None:
    state = put(RACE, mover=1)
    state.play("A9-A10")
    assert state.winners == (1,)


def test_eighty_quiet_turns_are_a_draw() -> None:
    game = load(NAME)
    late = State(game).text + " quiet=79 turn=100"
    state = State.read(game, late)
    state.play("G10-E9")
    assert state.over
    assert state.winners == ()
    state = State.read(game, late)
    state.play("A1-B2")
    assert not state.over
    assert "quiet" not in state.text


def test_the_third_repetition_is_a_draw() -> None:
    state = State(load(NAME))
    for _ in range(2):
        for move in ("G10-E9", "A7-C6", "E9-G10", "C6-A7"):
            assert not state.over
            state.play(move)
    assert state.over
    assert state.winners == ()


def test_a_player_without_a_move_passes_and_two_passes_are_a_draw() -> None:
    state = put(pieces(yellow_courier="A1", red_courier="J1", red_guard="B2"))
    assert state.legal_texts == ["pass"]
    state.play("pass")
    assert not state.over
    with pytest.raises(IllegalMove, match="only a player without any passes"):
        state.play("pass")
    stuck = State.read(state.game, state.text.replace(" r ", " y ").replace("turn=1", "turn=2"))
    stuck.play("pass")
    assert stuck.over
    assert stuck.winners == ()


REFUSING = pieces(
    yellow_courier="H8",
    yellow_guard="D4",
    yellow_horseman="C1 C2 F2 J7 J8",
    red_courier="F6",
    red_guard="I9",
    red_horseman="B2 C5 E1",
)


@pytest.mark.parametrize(
    ("move", "error", "reason"),
    [
        ("H8-H9", IllegalMove, "the blue line does not lead from H8 straight to H9"),
        ("H8-G7", IllegalMove, "a courier only goes forward, never away from its castle"),
        ("H8-I9", IllegalMove, "the guard on I9 stops it: a courier waits a turn, then may"),
        ("C1-D2", IllegalMove, "a horseman goes one square straight on, then one diagonally"),
        ("C1-D3", IllegalMove, "C2, which it goes over, is occupied"),
        ("J8-I10", IllegalMove, "J9 is in a castle, which only guards and couriers enter"),
        ("J7-I9", IllegalMove, "I9 is in a castle, which only guards and couriers enter"),
        ("C2-D4", IllegalMove, "D4 is occupied by a piece of your own"),
        ("C2-E1", IllegalMove, "is not how this move is written: write C2xE1"),
        ("C2xE3", IllegalMove, "is not how this move is written: write C2-E3"),
        ("D4-F2", IllegalMove, "F2 is occupied by a piece of your own"),
        ("D4-B6", IllegalMove, "C5, which it goes over, is occupied"),
        ("D4xB2", IllegalMove, "a guard captures only guards"),
        ("D4 F6", IllegalMove, "a courier is never captured"),
        ("D4-E5", IllegalMove, "a guard goes exactly two squares along a diagonal"),
        ("F6-E6", IllegalMove, "the piece on F6 is not Yellow's"),
        ("A1-B2", IllegalMove, "there is no piece on A1"),
        ("H8-H8", IllegalMove, "H8 is where it stands"),
        ("C1", IllegalMove, "C1 is the beginning of a move: say how it goes on"),
        ("pass", IllegalMove, "only a player without any passes"),
        ("c1-b3", MoveSyntaxError, "is not a move"),
        ("C1-B33", MoveSyntaxError, "is not a move"),
        ("", MoveSyntaxError, "is not a move"),
    ],
)
def test_refusals(move: str, error: type[Exception], reason: str) -> None:
    refuses(put(REFUSING), move, error, reason)


def test_dotted_lines_and_blocked_lines_are_refused() -> None:
    men = pieces(yellow_courier="I9", red_courier="J1", red_horseman="I2", yellow_guard="J9")
    state = put(men)
    with pytest.raises(IllegalMove, match="the dotted line from I9 to J10 is not for couriers"):
        state.play("I9-J10")
    with pytest.raises(IllegalMove, match="J9 is occupied, and any piece on the line stops"):
        state.play("I9-J9")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("c5HHG1/", "6HHG1/", "Red has 0 couriers instead of one"),
        ("/10/10/", "/gg8/10/", "Red has 5 guards and 6 horsemen, too many"),
        ("C5hhg1 ", "1C4hhg1 ", "A2 is on none of the ways of Yellow's courier"),
        ("C5hhg1 y", "C5h1gh y", "there is a horseman in the castle, on A10"),
        (" y", " r", "after 0 turns it is not Red's turn"),
        (" y", " y quiet=60 turn=50", "quiet=60 does not fit 50 turns"),
        (" y", " y quiet=3 turn=2", "quiet=3 does not fit 2 turns"),
        (" y", " y passes=1", "passes=1 does not fit 0 quiet turns"),
        (" y", " y quiet=4 passes=3 turn=4", "passes=3 does not fit 4 quiet turns"),
        (" y", " y waited=1,0 turn=4", "Yellow's courier cannot have waited for guards so"),
        (" y", " y waited=-1,0 turn=4", "Yellow's courier cannot have waited for guards so"),
        (" y", " y turn=62", "turn=62 is past the longest game, 60 turns"),
    ],
)
def test_impossible_positions_are_refused(old: str, new: str, reason: str) -> None:
    refuses_opening_with(load(NAME, ply_cap=60), old, new, reason)


def test_waiting_is_in_the_position() -> None:
    state = put(BLOCKED)
    for move in ("C1-D3", "C10-D8"):
        state.play(move)
    assert "waited=1,0" in state.text
    again = State.read(state.game, state.text)
    assert again.legal_texts == state.legal_texts
    assert "H8xI9" in again.legal_texts
    with pytest.raises(BadPosition, match="cannot have waited"):
        State.read(state.game, state.text.replace("waited=1,0", "waited=4,0"))


def test_pieces_and_squares_are_named() -> None:
    picture = scene(State(load(NAME)).view())
    words = [svg.label(picture, site) for site in range(100)]
    assert "A1, blue line, Yellow's corner, Yellow courier, may be played" in words
    assert "A10, blue line, Red's castle, Red's goal, empty" in words
    assert "I8, Yellow's court, Yellow horseman, may be played" in words
    assert "B9, blue line, Red's castle, Red guard" in words
    assert "G3, empty" in words, "trees are only decoration"
