"""Haalmaa: a second implementation of all six games, every end, refusals, what moves promise."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.rules.leapers import Leapers, Place
from tests.rules.oracles import play_alike
from tests.rules.positions import put
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import IllegalMove, MoveSyntaxError
from livestone.games import load
from livestone.games.haalmaa.search import TUNINGS

IDS = tuple(f"haalmaa_{number}" for number in range(1, 7))
ROWS = "ABCDEFGHIJKLMNOPQ"
POINTS = {(row, point): f"{ROWS[row]}{point}" for row in range(17) for point in range(1, 18 - row)}


def sites(text: str) -> set[Place]:
    """``A1-A5 B1`` as places (row, point)."""
    found = set()
    for part in text.split():
        first, _, last = part.partition("-")
        row = ROWS.index(first[0])
        end = int((last or first)[1:])
        found |= {(row, point) for point in range(int(first[1:]), end + 1)}
    return found


CORNERS = {
    "b": sites("A1-A5 B1-B4 C1-C3 D1-D2 E1"),
    "g": sites("A13-A17 B13-B16 C13-C15 D13-D14 E13"),
    "r": sites("M1-M5 N1-N4 O1-O3 P1-P2 Q1"),
}
CIRCLES = {
    "r": sites("A2-A16"),
    "g": {(row, 1) for row in range(1, 16)},
    "b": {(row, 17 - row) for row in range(1, 16)},
}


class Slow(Leapers):
    """One of the six games in lattice coordinates."""

    steps = ((0, -1), (0, 1), (1, -1), (1, 0), (-1, 0), (-1, 1))

    def __init__(self, name: str, option: Any) -> None:
        number = int(name[-1])
        self.slides, self.option = number in (3, 4), option
        colours = "rbg" if number <= 4 else "bg"
        from_corner = number in (1, 3, 5)
        begin = CORNERS if from_corner else CIRCLES
        self.goals = [
            (CIRCLES if from_corner else CORNERS)[colour] if number <= 4
            else (CORNERS if number == 5 else CIRCLES)["r"]
            for colour in colours
        ]  # fmt: skip
        standing = {place: colour for colour in colours for place in begin[colour]}
        owners = {colour: player for player, colour in enumerate(colours)}
        super().__init__(POINTS, standing, owners, option["ply_cap"])

    def moves_of(self, start: Place) -> set[Place]:
        if not self.slides:
            return super().moves_of(start)
        found = set()
        for dx, dy in self.steps:
            for far in (1, 2, 3):
                end = (start[0] + far * dx, start[1] + far * dy)
                if not self.free(end):
                    break
                found.add(end)
        return found

    def winner(self) -> int | None:
        for back in range(1, self.players + 1):
            player = (self.mover - back) % self.players
            goal = self.goals[player]
            held = [self.owners[self.standing[at]] for at in goal if at in self.standing]
            mine, full = held.count(player), len(held) == 15
            if self.players == 3:
                won = mine == 15 or (self.option["full_goal"] and full and mine >= 8)
            else:
                won = mine >= 8 and (full or self.option["end"] == "majority")
            if won:
                return player
        return None


def homing(slow: Slow, move: str) -> bool:
    """Whether a move enters the goal."""
    return [at in slow.goals[slow.mover] for at in slow.places(move)] == [False, True]


def named(standing: dict[Place, str]) -> dict[str, str]:
    return {POINTS[place]: letter for place, letter in standing.items()}


def promises(state: State) -> dict[str, float]:
    """What each legal move promises."""
    moves = np.array(state.legal, np.int32)
    hopes = np.zeros(len(moves))
    state.game.plain_search.move_priors(state.position, moves, len(moves), hopes)  # type: ignore[misc]
    return dict(zip(state.legal_texts, hopes.tolist(), strict=True))


def test_the_board_is_the_drawing() -> None:
    board = load("haalmaa_1").board
    for letter, colour in (("r", "red"), ("b", "blue"), ("g", "green")):
        for zone, places in ((f"{colour}_corner", CORNERS), (f"{colour}_circles", CIRCLES)):
            found = {board.names[site] for site in board.zones[zone].sites}
            assert found == {POINTS[place] for place in places[letter]}


@pytest.mark.parametrize("name", IDS)
def test_random_games_ply_by_ply(name: str) -> None:
    """The first hundred plies of a random game against the second implementation."""
    game = load(name)
    play_alike(State(game), Slow(name, game.option), Random(name), 100, homing)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in IDS),
        *((name, {"full_goal": True}) for name in IDS[:4]),
        *((name, {"end": "full"}) for name in IDS[4:]),
    ],
)
def test_the_end_of_random_games(name: str, options: dict[str, object]) -> None:
    """Mostly into the goal, from positions in which goals are all but filled."""
    rng, game, ends = Random(f"{name} {options}"), load(name, ply_cap=60, **options), set()
    for round_ in range(9):
        slow, mover = Slow(name, game.option), rng.randrange(game.players)
        standing = nearly_home(slow, rng, (14, 14, 2)[round_ % 3])
        slow.begin(standing, mover, turn=42 + mover)  # so the cap is near
        state = put(game, slow.cells(), mover, turn=slow.turn)
        play_alike(state, slow, rng, 60, homing, (0.8, 0.8, 0.0)[round_ % 3])
        ends.add(state.winners)
    assert () in ends, "the cap"
    assert len(ends) > 1, "there are wins"


def nearly_home(slow: Slow, rng: Random, own: int) -> dict[Place, str]:
    """Each player's pawns: ``own`` at their goal or what is left of it, the rest near."""
    standing: dict[Place, str] = {}
    for player, colour in enumerate(slow.owners):
        goal = sorted(slow.goals[player] - set(standing))
        rng.shuffle(goal)
        share = own if slow.players == 3 else min(own, rng.choice((5, 6, 7)))
        standing |= dict.fromkeys(goal[:share], colour)
    free = sorted(POINTS.keys() - set(standing))
    rng.shuffle(free)
    near = {
        player: sorted(free, key=lambda at, player=player: distance(at, slow.goals[player]))
        for player in range(slow.players)
    }
    for player, colour in enumerate(slow.owners):
        while list(standing.values()).count(colour) < 15:
            taken = {*standing, *slow.goals[player]}
            standing[next(at for at in near[player] if at not in taken)] = colour
    return standing


def distance(place: Place, goal: set[Place]) -> int:
    return min(abs(place[0] - row) + abs(place[1] - point) for row, point in goal)


@pytest.mark.parametrize("name", IDS[:4])
def test_turning_the_board_and_the_colours_changes_nothing(name: str) -> None:
    """A third of a turn carries Red's pawns and goal to Blue's, Blue's to Green's."""
    game, rng = load(name), Random(name)
    board, zones = game.board, game.board.zones
    colours = ("red", "blue", "green")
    (turn,) = [
        symmetry
        for symmetry in board.symmetries
        if all(
            {symmetry[site] for site in zones[f"{colour}_corner"].sites}
            == set(zones[f"{other}_corner"].sites)
            for colour, other in zip(colours, (*colours[1:], colours[0]), strict=True)
        )
    ]
    here = State(game)
    for _ in range(60):
        here.play(rng.choice(here.legal))
    s = game.layout.new()
    for site in range(len(board)):
        code = int(here.position.cells[site])
        s.cells[turn[site]] = 0 if code == 0 else code % 3 + 1
    s.mover = (here.mover + 1) % 3
    runtime(game).derive(s)
    there = State(game, s)
    carried = {
        "-".join(board.names[turn[board.site[at]]] for at in move.split("-")): hope
        for move, hope in promises(here).items()
    }
    assert carried == pytest.approx(promises(there))
    ours, theirs = (runtime(game).estimate(state.position) for state in (here, there))
    assert ours is not None
    assert theirs is not None
    # Where a slide counts besides its steps, the cheapest way found depends a little on the order
    # in which the pawns are listed.
    apart = 0.05 if game.slides else 1e-7
    np.testing.assert_allclose(theirs, (ours[2], ours[0], ours[1]), atol=apart)


def test_who_cannot_move_passes_and_everybody_passing_is_a_draw() -> None:
    """Blue's fifteen pawns fill a corner, walled in so thickly that no leap gets out."""
    wall = sites("A6-A7 B5-B6 C4-C5 D3-D4 E2-E3 F1-F2 G1 Q1 P1")
    standing = dict.fromkeys(CORNERS["b"], "b") | dict.fromkeys(wall, "g")
    state = put(load("haalmaa_5"), named(standing))
    assert state.legal_texts == ["pass"]
    with pytest.raises(IllegalMove, match=r"^A6 is occupied, and A7, the place behind it, is not"):
        state.play("A5-A6")
    state.play("pass")
    assert "pass" not in state.legal_texts
    refuses(state, "pass", IllegalMove, "only a player without any passes")
    s = runtime(load("haalmaa_1")).start()
    s.passes, s.turn = 3, 3
    assert State(load("haalmaa_1"), s).winners == ()


def test_a_third_repetition_is_a_draw() -> None:
    state = State(load("haalmaa_5"))
    for _ in range(2):
        for move in ("E1-F1", "E13-F12", "F1-E1", "F12-E13"):
            assert not state.over
            state.play(move)
    assert state.repeated
    assert state.winners == ()


def test_pawns_at_home_are_counted() -> None:
    for name in IDS:
        told = "0 of 15 home" if load(name).players == 3 else "0 of 8 home"
        assert set(State(load(name)).view().tally) == {told}
    position = (
        "1rrrrrrr1rrrrrrr1/g7r6b/g13b/g12b/g11b/g2g7b/g9b/g1g2b3b/g2g1b2b/g6b/g2b2b/g4b/g3b"
        "/4/3/2/1 r"
    )
    state = State.read(load("haalmaa_1"), position)
    assert state.view().tally == ("14 of 15 home", "12 of 15 home", "12 of 15 home")
    state.play("B9-A9")
    assert state.view().tally[0] == "15 of 15 home"
    assert state.winners == (0,)


def test_points_of_one_goal_are_counted() -> None:
    position = (
        "bbb11ggg/bb12gg/b13g/11g2/13/3b5g2/11/10/9/2g5/4g2/2b3/b2gg/b1gg/bbg/bb/b b turn=100"
    )
    for options, filled, more, winners in (
        ({}, "", "", (0,)),
        ({"end": "full"}, ", goal 12 of 15", ", goal 13 of 15", None),
    ):
        state = State.read(load("haalmaa_5", **options), position)
        assert state.view().tally == (f"7 of 8 home{filled}", f"5 of 8 home{filled}")
        state.play("L3-M3")
        assert state.view().tally == (f"8 of 8 home{more}", f"5 of 8 home{more}")
        assert state.winners == winners


def test_where_a_full_goal_decides_it_is_counted_as_well() -> None:
    corner = sorted(CORNERS["r"])
    game = load("haalmaa_4", full_goal=True)
    standing = dict.fromkeys(corner[:9], "r") | dict.fromkeys(corner[9:14], "b")
    state = put(game, named(standing))
    empty = "0 of 8 home, goal 0 of 15"
    assert state.view().tally == ("9 home, goal 14 of 15", empty, empty)
    assert not state.over
    state = put(game, named(standing | {corner[14]: "g"}))
    assert state.view().tally == ("9 home, goal 15 of 15", empty, empty)
    assert state.winners == (0,)
    circles = sorted(CIRCLES["r"])
    standing = dict.fromkeys(circles[:7], "b") | dict.fromkeys(circles[7:], "g")
    state = put(load("haalmaa_6", end="full"), named(standing))
    assert state.view().tally == ("7 of 8 home, goal 15 of 15", "8 of 8 home, goal 15 of 15")
    assert state.winners == (1,)


@pytest.mark.parametrize(
    ("name", "move", "error", "reason"),
    [
        ("haalmaa_1", "A1-A2", IllegalMove, "the piece on A1 is not Red's"),
        ("haalmaa_1", "G3-G4", IllegalMove, "there is no piece on G3"),
        ("haalmaa_1", "M1-M1", IllegalMove, "a move may not end where it began"),
        ("haalmaa_1", "M1", IllegalMove, "M1 is the beginning of a move: say how it goes on"),
        ("haalmaa_1", "N1-M1", IllegalMove, "M1 is occupied: a leap over it ends on L1"),
        ("haalmaa_1", "Q1-P1", IllegalMove, "P1 is occupied, and O1, the place behind it, is not"),
        ("haalmaa_1", "M1-Q1", IllegalMove, "Q1 is occupied"),
        ("haalmaa_1", "M1-K1", IllegalMove, "there is nothing on L1 to leap over"),
        ("haalmaa_1", "M1-E5", IllegalMove, "E5 is not next to M1, and no chain of leaps ends"),
        ("haalmaa_1", "pass", IllegalMove, "only a player without any passes"),
        ("haalmaa_1", "M1-R1", MoveSyntaxError, "'M1-R1' is not a move of this game"),
        ("haalmaa_1", "m1-l1", MoveSyntaxError, "is not a move of this game"),
        ("haalmaa_3", "N1-L1", IllegalMove, "M1 is occupied, and a pawn only slides over empty"),
        ("haalmaa_3", "M1-I1", IllegalMove, "I1 is more than three points away"),
        ("haalmaa_3", "M1-K4", IllegalMove, "K4 is not on a straight line with M1"),
    ],
)
def test_refusals(name: str, move: str, error: type[Exception], reason: str) -> None:
    refuses(State(load(name)), move, error, reason)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("/rrrrr/", "/rrrrr1/", "describes 6 sites instead of 5"),
        ("/r r", "/1 r", "Red has 14 pawns instead of 15"),
        ("/r r", "/x r", "is no piece: use r, b, g"),
        ("/r r", "/r b", "after 0 turns it is not Blue's turn"),
        ("/r r", "/r r passes=1", "passes=1 does not fit 0 turns"),
        ("/r r", "/r r turn=1503", "past the longest game, 1500 turns"),
    ],
)
def test_impossible_positions(old: str, new: str, reason: str) -> None:
    refuses_opening_with(load("haalmaa_1"), old, new, reason)


def test_a_move_promises_the_steps_towards_what_is_free_of_the_goal() -> None:
    state = State(load("haalmaa_3"))
    for move in ["M3-J3", "B4-B7", "E13-E10"]:
        state.play(move)
    hopes = promises(state)
    # Four for a step and three for a slide; J3 is nine steps away, three slides.
    assert round(hopes["M5-J5"]) == 15
    assert round(hopes["J3-I3"]) == 4
    assert round(hopes["J3-J2"]) == 0
    assert round(hopes["J3-K3"]) == -7
    # From farther behind first, for as much.
    assert round(hopes["M2-L2"]) == 4
    assert hopes["M2-L2"] > hopes["J3-I3"]


def test_within_the_goal_a_move_promises_the_steps_deeper() -> None:
    standing = dict.fromkeys([*sites("A1-A14"), (13, 1)], "r")
    hopes = promises(put(load("haalmaa_4"), named(standing)))
    assert hopes["N1-Q1"] == 3
    assert hopes["N1-N4"] == 0
    assert hopes["N1-M1"] == -1
    assert hopes["N1-K1"] < -1


@pytest.mark.parametrize(
    ("name", "ways", "none"),
    [
        # Blue's pawn on Q1 then has one move to the outside, or three instead of none.
        ("haalmaa_4", {"P1-O1": 1 / 2, "P1-O2": 3 / 4}, ["A2-B2"]),
        # Or one step.
        ("haalmaa_2", dict.fromkeys(("P1-O1", "P1-O2", "P2-O2", "P2-O3"), 1 / 2), []),
    ],
)
def test_a_move_promises_to_let_others_out_of_the_goal(
    name: str, ways: dict[str, float], none: list[str]
) -> None:
    game, red = load(name), dict.fromkeys(sites("P1-P2 A2-A14"), "r")
    alone, hopes = (
        promises(put(game, named(standing))) for standing in (red, red | {(16, 1): "b"})
    )
    for move, share in {**ways, **dict.fromkeys(none, 0)}.items():
        assert hopes[move] == pytest.approx(alone[move] + TUNINGS[name].shut * share)
