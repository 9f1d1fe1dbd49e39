"""Kamelen: counts by independent programs, a second implementation, both wins, refusals."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.rules.counting import compiled_perft, walked_perft
from tests.rules.leapers import Leapers, Move, Place
from tests.rules.refusing import refuses, refuses_opening_with

from livestone.core.game import Game
from livestone.core.runtime import runtime
from livestone.core.scene import scene, status
from livestone.core.state import State
from livestone.draw import svg
from livestone.errors import IllegalMove, MoveSyntaxError
from livestone.games import load
from livestone.search.report import Limits
from livestone.search.uct import Uct

NAME = "kamelen"
FILES = "abcdefghijk"
NAMES = {"C": "South Camel", "D": "South Dromedary", "c": "North Camel", "d": "North Dromedary"}
# Counted by independent programs: move sequences from the start, by the number of ranks.
PERFT = {11: (30, 900, 27636), 12: (30, 900, 27720), 13: (30, 900, 27720)}
# The files of the key camels, and whence a Camel enters North's home-field.
KEYS = {11: "bdhj", 12: "acik", 13: "bdhj"}
ENTRIES = {11: "e8 g8 c10 i10", 12: "e9 g9 c11 i11", 13: "e10 g10 c12 i12"}
RANKS = pytest.mark.parametrize("ranks", PERFT)


class Slow(Leapers):
    """The game in files and ranks from 1."""

    def __init__(self, option: Any) -> None:
        self.ranks = option["ranks"]
        rocks = {(5, 1), (7, 1), (6, 2)}
        rocks |= {(x, self.ranks + 1 - y) for x, y in rocks}
        places = {(x, y) for x in range(1, 12) for y in range(1, self.ranks + 1)} - rocks
        self.homes = ((6, 1), (6, self.ranks))
        standing = {(x, 1): "C" for x in range(1, 12)} | {(x, 2): "D" for x in range(1, 12)}
        standing |= {(x, self.ranks + 1 - y): piece.lower() for (x, y), piece in standing.items()}
        for place in (*rocks, *self.homes):
            standing.pop(place)
        self.quiet = 0
        owners = {"C": 0, "D": 0, "c": 1, "d": 1}
        super().__init__(places, standing, owners, option["ply_cap"])

    def keys(self, player: int) -> set[Place]:
        """The Camels on squares of the colour of the enemy's home-field."""
        x, y = self.homes[1 - player]
        colour = (x + y) % 2
        mine = "Cc"[player]
        found = {at for at, piece in self.standing.items() if piece == mine}
        return {at for at in found if sum(at) % 2 == colour}

    def points(self) -> tuple[int, int]:
        for player in (1 - self.mover, self.mover):
            other = 1 - player
            points = 0
            if self.standing.get(self.homes[other]) == "Cc"[player]:
                points = 2
            elif not self.keys(other):
                points = 1
            if points:
                return (points, 0) if player == 0 else (0, points)
        return (0, 0)

    def over(self) -> bool:
        return any(self.points()) or self.quiet >= 100 or super().over()

    def winner(self) -> int | None:
        return None

    def moves_of(self, start: Place) -> set[Place]:
        x, y = start
        piece = self.standing[start]
        found = set()
        straight = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                along = (dx, dy) in straight
                if (dx, dy) == (0, 0) or along != (piece in "Cc"):
                    continue
                middles = [(x + dx, y + dy), (x + 2 * dx, y + 2 * dy)]
                if not all(self.free(place) for place in middles):
                    continue
                if along:
                    ends = [(x + 3 * dx + k * dy, y + 3 * dy + k * dx) for k in (-1, 1)]
                else:
                    ends = [(x + 3 * dx, y + 2 * dy), (x + 2 * dx, y + 3 * dy)]
                found |= {end for end in ends if end in self.places and self.open(end)}
        return found

    def open(self, place: Place) -> bool:
        piece = self.standing.get(place)
        return piece is None or self.owners[piece] != self.mover

    def play(self, move: Move) -> None:
        captures = move is not None and move[1] in self.standing
        self.quiet = 0 if captures else self.quiet + 1
        super().play(move)

    def text(self, move: Move) -> str:
        if move is None:
            return "pass"
        return ("x" if move[1] in self.standing else "-").join(map(name, move))


def name(place: Place) -> str:
    return f"{FILES[place[0] - 1]}{place[1]}"


def placed(pieces: str) -> dict[Place, str]:
    """Animals written ``Cb1 dk10``."""
    return {(FILES.index(word[1]) + 1, int(word[2:])): word[0] for word in pieces.split()}


def setup(game: Game, standing: dict[Place, str], mover: int = 0, **fields: int) -> State:
    """A state with these animals, the rocks where they belong."""
    s = runtime(game).start()
    letters = {piece.letter: code for code, piece in enumerate(game.pieces, 1)}
    for site in range(len(game.board)):
        if s.cells[site] != letters["r"]:
            s.cells[site] = 0
    for place, piece in standing.items():
        s.cells[game.board.site[name(place)]] = letters[piece]
    s.mover, s.turn = mover, mover
    for field, value in fields.items():
        s[field] = value
    runtime(game).derive(s)
    return State(game, s)


def compare(state: State, slow: Slow) -> None:
    assert set(state.legal_texts) == {slow.text(move) for move in slow.legal()}
    shown = {name(at): NAMES[piece] for at, piece in slow.standing.items()}
    assert {at: piece for at, piece in state.view().cells.items() if piece != "rock"} == shown
    keys = slow.keys(0) | slow.keys(1)
    assert {state.game.board.names[site] for site in state.marks} == {name(at) for at in keys}
    assert state.over == slow.over()
    if state.over:
        points = slow.points()
        assert state.scores == points
        assert state.winners == ((points.index(max(points)),) if any(points) else ())


def follow(state: State, slow: Slow, rng: Random, fierce: float) -> None:
    """Play at random in both, often capturing or entering a home-field; compare everything."""
    while True:
        compare(state, slow)
        if state.over:
            return
        moves = sorted(slow.legal(), key=str)
        keen = [move for move in moves if move and good(slow, move)]
        move = rng.choice(keen if keen and rng.random() < fierce else moves)
        state.play(slow.text(move))
        slow.play(move)


def good(slow: Slow, move: tuple[Place, Place]) -> bool:
    enters = move[1] == slow.homes[1 - slow.mover] and slow.standing[move[0]] in "Cc"
    return enters or move[1] in slow.standing


@RANKS
def test_counts_of_independent_programs(ranks: int) -> None:
    game = load(NAME, ranks=ranks, ply_cap=60)
    state, slow = State(game), Slow(game.option)
    assert walked_perft(state, 1) == slow.perft(1) == PERFT[ranks][0]
    assert slow.perft(2) == walked_perft(state, 2) == PERFT[ranks][1]


@pytest.mark.parametrize(
    "ranks", [11, *(pytest.param(ranks, marks=pytest.mark.slow) for ranks in (12, 13))]
)
def test_counts_of_three_turns(ranks: int) -> None:
    """Of all board sizes in the full tests; two turns of each are counted above."""
    state = State(load(NAME, ranks=ranks, ply_cap=60))
    assert tuple(compiled_perft(state, turns) for turns in (1, 2, 3)) == PERFT[ranks]


def test_first_moves_are_the_dromedaries() -> None:
    state = State(load(NAME))
    found: dict[str, list[str]] = {}
    for text in state.legal_texts:
        found.setdefault(text.split("-")[0], []).append(text.split("-")[1])
    counts = {origin: len(ends) for origin, ends in found.items()}
    assert counts == {
        **dict.fromkeys(("a2", "b2", "j2", "k2"), 2),
        **dict.fromkeys(("c2", "i2"), 3),
        **dict.fromkeys(("d2", "e2", "g2", "h2"), 4),
    }
    assert found["a2"] == ["c5", "d4"]
    assert found["e2"] == ["b4", "c5", "g5", "h4"]


@RANKS
def test_key_camels_and_whence_they_enter(ranks: int) -> None:
    game = load(NAME, ranks=ranks)
    keys = {f"{file}{rank}" for file in KEYS[ranks] for rank in (1, ranks)}
    assert {game.board.names[site] for site in State(game).marks} == keys
    home = f"f{ranks}"
    free = {at for at in Slow(game.option).places if at != (6, ranks)}
    entries = set()
    for place in free:
        # A second key camel each, where it is in nobody's way.
        state = setup(game, {place: "C"} | ({(6, 5): "c"} if place != (6, 5) else {}))
        entries |= {name(place)} if f"{name(place)}-{home}" in state.legal_texts else set()
    assert entries == set(ENTRIES[ranks].split())


@pytest.mark.parametrize("options", [{}, {"ranks": 12}, {"ranks": 13}], ids=str)
def test_games_ply_by_ply(options: dict[str, int]) -> None:
    """Whole games at three tempers, and animals strewn about, so that all the ends come up."""
    game, rng, ends = load(NAME, **options), Random(str(options)), set()
    for round_ in range(8):
        slow = Slow(game.option)
        if round_ % 2:
            strewn = rng.sample(sorted(slow.places), 14)
            letters = "CCCCDDDccccddd"
            slow.standing = dict(zip(strewn, letters, strict=True))
            slow.seen.clear()
            slow.note()
        state = setup(game, slow.standing)
        follow(state, slow, rng, fierce=(0.9, 0.3, 0.6)[round_ % 3])
        ends.add(state.scores)
    follow(State(load(NAME, ply_cap=60)), Slow({"ranks": 11, "ply_cap": 60}), rng, 0.0)
    assert ends >= {(2, 0), (0, 2), (1, 0), (0, 1)}


def test_the_example_of_the_drawings() -> None:
    """From the middle: which squares must be free, as in the two drawings."""
    game = load(NAME)
    state = setup(game, placed("Cf5 db1 cb11 Cd1"))
    assert {text for text in state.legal_texts if text.startswith("f5")} == {
        f"f5-{end}" for end in ("e8", "g8", "e2", "g2", "c4", "c6", "i4", "i6")
    }
    state = setup(game, placed("Cf5 df6 cb11 Cd1"))
    assert "f5-e8" not in state.legal_texts
    assert "f5-i6" in state.legal_texts
    state = setup(game, placed("Df5 cb11 Cd1"))
    assert {text for text in state.legal_texts if text.startswith("f5")} == {
        f"f5-{end}" for end in ("h8", "i7", "d8", "c7", "h2", "i3", "d2", "c3")
    }
    state = setup(game, placed("Df5 dh7 cb11 Cd1"))
    assert "f5-h8" not in state.legal_texts
    assert "f5-c7" in state.legal_texts


@pytest.mark.parametrize(
    ("pieces", "move", "scores"),
    [
        pytest.param("Ce8 Cd1 cb11", "e8-f11", (2, 0), id="a Camel comes home: double"),
        pytest.param("Ce8 Cd1 cf11", "e8xf11", (2, 0), id="and captures the last one: double"),
        pytest.param("Cf5 Cd1 ce8 ca11", "f5xe8", (1, 0), id="the last key camel"),
        pytest.param("Df6 Cd1 cc8", "f6xc8", (1, 0), id="by a Dromedary as well"),
        pytest.param("Cf5 Cd1 ce8 ch11", "f5xe8", None, id="not the last one"),
        pytest.param("De9 Cd1 cb11", "e9-g6", None, id="a Dromedary's plain move"),
        pytest.param("Ce4 Cd1 cb11", "e4-f1", None, id="one's own home-field"),
    ],
)
def test_both_wins(pieces: str, move: str, scores: tuple[int, int] | None) -> None:
    state = setup(load(NAME), placed(pieces))
    state.play(move)
    assert state.over == (scores is not None)
    if scores:
        assert state.scores == scores
        assert state.winners == (0,)
        points = "2 points" if scores[0] == 2 else "1 point"
        assert status(state.view()) == f"South won {points}"


def test_a_dromedary_wins_nothing_on_a_home_field() -> None:
    state = setup(load(NAME), placed("Df11 Cd1 cb11 df1"))
    assert not state.over
    assert state.legal_texts


def test_draws() -> None:
    game = load(NAME)
    shuffle = ["a2-c5", "a10-c7", "c5-a2", "c7-a10"]
    state = State(game)
    for move in shuffle * 2:
        assert not state.over
        state.play(move)
    assert state.over
    assert state.winners == ()
    state = setup(game, placed("Ce8 Cd1 cb11"), turn=120, quiet=99)
    state.play("e8-b9")
    assert state.winners == ()
    state = setup(game, placed("Ce8 Cd1 cb11"), turn=120, quiet=99)
    state.play("e8-f11")
    assert state.scores == (2, 0)


def test_a_player_without_a_move_passes() -> None:
    """South's only Camel stands in the corner behind two Dromedaries."""
    state = setup(load(NAME), placed("Cb1 db2 da1 dc1 cb11"))
    assert state.legal_texts == ["pass"]
    state.play("pass")
    assert not state.over
    state = setup(load(NAME), placed("Cb1 db2 da1 dc1 cb11"), turn=2, passes=1, quiet=1)
    state.play("pass")
    assert state.winners == ()


def test_a_bot_prefers_two_points_to_one() -> None:
    """Both wins are at hand: the bot takes the one that counts double."""
    state = setup(load(NAME), placed("Ce8 Df6 Cd1 cc8 da10 dk10"))
    assert {"e8-f11", "f6xc8"} <= set(state.legal_texts)
    for nodes in (200, 2000):
        *_, report = Uct(state.game, seed=nodes).search(state, Limits(nodes=nodes))
        assert report.best.proved
        assert report.best.value == (1.0, 0.0)
        assert state.game.move_text(report.move) == "e8-f11"


def test_a_single_win_is_worth_less_than_a_double_one() -> None:
    state = setup(load(NAME), placed("Df6 Cd1 cc8 da10 dk10"))
    *_, report = Uct(state.game).search(state, Limits(nodes=2000))
    line = next(line for line in report.lines if state.game.move_text(line.move) == "f6xc8")
    assert line.proved
    assert line.value == (0.75, 0.25)


def test_evaluation_is_fair_and_knows_what_matters() -> None:
    game = load(NAME)
    start = State(game)
    even = runtime(game).estimate(start.position)
    assert even is not None
    assert even[0] == pytest.approx(even[1])
    threat = runtime(game).estimate(setup(game, placed("De5 Cd1 cb11 dc8")).position)
    calm = runtime(game).estimate(setup(game, placed("De5 Cd1 cb11 dc9")).position)
    assert threat is not None
    assert calm is not None
    assert threat[0] > calm[0]
    enters = setup(game, placed("Ce8 Cd1 cb11 dc9"))
    assert runtime(game).estimate(enters.position) == (2, 0)
    held = runtime(game).estimate(setup(game, placed("Ce8 Cd1 cb11 de10")).position)
    assert held is not None
    assert held[0] < 2
    menaced = runtime(game).estimate(setup(game, placed("Ce8 Cd1 cb11 dc9"), mover=1).position)
    assert menaced is not None
    assert menaced[1] < held[1]
    better = runtime(game).estimate(setup(game, placed("Cb1 Cd1 cb11")).position)
    assert better is not None
    assert better[0] > better[1]
    assert np.sum(better) == pytest.approx(np.sum(even))


@pytest.mark.parametrize(
    ("move", "error", "reason"),
    [
        ("a10-c7", IllegalMove, "the piece on a10 is not South's"),
        ("e5-e6", IllegalMove, "there is no piece on e5"),
        ("e1-e4", IllegalMove, "e1 holds a rock, and rocks never move"),
        ("b1-c4", IllegalMove, "b2 is on the way and must be empty"),
        ("e2-e5", IllegalMove, "a Dromedary goes two squares diagonally, then one straight out"),
        ("b1-b3", IllegalMove, "a Camel goes two squares straight on, then one diagonally out"),
        ("a2xc5", IllegalMove, "is not how this move is written: write a2-c5"),
        ("pass", IllegalMove, "only a player without any passes"),
        ("a2-l5", MoveSyntaxError, "is not a move"),
    ],
)
def test_refusals(move: str, error: type[Exception], reason: str) -> None:
    refuses(State(load(NAME)), move, error, reason)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("d5-f2", "f2 holds a rock, which cannot be captured"),
        ("d5-g7", "g7 holds an animal of your own"),
        ("d5-b8", "is not how this move is written: write d5xb8"),
    ],
)
def test_more_refusals(move: str, reason: str) -> None:
    state = setup(load(NAME), placed("Dd5 Cg7 Cd1 cb8 cc8"))
    with pytest.raises(IllegalMove, match=reason):
        state.play(move)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("/11/11/", "/C10/11/", "there are 9 of South Camels, more than 8"),
        ("CCCCr1r", "CCCCCrr", "there are 9"),
        ("DDDDDrDDDDD", "DDDDD1DDDDD", "f2 must hold a rock"),
        ("/11/11/", "/r10/11/", "a9 cannot hold a rock"),
        (" s", " n", "after 0 turns it is not North's turn"),
        (" s", " s turn=4 passes=2", "passes=2 does not fit 0 turns"),
        (" s", " s turn=4 quiet=6", "quiet=6 does not fit 4 turns"),
    ],
)
def test_impossible_positions(old: str, new: str, reason: str) -> None:
    refuses_opening_with(load(NAME), old, new, reason)


def test_words_for_screen_readers() -> None:
    picture = scene(State(load(NAME)).view())
    site = picture.board.site
    assert svg.label(picture, site["b1"]) == "b1, South Camel, key camel"
    assert svg.label(picture, site["f1"]) == "f1, South's home-field, empty"
    assert svg.label(picture, site["e1"]) == "e1, rock"
    assert "Key camel: b1, d1, h1, j1, b11, d11, h11, j11." in picture.description
