"""Haalmaa: counts by independent programs, a second implementation, every end and refusal."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.rules.counting import compiled_perft, walked_perft
from tests.rules.leapers import Leapers, Move, Place
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.game import Game
from livestone.core.kernels import kernels
from livestone.core.runtime import runtime
from livestone.core.state import State
from livestone.errors import IllegalMove, MoveSyntaxError
from livestone.games import load
from livestone.games.haalmaa.search import TUNINGS

IDS = tuple(f"haalmaa_{number}" for number in range(1, 7))
every_game = pytest.mark.parametrize("name", IDS)
ROWS = "ABCDEFGHIJKLMNOPQ"
COLOURS = ("red", "blue", "green")

# Move sequences from the start, counted by independent programs.
PERFT = {
    "haalmaa_1": (18, 324, 5832),
    "haalmaa_2": (32, 1023, 32672),
    "haalmaa_3": (30, 900, 27000),
    "haalmaa_4": (80, 6345, 498800),
    "haalmaa_5": (18, 324, 9468),
    "haalmaa_6": (33, 1088, 43558),
}


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
    "blue": sites("A1-A5 B1-B4 C1-C3 D1-D2 E1"),
    "green": sites("A13-A17 B13-B16 C13-C15 D13-D14 E13"),
    "red": sites("M1-M5 N1-N4 O1-O3 P1-P2 Q1"),
}
CIRCLES = {
    "red": sites("A2-A16"),
    "green": {(row, 1) for row in range(1, 16)},
    "blue": {(row, 17 - row) for row in range(1, 16)},
}


class Slow(Leapers):
    """One of the six games in lattice coordinates."""

    steps = ((0, -1), (0, 1), (1, -1), (1, 0), (-1, 0), (-1, 1))

    def __init__(self, name: str, option: Any) -> None:
        number = int(name[-1])
        self.slides, self.option = number in (3, 4), option
        colours = COLOURS if number <= 4 else COLOURS[1:]
        from_corner = number in (1, 3, 5)
        begin = CORNERS if from_corner else CIRCLES
        self.goals = [
            (CIRCLES if from_corner else CORNERS)[colour] if number <= 4
            else (CORNERS if number == 5 else CIRCLES)["red"]
            for colour in colours
        ]  # fmt: skip
        places = {(row, point) for row in range(17) for point in range(1, 18 - row)}
        standing = {place: colour for colour in colours for place in begin[colour]}
        owners = {colour: player for player, colour in enumerate(colours)}
        super().__init__(places, standing, owners, option["ply_cap"])

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


def text(move: Move) -> str:
    if move is None:
        return "pass"
    return "-".join(f"{ROWS[row]}{point}" for row, point in move)


def setup(game: Game, standing: dict[Place, str], mover: int = 0, turn: int = 0) -> Any:
    """A position with these pawns."""
    s = game.layout.new()
    colours = [seat.colour for seat in game.seats]
    for (row, point), colour in standing.items():
        s.cells[game.board.site[f"{ROWS[row]}{point}"]] = colours.index(colour) + 1
    s.mover, s.turn = mover, turn or mover
    runtime(game).derive(s)
    return s


def promises(state: State) -> dict[str, float]:
    """What each legal move promises; compiled and plain rules must agree."""
    game, moves = state.game, np.array(state.legal, np.int32)
    plain, compiled = np.zeros(len(moves)), np.zeros(len(moves))
    move_priors = game.plain_search.move_priors
    assert move_priors is not None
    move_priors(state.position, moves, len(moves), plain)
    kernels(game).rule("move_priors")(state.position, moves, len(moves), compiled)
    np.testing.assert_array_equal(plain, compiled)
    return {game.move_text(move): hope for move, hope in zip(moves, plain.tolist(), strict=True)}


@every_game
def test_counts_of_independent_programs(name: str) -> None:
    state, slow = State(load(name)), Slow(name, load(name).option)
    for turns in (1, 2):
        assert walked_perft(state, turns) == slow.perft(turns) == PERFT[name][turns - 1]
    assert tuple(compiled_perft(state, turns) for turns in (1, 2, 3)) == PERFT[name]


@every_game
def test_every_colour_has_as_many_first_moves(name: str) -> None:
    game = load(name)
    for player in range(game.players):
        s = runtime(game).start()
        s.mover = player
        assert len(State(game, s).legal) == PERFT[name][0]


def test_the_board_is_the_drawing() -> None:
    board = load("haalmaa_1").board
    for colour in COLOURS:
        for zone, places in ((f"{colour}_corner", CORNERS), (f"{colour}_circles", CIRCLES)):
            found = {board.names[site] for site in board.zones[zone].sites}
            assert found == {f"{ROWS[row]}{point}" for row, point in places[colour]}


@every_game
def test_random_games_ply_by_ply(name: str) -> None:
    """The first hundred plies of random games against the second implementation."""
    rng = Random(name)
    for _ in range(2):
        follow(State(load(name)), Slow(name, load(name).option), rng, 100)


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
    for round_ in range(12):
        slow = Slow(name, game.option)
        slow.standing = nearly_home(slow, rng, (14, 8, 2)[round_ % 3])
        slow.mover = rng.randrange(game.players)
        slow.turn = 42 + slow.mover  # so the cap is near
        slow.seen.clear()
        slow.note()
        state = State(game, setup(game, slow.standing, slow.mover, slow.turn))
        follow(state, slow, rng, 60, homing=(0.8, 0.8, 0.0)[round_ % 3])
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
    free = sorted(slow.places - set(standing))
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


def follow(state: State, slow: Slow, rng: Random, plies: int, homing: float = 0.5) -> None:
    """Play at random in both, often home where possible; compare moves, pawns and the end."""
    for _ in range(plies):
        assert set(state.legal_texts) == {text(move) for move in slow.legal()}
        assert state.over == slow.over()
        shown = {
            f"{ROWS[row]}{point}": f"{colour} pawn"
            for (row, point), colour in slow.standing.items()
        }
        assert state.view().cells == shown
        if state.over:
            winner = slow.winner()
            assert state.winners == (() if winner is None else (winner,))
            return
        goal = slow.goals[slow.mover]
        moves = sorted(slow.legal(), key=text)
        home = [move for move in moves if move and move[1] in goal and move[0] not in goal]
        move = rng.choice(home if home and rng.random() < homing else moves)
        state.play(text(move))
        slow.play(move)


@pytest.mark.parametrize("name", IDS[:4])
def test_turning_the_board_and_the_colours_changes_nothing(name: str) -> None:
    """A third of a turn carries Red's pawns and goal to Blue's, Blue's to Green's."""
    game, rng = load(name), Random(name)
    board, zones = game.board, game.board.zones
    (turn,) = [
        symmetry
        for symmetry in board.symmetries
        if all(
            {symmetry[site] for site in zones[f"{colour}_corner"].sites}
            == set(zones[f"{other}_corner"].sites)
            for colour, other in zip(COLOURS, (*COLOURS[1:], COLOURS[0]), strict=True)
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
    moves = {"-".join(board.names[turn[board.site[at]]] for at in move.split("-"))
             for move in here.legal_texts}  # fmt: skip
    assert set(there.legal_texts) == moves
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


def test_a_player_without_a_move_passes_and_all_passing_is_a_draw() -> None:
    """Blue's fifteen pawns fill a corner, walled in so thickly that no leap gets out."""
    game = load("haalmaa_5")
    standing = dict.fromkeys(CORNERS["blue"], "blue")
    wall = sites("A6-A7 B5-B6 C4-C5 D3-D4 E2-E3 F1-F2 G1")
    standing |= dict.fromkeys(wall, "green") | dict.fromkeys(sites("Q1 P1"), "green")
    state = State(game, setup(game, standing))
    assert state.legal_texts == ["pass"]
    with pytest.raises(IllegalMove, match=r"^A6 is occupied, and A7, the place behind it, is not"):
        state.play("A5-A6")
    state.play("pass")
    assert "pass" not in state.legal_texts
    with pytest.raises(IllegalMove, match="only a player without any passes"):
        state.play("pass")


def test_everybody_passing_in_succession_is_a_draw() -> None:
    game = load("haalmaa_1")
    s = runtime(game).start()
    s.passes, s.turn = 3, 3
    state = State(game, s)
    assert state.over
    assert state.winners == ()


def test_a_third_repetition_is_a_draw() -> None:
    state = State(load("haalmaa_5"))
    for _ in range(2):
        for move in ("E1-F1", "E13-F12", "F1-E1", "F12-E13"):
            assert not state.over
            state.play(move)
    assert state.repeated
    assert state.winners == ()


@every_game
def test_nobody_is_home_at_the_start(name: str) -> None:
    game = load(name)
    needed = "0 of 15 home" if game.players == 3 else "0 of 8 home"
    assert State(game).view().tally == (needed,) * game.players


def test_pawns_at_home_are_counted() -> None:
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
    state = State.read(load("haalmaa_5"), position)
    assert state.view().tally == ("7 of 8 home", "5 of 8 home")
    state.play("L3-M3")
    assert state.view().tally == ("8 of 8 home", "5 of 8 home")
    assert state.winners == (0,)
    state = State.read(load("haalmaa_5", end="full"), position)
    assert state.view().tally == ("7 of 8 home, goal 12 of 15", "5 of 8 home, goal 12 of 15")
    state.play("L3-M3")
    assert state.view().tally == ("8 of 8 home, goal 13 of 15", "5 of 8 home, goal 13 of 15")
    assert not state.over


def test_where_a_full_goal_decides_it_is_counted_as_well() -> None:
    corner = sorted(CORNERS["red"])
    game = load("haalmaa_4", full_goal=True)
    standing = dict.fromkeys(corner[:9], "red") | dict.fromkeys(corner[9:14], "blue")
    state = State(game, setup(game, standing))
    empty = "0 of 8 home, goal 0 of 15"
    assert state.view().tally == ("9 home, goal 14 of 15", empty, empty)
    assert not state.over
    state = State(game, setup(game, standing | {corner[14]: "green"}))
    assert state.view().tally == ("9 home, goal 15 of 15", empty, empty)
    assert state.winners == (0,)
    game = load("haalmaa_6", end="full")
    circles = sorted(CIRCLES["red"])
    standing = dict.fromkeys(circles[:7], "blue") | dict.fromkeys(circles[7:], "green")
    state = State(game, setup(game, standing))
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
    game = load("haalmaa_4")
    places = [(0, 1 + at) for at in range(1, 15)] + [(13, 1)]
    standing = dict.fromkeys(places, "red")
    state = State(game, setup(game, standing))
    hopes = promises(state)
    assert hopes["N1-Q1"] == 3
    assert hopes["N1-N4"] == 0
    assert hopes["N1-M1"] == -1
    assert hopes["N1-K1"] < -1


def test_a_move_promises_to_let_others_out_of_the_goal() -> None:
    game = load("haalmaa_4")
    shut = TUNINGS[game.id].shut
    red = [(15, 1), (15, 2)] + [(0, 2 + at) for at in range(13)]
    alone = promises(State(game, setup(game, dict.fromkeys(red, "red"))))
    state = State(game, setup(game, dict.fromkeys(red, "red") | {(16, 1): "blue"}))
    hopes = promises(state)
    # Blue's pawn on Q1 then has one move to the outside, or three instead of none.
    assert hopes["P1-O1"] == pytest.approx(alone["P1-O1"] + shut / 2)
    assert hopes["P1-O2"] == pytest.approx(alone["P1-O2"] + shut * 3 / 4)
    assert hopes["A2-B2"] == alone["A2-B2"]


def test_leapers_let_others_out_of_the_goal_as_well() -> None:
    game = load("haalmaa_2")
    shut = TUNINGS[game.id].shut
    red = [(15, 1), (15, 2)] + [(0, 2 + at) for at in range(13)]
    alone = promises(State(game, setup(game, dict.fromkeys(red, "red"))))
    hopes = promises(State(game, setup(game, dict.fromkeys(red, "red") | {(16, 1): "blue"})))
    # Blue's pawn on Q1 then has one step to the outside instead of none.
    for move in ("P1-O1", "P1-O2", "P2-O2", "P2-O3"):
        assert hopes[move] == pytest.approx(alone[move] + shut / 2)
