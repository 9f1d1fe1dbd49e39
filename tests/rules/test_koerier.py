"""Koerier: a second implementation, the blue line, waiting, the last turn, refusals."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from tests.rules.koerier_oracle import (
    BOTH_CASTLES,
    COLUMNS,
    GOALS,
    ROWS,
    STARTS,
    Slow,
    of,
    onward,
    opening,
)
from tests.rules.oracles import play_alike
from tests.rules.positions import pieces, put, shown
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.scene import scene
from livestone.core.state import State
from livestone.draw import svg
from livestone.errors import BadPosition, IllegalMove, MoveSyntaxError
from livestone.games import load

NAME = "koerier"
GAME = load(NAME)
SETTINGS = [
    {"yellow_guards": guards, "clear_own_guards": own}
    for guards in ("mirrored", "printed")
    for own in (False, True)
]
every_setting = pytest.mark.parametrize(
    "options", SETTINGS, ids=lambda options: "-".join(map(str, options.values()))
)


def keen(slow: Slow, move: str) -> bool:
    """Whether a move captures, or a courier runs."""
    return "x" in move or move.startswith((slow.courier(0), slow.courier(1)))


def after(state: State, moves: str) -> State:
    """The same state, after these moves."""
    for move in moves.split():
        state.play(move)
    return state


@pytest.mark.parametrize("player", [0, 1])
def test_eight_ways_to_the_castle(player: int) -> None:
    """Four of eleven steps through the inner square, four of thirteen around the outer one."""
    done, ways = [], [[STARTS[player]]]
    while ways:
        way = ways.pop()
        if way[-1] == GOALS[player]:
            done.append(way)
        else:
            ways += [[*way, there] for there in onward(way[-1], player)]
    assert sorted(len(way) - 1 for way in done) == [11] * 4 + [13] * 4
    for here, there in {pair for way in done for pair in pairwise(way)}:
        men = {STARTS[1 - player]: of(1 - player, "C"), here: of(player, "C")}
        assert f"{here}-{there}" in put(GAME, men, player).legal_texts


@every_setting
def test_random_games_ply_by_ply(options: dict[str, Any]) -> None:
    game, rng = load(NAME, ply_cap=60, **options), Random(str(options))
    slow = Slow(opening(options["yellow_guards"]), ply_cap=60, **options)
    play_alike(State(game), slow, rng, 60, keen, 0.2)


@every_setting
def test_crowded_games_ply_by_ply(options: dict[str, Any]) -> None:
    """Couriers near their castles among a few men, so that all the ends come up."""
    rng, game, ends, taken = Random(repr(options)), load(NAME, **options), set(), 0
    for _ in range(60):
        slow = Slow(crowd(rng), rng.randrange(2), **options)
        play_alike(put(game, slow.men, slow.mover), slow, rng, 40, keen)
        ends.add((slow.winners(), slow.courier(0) == GOALS[0]))
        taken += slow.taken_by_couriers
    assert ends >= {((0,), True), ((), True), ((1,), False)}
    assert taken


def crowd(rng: Random) -> dict[str, str]:
    """Couriers close to their castles, up to three guards and horsemen a side about them."""
    outside = [row + column for row in ROWS for column in COLUMNS[4:]]
    men = {rng.choice(["G7", "H8", "I9", "J9"]): "C", rng.choice(["D7", "C8", "B9", "A9"]): "c"}
    for player in (0, 1):
        for kind, squares in (("G", BOTH_CASTLES), ("H", set(outside) - BOTH_CASTLES)):
            free = sorted(squares - men.keys())
            men |= dict.fromkeys(rng.sample(free, rng.randrange(4)), of(player, kind))
    return men


BLOCKED = pieces("C H8, g I9, c J1, H C1, h C10")


@pytest.mark.parametrize(
    ("men", "told"),
    [
        (BLOCKED, ("3 steps to go, 0 guards", "11 steps to go, 1 guard")),
        # Around the outer square: G4, G5, G6, G7, H8, I9, J9, J10. Red: D7, C8, B9, A9, A10.
        ("C F4, G A10 B9, c E6", ("8 steps to go, 2 guards", "5 steps to go, 0 guards")),
        ("C J9, c J1", ("1 step to go, 0 guards", "11 steps to go, 0 guards")),
        ("C J10, c J1", ("0 steps to go, 0 guards", "11 steps to go, 0 guards")),
        (opening("mirrored"), ("11 steps to go, 3 guards",) * 2),
    ],
)
def test_steps_and_guards_are_counted(men: Any, told: tuple[str, str]) -> None:
    assert put(GAME, men).view().tally == told


def test_a_courier_waits_a_turn_before_it_captures() -> None:
    state = put(GAME, BLOCKED)
    refuses(state, "H8xI9", IllegalMove, "a courier waits a turn, then may capture it")
    after(state, "C1-D3 C10-D8")
    assert "waited=1,0" in state.text
    assert "H8xI9" in State.read(GAME, state.text).legal_texts
    with pytest.raises(BadPosition, match="cannot have waited"):
        State.read(GAME, state.text.replace("waited=1,0", "waited=4,0"))
    assert shown(after(state, "H8xI9"))["I9"] == "C"


def test_a_guard_that_comes_later_is_waited_for_anew() -> None:
    state = put(GAME, "C I9, g G8 J9, c J1, H C1, h C10")
    after(state, "C1-D3 G8-I10")
    assert [text for text in state.legal_texts if text.startswith("I9")] == ["I9xJ9"]
    after(state, "D3-C1 C10-D8")
    assert [text for text in state.legal_texts if text.startswith("I9")] == ["I9xI10", "I9xJ9"]


def test_couriers_stand_still_to_wait() -> None:
    """The courier arrives in front of the guard: the turn of its step is no waiting."""
    state = put(GAME, "C G7, g I9, c J1, H C1, h C10")
    assert "H8xI9" not in after(state, "G7-H8 C10-D8").legal_texts
    assert "H8xI9" in after(state, "C1-D3 D8-E6").legal_texts


def test_guards_outside_the_castle_and_others_are_not_captured_by_couriers() -> None:
    state = after(put(GAME, "C G7, g H8 I9, c J1, H C1, h C10"), "C1-D3 C10-D8")
    refuses(state, "G7xH8", IllegalMove, "H8 is occupied, and any piece on the line stops")


@pytest.mark.parametrize("own", [False, True])
def test_own_guards_are_cleared_only_by_option(own: bool) -> None:
    state = put(load(NAME, clear_own_guards=own), BLOCKED | {"I9": "G", "J10": "g"})
    assert "H8xI9" not in state.legal_texts
    after(state, "C1-D3 C10-D8")
    if own:
        assert "G" not in shown(after(state, "H8xI9")).values()
    else:
        refuses(state, "H8xI9", IllegalMove, "any piece on the line stops a courier")


RACE = "C J9, c A9, G C2, g H2"


def test_red_has_one_more_turn() -> None:
    state = after(put(GAME, RACE), "J9-J10")
    assert len(state.legal) > 1
    assert after(state, "A9-A10").winners == ()
    state.undo()
    assert after(state, "H2-F4").winners == (0,)
    assert after(put(GAME, RACE, 1), "A9-A10").winners == (1,), "no last turn for Yellow"


def test_without_a_reply_yellow_wins_at_once() -> None:
    assert after(put(GAME, "C J9, c C8, G C2, g H2"), "J9-J10").winners == (0,)


def test_a_goal_held_by_a_guard_may_be_taken_in_the_last_turn() -> None:
    held = pieces(RACE) | {"A10": "G"}
    state = after(put(GAME, held), "C2-E4 H2-F4 J9-J10")
    assert not state.over
    assert after(state, "A9xA10").winners == ()
    assert after(put(GAME, held), "J9-J10").winners == (0,)


def test_eighty_quiet_turns_are_a_draw() -> None:
    late = State(GAME).text + " quiet=79 turn=100"
    assert after(State.read(GAME, late), "G10-E9").winners == ()
    state = after(State.read(GAME, late), "A1-B2")
    assert not state.over
    assert "quiet" not in state.text


def test_the_third_repetition_is_a_draw() -> None:
    state = State(GAME)
    for move in ("G10-E9", "A7-C6", "E9-G10", "C6-A7") * 2:
        assert not state.over
        state.play(move)
    assert state.winners == ()


def test_a_player_without_a_move_passes_and_two_passes_are_a_draw() -> None:
    state = put(GAME, "C A1, c J1, g B2")
    assert state.legal_texts == ["pass"]
    assert not after(state, "pass").over
    refuses(state, "pass", IllegalMove, "only a player without any passes")
    stuck = State.read(GAME, state.text.replace(" r ", " y ").replace("turn=1", "turn=2"))
    assert after(stuck, "pass").winners == ()


REFUSING = "C H8, G D4, H C1 C2 F2 J7 J8, c F6, g I9, h B2 C5 E1"


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
    refuses(put(GAME, REFUSING), move, error, reason)


def test_dotted_lines_and_blocked_lines_are_refused() -> None:
    state = put(GAME, "C I9, c J1, h I2, G J9")
    refuses(state, "I9-J10", IllegalMove, "the dotted line from I9 to J10 is not for couriers")
    refuses(state, "I9-J9", IllegalMove, "J9 is occupied, and any piece on the line stops")


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


def test_pieces_and_squares_are_named() -> None:
    picture = scene(State(GAME).view())
    words = [svg.label(picture, site) for site in range(100)]
    assert "A1, blue line, Yellow's corner, Yellow courier, may be played" in words
    assert "A10, blue line, Red's castle, Red's goal, empty" in words
    assert "I8, Yellow's court, Yellow horseman, may be played" in words
    assert "B9, blue line, Red's castle, Red guard" in words
    assert "G3, empty" in words, "trees are only decoration"
